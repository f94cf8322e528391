//! Results of games in words and as the tokens of records.

use crate::game::{Ending, Reason};
use crate::notation::Outcome;
use crate::side::Side;
use std::fmt;

impl Ending {
    /// The result token of a record.
    pub const fn token(&self) -> Outcome {
        match (self.winner, self.reason) {
            (Some(Side::South), _) => Outcome::SouthWins,
            (Some(Side::North), _) => Outcome::NorthWins,
            (None, Reason::NeverEnding) => Outcome::Annulled,
            (None, _) => Outcome::Draw,
        }
    }

    /// The result for `side`: 1 for a win, 0 for a loss, 0.5 for anything else.
    pub fn score(&self, side: Side) -> f64 {
        match self.winner {
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    }
}

/// A few words, without a full stop: `South wins by 12 (the seeds are counted)`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.winner, self.reason) {
            (Some(winner), _) => write!(f, "{winner} wins")?,
            (None, Reason::NeverEnding) => f.write_str("annulled")?,
            (None, _) => f.write_str("drawn")?,
        }
        let is_counted = matches!(self.reason, Reason::Counted | Reason::Repetition);
        if is_counted && self.winner.is_some() && self.margin != 0 {
            write!(f, " by {}", self.margin.abs())?;
        }
        let why = match self.reason {
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
        write!(f, " ({why}")?;
        if self.points > 1 {
            write!(f, ", {} match points", self.points)?;
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_told_with_its_reason_margin_and_points() {
        let ending = |winner, reason, margin, points| Ending {
            winner,
            reason,
            margin,
            points,
        };
        for (ending, words, token) in [
            (
                ending(Some(Side::North), Reason::Counted, -12, 1),
                "North wins by 12 (the seeds are counted)",
                Outcome::NorthWins,
            ),
            (
                ending(Some(Side::South), Reason::Akawumbi, 0, 12),
                "South wins (every enemy seed captured (akawumbi), 12 match points)",
                Outcome::SouthWins,
            ),
            (
                ending(None, Reason::NeverEnding, 0, 0),
                "annulled (the sowing never ends)",
                Outcome::Annulled,
            ),
            (
                ending(None, Reason::Repetition, 0, 0),
                "drawn (the same position occurred again)",
                Outcome::Draw,
            ),
        ] {
            assert_eq!(ending.to_string(), words);
            assert_eq!(ending.token(), token);
        }
    }
}
