//! Monte-Carlo tree search with proven bounds, for positions beyond exact reach.
//!
//! Simulations walk down a tree that grows by one node each, towards the moves that did best so far
//! (predictor + upper confidence bound, Rosin 2011; the predictor is the evaluation of
//! [`crate::evaluate`]), and end in a short playout. Beside its average each node carries proven
//! bounds on its value that are passed up as in score-bounded search (Cazenave and Saffidine 2010):
//! ended games prove, and proofs end the search below them. What the bounds say of the root is
//! exact: a node stands for one line of play, so that repetitions are met as the rules define them,
//! and [`crate::cycles`] shows that the value of such a tree is that of its root.
//!
//! All threads walk in one tree. Numbers are atomic, children are made once by whoever comes first,
//! and a thread on its way counts as lost, so that others try something else.

mod node;
mod playout;
mod worker;

use crate::alpha_beta::AlphaBeta;
use crate::analyse::{Analysis, Line, OnDepth, Score, Wish, share_out};
use crate::endgames::Endgames;
use crate::evaluate::{Weights, evaluate};
use crate::ground::Ground;
use crate::limits::Limits;
use crate::objective::{Objective, Scale};
use crate::solution::{OnProgress, Progress, Solution, Status};
use crate::terms::{Bounds, Endless};
use node::Node;
use sow_engine::game::{Board, Decision, Game};
use sow_engine::scribe::Scribe;
use sow_engine::side::Side;
use std::sync::atomic::AtomicUsize;
use worker::Worker;

/// Nodes for the search of a line, besides four times those of the proof.
const LINE_NODES: u64 = 1 << 16;

/// Memory for the search of a line.
const LINE_MEMORY: usize = 4 << 20;

/// The name on the command line.
const METHOD: &str = "mcts";

/// Solves one position without history by Monte-Carlo tree search. See [`MonteCarlo`] for many.
///
/// # Panics
/// If a thread that searches cannot be started.
pub fn solve<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    objective: Objective,
    limits: &Limits<'_>,
    progress: &mut OnProgress<'_>,
) -> Solution {
    let seeds = usize::from(game.seeds(position));
    let weights = Weights::of(game.kind());
    MonteCarlo::new(game, objective, weights, seeds, limits.memory)
        .solve(position, limits, progress)
}

/// A Monte-Carlo searcher of one game.
#[derive(Debug)]
pub struct MonteCarlo<'game, P: Board> {
    /// For the terms of the game and the wording of answers; it has no table.
    ground: Ground<'game, P>,
    weights: Weights,
    /// What a hundredth of a seed is worth in logits of winning.
    steepness: f32,
    memory: usize,
}

/// What one search grows.
struct Tree<'a, P: Board> {
    searcher: &'a MonteCarlo<'a, P>,
    /// Positions that have occurred in the game.
    before: &'a [P],
    root: Node<P>,
    /// Bytes taken by nodes.
    bytes: AtomicUsize,
}

impl<'game, P: Board> MonteCarlo<'game, P> {
    /// A searcher for positions of at most `seeds` seeds, whose tree takes about `memory` bytes at
    /// most. A full tree grows no more, but goes on being walked.
    pub fn new(
        game: &'game dyn Game<P>,
        objective: Objective,
        weights: Weights,
        seeds: usize,
        memory: usize,
    ) -> Self {
        Self {
            ground: Ground::new(game, objective, seeds, 0, Endless::AsRuled),
            weights,
            steepness: Weights::steepness(game.kind()),
            memory,
        }
    }

    /// The same searcher with an endgame table to ask, see [`AlphaBeta::with_endgames`].
    #[must_use]
    pub fn with_endgames(mut self, endgames: &'game dyn Endgames) -> Self {
        self.ground.ask(endgames);
        self
    }

