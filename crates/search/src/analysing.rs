//! The door to analyses, for those who know neither boards nor engines: a position in, the best moves out, deeper and
//! deeper.

use crate::analyse::{Analysis, OnDepth, Wish};
use crate::endgames::Endgames;
use crate::evaluate::Weights;
use crate::limits::Limits;
use crate::{Analyser, MonteCarlo, Objective};
use sow_engine::game::{Board, Game};
use sow_engine::games::BoardVisitor;
use sow_engine::position::{Position, Unfit};
use sow_engine::setup::Setup;

/// Who analyses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Principal-variation search with an evaluation fitted to each game: seeds.
    #[default]
    AlphaBeta,
    /// Monte-Carlo tree search: chances.
    MonteCarlo,
}

impl Engine {
    /// The name on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alpha-beta",
            Self::MonteCarlo => "mcts",
        }
    }
}

/// What is asked of a position.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// Who analyses.
    pub engine: Engine,
    /// How many moves, how deep.
    pub wish: Wish,
    /// What may be spent.
    pub limits: Limits<'a>,
    /// The seed of the random numbers of simulations.
    pub seed: u64,
    /// An endgame table to ask, of the same rules and board.
    pub endgames: Option<&'a dyn Endgames>,
    /// Positions that have occurred in the game: coming back to one of them is a repetition.
    pub before: &'a [Setup],
}

impl Default for Task<'_> {
    /// The best move of a position without history, as deep as the limits allow.
    fn default() -> Self {
        Self {
            engine: Engine::default(),
            wish: Wish::default(),
            limits: Limits::default(),
            seed: 1,
            endgames: None,
            before: &[],
        }
    }
}

/// Analyses a position; `on_depth` is told of every depth.
///
/// # Errors
/// [`Unfit`] if one of the positions before is of another game or board.
///
/// # Panics
/// If a thread that searches cannot be started.
pub fn analyse(
    position: &Position,
    task: &Task<'_>,
    on_depth: &mut OnDepth<'_>,
) -> Result<Analysis, Unfit> {
    for before in task.before {
        position.with(before.clone())?;
    }
    Ok(position.visit(Analyse {
        position,
        task,
        on_depth,
    }))
}

struct Analyse<'a, 'depth> {
    position: &'a Position,
    task: &'a Task<'a>,
    on_depth: &'a mut OnDepth<'depth>,
}

impl BoardVisitor for Analyse<'_, '_> {
    type Output = Analysis;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Analysis {
        let Task {
            engine,
            wish,
            limits,
            seed,
            endgames,
            before,
        } = self.task;
        let game = &*game;
        let position = game.position(self.position.setup());
        let before: Vec<P> = before.iter().map(|setup| game.position(setup)).collect();
        let (seeds, memory) = (usize::from(game.seeds(&position)), limits.memory);
        let weights = Weights::of(game.kind());
        match engine {
            Engine::AlphaBeta => {
                let mut analyser = Analyser::new(game, weights, seeds, memory);
                if let Some(known) = endgames {
                    analyser = analyser.with_endgames(*known);
                }
                analyser.analyse_after(&before, &position, wish, limits, self.on_depth)
            }
            Engine::MonteCarlo => {
                let mut searcher =
                    MonteCarlo::new(game, Objective::Outcome, weights, seeds, memory);
                if let Some(known) = endgames {
                    searcher = searcher.with_endgames(*known);
                }
                searcher.analyse_after(&before, &position, wish, limits, *seed, self.on_depth)
            }
        }
    }
}
