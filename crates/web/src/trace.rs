//! A turn lap by lap.

use crate::board::{key, ring_of_mover};
use crate::turn::TurnReport;
use serde::Serialize;
use sow_engine::setup::Setup;
use sow_engine::trace::{LapEnd, LapRecord, Recorder};

/// A turn with its laps.
#[derive(Serialize)]
pub(crate) struct TraceReport {
    pub(crate) turn: TurnReport,
    /// The ring that the laps run round: 0 or 1.
    pub(crate) ring: usize,
    pub(crate) laps: Vec<LapReport>,
    pub(crate) laps_left_out: u64,
}

#[derive(Serialize)]
pub(crate) struct LapReport {
    /// The key of the pit after which sowing begins, and its ring index.
    from: String,
    from_at: usize,
    seeds: usize,
    clockwise: bool,
    to: String,
    to_at: usize,
    end: &'static str,
    /// Seeds captured by this lap.
    captured: u16,
    rings: [Vec<u8>; 2],
    stores: [u16; 2],
}

/// The laps that were watched.
pub(crate) fn laps(before: &Setup, laps: &[LapRecord]) -> Vec<LapReport> {
    let ring = ring_of_mover(before);
    laps.iter()
        .map(|lap| LapReport {
            from: key(before, ring, lap.from),
            from_at: lap.from,
            seeds: lap.hand,
            clockwise: lap.clockwise,
            to: key(before, ring, lap.landing),
            to_at: lap.landing,
            end: match lap.end {
                LapEnd::Relay => "relay",
                LapEnd::Capture { .. } => "capture",
                LapEnd::Choice => "choice",
                LapEnd::Stop => "stop",
            },
            captured: lap.captured,
            rings: lap.rings.clone(),
            stores: lap.stores,
        })
        .collect()
}

/// A turn with what was watched of it.
pub(crate) fn report(before: &Setup, turn: TurnReport, watched: &Recorder) -> TraceReport {
    TraceReport {
        turn,
        ring: ring_of_mover(before),
        laps: laps(before, &watched.laps),
        laps_left_out: watched.seen - watched.laps.len() as u64,
    }
}
