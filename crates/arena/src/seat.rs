//! Players by name: `alpha-beta:nodes=20000`, `mcts:time=50ms`, `greedy`, or another program behind a pipe:
//! `engine:COMMAND`.

use crate::allowance::{Allowance, Listener};
use crate::book_file::{BookError, Lookup};
use crate::error::{Fault, PlayerError};
use crate::matches::Entrant;
use crate::player::{Ears, Method, Player, Settings};
use crate::program::{MOVE_TIME, Program};
use crate::quantity::{QuantityError, parse_duration, parse_size};
use sow_engine::game::{Board, Decision, Game, Outcome};
use sow_engine::kind::GameKind;
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::scribe::decisions;
use sow_engine::text::{quoted, suggestion};
use sow_random::Stream;
use sow_search::evaluate::Weights;
use sow_search::{Endgames, Objective};
use std::fmt;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use thiserror::Error;

/// The endgame tables of a folder that fit rules and columns, `None` where none do.
pub type TablesOf = dyn Fn(Rules, usize) -> Option<Box<dyn Endgames + Send>> + Send + Sync;

/// Where the files and the memory are that the names of players mention.
pub trait Shelf {
    /// The opening book of `book=FILE`.
    ///
    /// # Errors
    /// Whatever keeps it from being read.
    fn book(&self, path: &Path) -> Result<Lookup, Fault>;

    /// The endgame tables of `tables=DIR`.
    ///
    /// # Errors
    /// Whatever keeps them from being opened.
    fn tables(&self, folder: &Path) -> Result<Box<TablesOf>, Fault>;

    /// The bytes of `memory=SIZE`.
    ///
    /// # Errors
    /// If it is no size, or more than can be had.
    fn memory(&self, size: &str) -> Result<u64, Fault> {
        Ok(parse_size(size)?)
    }
}

/// No files: players without books and tables.
impl Shelf for () {
    fn book(&self, path: &Path) -> Result<Lookup, Fault> {
        Err(format!("there is no book {} here", path.display()).into())
    }

    fn tables(&self, folder: &Path) -> Result<Box<TablesOf>, Fault> {
        Err(format!("there are no tables {} here", folder.display()).into())
    }
}

/// Why a text names no player.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SeatError {
    /// No command is named.
    #[error(
        "`{0}` names no command; write engine:COMMAND, such as \"engine:./old-sow engine --nodes 20000\""
    )]
    NoCommand(String),
    /// There is no such method.
    #[error(
        "`{name}` is no player{hint}; the players are {known} and engine:COMMAND",
        name = quoted(.name),
        hint = suggestion(.name.split(':').next().unwrap_or_default(), .known.split(", "))
    )]
    Unknown {
        /// The name.
        name: String,
        /// Those that are known.
        known: String,
    },
    /// There is no such option, or not with such a value.
    #[error(
        "`{0}` is no option of a player; write nodes=N, time=DURATION, depth=N, memory=SIZE, weights=material, book=FILE, tables=DIR, mcts:objective=points or a weight such as mobility=20"
    )]
    Option(String),
    /// A player who does not search has an option of those who do.
    #[error("`{option}` means nothing to {method}, who does not search; of all options only book=FILE does", option = quoted(.option))]
    Idle {
        /// The option.
        option: String,
        /// The player.
        method: &'static str,
    },
    /// A duration or a size is none.
    #[error(transparent)]
    Quantity(#[from] QuantityError),
    /// Nothing would end his search.
    #[error(
        "`{name}` would think for ever; add nodes=N or time=DURATION, such as {method}:nodes=20000"
    )]
    Endless {
        /// The name.
        name: String,
        /// The method that it begins with.
        method: &'static str,
    },
    /// A book, tables or memory cannot be had.
    #[error(transparent)]
    Shelf(Fault),
    /// A book is none.
    #[error(transparent)]
    Book(#[from] BookError),
}

/// Who sits down to play.
#[derive(Clone, Debug)]
pub struct Seat(Who);

#[derive(Clone, Debug)]
enum Who {
    /// A player of this library.
    Own(Arc<Own>),
    /// A command that speaks the protocol of `sow engine`.
    Program {
        command: String,
        /// How long it may think about a move.
        time: Duration,
        /// Set when the game is to be given up.
        stop: Option<Arc<AtomicBool>>,
    },
}

/// A player of this library.
struct Own {
    /// As he was named.
    name: String,
    settings: Settings,
    /// The opening book that he follows as long as it goes.
    book: Option<Lookup>,
    /// The endgame tables that he asks.
    tables: Option<Box<TablesOf>>,
    /// Those of them that fit the game; a seat is of one game, size and ruleset.
    known: OnceLock<Option<Box<dyn Endgames + Send>>>,
    /// Set when he is to decide at once.
    stop: Option<Arc<AtomicBool>>,
    /// Told of his analyses.
    listener: Option<Listener>,
}

