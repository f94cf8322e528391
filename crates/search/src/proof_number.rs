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

pub(crate) use memory::Memory;

use crate::children::Nursery;
use crate::crew::{self, Crew, Member, Report};
use crate::endgames::Endgames;
use crate::facts::Facts;
use crate::forced;
use crate::limits::{Halt, Limits, Meter};
use crate::objective::Objective;
use crate::solve::{OnProgress, Progress, Solution, Solver, Status, main_part, with_stack};
use crate::terms::Bounds;
use prove::Prover;
use sow_engine::game::Game;
use sow_engine::side::Side;

/// The name on the command line.
const METHOD: &str = "proof-number";

/// Solves one position without history by proof-number search. See [`ProofNumber`] for many.
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
    /// For the terms of the game and the wording of answers; it has no table.
    solver: Solver<'game, G>,
    memory: Option<Memory>,
}

impl<'game, G: Game> ProofNumber<'game, G> {
    /// A solver for positions of at most `seeds` seeds, with a table of about `memory` bytes.
    pub fn new(game: &'game G, objective: Objective, seeds: usize, memory: usize) -> Self {
        let solver = Solver::without_table(game, objective, seeds, memory);
        let layout = solver.terms.layout;
        let memory = layout.map(|layout| Memory::new(main_part(memory), layout.words));
        Self { solver, memory }
    }

    /// The same solver with an endgame table to ask, see [`Solver::with_endgames`].
    #[must_use]
    pub fn with_endgames(mut self, endgames: &'game dyn Endgames<G::Position>) -> Self {
        self.solver = self.solver.with_endgames(endgames);
        self
    }

    /// Solves a position without history; positions in the middle of a turn included.
    ///
    /// # Panics
    /// If the thread that searches cannot be started.
    pub fn solve(
        &self,
        position: &G::Position,
        limits: &Limits<'_>,
        progress: &mut OnProgress<'_>,
    ) -> Solution {
        with_stack(|| {
            let crew = Crew::new(self.before(position), limits.nodes);
            let mut search = self.search(&crew, position, limits, progress);
            let solution = self.solution(position, crew.bounds());
            let bounds = crew.bounds();
            forced::complete(solution, &mut search, position, bounds, limits, progress)
        })
    }

    fn before(&self, position: &G::Position) -> Bounds {
        self.solver.terms.bounds(self.solver.game, position)
    }

    /// Searches on all threads; what is left is the first one.
    fn search<'a>(
        &'a self,
        crew: &'a Crew,
        position: &G::Position,
        limits: &Limits<'a>,
        progress: &mut OnProgress<'_>,
    ) -> Search<'a, G> {
        let solver = &self.solver;
        crew::answer(crew, solver, position, limits, progress, |meter, thread| {
            Search {
                solver,
                memory: self.memory.as_ref(),
                meter,
                nursery: Nursery::of_thread(thread),
            }
        })
    }

    fn solution(&self, position: &G::Position, bounds: Bounds) -> Solution {
        Solution {
            method: METHOD,
            ..self.solver.solution(self.before(position), bounds)
        }
    }

    /// How the player who can force the result of the solution does it: one turn of his at each
    /// position, and every reply of the other. Where neither can force more than endless play
    /// gives, South keeps the result. `None` if the position is not solved within the limits, or is
    /// in the middle of a turn.
    ///
    /// # Panics
    /// If the thread that searches cannot be started.
    pub fn tree(
        &self,
        position: &G::Position,
        limits: &Limits<'_>,
        size: TreeLimits,
    ) -> Option<SolutionTree<G::Position>> {
        with_stack(|| {
            let mut ignore = |_: &Progress| {};
            let crew = Crew::new(self.before(position), limits.nodes);
            let mut search = self.search(&crew, position, limits, &mut ignore);
            let bounds = crew.bounds();
            if self.solution(position, bounds).status != Status::Exact {
                return None;
            }
            tree::build(&mut search, position, bounds, size)
        })
    }
}

/// One search in progress.
struct Search<'a, G: Game> {
    solver: &'a Solver<'a, G>,
    memory: Option<&'a Memory>,
    meter: Meter<'a>,
    nursery: Nursery<G::Position>,
}

impl<'a, G: Game> Member<'a, G> for Search<'a, G> {
    fn meter(&mut self) -> &mut Meter<'a> {
        &mut self.meter
    }

    fn nursery(&mut self) -> &mut Nursery<G::Position> {
        &mut self.nursery
    }

    fn facts(&self) -> Facts<'a, G> {
        Facts {
            solver: self.solver,
            memory: self.memory,
        }
    }

    fn best(&self, position: &G::Position) -> u16 {
        self.first_proof(position)
    }

    fn decide(
        &mut self,
        position: &G::Position,
        want: i32,
        bounds: &mut Bounds,
        report: &mut Report<'_>,
    ) -> Result<bool, Halt> {
        if bounds.lo >= want || bounds.hi < want {
            return Ok(true);
        }
        let mut prover = Prover::new(
            self.solver,
            self.memory,
            &mut self.meter,
            &mut self.nursery,
            Side::South,
            want,
        );
        let found = prover.run(position);
        let depth = prover.longest;
        if let Ok(found) = found {
            *bounds = bounds.and(found);
        }
        report(depth, &self.meter, *bounds);
        found?;
        Ok(bounds.lo >= want || bounds.hi < want)
    }
}
