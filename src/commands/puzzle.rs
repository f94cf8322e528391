//! `sow puzzle`: problems solved, checked and composed.

mod check;
mod compose;
mod list;
mod solve;

use crate::cli::{PuzzleCommand, PuzzleLimits};
use crate::context::{Context, Status};
use crate::input;
use crate::tables::Known;
use anyhow::{Result, anyhow};
use sow_puzzle::{Means, Method, Question, Truth};
use sow_search::{Endgames, Limits};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

pub(crate) fn run(context: &Context, command: PuzzleCommand) -> Result<Status> {
    match command {
        PuzzleCommand::List(args) => list::run(context, &args),
        PuzzleCommand::Solve(args) => solve::run(context, &args),
        PuzzleCommand::Check(args) => check::run(context, &args),
        PuzzleCommand::Compose(args) => compose::run(context, &args),
    }
}

/// What is asked about a position: by the command line, or by its puzzle, or else to win.
fn question(question: &input::Question, asked: Option<&str>) -> Result<Question> {
    let input::Question {
        setup,
        rules,
        puzzle,
    } = question;
    let text = puzzle.as_ref().map(|puzzle| puzzle.stipulation.as_str());
    let text = asked.or(text).unwrap_or_default();
    let put = Question::new(setup.clone(), *rules, text);
    match puzzle {
        None => Ok(put?),
        Some(puzzle) => {
            let put = put.map_err(|error| anyhow!("puzzle {}: {error}", puzzle.id))?;
            Ok(put.named(puzzle.id.clone()))
        }
    }
}

fn means<'a>(args: &PuzzleLimits, known: Option<&'a Known<'a>>, stop: &'a AtomicBool) -> Means<'a> {
    Means {
        limits: Limits {
            nodes: args.nodes.unwrap_or(u64::MAX),
            deadline: args.time.and_then(|time| Instant::now().checked_add(time)),
            stop: Some(stop),
            memory: usize::try_from(args.memory).unwrap_or(usize::MAX),
            ..Limits::default()
        },
        method: Method::Both,
        endgames: known.map(|known| known as &dyn Endgames),
    }
}

const fn status(truth: Truth) -> Status {
    match truth {
        Truth::Yes => Status::Done,
        Truth::No => Status::No,
        Truth::Open => Status::Stopped,
    }
}
