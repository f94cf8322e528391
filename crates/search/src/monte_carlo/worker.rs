//! One thread that walks the tree.

use super::node::{Node, chance, seen_by};
use super::playout::Player;
use super::{MonteCarlo, Tree};
use crate::children::{Leads, lead};
use crate::limits::Halt;
use crate::meter::Meter;
use crate::terms::Bounds;
use sow_engine::game::{Board, Decision};
use sow_engine::side::Side;
use std::sync::atomic::Ordering;

/// The longest line of the tree, in decisions.
const MOST_PLIES: usize = 400;

/// How curious the walk is.
const CURIOSITY: f32 = 1.2;

/// A worker.
pub(super) struct Worker<'tree, 'flag, P: Board> {
    tree: &'tree Tree<'tree, P>,
    searcher: &'tree MonteCarlo<'tree, P>,
    meter: Meter<'flag>,
    player: Player<'tree, P>,
    /// The nodes from the root to where the walk is.
    trail: Vec<&'tree Node<P>>,
    candidates: Vec<Decision>,
}

impl<'tree, 'flag, P: Board> Worker<'tree, 'flag, P> {
    pub(super) fn new(
        tree: &'tree Tree<'tree, P>,
        meter: Meter<'flag>,
        seed: u64,
        number: u64,
    ) -> Self {
        Self {
            tree,
            searcher: tree.searcher,
            meter,
            player: Player::new(tree.searcher, seed, number),
            trail: Vec::new(),
            candidates: Vec::new(),
        }
    }

    /// Walks until the root is settled or a limit is reached; returns the nodes. Reports whenever
    /// the simulations have doubled.
    pub(super) fn run(mut self, on_report: &mut dyn FnMut(u64)) -> u64 {
        let mut simulations = 0_u64;
        let root = &self.tree.root;
        if let Some(position) = root.position().filter(|_| !root.is_expanded()) {
            self.trail.push(root);
            if self.expand(root, position).is_err() {
                return self.meter.nodes;
            }
            self.gather(root);
        }
        while self.tree.root.settled().is_none() && self.simulate().is_ok() {
            simulations += 1;
            if simulations >= 1024 && simulations.is_power_of_two() {
                on_report(self.meter.nodes);
            }
        }
        self.meter.nodes
    }

    /// One simulation from the root and back.
    fn simulate(&mut self) -> Result<(), Halt> {
        // Where the tree is full or a move cannot be followed, nothing else would be counted.
        self.meter.count()?;
        self.trail.clear();
        let mut node = &self.tree.root;
        node.enter();
        let result = loop {
            self.trail.push(node);
            if let Some(value) = node.settled() {
                break chance(value);
            }
            let Some(position) = node.position() else {
                // Not followed: its looks are all there is.
                break node.prior();
            };
            if !node.is_expanded() {
                let is_new = node.visits() <= 1 && self.trail.len() > 1;
                if is_new || self.trail.len() >= MOST_PLIES || self.is_full() {
                    break self.player.play_out(position, &mut self.meter)?;
                }
                self.expand(node, position)?;
                self.gather(node);
                if let Some(value) = node.settled() {
                    break chance(value);
                }
            }
            match self.select(node, position.side()) {
                Some(child) => {
                    child.enter();
                    node = child;
                }
                // Settled in the meantime.
                None => {
                    self.gather(node);
                    break chance(node.bounds().lo);
                }
            }
        };
        self.back_up(result);
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.tree.bytes.load(Ordering::Relaxed) > self.searcher.memory
    }

