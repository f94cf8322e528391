//! How soon a player can end the game with what he wants, and how long the other can hold out.
//!
//! `within(d)` is true where the attacker can end the game with a value of at least `want` in at most `d`
//! decisions, both players' counted. That is defined by plain recursion on `d`: no repetition
//! enters, because a shortest forced end never meets a position twice, and so every result holds
//! for every path and may be kept. The least such `d` is the distance: the attacker's shortest way
//! against the longest resistance.

use crate::children::{Child, Leads, Nursery};
use crate::facts::Facts;
use crate::key::Key;
use crate::limits::Halt;
use crate::meter::Meter;
use crate::objective::INFINITE;
use crate::table::{Attempt, Entry, NO_MOVE, Table};
use crate::terms::Terms;
use sow_engine::game::{Board, Game};
use sow_engine::relay::Patience;
use sow_engine::side::Side;
use sow_engine::turn_ends::can_move;
use std::sync::atomic::{AtomicBool, Ordering};

/// Longer ends are not looked for.
const MOST_PLIES: u32 = 10_000;

/// Distances to one goal of one player.
pub(crate) struct Distances<'a, P: Board> {
    game: &'a dyn Game<P>,
    terms: &'a Terms,
    facts: Facts<'a, P>,
    pub(crate) meter: Meter<'a>,
    nursery: Nursery<P>,
    /// Lower bounds hold one more than the plies that are known not to suffice.
    table: &'a Table,
    pub(crate) attacker: Side,
    want: i32,
    /// Set when a sowing is met that nobody could follow: from then on no distance is known, since what is taken for out
    /// of reach may be near.
    undecided: &'a AtomicBool,
    /// The positions of the current turn in which the mover had a choice.
    turn: Vec<P>,
}

/// A decision on the way to the goal.
pub(crate) struct Next<P> {
    pub(crate) child: Child<P>,
    /// The plies left after it.
    pub(crate) left: u32,
}

/// A table for the distances of a game, `None` where values depend on the history.
pub(crate) fn table(terms: &Terms, bytes: usize) -> Option<Table> {
    Some(Table::new(bytes, terms.layout?.words + 1))
}

impl<'a, P: Board> Distances<'a, P> {
    /// Distances for `attacker` to ends of at least `want`, seen by him. Several threads may share
    /// a table if they ask the same.
    pub(crate) fn new(
        facts: Facts<'a, P>,
        table: &'a Table,
        undecided: &'a AtomicBool,
        meter: Meter<'a>,
        nursery: Nursery<P>,
        attacker: Side,
        want: i32,
    ) -> Self {
        Self {
            game: facts.ground.game,
            terms: &facts.ground.terms,
            facts,
            meter,
            nursery,
            table,
            undecided,
            attacker,
            want,
            turn: Vec::new(),
        }
    }

