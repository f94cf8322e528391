//! From an argument to positions: a line, a name, a file, standard input.

use crate::context::Context;
pub(crate) use crate::files::read_text;
use anyhow::{Result, anyhow, bail};
use sow_engine::kind::GameKind;
use sow_engine::notation::parse_drawing;
use sow_engine::position::Position;
use sow_engine::referee::{self, Referee};
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
pub(crate) use sow_puzzle::file::Puzzle;
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

    /// Who applies the rules to it.
    pub(crate) fn referee(&self) -> Box<dyn Referee> {
        referee::referee(self.rules, self.setup.columns)
    }
}

/// One line of input: where it stands, and the question that it asks or why it asks none.
pub(crate) struct Entry {
    /// The line in the file or in standard input, from 1.
    pub(crate) line: usize,
    /// The position, or one sentence on what is wrong.
    pub(crate) question: Result<Question>,
}

/// The positions of an argument.
pub(crate) enum Input {
    /// One position given on the command line.
    One(Box<Question>),
    /// The positions of a file or of standard input.
    Many(Vec<Entry>),
}

/// Whether an argument is meant as a position rather than as a file.
fn looks_like_position(argument: &str) -> bool {
    let first = argument.split([' ', ':']).next().unwrap_or_default();
    argument.contains(char::is_whitespace)
        || GameKind::with_ruleset(first).is_some()
        || argument.to_ascii_lowercase().contains(":start")
}

/// Reads the argument.
pub(crate) fn read(context: &Context, argument: &str) -> Result<Input> {
    if argument != "-" && looks_like_position(argument) {
        return Ok(Input::One(Box::new(parse(context, argument)?)));
    }
    if argument != "-" && !Path::new(argument).exists() {
        bail!(
            "`{argument}` is neither a position (GAME ROWS SIDE, in quotes), nor a start such as owela:start, nor a file; the games are {}",
            GameKind::names()
        );
    }
    let text = read_text(argument)?;
    let is_toml = Path::new(argument)
        .extension()
        .is_some_and(|extension| extension == "toml");
    if is_toml {
        return puzzles(context, argument, &text).map(Input::Many);
    }
    let first = text
        .lines()
        .find(|line| !is_blank(line))
        .unwrap_or_default();
    let is_drawing = ["game:", "side:"]
        .iter()
        .any(|key| first.trim_start().starts_with(key));
    let entries = if is_drawing {
        drawings(context, &text)
    } else {
        lines(context, &text)
    };
    if entries.is_empty() {
        bail!("{argument} holds no position");
    }
    Ok(Input::Many(entries))
}

/// The positions of an argument, all of one game, one size and one ruleset, with their rules; at least one.
pub(crate) fn alike(context: &Context, argument: &str) -> Result<(Rules, Vec<Setup>)> {
    let questions = match read(context, argument)? {
        Input::One(question) => vec![*question],
        Input::Many(entries) => entries
            .into_iter()
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

fn is_blank(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}

fn lines(context: &Context, text: &str) -> Vec<Entry> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !is_blank(line))
        .map(|(index, line)| Entry {
            line: index + 1,
            question: parse(context, line),
        })
        .collect()
}

/// Drawings one after another, each beginning with its `game:` line.
fn drawings(context: &Context, text: &str) -> Vec<Entry> {
    let mut blocks: Vec<(usize, String)> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let begins = line.trim_start().starts_with("game:")
            && blocks
                .last()
                .is_none_or(|(_, block)| block.contains("game:"));
        if begins || blocks.is_empty() {
            blocks.push((index + 1, String::new()));
        }
        if let Some((_, block)) = blocks.last_mut() {
            *block += line;
            block.push('\n');
        }
    }
    blocks
        .into_iter()
        .filter(|(_, block)| block.lines().any(|line| !is_blank(line)))
        .map(|(line, block)| Entry {
            line,
            question: parse_drawing(&block)
                .map_err(anyhow::Error::from)
                .and_then(|setup| question(context, context.rules_for(setup.game)?, setup)),
        })
        .collect()
}

/// Reads a position line or the name of a start.
fn parse(context: &Context, text: &str) -> Result<Question> {
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
    Ok(puzzles
        .into_iter()
        .map(|puzzle| {
            let line = text
                .lines()
                .position(|line| line.contains(&format!("\"{}\"", puzzle.id)))
                .map_or(1, |index| index + 1);
            Entry {
                line,
                question: puzzle_question(context, puzzle),
            }
        })
        .collect())
}

fn puzzle_question(context: &Context, puzzle: Puzzle) -> Result<Question> {
    let read = || {
        let setup = sow_engine::notation::parse_position(&puzzle.position)?;
        if !puzzle.game.is_empty() && puzzle.game != setup.game.name() {
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
