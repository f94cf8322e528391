//! Samples where a census is too large: how many moves never end, how far the residue certificate
//! goes, and what lap caps get wrong.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::census::LAP_CAPS;
use crate::check::{Proof, Question, Verdict, check};
use crate::find::Source;
use crate::start::{MOST_PITS, Start};
use crate::walk::Walk;
use sow_random::Stream;

/// Laps played before the slower questions are asked. Not more than the first of [`LAP_CAPS`].
const FIRST_LAPS: u64 = 24;

/// A sample to be taken. Task `i` draws one ring with the random numbers of `(seed, i)` and plays
/// every pit of it that holds 2 seeds or more, so that with [`crate::find::Uniform`] every start is
/// equally likely.
#[derive(Clone, Copy, Debug)]
pub struct Survey<'a, S: Source> {
    /// Where the rings come from.
    pub source: &'a S,
    /// The master seed.
    pub seed: u64,
    /// Laps after which a move is given up undecided.
    pub limit: u64,
}

/// What a sample has shown. All counts are of starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Starts played.
    pub starts: u64,
    /// Starts whose move never ends.
    pub never: u64,
    /// Of these, starts that the residue certificate proves.
    pub certified: u64,
    /// Starts that the limit left undecided.
    pub undecided: u64,
    /// For each of [`LAP_CAPS`], starts whose move ends after more laps.
    pub ending_beyond: [u64; LAP_CAPS.len()],
    /// The longest move that ends, in laps.
    pub longest_ending: u64,
    /// The longest period that the certificate misses, in laps; 0 if it missed nothing.
    pub longest_missed: u64,
}

impl<S: Source> Survey<'_, S> {
    /// Runs the tasks of `range` on the threads of the current rayon pool. Once `stop` is set the
    /// tasks not yet begun are left out.
    pub fn run(&self, range: Range<u64>, stop: &AtomicBool) -> Findings {
        range
            .into_par_iter()
            .fold(Findings::default, |mut findings, task| {
                if !stop.load(Ordering::Relaxed) {
                    self.task(task, stop, &mut findings);
                }
                findings
            })
            .reduce(Findings::default, Findings::plus)
    }

    fn task(&self, task: u64, stop: &AtomicBool, findings: &mut Findings) {
        let mut ring = Vec::new();
        if !self
            .source
            .draw(&mut Stream::new(self.seed, task), &mut ring)
        {
            return;
        }
        for pit in (0..ring.len()).filter(|&pit| ring[pit] >= 2) {
            findings.starts += 1;
            if !ends_soon(&ring, pit, self.limit)
                && let Ok(start) = Start::new(&ring, pit)
            {
                self.long_move(&start, stop, findings);
            }
        }
    }

    fn long_move(&self, start: &Start, stop: &AtomicBool, findings: &mut Findings) {
        let question = Question {
            limit: self.limit,
            period: false,
        };
        match check(start, question, stop) {
            Verdict::Ends { laps, .. } => findings.ended(laps),
            Verdict::Undecided { .. } => findings.undecided += 1,
            Verdict::Never { proof, period } => {
                findings.never += 1;
                if matches!(proof, Proof::Residues(_)) || start.residues().never_stop() {
                    findings.certified += 1;
                } else {
                    findings.longest_missed = findings.longest_missed.max(period.unwrap_or(0));
                }
            }
        }
    }
}

fn ends_soon(ring: &[u32], pit: usize, limit: u64) -> bool {
    let mut walk = Walk::<MOST_PITS>::new(ring, pit);
    walk.run(u32::MAX, FIRST_LAPS.min(limit));
    walk.hand() == 1
}

impl Findings {
    fn ended(&mut self, laps: u64) {
        self.longest_ending = self.longest_ending.max(laps);
        for (count, cap) in self.ending_beyond.iter_mut().zip(LAP_CAPS) {
            *count += u64::from(laps > u64::from(cap));
        }
    }

    /// Both samples together.
    #[must_use]
    pub fn plus(mut self, other: Self) -> Self {
        self.starts += other.starts;
        self.never += other.never;
        self.certified += other.certified;
        self.undecided += other.undecided;
        for (count, more) in self.ending_beyond.iter_mut().zip(other.ending_beyond) {
            *count += more;
        }
        self.longest_ending = self.longest_ending.max(other.longest_ending);
        self.longest_missed = self.longest_missed.max(other.longest_missed);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::Census;
    use crate::find::Uniform;

    fn survey(pits: usize, seeds: u32, tasks: u64) -> Findings {
        let source = Uniform::new(pits, seeds..=seeds, None).expect("a source");
        let survey = Survey {
            source: &source,
            seed: 5,
            limit: 1_000_000,
        };
        survey.run(0..tasks, &AtomicBool::new(false))
    }

    #[test]
    fn a_sample_agrees_with_the_census() {
        let mut census = Census::new(8, 20).expect("countable");
        while !census.advance(64, &AtomicBool::new(false)) {}
        let row = census.row().expect("no contradiction").expect("finished");
        let sample = survey(8, 20, 60_000);
        let near = |found: u64, of: u64, all: u64| {
            let share = of as f64 / all as f64;
            let expected = sample.starts as f64 * share;
            // Starts of one ring are not independent: allow ten deviations.
            (found as f64 - expected).abs() < 10.0 * expected.sqrt()
        };
        assert!(near(sample.never, row.never, row.starts), "{sample:?}");
        let certified = census.coverage().certified;
        assert!(near(sample.certified, certified, row.starts), "{sample:?}");
        let beyond = census.ending_beyond_caps()[0];
        assert!(near(sample.ending_beyond[0], beyond, row.starts));
        assert!(sample.never > 200 && sample.undecided == 0);
        assert!(sample.longest_ending <= row.longest_ending);
        assert!(sample.longest_missed <= census.coverage().longest_missed);
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let sample = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let pool = pool.build().expect("a pool");
            pool.install(|| survey(16, 30, 2_000))
        };
        assert!(sample(1).starts > 10_000);
        assert_eq!(sample(1), sample(3));
    }
}
