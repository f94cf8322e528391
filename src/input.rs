//! From an argument to positions: a line, a name, a file, standard input.

use crate::context::Context;
pub(crate) use crate::files::read_text;
use crate::files::{Lines, read_lines};
use crate::shipped;
use anyhow::{Context as _, Result, anyhow, bail};
use sow_engine::kind::GameKind;
use sow_engine::notation::looks_like_rows;
use sow_engine::position::Position;
use sow_engine::referee::{self, Referee};
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::text::{quoted, suggestion};
pub(crate) use sow_puzzle::file::Puzzle;
use sow_records::positions::{Found, Positions};
use std::collections::{HashMap, VecDeque};
use std::path::Path;

/// A position to be answered, with the rules that it is played by.
pub(crate) struct Question {
    /// The position.
    pub(crate) setup: Setup,
    /// Its rules.
    pub(crate) rules: Rules,
    /// What a puzzle file says about it.
    pub(crate) puzzle: Option<Puzzle>,
}

impl Question {
    /// The position under its rules, for the doors of the libraries.
    pub(crate) fn position(&self) -> Result<Position> {
        Ok(Position::new(self.rules, self.setup.clone())?)
    }

    /// The board that it is about: `owela 4×8`.
    pub(crate) fn board(&self) -> String {
        board_name(self.setup.game, self.setup.columns)
    }

    /// Who applies the rules to it.
    pub(crate) fn referee(&self) -> Box<dyn Referee> {
        referee::referee(self.rules, self.setup.columns)
    }
}

/// A game with the size of its board: `owela 4×8`.
pub(crate) fn board_name(game: GameKind, columns: usize) -> String {
    format!("{game} {}×{columns}", game.rows())
}

/// One line of input: where it stands, and the question that it asks or why it asks none.
pub(crate) struct Entry {
    /// The line in the file or in standard input, from 1.
    pub(crate) line: usize,
    /// The position, or one sentence on what is wrong.
    pub(crate) question: Result<Question>,
}

/// The positions of an argument.
pub(crate) enum Input<'a> {
    /// One position given on the command line.
    One(Box<Question>),
    /// The positions of a file or of standard input.
    Many(Box<dyn Iterator<Item = Entry> + 'a>),
}

/// Whether an argument is meant as a position rather than as a file.
fn looks_like_position(argument: &str) -> bool {
    let first = argument.split([' ', ':']).next().unwrap_or_default();
    argument.contains(char::is_whitespace)
        || looks_like_rows(argument)
        || GameKind::with_ruleset(first).is_some()
        || argument.to_ascii_lowercase().contains(":start")
}

/// Whether an argument with spaces is the name of a file all the same.
fn is_file_with_spaces(argument: &str) -> bool {
    GameKind::with_ruleset(argument.split([' ', ':']).next().unwrap_or_default()).is_none()
        && Path::new(argument).is_file()
}

/// A position line that was printed on several lines, since it did not fit one, on one line again.
fn wrapped_line(argument: &str) -> Option<String> {
    let mut words = argument.split_whitespace();
    let has_game = GameKind::with_ruleset(words.next()?).is_some();
    (has_game && words.next()?.contains([',', '/'])).then(|| {
        let mut line = String::new();
        for part in argument.lines() {
            if !line.is_empty() && !line.ends_with(['/', ',']) {
                line.push(' ');
            }
            line += part.trim();
        }
        line
    })
}

/// The one position of an argument of several lines.
fn drawn<'a>(context: &'a Context, argument: &str) -> Result<Input<'a>> {
    let mut found = sow_records::positions::read(&context.asked, argument).into_iter();
    match (found.next(), found.next()) {
        (Some(Found { position, .. }), None) => {
            let (rules, setup) = position?;
            Ok(Input::One(Box::new(question(context, rules, setup)?)))
        }
        (None, _) => bail!("the argument holds no position"),
        (Some(_), Some(_)) => bail!(
            "the argument holds several positions; several are read from a file or from standard input, named -"
        ),
    }
}

