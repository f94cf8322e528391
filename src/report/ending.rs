//! Results of games in words and tokens.

use sow_engine::game::{Ending, Reason};
use sow_engine::notation::Outcome;
use sow_engine::side::Side;

/// The result token of a record.
pub(crate) fn token(ending: &Ending) -> Outcome {
    match (ending.winner, ending.reason) {
        (Some(Side::South), _) => Outcome::SouthWins,
        (Some(Side::North), _) => Outcome::NorthWins,
        (None, Reason::NeverEnding) => Outcome::Annulled,
        (None, _) => Outcome::Draw,
    }
}

/// A few words, without a full stop: `South wins 30–18, the seeds are counted`.
pub(crate) fn describe(ending: &Ending) -> String {
    let who = match (ending.winner, ending.reason) {
        (Some(winner), _) => format!("{winner} wins"),
        (None, Reason::NeverEnding) => "annulled".to_owned(),
        (None, _) => "drawn".to_owned(),
    };
    let why = match ending.reason {
        Reason::NoMove => "the player to move has no legal move",
        Reason::TwoHeads => "captures in both end columns in one turn (emitwe-ebiri)",
        Reason::FourEndPits => "a capture left all four end pits empty (emitwe-ebiri)",
        Reason::FrontRow => "a capture cleared the front row",
        Reason::Akawumbi => "every enemy seed captured (akawumbi)",
        Reason::Akakyala => "captures in two turns before the opponent's first (akakyala)",
        Reason::NoStones => "the opponent has no stones left",
        Reason::Counted => "the seeds are counted",
        Reason::Repetition => "the same position occurred again",
        Reason::NeverEnding => "the sowing never ends",
    };
    let points = match ending.points {
        0 | 1 => String::new(),
        points => format!(", {points} match points"),
    };
    let margin = match ending.margin {
        0 => String::new(),
        margin => format!(" by {}", margin.abs()),
    };
    let counted = matches!(ending.reason, Reason::Counted | Reason::Repetition);
    let margin = if counted && ending.winner.is_some() {
        margin
    } else {
        String::new()
    };
    format!("{who}{margin} ({why}{points})")
}
