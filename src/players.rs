//! Players as they are named on the command line: `alpha-beta:nodes=20000`, `mcts:time=50ms`, `greedy`,
//! or another program behind a pipe: `engine:COMMAND`.

mod program;

use crate::book_file::Lookup;
use crate::context::Context;
use crate::long_work::stop_flag;
use crate::memory::parse_memory;
use crate::tables::{self, Known};
use crate::units::parse_duration;
use anyhow::{Result, anyhow, bail};
use program::Program;
use sow_arena::matches::Entrant;
use sow_arena::player::{Fault, Method, Player, Settings};
use sow_endgame::Tables;
use sow_engine::game::{Board, Decision, Game, Outcome};
use sow_engine::kind::GameKind;
use sow_engine::relay::Patience;
use sow_engine::scribe::decisions;
use sow_random::Stream;
use sow_search::evaluate::Weights;
use sow_search::{Endgames, Objective};
use std::fmt;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Who sits down to play.
#[derive(Clone, Debug)]
pub(crate) enum Seat {
    /// A player of this program.
    Own(Arc<Own>),
    /// A command that speaks the protocol of `sow engine`.
    Program {
        /// The command.
        command: String,
        /// How long it may think about a move.
        time: Duration,
        /// Set when the game is to be given up.
        stop: Option<Arc<AtomicBool>>,
    },
}

/// A player of this program.
#[derive(Debug)]
pub(crate) struct Own {
    /// As he was named.
    name: String,
    settings: Settings,
    /// The opening book that he follows as long as it goes.
    book: Option<Lookup>,
    /// The endgame tables that he asks, open as long as the program runs.
    tables: Option<&'static Tables>,
    /// Those of them that fit the game; a seat is of one game, size and ruleset.
    known: OnceLock<Option<Known<'static>>>,
    /// Set when he is to decide at once.
    stop: Option<Arc<AtomicBool>>,
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(own) => f.pad(&own.name),
            Self::Program { command, .. } => f.pad(&format!("engine:{command}")),
        }
    }
}

impl Seat {
    /// Whether the games of this player depend on how fast the machine is.
    pub(crate) fn is_timed(&self) -> bool {
        match self {
            Self::Own(own) => own.settings.is_timed(),
            Self::Program { .. } => true,
        }
    }
}

impl Seat {
    /// The same player, who decides at once or gives up as soon as `flag` is set.
    pub(crate) fn until(mut self, flag: &Arc<AtomicBool>) -> Self {
        match &mut self {
            // A seat is read by one place, which hands it on when it is ready.
            Self::Own(own) => {
                if let Some(own) = Arc::get_mut(own) {
                    own.stop = Some(Arc::clone(flag));
                }
            }
            Self::Program { stop, .. } => *stop = Some(Arc::clone(flag)),
        }
        self
    }

    /// The same player, who has to answer within `limit` if he is another program.
    pub(crate) fn within(mut self, limit: Duration) -> Self {
        if let Self::Program { time, .. } = &mut self {
            *time = limit;
        }
        self
    }
}

/// Reads the name of a player of `game`.
pub(crate) fn parse(text: &str, game: GameKind) -> Result<Seat> {
    if let Some(command) = text.strip_prefix("engine:") {
        if command.trim().is_empty() {
            bail!(
                "`{text}` names no command; write engine:COMMAND, such as \"engine:./old-sow engine --nodes 20000\""
            );
        }
        return Ok(Seat::Program {
            command: command.to_owned(),
            time: program::MOVE_TIME,
            stop: None,
        });
    }
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    let method = Method::ALL
        .into_iter()
        .find(|method| method.name() == name)
        .ok_or_else(|| {
            let names = Method::ALL.map(Method::name).join(", ");
            anyhow!("`{text}` is no player; the players are {names} and engine:COMMAND")
        })?;
    let mut settings = Settings::of(method);
    let mut weights = Weights::of(game);
    let mut book = None;
    let mut tables = None;
    for option in options.split(',').filter(|option| !option.is_empty()) {
        let wrong = || {
            anyhow!(
                "`{option}` is no option of a player; write nodes=N, time=DURATION, depth=N, memory=SIZE, weights=material, book=FILE, tables=DIR, mcts:objective=points or a weight such as mobility=20"
            )
        };
        let (key, value) = option.split_once('=').ok_or_else(wrong)?;
        match key {
            "nodes" => settings.nodes = Some(value.parse().map_err(|_| wrong())?),
            "depth" => settings.depth = Some(value.parse().map_err(|_| wrong())?),
            "time" => settings.time = Some(parse_duration(value).map_err(|error| anyhow!(error))?),
            "memory" => {
                let bytes = parse_memory(value).map_err(|error| anyhow!(error))?;
                settings.memory = usize::try_from(bytes).unwrap_or(usize::MAX);
            }
            "book" => book = Some(Lookup::read(Path::new(value))?),
            "tables" => {
                // Opened once a run, and needed to its end.
                tables = Some(&*Box::leak(Box::new(tables::open(Some(Path::new(value)))?)));
            }
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
        bail!(
            "`{text}` would think for ever; add nodes=N or time=DURATION, such as {name}:nodes=20000"
        );
    }
    Ok(Seat::Own(Arc::new(Own {
        name: text.to_owned(),
        settings,
        book,
        tables,
        known: OnceLock::new(),
        stop: None,
    })))
}

/// Reads the names of players of `game`; a note tells if their games depend on the machine.
pub(crate) fn seated(
    context: &Context,
    names: impl IntoIterator<Item = impl AsRef<str>>,
    game: GameKind,
) -> Result<Vec<Seat>> {
    let stop = stop_flag()?;
    let seats = names
        .into_iter()
        .map(|name| Ok(parse(name.as_ref(), game)?.until(&stop)))
        .collect::<Result<Vec<_>>>()?;
    if seats.iter().any(Seat::is_timed) {
        context.note("players limited by time play other games each time");
    }
    Ok(seats)
}

impl<P: Board> Entrant<P> for Seat {
    fn enter<'game>(
        &'game self,
        game: &'game dyn Game<P>,
        start: &P,
        stream: Stream,
    ) -> Result<Box<dyn Player<P> + 'game>, String> {
        match self {
            Self::Own(own) => own.enter(game, start, stream),
            Self::Program {
                command,
                time,
                stop,
            } => Ok(Box::new(Program::start(
                game,
                command,
                *time,
                stop.as_deref(),
            )?)),
        }
    }
}

impl Own {
    fn enter<'game, P: Board>(
        &'game self,
        game: &'game dyn Game<P>,
        start: &P,
        stream: Stream,
    ) -> Result<Box<dyn Player<P> + 'game>, String> {
        let known = self
            .known
            .get_or_init(|| Known::new(self.tables?, game.rules(), game.columns()))
            .as_ref();
        if let Some(error) = known.and_then(Known::error) {
            return Err(error.to_string());
        }
        let endgames = known.map(|known| known as &dyn Endgames);
        let player =
            self.settings
                .player_until(game, start, stream, endgames, self.stop.as_deref());
        let Some(book) = &self.book else {
            return Ok(player);
        };
        book.check(&game.rules())?;
        Ok(Box::new(Reader {
            game,
            book,
            player,
            turn: Vec::new(),
        }))
    }
}

/// The decisions of a turn, each with the position where it is taken.
fn placed<P: Board>(game: &dyn Game<P>, start: &P, decisions: Vec<Decision>) -> Vec<(P, Decision)> {
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
    fn decide(&mut self, position: &P, before: &[P]) -> Result<Decision, Fault> {
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
