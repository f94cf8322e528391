//! Proof-number search: exact values of positions with few good replies, puzzles above all.
//!
//! Where alpha-beta looks equally far everywhere, proof-number search goes where the least is
//! missing for a proof, however deep. The value is found by questions, "does South get at least
//! this?", each answered by a proof or a disproof: the outcome takes one or two, a margin as many
//! as a bisection needs. What is proven stays in a table of fixed size with whole keys.

mod memory;
mod numbers;
mod prove;
mod tree;

pub use tree::{Below, SolutionTree, TreeLimits};

use crate::children::Nursery;
use crate::limits::{Halt, Limits, Meter};
use crate::objective::Objective;
use crate::solve::{LINE_NODES, OnProgress, Progress, STACK, Solution, Solver, Status};
use crate::terms::Bounds;
use memory::Memory;
use prove::Prover;
use sow_engine::game::Game;
use sow_engine::side::Side;

/// The name on the command line.
const METHOD: &str = "proof-number";

/// Solves one position without history by proof-number search. See [`ProofNumber`] for many.
///
/// The line is one of best play, but not always the shortest, and [`Solution::distance`] is not
/// found out.
///
/// # Panics
/// If the thread that searches cannot be started.
pub fn solve<G: Game>(
    game: &G,
    position: &G::Position,
    objective: Objective,
    limits: &Limits<'_>,
    progress: &mut OnProgress<'_>,
) -> Solution {
    let seeds = usize::from(game.seeds(position));
    ProofNumber::new(game, objective, seeds, limits.memory).solve(position, limits, progress)
}

/// Solves positions of one game and keeps what it has proven from one to the next.
#[derive(Debug)]
pub struct ProofNumber<'game, G: Game> {
    /// For the terms of the game and the wording of answers; its own table stays empty.
    solver: Solver<'game, G>,
    memory: Option<Memory>,
}

impl<'game, G: Game> ProofNumber<'game, G> {
    /// A solver for positions of at most `seeds` seeds, with a table of about `memory` bytes.
    pub fn new(game: &'game G, objective: Objective, seeds: usize, memory: usize) -> Self {
        let solver = Solver::new(game, objective, seeds, 0);
        let memory = solver
            .terms
            .layout
            .map(|layout| Memory::new(memory, layout.words));
        Self { solver, memory }
    }

    /// Solves a position without history; positions in the middle of a turn included.
    ///
    /// # Panics
    /// If the thread that searches cannot be started.
    pub fn solve(
        &mut self,
        position: &G::Position,
        limits: &Limits<'_>,
        progress: &mut OnProgress<'_>,
    ) -> Solution {
        with_stack(|| {
            let mut search = Search::new(self, limits, progress);
            let (mut solution, bounds) = search.solution(position);
            if solution.status == Status::Exact && limits.line {
                solution.line = search.line(position, bounds);
            }
            solution.nodes = search.meter.nodes;
            solution
        })
    }

    /// How the player who can force the result of the solution does it: one turn of his at each
    /// position, and every reply of the other. Where neither can force more than endless play
    /// gives, South keeps the result. `None` if the position is not solved within the limits, or is
    /// in the middle of a turn.
    ///
    /// # Panics
    /// If the thread that searches cannot be started.
    pub fn tree(
        &mut self,
        position: &G::Position,
        limits: &Limits<'_>,
        size: TreeLimits,
    ) -> Option<SolutionTree<G::Position>> {
        with_stack(|| {
            let mut ignore = |_: &Progress| {};
            let mut search = Search::new(self, limits, &mut ignore);
            let (solution, bounds) = search.solution(position);
            if solution.status != Status::Exact {
                return None;
            }
            tree::build(&mut search, position, bounds, size)
        })
    }
}

/// Runs `work` on a thread with a stack for deep recursion.
fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, work);
        match thread.map(|thread| thread.join()) {
            Ok(Ok(found)) => found,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => panic!("the thread that searches cannot be started: {error}"),
        }
    })
}

/// One search in progress.
struct Search<'a, 'game, 'flag, 'p, G: Game> {
    solver: &'a Solver<'game, G>,
    memory: Option<&'a mut Memory>,
    meter: Meter<'flag>,
    nursery: Nursery<G::Position>,
    progress: &'a mut OnProgress<'p>,
}

impl<'a, 'game, 'flag, 'p, G: Game> Search<'a, 'game, 'flag, 'p, G> {
    fn new(
        owner: &'a mut ProofNumber<'game, G>,
        limits: &Limits<'flag>,
        progress: &'a mut OnProgress<'p>,
    ) -> Self {
        Self {
            solver: &owner.solver,
            memory: owner.memory.as_mut(),
            meter: Meter::new(limits),
            nursery: Nursery::new(),
            progress,
        }
    }

    /// The value, as exact as the limits allow, and the proven bounds on it, seen by South.
    fn solution(&mut self, position: &G::Position) -> (Solution, Bounds) {
        let before = self.solver.terms.bounds(self.solver.game, position);
        let mut bounds = before;
        while !self.solver.is_answer(bounds) {
            let want = self.solver.question(bounds);
            if self.decide(position, want, &mut bounds) != Ok(true) {
                break;
            }
        }
        let solution = Solution {
            method: METHOD,
            nodes: self.meter.nodes,
            ..self.solver.solution(before, bounds)
        };
        (solution, bounds)
    }

    /// Tightens `bounds` until they say whether South's value is at least `want`. False if that
    /// cannot be told.
    fn decide(
        &mut self,
        position: &G::Position,
        want: i32,
        bounds: &mut Bounds,
    ) -> Result<bool, Halt> {
        if bounds.lo >= want || bounds.hi < want {
            return Ok(true);
        }
        let solver = self.solver;
        let mut prover = Prover::new(
            solver.game,
            &solver.terms,
            self.memory.as_deref_mut(),
            &mut self.meter,
            &mut self.nursery,
            Side::South,
            want,
        );
        let found = prover.run(position);
        let depth = prover.longest;
        if let Ok(found) = found {
            bounds.lo = bounds.lo.max(found.lo);
            bounds.hi = bounds.hi.min(found.hi);
        }
        (self.progress)(&Progress {
            depth,
            nodes: self.meter.nodes,
            lowest: solver.score(bounds.lo),
            highest: solver.score(bounds.hi),
        });
        found?;
        Ok(bounds.lo >= want || bounds.hi < want)
    }

    /// Whether `side` is sure of what the goals promise him at a position.
    fn holds(&mut self, side: Side, position: &G::Position, goals: Bounds) -> Result<bool, Halt> {
        let mut bounds = self.solver.terms.bounds(self.solver.game, position);
        if side == Side::South {
            self.decide(position, goals.lo, &mut bounds)?;
            Ok(bounds.lo >= goals.lo)
        } else {
            self.decide(position, goals.hi + 1, &mut bounds)?;
            Ok(bounds.hi <= goals.hi)
        }
    }

    /// A line of best play, as far as the limits allow.
    fn line(&mut self, position: &G::Position, bounds: Bounds) -> Vec<String> {
        let goals = self.solver.goals(bounds);
        let limit = LINE_NODES.saturating_add(self.meter.nodes.saturating_mul(4));
        let limited = self.meter.at_most(limit);
        let meter = std::mem::replace(&mut self.meter, limited);
        let line = tree::line(self, position, goals);
        self.meter = meter.with_nodes(self.meter.nodes);
        line.unwrap_or_default()
    }
}
