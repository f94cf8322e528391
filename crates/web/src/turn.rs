//! Turns with their results.

use crate::board::{EndingReport, key, ring_of_mover};
use serde::Serialize;
use sow_engine::kind::GameKind;
use sow_engine::notation::MoveText;
use sow_engine::pit;
use sow_engine::referee::Referee;
use sow_engine::relay::{NeverEnding, Unfinished};
use sow_engine::rules::Fate;
use sow_engine::setup::Setup;
use sow_engine::turn::{Turn, TurnEnd};

/// One turn.
#[derive(Serialize)]
pub(crate) struct TurnReport {
    #[serde(rename = "move")]
    pub(crate) text: String,
    /// The pit that it begins with, see [`crate::board::PitReport`]; `None` for `pass` and `stop`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pit: Option<String>,
    /// The marks behind the pit's name: directions, or `=`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) marks: String,
    pub(crate) laps: u64,
    pub(crate) captured: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) after: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) again: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bonus: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) win: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) never: Option<NeverReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) undecided: Option<LapsReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) capped: Option<LapsReport>,
    /// Present and false where the rules forbid the turn, which then is listed for its proof only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) legal: Option<bool>,
    /// The result where the turn ends the game by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ending: Option<EndingReport>,
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
pub(crate) struct LapsReport {
    laps: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

impl TurnReport {
    /// `open`: Nsolo's bonus stones are left open, and their number is told.
    pub(crate) fn new(
        referee: &dyn Referee,
        before: &Setup,
        turn: &Turn<Setup>,
        open: bool,
    ) -> Self {
        let rules = referee.rules();
        let laps = |reason| {
            Some(LapsReport {
                laps: turn.laps,
                reason,
            })
        };
        let mut report = Self {
            text: turn.text.clone(),
            pit: pit_of(before, &turn.text),
            marks: marks_of(&turn.text),
            laps: turn.laps,
            captured: turn.captured,
            after: None,
            again: turn.again,
            bonus: (open && rules.game() == GameKind::Nsolo && turn.bonus > 0)
                .then_some(turn.bonus),
            win: None,
            never: None,
            undecided: None,
            capped: None,
            legal: None,
            ending: None,
        };
        let without_end = || referee.never_ending(before);
        match &turn.end {
            TurnEnd::Position(after) => report.after = Some(after.to_string()),
            TurnEnd::Wins(after, ending) => {
                report.after = Some(after.to_string());
                report.win = Some(ending.reason.name());
                report.ending = Some(EndingReport::new(ending));
            }
            TurnEnd::NeverEnds(proof) => {
                report.never = Some(never(proof));
                report.legal = (rules.fate() == Fate::Illegal).then_some(false);
                report.ending = without_end().as_ref().map(EndingReport::new);
            }
            TurnEnd::Unfinished(Unfinished::Limit) => report.undecided = laps(None),
            TurnEnd::Unfinished(Unfinished::PitOverflow) => {
                report.undecided = laps(Some("pit-overflow"));
            }
            TurnEnd::Unfinished(Unfinished::Cap) => {
                report.capped = laps(None);
                report.ending = without_end().as_ref().map(EndingReport::new);
            }
        }
        report
    }
}

fn never(proof: &NeverEnding) -> NeverReport {
    NeverReport {
        proof: if proof.residues { "residues" } else { "return" },
        period: proof.period,
        after_laps: proof.after_laps,
    }
}

/// The key of the pit that a turn begins with.
fn pit_of(before: &Setup, text: &str) -> Option<String> {
    let sowing = MoveText::parse(text).ok()?.0.into_iter().next()?;
    let side = if sowing.reserved {
        before.side.other()
    } else {
        before.side
    };
    let at = pit::parse(before.game, before.columns, side, &sowing.pit)?;
    Some(key(before, ring_of_mover(before), at))
}

/// What a sowing says behind its pit, bonus stones left out.
fn marks_of(text: &str) -> String {
    let head = text.split(':').next().unwrap_or_default();
    head.chars()
        .filter(|letter| "<>=".contains(*letter))
        .collect()
}
