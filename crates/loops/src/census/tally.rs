//! What a census adds up.

use std::sync::atomic::AtomicBool;

use crate::period::{Outcome, PeriodRun};
use crate::rotation::turns;
use crate::start::Start;

/// The lap caps for which a census counts the moves that they would cut off wrongly.
pub const LAP_CAPS: [u32; 6] = [24, 50, 100, 200, 500, 1000];

/// A start worth showing.
#[derive(Clone, Debug, PartialEq, Eq, bincode::Encode, bincode::Decode)]
pub struct Example {
    /// The ring, pit 0 first.
    pub ring: Vec<u8>,
    /// The pit that is played; a census always gives 0.
    pub pit: usize,
    /// Laps until the move ends, or until it is back at its start, pit and contents.
    pub laps: u64,
}

/// How far the residue certificate goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, bincode::Encode, bincode::Decode)]
pub struct Coverage {
    /// Never-ending starts.
    pub never: u64,
    /// Never-ending starts that the certificate proves.
    pub certified: u64,
    /// Cycles up to rotation that the certificate proves.
    pub certified_cycles: u64,
    /// The longest period that it proves, in laps; 0 if there is none.
    pub longest_certified: u64,
    /// The longest period that it misses, in laps; 0 if there is none.
    pub longest_missed: u64,
}

/// A cycle up to rotation: after `laps` laps the ring is back, turned by `turned` pits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Orbit {
    pub(super) laps: u64,
    pub(super) turned: usize,
}

/// Sums over parts of a census; starts are counted with pit 0 as their pit unless said otherwise.
#[derive(Clone, Debug, Default, bincode::Encode, bincode::Decode)]
pub(super) struct Tally {
    ending: u64,
    beyond_caps: [u64; LAP_CAPS.len()],
    cycles: u64,
    coverage: Coverage,
    longest_ending: Option<Example>,
    shortest_never: Option<Example>,
    longest_never: Option<Example>,
}

impl Tally {
    /// Counts `times` chains of `starts` ending starts each; `ring` makes the longest of these.
    #[inline]
    pub(super) fn chain(&mut self, starts: u32, times: u64, ring: impl FnOnce() -> Vec<u8>) {
        self.ending += u64::from(starts) * times;
        if starts > LAP_CAPS[0] {
            for (count, cap) in self.beyond_caps.iter_mut().zip(LAP_CAPS) {
                *count += u64::from(starts.saturating_sub(cap)) * times;
            }
        }
        let laps = u64::from(starts);
        if laps > 0
            && self
                .longest_ending
                .as_ref()
                .is_none_or(|best| best.laps < laps)
        {
            self.longest_ending = Some(Example {
                ring: ring(),
                pit: 0,
                laps,
            });
        }
    }

    /// Counts a cycle, given by one of its rings, played from pit 0.
    pub(super) fn orbit(&mut self, orbit: Orbit, certified: bool, ring: &[u8]) {
        let pits = ring.len();
        let period = orbit.laps * turns(pits, orbit.turned) as u64;
        let never = orbit.laps * pits as u64;
        self.cycles += 1;
        let coverage = &mut self.coverage;
        coverage.never += never;
        if certified {
            coverage.certified += never;
            coverage.certified_cycles += 1;
            coverage.longest_certified = coverage.longest_certified.max(period);
        } else {
            coverage.longest_missed = coverage.longest_missed.max(period);
        }
        let example = || Example {
            ring: ring.to_vec(),
            pit: 0,
            laps: period,
        };
        if self
            .shortest_never
            .as_ref()
            .is_none_or(|best| period < best.laps)
        {
            self.shortest_never = Some(example());
        }
        if self
            .longest_never
            .as_ref()
            .is_none_or(|best| best.laps < period)
        {
            self.longest_never = Some(example());
        }
    }

    /// Adds another part; among equal examples that of `self` stays. A part that was read from a file may hold anything, and a
    /// sum that it has made too large does not become a small one.
    pub(super) fn add(&mut self, other: Self) {
        self.ending = self.ending.saturating_add(other.ending);
        for (count, more) in self.beyond_caps.iter_mut().zip(other.beyond_caps) {
            *count = count.saturating_add(more);
        }
        self.cycles = self.cycles.saturating_add(other.cycles);
        self.coverage.add(other.coverage);
        prefer(&mut self.longest_ending, other.longest_ending, |a, b| a > b);
        prefer(&mut self.shortest_never, other.shortest_never, |a, b| a < b);
        prefer(&mut self.longest_never, other.longest_never, |a, b| a > b);
    }

