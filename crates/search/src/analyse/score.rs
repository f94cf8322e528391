//! Numbers of the search, and what they say.

use sow_engine::side::Side;

/// A win, before what is won is added and the way to it is subtracted.
const WIN: i32 = 1_000_000;

/// Two rows: each seed of the margin comes before any number of plies.
const SEED: i32 = 1000;

/// The deepest that a search can be, in plies.
pub(super) const MOST_PLIES: u32 = 400;

/// A number that no value reaches.
pub(super) const INFINITE: i32 = 4_000_000;

/// Values from here on say who wins; all between are estimates or draws.
pub(super) const PROVEN: i32 = 900_000;

/// What a move leads to, seen by South.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        into = "super::score_form::ScoreForm",
        try_from = "super::score_form::ScoreForm"
    )
)]
pub enum Score {
    /// A guess: how many hundredths of a seed South is better off.
    Estimate(i32),
    /// A guess: South's expected result, a draw counting half, in hundredths of a per cent: 0 to 10,000.
    Chance(u16),
    /// Proven: this player can force a win.
    Win {
        /// The winner.
        winner: Side,
        /// The decisions within which the win was found, the choices within a sowing not counted;
        /// a quicker one may exist. `None` where the win is certain, but its end not yet seen.
        within: Option<u32>,
        /// Two-row games: South's seeds minus North's at the end under best play, where the search
        /// has seen everything.
        margin: Option<i32>,
    },
    /// Proven: neither player can do better.
    Draw,
}

impl Score {
    /// Whether the outcome is proven.
    pub const fn is_proven(&self) -> bool {
        !matches!(self, Self::Estimate(_) | Self::Chance(_))
    }
}

/// A value seen by `side`, the player to move, as a score. `complete`: no estimate had a part in it.
pub(super) fn score(value: i32, side: Side, complete: bool, four_rows: bool) -> Score {
    if value.abs() < PROVEN {
        return if complete && value == 0 {
            Score::Draw
        } else {
            Score::Estimate(side.sign() * value)
        };
    }
    let winner = if value > 0 { side } else { side.other() };
    let beyond = value.abs() - WIN;
    let seeds = if four_rows {
        0
    } else {
        (beyond + SEED - 1).div_euclid(SEED)
    };
    let plies = seeds * SEED - beyond;
    Score::Win {
        winner,
        within: (four_rows || complete).then_some(plies as u32),
        margin: (complete && !four_rows).then_some(winner.sign() * seeds),
    }
}

/// The value of a game won by `seeds` seeds (four rows: 0) at ply `ply`.
pub(super) const fn win(seeds: i32, ply: u32) -> i32 {
    WIN + SEED * seeds - ply as i32
}

/// A value for the table, where wins count from the position and not from the root.
pub(super) const fn to_table(value: i32, ply: u32) -> i32 {
    if value >= PROVEN {
        value + ply as i32
    } else if value <= -PROVEN {
        value - ply as i32
    } else {
        value
    }
}

/// A value from the table.
pub(super) const fn from_table(value: i32, ply: u32) -> i32 {
    if value >= PROVEN {
        value - ply as i32
    } else if value <= -PROVEN {
        value + ply as i32
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_read_back() {
        assert_eq!(
            score(win(0, 5), Side::North, true, true),
            Score::Win {
                winner: Side::North,
                within: Some(5),
                margin: None
            }
        );
        assert_eq!(
            score(-win(7, 12), Side::South, true, false),
            Score::Win {
                winner: Side::North,
                within: Some(12),
                margin: Some(-7)
            }
        );
        assert_eq!(
            score(-win(7, 12), Side::South, false, false),
            Score::Win {
                winner: Side::North,
                within: None,
                margin: None
            }
        );
        assert_eq!(score(0, Side::South, false, true), Score::Estimate(0));
        assert_eq!(score(0, Side::South, true, true), Score::Draw);
        assert_eq!(score(-30, Side::North, true, true), Score::Estimate(30));
    }
}
