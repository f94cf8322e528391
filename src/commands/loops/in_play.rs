//! The hunt for records among turns that are reached in play, captures and all.

use super::state;
use crate::cli::{GoalArg, LoopsFindArgs};
use crate::commands::write_json;
use crate::context::{Context, Status};
use crate::input::Question;
use crate::long_work::{on_threads, progress, stop_flag};
use crate::report::letters::spell;
use crate::report::line::wrapped;
use crate::report::number::{count, grouped};
use crate::report::prose::tell;
use anyhow::{Result, bail};
use rayon::prelude::*;
use serde::Serialize;
use sow_engine::relay::Patience;
use sow_engine::setup::Setup;
use sow_engine::turn::{Turn, TurnEnd};
use sow_loops::period::{Outcome, PeriodRun};
use sow_loops::start::Start;
use sow_random::Stream;
use std::collections::HashSet;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// Moves after which a game is given up: random games of all five games end well before.
const MOST_MOVES: usize = 400;

/// Games between two looks at the progress.
const GAMES_A_STEP: u64 = 64;

/// A record turn, with the game that leads to it.
#[derive(Serialize)]
struct Record {
    goal: &'static str,
    rules: String,
    start: String,
    /// The moves from the start to the position.
    game: Vec<String>,
    position: String,
    #[serde(rename = "move")]
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    laps: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'static str>,
    /// Seeds on the ring that is sown.
    seeds: usize,
    captured: u16,
    /// The game that found it.
    task: u64,
    /// What finds it again, by the same rules.
    command: String,
    /// More is better.
    #[serde(skip)]
    worth: u64,
}

