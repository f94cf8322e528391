//! Can one player get what he wants? A null-window alpha-beta search with three answers.
//!
//! The question is whether the *attacker* can make sure of a value of at least `want`. A node is
//! proved, refuted, or left open where the depth limit came before an answer; nothing is ever
//! assumed about open nodes. The search tries to prove: an open defender's reply ends the search of a node
//! like a refutation would. To refute, the other player attacks, on the same table.

use crate::children::{Child, Leads, Nursery};
use crate::ground::Ground;
use crate::key::Key;
use crate::limits::Halt;
use crate::meter::Meter;
use crate::objective::INFINITE;
use crate::path::Path;
use crate::pending::{Fact, Pending};
use crate::table::{Attempt, Entry, NO_MOVE, Table};
use crate::terms::{Bounds, Terms};
use sow_engine::game::{Board, Game};
use sow_engine::side::Side;

/// The deepest search.
pub(crate) const MOST_DEPTH: u32 = NO_DEPTH_HELPS as u32 - 1;

/// The depth of attempts that no depth limit ended, but a move that could not be followed.
const NO_DEPTH_HELPS: u16 = u16::MAX;

/// Rests on no ancestor.
const NOTHING: u32 = u32::MAX;

/// What a search found out about a node, seen by the attacker.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    /// Proven bounds on the value, on the condition of `rests_on`.
    pub(crate) bounds: Bounds,
    /// The ply of the topmost ancestor whose repetition a proof or refutation makes use of.
    rests_on: u32,
}

impl Answer {
    fn exact(value: i32, rests_on: u32) -> Self {
        Self {
            bounds: Bounds {
                lo: value,
                hi: value,
            },
            rests_on,
        }
    }

    fn open(bounds: Bounds) -> Self {
        Self {
            bounds,
            rests_on: NOTHING,
        }
    }
}

/// A position with what the search needs to know of it again and again.
struct Node<P> {
    position: P,
    key: Option<Key>,
    hash: u64,
    /// Seen by the attacker, what table values leave out.
    offset: i32,
    attacker_moves: bool,
}

/// One question being answered.
pub(crate) struct Prover<'a, 'flag, P: Board> {
    ground: &'a Ground<'a, P>,
    game: &'a dyn Game<P>,
    terms: &'a Terms,
    table: Option<&'a Table>,
    meter: &'a mut Meter<'flag>,
    nursery: &'a mut Nursery<P>,
    attacker: Side,
    want: i32,
    path: Path<P>,
    pending: Pending,
    /// The depth limit cut something off.
    pub(crate) hit_horizon: bool,
}

impl<'a, 'flag, P: Board> Prover<'a, 'flag, P> {
    /// The question whether `attacker` can make sure of `want`, seen by him.
    pub(crate) fn new(
        ground: &'a Ground<'a, P>,
        table: Option<&'a Table>,
        meter: &'a mut Meter<'flag>,
        nursery: &'a mut Nursery<P>,
        attacker: Side,
        want: i32,
    ) -> Self {
        Self {
            ground,
            game: ground.game,
            terms: &ground.terms,
            table,
            meter,
            nursery,
            attacker,
            want,
            path: Path::new(),
            pending: Pending::new(),
            hit_horizon: false,
        }
    }

    /// Searches `depth` decisions deep. The bounds are proven whatever the depth: `lo >= want` is a
    /// proof, `hi < want` a refutation.
    pub(crate) fn run(&mut self, position: &P, depth: u32) -> Result<Bounds, Halt> {
        self.path.clear();
        while self.pending.pop_to(0).is_some() {}
        self.hit_horizon = false;
        let answer = self.node(position, depth)?;
        Ok(answer.map_or(
            Bounds {
                lo: -INFINITE,
                hi: INFINITE,
            },
            |answer| answer.bounds,
        ))
    }

    fn is_decided(&self, bounds: Bounds) -> bool {
        bounds.lo >= self.want || bounds.hi < self.want
    }

