//! Who can play: at random, greedily, by search.

mod greedy;
mod random;
mod searcher;

use sow_engine::game::{Board, Decision, Game};
use sow_random::Stream;
use sow_search::Endgames;
use sow_search::Objective;
use sow_search::evaluate::Weights;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Why a player cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The game cannot be played to its end: one sentence.
    Broken(String),
    /// The player has lost it, whatever is on the board: a few words, such as `no answer within 60 s`.
    Forfeits(String),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Broken(text) | Self::Forfeits(text) => f.pad(text),
        }
    }
}

impl From<String> for Fault {
    fn from(text: String) -> Self {
        Self::Broken(text)
    }
}

/// One side of a game.
pub trait Player<P: Board>: Send {
    /// The next decision at `position`, where the player is to move. `before` holds the positions that
    /// stood on the board between turns, which must not come back by oversight.
    ///
    /// # Errors
    /// If the player cannot go on.
    fn decide(&mut self, position: &P, before: &[P]) -> Result<Decision, Fault>;
}

/// How a player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
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
    pub const ALL: [Self; 4] = [
        Self::Random,
        Self::Greedy,
        Self::AlphaBeta,
        Self::MonteCarlo,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
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
pub struct Settings {
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
}

impl Settings {
    /// A method without limits, with a small table.
    pub const fn of(method: Method) -> Self {
        Self {
            method,
            nodes: None,
            time: None,
            depth: None,
            memory: 4 << 20,
            weights: None,
            objective: Objective::Outcome,
        }
    }

    /// Whether his choices depend on how fast the machine is.
    pub const fn is_timed(&self) -> bool {
        self.time.is_some()
    }

    /// The player, ready for one game from `start`. Those who search ask `endgames`.
    pub fn player<'game, P: Board>(
        &self,
        game: &'game dyn Game<P>,
        start: &P,
        stream: Stream,
        endgames: Option<&'game dyn Endgames>,
    ) -> Box<dyn Player<P> + 'game> {
        self.player_until(game, start, stream, endgames, None)
    }

    /// The same for a player who decides at once as soon as `stop` is set: what he plays then depends on when
    /// that was.
    pub fn player_until<'game, P: Board>(
        &self,
        game: &'game dyn Game<P>,
        start: &P,
        stream: Stream,
        endgames: Option<&'game dyn Endgames>,
        stop: Option<&'game AtomicBool>,
    ) -> Box<dyn Player<P> + 'game> {
        match self.method {
            Method::Random => Box::new(random::Random::new(game, stream)),
            Method::Greedy => Box::new(greedy::Greedy::new(game, stream)),
            Method::AlphaBeta => {
                Box::new(searcher::AlphaBeta::new(game, start, *self, endgames, stop))
            }
            Method::MonteCarlo => Box::new(searcher::Simulating::new(
                game, start, *self, stream, endgames, stop,
            )),
        }
    }
}
