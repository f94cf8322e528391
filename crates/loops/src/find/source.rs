//! Where a hunt takes its rings from.

use std::ops::RangeInclusive;

use crate::start::MOST_PITS;
use sow_random::Stream;

/// A supply of rings. Positions reached in play can be one: draw a game from the stream, play it,
/// and keep the mover's ring; the task's number then leads back to the game.
pub trait Source: Sync {
    /// Puts a ring of `2..=72` pits into `ring`, with random numbers from `stream` only. Returns
    /// whether it could.
    fn draw(&self, stream: &mut Stream, ring: &mut Vec<u32>) -> bool;

    /// Whether a ring that was not drawn may be a record too: one that a climb or a run backwards
    /// has led to. Always `false` for a source that cannot know.
    fn allows(&self, ring: &[u32]) -> bool;
}

/// Why a source cannot exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The ring is too small or too large.
    #[error("a ring has 2 to {MOST_PITS} pits, not {0}")]
    Pits(usize),
    /// There is no number of seeds to draw.
    #[error("the seeds must be a range from 2 or more to a million or less, such as 20..40")]
    Seeds,
    /// More seeds than the pits may hold.
    #[error("{pits} pits of at most {cap} seeds cannot hold {seeds}")]
    Cap {
        /// Pits of the ring.
        pits: usize,
        /// Most seeds of a pit.
        cap: u32,
        /// Most seeds asked for.
        seeds: u32,
    },
}

/// Every ring with a number of seeds in a range, every number and then every ring equally likely.
/// With 16 pits, 32 seeds and a cap of 10 a pit these are the free set-ups of Omweso.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uniform {
    pits: usize,
    seeds: RangeInclusive<u32>,
    cap: Option<u32>,
}

impl Uniform {
    /// Rings of `pits` pits, with `seeds` seeds, at most `cap` in a pit.
    ///
    /// # Errors
    /// Unless `pits` is in `2..=72`, `seeds` a range within `2..=1_000_000`, and the cap allows
    /// the most seeds of the range.
    pub fn new(
        pits: usize,
        seeds: RangeInclusive<u32>,
        cap: Option<u32>,
    ) -> Result<Self, SourceError> {
        check_size(pits, &seeds)?;
        if let Some(cap) = cap
            && u64::from(cap) * (pits as u64) < u64::from(*seeds.end())
        {
            let seeds = *seeds.end();
            return Err(SourceError::Cap { pits, cap, seeds });
        }
        Ok(Self { pits, seeds, cap })
    }

    fn within_cap(&self, ring: &[u32]) -> bool {
        self.cap
            .is_none_or(|cap| ring.iter().all(|&seeds| seeds <= cap))
    }
}

/// Rings that are refused for their cap before a draw is given up.
const TRIES: usize = 1_000;

impl Source for Uniform {
    fn draw(&self, stream: &mut Stream, ring: &mut Vec<u32>) -> bool {
        let span = self.seeds.end() - self.seeds.start() + 1;
        let seeds = self.seeds.start() + stream.below(u64::from(span)) as u32;
        (0..TRIES).any(|_| {
            lay(stream, ring, self.pits, seeds);
            self.within_cap(ring)
        })
    }

    fn allows(&self, ring: &[u32]) -> bool {
        ring.len() == self.pits && self.seeds.contains(&ring.iter().sum()) && self.within_cap(ring)
    }
}

/// Lays `seeds` seeds in `pits` pits, every way equally likely: of `seeds + pits - 1` places in a
/// row `pits - 1` are made walls.
fn lay(stream: &mut Stream, ring: &mut Vec<u32>, pits: usize, seeds: u32) {
    ring.clear();
    ring.push(0);
    let mut walls = pits as u64 - 1;
    let mut seeds = u64::from(seeds);
    while walls + seeds > 0 {
        if stream.below(walls + seeds) < walls {
            walls -= 1;
            ring.push(0);
        } else {
            seeds -= 1;
            if let Some(pit) = ring.last_mut() {
                *pit += 1;
            }
        }
    }
}

/// Rings whose move from pit 0 the residue certificate proves never-ending: no two residues are
/// neighbours. Almost no ring of a uniform draw is never-ending; all of these are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certified {
    pits: usize,
    seeds: RangeInclusive<u32>,
}

impl Certified {
    /// Rings of `pits` pits, with `seeds` seeds.
    ///
    /// # Errors
    /// Unless `pits` is in `2..=72` and `seeds` a range within `2..=1_000_000`.
    pub fn new(pits: usize, seeds: RangeInclusive<u32>) -> Result<Self, SourceError> {
        check_size(pits, &seeds)?;
        Ok(Self { pits, seeds })
    }