    /// The distance of a position, `at_least` rising towards it as plies turn out not to suffice.
    pub(crate) fn of(
        &mut self,
        position: &P,
        at_least: &mut u32,
        report: &mut dyn FnMut(u32, &Meter<'_>),
    ) -> Result<Option<u32>, Halt> {
        while *at_least < MOST_PLIES {
            if self.node(position, *at_least)? == Some(true) {
                return Ok(Some(*at_least));
            }
            *at_least += 1;
            report(*at_least, &self.meter);
        }
        Ok(None)
    }

    /// The decisions at a position whose distance is `plies`, the best first: the attacker's shortest
    /// ways or the defender's longest.
    pub(crate) fn next(&mut self, position: &P, plies: u32) -> Result<Vec<Next<P>>, Halt> {
        if position.is_mid_turn() {
            self.turn.push(*position);
        } else {
            self.turn.clear();
        }
        let children =
            self.nursery
                .children(self.game, self.terms, position, NO_MOVE, self.meter.watch())?;
        let mut found = Vec::new();
        for &child in &children {
            let most = plies.saturating_sub(cost(&child));
            if let Some(left) = self.distance_of(&child, most)? {
                found.push(Next { child, left });
            }
        }
        self.nursery.recycle(children);
        let attacks = position.side() == self.attacker;
        found.sort_by_key(|next| {
            let plies = i64::from(next.left + cost(&next.child));
            if attacks { plies } else { -plies }
        });
        Ok(found)
    }

    /// The distance of a child, if it is at most `most` and the child is legal.
    fn distance_of(&mut self, child: &Child<P>, most: u32) -> Result<Option<u32>, Halt> {
        for left in 0..=most {
            match self.child(child, left)? {
                Some(true) => return Ok(Some(left)),
                Some(false) => {}
                None => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Whether the attacker reaches the goal within `plies`; `None` if the turn has no legal end.
    fn node(&mut self, position: &P, plies: u32) -> Result<Option<bool>, Halt> {
        self.meter.count()?;
        if position.is_mid_turn() {
            return self.mid_turn(position, plies);
        }
        if let Some(ending) = self.game.finished(position) {
            return Ok(Some(self.suffices(self.terms.value(&ending))));
        }
        let bounds = self.facts.bounds(position).seen_by(self.attacker);
        if bounds.hi < self.want {
            return Ok(Some(false));
        }
        if let Some(distance) = self.tabulated(position) {
            return Ok(Some(distance <= plies));
        }
        let key = self.key(position);
        let mut best = NO_MOVE;
        if let Some(entry) = key.and_then(|key| self.table.probe(&key)) {
            best = entry.best;
            if entry.hi <= plies as i32 {
                return Ok(Some(true));
            }
            if entry.lo > plies as i32 {
                return Ok(Some(false));
            }
        }
        if plies == 0 && self.can_move(position, Vec::new())? {
            return Ok(Some(false));
        }
        let turn = std::mem::take(&mut self.turn);
        let before = self.meter.nodes;
        let found = self.expand(position, plies, best);
        self.turn = turn;
        let (reached, best) = match found? {
            (Some(reached), best) => (reached, best),
            (None, _) => (
                self.suffices(self.terms.value(&self.game.stuck(position))),
                NO_MOVE,
            ),
        };
        if let Some(key) = key {
            let (lo, hi) = if reached {
                (-INFINITE, plies as i32)
            } else {
                (plies as i32 + 1, INFINITE)
            };
            let effort = (self.meter.nodes - before).checked_ilog2().unwrap_or(0) as u8;
            let entry = Entry {
                lo,
                hi,
                attempt: Attempt::NONE,
                best,
                effort,
            };
            self.table.store(&key, entry);
        }
        Ok(Some(reached))
    }

    /// What an endgame table says, which tells of wins only, not by how much.
    fn tabulated(&self, position: &P) -> Option<u32> {
        if self.want != 1 {
            return None;
        }
        let known = self.facts.ground.endgame(position)?;
        known
            .distance
            .filter(|_| known.winner == Some(self.attacker))
    }

    fn mid_turn(&mut self, position: &P, plies: u32) -> Result<Option<bool>, Halt> {
        if self.turn.contains(position) {
            let ending = self.game.never_ending(position);
            return Ok(ending.map(|ending| self.suffices(self.terms.value(&ending))));
        }
        self.turn.push(*position);
        if plies == 0 {
            let can_move = self.can_move(position, self.turn.clone());
            self.turn.pop();
            return Ok(can_move?.then_some(false));
        }
        let found = self.expand(position, plies, NO_MOVE);
        self.turn.pop();
        Ok(found?.0)
    }

    fn expand(&mut self, position: &P, plies: u32, best: u16) -> Result<(Option<bool>, u16), Halt> {
        let watch = self.meter.watch();
        let children = self
            .nursery
            .children(self.game, self.terms, position, best, watch)?;
        let attacks = position.side() == self.attacker;
        let mut found = Ok((None, NO_MOVE));
        for child in &children {
            let left = plies.saturating_sub(cost(child));
            match self.child(child, left) {
                Ok(None) => {}
                Ok(Some(reached)) => {
                    found = Ok((Some(reached), child.index));
                    if reached == attacks {
                        break;
                    }
                }
                Err(halt) => {
                    found = Err(halt);
                    break;
                }
            }
        }
        self.nursery.recycle(children);
        found
    }

    fn child(&mut self, child: &Child<P>, left: u32) -> Result<Option<bool>, Halt> {
        match child.leads {
            Leads::To(after) => self.node(&after, left),
            Leads::Ends(value) => Ok(Some(self.suffices(value))),
            Leads::Undecided(_) => {
                self.undecided.store(true, Ordering::Relaxed);
                Ok(Some(false))
            }
        }
    }

    /// Whether a turn can be brought to a legal end from here, the choices `met` being behind.
    fn can_move(&self, position: &P, mut met: Vec<P>) -> Result<bool, Halt> {
        let watch = self.meter.watch();
        let is_over = || watch.is_over();
        let patience = Patience {
            is_over: Some(&is_over),
            ..Patience::UNLIMITED
        };
        let found = can_move(self.game, position, &mut met, &patience);
        if found.is_none() {
            if watch.is_over() {
                return Err(Halt);
            }
            self.undecided.store(true, Ordering::Relaxed);
        }
        Ok(found != Some(false))
    }

    fn suffices(&self, value: i32) -> bool {
        self.attacker.sign() * value >= self.want
    }

    /// The key with all that the position's does not say: who moves, and what is banked.
    fn key(&self, position: &P) -> Option<Key> {
        let mut key = self.terms.key(position)?;
        let attacks = position.side() == self.attacker;
        let words = self.table.key_words();
        key.0[words - 1] = u64::from(self.terms.offset(position) as u32) << 1 | u64::from(attacks);
        Some(key)
    }
}

/// The plies that a decision costs.
fn cost<P: Board>(child: &Child<P>) -> u32 {
    match child.leads {
        Leads::To(after) => u32::from(!after.is_mid_decision()),
        Leads::Ends(_) | Leads::Undecided(_) => 1,
    }
}