    /// The child to go to: a good average or a good look, and few visits so far. `None` if none can be
    /// better than what is proven already.
    fn select(&self, node: &'tree Node<P>, side: Side) -> Option<&'tree Node<P>> {
        let proven = node.bounds().seen_by(side).lo;
        let open = || {
            let children = node.children().iter();
            children.filter(|child| child.bounds().seen_by(side).hi > proven)
        };
        let lures: f32 = open().map(Node::lure).sum();
        let curiosity = CURIOSITY * (node.visits() as f32).sqrt() / lures;
        let charm = |child: &Node<P>| {
            let unknown = curiosity * child.lure() / (1.0 + child.visits() as f32);
            seen_by(side, child.mean()) + unknown
        };
        // The first of equals, as the order of the pits has it.
        let mut best = None::<(f32, &Node<P>)>;
        for child in open() {
            let charm = charm(child);
            if best.is_none_or(|(most, _)| charm > most) {
                best = Some((charm, child));
            }
        }
        best.map(|(_, child)| child)
    }

    /// Makes the children of a node, the last of the trail.
    fn expand(&mut self, node: &Node<P>, position: &P) -> Result<(), Halt> {
        let mut candidates = std::mem::take(&mut self.candidates);
        self.searcher
            .ground
            .game
            .candidates(position, &mut candidates);
        let decisions = candidates.iter();
        let children: Result<Vec<_>, Halt> = decisions
            .filter_map(|&decision| self.child(node, position, decision).transpose())
            .collect();
        let children = match children {
            Ok(children) => children,
            Err(halt) => {
                self.candidates = candidates;
                return Err(halt);
            }
        };
        let bytes = children.len() * size_of::<Node<P>>();
        if node.adopt(children) {
            self.tree.bytes.fetch_add(bytes, Ordering::Relaxed);
        }
        // Counted afterwards, so that the root has its moves whatever the limits.
        let counted = candidates.iter().try_for_each(|_| self.meter.count());
        self.candidates = candidates;
        counted
    }

    /// Plays a decision at the end of the trail; `None` if it turns out to be illegal.
    fn child(
        &self,
        node: &Node<P>,
        position: &P,
        decision: Decision,
    ) -> Result<Option<Node<P>>, Halt> {
        let searcher = self.searcher;
        let (game, terms) = (searcher.ground.game, &searcher.ground.terms);
        let ended = |value| {
            Ok(Some(Node::over(
                decision,
                position.side(),
                searcher.worth(value),
            )))
        };
        let Some(leads) = lead(game, terms, position, decision, self.meter.watch())? else {
            return Ok(None);
        };
        let after = match leads {
            Leads::To(after) => after,
            Leads::Ends(value) => return ended(value),
            Leads::Undecided(_) => {
                let bounds = searcher.static_bounds(position);
                let unknown = Node::unknown(decision, position.side(), bounds, node.prior());
                return Ok(Some(unknown));
            }
        };
        let inside = after.is_mid_turn();
        if !inside && let Some(ending) = game.finished(&after) {
            return ended(terms.value(&ending));
        }
        if self.is_met(&after) {
            return if inside {
                // Coming back to a choice within one turn is a turn without an end.
                match game.never_ending(&after) {
                    Some(ending) => ended(terms.value(&ending)),
                    None => Ok(None),
                }
            } else {
                ended(terms.cycle(game, &after))
            };
        }
        let prior = if inside && !after.is_optional_move() {
            // Seeds in hand are seen by nobody.
            node.prior()
        } else {
            searcher.looks(&after)
        };
        let bounds = searcher.static_bounds(&after);
        let open = Node::open(decision, position.side(), after, bounds, prior);
        Ok(Some(open))
    }

    /// Whether a position occurred before or stands on the trail: anywhere between turns, or as a
    /// choice of this turn.
    fn is_met(&self, position: &P) -> bool {
        let inside = position.is_mid_turn();
        if !inside && self.tree.before.contains(position) {
            return true;
        }
        let trail = self.trail.iter().rev().filter_map(|node| node.position());
        trail
            .take_while(|above| !inside || above.is_mid_turn())
            .any(|above| above.is_mid_turn() == inside && above == position)
    }

    /// Draws what is proven of a node from its children.
    fn gather(&self, node: &Node<P>) {
        let Some(position) = node.position().filter(|_| node.is_expanded()) else {
            return;
        };
        let side = position.side();
        let alive = node.children().iter().filter(|child| !child.is_dead());
        let best = alive
            .map(|child| child.bounds().seen_by(side))
            .reduce(|a, b| Bounds {
                lo: a.lo.max(b.lo),
                hi: a.hi.max(b.hi),
            });
        match best {
            Some(best) => node.tighten(best.seen_by(side)),
            None if position.is_mid_turn() => node.kill(side),
            None => {
                let ending = self.searcher.ground.game.stuck(position);
                let value = self
                    .searcher
                    .worth(self.searcher.ground.terms.value(&ending));
                node.tighten(Bounds {
                    lo: value,
                    hi: value,
                });
            }
        }
    }

    /// Takes South's result back to the root, and with it what was proven.
    fn back_up(&self, mut result: f32) {
        let mut has_changed = true;
        for (ply, node) in self.trail.iter().enumerate().rev() {
            if has_changed && ply + 1 < self.trail.len() {
                let before = node.bounds();
                self.gather(node);
                has_changed = node.bounds() != before;
            }
            let Bounds { lo, hi } = node.bounds();
            result = result.clamp(chance(lo), chance(hi));
            node.leave(result);
        }
    }
}
