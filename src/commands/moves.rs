//! `sow moves`: every legal turn with its result.

use super::{for_each_to, write_json};
use crate::cli::{MovesArgs, PatienceArgs};
use crate::context::{Context, Status};
use crate::report::board::board;
use crate::report::letters::spell;
use crate::report::number::grouped;
use crate::report::prose::tell;
use crate::report::table::Table;
use crate::report::turn::{TurnReport, comment};
use crate::rows::Rows;
use anyhow::{Result, bail};
use serde::Serialize;
use sow_engine::relay::Patience;

/// Laps spent on the period of a move that the residues have settled: a millisecond or two.
pub(crate) const PERIOD_LAPS: u64 = 1 << 17;

impl From<PatienceArgs> for Patience<'_> {
    fn from(args: PatienceArgs) -> Self {
        Self {
            laps: args.laps.unwrap_or(u64::MAX),
            period_laps: PERIOD_LAPS,
            ..Patience::UNLIMITED
        }
    }
}

/// The most turns that are listed: on the widest board they take some 200 MB. Only the strips of Nsolo can be more.
const MOST_TURNS: u128 = 150_000;

#[derive(Serialize)]
struct Report {
    position: String,
    rules: String,
    turns: Vec<TurnReport>,
    /// Of a game that is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

/// A turn in a table of many positions.
#[derive(Serialize)]
struct Row<'a> {
    position: &'a str,
    rules: &'a str,
    #[serde(flatten)]
    turn: &'a TurnReport,
}

/// The columns of such a table.
const COLUMNS: [&str; 16] = [
    "position",
    "rules",
    "move",
    "laps",
    "captured",
    "after",
    "again",
    "bonus",
    "win",
    "never_proof",
    "never_period",
    "never_after_laps",
    "undecided_laps",
    "undecided_reason",
    "capped_laps",
    "legal",
];

pub(crate) fn run(context: &Context, args: &MovesArgs) -> Result<Status> {
    let mut rows = Rows::open_if(context, args.csv.as_deref(), COLUMNS)?;
    let mut out = Rows::other_output(rows.as_ref());
    let status = for_each_to(&mut out, context, &args.position, |out, question| {
        let referee = question.referee();
        let patience = args.patience.into();
        if !args.sowings {
            let count = referee.count_turns(&question.setup, &patience);
            if count > MOST_TURNS {
                bail!(
                    "{} has {} turns, since bonus stones can be stripped in that many ways; --sowings lists the sowings alone",
                    question.setup,
                    grouped(count)
                );
            }
        }
        let turns = referee.turns(&question.setup, &patience, !args.sowings);
        let undecided = turns.iter().any(crate::report::turn::is_undecided);
        let ending = turns.is_empty().then(|| referee.ending(&question.setup));
        let ending = ending.flatten();
        let report = || Report {
            position: question.setup.to_string(),
            rules: question.rules.describe(),
            turns: turns
                .iter()
                .map(|turn| TurnReport::new(&question.rules, turn, args.sowings))
                .collect(),
            result: ending.as_ref().map(|ending| ending.token().token()),
            reason: ending.as_ref().map(|ending| ending.reason.name()),
        };
        if let Some(rows) = &mut rows {
            let report = report();
            for turn in &report.turns {
                rows.add_object(&Row {
                    position: &report.position,
                    rules: &report.rules,
                    turn,
                })?;
            }
        }
        if context.json {
            write_json(out, &report())?;
        } else {
            writeln!(out, "{}\n", board(&question.setup, context.letters))?;
            if let Some(ending) = ending {
                tell(out, &format!("The game is over: {ending}."))?;
            } else {
                let mut table = Table::new(&["move", ">laps", ">captured", "", "_position after"]);
                for turn in &turns {
                    let after =
                        crate::report::turn::after(turn).map_or_else(String::new, short_position);
                    table.row([
                        spell(context.letters, &question.setup, &turn.text),
                        grouped(turn.laps),
                        grouped(turn.captured),
                        comment(&question.rules, turn),
                        after,
                    ]);
                }
                write!(out, "{table}")?;
            }
        }
        Ok(if undecided {
            Status::Stopped
        } else {
            Status::Done
        })
    })?;
    Rows::finish(rows)?;
    Ok(status)
}

/// A position without the game's name, which the heading has given.
fn short_position(setup: &sow_engine::setup::Setup) -> String {
    let line = setup.to_string();
    line.split_once(' ')
        .map_or(line.clone(), |(_, rest)| rest.to_owned())
}