/// Reads the argument.
pub(crate) fn read<'a>(context: &'a Context, argument: &str) -> Result<Input<'a>> {
    if argument != "-" && argument.contains('\n') {
        if let Some(line) = wrapped_line(argument) {
            return Ok(Input::One(Box::new(parse(context, &line)?)));
        }
        return drawn(context, argument);
    }
    if argument != "-" && looks_like_position(argument) && !is_file_with_spaces(argument) {
        return Ok(Input::One(Box::new(parse(context, argument)?)));
    }
    if argument != "-" && !Path::new(argument).exists() {
        if let Some(shipped) = shipped(context, argument) {
            return shipped;
        }
        bail!(
            "`{}` is neither a position (GAME ROWS SIDE, in quotes), nor a start such as owela:start, nor a file, nor a problem of `sow puzzle list`{}; the games are {}",
            quoted(argument),
            meant(argument),
            GameKind::names()
        );
    }
    let is_toml = Path::new(argument)
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
    if is_toml {
        let entries = puzzles(context, argument, &read_text(argument)?)?;
        if entries.is_empty() {
            bail!("{argument} holds no problem; each begins with a line [[puzzle]]");
        }
        return Ok(Input::Many(Box::new(entries.into_iter())));
    }
    let mut entries = Entries::new(context, argument)?.peekable();
    if entries.peek().is_none() {
        bail!("{argument} holds no position");
    }
    Ok(Input::Many(Box::new(entries)))
}

/// What the program holds by this name: a problem, or a file of problems.
fn shipped<'a>(context: &'a Context, name: &str) -> Option<Result<Input<'a>>> {
    if let Some(text) = shipped::puzzle_file(name) {
        let entries = text.and_then(|text| puzzles(context, name, &text));
        return Some(entries.map(|entries| Input::Many(Box::new(entries.into_iter()))));
    }
    let found = shipped_problems().map(|mut problems| {
        let place = problems.iter().position(|problem| problem.id == name);
        place.map(|place| problems.swap_remove(place))
    });
    let found = found.transpose()?;
    Some(found.and_then(|problem| Ok(Input::One(Box::new(puzzle_question(context, problem)?)))))
}

/// The problems in the program, file by file.
pub(crate) fn shipped_problems() -> Result<Vec<Puzzle>> {
    let mut problems = Vec::new();
    for file in shipped::puzzle_files() {
        let (name, text) = file?;
        let found = sow_puzzle::file::parse(&text);
        problems.extend(found.with_context(|| format!("{name} in the program"))?);
    }
    Ok(problems)
}

/// What may have been meant by a name that is unknown: a game, or a problem in the program.
fn meant(name: &str) -> String {
    let game = GameKind::suggestion(name.split(':').next().unwrap_or_default());
    if !game.is_empty() {
        return game;
    }
    let problems = shipped_problems().unwrap_or_default();
    suggestion(name, problems.iter().map(|problem| problem.id.as_str()))
}

/// The positions of a file or of standard input, each as soon as its last line has been read.
struct Entries<'a> {
    context: &'a Context,
    lines: Lines,
    reader: Positions<'a>,
    /// Found and not yet handed over.
    found: VecDeque<Entry>,
    ended: bool,
}

impl<'a> Entries<'a> {
    fn new(context: &'a Context, argument: &str) -> Result<Self> {
        Ok(Self {
            context,
            lines: read_lines(argument)?,
            reader: Positions::new(&context.asked),
            found: VecDeque::new(),
            ended: false,
        })
    }

    fn add(&mut self, found: impl IntoIterator<Item = Found>) {
        let context = self.context;
        self.found.extend(found.into_iter().map(|found| {
            Entry {
                line: found.line,
                question: found
                    .position
                    .map_err(anyhow::Error::from)
                    .and_then(|(rules, setup)| question(context, rules, setup)),
            }
        }));
    }
}

impl Iterator for Entries<'_> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        while self.found.is_empty() && !self.ended {
            match self.lines.next() {
                Some((number, Ok(line))) => {
                    let found = self.reader.add(number, &line);
                    self.add(found);
                }
                Some((line, Err(error))) => {
                    let found = self.reader.finish();
                    self.add(found);
                    self.found.push_back(Entry {
                        line,
                        question: Err(error),
                    });
                }
                None => {
                    self.ended = true;
                    let found = self.reader.finish();
                    self.add(found);
                }
            }
        }
        self.found.pop_front()
    }
}

