//! Facts that hold on a condition: what was proven with the help of repetitions.
//!
//! A node that is decided only because some line comes back to one of its ancestors is decided on the
//! condition that the ancestor is. Such facts must not enter the transposition table, but they can be
//! used as long as the ancestor is on the path, and they become unconditional when it is decided
//! the same way. See [`crate::cycles`].
//!
//! **What is remembered of a condition.** A fact may rest on several ancestors, and only the topmost is kept; and when a
//! node is decided on a condition, all facts found below it are made to rest on that condition too
//! ([`Pending::rebase`]), those proved and those refuted alike. That is sound by the following lemma, and only by it.
//!
//! **Lemma.** *Among the facts found below a node `n` of the path, itself included, all that rest on ancestors of `n`, or
//! on `n`, have the same sign: all are proofs or all are refutations.* For let `f` be such a fact, resting on `a`. The line
//! that it makes use of leads from `a` down to `n`, on to the position of `f`, and back to `a`; so `a` and `n` lie on a
//! common cycle, whose positions have one value `c` of endless play. A proof makes use of it only if `c >= want`,
//! a refutation only if `c < want`, and that holds for all of them with the same `c`. ∎
//!
//! So where `n` is decided on a condition, no fact that rests on `n` or above it can be of the other sign, and what is of
//! the other sign below `n` rests on nothing there: it has been settled or dropped with the node on which it rested.
//! And if an ancestor between the topmost and `n` is decided, it is either decided with the same sign, or without any use
//! of endless play, whereupon everything below it of the other sign is forgotten. Where repetitions within one
//! cycle are worth different things the lemma fails; no table is used there, and no fact is kept.

use crate::key::Key;
use ahash::RandomState;
use std::collections::HashMap;

/// The most facts kept; more are forgotten, which costs time only.
const MOST: usize = 1 << 20;

/// A decided node, on the condition that an ancestor is decided the same way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fact {
    /// The position.
    pub(crate) key: Key,
    /// What the table's values leave out there, seen by the attacker.
    pub(crate) offset: i32,
    /// Whether the attacker is to move there.
    pub(crate) attacker_moves: bool,
    /// Whether it reaches the wanted value (else it is refuted).
    pub(crate) proved: bool,
    /// The ply of the topmost ancestor on which it rests.
    pub(crate) rests_on: u32,
}

/// The conditional facts of a search, oldest first.
#[derive(Debug)]
pub(crate) struct Pending {
    facts: Vec<Fact>,
    index: HashMap<([u64; crate::key::MOST_WORDS], i32, bool), usize, RandomState>,
}

impl Pending {
    pub(crate) fn new() -> Self {
        Self {
            facts: Vec::new(),
            index: HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4)),
        }
    }

    /// How many there are: a mark to come back to.
    pub(crate) fn mark(&self) -> usize {
        self.facts.len()
    }

    /// Adds a fact.
    pub(crate) fn push(&mut self, fact: Fact) {
        if self.facts.len() < MOST {
            self.index.insert(
                (fact.key.0, fact.offset, fact.attacker_moves),
                self.facts.len(),
            );
            self.facts.push(fact);
        }
    }

    /// The fact about a position.
    pub(crate) fn get(&self, key: &Key, offset: i32, attacker_moves: bool) -> Option<&Fact> {
        if self.facts.is_empty() {
            return None;
        }
        self.index
            .get(&(key.0, offset, attacker_moves))
            .map(|&i| &self.facts[i])
    }

    /// Lets every fact since `mark` rest on `ply`.
    pub(crate) fn rebase(&mut self, mark: usize, ply: u32) {
        for fact in &mut self.facts[mark..] {
            fact.rests_on = fact.rests_on.min(ply);
        }
    }

    /// Takes out every fact since `mark`, the latest first.
    pub(crate) fn pop_to(&mut self, mark: usize) -> Option<Fact> {
        if self.facts.len() <= mark {
            return None;
        }
        let fact = self.facts.pop()?;
        self.index
            .remove(&(fact.key.0, fact.offset, fact.attacker_moves));
        Some(fact)
    }
}
