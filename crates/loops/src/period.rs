//! The exact period of a never-ending move, by running it.
//!
//! A lap is a permutation of the states, so a move that never ends comes back to *every* state it has
//! passed. One state is therefore enough to remember, and it may be chosen well: a state with a
//! hand that is rare, so that the comparison is hardly ever made. And since a lap commutes with
//! rotation the relay need only come back up to rotation, which saves up to as many times the laps
//! as the ring has pits (why: `rotation.rs`).

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::codec::{self, CodecError};
use crate::rotation::turns;
use crate::start::{MOST_PITS, Start};
use crate::walk::Walk;

/// Laps during which the largest hand is looked for.
const WARM_UP: u64 = 1 << 16;

/// Laps between two looks at the stop flag: some milliseconds.
const SLICE: u64 = 1 << 21;

/// How a run came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The move ends.
    Ends {
        /// Its laps.
        laps: u64,
        /// The pit that its last seed falls into.
        pit: usize,
    },
    /// The move never ends.
    Returns {
        /// Laps until it is back at its start, pit and contents.
        period: u64,
        /// Laps after which it sees the same ring from its last pit, a divisor of `period`.
        up_to_rotation: u64,
        /// How many pits further on that is, in `0..pits`.
        turned: usize,
    },
}

/// A move that is being run. The caller drives it with [`PeriodRun::advance`].
#[derive(Clone, Debug)]
pub struct PeriodRun {
    start: Start,
    walk: Walk<MOST_PITS>,
    laps: u64,
    reference: Reference,
    outcome: Option<Outcome>,
}

/// The state whose return is waited for.
#[derive(Clone, Debug)]
struct Reference {
    laps: u64,
    at: usize,
    seen: Vec<u32>,
}

impl Reference {
    fn new(walk: &Walk<MOST_PITS>, laps: u64) -> Self {
        Self {
            laps,
            at: walk.at(),
            seen: walk.seen_from_hand().collect(),
        }
    }

    fn hand(&self) -> u32 {
        self.seen[0]
    }
}

#[derive(bincode::Encode, bincode::Decode)]
struct Saved {
    start: (Vec<u32>, u64),
    now: (Vec<u32>, u64),
    laps: u64,
    /// Laps, pit, and the ring seen from it.
    reference: (u64, u64, Vec<u32>),
}

const KIND: &[u8; 8] = b"sowperi1";

/// More laps than any run has played: years of them.
const MOST_LAPS: u64 = 1 << 56;

/// Whether what was saved can be a run of the move `start`: the reference is looked up again, for it lies near the
/// beginning, and the state carries the residues of the move.
fn can_be(start: &Start, saved: &Saved) -> bool {
    let (laps, at, seen) = &saved.reference;
    let (ring, pit) = &saved.now;
    let pits = start.pits();
    let is_ring = |ring: &[u32]| {
        let seeds: u64 = ring.iter().map(|&seeds| u64::from(seeds)).sum();
        ring.len() == pits && seeds == u64::from(start.seeds())
    };
    let place = usize::try_from(*pit).unwrap_or(pits);
    if *laps >= WARM_UP
        || !(*laps..MOST_LAPS).contains(&saved.laps)
        || !is_ring(ring)
        || !is_ring(seen)
        || ring.get(place).is_none_or(|&hand| hand == 0)
        || !carry_the_same((ring, place), (start.ring(), start.pit()))
    {
        return false;
    }
    let mut walk = Walk::<MOST_PITS>::new(start.ring(), start.pit());
    walk.run(u32::MAX, *laps) == *laps
        && walk.hand() >= 2
        && walk.at() as u64 == *at
        && walk.seen_from_hand().eq(seen.iter().copied())
}

/// Whether two states, each a ring and the pit of the last seed, can be of one relay: the residues that it carries along
/// ([`sow_engine::certificate`]) are the same, but for the time from which they are counted.
fn carry_the_same(one: (&[u32], usize), other: (&[u32], usize)) -> bool {
    let (one, other) = (residues(one), residues(other));
    (0..one.len()).any(|later| one.iter().cycle().skip(later).take(one.len()).eq(&other))
}

