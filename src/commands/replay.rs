//! `sow replay`: game records checked move by move.

use super::write_json;
use crate::cli::ReplayArgs;
use crate::context::{Context, Status};
use crate::records::{self, Headers};
use crate::report::board::board;
use crate::report::letters::spell;
use crate::report::number::{count, grouped};
use crate::report::prose::{paragraph, tell, wrap};
use crate::report::table::Table;
use crate::report::turn::{TurnReport, comment};
use anyhow::Result;
use serde::Serialize;
use sow_engine::game::Ending;
use sow_engine::notation::{Outcome, Record, RecordError};
use sow_engine::setup::Setup;
use sow_records::attested::Why;
use sow_records::playing::Repetition;
use sow_records::replay::Replayed;
use std::io::Write;

#[derive(Serialize)]
struct Report<'a> {
    line: usize,
    headers: Headers<'a>,
    rules: String,
    position: String,
    moves: Vec<TurnReport>,
    position_after: String,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stated_result: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// What the record says of a result that the rules do not give.
    #[serde(skip_serializing_if = "Option::is_none")]
    attested: Option<AttestedReport>,
    repetitions: Vec<RepetitionReport>,
    ok: bool,
}

#[derive(Serialize)]
struct AttestedReport {
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

#[derive(Serialize)]
struct RepetitionReport {
    first: usize,
    again: usize,
}

pub(crate) fn run(context: &Context, args: &ReplayArgs) -> Result<Status> {
    let mut out = crate::streams::stdout();
    let mut status = Status::Done;
    for (index, record) in records::read_each(&args.file)?.into_iter().enumerate() {
        if index > 0 && !context.json {
            writeln!(out)?;
        }
        let line = record
            .as_ref()
            .map_or_else(RecordError::line, |record| record.line);
        let replayed = record
            .map_err(anyhow::Error::from)
            .and_then(|record| Ok((replay(context, &record)?, record)));
        match replayed {
            Ok((replayed, record)) => {
                status = status.and(if replayed.agrees() {
                    Status::Done
                } else {
                    Status::No
                });
                if context.json {
                    write_json(&mut out, &report(&record, &replayed))?;
                } else {
                    print(&mut out, context, args, &record, &replayed)?;
                }
            }
            Err(error) => {
                status = status.and(Status::Bad);
                let error = format!("{error:#}");
                if context.json {
                    write_json(&mut out, &super::LineError { line, error })?;
                } else {
                    out.flush()?;
                    crate::streams::say(&format!(
                        "sow: record {} (line {line}): {error}",
                        index + 1
                    ));
                }
            }
        }
    }
    Ok(status)
}

/// Plays a record from its start, and warns of what is unusual about that.
pub(super) fn replay(context: &Context, record: &Record) -> Result<Replayed> {
    let replayed = sow_records::replay::replay(&context.asked, record)?;
    context.check(&replayed.rules, &replayed.start)?;
    Ok(replayed)
}

fn attested(replayed: &Replayed) -> Option<AttestedReport> {
    let outcome = replayed.attested.outcome?;
    replayed.by_rules().is_none().then(|| AttestedReport {
        result: outcome.token(),
        reason: replayed.attested.why.map(Why::name),
    })
}

fn report<'a>(record: &'a Record, replayed: &Replayed) -> Report<'a> {
    Report {
        line: record.line,
        headers: Headers(&record.headers),
        rules: replayed.rules.describe(),
        position: replayed.start.to_string(),
        moves: replayed
            .turns
            .iter()
            .map(|(_, turn)| TurnReport::new(&replayed.rules, turn, false))
            .collect(),
        position_after: replayed.game.position.to_string(),
        result: replayed
            .by_rules()
            .map_or(Outcome::Open, Ending::token)
            .token(),
        attested: attested(replayed),
        stated_result: record.result.map(Outcome::token),
        reason: replayed.game.ending.map(|ending| ending.reason.name()),
        repetitions: replayed
            .game
            .repetitions
            .iter()
            .map(|&Repetition { first, again }| RepetitionReport { first, again })
            .collect(),
        ok: replayed.agrees(),
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
        write!(out, "{}", wrap(&format!("{key}: "), value))?;
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
        if !record.headers.is_empty() {
            writeln!(out)?;
        }
        let mut table = Table::new(&[">", "player", "move", ">laps", ">captured", ""]);
        for (index, (before, turn)) in replayed.turns.iter().enumerate() {
            table.row([
                (index + 1).to_string(),
                before.side.to_string(),
                spell(context.letters, before, &turn.text),
                grouped(turn.laps),
                grouped(turn.captured),
                comment(&replayed.rules, turn),
            ]);
        }
        writeln!(out, "{table}")?;
    }
    write!(
        out,
        "{}\n\n{}",
        board(&replayed.game.position, context.letters),
        paragraph(&replayed.game.position.to_string())
    )?;
    for repetition in &replayed.game.repetitions {
        tell(out, &describe_repetition(repetition, replayed))?;
    }
    print_result(out, replayed)
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

fn print_result(out: &mut dyn Write, replayed: &Replayed) -> Result<()> {
    let moves = replayed.turns.len();
    let attested = &replayed.attested;
    match (replayed.by_rules(), attested.describe()) {
        (Some(ending), stated) => {
            tell(out, &format!("{} {ending}", ending.token()))?;
            if let Some(stated) = stated.filter(|_| !replayed.agrees()) {
                let outcome = replayed.attested.outcome.unwrap_or(Outcome::Open);
                tell(
                    out,
                    &format!(
                        "The record says {outcome}, {stated}, which is not the result of this play."
                    ),
                )?;
            }
        }
        (None, Some(stated)) => tell(
            out,
            &format!(
                "{} {stated}; by the rules the game is open after {}",
                replayed.result(),
                count(moves as u64, "turn")
            ),
        )?,
        (None, None) => tell(
            out,
            &format!("* open after {}", count(moves as u64, "turn")),
        )?,
    }
    Ok(())
}
