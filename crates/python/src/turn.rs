//! Turns as rows of a table.

use serde::Serialize;
use sow_engine::game::Ending;
use sow_engine::referee::Referee;
use sow_engine::relay::Unfinished;
use sow_engine::rules::Fate;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::turn::{Turn, TurnEnd};

/// One turn: the fields of the Python class `Move`.
#[derive(Debug, Serialize)]
pub(crate) struct TurnRow {
    #[serde(rename = "move")]
    text: String,
    laps: u64,
    captured: u16,
    /// How it ends: `position`, `win`, `never`, `capped` or `undecided`.
    end: &'static str,
    after: Option<String>,
    again: bool,
    bonus: u8,
    legal: bool,
    /// Why it wins, proves or stays open: `two-heads`, `residues`, `return`, `limit`, `pit-overflow`.
    reason: Option<&'static str>,
    period: Option<u64>,
    after_laps: Option<u64>,
}

impl TurnRow {
    pub(crate) fn new(referee: &dyn Referee, turn: &Turn<Setup>) -> Self {
        let mut row = Self {
            text: turn.text.clone(),
            laps: turn.laps,
            captured: turn.captured,
            end: "position",
            after: after(turn).map(Setup::to_string),
            again: turn.again,
            bonus: turn.bonus,
            legal: true,
            reason: None,
            period: None,
            after_laps: None,
        };
        match &turn.end {
            TurnEnd::Position(_) => {}
            TurnEnd::Wins(_, ending) => {
                (row.end, row.reason) = ("win", Some(ending.reason.name()));
            }
            TurnEnd::NeverEnds(proof) => {
                row.end = "never";
                row.reason = Some(if proof.residues { "residues" } else { "return" });
                (row.period, row.after_laps) = (proof.period, Some(proof.after_laps));
                row.legal = referee.rules().fate() != Fate::Illegal;
            }
            TurnEnd::Unfinished(Unfinished::Cap) => {
                row.end = "capped";
                row.legal = referee.rules().fate() != Fate::Illegal;
            }
            TurnEnd::Unfinished(Unfinished::Limit) => {
                (row.end, row.reason) = ("undecided", Some("limit"));
            }
            TurnEnd::Unfinished(Unfinished::PitOverflow) => {
                (row.end, row.reason) = ("undecided", Some("pit-overflow"));
            }
        }
        row
    }
}

/// The position after a turn that ended.
pub(crate) fn after(turn: &Turn<Setup>) -> Option<&Setup> {
    match &turn.end {
        TurnEnd::Position(after) | TurnEnd::Wins(after, _) => Some(after),
        TurnEnd::NeverEnds(_) | TurnEnd::Unfinished(_) => None,
    }
}

/// Whether the limit left the turn open.
pub(crate) fn is_cut(turn: &Turn<Setup>) -> bool {
    matches!(turn.end, TurnEnd::Unfinished(Unfinished::Limit))
}

/// The name of a side in JSON.
pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::South => "south",
        Side::North => "north",
    }
}

/// How a game ended: the fields of the Python class `Ending`.
#[derive(Debug, Serialize)]
pub(crate) struct EndingRow {
    outcome: &'static str,
    result: &'static str,
    reason: &'static str,
    margin: i32,
    points: u8,
    text: String,
}

impl EndingRow {
    pub(crate) fn new(ending: &Ending) -> Self {
        Self {
            outcome: ending.winner.map_or("draw", side_name),
            result: ending.token().token(),
            reason: ending.reason.name(),
            margin: ending.margin,
            points: ending.points,
            text: ending.to_string(),
        }
    }
}
