//! Players as they are named on the command line: `alpha-beta:nodes=20000`, `mcts:time=50ms`, `greedy`,
//! or another program behind a pipe: `engine:COMMAND`.

use crate::book_file::Lookup;
use crate::context::Context;
use crate::tables::{self, Known};
use crate::units::{parse_duration, parse_size};
use anyhow::{Result, anyhow, bail};
use sow_arena::matches::Entrant;
use sow_arena::player::{Method, Player, Settings};
use sow_endgame::Tables;
use sow_engine::game::{Board, Decision, Game, Outcome};
use sow_engine::kind::GameKind;
use sow_engine::relay::Patience;
use sow_engine::scribe::decisions;
use sow_random::Stream;
use sow_search::evaluate::Weights;
use sow_search::{Endgames, Objective};
use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, OnceLock};

/// Who sits down to play.
#[derive(Clone, Debug)]
pub(crate) enum Seat {
    /// A player of this program.
    Own(Arc<Own>),
    /// A command that speaks the protocol of `sow engine`.
    Program(String),
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
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(own) => f.pad(&own.name),
            Self::Program(command) => f.pad(&format!("engine:{command}")),
        }
    }
}

impl Seat {
    /// Whether the games of this player depend on how fast the machine is.
    pub(crate) fn is_timed(&self) -> bool {
        match self {
            Self::Own(own) => own.settings.is_timed(),
            Self::Program(_) => true,
        }
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
        return Ok(Seat::Program(command.to_owned()));
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
                let bytes = parse_size(value).map_err(|error| anyhow!(error))?;
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
    })))
}

/// Reads the names of players of `game`; a note tells if their games depend on the machine.
pub(crate) fn seated(
    context: &Context,
    names: impl IntoIterator<Item = impl AsRef<str>>,
    game: GameKind,
) -> Result<Vec<Seat>> {
    let seats = names
        .into_iter()
        .map(|name| parse(name.as_ref(), game))
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
            Self::Program(command) => Ok(Box::new(Program::start(game, command)?)),
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
        let player = self.settings.player(game, start, stream, endgames);
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
    fn decide(&mut self, position: &P, before: &[P]) -> Result<Decision, String> {
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

/// Another program, asked for a move at a time.
struct Program<'game, P: Board> {
    game: &'game dyn Game<P>,
    command: &'game str,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Its last turn: each decision with the position where it is taken.
    turn: Vec<(P, Decision)>,
}

impl<'game, P: Board> Program<'game, P> {
    fn start(game: &'game dyn Game<P>, command: &'game str) -> Result<Self, String> {
        let mut words = command.split_whitespace();
        let child = Command::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("`{command}` cannot be started: {error}"))?;
        let mut child = child;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("`{command}` has no standard input and output"));
        };
        let mut program = Self {
            game,
            command,
            child,
            input,
            output: BufReader::new(output),
            turn: Vec::new(),
        };
        program.say(&format!(
            "rules {} {}",
            game.kind(),
            game.rules().describe()
        ))?;
        Ok(program)
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|error| format!("`{}` does not listen: {error}", self.command))
    }

    /// The first line that answers `go`; others are comments.
    fn hear(&mut self) -> Result<String, String> {
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line);
            match read {
                Ok(1..) => {}
                Ok(0) => return Err(format!("`{}` ended without a move", self.command)),
                Err(error) => return Err(format!("`{}` says nothing: {error}", self.command)),
            }
            if let Some(text) = line.trim().strip_prefix("move ") {
                return Ok(text.trim().to_owned());
            }
            if let Some(error) = line.trim().strip_prefix("error ") {
                return Err(format!("`{}`: {error}", self.command));
            }
        }
    }
}

impl<P: Board> Program<'_, P> {
    /// Asks for the turn from the last of these positions.
    fn ask(&mut self, positions: &[P]) -> Result<(), String> {
        let Some((start, earlier)) = positions.split_last() else {
            return Err("there is no position to play from".to_owned());
        };
        self.say("new")?;
        for position in earlier {
            self.say(&format!("before {}", self.game.setup(position)))?;
        }
        self.say(&format!("position {}", self.game.setup(start)))?;
        self.say("go")?;
        let text = self.hear()?;
        let decisions = decisions(self.game, start, &text)
            .map_err(|error| format!("`{}` played {text}: {error}", self.command))?;
        self.turn = placed(self.game, start, decisions);
        Ok(())
    }
}

impl<P: Board> Player<P> for Program<'_, P> {
    fn decide(&mut self, position: &P, before: &[P]) -> Result<Decision, String> {
        // In the middle of a turn the program has said already how it goes on.
        if !position.is_mid_turn() || self.turn.iter().all(|(at, _)| at != position) {
            self.ask(before)?;
        }
        let decided = self.turn.iter().find(|(at, _)| at == position);
        decided
            .map(|&(_, decision)| decision)
            .ok_or_else(|| format!("`{}` left a choice open", self.command))
    }
}

impl<P: Board> Drop for Program<'_, P> {
    fn drop(&mut self) {
        // Whether it hears this or not, it must not outlive the game.
        let _ = writeln!(self.input, "quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
