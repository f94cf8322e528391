//! Who can play: at random, greedily, by search.

mod greedy;
mod random;
mod searcher;

pub(crate) use random::Random;

use crate::allowance::Listener;
use crate::error::PlayerError;
use sow_engine::game::{Board, Decision, Game};
use sow_random::Stream;
use sow_search::Endgames;
use sow_search::Objective;
use sow_search::evaluate::Weights;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// One side of a game.
pub trait Player<P: Board>: Send {
    /// The next decision at `position`, where the player is to move. `before` holds the positions that
    /// stood on the board between turns, which must not come back by oversight.
    ///
    /// # Errors
    /// If the player cannot go on.
    fn decide(&mut self, position: &P, before: &[P]) -> Result<Decision, PlayerError>;
}

/// What reaches a player from outside of the game, and leaves him.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ears<'game> {
    /// Set when he is to decide at once.
    pub stop: Option<&'game AtomicBool>,
    /// Told of his analyses.
    pub listener: Option<&'game Listener>,
}

/// How a player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Method {
    /// Any decision, all equally likely.
    Random,
    /// The most seeds now; among equals any.
    Greedy,
    /// Principal-variation search.
    AlphaBeta,
    /// Monte-Carlo tree search.
    MonteCarlo,
}

impl Method {
    /// All methods.
    pub(crate) const ALL: [Self; 4] = [
        Self::Random,
        Self::Greedy,
        Self::AlphaBeta,
        Self::MonteCarlo,
    ];

    /// The name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::AlphaBeta => "alpha-beta",
            Self::MonteCarlo => "mcts",
        }
    }
}

/// A player by his settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// How he chooses.
    pub method: Method,
    /// Nodes for each decision.
    pub nodes: Option<u64>,
    /// Time for each decision.
    pub time: Option<Duration>,
    /// Sowings looked ahead.
    pub depth: Option<u32>,
    /// Bytes for his table or tree.
    pub memory: usize,
    /// Weights of the evaluation, those of the game if not given.
    pub weights: Option<Weights>,
    /// What the player by simulations plays for.
    pub objective: Objective,
    /// The moment by which the turn must be done.
    pub until: Option<Instant>,
    /// Best moves that a listener is told of.
    pub lines: usize,
}

impl Settings {
    /// A method without limits, with a small table.
    pub(crate) const fn of(method: Method) -> Self {
        Self {
            method,
            nodes: None,
            time: None,
            depth: None,
            memory: 4 << 20,
            weights: None,
            objective: Objective::Outcome,
            until: None,
            lines: 1,
        }
    }

    /// Whether his choices depend on how fast the machine is.
    pub(crate) const fn is_timed(&self) -> bool {
        self.time.is_some()
    }

    /// The player, ready for one game from `start`. Those who search ask `endgames`.
    pub(crate) fn player<'game, P: Board>(
        &self,
        game: &'game dyn Game<P>,
        start: &P,
        stream: Stream,
        endgames: Option<&'game dyn Endgames>,
    ) -> Box<dyn Player<P> + 'game> {
        self.player_until(game, start, stream, endgames, Ears::default())
    }

    /// The same for a player who decides at once as soon as a flag is set: what he plays then depends on when
    /// that was.
    pub(crate) fn player_until<'game, P: Board>(
        &self,
        game: &'game dyn Game<P>,
        start: &P,
        stream: Stream,
        endgames: Option<&'game dyn Endgames>,
        ears: Ears<'game>,
    ) -> Box<dyn Player<P> + 'game> {
        match self.method {
            Method::Random => Box::new(Random::new(game, stream)),
            Method::Greedy => Box::new(greedy::Greedy::new(game, stream)),
            Method::AlphaBeta => {
                Box::new(searcher::AlphaBeta::new(game, start, *self, endgames, ears))
            }
            Method::MonteCarlo => Box::new(searcher::Simulating::new(
                game, start, *self, stream, endgames, ears,
            )),
        }
    }
}
