//! A door for endgame tables: what somebody else knows about positions.

use sow_engine::game::Contents;
use sow_engine::side::Side;
use std::fmt::Debug;

/// What is known of a position without history. Everything stated must be exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EndgameValue {
    /// Who wins with best play, `None` for a draw.
    pub winner: Option<Side>,
    /// South's seeds minus North's at the end of the game when both play for
    /// [`crate::Objective::Margin`], with what is banked already; `None` if that is not known.
    pub margin: Option<i32>,
    /// Match points when both play for them, South's positive; `None` if they are not known.
    pub points: Option<i16>,
    /// Decisions in which the winner can end the game with a win, against the longest resistance;
    /// `None` if that is not known, or if he cannot force an end.
    pub distance: Option<u32>,
}

/// Values of positions by look-up. They enter proofs, so they must be those of the game as
/// [`crate::cycles`] defines it, under the same rules; where repetitions within one cycle have
/// different values no such table exists, and none is asked.
///
/// Asked at every node, from several threads at once.
pub trait Endgames: Sync + Debug {
    /// The value of the position between turns with these contents and `side` to move, `None` if it is not known.
    fn value(&self, side: Side, contents: &Contents<'_>) -> Option<EndgameValue>;

    /// The names of the tables, for work that goes on another time and must find the same ones.
    fn names(&self) -> String {
        String::new()
    }

    /// Why a value could not be looked up, if that has happened; what was found out since is worth less.
    fn error(&self) -> Option<String> {
        None
    }
}
