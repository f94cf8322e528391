//! Exhaustive counts on one ring: every way to lay `s` seeds on `n` pits, every start of 2 or more.
//!
//! Neither the starts nor the positions are visited one by one. A relay is run on a ring whose pits
//! are still *unknown*, and a pit is filled in, in every possible way, only when a lap first ends on
//! it. Most moves end after having touched two or three pits: what the untouched pits hold is then
//! irrelevant, and all the ways to fill them are counted at once by a binomial coefficient.
//!
//! Two independent trees are grown (`tree`), both with the lap's pit taken as pit 0, so that
//! rotations are taken out from the beginning:
//!
//! - **Chains.** A lap is a permutation of the states (ring, pit of the last seed). Between one
//!   state that stops (last seed in an empty pit) and the next one lie exactly the starts that end.
//!   Running on from every stopping state therefore meets every ending start exactly once, and the
//!   starts that remain never end. The longest ending move is the longest chain.
//! - **Cycles.** Every never-ending move is a cycle of states without a stop. Each is found from its
//!   state with the largest hand (the largest contents among equals): a branch is cut as soon as a
//!   lap stops or lifts more than the first one.
//!
//! The two counts of never-ending starts must agree, and [`Census::row`] gives nothing if they do not.

pub mod csv;
mod frontier;
mod table;
mod tally;
mod tree;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use crate::codec::{self, CodecError};
use frontier::{Frontier, Tasks};
use table::Ways;
use tally::Tally;

pub use tally::{Coverage, Example, LAP_CAPS};

/// The counts for one ring and one number of seeds; the fields of `sow loops census --json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CensusRow {
    /// Pits of the ring, `2..=72`.
    pub pits: usize,
    /// Seeds on the ring, `2..=255`.
    pub seeds: u32,
    /// Starts: pairs of a ring and a pit of it with 2 seeds or more.
    pub starts: u64,
    /// Starts whose move never ends.
    pub never: u64,
    /// Cycles of never-ending moves, those that are rotations of each other counted once.
    pub cycles: u64,
    /// Laps until the shortest never-ending move is back at its start, pit and contents.
    pub min_period: Option<u64>,
    /// The same for the longest.
    pub max_period: Option<u64>,
    /// Laps of the longest move that ends.
    pub longest_ending: u64,
}

/// Why a census cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CensusError {
    /// The ring is too small or too large.
    #[error("a census needs a ring of 2 to 72 pits, not {0}")]
    Pits(usize),
    /// Too few seeds for a start, or too many for a pit.
    #[error("a census needs 2 to 255 seeds, not {0}")]
    Seeds(u32),
    /// The two counts of never-ending starts are not the same.
    #[error(
        "the two counts of never-ending starts disagree on {pits} pits, {seeds} seeds; if the census went on from a checkpoint, that was none of it: delete it and count again"
    )]
    Contradiction {
        /// Pits of the ring.
        pits: usize,
        /// Seeds on the ring.
        seeds: u32,
    },
    /// More than 2^64 starts.
    #[error("{pits} pits with {seeds} seeds have more starts than can be counted")]
    TooMany {
        /// Pits asked for.
        pits: usize,
        /// Seeds asked for.
        seeds: u32,
    },
}

/// A census under way. It holds no thread and no clock: the caller drives it with
/// [`Census::advance`] and saves it whenever it likes.
#[derive(Debug)]
pub struct Census {
    pits: usize,
    seeds: u32,
    starts: u64,
    tasks: Box<dyn Tasks>,
    next: usize,
    tally: Tally,
}

/// What a checkpoint file holds.
#[derive(bincode::Encode, bincode::Decode)]
struct Saved {
    pits: u64,
    seeds: u32,
    next: u64,
    tally: Tally,
}

const KIND: &[u8; 8] = b"sowcens1";

impl Census {
    /// A census of rings with `pits` pits and exactly `seeds` seeds, not yet begun.
    ///
    /// # Errors
    /// Unless `pits` is in `2..=72`, `seeds` in `2..=255` and there are fewer than 2^64 starts.
    pub fn new(pits: usize, seeds: u32) -> Result<Self, CensusError> {
        if !(2..=72).contains(&pits) {
            return Err(CensusError::Pits(pits));
        }
        if !(2..=255).contains(&seeds) {
            return Err(CensusError::Seeds(seeds));
        }
        let ways = Ways::new(pits, seeds);
        let starts = ways
            .of(seeds - 2, pits as u32)
            .checked_mul(pits as u64)
            .ok_or(CensusError::TooMany { pits, seeds })?;
        let (tasks, tally): (Box<dyn Tasks>, _) = if pits <= 16 {
            Frontier::<16>::boxed(pits, seeds, ways)
        } else if pits <= 32 {
            Frontier::<32>::boxed(pits, seeds, ways)
        } else {
            Frontier::<72>::boxed(pits, seeds, ways)
        };
        Ok(Self {
            pits,
            seeds,
            starts,
            tasks,
            next: 0,
            tally,
        })
    }

