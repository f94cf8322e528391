//! Turns with their results: as JSON fields and in words.

use super::number::grouped;
use serde::Serialize;
use sow_engine::game::Reason;
use sow_engine::relay::{NeverEnding, Unfinished};
use sow_engine::rules::{Fate, Rules};
use sow_engine::setup::Setup;
use sow_engine::turn::{Turn, TurnEnd};

/// One turn in JSON.
#[derive(Serialize)]
pub(crate) struct TurnReport {
    #[serde(rename = "move")]
    text: String,
    laps: u64,
    captured: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    again: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    bonus: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    win: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    never: Option<NeverReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undecided: Option<LapsReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    capped: Option<LapsReport>,
    /// Present and false where the rules forbid the turn, which then is listed for its proof only.
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<bool>,
}

/// The proof that a turn never ends.
#[derive(Serialize)]
pub(crate) struct NeverReport {
    proof: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<u64>,
    after_laps: u64,
}

#[derive(Serialize)]
struct LapsReport {
    laps: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

impl NeverReport {
    fn new(proof: &NeverEnding) -> Self {
        Self {
            proof: if proof.residues { "residues" } else { "return" },
            period: proof.period,
            after_laps: proof.after_laps,
        }
    }
}

impl TurnReport {
    /// `sowings`: Nsolo's bonus stones are left open, and their number is told.
    pub(crate) fn new(rules: &Rules, turn: &Turn<Setup>, sowings: bool) -> Self {
        let laps = |reason| {
            Some(LapsReport {
                laps: turn.laps,
                reason,
            })
        };
        let nsolo = rules.game() == sow_engine::kind::GameKind::Nsolo;
        let mut report = Self {
            text: turn.text.clone(),
            laps: turn.laps,
            captured: turn.captured,
            after: after(turn).map(Setup::to_string),
            again: turn.again,
            bonus: (sowings && nsolo && matches!(turn.end, TurnEnd::Position(_)))
                .then_some(turn.bonus),
            win: None,
            never: None,
            undecided: None,
            capped: None,
            legal: None,
        };
        match &turn.end {
            TurnEnd::Position(_) => {}
            TurnEnd::Wins(_, ending) => report.win = Some(ending.reason.name()),
            TurnEnd::NeverEnds(proof) => {
                report.never = Some(NeverReport::new(proof));
                report.legal = (rules.fate() == Fate::Illegal).then_some(false);
            }
            TurnEnd::Unfinished(Unfinished::Limit) => report.undecided = laps(None),
            TurnEnd::Unfinished(Unfinished::PitOverflow) => {
                report.undecided = laps(Some("pit-overflow"))
            }
            TurnEnd::Unfinished(Unfinished::Cap) => report.capped = laps(None),
        }
        report
    }
}

/// The position after a turn that ended.
pub(crate) fn after(turn: &Turn<Setup>) -> Option<&Setup> {
    match &turn.end {
        TurnEnd::Position(after) | TurnEnd::Wins(after, _) => Some(after),
        TurnEnd::NeverEnds(_) | TurnEnd::Unfinished(_) => None,
    }
}

/// Whether the user's limit or a pit too full left the turn open.
pub(crate) fn is_undecided(turn: &Turn<Setup>) -> bool {
    matches!(
        turn.end,
        TurnEnd::Unfinished(Unfinished::Limit | Unfinished::PitOverflow)
    )
}

/// What is special about a turn's end, in a few words; empty for an ordinary one.
pub(crate) fn comment(rules: &Rules, turn: &Turn<Setup>) -> String {
    match &turn.end {
        TurnEnd::Position(_) if turn.again => "sows once more".to_owned(),
        TurnEnd::Position(_) if turn.bonus > 0 => format!("bonus {}", turn.bonus),
        TurnEnd::Position(_) => String::new(),
        TurnEnd::Wins(_, ending) => match ending.reason {
            Reason::Akawumbi => "wins: akawumbi".to_owned(),
            Reason::TwoHeads => "wins: both end columns".to_owned(),
            Reason::FrontRow => "wins: front row cleared".to_owned(),
            _ => format!("wins: {}", ending),
        },
        TurnEnd::NeverEnds(proof) => {
            let legal = if rules.fate() == Fate::Illegal {
                ", not legal"
            } else {
                ""
            };
            format!("{}{legal}", never(proof))
        }
        TurnEnd::Unfinished(Unfinished::Limit) => "not decided within the limit".to_owned(),
        TurnEnd::Unfinished(Unfinished::PitOverflow) => {
            "not decided: a pit would pass 255 seeds".to_owned()
        }
        TurnEnd::Unfinished(Unfinished::Cap) => "cut by the lap cap of the rules".to_owned(),
    }
}

/// A never-ending move in a few words.
pub(crate) fn never(proof: &NeverEnding) -> String {
    let how = if proof.residues { "residues" } else { "return" };
    match proof.period {
        Some(period) => format!("never ends ({how}, period {})", grouped(period)),
        None => format!("never ends ({how})"),
    }
}
