//! What a search answers: how sure it is, the value, the line.

use sow_engine::side::Side;

/// How sure a solution is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The value of the objective is proven.
    Exact,
    /// Proven bounds that exclude something, but not all else.
    Bound,
    /// A limit was reached before anything was proven.
    Unknown,
}

impl Status {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Bound => "bound",
            Self::Unknown => "unknown",
        }
    }
}

/// One value of an objective, seen by South.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// Who wins, `None` for a draw.
    pub winner: Option<Side>,
    /// South's seeds minus North's at the end, where the objective tells.
    pub margin: Option<i32>,
    /// Match points, South's positive, where the objective tells.
    pub points: Option<i16>,
}

/// What was found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// How sure it is.
    pub status: Status,
    /// The least that South can get, proven.
    pub lowest: Score,
    /// The most that South can get, proven. Equal to `lowest` in what the objective asks if the
    /// solution is exact.
    pub highest: Score,
    /// Decisions in which the player who can force his result can end the game with it, where that
    /// result is better for him than endless play. The other delays in this count even at the price
    /// of seeds; in the line he does not.
    pub distance: Option<u32>,
    /// The player who can force his result needs at least this many decisions, proven; 0 where nobody
    /// has to.
    pub distance_at_least: u32,
    /// A line of best play, one text a turn; empty if the value is not exact.
    pub line: Vec<String>,
    /// Positions searched, those for the line included.
    pub nodes: u64,
    /// The method, a name of the command line.
    pub method: &'static str,
}

impl Solution {
    /// Who wins, where that is proven: `Some(None)` for a draw.
    pub fn outcome(&self) -> Option<Option<Side>> {
        (self.lowest.winner == self.highest.winner).then_some(self.lowest.winner)
    }

    /// South's seeds minus North's at the end under best play, where that is proven.
    pub fn margin(&self) -> Option<i32> {
        self.lowest.margin.filter(|_| self.lowest == self.highest)
    }

    /// South's match points, where they are proven.
    pub fn points(&self) -> Option<i16> {
        self.lowest.points.filter(|_| self.lowest == self.highest)
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Decisions looked ahead.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
    /// The least that South can get, proven so far.
    pub lowest: Score,
    /// The most that South can get, proven so far.
    pub highest: Score,
    /// How the question asked at the moment stands, where the method can tell.
    pub standing: Option<Standing>,
}

/// How the question of a proof-number search stands. Numbers are guesses of effort, and rise as well as fall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Positions that seem to be missing for a proof that South gets what is asked.
    pub proof: u32,
    /// Positions that seem to be missing for a disproof.
    pub disproof: u32,
    /// First decisions that are settled.
    pub settled: u32,
    /// First decisions.
    pub decisions: u32,
    /// Entries of the table in use, in thousandths.
    pub filled: u32,
}

/// Called as the search goes deeper.
pub type OnProgress<'a> = dyn FnMut(&Progress) + Send + 'a;