    /// Pits of the ring.
    pub fn pits(&self) -> usize {
        self.pits
    }

    /// Seeds on the ring.
    pub fn seeds(&self) -> u32 {
        self.seeds
    }

    /// All starts of this census: pits × C(seeds + pits − 3, pits − 1).
    pub fn starts(&self) -> u64 {
        self.starts
    }

    /// Tasks done and tasks in all. The tasks come largest first.
    pub fn progress(&self) -> (usize, usize) {
        (self.next, self.tasks.len())
    }

    /// Whether every task is done.
    pub fn finished(&self) -> bool {
        self.next == self.tasks.len()
    }

    /// Does up to `count` further tasks on the threads of the current rayon pool, and returns
    /// whether the census is finished. The result does not depend on the number of threads.
    ///
    /// Once `stop` is set the running tasks are given up and left for a later call.
    pub fn advance(&mut self, count: usize, stop: &AtomicBool) -> bool {
        let end = self.tasks.len().min(self.next.saturating_add(count));
        let tallies: Vec<Option<Tally>> = (self.next..end)
            .into_par_iter()
            .with_max_len(1)
            .map(|task| self.tasks.run(task, stop))
            .collect();
        for tally in tallies.into_iter().map_while(|tally| tally) {
            self.tally.add(tally);
            self.next += 1;
        }
        self.finished()
    }

    /// The counts, once the census is finished.
    ///
    /// # Errors
    /// [`CensusError::Contradiction`] if the two independent counts of never-ending starts disagree.
    pub fn row(&self) -> Result<Option<CensusRow>, CensusError> {
        if !self.finished() {
            return Ok(None);
        }
        let ending = self.tally.ending_from_pit_0().checked_mul(self.pits as u64);
        let never = ending.and_then(|ending| self.starts.checked_sub(ending));
        let Some(never) = never.filter(|&never| never == self.tally.coverage().never) else {
            return Err(CensusError::Contradiction {
                pits: self.pits,
                seeds: self.seeds,
            });
        };
        let period = |example: &Option<Example>| example.as_ref().map(|example| example.laps);
        Ok(Some(CensusRow {
            pits: self.pits,
            seeds: self.seeds,
            starts: self.starts,
            never,
            cycles: self.tally.cycles(),
            min_period: period(self.tally.shortest_never()),
            max_period: period(self.tally.longest_never()),
            longest_ending: period(self.tally.longest_ending()).unwrap_or(0),
        }))
    }

    /// A start whose move is the longest that ends, among those counted so far.
    pub fn longest_ending(&self) -> Option<&Example> {
        self.tally.longest_ending().as_ref()
    }

    /// A start of the cycle with the shortest period, among those found so far.
    pub fn shortest_never(&self) -> Option<&Example> {
        self.tally.shortest_never().as_ref()
    }

    /// A start of the cycle with the longest period, among those found so far.
    pub fn longest_never(&self) -> Option<&Example> {
        self.tally.longest_never().as_ref()
    }

    /// How much of what has been found so far the residue certificate catches.
    pub fn coverage(&self) -> Coverage {
        self.tally.coverage()
    }

    /// For each cap of [`LAP_CAPS`]: the starts counted so far whose move ends, but only after more
    /// laps than the cap.
    pub fn ending_beyond_caps(&self) -> [u64; LAP_CAPS.len()] {
        self.tally
            .beyond_caps_from_pit_0()
            .map(|count| count.saturating_mul(self.pits as u64))
    }

    /// Writes a checkpoint, under a temporary name first and then renamed.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), CodecError> {
        let saved = Saved {
            pits: self.pits as u64,
            seeds: self.seeds,
            next: self.next as u64,
            tally: self.tally.clone(),
        };
        codec::save(path, KIND, &saved)
    }

    /// Goes on from the checkpoint in `path`, which must be one of this census.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or belongs to another census.
    pub fn resume(&mut self, path: &Path) -> Result<(), CodecError> {
        let saved: Saved = codec::load(path, KIND)?;
        let here = (self.pits as u64, self.seeds);
        if (saved.pits, saved.seeds) != here {
            return Err(CodecError::Other {
                path: path.to_owned(),
                found: format!("a census of {} pits, {} seeds", saved.pits, saved.seeds),
            });
        }
        let next = usize::try_from(saved.next).ok();
        let next = next.filter(|&next| next <= self.tasks.len());
        let (pits, seeds, starts) = (self.pits, self.seeds, self.starts);
        let Some(next) = next.filter(|_| saved.tally.can_be(&self.tally, pits, seeds, starts))
        else {
            return Err(CodecError::Damaged {
                path: path.to_owned(),
            });
        };
        self.next = next;
        self.tally = saved.tally;
        Ok(())
    }
}