impl fmt::Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Own").field(&self.name).finish()
    }
}

/// The name of the player.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Who::Own(own) => f.pad(&own.name),
            Who::Program { command, .. } => f.pad(&format!("engine:{command}")),
        }
    }
}

impl Seat {
    /// Reads the name of a player of `game`.
    ///
    /// # Errors
    /// One sentence on what is wrong with it.
    pub fn parse(text: &str, game: GameKind, shelf: &dyn Shelf) -> Result<Self, SeatError> {
        let Some(command) = text.strip_prefix("engine:") else {
            return Ok(Self(Who::Own(Arc::new(own(text, game, shelf)?))));
        };
        if command.trim().is_empty() {
            return Err(SeatError::NoCommand(text.to_owned()));
        }
        Ok(Self(Who::Program {
            command: command.to_owned(),
            time: MOVE_TIME,
            stop: None,
        }))
    }

    /// Whether the games of this player depend on how fast the machine is.
    pub fn is_timed(&self) -> bool {
        match &self.0 {
            Who::Own(own) => own.settings.is_timed(),
            Who::Program { .. } => true,
        }
    }

    /// Whether he only draws his decisions, each on its own.
    pub(crate) fn is_random(&self) -> bool {
        match &self.0 {
            Who::Own(own) => own.settings.method == Method::Random && own.book.is_none(),
            Who::Program { .. } => false,
        }
    }

    /// The same player, who decides at once or gives up as soon as `flag` is set.
    #[must_use]
    pub fn until(mut self, flag: &Arc<AtomicBool>) -> Self {
        match &mut self.0 {
            // A seat is read by one place, which hands it on when it is ready.
            Who::Own(own) => {
                if let Some(own) = Arc::get_mut(own) {
                    own.stop = Some(Arc::clone(flag));
                }
            }
            Who::Program { stop, .. } => *stop = Some(Arc::clone(flag)),
        }
        self
    }

    /// What his name allows him: of its time, which is for each decision, as much for a whole turn.
    pub fn allowance(&self) -> Allowance {
        match &self.0 {
            Who::Own(own) => Allowance {
                time: own.settings.time,
                nodes: own.settings.nodes,
                depth: own.settings.depth,
                lines: 1,
            },
            Who::Program { time, .. } => Allowance {
                time: Some(*time),
                ..Allowance::default()
            },
        }
    }

    /// Whether he looks ahead by simulations, for which a depth has no meaning.
    pub fn simulates(&self) -> bool {
        matches!(&self.0, Who::Own(own) if own.settings.method == Method::MonteCarlo)
    }

    /// The same player with other limits than those of his name, for one turn that begins now; another program has
    /// to answer within the time.
    #[must_use]
    pub fn allowed(mut self, allowance: &Allowance) -> Self {
        match &mut self.0 {
            // A seat is read by one place, which hands it on when it is ready.
            Who::Own(own) => {
                if let Some(own) = Arc::get_mut(own) {
                    let until = |time| Instant::now().checked_add(time);
                    own.settings.time = None;
                    own.settings.until = allowance.time.and_then(until);
                    own.settings.nodes = allowance.nodes;
                    own.settings.depth = allowance.depth;
                    own.settings.lines = allowance.lines.max(1);
                }
            }
            Who::Program { time, .. } => *time = allowance.time.unwrap_or(*time),
        }
        self
    }

    /// The same player, who tells of every depth that he has done for the first decision of a turn.
    #[must_use]
    pub fn telling(mut self, listener: Listener) -> Self {
        if let Who::Own(own) = &mut self.0
            && let Some(own) = Arc::get_mut(own)
        {
            own.listener = Some(listener);
        }
        self
    }

    /// The same player, who has to answer within `limit` if he is another program.
    #[must_use]
    pub fn within(mut self, limit: Duration) -> Self {
        if let Who::Program { time, .. } = &mut self.0 {
            *time = limit;
        }
        self
    }
}

