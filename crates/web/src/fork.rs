//! Where on the board a choice of direction is met.

use crate::board::key;
use crate::trace::{LapReport, laps};
use serde::Serialize;
use sow_engine::referee::Referee;
use sow_engine::relay::Patience;
use sow_engine::setup::Setup;
use sow_engine::trace::LapRecord;

/// Laps that are looked at for the point where two turns part.
const MOST_LAPS: usize = 100_000;

/// A point at which the mover chooses a direction.
#[derive(Serialize)]
pub(crate) struct ForkReport {
    /// The key of the pit from which the seeds go one way or the other.
    at: String,
    /// The laps before, to be shown until there.
    laps: Vec<LapReport>,
    ring: usize,
    /// How many seeds are in hand.
    hand: usize,
}

/// Where the turns part that begin with `text` and go on with one mark or the other.
///
/// # Errors
/// One sentence, where no two turns part there.
pub(crate) fn fork(
    referee: &dyn Referee,
    setup: &Setup,
    text: &str,
    patience: &Patience,
) -> Result<ForkReport, String> {
    let turns = referee.turns(setup, patience, false);
    let watch = |mark: char| -> Result<Vec<LapRecord>, String> {
        let begin = format!("{text}{mark}");
        let turn = turns
            .iter()
            .find(|turn| turn.text.starts_with(&begin))
            .ok_or_else(|| format!("{text} meets no choice of direction"))?;
        match referee.trace(setup, &turn.text, patience, MOST_LAPS) {
            Ok((_, watched)) => Ok(watched.laps),
            Err(error) => Err(error.to_string()),
        }
    };
    let [ahead, back] = [watch('>')?, watch('<')?];
    let common = ahead
        .iter()
        .zip(&back)
        .take_while(|(one, other)| one == other)
        .count();
    let parting = ahead
        .get(common)
        .filter(|_| back.len() > common)
        .ok_or_else(|| format!("{text} does not part within {MOST_LAPS} laps"))?;
    let ring = crate::board::ring_of_mover(setup);
    Ok(ForkReport {
        at: key(setup, ring, parting.from),
        hand: parting.hand,
        laps: laps(setup, &ahead[..common]),
        ring,
    })
}
