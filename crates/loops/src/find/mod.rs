//! The hunt for records: longest ending moves, shortest and longest never-ending ones, fewest seeds.
//!
//! A hunt is a row of numbered tasks. Task `i` draws one ring from a [`Source`] with the random
//! numbers of `(seed, i)`, tries every pit of it, and may then climb: move a seed, keep the ring if
//! the record is no worse. What is found depends on the seed and the range of tasks only.
//!
//! A move that ends is never improved by chance alone: it lies on a *chain* of states from one stop
//! to the next, and the longest move of the chain starts right behind the first stop. So every drawn
//! move is run backwards first, as far as the source allows.

mod source;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::check::{Question, Verdict, check};
use crate::start::{MOST_PITS, Start};
use crate::walk::Walk;
use sow_random::Stream;

pub use source::{Certified, Source, SourceError, Uniform};

/// What a hunt is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The longest move that ends, in laps.
    LongestEnding,
    /// The never-ending move with the longest period, in laps.
    LongestNever,
    /// The never-ending move with the shortest period, in laps.
    ShortestNever,
    /// The never-ending move with the fewest seeds on the ring.
    FewestSeeds,
}

/// A hunt that can be run.
#[derive(Clone, Copy, Debug)]
pub struct Hunt<'a, S: Source> {
    /// What is hunted.
    pub goal: Goal,
    /// Where the rings come from.
    pub source: &'a S,
    /// The master seed.
    pub seed: u64,
    /// Laps after which a move is given up.
    pub limit: u64,
    /// Changes tried to every ring that was drawn; 0 for a purely random hunt.
    pub climb: u32,
}

/// A record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Find {
    /// The task that found it: running this task alone finds it again.
    pub task: u64,
    /// The move.
    pub start: Start,
    /// How it ends, or why it does not.
    pub verdict: Verdict,
}

impl Find {
    /// Laps of the move, or its period if that has been run.
    pub fn laps(&self) -> Option<u64> {
        match self.verdict {
            Verdict::Ends { laps, .. } => Some(laps),
            Verdict::Never { period, .. } => period,
            Verdict::Undecided { .. } => None,
        }
    }
}

/// A move with what it is worth, more being better.
#[derive(Clone, Debug)]
struct Catch {
    worth: u64,
    start: Start,
    verdict: Verdict,
}

/// Laps that are simply played before the question is asked whether the move ends at all.
const PLAIN_LAPS: u64 = 200;

impl<S: Source> Hunt<'_, S> {
    /// Runs the tasks of `range` on the threads of the current rayon pool and returns the best
    /// find, of equal ones that of the first task. Once `stop` is set the tasks not yet begun are
    /// left out.
    pub fn run(&self, range: Range<u64>, stop: &AtomicBool) -> Option<Find> {
        let best = range
            .into_par_iter()
            .filter_map(|task| {
                let stopped = stop.load(Ordering::Relaxed);
                let catch = if stopped {
                    None
                } else {
                    self.catch(task, stop)
                };
                catch.map(|catch| (task, catch))
            })
            .reduce_with(|a, b| {
                let key = |(task, catch): &(u64, Catch)| (catch.worth, std::cmp::Reverse(*task));
                if key(&a) >= key(&b) { a } else { b }
            });
        best.map(|(task, catch)| Find {
            task,
            start: catch.start,
            verdict: catch.verdict,
        })
    }

    /// The best move of one task.
    fn catch(&self, task: u64, stop: &AtomicBool) -> Option<Catch> {
        let mut stream = Stream::new(self.seed, task);
        let mut ring = Vec::new();
        if !self.source.draw(&mut stream, &mut ring) {
            return None;
        }
        let mut best = self.best_of(&ring, stop);
        for _ in 0..self.climb {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let mut changed = ring.clone();
            self.change(&mut stream, &mut changed);
            if !self.source.allows(&changed) {
                continue;
            }
            let found = self.best_of(&changed, stop);
            let worth = |catch: &Option<Catch>| catch.as_ref().map(|catch| catch.worth);
            if found.is_some() && worth(&found) >= worth(&best) {
                ring = changed;
                best = found;
            }
        }
        best
    }

    /// Moves a seed to another pit, or takes it off the ring where fewer seeds are wanted.
    fn change(&self, stream: &mut Stream, ring: &mut [u32]) {
        let from = loop {
            let pit = stream.index(ring.len());
            if ring[pit] > 0 {
                break pit;
            }
        };
        ring[from] -= 1;
        let to = stream.index(ring.len());
        let fewer = self.goal == Goal::FewestSeeds && stream.below(2) == 0;
        if !fewer || ring.iter().sum::<u32>() < 2 {
            ring[to] += 1;
        }
    }

    /// The best move of a ring, over all of its pits.
    fn best_of(&self, ring: &[u32], stop: &AtomicBool) -> Option<Catch> {
        let mut best: Option<Catch> = None;
        for pit in 0..ring.len() {
            let Ok(start) = Start::new(ring, pit) else {
                continue;
            };
            let found = match self.goal {
                Goal::LongestEnding => self.ending(start, stop),
                _ => self.never_ending(start, stop),
            };
            if let Some(found) = found
                && best.as_ref().is_none_or(|best| found.worth > best.worth)
            {
                best = Some(found);
            }
        }
        best
    }

    /// The longest allowed move of the chain on which `start` lies.
    fn ending(&self, start: Start, stop: &AtomicBool) -> Option<Catch> {
        let (laps, pit) = self.end(&start, stop)?;
        let (before, start) = self.furthest_back(start);
        Some(Catch {
            worth: laps + before,
            start,
            verdict: Verdict::Ends {
                laps: laps + before,
                pit,
            },
        })
    }

    /// Laps and last pit of a move that ends within the limit.
    fn end(&self, start: &Start, stop: &AtomicBool) -> Option<(u64, usize)> {
        let mut walk = Walk::<MOST_PITS>::new(start.ring(), start.pit());
        let laps = walk.run(u32::MAX, PLAIN_LAPS.min(self.limit));
        if walk.hand() == 1 {
            return Some((laps, walk.at()));
        }
        let question = Question {
            limit: self.limit,
            period: false,
        };
        match check(start, question, stop) {
            Verdict::Ends { laps, pit } => Some((laps, pit)),
            Verdict::Never { .. } | Verdict::Undecided { .. } => None,
        }
    }

    /// The state furthest behind `start`, before the stop, that the source allows; and how many
    /// laps behind it is.
    fn furthest_back(&self, start: Start) -> (u64, Start) {
        let mut walk = Walk::<MOST_PITS>::new(start.ring(), start.pit());
        let (mut furthest, mut best) = (0, start);
        for laps in 1..=self.limit {
            walk.unlap();
            if walk.hand() == 1 {
                break;
            }
            let ring = walk.ring();
            if self.source.allows(&ring)
                && let Ok(start) = Start::new(&ring, walk.at())
            {
                (furthest, best) = (laps, start);
            }
        }
        (furthest, best)
    }

    fn never_ending(&self, start: Start, stop: &AtomicBool) -> Option<Catch> {
        let question = Question {
            limit: self.limit,
            period: self.goal != Goal::FewestSeeds,
        };
        let verdict = check(&start, question, stop);
        let Verdict::Never { period, .. } = &verdict else {
            return None;
        };
        let worth = match self.goal {
            Goal::FewestSeeds => u64::MAX - u64::from(start.seeds()),
            Goal::ShortestNever => u64::MAX - (*period)?,
            _ => (*period)?,
        };
        Some(Catch {
            worth,
            start,
            verdict,
        })
    }
}