    /// What is known of a node; `None` if the turn cannot be brought to a legal end.
    fn node(&mut self, position: &P, depth: u32) -> Result<Option<Answer>, Halt> {
        self.meter.count()?;
        if position.is_mid_turn() {
            return self.mid_turn(position, depth);
        }
        if let Some(ending) = self.game.finished(position) {
            let value = self.attacker.sign() * self.terms.value(&ending);
            return Ok(Some(Answer::exact(value, NOTHING)));
        }
        let node = self.look_at(position);
        if let Some(ply) = self.path.met(position, node.hash) {
            let value = self.attacker.sign() * self.terms.cycle(self.game, position);
            return Ok(Some(Answer::exact(value, ply)));
        }
        let entry = self.probe(&node);
        let mut bounds = self.ground.bounds(position).seen_by(self.attacker);
        let mut best = NO_MOVE;
        if let Some(entry) = entry {
            best = entry.best;
            bounds = bounds.and(self.bounds_of(&node, &entry));
        }
        if self.is_decided(bounds) {
            return Ok(Some(Answer::open(bounds)));
        }
        if let Some(attempt) = entry.map(|entry| entry.attempt)
            && self.was_attempted(&node, &attempt, depth)
        {
            self.hit_horizon |= attempt.depth != NO_DEPTH_HELPS;
            return Ok(Some(Answer::open(bounds)));
        }
        if let Some(answer) = self.pending_answer(&node, bounds) {
            return Ok(Some(answer));
        }
        if depth == 0 {
            self.hit_horizon = true;
            return Ok(Some(Answer::open(bounds)));
        }
        let mark = self.pending.mark();
        let before = self.meter.nodes;
        let hit_before = std::mem::take(&mut self.hit_horizon);
        let (answer, best) = self.expand(&node, depth, bounds, best)?;
        let searched = if self.hit_horizon {
            depth as u16
        } else {
            NO_DEPTH_HELPS
        };
        self.hit_horizon |= hit_before;
        let answer = match answer {
            Some(answer) => answer,
            None => {
                let ending = self.game.stuck(position);
                Answer::exact(self.attacker.sign() * self.terms.value(&ending), NOTHING)
            }
        };
        let effort = (self.meter.nodes - before).checked_ilog2().unwrap_or(0) as u8;
        Ok(Some(
            self.settle(&node, searched, answer, best, mark, effort),
        ))
    }

    /// A node in the middle of a turn: it stays out of the table, as the turn ends soon.
    fn mid_turn(&mut self, position: &P, depth: u32) -> Result<Option<Answer>, Halt> {
        if let Some(ply) = self.path.met_in_turn(position) {
            // Coming back to a choice within one turn is a turn without an end.
            return Ok(self.game.never_ending(position).map(|ending| {
                Answer::exact(self.attacker.sign() * self.terms.value(&ending), ply)
            }));
        }
        let bounds = self
            .terms
            .bounds(self.game, position)
            .seen_by(self.attacker);
        if self.is_decided(bounds) {
            return Ok(Some(Answer::open(bounds)));
        }
        if depth == 0 {
            self.hit_horizon = true;
            return Ok(Some(Answer::open(bounds)));
        }
        let node = Node {
            position: *position,
            key: None,
            hash: 0,
            offset: 0,
            attacker_moves: position.side() == self.attacker,
        };
        Ok(self.expand(&node, depth, bounds, NO_MOVE)?.0)
    }

    fn look_at(&self, position: &P) -> Node<P> {
        let key = self.terms.key(position);
        let words = self.terms.layout.map_or(0, |layout| layout.words);
        Node {
            position: *position,
            key,
            hash: key.map_or(0, |key| key.hash(words) ^ position.side().index() as u64),
            offset: self.attacker.sign() * self.terms.offset(position),
            attacker_moves: position.side() == self.attacker,
        }
    }

    /// Searches the children of a node. The answer is `None` if there is no legal decision.
    fn expand(
        &mut self,
        node: &Node<P>,
        depth: u32,
        bounds: Bounds,
        best: u16,
    ) -> Result<(Option<Answer>, u16), Halt> {
        let children = self.nursery.children(
            self.game,
            self.terms,
            &node.position,
            best,
            self.meter.watch(),
        )?;
        self.path
            .push(node.position, node.hash, node.position.is_mid_turn());
        let found = if let Some(found) = self.decided_by_table(node, &children, bounds) {
            Ok(found)
        } else if node.attacker_moves {
            self.attack(&children, depth, bounds)
        } else {
            self.defend(&children, depth, bounds)
        };
        self.path.pop();
        self.nursery.recycle(children);
        found
    }

