//! `sow replay`: game records checked move by move.

use super::write_json;
use crate::cli::ReplayArgs;
use crate::context::{Context, Status};
use crate::playing::{Playing, Repetition};
use crate::records::{self, rules_and_start};
use crate::report::board::board;
use crate::report::letters::spell;
use crate::report::table::Table;
use crate::report::turn::{TurnReport, comment};
use anyhow::{Result, anyhow};
use serde::Serialize;
use sow_engine::game::Ending;
use sow_engine::notation::{Outcome, Record};
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use std::io::Write;

/// A record that has been played through.
pub(super) struct Replayed {
    pub(super) rules: Rules,
    pub(super) start: Setup,
    pub(super) game: Playing,
    /// Each with the position before it.
    pub(super) turns: Vec<(Setup, sow_engine::turn::Turn<Setup>)>,
}

impl Replayed {
    /// The result by the rules, `*` for a game that is not over.
    fn result(&self) -> Outcome {
        self.game
            .ending
            .as_ref()
            .map_or(Outcome::Open, Ending::token)
    }

    /// Whether the record's result can be right: a game broken off may have been resigned, agreed
    /// drawn or annulled, but a game that is over has its result.
    fn agrees(&self, record: &Record) -> bool {
        match (&self.game.ending, record.result) {
            (Some(_), Some(stated)) => stated == self.result() || stated == Outcome::Open,
            _ => true,
        }
    }
}

#[derive(Serialize)]
struct Report<'a> {
    line: usize,
    headers: Vec<(&'a str, &'a str)>,
    rules: String,
    position: String,
    moves: Vec<TurnReport>,
    position_after: String,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stated_result: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    repetitions: Vec<RepetitionReport>,
    ok: bool,
}

#[derive(Serialize)]
struct RepetitionReport {
    first: usize,
    again: usize,
}

pub(crate) fn run(context: &Context, args: &ReplayArgs) -> Result<Status> {
    let records = records::read(&args.file)?;
    let mut out = crate::streams::stdout();
    let mut status = Status::Done;
    for (index, record) in records.iter().enumerate() {
        if index > 0 && !context.json {
            writeln!(out)?;
        }
        match replay(context, record) {
            Ok(replayed) => {
                status = status.and(if replayed.agrees(record) {
                    Status::Done
                } else {
                    Status::No
                });
                if context.json {
                    write_json(&mut out, &report(record, &replayed))?;
                } else {
                    print(&mut out, context, args, record, &replayed)?;
                }
            }
            Err(error) => {
                status = status.and(Status::Bad);
                if context.json {
                    let report = super::LineError {
                        line: record.line,
                        error: format!("{error:#}"),
                    };
                    write_json(&mut out, &report)?;
                } else {
                    out.flush()?;
                    crate::streams::say(&format!(
                        "sow: record {} (line {}): {error:#}",
                        index + 1,
                        record.line
                    ));
                }
            }
        }
    }
    Ok(status)
}

/// Plays a record from its start.
pub(super) fn replay(context: &Context, record: &Record) -> Result<Replayed> {
    let (rules, start) = rules_and_start(context, record)?;
    context.check(&rules, &start)?;
    let mut game = Playing::new(rules, &start);
    let mut turns = Vec::new();
    for (index, played) in record.moves.iter().enumerate() {
        let before = game.position.clone();
        let turn = game.play(&played.text, true).map_err(|error| {
            anyhow!(
                "move {} by {} (line {}): {error:#}",
                index + 1,
                before.side,
                played.line
            )
        })?;
        turns.push((before, turn));
    }
    Ok(Replayed {
        rules,
        start,
        game,
        turns,
    })
}

fn report<'a>(record: &'a Record, replayed: &Replayed) -> Report<'a> {
    Report {
        line: record.line,
        headers: record
            .headers
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str()))
            .collect(),
        rules: replayed.rules.describe(),
        position: replayed.start.to_string(),
        moves: replayed
            .turns
            .iter()
            .map(|(_, turn)| TurnReport::new(&replayed.rules, turn, false))
            .collect(),
        position_after: replayed.game.position.to_string(),
        result: replayed.result().token(),
        stated_result: record.result.map(Outcome::token),
        reason: replayed.game.ending.map(|ending| ending.reason.name()),
        repetitions: replayed
            .game
            .repetitions
            .iter()
            .map(|&Repetition { first, again }| RepetitionReport { first, again })
            .collect(),
        ok: replayed.agrees(record),
    }
}

fn print(
    out: &mut dyn Write,
    context: &Context,
    args: &ReplayArgs,
    record: &Record,
    replayed: &Replayed,
) -> Result<()> {
    for (key, value) in &record.headers {
        writeln!(out, "{key}: {value}")?;
    }
    if args.boards {
        for (index, (before, turn)) in replayed.turns.iter().enumerate() {
            writeln!(
                out,
                "\n{}\n\n{}. {} plays {}",
                board(before, context.letters),
                index + 1,
                before.side,
                spell(context.letters, before, &turn.text)
            )?;
        }
        writeln!(out)?;
    } else {
        let mut table = Table::new(&[">", "player", "move", ">laps", ">captured", ""]);
        for (index, (before, turn)) in replayed.turns.iter().enumerate() {
            table.row([
                (index + 1).to_string(),
                before.side.to_string(),
                spell(context.letters, before, &turn.text),
                turn.laps.to_string(),
                turn.captured.to_string(),
                comment(&replayed.rules, turn),
            ]);
        }
        writeln!(out, "{table}")?;
    }
    writeln!(
        out,
        "{}\n\n{}",
        board(&replayed.game.position, context.letters),
        replayed.game.position
    )?;
    for repetition in &replayed.game.repetitions {
        writeln!(out, "{}", describe_repetition(repetition, replayed))?;
    }
    print_result(out, record, replayed)
}

fn describe_repetition(repetition: &Repetition, replayed: &Replayed) -> String {
    let first = match repetition.first {
        0 => "the start".to_owned(),
        moves => format!("the position after move {moves}"),
    };
    let ruling: Option<Ending> =
        sow_engine::referee::referee(replayed.rules, replayed.start.columns)
            .repeated(&position_after(replayed, repetition.again));
    let ruling = ruling.map_or_else(
        || "these rules let play go on".to_owned(),
        |ending| match ending.winner {
            None => "under these rules the game is drawn there".to_owned(),
            Some(_) => format!("under these rules play stops there, and {}", ending),
        },
    );
    format!(
        "Repeated: after move {} stands {first} again; {ruling}.",
        repetition.again
    )
}

fn position_after(replayed: &Replayed, moves: usize) -> Setup {
    replayed.turns.get(moves).map_or_else(
        || replayed.game.position.clone(),
        |(before, _)| before.clone(),
    )
}

fn print_result(out: &mut dyn Write, record: &Record, replayed: &Replayed) -> Result<()> {
    let moves = replayed.turns.len();
    match (&replayed.game.ending, record.result) {
        (Some(ending), stated) => {
            writeln!(out, "{}  {}", replayed.result(), ending)?;
            if let Some(stated) = stated.filter(|_| !replayed.agrees(record)) {
                writeln!(
                    out,
                    "The record says {stated}, which is not the result of this play."
                )?;
            }
        }
        (None, Some(stated)) if stated != Outcome::Open => {
            writeln!(
                out,
                "{stated}  as the record has it; the {moves} moves leave the game open"
            )?;
        }
        (None, _) => writeln!(out, "*  open after {moves} moves")?,
    }
    Ok(())
}
