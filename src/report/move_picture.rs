//! A move of any game as a picture in space and time.

use crate::commands::trace::pit_name;
use sow_engine::relay::NeverEnding;
use sow_engine::setup::Setup;
use sow_engine::trace::Recorder;
use sow_engine::turn::{Turn, TurnEnd};
use sow_loops::draw::{Finish, LapPicture, MovePicture};

/// The picture of a move that was watched lap by lap: the ring that it was sown on.
pub(crate) fn picture(start: &Setup, turn: &Turn<Setup>, watched: &Recorder) -> MovePicture {
    let ring = ring_of(start);
    let mut captured = 0;
    let mut laps: Vec<LapPicture> = watched
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
    let finish = match &turn.end {
        TurnEnd::Position(_) | TurnEnd::Wins(..) if all_laps_kept => Finish::Ends,
        TurnEnd::NeverEnds(NeverEnding {
            period: Some(period),
            after_laps,
            ..
        }) if watched.laps.len() as u64 >= after_laps + period => {
            returns(start, *period, *after_laps, &mut laps)
        }
        TurnEnd::NeverEnds(_) => Finish::Certified,
        _ => Finish::GoesOn,
    };
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
        finish,
    }
}

/// Ends the laps of a never-ending move where a state comes back: the start, if nothing was captured
/// on the way, else the state at which the proof begins.
fn returns(start: &Setup, period: u64, after_laps: u64, laps: &mut Vec<LapPicture>) -> Finish {
    let ring = &start.rings[ring_of(start)];
    let length = |laps: u64| usize::try_from(laps).unwrap_or(usize::MAX);
    let full = &laps[length(period) - 1];
    let is_back = full.ring_after == *ring && laps.first().map(|lap| lap.from) == Some(full.landing);
    laps.truncate(length(if is_back { period } else { after_laps + period }));
    Finish::Returns { period }
}

/// The ring that the mover sows on.
fn ring_of(start: &Setup) -> usize {
    if start.game.has_four_rows() {
        start.side.index()
    } else {
        0
    }
}
