//! Does a move end? With the proof.

use std::sync::atomic::AtomicBool;

use sow_engine::certificate::Residues;

use crate::period::{Outcome, PeriodRun};
use crate::rotation::turns;
use crate::start::{MOST_PITS, Start};
use crate::walk::Walk;

/// Laps played before anything cleverer is tried: 99.9 % of the moves of play end within these.
const FIRST_LAPS: u64 = 24;

/// What is asked about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Laps after which the move is given up undecided.
    pub limit: u64,
    /// Whether the period is wanted even where the residues have already proved that the move
    /// never ends. It is run within the same limit.
    pub period: bool,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The move ends after `laps` laps, its last seed in `pit`.
    Ends {
        /// Laps, 1 or more.
        laps: u64,
        /// The pit of the last seed.
        pit: usize,
    },
    /// The move never ends.
    Never {
        /// Why.
        proof: Proof,
        /// Laps until the move is back at its start, if it has been run that far.
        period: Option<u64>,
    },
    /// Nothing has been proved within the limit.
    Undecided {
        /// Laps played.
        laps: u64,
    },
}

/// Why a move never ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// No two of its residues are neighbours.
    Residues(Residues),
    /// It sees the same ring again from its last pit.
    Return {
        /// Laps after which it does.
        laps: u64,
        /// How many pits further on, in `0..pits`; 0 is the very same state.
        turned: usize,
    },
}

/// Decides a move: first a few laps, then the residues, then the run to its end or return.
///
/// Setting `stop` makes it give up undecided.
pub fn check(start: &Start, question: Question, stop: &AtomicBool) -> Verdict {
    let mut run = PeriodRun::new(start.clone());
    let first = run.advance(FIRST_LAPS.min(question.limit), stop);
    if let Some(outcome @ Outcome::Ends { .. }) = first {
        return decided(outcome, None);
    }
    let residues = start.residues();
    let certificate = residues.never_stop().then_some(residues);
    if let Some(outcome) = first {
        return decided(outcome, certificate);
    }
    if certificate.is_none() || question.period {
        let left = question.limit.saturating_sub(run.laps());
        if let Some(outcome) = run.advance(left, stop) {
            return decided(outcome, certificate);
        }
    }
    match certificate {
        Some(residues) => Verdict::Never {
            proof: Proof::Residues(residues),
            period: None,
        },
        None => Verdict::Undecided { laps: run.laps() },
    }
}

fn decided(outcome: Outcome, certificate: Option<Residues>) -> Verdict {
    match outcome {
        Outcome::Ends { laps, pit } => Verdict::Ends { laps, pit },
        Outcome::Returns {
            period,
            up_to_rotation,
            turned,
        } => Verdict::Never {
            proof: certificate.map_or(
                Proof::Return {
                    laps: up_to_rotation,
                    turned,
                },
                Proof::Residues,
            ),
            period: Some(period),
        },
    }
}

/// A stopping state behind a start: a ring on whose pit `pit` a last seed has fallen as the only
/// one. Lifting it nevertheless would lead to the start in `laps` laps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopBehind {
    /// Laps from the stop to the start, 1 or more.
    pub laps: u64,
    /// The seeds of every pit.
    pub ring: Vec<u32>,
    /// The pit with the last seed.
    pub pit: usize,
}

/// Runs `start` backwards, at most `limit` laps, to the nearest stopping state behind it.
///
/// **A stop behind proves that the move ends**: a lap is a permutation of the states, and the move
/// lies between that stop and the next one, which it must reach. A never-ending move lies on a
/// cycle without any stop.
pub fn stop_behind(start: &Start, limit: u64) -> Option<StopBehind> {
    let mut walk = Walk::<MOST_PITS>::new(start.ring(), start.pit());
    for laps in 1..=limit {
        walk.unlap();
        if walk.hand() == 1 {
            return Some(StopBehind {
                laps,
                ring: walk.ring(),
                pit: walk.at(),
            });
        }
    }
    None
}

/// What running a move in both directions at once has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BothWays {
    /// It was seen to end after so many laps.
    Ends {
        /// Laps of the move.
        laps: u64,
    },
    /// It must end, for there is a stop so many laps behind it.
    EndsForStopBehind {
        /// Laps from the stop to the start.
        laps: u64,
    },
    /// The two runs have met: it never ends.
    Never {
        /// Laps until the move is back at its start, pit and contents.
        period: u64,
    },
    /// Neither, within the limit.
    Undecided {
        /// Laps played in each direction.
        laps: u64,
    },
}

/// Runs a move forwards and backwards in turn, at most `limit` laps each way. Every move is decided
/// after half of its cycle, or at the nearer of the stops before and behind it.
pub fn both_ways(start: &Start, limit: u64) -> BothWays {
    let mut ahead = Walk::<MOST_PITS>::new(start.ring(), start.pit());
    let mut behind = ahead;
    for laps in 1..=limit {
        ahead.lap(ahead.hand());
        if ahead.hand() == 1 {
            return BothWays::Ends { laps };
        }
        if let Some(turned) = turned(&behind, &ahead) {
            return met(2 * laps - 1, turned, start);
        }
        behind.unlap();
        if behind.hand() == 1 {
            return BothWays::EndsForStopBehind { laps };
        }
        if let Some(turned) = turned(&behind, &ahead) {
            return met(2 * laps, turned, start);
        }
    }
    BothWays::Undecided { laps: limit }
}

fn met(laps: u64, turned: usize, start: &Start) -> BothWays {
    BothWays::Never {
        period: laps * turns(start.pits(), turned) as u64,
    }
}

/// How many pits `b` is turned against `a`, if they are equal up to rotation.
fn turned(a: &Walk<MOST_PITS>, b: &Walk<MOST_PITS>) -> Option<usize> {
    (a.hand() == b.hand() && a.seen_from_hand().eq(b.seen_from_hand()))
        .then(|| (b.at() + b.pits() - a.at()) % b.pits())
}