/// The positions of an argument, all of one game, one size and one ruleset, with their rules; at least one.
pub(crate) fn alike(context: &Context, argument: &str) -> Result<(Rules, Vec<Setup>)> {
    let questions = match read(context, argument)? {
        Input::One(question) => vec![*question],
        Input::Many(entries) => entries
            .map(|Entry { line, question }| {
                question.map_err(|error| anyhow!("{argument}, line {line}: {error:#}"))
            })
            .collect::<Result<Vec<_>>>()?,
    };
    let first = &questions[0];
    let differs = |other: &&Question| {
        other.setup.game != first.setup.game
            || other.setup.columns != first.setup.columns
            || other.rules != first.rules
    };
    if let Some(other) = questions.iter().find(differs) {
        bail!(
            "{argument} mixes games: `{}` and `{}` differ in game, size or rules",
            first.setup,
            other.setup
        );
    }
    let rules = first.rules;
    let setups = questions.into_iter().map(|question| question.setup);
    Ok((rules, setups.collect()))
}

/// Reads a position line or the name of a start.
fn parse(context: &Context, text: &str) -> Result<Question> {
    if let Some((game, rest)) = text.trim().split_once(':') {
        let is_start = rest.to_ascii_lowercase().starts_with("start");
        if let Some((known, _)) = GameKind::with_ruleset(game).filter(|_| !is_start) {
            bail!(
                "`{}` names no position; the start of {known} is {known}:start, and {known}:start:COLUMNS on another board",
                quoted(text)
            );
        }
    }
    let (rules, setup) = context.asked.position(text, "")?;
    question(context, rules, setup)
}

fn question(context: &Context, rules: Rules, setup: Setup) -> Result<Question> {
    context.check(&rules, &setup)?;
    Ok(Question {
        setup,
        rules,
        puzzle: None,
    })
}

/// Reads a puzzle file; each problem may name its own rules.
fn puzzles(context: &Context, path: &str, text: &str) -> Result<Vec<Entry>> {
    let puzzles = sow_puzzle::file::parse(text).map_err(|error| {
        anyhow!(
            "{path} is not a puzzle file: {}",
            error.to_string().trim_end().replace('\n', "\n  ")
        )
    })?;
    let lines = id_lines(text);
    Ok(puzzles
        .into_iter()
        .map(|puzzle| Entry {
            line: lines.get(puzzle.id.as_str()).copied().unwrap_or(1),
            question: puzzle_question(context, puzzle),
        })
        .collect())
}

/// The lines on which the names of problems stand.
fn id_lines(text: &str) -> HashMap<&str, usize> {
    let mut lines = HashMap::new();
    for (index, line) in text.lines().enumerate() {
        let id = line
            .trim_start()
            .strip_prefix("id")
            .and_then(|rest| rest.trim_start().strip_prefix('='))
            .and_then(|rest| rest.split(['"', '\'']).nth(1));
        if let Some(id) = id {
            lines.entry(id).or_insert(index + 1);
        }
    }
    lines
}

fn puzzle_question(context: &Context, puzzle: Puzzle) -> Result<Question> {
    let read = || {
        let setup = sow_engine::notation::parse_position(&puzzle.position)?;
        if !puzzle.game.is_empty() && GameKind::from_name(&puzzle.game) != Some(setup.game) {
            bail!(
                "the game is `{}`, and the position is one of {}",
                puzzle.game,
                setup.game
            );
        }
        let rules = context.rules_for_settings(setup.game, &puzzle.rules)?;
        context.check_quietly(&rules, &setup)?;
        Ok((setup, rules))
    };
    let (setup, rules) =
        read().map_err(|error: anyhow::Error| anyhow!("puzzle {}: {error}", puzzle.id))?;
    Ok(Question {
        setup,
        rules,
        puzzle: Some(puzzle),
    })
}