    /// Whether a child that the table knows decides the node already (enhanced transposition
    /// cut-off).
    fn decided_by_table(
        &self,
        node: &Node<P>,
        children: &[Child<P>],
        bounds: Bounds,
    ) -> Option<(Option<Answer>, u16)> {
        let table = self.table?;
        for child in children {
            let known = match child.leads {
                Leads::Ends(value) => {
                    let value = self.attacker.sign() * value;
                    Bounds {
                        lo: value,
                        hi: value,
                    }
                }
                Leads::To(after) if !after.is_mid_turn() => {
                    let after = self.look_at(&after);
                    let Some(entry) = after.key.and_then(|key| table.probe(&key)) else {
                        continue;
                    };
                    self.bounds_of(&after, &entry)
                }
                Leads::To(_) | Leads::Undecided(_) => continue,
            };
            if node.attacker_moves && known.lo >= self.want {
                let bounds = Bounds {
                    lo: bounds.lo.max(known.lo),
                    ..bounds
                };
                return Some((Some(Answer::open(bounds)), child.index));
            }
            if !node.attacker_moves && known.hi < self.want {
                let bounds = Bounds {
                    hi: bounds.hi.min(known.hi),
                    ..bounds
                };
                return Some((Some(Answer::open(bounds)), child.index));
            }
        }
        None
    }

    /// The attacker moves: one proved child proves, and only if all are refuted the node is.
    fn attack(
        &mut self,
        children: &[Child<P>],
        depth: u32,
        bounds: Bounds,
    ) -> Result<(Option<Answer>, u16), Halt> {
        let mut highest = None::<i32>;
        let mut open = false;
        let mut rests_on = NOTHING;
        for child in children {
            let Some(answer) = self.child(child, depth)? else {
                continue;
            };
            if answer.bounds.lo >= self.want {
                let lo = bounds.lo.max(answer.bounds.lo);
                let answer = Answer {
                    bounds: Bounds { lo, ..bounds },
                    ..answer
                };
                return Ok((Some(answer), child.index));
            }
            open |= answer.bounds.hi >= self.want;
            highest = highest.max(Some(answer.bounds.hi));
            rests_on = rests_on.min(answer.rests_on);
        }
        let answer = highest.map(|highest| {
            if open {
                Answer::open(bounds)
            } else {
                let hi = bounds.hi.min(highest);
                Answer {
                    bounds: Bounds { hi, ..bounds },
                    rests_on,
                }
            }
        });
        Ok((answer, NO_MOVE))
    }

    /// The defender moves: a child that is refuted or open is enough for him.
    fn defend(
        &mut self,
        children: &[Child<P>],
        depth: u32,
        bounds: Bounds,
    ) -> Result<(Option<Answer>, u16), Halt> {
        let mut lowest = None::<i32>;
        let mut rests_on = NOTHING;
        for child in children {
            let Some(answer) = self.child(child, depth)? else {
                continue;
            };
            if answer.bounds.hi < self.want {
                let hi = bounds.hi.min(answer.bounds.hi);
                let answer = Answer {
                    bounds: Bounds { hi, ..bounds },
                    ..answer
                };
                return Ok((Some(answer), child.index));
            }
            if answer.bounds.lo < self.want {
                return Ok((Some(Answer::open(bounds)), child.index));
            }
            lowest = Some(lowest.map_or(answer.bounds.lo, |lowest| lowest.min(answer.bounds.lo)));
            rests_on = rests_on.min(answer.rests_on);
        }
        let answer = lowest.map(|lowest| {
            let lo = bounds.lo.max(lowest);
            Answer {
                bounds: Bounds { lo, ..bounds },
                rests_on,
            }
        });
        Ok((answer, NO_MOVE))
    }

    fn child(&mut self, child: &Child<P>, depth: u32) -> Result<Option<Answer>, Halt> {
        match child.leads {
            Leads::To(after) => {
                let spent = u32::from(!after.is_mid_decision());
                self.node(&after, depth - spent)
            }
            Leads::Ends(value) => {
                let value = self.attacker.sign() * value;
                Ok(Some(Answer::exact(value, NOTHING)))
            }
            Leads::Undecided(_) => Ok(Some(Answer::open(Bounds {
                lo: -INFINITE,
                hi: INFINITE,
            }))),
        }
    }

