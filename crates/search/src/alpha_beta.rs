//! Exact values by deepened null-window alpha-beta searches.

mod prove;

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
use crate::solution::{OnProgress, Solution};
use crate::table::Table;
use crate::terms::{Bounds, Endless};
use crate::threads::with_stack;
use prove::{MOST_DEPTH, Prover};
use sow_engine::game::{Board, Game};
use sow_engine::side::Side;

/// The name on the command line.
const METHOD: &str = "alpha-beta";

/// Solves one position without history. See [`AlphaBeta`] for many.
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
    AlphaBeta::new(game, objective, seeds, limits.memory).solve(position, limits, progress)
}

/// Solves positions of one game and keeps what it has proven from one to the next.
#[derive(Debug)]
pub struct AlphaBeta<'game, P: Board> {
    ground: Ground<'game, P>,
    table: Option<Table>,
    /// Where cycles are not constant: solvers that take them for the least and for the most.
    sides: Option<Box<[Self; 2]>>,
}

impl<'game, P: Board> AlphaBeta<'game, P> {
    /// A solver for positions of at most `seeds` seeds, with tables of about `memory` bytes.
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
        Self {
            ground,
            table: layout.map(|layout| Table::new(main_part(memory), layout.words)),
            sides: None,
        }
    }

    /// The same solver with an endgame table to ask. It is not asked where repetitions within one
    /// cycle have different values, see [`crate::cycles`].
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
        with_stack(|| endless::solve(self, sides, true, position, limits, progress))
    }
}

impl<'game, P: Board> Method<'game, P> for AlphaBeta<'game, P> {
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
        member::answer(crew, ground, position, limits, progress, |meter, number| {
            Search {
                ground,
                table: self.table.as_ref(),
                meter,
                nursery: Nursery::of_thread(number),
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
    table: Option<&'a Table>,
    meter: Meter<'a>,
    nursery: Nursery<P>,
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
            table: self.table,
            memory: None,
        }
    }

    fn decide(
        &mut self,
        position: &P,
        want: i32,
        bounds: &mut Bounds,
        report: &mut Report<'_>,
    ) -> Result<bool, Halt> {
        let mut depth = 1;
        loop {
            let mut deeper = false;
            for (attacker, his_want) in [(Side::South, want), (Side::North, 1 - want)] {
                if bounds.lo >= want || bounds.hi < want {
                    return Ok(true);
                }
                let mut prover = Prover::new(
                    self.ground,
                    self.table,
                    &mut self.meter,
                    &mut self.nursery,
                    attacker,
                    his_want,
                );
                let found = prover.run(position, depth)?.seen_by(attacker);
                deeper |= prover.hit_horizon;
                *bounds = bounds.and(found);
            }
            report(depth, &self.meter, *bounds, None);
            if bounds.lo >= want || bounds.hi < want {
                return Ok(true);
            }
            if !deeper || depth >= MOST_DEPTH {
                return Ok(false);
            }
            // One by one at first, later in larger steps: deep searches mostly look for long
            // cycles.
            depth = (depth + 1 + depth / 16).min(MOST_DEPTH);
        }
    }
}