    /// Whether a part of a census of `starts` starts on `pits` pits can hold this, of which `least` is a part.
    pub(super) fn can_be(&self, least: &Self, pits: usize, seeds: u32, starts: u64) -> bool {
        let Self {
            ending,
            beyond_caps,
            cycles,
            coverage,
            longest_ending,
            shortest_never,
            longest_never,
        } = self;
        let Coverage {
            never,
            certified,
            certified_cycles,
            longest_certified,
            longest_missed,
        } = *coverage;
        let all_pits = pits as u64;
        // Each cycle is met from every pit, and has a lap or more.
        let share = |cycles: u64, starts: u64| {
            starts.is_multiple_of(all_pits)
                && cycles <= starts / all_pits
                && (cycles > 0) == (starts > 0)
        };
        let missed = never.checked_sub(certified);
        let missed_cycles = cycles.checked_sub(certified_cycles);
        let counts_agree = never <= starts
            && *ending <= (starts - never) / all_pits
            && std::iter::once(ending)
                .chain(beyond_caps)
                .is_sorted_by(|a, b| a >= b)
            && share(*cycles, never)
            && share(certified_cycles, certified)
            && missed
                .zip(missed_cycles)
                .is_some_and(|(starts, cycles)| share(cycles, starts));
        let grows = least.ending <= *ending
            && least.cycles <= *cycles
            && least.coverage.never <= never
            && least.coverage.certified <= certified;
        let laps = |example: &Option<Example>| example.as_ref().map_or(0, |example| example.laps);
        let longest = longest_certified.max(longest_missed);
        counts_agree
            && grows
            && longest_ending.is_some() == (*ending > 0)
            && shortest_never.is_some() == (*cycles > 0)
            && longest_never.is_some() == (*cycles > 0)
            && laps(longest_never) == longest
            && laps(shortest_never) <= longest
            && (longest_certified > 0) == (certified > 0)
            && (longest_missed > 0) == (certified < never)
            && is_example(longest_ending, pits, seeds, true)
            && is_example(shortest_never, pits, seeds, false)
            && is_example(longest_never, pits, seeds, false)
    }

    pub(super) fn ending_from_pit_0(&self) -> u64 {
        self.ending
    }

    pub(super) fn beyond_caps_from_pit_0(&self) -> [u64; LAP_CAPS.len()] {
        self.beyond_caps
    }

    pub(super) fn cycles(&self) -> u64 {
        self.cycles
    }

    pub(super) fn coverage(&self) -> Coverage {
        self.coverage
    }

    pub(super) fn longest_ending(&self) -> &Option<Example> {
        &self.longest_ending
    }

    pub(super) fn shortest_never(&self) -> &Option<Example> {
        &self.shortest_never
    }

    pub(super) fn longest_never(&self) -> &Option<Example> {
        &self.longest_never
    }
}

impl Coverage {
    fn add(&mut self, other: Self) {
        self.never = self.never.saturating_add(other.never);
        self.certified = self.certified.saturating_add(other.certified);
        self.certified_cycles = self.certified_cycles.saturating_add(other.certified_cycles);
        self.longest_certified = self.longest_certified.max(other.longest_certified);
        self.longest_missed = self.longest_missed.max(other.longest_missed);
    }
}

/// Laps up to which an example is played again.
const PLAYED_AGAIN: u64 = 1 << 24;

/// Whether an example, if there is one, is a start of these pits and seeds and does what it is an example of.
fn is_example(example: &Option<Example>, pits: usize, seeds: u32, ends: bool) -> bool {
    let Some(Example { ring, pit, laps }) = example else {
        return true;
    };
    let Ok(start) = Start::new(ring, *pit) else {
        return false;
    };
    if *pit != 0 || start.pits() != pits || start.seeds() != seeds {
        return false;
    }
    match PeriodRun::new(start).advance(PLAYED_AGAIN, &AtomicBool::new(false)) {
        Some(Outcome::Ends { laps: played, .. }) => ends && played == *laps,
        Some(Outcome::Returns { period, .. }) => !ends && period == *laps,
        None => *laps > PLAYED_AGAIN,
    }
}

fn prefer(best: &mut Option<Example>, other: Option<Example>, better: fn(u64, u64) -> bool) {
    if let Some(other) = other
        && best
            .as_ref()
            .is_none_or(|best| better(other.laps, best.laps))
    {
        *best = Some(other);
    }
}