/// How often each residue is there, of the hand and of the pits modulo one more than their number.
fn residues((ring, at): (&[u32], usize)) -> Vec<u32> {
    let pits = ring.len();
    let modulus = pits + 1;
    let mut counts = vec![0; modulus];
    counts[0] = 1;
    for ahead in 0..pits {
        let seeds = ring[(at + ahead) % pits] as usize;
        let residue = if ahead == 0 { seeds } else { ahead + seeds + 1 };
        counts[residue % modulus] += 1;
    }
    counts
}

impl PeriodRun {
    /// A run of the move `start`, no lap played yet.
    pub fn new(start: Start) -> Self {
        let walk = Walk::new(start.ring(), start.pit());
        Self {
            reference: Reference::new(&walk, 0),
            start,
            walk,
            laps: 0,
            outcome: None,
        }
    }

    /// Plays up to `laps` further laps, fewer if the move is decided or `stop` is set meanwhile.
    /// Returns the outcome once the move is decided.
    pub fn advance(&mut self, laps: u64, stop: &AtomicBool) -> Option<Outcome> {
        let end = self.laps.saturating_add(laps);
        while self.outcome.is_none() && self.laps < end && !stop.load(Ordering::Relaxed) {
            self.slice((end - self.laps).min(SLICE));
        }
        self.outcome
    }

    /// Laps played so far.
    pub fn laps(&self) -> u64 {
        self.laps
    }

    /// The move that is run.
    pub fn start(&self) -> &Start {
        &self.start
    }

    fn slice(&mut self, laps: u64) {
        let end = self.laps + laps;
        while self.laps < end {
            self.laps += self.walk.run(self.reference.hand(), end - self.laps);
            if self.laps > self.reference.laps && self.laps > 0 {
                self.outcome = self.look();
                if self.outcome.is_some() {
                    return;
                }
            }
            if self.laps < end {
                self.walk.lap(self.walk.hand());
                self.laps += 1;
            }
        }
    }

    /// Looks at a state that may be the end, the reference, or a better reference.
    fn look(&mut self) -> Option<Outcome> {
        let hand = self.walk.hand();
        if hand == 1 {
            return Some(Outcome::Ends {
                laps: self.laps,
                pit: self.walk.at(),
            });
        }
        if hand > self.reference.hand() && self.laps < WARM_UP {
            self.reference = Reference::new(&self.walk, self.laps);
        } else if hand == self.reference.hand()
            && self
                .walk
                .seen_from_hand()
                .eq(self.reference.seen.iter().copied())
        {
            return Some(self.returned());
        }
        None
    }

    fn returned(&self) -> Outcome {
        let pits = self.walk.pits();
        let turned = (self.walk.at() + pits - self.reference.at) % pits;
        let up_to_rotation = self.laps - self.reference.laps;
        Outcome::Returns {
            period: up_to_rotation * turns(pits, turned) as u64,
            up_to_rotation,
            turned,
        }
    }

    /// Writes a checkpoint, under a temporary name first and then renamed.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), CodecError> {
        let reference = &self.reference;
        let saved = Saved {
            start: (self.start.ring().to_vec(), self.start.pit() as u64),
            now: (self.walk.ring(), self.walk.at() as u64),
            laps: self.laps,
            reference: (reference.laps, reference.at as u64, reference.seen.clone()),
        };
        codec::save(path, KIND, &saved)
    }

    /// Takes up the run of `start` that was saved in `path`.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or belongs to another move.
    pub fn resume(start: Start, path: &Path) -> Result<Self, CodecError> {
        let saved: Saved = codec::load(path, KIND)?;
        if saved.start != (start.ring().to_vec(), start.pit() as u64) {
            return Err(CodecError::Other {
                path: path.to_owned(),
                found: format!("the move from pit {} of {:?}", saved.start.1, saved.start.0),
            });
        }
        if !can_be(&start, &saved) {
            return Err(CodecError::Damaged {
                path: path.to_owned(),
            });
        }
        let (laps, at, seen) = saved.reference;
        let (ring, pit) = saved.now;
        Ok(Self {
            start,
            walk: Walk::new(&ring, pit as usize),
            laps: saved.laps,
            reference: Reference {
                laps,
                at: at as usize,
                seen,
            },
            outcome: None,
        })
    }
}
