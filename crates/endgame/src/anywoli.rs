//! Anywoli layers, two bits a pit.
//!
//! Once every pit holds at most three seeds it stays so, and a lap is one addition to a board of two bits a
//! pit. Turns are played out once. From then on the positions that lead to a settled one without a
//! capture are found by un-sowing: from a pit that holds one seed the laps are walked backwards,
//! each one determined by what it led to (see `sow_engine::relay`).

mod board;
mod layer;
mod mail;
mod ranks;
mod regions;
mod turned;

use board::MOST_PITS;
use sow_engine::games::anywoli::{ExtraMove, LastSeeds, TestedAt};
use sow_engine::rules::Rules;

pub(crate) use layer::{BYTES, LEAST_SHARE, solve};
pub(crate) use turned::Turned;

/// Whether these rules are among those that this method knows.
pub(crate) fn can_build(rules: &Rules, columns: usize) -> bool {
    let Rules::Anywoli(rules) = rules else {
        return false;
    };
    let settled_by_play = matches!(
        rules.last_seeds,
        LastSeeds::LastCapturer
            | LastSeeds::MoverTakes
            | LastSeeds::Unclaimed
            | LastSeeds::OwnerOfRow
    );
    settled_by_play
        && rules.last_seeds_tested == TestedAt::EndOfMove
        && rules.extra_move != ExtraMove::Optional
        && rules.lap_cap.0.is_none()
        && 2 * columns <= MOST_PITS
}
