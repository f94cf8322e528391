//! A move of any game as a picture in space and time.

use crate::commands::trace::pit_name;
use sow_engine::setup::Setup;
use sow_engine::trace::Recorder;
use sow_engine::turn::{Turn, TurnEnd};
use sow_loops::draw::{Finish, LapPicture, MovePicture};

/// The picture of a move that was watched lap by lap: the ring that it was sown on.
pub(crate) fn picture(start: &Setup, turn: &Turn<Setup>, watched: &Recorder) -> MovePicture {
    let ring = if start.game.has_four_rows() {
        start.side.index()
    } else {
        0
    };
    let mut captured = 0;
    let laps = watched
        .laps
        .iter()
        .map(|lap| LapPicture {
            from: lap.from,
            hand: lap.hand as u32,
            landing: lap.landing,
            clockwise: lap.clockwise,
            captured: u32::from(
                lap.captured
                    .wrapping_sub(std::mem::replace(&mut captured, lap.captured)),
            ),
            ring_after: lap.rings[ring].clone(),
        })
        .collect();
    let all_laps_kept = watched.seen == watched.laps.len() as u64;
    MovePicture {
        title: format!(
            "{} {}×{}: {} plays {}",
            start.game,
            start.game.rows(),
            start.columns,
            start.side,
            turn.text
        ),
        names: (0..start.rings[ring].len())
            .map(|pit| pit_name(start, pit))
            .collect(),
        ring: start.rings[ring].clone(),
        laps,
        finish: match &turn.end {
            TurnEnd::Position(_) | TurnEnd::Wins(..) if all_laps_kept => Finish::Ends,
            TurnEnd::NeverEnds(proof) => match proof.period {
                Some(period) => Finish::Returns { period },
                None => Finish::Certified,
            },
            _ => Finish::GoesOn,
        },
    }
}
