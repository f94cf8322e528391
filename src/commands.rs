//! The commands, one file each, and what they share.

mod analyse;
pub(crate) mod annotate;
mod bench;
mod board;
mod engine;
mod import;
mod loops;
mod manual;
mod matches;
mod merge;
mod moves;
mod openings;
mod perft;
mod play;
mod proof;
mod puzzle;
mod replay;
mod rules;
mod selfplay;
mod show;
mod solve;
pub(crate) mod stats;
mod tables;
mod terminal;
pub(crate) mod trace;

use crate::cli::Command;
use crate::context::{Context, Status};
use crate::files::write_file;
use crate::input::{self, Input, Question};
use crate::long_work::is_stopped;
use anyhow::{Result, bail};
use serde::Serialize;
use sow_arena::ArenaError;
use std::io::Write;

/// Runs a command.
pub(crate) fn run(context: &Context, command: Command) -> Result<Status> {
    match command {
        Command::Moves(args) => moves::run(context, &args),
        Command::Play(args) if args.moves.is_empty() => terminal::run(context, &args),
        Command::Play(args) => play::run(context, &args),
        Command::Show(args) => show::run(context, &args),
        Command::Board(args) => board::run(context, &args),
        Command::Trace(args) => trace::run(context, &args),
        Command::Loops(command) => loops::run(context, command),
        Command::Perft(args) => perft::run(context, &args),
        Command::Solve(args) => solve::run(context, &args),
        Command::Analyse(args) => analyse::run(context, &args),
        Command::Puzzle(command) => puzzle::run(context, command),
        Command::Proof(command) => proof::run(context, command),
        Command::Tables(command) => tables::run(context, command),
        Command::Match(args) => matches::run(context, &args),
        Command::Selfplay(args) => selfplay::run(context, &args),
        Command::Merge(args) => merge::run(context, &args),
        Command::Stats(args) => stats::run(context, &args),
        Command::Openings(args) => openings::run(context, &args),
        Command::Engine(args) => engine::run(context, &args),
        Command::Bench => bench::run(context),
        Command::Replay(args) => replay::run(context, &args),
        Command::Import(args) => import::run(context, &args),
        Command::Annotate(args) => annotate::run(context, &args),
        Command::Rules(args) => rules::run(context, &args),
        Command::Completions(args) => manual::completions(&args),
        Command::Man => manual::man(),
        Command::InstallExtras(args) => manual::install(context, &args),
    }
}

/// Answers every position of an argument in order.
///
/// A line that holds no position is reported in its place (with `--json` as an object on standard
/// output, else on standard error) and the rest are still answered. So is one whose answer fails.
fn for_each(
    context: &Context,
    argument: &str,
    answer: impl FnMut(&mut dyn Write, &Question) -> Result<Status>,
) -> Result<Status> {
    for_each_to(&mut crate::streams::stdout(), context, argument, answer)
}

/// As [`for_each`], with another place for the answers than standard output.
fn for_each_to(
    mut out: &mut dyn Write,
    context: &Context,
    argument: &str,
    mut answer: impl FnMut(&mut dyn Write, &Question) -> Result<Status>,
) -> Result<Status> {
    let entries = match input::read(context, argument)? {
        Input::One(question) => return answer(&mut out, &question),
        Input::Many(entries) => entries,
    };
    let mut status = Status::Done;
    for (index, entry) in entries.enumerate() {
        if is_stopped() {
            return Ok(status.and(Status::Stopped));
        }
        if !context.json && index > 0 {
            writeln!(out)?;
        }
        let answered = entry
            .question
            .and_then(|question| answer(&mut out, &question));
        status = status.and(match answered {
            Ok(answered) => answered,
            Err(error) if crate::streams::is_ended(&error) => return Err(error),
            Err(error) => {
                if context.json {
                    let report = LineError {
                        line: entry.line,
                        error: format!("{error:#}"),
                    };
                    write_json(&mut out, &report)?;
                } else {
                    out.flush()?;
                    crate::streams::say(&format!("sow: line {}: {error:#}", entry.line));
                }
                Status::Bad
            }
        });
    }
    Ok(status)
}

/// Refuses an argument that holds more than one position.
fn only_one(context: &Context, argument: &str) -> Result<Question> {
    match input::read(context, argument)? {
        Input::One(question) => Ok(*question),
        Input::Many(mut entries) => match (entries.next(), entries.next()) {
            (Some(entry), None) => entry.question,
            _ => bail!("{argument} holds several positions, and this command answers one"),
        },
    }
}

/// What the library of games between players says; what was told it by the program comes back as it was.
fn of_arena(error: ArenaError) -> anyhow::Error {
    match error {
        ArenaError::Save(fault) => anyhow::Error::from_boxed(fault),
        error => error.into(),
    }
}

#[derive(Serialize)]
struct LineError {
    line: usize,
    error: String,
}

/// Writes one JSON object on one line.
fn write_json(out: &mut dyn Write, value: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string(value)?;
    writeln!(out, "{text}")?;
    Ok(())
}
