//! Players by name: `alpha-beta:nodes=20000`, `mcts:time=50ms`, `greedy`, one who plays what a certificate states
//! (`proof=FILE`), or another program behind a pipe: `engine:COMMAND`.

use crate::allowance::{Allowance, Listener};
use crate::book_file::{BookError, Lookup};
use crate::error::{Fault, PlayerError};
use crate::matches::Entrant;
use crate::player::{Ears, Method, Player, Settings};
use crate::program::{MOVE_TIME, Program};
use crate::quantity::{QuantityError, parse_duration, parse_size};
use sow_engine::game::{Board, Decision, Game, Outcome};
use sow_engine::kind::GameKind;
use sow_engine::lead::lead;
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::scribe::decisions;
use sow_engine::text::{quoted, suggestion};
use sow_proof::Strategy;
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

    /// The certificate of `proof=FILE`.
    ///
    /// # Errors
    /// Whatever keeps it from being read.
    fn certificate(&self, path: &Path) -> Result<Strategy, Fault>;

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

/// No files: players without books, certificates and tables.
impl Shelf for () {
    fn book(&self, path: &Path) -> Result<Lookup, Fault> {
        Err(format!("there is no book {} here", path.display()).into())
    }

    fn certificate(&self, path: &Path) -> Result<Strategy, Fault> {
        Err(format!("there is no certificate {} here", path.display()).into())
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
        "`{name}` is no player{hint}; the players are {known}, proof=FILE and engine:COMMAND",
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
        "`{0}` is no option of a player; write nodes=N, time=DURATION, depth=N, memory=SIZE, weights=material, book=FILE, proof=FILE, tables=DIR, mcts:objective=points or a weight such as mobility=20"
    )]
    Option(String),
    /// A player who does not search has an option of those who do.
    #[error("`{option}` means nothing to {method}, who does not search; of all options only book=FILE and proof=FILE do", option = quoted(.option))]
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
    /// The certificate whose turns he plays as long as the game is on its lines.
    certificate: Option<Strategy>,
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
            Who::Own(own) => {
                let follows = own.book.is_some() || own.certificate.is_some();
                own.settings.method == Method::Random && !follows
            }
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

/// Who goes on where the lines of a certificate end, if only that is named.
const AFTER_THE_CERTIFICATE: (&str, &str) = ("alpha-beta", "nodes=20000,");

/// Reads the name of a player of this library.
fn own(text: &str, game: GameKind, shelf: &dyn Shelf) -> Result<Own, SeatError> {
    let alone = text.starts_with("proof=");
    let (name, options) = if alone {
        (AFTER_THE_CERTIFICATE.0, text)
    } else {
        text.split_once(':').unwrap_or((text, ""))
    };
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
    let mut certificate = None;
    let mut tables = None;
    let limit = if alone { AFTER_THE_CERTIFICATE.1 } else { "" };
    let options = limit.split(',').chain(options.split(','));
    for option in options.filter(|option| !option.is_empty()) {
        let wrong = || SeatError::Option(option.to_owned());
        let (key, value) = option.split_once('=').ok_or_else(wrong)?;
        if !matches!(method, Method::AlphaBeta | Method::MonteCarlo)
            && !matches!(key, "book" | "proof")
        {
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
            "proof" => {
                certificate = Some(
                    shelf
                        .certificate(Path::new(value))
                        .map_err(SeatError::Shelf)?,
                );
            }
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
        certificate,
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
        let follow = |source, player| -> Box<dyn Player<P> + 'game> {
            Box::new(Follower {
                game,
                source,
                player,
                turn: Vec::new(),
            })
        };
        let player = match &self.book {
            Some(book) => {
                book.check(game.rules())?;
                follow(Source::Book(book), player)
            }
            None => player,
        };
        let Some(strategy) = &self.certificate else {
            return Ok(player);
        };
        let claim = strategy.claim();
        let (rules, columns) = (game.rules(), game.columns());
        if (claim.rules, claim.position.columns) != (rules, columns) {
            return Err(PlayerError::Certificate {
                of: format!(
                    "{} on {} columns",
                    claim.rules.describe(),
                    claim.position.columns
                ),
                here: format!("{} on {columns}", rules.describe()),
            });
        }
        Ok(follow(Source::Certificate(strategy), player))
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

/// What a player follows before he thinks himself.
enum Source<'game> {
    Book(&'game Lookup),
    Certificate(&'game Strategy),
}

impl Source<'_> {
    /// What it says at a position, a whole turn.
    fn turn<P: Board>(&self, game: &dyn Game<P>, position: &P) -> Option<Vec<Decision>> {
        match self {
            Self::Book(_) if position.is_mid_turn() => None,
            Self::Book(book) => {
                let found = book.find(&game.setup(position))?;
                // A book that was written for this game names legal turns; if not, he thinks himself.
                decisions(game, position, &found.text).ok()
            }
            Self::Certificate(strategy) => strategy.at(position).map(|(turn, _)| turn.to_vec()),
        }
    }
}

/// A player who follows something as long as it goes.
struct Follower<'game, P: Board> {
    game: &'game dyn Game<P>,
    source: Source<'game>,
    player: Box<dyn Player<P> + 'game>,
    /// The latest turn that was said: each decision with the position where it is taken.
    turn: Vec<(P, Decision)>,
}

impl<P: Board> Player<P> for Follower<'_, P> {
    fn decide(&mut self, position: &P, before: &[P]) -> Result<Decision, PlayerError> {
        let is_said = |(at, _): &&(P, Decision)| at == position;
        if !self.turn.iter().any(|said| is_said(&said)) {
            let turn = self.source.turn(self.game, position);
            self.turn = placed(self.game, position, turn.unwrap_or_default());
        }
        match self.turn.iter().find(is_said) {
            Some(&(_, decision)) if self.is_legal(position, decision) => Ok(decision),
            _ => self.player.decide(position, before),
        }
    }
}

impl<P: Board> Follower<'_, P> {
    /// Whether a decision can be played: nobody has checked the certificate that says so.
    fn is_legal(&self, position: &P, decision: Decision) -> bool {
        let mut candidates = Vec::new();
        self.game.candidates(position, &mut candidates);
        candidates.contains(&decision) && lead(self.game, position, decision).is_some()
    }
}
