//! `sow trace`: a move lap by lap.

use super::{only_one, write_file, write_json};
use crate::cli::TraceArgs;
use crate::context::{Context, Status};
use crate::input::Question;
use crate::page::{Content, Traced, with};
use crate::report::board::board;
use crate::report::letters::spell;
use crate::report::move_picture::{MOST_LAPS, picture};
use crate::report::number::{count, grouped};
use crate::report::prose::{paragraph, tell};
use crate::report::table::Table;
use crate::report::turn::{TurnReport, comment};
use anyhow::Result;
use serde::Serialize;
use sow_engine::pit;
use sow_engine::setup::Setup;
use sow_engine::trace::{LapEnd, LapRecord, Recorder};
use sow_engine::turn::Turn;
use sow_records::playing::MoveError;
use std::io::Write;

#[derive(Serialize)]
struct Report {
    position: String,
    rules: String,
    turn: TurnReport,
    laps: Vec<LapReport>,
    laps_left_out: u64,
}

#[derive(Serialize)]
struct LapReport {
    lap: usize,
    from: String,
    seeds: usize,
    clockwise: bool,
    to: String,
    end: &'static str,
    captured: u16,
    position: String,
}

pub(crate) fn run(context: &Context, args: &TraceArgs) -> Result<Status> {
    let question = only_one(context, &args.position)?;
    let referee = question.referee();
    let traced = referee.trace(
        &question.setup,
        &args.text,
        &args.patience.into(),
        args.most,
    );
    let (turn, laps) =
        traced.map_err(|error| MoveError::refused(&*referee, &question.setup, error))?;
    if let Some(path) = &args.svg {
        let picture = picture(&question.setup, &turn, &laps, context.letters);
        write_file(path, &picture.svg(MOST_LAPS))?;
    }
    if let Some(path) = &args.html {
        let content = Content {
            trace: Some(Traced {
                position: question.setup.to_string(),
                rules: question.rules.describe(),
                text: turn.text.clone(),
            }),
            ..Content::default()
        };
        write_file(path, &with(&content)?)?;
    }
    let mut out = crate::streams::stdout();
    if context.json {
        write_json(
            &mut out,
            &Report {
                position: question.setup.to_string(),
                rules: question.rules.describe(),
                turn: TurnReport::new(&question.rules, &turn, false),
                laps: reports(&question.setup, &laps),
                laps_left_out: laps.seen - laps.laps.len() as u64,
            },
        )?;
    } else {
        print(&mut out, context.letters, args, &question, &turn, &laps)?;
    }
    let undecided = crate::report::turn::is_undecided(&turn);
    Ok(if undecided {
        Status::Stopped
    } else {
        Status::Done
    })
}

/// The board right after a lap, the mover still to move.
fn board_after(start: &Setup, lap: &LapRecord) -> Setup {
    let mut setup = start.clone();
    setup.rings.clone_from(&lap.rings);
    setup.stores = match start.game.has_four_rows() {
        true => [0; 2],
        false => lap.stores,
    };
    setup
}

/// The name of a pit in a lap, in two-row games with the player's letter where it is not the mover's.
pub(crate) fn pit_name(setup: &Setup, pit: usize) -> String {
    let name = pit::name(setup.game, setup.columns, pit);
    if setup.game.has_four_rows() {
        return name;
    }
    let row = if pit < setup.columns { 'S' } else { 'N' };
    format!("{row}{name}")
}

fn reports(start: &Setup, recorder: &Recorder) -> Vec<LapReport> {
    recorder
        .laps
        .iter()
        .enumerate()
        .map(|(index, lap)| LapReport {
            lap: index + 1,
            from: pit_name(start, lap.from),
            seeds: lap.hand,
            clockwise: lap.clockwise,
            to: pit_name(start, lap.landing),
            end: match lap.end {
                LapEnd::Relay => "relay",
                LapEnd::Capture { .. } => "capture",
                LapEnd::Choice => "choice",
                LapEnd::Stop => "stop",
            },
            captured: lap.captured,
            position: board_after(start, lap).to_string(),
        })
        .collect()
}

fn print(
    out: &mut dyn Write,
    letters: bool,
    args: &TraceArgs,
    question: &Question,
    turn: &Turn<Setup>,
    recorder: &Recorder,
) -> Result<()> {
    let start = &question.setup;
    // The pits of a lap are the mover's own where pits have letters.
    let spell_pit = |pit: String| spell(letters, start, &pit);
    let text = spell(letters, start, &turn.text);
    write!(
        out,
        "{}\n\n{}\n",
        board(start, letters),
        paragraph(&format!("{} plays {text}", start.side))
    )?;
    let mut table = Table::new(&[">lap", "from", ">seeds", "", "to", "then", "_board"]);
    for (lap, report) in recorder.laps.iter().zip(reports(start, recorder)) {
        let then = match lap.end {
            LapEnd::Relay => format!("lifts {}", ring_content(start, lap)),
            LapEnd::Capture { from, hand } => {
                format!(
                    "captures {hand}, sown from {}",
                    spell_pit(pit_name(start, from))
                )
            }
            LapEnd::Stop if report.captured > 0 => format!("ends, captures {}", report.captured),
            LapEnd::Choice => "chooses".to_owned(),
            LapEnd::Stop => "ends".to_owned(),
        };
        let gained = if report.captured > 0 && lap.end == LapEnd::Relay {
            format!(", {} taken on the way", report.captured)
        } else {
            String::new()
        };
        let rows = board_after(start, lap).to_string();
        let rows = rows.split(' ').nth(1).unwrap_or_default().to_owned();
        table.row([
            grouped(report.lap as u64),
            spell_pit(report.from),
            report.seeds.to_string(),
            if lap.clockwise { "<" } else { "" }.to_owned(),
            spell_pit(report.to),
            then + &gained,
            if args.boards { String::new() } else { rows },
        ]);
        if args.boards {
            write!(out, "{table}")?;
            writeln!(out, "{}\n", board(&board_after(start, lap), letters))?;
            table = Table::new(&[">lap", "from", ">seeds", "", "to", "then", "_board"]);
        }
    }
    if !args.boards {
        write!(out, "{table}")?;
    }
    let left_out = recorder.seen - recorder.laps.len() as u64;
    if left_out > 0 {
        let left_out = count(left_out, "more lap");
        writeln!(out, "… {left_out} (--most N shows more)")?;
    }
    writeln!(out)?;
    tell(out, &result(question, turn))?;
    if let Some(after) = crate::report::turn::after(turn) {
        write!(
            out,
            "\n{}\n\n{}",
            board(after, letters),
            paragraph(&after.to_string())
        )?;
    }
    Ok(())
}

/// The seeds that a relay lap lifts from the pit where it ended.
fn ring_content(start: &Setup, lap: &LapRecord) -> u8 {
    let ring = if start.game.has_four_rows() {
        start.side.index()
    } else {
        0
    };
    lap.rings[ring][lap.landing]
}

/// The result of a move in a few words: `5 laps, 7 captured`.
fn result(question: &Question, turn: &Turn<Setup>) -> String {
    let comment = comment(&question.rules, turn);
    match crate::report::turn::after(turn) {
        Some(_) if comment.is_empty() => {
            format!("{}, {} captured", count(turn.laps, "lap"), turn.captured)
        }
        Some(_) => format!(
            "{}, {} captured; {comment}",
            count(turn.laps, "lap"),
            turn.captured
        ),
        None => format!("{} played: {comment}", count(turn.laps, "lap")),
    }
}