    /// A random set of residues that holds 0 and no neighbours, as large as it can be made.
    fn residues(&self, stream: &mut Stream) -> Vec<bool> {
        let modulus = self.pits + 1;
        let mut chosen = vec![false; modulus];
        chosen[0] = true;
        let mut order: Vec<usize> = (2..modulus - 1).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, stream.index(i + 1));
        }
        for class in order {
            if !chosen[class - 1] && !chosen[class + 1] {
                chosen[class] = true;
            }
        }
        chosen
    }

    /// The seeds that pit `pit` may hold, from `from` on: the least.
    fn least(&self, chosen: &[bool], pit: usize, from: u32) -> u32 {
        let modulus = self.pits as u32 + 1;
        let ahead = if pit == 0 { 0 } else { pit as u32 + 1 };
        let fits = |seeds: &u32| chosen[((ahead + seeds) % modulus) as usize];
        // The residue 0 is always chosen, so that one of any `modulus` numbers fits.
        (from..from + modulus).find(fits).unwrap_or(from)
    }
}

impl Source for Certified {
    fn draw(&self, stream: &mut Stream, ring: &mut Vec<u32>) -> bool {
        let span = self.seeds.end() - self.seeds.start() + 1;
        let wanted = self.seeds.start() + stream.below(u64::from(span)) as u32;
        let chosen = self.residues(stream);
        ring.clear();
        ring.extend(
            (0..self.pits).map(|pit| self.least(&chosen, pit, if pit == 0 { 2 } else { 0 })),
        );
        let mut seeds: u32 = ring.iter().sum();
        let mut misses = 0;
        while seeds < wanted && misses < TRIES {
            let pit = stream.index(self.pits);
            let more = self.least(&chosen, pit, ring[pit] + 1);
            if seeds + more - ring[pit] <= wanted {
                seeds += more - ring[pit];
                ring[pit] = more;
            } else {
                misses += 1;
            }
        }
        self.seeds.contains(&seeds)
    }

    fn allows(&self, ring: &[u32]) -> bool {
        ring.len() == self.pits && self.seeds.contains(&ring.iter().sum())
    }
}

fn check_size(pits: usize, seeds: &RangeInclusive<u32>) -> Result<(), SourceError> {
    if !(2..=MOST_PITS).contains(&pits) {
        return Err(SourceError::Pits(pits));
    }
    if *seeds.start() < 2 || seeds.end() < seeds.start() || *seeds.end() > 1_000_000 {
        return Err(SourceError::Seeds);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::start::Start;

    #[test]
    fn every_way_to_lay_the_seeds_is_equally_likely() {
        let mut stream = Stream::new(3, 0);
        let mut counts = std::collections::BTreeMap::new();
        let mut ring = Vec::new();
        for _ in 0..150_000 {
            lay(&mut stream, &mut ring, 3, 4);
            *counts.entry(ring.clone()).or_insert(0_i32) += 1;
        }
        assert_eq!(counts.len(), 15);
        for (ring, count) in counts {
            assert_eq!(ring.iter().sum::<u32>(), 4);
            assert!((count - 10_000).abs() < 600, "{ring:?} {count}");
        }
    }

    #[test]
    fn drawn_set_ups_keep_to_their_cap() {
        let source = Uniform::new(16, 32..=32, Some(10)).expect("possible");
        let mut ring = Vec::new();
        for task in 0..500 {
            assert!(source.draw(&mut Stream::new(1, task), &mut ring));
            assert!(source.allows(&ring));
            assert_eq!(ring.iter().sum::<u32>(), 32);
            assert!(ring.iter().all(|&seeds| seeds <= 10));
        }
        ring = vec![11, 21, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        assert!(!source.allows(&ring));
    }

    #[test]
    fn certified_rings_are_certified() {
        let mut drawn = 0;
        for pits in [2, 3, 7, 8, 16, 24, 71, 72] {
            let source = Certified::new(pits, 2..=4 * pits as u32).expect("possible");
            let mut ring = Vec::new();
            for task in 0..200 {
                if source.draw(&mut Stream::new(5, task), &mut ring) {
                    drawn += 1;
                    let start = Start::new(&ring, 0).expect("a start");
                    assert!(start.residues().never_stop(), "{ring:?}");
                    assert!(source.allows(&ring));
                }
            }
        }
        assert!(drawn > 800, "{drawn}");
    }

    #[test]
    fn impossible_sources_are_refused() {
        assert_eq!(Uniform::new(1, 2..=3, None), Err(SourceError::Pits(1)));
        assert_eq!(Uniform::new(4, 1..=3, None), Err(SourceError::Seeds));
        let refused = Uniform::new(4, 2..=9, Some(2)).expect_err("too many seeds");
        assert_eq!(
            refused.to_string(),
            "4 pits of at most 2 seeds cannot hold 9"
        );
        assert_eq!(Certified::new(99, 2..=3), Err(SourceError::Pits(99)));
    }
}