    /// Analyses a position without history. [`Analysis::depth`] is the length of the principal line in
    /// decisions; [`Wish::depth`] plays no part.
    ///
    /// With one thread, equal searches of equal `seed` visit equal nodes.
    ///
    /// # Panics
    /// If a thread that searches cannot be started.
    pub fn analyse(
        &self,
        position: &P,
        wish: &Wish,
        limits: &Limits<'_>,
        seed: u64,
        on_depth: &mut OnDepth<'_>,
    ) -> Analysis {
        self.analyse_after(&[], position, wish, limits, seed, on_depth)
    }

    /// Analyses a position of a game in which the positions `before` have occurred between turns, as
    /// [`MonteCarlo::analyse`] does; what is proven is proven for this game.
    ///
    /// # Panics
    /// If a thread that searches cannot be started.
    pub fn analyse_after(
        &self,
        before: &[P],
        position: &P,
        wish: &Wish,
        limits: &Limits<'_>,
        seed: u64,
        on_depth: &mut OnDepth<'_>,
    ) -> Analysis {
        let over = !position.is_mid_turn() && self.ground.game.finished(position).is_some();
        if over || wish.lines == 0 {
            return Analysis {
                depth: 0,
                lines: Vec::new(),
                nodes: 0,
                complete: true,
            };
        }
        let tree = self.tree(before, position);
        let nodes = tree.search(limits, seed, &mut |tree, nodes| {
            on_depth(&tree.analysis(wish, nodes));
        });
        let last = tree.analysis(wish, nodes);
        on_depth(&last);
        last
    }

    /// Searches a position without history until its value is proven or a limit is reached.
    ///
    /// The proof holds as it does for the other methods, but takes far more memory and time: the
    /// tree knows no transpositions. The distance is not found out.
    ///
    /// # Panics
    /// If a thread that searches cannot be started.
    pub fn solve(
        &self,
        position: &P,
        limits: &Limits<'_>,
        progress: &mut OnProgress<'_>,
    ) -> Solution {
        let ground = &self.ground;
        let before = ground.terms.bounds(ground.game, position);
        let whole = |bounds: Bounds| self.values(bounds, before);
        let (bounds, nodes, line) = match ground.game.finished(position) {
            Some(ending) if !position.is_mid_turn() => {
                let value = ground.terms.value(&ending);
                let bounds = Bounds {
                    lo: value,
                    hi: value,
                };
                (bounds, 0, Vec::new())
            }
            _ => {
                let tree = self.tree(&[], position);
                let nodes = tree.search(limits, 0, &mut |tree, nodes| {
                    let bounds = whole(tree.root.bounds());
                    progress(&Progress {
                        standing: None,
                        depth: tree.line(&tree.root).len() as u32,
                        nodes,
                        lowest: ground.score(bounds.lo),
                        highest: ground.score(bounds.hi),
                    });
                });
                (whole(tree.root.bounds()), nodes, Vec::new())
            }
        };
        let found = ground.solution(before, bounds);
        let line = if found.status == Status::Exact && limits.line && nodes > 0 {
            self.line_of(position, nodes, limits)
        } else {
            line
        };
        Solution {
            nodes,
            line,
            method: METHOD,
            ..found
        }
    }

    /// A line of best play from a solved position, by the search that has a table for it: the tree stops where its bounds
    /// prove enough, in the middle of a game or of a turn. Empty if that takes too long.
    fn line_of(&self, position: &P, nodes: u64, limits: &Limits<'_>) -> Vec<String> {
        let ground = &self.ground;
        let seeds = usize::from(ground.game.seeds(position));
        let limits = Limits {
            nodes: LINE_NODES.saturating_add(nodes.saturating_mul(4)),
            threads: 1,
            ..*limits
        };
        let solver = AlphaBeta::new(ground.game, ground.objective, seeds, LINE_MEMORY);
        let found = solver.solve(position, &limits, &mut |_| {});
        if found.status == Status::Exact {
            found.line
        } else {
            Vec::new()
        }
    }

    fn tree<'a>(&'a self, before: &'a [P], position: &P) -> Tree<'a, P> {
        Tree {
            searcher: self,
            before,
            root: Node::open(
                Decision::Pass,
                position.side().other(),
                *position,
                self.static_bounds(position),
                self.looks(position),
            ),
            bytes: AtomicUsize::new(0),
        }
    }

