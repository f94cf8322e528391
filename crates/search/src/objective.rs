//! What is maximised, and how results become numbers.

use sow_engine::game::Ending;
use sow_engine::side::Side;

/// What both players play for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Objective {
    /// To win, then to draw.
    #[default]
    Outcome,
    /// To win, then for seeds. In two-row games more seeds is what winning means; in four-row games
    /// any win comes before any draw, and a draw before any loss, whatever the seeds.
    Margin,
    /// Match points of Omweso; in the other games the same as [`Objective::Outcome`].
    Points,
    /// To win, and with as few decisions as possible; the loser holds out as long as possible.
    /// Both players' decisions count.
    Distance,
}

impl Objective {
    /// The name on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Outcome => "outcome",
            Self::Margin => "margin",
            Self::Points => "points",
            Self::Distance => "distance",
        }
    }
}

/// Lifts won four-row games above drawn ones. No board holds as many seeds.
pub(crate) const WIN: i32 = 1 << 17;

/// More seeds than boards and stores can hold: 36 columns of 255 in two rows, and 9,999 in each store, or four rows.
const MOST_SEEDS: i32 = 40_000;

/// A number no value reaches: `2 * WIN` is already more than any win.
pub(crate) const INFINITE: i32 = 3 * WIN;

/// How endings are valued, always from South's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Seeds only: two-row games under any objective, since there the winner has more of them.
    Seeds,
    /// The winner only: 1, 0 or -1.
    Winner,
    /// [`WIN`] for the winner, and the seeds.
    WinnerThenSeeds,
    /// The winner's match points.
    Points,
}

impl Scale {
    /// The scale of an objective in a game of four or two rows.
    pub(crate) const fn of(objective: Objective, four_rows: bool) -> Self {
        match (objective, four_rows) {
            (_, false) => Self::Seeds,
            (Objective::Outcome | Objective::Distance, true) => Self::Winner,
            (Objective::Margin, true) => Self::WinnerThenSeeds,
            (Objective::Points, true) => Self::Points,
        }
    }

    /// South's value of a result.
    pub(crate) fn value(self, ending: &Ending) -> i32 {
        let sign = ending.winner.map_or(0, Side::sign);
        match self {
            Self::Seeds => ending.margin,
            Self::Winner => sign,
            Self::WinnerThenSeeds if sign == 0 => 0,
            Self::WinnerThenSeeds => sign * WIN + ending.margin,
            Self::Points => sign * i32::from(ending.points),
        }
    }

    /// The margin that a value stands for, where it stands for one.
    pub(crate) fn margin(self, value: i32) -> Option<i32> {
        let margin = match self {
            Self::Seeds => value,
            Self::WinnerThenSeeds => value - value.signum() * WIN,
            Self::Winner | Self::Points => return None,
        };
        // A bound between draws and wins tells of no margin.
        (margin.abs() <= MOST_SEEDS).then_some(margin)
    }
}
