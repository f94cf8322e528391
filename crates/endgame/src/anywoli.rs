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
use sow_engine::games::anywoli::{self, ExtraMove, LastSeeds, TestedAt};
use sow_engine::rules::Rules;

pub(crate) use layer::{BYTES, LEAST_SHARE, solve};
pub(crate) use turned::Turned;

/// Whether these rules are among those that this method knows.
pub(crate) fn can_build(rules: &Rules, columns: usize) -> bool {
    let Rules::Anywoli(rules) = rules else {
        return false;
    };
    // All options by name: whoever adds one says here what it means for un-sowing.
    let anywoli::Rules {
        // Positions are those of the mirrored board.
        direction: _,
        extra_move,
        last_seeds,
        last_seeds_tested,
        // `Domain::new` has looked at both.
        repetition: _,
        never_ending: _,
        lap_cap,
        // Nothing without a cap.
        at_lap_cap: _,
    } = *rules;
    let settled_by_play = matches!(
        last_seeds,
        LastSeeds::LastCapturer
            | LastSeeds::MoverTakes
            | LastSeeds::Unclaimed
            | LastSeeds::OwnerOfRow
    );
    settled_by_play
        && last_seeds_tested == TestedAt::EndOfMove
        && extra_move != ExtraMove::Optional
        && lap_cap.0.is_none()
        && 2 * columns <= MOST_PITS
}
