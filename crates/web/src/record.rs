//! Pasted text: positions, drawings, game records.

use crate::question::{MOST_LAPS, patience};
use crate::turn::TurnReport;
use serde::Serialize;
use serde_json::{Value, json};
use sow_engine::kind::GameKind;
use sow_engine::notation::{Outcome, Record, RecordMove, parse_drawing, parse_records};
use sow_engine::referee::referee;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::turn::{Turn, TurnEnd};
use sow_records::asked::AskedRules;

/// A record that was played as far as its moves are legal.
#[derive(Serialize)]
struct RecordReport {
    line: usize,
    headers: Vec<(String, String)>,
    rules: String,
    position: String,
    turns: Vec<TurnReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'static str>,
    /// What is wrong with the first move that could not be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

/// Reads what somebody has pasted: `{"position"}` or `{"records"}`.
///
/// # Errors
/// One sentence on what is wrong.
pub(crate) fn read(text: &str, rules: &str) -> Result<Value, String> {
    let mut lines = text.lines().map(str::trim).filter(|line| !is_blank(line));
    let Some(first) = lines.next() else {
        return Err("there is nothing to read".to_owned());
    };
    let one_line = lines.next().is_none();
    let name = first.split([' ', ':']).next().unwrap_or_default();
    if one_line && GameKind::with_ruleset(name).is_some() {
        let read = AskedRules::default().position(first, rules);
        let (rules, setup) = read.map_err(|error| error.to_string())?;
        return Ok(json!({
            "position": setup.to_string(), "game": setup.game.name(), "rules": rules.describe(),
        }));
    }
    if has_key(text, "side") {
        let setup = parse_drawing(text).map_err(|error| error.to_string())?;
        return Ok(json!({ "position": setup.to_string(), "game": setup.game.name() }));
    }
    let records = parse_records(text).map_err(|error| error.to_string())?;
    let records: Result<Vec<RecordReport>, String> = records
        .iter()
        .map(|record| replay(record).map_err(|why| format!("line {}: {why}", record.line)))
        .collect();
    Ok(json!({ "records": records? }))
}

fn is_blank(line: &str) -> bool {
    line.is_empty() || line.starts_with('#')
}

fn has_key(text: &str, key: &str) -> bool {
    text.lines()
        .filter_map(|line| line.split_once(':'))
        .any(|(found, _)| found.trim() == key)
}

/// The rules that words name.
///
/// # Errors
/// One sentence.
pub(crate) fn rules_of(game: GameKind, words: &str) -> Result<Rules, String> {
    Rules::from_words(game, words.split_whitespace()).map_err(|error| error.to_string())
}

fn replay(record: &Record) -> Result<RecordReport, String> {
    let words = record.header("rules").unwrap_or_default();
    let start = match (record.header("start"), record.header("game")) {
        (Some(start), _) => start.to_owned(),
        (None, Some(game)) => format!("{game}:start"),
        (None, None) => {
            return Err(
                "the record has neither a `start:` nor a `game:` line, so nobody can tell what is played"
                    .to_owned(),
            );
        }
    };
    let read = AskedRules::default().position(&start, words);
    let (rules, start) = read.map_err(|error| error.to_string())?;
    let referee = referee(rules, start.columns);
    let mut position = start.clone();
    let mut turns = Vec::new();
    let mut stopped = None;
    for (index, RecordMove { text, line }) in record.moves.iter().enumerate() {
        match referee.play(&position, text, &patience(MOST_LAPS)) {
            Ok(turn) => {
                turns.push(TurnReport::new(&*referee, &position, &turn, false));
                match after(&turn) {
                    Some(after) => position = after.clone(),
                    None if index + 1 == record.moves.len() => {}
                    None => {
                        stopped = Some(format!("line {line}: {text} has no end, and moves follow"));
                        break;
                    }
                }
            }
            Err(error) => {
                stopped = Some(format!("line {line}, move {}: {error}", index + 1));
                break;
            }
        }
    }
    Ok(RecordReport {
        line: record.line,
        headers: record.headers.clone(),
        rules: rules.describe(),
        position: start.to_string(),
        turns,
        result: record.result.map(Outcome::token),
        stopped,
    })
}

/// The position after a turn that ended.
pub(crate) fn after(turn: &Turn<Setup>) -> Option<&Setup> {
    match &turn.end {
        TurnEnd::Position(after) | TurnEnd::Wins(after, _) => Some(after),
        TurnEnd::NeverEnds(_) | TurnEnd::Unfinished(_) => None,
    }
}

/// A record as text.
pub(crate) fn write(headers: Vec<(String, String)>, moves: Vec<String>, result: &str) -> String {
    let moves = moves.into_iter().map(|text| RecordMove { text, line: 0 });
    let record = Record {
        line: 0,
        headers,
        moves: moves.collect(),
        result: Outcome::from_token(result),
    };
    record.to_string()
}