    /// A value as the tree holds it: only the sign where only the outcome is asked for.
    fn worth(&self, value: i32) -> i32 {
        match self.ground.terms.scale {
            Scale::Seeds if self.ground.objective != Objective::Margin => value.signum(),
            _ => value,
        }
    }

    /// Bounds of the tree as bounds on whole values, not looser than `before`.
    fn values(&self, bounds: Bounds, before: Bounds) -> Bounds {
        let value = |found: i32, before: i32| {
            if found == self.worth(before) {
                before
            } else {
                found
            }
        };
        Bounds {
            lo: value(bounds.lo, before.lo),
            hi: value(bounds.hi, before.hi),
        }
    }

    /// South's expected result by the looks of a position, 0 to 1.
    fn looks(&self, position: &P) -> f32 {
        let estimate = evaluate(self.ground.game, position, &self.weights) * position.side().sign();
        let logits = estimate as f32 * self.steepness;
        1.0 / (1.0 + (-logits).exp())
    }

    fn static_bounds(&self, position: &P) -> Bounds {
        let bounds = self.ground.bounds(position);
        Bounds {
            lo: self.worth(bounds.lo),
            hi: self.worth(bounds.hi),
        }
    }
}

impl<P: Board> Tree<'_, P> {
    /// Searches until the root is settled or a limit is reached; returns the nodes.
    fn search(
        &self,
        limits: &Limits<'_>,
        seed: u64,
        on_report: &mut (dyn FnMut(&Self, u64) + Send),
    ) -> u64 {
        let (nodes, others) = share_out(
            limits,
            |meter| Worker::new(self, meter, seed, 0).run(&mut |nodes| on_report(self, nodes)),
            |meter, number| Worker::new(self, meter, seed, number).run(&mut |_| {}),
        );
        nodes + others
    }

    /// The moves at the root, the best first.
    fn analysis(&self, wish: &Wish, nodes: u64) -> Analysis {
        let mut children: Vec<_> = self
            .root
            .children()
            .iter()
            .filter(|child| !child.is_dead())
            .collect();
        children.sort_by(|a, b| b.merit().total_cmp(&a.merit()));
        let lines: Vec<_> = children
            .into_iter()
            .take(wish.lines)
            .map(|child| {
                let mut line = vec![child.decision];
                line.extend(self.line(child));
                Line {
                    decision: child.decision,
                    score: self.score(child),
                    turns: self.turns(&line),
                    visits: Some(u64::from(child.visits())),
                }
            })
            .collect();
        Analysis {
            depth: self.line(&self.root).len() as u32,
            lines,
            nodes,
            complete: self.root.settled().is_some(),
        }
    }

    fn score(&self, node: &Node<P>) -> Score {
        let Bounds { lo, hi } = node.bounds();
        let winner = if lo > 0 {
            Side::South
        } else if hi < 0 {
            Side::North
        } else if lo == 0 && hi == 0 {
            return Score::Draw;
        } else {
            return Score::Chance((10_000.0 * node.mean()).round() as u16);
        };
        Score::Win {
            winner,
            within: None,
            margin: None,
        }
    }

    /// The decisions that are expected to follow at a node.
    fn line(&self, node: &Node<P>) -> Vec<Decision> {
        let mut line = Vec::new();
        let mut at = node;
        while let Some(best) = at
            .children()
            .iter()
            .filter(|child| child.visits() > 0 && !child.is_dead())
            .max_by(|a, b| a.merit().total_cmp(&b.merit()))
        {
            line.push(best.decision);
            at = best;
        }
        line
    }

    fn turns(&self, line: &[Decision]) -> Vec<String> {
        let mut scribe = Scribe::new(self.searcher.ground.game);
        let mut at = &self.root;
        for &decision in line {
            let Some(position) = at.position() else {
                break;
            };
            scribe.add(position, decision);
            match at
                .children()
                .iter()
                .find(|child| child.decision == decision)
            {
                Some(child) => at = child,
                None => break,
            }
        }
        scribe.finish()
    }
}