pub(super) fn run(context: &Context, args: &LoopsFindArgs, question: &Question) -> Result<Status> {
    let stop = stop_flag()?;
    let bar = progress(
        context,
        &question.board(),
        args.tasks,
        "{wide_bar} {human_pos}/{human_len} games, {elapsed} gone, {eta} left",
    );
    let best = on_threads(args.threads, || {
        let mut best: Option<Record> = None;
        for first in (0..args.tasks).step_by(GAMES_A_STEP as usize) {
            bar.set_position(first);
            let games = first..args.tasks.min(first + GAMES_A_STEP);
            let found: Vec<Option<Record>> = games
                .into_par_iter()
                .map(|task| play(args, question, task, &stop))
                .collect();
            for record in found.into_iter().flatten() {
                if best.as_ref().is_none_or(|known| record.worth > known.worth) {
                    best = Some(record);
                }
            }
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
        best
    })?;
    bar.finish_and_clear();
    let interrupted = stop.load(Ordering::Relaxed);
    let Some(record) = best else {
        if interrupted {
            return Ok(Status::Stopped);
        }
        bail!(
            "{} games were played and none met such a move; more --tasks may help",
            grouped(args.tasks)
        );
    };
    print(context, &question.setup, &record)?;
    Ok(if interrupted {
        Status::Stopped
    } else {
        Status::Done
    })
}

/// Plays one random game and returns the best turn that any position of it offers.
fn play(args: &LoopsFindArgs, question: &Question, task: u64, stop: &AtomicBool) -> Option<Record> {
    let referee = question.referee();
    let mut stream = Stream::new(args.seed, task);
    let mut position = question.setup.clone();
    let mut moves: Vec<String> = Vec::new();
    let mut best: Option<Record> = None;
    let patience = Patience {
        laps: args.laps,
        period_laps: 0,
        ..Patience::UNLIMITED
    };
    let mut seen = HashSet::new();
    while moves.len() < MOST_MOVES && !stop.load(Ordering::Relaxed) {
        // A game that is over goes on nowhere.
        let repeated = !seen.insert(referee.repetition_key(&position))
            && referee.repeated(&position).is_some();
        if repeated || referee.ending(&position).is_some() {
            break;
        }
        let mut turns = referee.turns(&position, &patience, true);
        for turn in &mut turns {
            run_period(args, question, &position, turn, stop);
            let Some(worth) = worth(args.goal, &position, turn) else {
                continue;
            };
            if best.as_ref().is_none_or(|known| worth > known.worth) {
                best = Some(record(args, question, task, &moves, &position, turn, worth));
            }
        }
        turns.retain(|turn| matches!(turn.end, TurnEnd::Position(_)));
        if turns.is_empty() {
            break;
        }
        let turn = turns.swap_remove(stream.index(turns.len()));
        if let TurnEnd::Position(after) = turn.end {
            moves.push(turn.text);
            position = after;
        }
    }
    best
}

/// Runs the period of a turn that its residues have proved never-ending, within the limit of laps.
fn run_period(
    args: &LoopsFindArgs,
    question: &Question,
    position: &Setup,
    turn: &mut Turn<Setup>,
    stop: &AtomicBool,
) {
    let TurnEnd::NeverEnds(mut proof) = turn.end else {
        return;
    };
    if args.goal == GoalArg::LongestEnding || proof.period.is_some() {
        return;
    }
    let start = state::of_proof(&question.rules, position, turn, &proof)
        .and_then(|state| Start::new(&state.ring, 0).ok());
    if let Some(Outcome::Returns { period, .. }) =
        start.and_then(|start| PeriodRun::new(start).advance(args.laps, stop))
    {
        proof.period = Some(period);
        turn.end = TurnEnd::NeverEnds(proof);
    }
}

/// How good a turn is for a goal, `None` if it does not serve it.
fn worth(goal: GoalArg, position: &Setup, turn: &Turn<Setup>) -> Option<u64> {
    match (&turn.end, goal) {
        (TurnEnd::Position(_) | TurnEnd::Wins(..), GoalArg::LongestEnding) => Some(turn.laps),
        (TurnEnd::NeverEnds(proof), GoalArg::LongestNever) => proof.period,
        (TurnEnd::NeverEnds(proof), GoalArg::ShortestNever) => Some(u64::MAX - proof.period?),
        (TurnEnd::NeverEnds(_), GoalArg::FewestSeeds) => {
            Some(u64::MAX - ring_seeds(position) as u64)
        }
        _ => None,
    }
}

/// Seeds on the ring that the mover sows.
fn ring_seeds(position: &Setup) -> usize {
    if position.game.has_four_rows() {
        position.seeds_of(position.side)
    } else {
        position.seeds_on_board()
    }
}

fn record(
    args: &LoopsFindArgs,
    question: &Question,
    task: u64,
    moves: &[String],
    position: &Setup,
    turn: &Turn<Setup>,
    worth: u64,
) -> Record {
    let proof = match &turn.end {
        TurnEnd::NeverEnds(proof) => Some(proof),
        _ => None,
    };
    Record {
        goal: args.goal.name(),
        rules: question.rules.describe(),
        task,
        command: super::find::command(args),
        start: question.setup.to_string(),
        game: moves.to_vec(),
        position: position.to_string(),
        text: turn.text.clone(),
        laps: proof.is_none().then_some(turn.laps),
        period: proof.and_then(|proof| proof.period),
        proof: proof.map(|proof| if proof.residues { "residues" } else { "return" }),
        seeds: ring_seeds(position),
        captured: turn.captured,
        worth,
    }
}

fn print(context: &Context, start: &Setup, record: &Record) -> Result<()> {
    let mut out = crate::streams::stdout();
    if context.json {
        return write_json(&mut out, record);
    }
    let what = match (record.laps, record.period, record.proof) {
        (Some(laps), ..) => format!("ends after {}", count(laps, "lap")),
        (None, Some(period), _) => format!("never ends, period {}", count(period, "lap")),
        (None, None, proof) => format!("never ends ({})", proof.unwrap_or_default()),
    };
    let letters = context.letters;
    // Letters depend on the board alone, and after an odd number of turns North has moved.
    let mut reached = start.clone();
    if record.game.len() % 2 == 1 {
        reached.side = reached.side.other();
    }
    let text = spell(letters, &reached, &record.text);
    tell(&mut out, &format!("{}: {text} {what}", record.goal))?;
    let size = format!(
        "{} seeds on the ring that is sown, {} captured",
        record.seeds, record.captured
    );
    tell(&mut out, &size)?;
    tell(&mut out, &record.position)?;
    tell(&mut out, &format!("reached from {}", record.start))?;
    write!(out, "{}", wrapped("by ", start, &record.game, letters))?;
    let found = format!(
        "found by game {} of {}",
        grouped(record.task),
        record.command
    );
    tell(&mut out, &found)?;
    Ok(())
}
