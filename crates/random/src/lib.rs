//! Reproducible random numbers: one stream for each numbered task.
//!
//! ```
//! use sow_random::Stream;
//!
//! // Task 3 under the seed 7: the same dice on every machine, whoever else works on other tasks.
//! let mut stream = Stream::new(7, 3);
//! let dice: Vec<u64> = (0..5).map(|_| 1 + stream.below(6)).collect();
//! let mut again = Stream::new(7, 3);
//! assert!(dice.iter().all(|&die| die == 1 + again.below(6)));
//! ```

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The random numbers of one task. They depend on the seed and the number of the task alone, on
/// every machine and with any number of threads.
#[derive(Clone, Debug)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// The stream of task `index` under the master seed `seed`.
    pub fn new(seed: u64, index: u64) -> Self {
        let mixed = splitmix(splitmix(seed) ^ index);
        Self(Xoshiro256PlusPlus::seed_from_u64(mixed))
    }

    /// A number in `0..bound`, every one equally likely.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "no number is below 0");
        loop {
            let wide = u128::from(self.0.next_u64()) * u128::from(bound);
            let low = wide as u64;
            // What is rejected is less than the bound: hardly ever is there a need to divide (Lemire 2019).
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (wide >> 64) as u64;
            }
        }
    }

    /// An index in `0..length`.
    ///
    /// # Panics
    /// If `length` is 0.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }
}

/// One step of splitmix64 (Steele, Lea and Flood 2014): a bijection that scatters its argument.
fn splitmix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_draws_never_change() {
        let mut stream = Stream::new(1, 0);
        let draws: Vec<u64> = (0..8).map(|_| stream.below(1000)).collect();
        assert_eq!(draws, [248, 442, 0, 348, 390, 183, 226, 468]);
    }

    #[test]
    fn streams_of_neighbouring_tasks_and_seeds_differ() {
        let first = |seed, index| Stream::new(seed, index).below(u64::MAX);
        assert_ne!(first(1, 0), first(1, 1));
        assert_ne!(first(1, 0), first(2, 0));
        assert_ne!(first(1, 2), first(2, 1));
    }

    #[test]
    fn large_bounds_reject_what_would_make_some_numbers_likelier() {
        // Two thirds of 2^64: without rejection, one number in three would be drawn twice as often.
        let bound = u64::MAX / 3 * 2;
        let mut stream = Stream::new(3, 1);
        let low = (0..30_000).filter(|_| stream.below(bound) < bound / 2);
        let low = low.count() as i32;
        assert!((low - 15_000).abs() < 500, "{low}");
        let thirds = (0..30_000).filter(|_| stream.below(bound).is_multiple_of(2));
        let even = thirds.count() as i32;
        assert!((even - 15_000).abs() < 500, "{even}");
    }

    #[test]
    fn every_number_below_the_bound_is_drawn_equally_often() {
        let mut stream = Stream::new(7, 7);
        let mut counts = [0_i32; 7];
        for _ in 0..70_000 {
            counts[stream.index(7)] += 1;
        }
        for count in counts {
            assert!((count - 10_000).abs() < 500, "{counts:?}");
        }
    }
}
