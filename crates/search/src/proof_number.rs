//! Proof-number search: exact values of positions with few good replies, puzzles above all.
//!
//! Where alpha-beta looks equally far everywhere, proof-number search goes where the least is
//! missing for a proof, however deep. The value is found by questions, "does South get at least
//! this?", each answered by a proof or a disproof: the outcome takes one or two, a margin as many
//! as a bisection needs. What is proven stays in a table of fixed size with whole keys.

mod kept;
mod memory;
mod numbers;
mod prove;
mod strategy;
mod tree;

pub use strategy::Strategy;
pub use tree::{Below, SolutionTree, TreeLimits};

pub(crate) use memory::Memory;

use crate::children::Nursery;
use crate::crew::Crew;
use crate::endgames::Endgames;
use crate::endless::{self, Method};
use crate::facts::Facts;
use crate::ground::{Ground, main_part};
use crate::limits::{Halt, Limits};
use crate::member::{self, Member, Report};
use crate::meter::Meter;
use crate::objective::Objective;
use crate::solution::{OnProgress, Progress, Solution};
use crate::terms::{Bounds, Endless};
use crate::threads::with_stack;
use prove::Prover;
use sow_engine::game::{Board, Game};

/// The name on the command line.
const METHOD: &str = "proof-number";

/// Solves one position without history by proof-number search. See [`ProofNumber`] for many.
///
/// # Panics
/// If the thread that searches cannot be started.
pub fn solve<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    objective: Objective,
    limits: &Limits<'_>,
    progress: &mut OnProgress<'_>,
) -> Solution {
    let seeds = usize::from(game.seeds(position));
    ProofNumber::new(game, objective, seeds, limits.memory).solve(position, limits, progress)
}

/// Solves positions of one game and keeps what it has proven from one to the next.
#[derive(Debug)]
pub struct ProofNumber<'game, P: Board> {
    /// For the terms of the game and the wording of answers; it has no table.
    ground: Ground<'game, P>,
    memory: Option<Memory>,
    /// Where cycles are not constant: solvers that take them for the least and for the most.
    sides: Option<Box<[Self; 2]>>,
    /// Whether the tree of histories is searched where these do not tell.
    histories: bool,
}

impl<'game, P: Board> ProofNumber<'game, P> {
    /// A ground for positions of at most `seeds` seeds, with a table of about `memory` bytes.
    pub fn new(
        game: &'game dyn Game<P>,
        objective: Objective,
        seeds: usize,
        memory: usize,
    ) -> Self {
        let taking = |memory, endless| Self::taking(game, objective, seeds, memory, endless);
        Self {
            sides: endless::sides(game, |endless| taking(memory / 2, endless)),
            ..taking(memory, Endless::AsRuled)
        }
    }

    fn taking(
        game: &'game dyn Game<P>,
        objective: Objective,
        seeds: usize,
        memory: usize,
        endless: Endless,
    ) -> Self {
        let ground = Ground::new(game, objective, seeds, memory, endless);
        let layout = ground.terms.layout;
        let memory = layout.map(|layout| Memory::new(main_part(memory), layout.words));
        Self {
            ground,
            memory,
            sides: None,
            histories: true,
        }
    }

    /// The same ground, which gives up where only the tree of histories could tell.
    pub(crate) fn without_histories(self) -> Self {
        Self {
            histories: false,
            ..self
        }
    }

    /// The same ground with an endgame table to ask, see [`crate::AlphaBeta::with_endgames`].
    #[must_use]
    pub fn with_endgames(mut self, endgames: &'game dyn Endgames) -> Self {
        self.ground.ask(endgames);
        self
    }

    /// Solves a position without history; positions in the middle of a turn included.
    ///
    /// # Panics
    /// If the thread that searches cannot be started.
    pub fn solve(
        &self,
        position: &P,
        limits: &Limits<'_>,
        progress: &mut OnProgress<'_>,
    ) -> Solution {
        let sides = self.sides.as_deref();
        with_stack(|| endless::solve(self, sides, self.histories, position, limits, progress))
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
        position: &P,
        limits: &Limits<'_>,
        size: TreeLimits,
    ) -> Option<SolutionTree<P>> {
        with_stack(|| {
            let mut ignore = |_: &Progress| {};
            let crew = Crew::new(self.ground.before(position), limits.nodes);
            let mut search = self.search(&crew, position, limits, &mut ignore);
            let bounds = crew.bounds();
            if !self.ground.is_answer(bounds) {
                return None;
            }
            tree::build(&mut search, position, bounds, size)
        })
    }
}

impl<'game, P: Board> Method<'game, P> for ProofNumber<'game, P> {
    type Search<'s>
        = Search<'s, P>
    where
        Self: 's;

    fn ground(&self) -> &Ground<'game, P> {
        &self.ground
    }

    fn search<'s>(
        &'s self,
        crew: &'s Crew,
        position: &P,
        limits: &Limits<'s>,
        progress: &mut OnProgress<'_>,
    ) -> Search<'s, P> {
        let ground = &self.ground;
        member::answer(crew, ground, position, limits, progress, |meter, thread| {
            Search {
                ground,
                memory: self.memory.as_ref(),
                meter,
                nursery: Nursery::of_thread(thread),
                alone: limits.threads <= 1,
            }
        })
    }

    fn name(&self) -> &'static str {
        METHOD
    }
}

/// One search in progress.
pub(crate) struct Search<'a, P: Board> {
    ground: &'a Ground<'a, P>,
    memory: Option<&'a Memory>,
    meter: Meter<'a>,
    nursery: Nursery<P>,
    /// No other thread asks the same.
    alone: bool,
}

impl<'a, P: Board> Member<'a, P> for Search<'a, P> {
    fn meter(&mut self) -> &mut Meter<'a> {
        &mut self.meter
    }

    fn nursery(&mut self) -> &mut Nursery<P> {
        &mut self.nursery
    }

    fn facts(&self) -> Facts<'a, P> {
        Facts {
            ground: self.ground,
            table: None,
            memory: self.memory,
        }
    }

    fn best(&self, position: &P) -> u16 {
        self.first_proof(position)
    }

    fn decide(
        &mut self,
        position: &P,
        want: i32,
        bounds: &mut Bounds,
        report: &mut Report<'_>,
    ) -> Result<bool, Halt> {
        if bounds.lo >= want || bounds.hi < want {
            return Ok(true);
        }
        let known = *bounds;
        let mut tell = |depth, meter: &Meter<'_>, standing| {
            report(depth, meter, known, Some(standing));
        };
        let mut prover = Prover::new(
            self.ground,
            self.memory,
            &mut self.meter,
            &mut self.nursery,
            self.alone,
            want,
            &mut tell,
        );
        let found = prover.run(position);
        let depth = prover.longest;
        if let Ok(found) = found {
            *bounds = bounds.and(found);
        }
        report(depth, &self.meter, *bounds, None);
        found?;
        Ok(bounds.lo >= want || bounds.hi < want)
    }
}