/// Reads the name of a player of this library.
fn own(text: &str, game: GameKind, shelf: &dyn Shelf) -> Result<Own, SeatError> {
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    let method = Method::ALL
        .into_iter()
        .find(|method| method.name().eq_ignore_ascii_case(name))
        .ok_or_else(|| SeatError::Unknown {
            name: text.to_owned(),
            known: Method::ALL.map(Method::name).join(", "),
        })?;
    let mut settings = Settings::of(method);
    let mut weights = Weights::of(game);
    let mut book = None;
    let mut tables = None;
    for option in options.split(',').filter(|option| !option.is_empty()) {
        let wrong = || SeatError::Option(option.to_owned());
        let (key, value) = option.split_once('=').ok_or_else(wrong)?;
        if !matches!(method, Method::AlphaBeta | Method::MonteCarlo) && key != "book" {
            return Err(SeatError::Idle {
                option: option.to_owned(),
                method: method.name(),
            });
        }
        match key {
            "nodes" => settings.nodes = Some(value.parse().map_err(|_| wrong())?),
            "depth" => settings.depth = Some(value.parse().map_err(|_| wrong())?),
            "time" => settings.time = Some(parse_duration(value)?),
            "memory" => {
                let bytes = shelf.memory(value).map_err(SeatError::Shelf)?;
                settings.memory = usize::try_from(bytes).unwrap_or(usize::MAX);
            }
            "book" => book = Some(shelf.book(Path::new(value)).map_err(SeatError::Shelf)?),
            "tables" => tables = Some(shelf.tables(Path::new(value)).map_err(SeatError::Shelf)?),
            "objective" if method == Method::MonteCarlo && value == "points" => {
                settings.objective = Objective::Points;
            }
            "weights" if value == "material" => weights = Weights::MATERIAL,
            _ => {
                let weight = value.parse().map_err(|_| wrong())?;
                if !weights.set(key, weight) {
                    return Err(wrong());
                }
            }
        }
    }
    settings.weights = Some(weights);
    let searches = matches!(method, Method::AlphaBeta | Method::MonteCarlo);
    let is_limited = settings.nodes.is_some()
        || settings.time.is_some()
        || settings.depth.is_some() && method == Method::AlphaBeta;
    if searches && !is_limited {
        return Err(SeatError::Endless {
            name: text.to_owned(),
            method: method.name(),
        });
    }
    Ok(Own {
        name: text.to_owned(),
        settings,
        book,
        tables,
        known: OnceLock::new(),
        stop: None,
        listener: None,
    })
}

impl<P: Board> Entrant<P> for Seat {
    fn enter<'game>(
        &'game self,
        game: &'game dyn Game<P>,
        start: &P,
        stream: Stream,
    ) -> Result<Box<dyn Player<P> + 'game>, PlayerError> {
        match &self.0 {
            Who::Own(own) => own.enter(game, start, stream),
            Who::Program {
                command,
                time,
                stop,
            } => {
                let program = Program::start(game, command, *time, stop.as_deref())?;
                Ok(Box::new(program))
            }
        }
    }
}

impl Own {
    fn endgames(&self, rules: Rules, columns: usize) -> Result<Option<&dyn Endgames>, PlayerError> {
        let known = self
            .known
            .get_or_init(|| self.tables.as_ref()?(rules, columns));
        let endgames = known.as_ref().map(|known| &**known as &dyn Endgames);
        match endgames.and_then(Endgames::error) {
            Some(error) => Err(PlayerError::Table(error)),
            None => Ok(endgames),
        }
    }

    fn enter<'game, P: Board>(
        &'game self,
        game: &'game dyn Game<P>,
        start: &P,
        stream: Stream,
    ) -> Result<Box<dyn Player<P> + 'game>, PlayerError> {
        let endgames = self.endgames(game.rules(), game.columns())?;
        let ears = Ears {
            stop: self.stop.as_deref(),
            listener: self.listener.as_ref(),
        };
        let player = self
            .settings
            .player_until(game, start, stream, endgames, ears);
        let Some(book) = &self.book else {
            return Ok(player);
        };
        book.check(game.rules())?;
        Ok(Box::new(Reader {
            game,
            book,
            player,
            turn: Vec::new(),
        }))
    }
}

/// The decisions of a turn, each with the position where it is taken.
pub(crate) fn placed<P: Board>(
    game: &dyn Game<P>,
    start: &P,
    decisions: Vec<Decision>,
) -> Vec<(P, Decision)> {
    let mut turn = Vec::new();
    let mut at = *start;
    for decision in decisions {
        turn.push((at, decision));
        let step = game.play(&at, decision, &Patience::UNLIMITED, None);
        if let Outcome::Position(after) = step.outcome {
            at = after;
        }
    }
    turn
}

/// A player with an opening book.
struct Reader<'game, P: Board> {
    game: &'game dyn Game<P>,
    book: &'game Lookup,
    player: Box<dyn Player<P> + 'game>,
    /// The turn that the book says: each decision with the position where it is taken.
    turn: Vec<(P, Decision)>,
}

impl<P: Board> Player<P> for Reader<'_, P> {
    fn decide(&mut self, position: &P, before: &[P]) -> Result<Decision, PlayerError> {
        if !position.is_mid_turn() {
            let found = self.book.find(&self.game.setup(position));
            let decisions = found.and_then(|found| {
                // A book that was written for this game names legal turns; if not, he thinks himself.
                decisions(self.game, position, &found.text).ok()
            });
            self.turn = placed(self.game, position, decisions.unwrap_or_default());
        }
        match self.turn.iter().find(|(at, _)| at == position) {
            Some(&(_, decision)) => Ok(decision),
            None => self.player.decide(position, before),
        }
    }
}
