//! `sow puzzle`: problems solved, checked and composed.

mod check;
mod compose;
mod solve;

use crate::cli::{PuzzleCommand, PuzzleLimits};
use crate::context::{Context, Status};
use crate::input::Question;
use crate::tables::Known;
use anyhow::{Result, anyhow};
use sow_puzzle::judge::Method;
use sow_puzzle::{Means, Stipulation, Truth};
use sow_search::{Endgames, Limits};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

pub(crate) fn run(context: &Context, command: PuzzleCommand) -> Result<Status> {
    match command {
        PuzzleCommand::Solve(args) => solve::run(context, &args),
        PuzzleCommand::Check(args) => check::run(context, &args),
        PuzzleCommand::Compose(args) => compose::run(context, &args),
    }
}

/// What is asked about a position: by the command line, or by its puzzle, or else to win.
fn stipulation(question: &Question, asked: Option<&str>) -> Result<Stipulation> {
    let puzzle = question.puzzle.as_ref();
    let text = asked.unwrap_or_else(|| puzzle.map_or("", |puzzle| &puzzle.stipulation));
    let setup = &question.setup;
    Stipulation::parse(text, setup.game, setup.side).map_err(|error| match puzzle {
        Some(puzzle) => anyhow!("puzzle {}: {error}", puzzle.id),
        None => anyhow!(error),
    })
}

/// The name of a question's problem, or its position.
fn name(question: &Question) -> String {
    let puzzle = question.puzzle.as_ref();
    puzzle.map_or_else(|| question.setup.to_string(), |puzzle| puzzle.id.clone())
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
