//! The methods that are held against brute force.

use sow_engine::game::{Board, Contents, Game};
use sow_engine::side::Side;
use sow_search::evaluate::Weights;
use sow_search::{
    AlphaBeta, EndgameValue, Endgames, Limits, MonteCarlo, Objective, ProofNumber, Solution,
};
use std::collections::HashMap;

/// A method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    AlphaBeta,
    ProofNumber,
    /// A tree without transpositions: not where everything must be solved.
    MonteCarlo,
}

/// Solves positions one after another, on one table.
pub(crate) type Solve<'a, P> = Box<dyn Fn(&P, &Limits<'_>) -> Solution + 'a>;

impl Method {
    /// Those that solve every position of a small board in reasonable time.
    pub(crate) const ALL: [Self; 2] = [Self::AlphaBeta, Self::ProofNumber];

    /// A solver for positions of at most `seeds` seeds.
    pub(crate) fn solver<P: Board>(
        self,
        game: &dyn Game<P>,
        objective: Objective,
        seeds: usize,
        memory: usize,
    ) -> Solve<'_, P> {
        self.with_endgames(game, objective, seeds, memory, None)
    }

    /// The same with an endgame table.
    pub(crate) fn with_endgames<'a, P: Board>(
        self,
        game: &'a dyn Game<P>,
        objective: Objective,
        seeds: usize,
        memory: usize,
        endgames: Option<&'a Known<P>>,
    ) -> Solve<'a, P> {
        match self {
            Self::AlphaBeta => {
                let mut solver = AlphaBeta::new(game, objective, seeds, memory);
                if let Some(endgames) = endgames {
                    solver = solver.with_endgames(endgames);
                }
                Box::new(move |position, limits| solver.solve(position, limits, &mut |_| {}))
            }
            Self::ProofNumber => {
                let mut solver = ProofNumber::new(game, objective, seeds, memory);
                if let Some(endgames) = endgames {
                    solver = solver.with_endgames(endgames);
                }
                Box::new(move |position, limits| solver.solve(position, limits, &mut |_| {}))
            }
            Self::MonteCarlo => {
                let weights = Weights::of(game.kind());
                let mut solver = MonteCarlo::new(game, objective, weights, seeds, memory);
                if let Some(endgames) = endgames {
                    solver = solver.with_endgames(endgames);
                }
                Box::new(move |position, limits| solver.solve(position, limits, &mut |_| {}))
            }
        }
    }
}

/// An endgame table in memory.
#[derive(Debug)]
pub(crate) struct Known<P>(pub(crate) HashMap<P, EndgameValue>);

impl<P: Board> Endgames for Known<P> {
    fn value(&self, side: Side, contents: &Contents<'_>) -> Option<EndgameValue> {
        // Any position of the game lends its board.
        let like = self.0.keys().next()?;
        self.0.get(&like.with_contents(side, contents)).copied()
    }
}