    /// Writes down what became of a node between turns, as far as it holds for other paths.
    fn settle(
        &mut self,
        node: &Node<P>,
        searched: u16,
        mut answer: Answer,
        best: u16,
        mark: usize,
        effort: u8,
    ) -> Answer {
        let ply = self.path.len();
        let decided = self.is_decided(answer.bounds);
        if decided && answer.rests_on != NOTHING {
            let cycle = self.attacker.sign() * self.terms.cycle(self.game, &node.position);
            let proved = answer.bounds.lo >= self.want;
            // No line of the proof ends in a repetition, whose value would not do.
            let needless = if proved {
                answer.bounds.lo > cycle
            } else {
                answer.bounds.hi < cycle
            };
            if needless || answer.rests_on >= ply {
                answer.rests_on = NOTHING;
            }
        }
        let Some(key) = node.key else {
            return answer;
        };
        if !decided {
            while self.pending.pop_to(mark).is_some() {}
            let attempt = Attempt {
                by_mover: node.attacker_moves,
                want: self.want - node.offset,
                depth: searched,
            };
            self.store(node, answer.bounds, attempt, best, effort);
        } else if answer.rests_on == NOTHING {
            let proved = answer.bounds.lo >= self.want;
            while let Some(fact) = self.pending.pop_to(mark) {
                if fact.proved == proved && fact.rests_on >= ply {
                    self.store_fact(&fact);
                }
            }
            self.store(node, answer.bounds, Attempt::NONE, best, effort);
        } else {
            let proved = answer.bounds.lo >= self.want;
            self.pending.rebase(mark, answer.rests_on);
            self.pending.push(Fact {
                key,
                offset: node.offset,
                attacker_moves: node.attacker_moves,
                proved,
                rests_on: answer.rests_on,
            });
        }
        answer
    }

    fn probe(&self, node: &Node<P>) -> Option<Entry> {
        self.table?.probe(node.key.as_ref()?)
    }

    /// The bounds of an entry, seen by the attacker.
    fn bounds_of(&self, node: &Node<P>, entry: &Entry) -> Bounds {
        let bounds = Bounds {
            lo: entry.lo,
            hi: entry.hi,
        };
        let side = if node.attacker_moves {
            Side::South
        } else {
            Side::North
        };
        bounds.seen_by(side).plus(node.offset)
    }

    /// Whether the same was tried before, at least as deep, to no avail.
    fn was_attempted(&self, node: &Node<P>, attempt: &Attempt, depth: u32) -> bool {
        attempt.depth > 0
            && attempt.by_mover == node.attacker_moves
            && attempt.want + node.offset <= self.want
            && u32::from(attempt.depth) >= depth
    }

    fn store(&self, node: &Node<P>, bounds: Bounds, attempt: Attempt, best: u16, effort: u8) {
        let (Some(table), Some(key)) = (self.table, &node.key) else {
            return;
        };
        let side = if node.attacker_moves {
            Side::South
        } else {
            Side::North
        };
        let Bounds { lo, hi } = bounds.plus(-node.offset).seen_by(side);
        table.store(
            key,
            Entry {
                lo,
                hi,
                attempt,
                best,
                effort,
            },
        );
    }

    fn store_fact(&self, fact: &Fact) {
        let Some(table) = self.table else {
            return;
        };
        let bounds = if fact.proved {
            Bounds {
                lo: self.want,
                hi: INFINITE,
            }
        } else {
            Bounds {
                lo: -INFINITE,
                hi: self.want - 1,
            }
        };
        let side = if fact.attacker_moves {
            Side::South
        } else {
            Side::North
        };
        let Bounds { lo, hi } = bounds.plus(-fact.offset).seen_by(side);
        let entry = Entry {
            lo,
            hi,
            attempt: Attempt::NONE,
            best: NO_MOVE,
            effort: 0,
        };
        table.store(&fact.key, entry);
    }

    /// What is known of a node on the condition that an ancestor turns out the same way.
    fn pending_answer(&self, node: &Node<P>, bounds: Bounds) -> Option<Answer> {
        let fact = self
            .pending
            .get(node.key.as_ref()?, node.offset, node.attacker_moves)?;
        let bounds = if fact.proved {
            Bounds {
                lo: self.want,
                ..bounds
            }
        } else {
            Bounds {
                hi: self.want - 1,
                ..bounds
            }
        };
        Some(Answer {
            bounds,
            rests_on: fact.rests_on,
        })
    }
}
