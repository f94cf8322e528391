//! A move of any game as a picture in space and time.

use super::letters::spell;
use crate::commands::trace::pit_name;
use sow_engine::relay::NeverEnding;
use sow_engine::setup::Setup;
use sow_engine::trace::{LapRecord, Recorder};
use sow_engine::turn::{Turn, TurnEnd};
use sow_loops::draw::{Finish, LapPicture, MovePicture};

/// The most laps that a picture in space and time draws before it leaves out the middle.
pub(crate) const MOST_LAPS: usize = 400;

/// The picture of a move that was watched lap by lap: the ring that it was sown on.
pub(crate) fn picture(
    start: &Setup,
    turn: &Turn<Setup>,
    watched: &Recorder,
    letters: bool,
) -> MovePicture {
    let ring = ring_of(start);
    let mut before = &start.rings[ring];
    let mut laps = Vec::with_capacity(watched.laps.len());
    for lap in &watched.laps {
        let after = &lap.rings[ring];
        laps.push(LapPicture {
            from: lap.from,
            hand: lap.hand as u32,
            landing: lap.landing,
            clockwise: lap.clockwise,
            captured: u32::from(lap.captured),
            taken: if start.game.has_four_rows() {
                Vec::new()
            } else {
                taken(before, lap)
            },
            ring_after: after.clone(),
        });
        before = after;
    }
    let all_laps_kept = watched.seen == watched.laps.len() as u64;
    let finish = match &turn.end {
        TurnEnd::Position(_) | TurnEnd::Wins(..) if all_laps_kept => Finish::Ends,
        TurnEnd::NeverEnds(NeverEnding {
            period: Some(period),
            after_laps,
            ..
        }) => {
            end_at_return(start, *period, *after_laps, &mut laps);
            Finish::Returns { period: *period }
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
            spell(letters, start, &turn.text)
        ),
        names: (0..start.rings[ring].len())
            .map(|pit| spell(letters, start, &pit_name(start, pit)))
            .collect(),
        ring: start.rings[ring].clone(),
        laps,
        finish,
    }
}

/// Ends the laps of a never-ending move where a state comes back: the start, if nothing was captured
/// on the way, else the state at which the proof begins.
fn end_at_return(start: &Setup, period: u64, after_laps: u64, laps: &mut Vec<LapPicture>) {
    let ring = &start.rings[ring_of(start)];
    let length = |laps: u64| usize::try_from(laps).unwrap_or(usize::MAX);
    let first = laps.first().map(|lap| lap.from);
    let is_back = laps
        .get(length(period) - 1)
        .is_some_and(|lap| lap.ring_after == *ring && first == Some(lap.landing));
    laps.truncate(length(if is_back { period } else { after_laps + period }));
}

/// The pits that a lap on a shared ring has emptied for a store, with the seeds taken.
fn taken(before: &[u8], lap: &LapRecord) -> Vec<(usize, u32)> {
    let pits = before.len();
    let after = &lap.rings[0];
    let sown = |pit: usize| {
        // Seeds fall from the first pit on, once or more often round the ring.
        let place = match lap.clockwise {
            true => (lap.from + pits - pit - 1) % pits,
            false => (pit + pits - lap.from - 1) % pits,
        };
        lap.hand / pits + usize::from(place < lap.hand % pits)
    };
    (0..pits)
        .filter_map(|pit| {
            let held = if pit == lap.from {
                0
            } else {
                usize::from(before[pit])
            };
            let seeds = held + sown(pit);
            (after[pit] == 0 && seeds > 0).then_some((pit, seeds as u32))
        })
        .collect()
}

/// The ring that the mover sows on.
fn ring_of(start: &Setup) -> usize {
    if start.game.has_four_rows() {
        start.side.index()
    } else {
        0
    }
}
