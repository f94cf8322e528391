//! One sowing circuit as packed bytes, where a lap costs constant time.
//!
//! A ring of `n` pits is stored in `CAP` bytes, `n <= CAP`; the bytes past the last pit stay zero.
//! Sowing `h` seeds from pit `p` gives pit `i` exactly
//!
//! ```text
//! drops(i) = floor((p + h - i) / n) - floor((p - i) / n) = W + [i > p] - [i > E]
//! ```
//!
//! where `E = (p + h) mod n` is the landing pit and `W = (p + h) div n` counts how often the sowing
//! passed pit 0. That is one table row added, one subtracted and one byte spread over the ring,
//! however many seeds are sown, and the compiler turns it into vector instructions.

use std::fmt;

/// Row `k` holds 1 in every byte past `k` and 0 up to it.
struct Past<const CAP: usize>;

impl<const CAP: usize> Past<CAP> {
    const TABLE: [[u8; CAP]; CAP] = {
        let mut table = [[0; CAP]; CAP];
        let mut k = 0;
        while k < CAP {
            let mut i = k + 1;
            while i < CAP {
                table[k][i] = 1;
                i += 1;
            }
            k += 1;
        }
        table
    };
}

/// Row `k` holds 255 in byte `k` and 0 in the others.
struct Only<const CAP: usize>;

impl<const CAP: usize> Only<CAP> {
    const TABLE: [[u8; CAP]; CAP] = {
        let mut table = [[0; CAP]; CAP];
        let mut k = 0;
        while k < CAP {
            table[k][k] = 255;
            k += 1;
        }
        table
    };
}

/// The length of a ring, with what is needed to sow on it quickly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circuit<const CAP: usize> {
    pits: usize,
    /// `ceil(65536 / pits)`: multiplying by it and shifting divides exactly while the dividend
    /// times `pits` stays below 65536, which covers `pit + 255` for every ring of up to 128 pits.
    reciprocal: usize,
    /// 255 in the bytes that are pits, 0 past them.
    inside: [u8; CAP],
}

impl<const CAP: usize> Circuit<CAP> {
    /// A ring of `pits` pits.
    ///
    /// # Panics
    /// Unless `pits` is in `2..=CAP` and `CAP` is at most 128.
    pub const fn new(pits: usize) -> Self {
        assert!(CAP <= 128 && pits >= 2 && pits <= CAP);
        let mut inside = [0; CAP];
        let mut i = 0;
        while i < pits {
            inside[i] = 255;
            i += 1;
        }
        Self {
            pits,
            reciprocal: 65536_usize.div_ceil(pits),
            inside,
        }
    }

    /// The number of pits, `2..=CAP`.
    pub const fn pits(&self) -> usize {
        self.pits
    }

    /// Splits `position`, counted in steps from pit 0, into whole rounds and a pit.
    #[inline(always)]
    fn rounds_and_pit(&self, position: usize) -> (usize, usize) {
        let rounds = if position < 512 {
            (position * self.reciprocal) >> 16
        } else {
            position / self.pits
        };
        (rounds, position - rounds * self.pits)
    }

    /// The pit `steps` places counter-clockwise of `pit`.
    #[inline]
    pub fn ahead(&self, pit: usize, steps: usize) -> usize {
        self.rounds_and_pit(pit + steps).1
    }

    /// The pit before `pit`, counter-clockwise order.
    #[inline]
    pub fn before(&self, pit: usize) -> usize {
        if pit == 0 { self.pits - 1 } else { pit - 1 }
    }
}

/// The seeds of one sowing circuit. Bytes past the circuit's pits are zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ring<const CAP: usize>([u8; CAP]);

impl<const CAP: usize> Ring<CAP> {
    /// A ring without seeds.
    pub const EMPTY: Self = Self([0; CAP]);

    /// A ring with the given seeds, pit 0 first.
    ///
    /// # Panics
    /// If there are more than `CAP` pits.
    pub fn new(pits: &[u8]) -> Self {
        let mut ring = Self::EMPTY;
        ring.0[..pits.len()].copy_from_slice(pits);
        ring
    }

    /// The seeds of every pit, with zeros past the last.
    pub const fn pits(&self) -> &[u8; CAP] {
        &self.0
    }

    /// All seeds of the ring.
    #[inline]
    pub fn total(&self) -> usize {
        self.0.iter().map(|&seeds| usize::from(seeds)).sum()
    }

    /// Whether no pit holds a seed.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; CAP]
    }

    /// The pits that hold `least` seeds or more, bit `i` for pit `i`.
    ///
    /// # Panics
    /// In debug builds, unless `least` is in `1..=128`.
    #[inline(always)]
    pub fn at_least(&self, least: u8) -> u128 {
        const HIGH: u64 = 0x8080_8080_8080_8080;
        const LOW: u64 = 0x0101_0101_0101_0101;
        debug_assert!((1..=128).contains(&least));
        let lift = u64::from(128 - least) * LOW;
        let (words, _) = self.0.as_chunks::<8>();
        let mut found = 0;
        for (at, &word) in words.iter().enumerate() {
            let word = u64::from_le_bytes(word);
            // The high bit of each byte that reaches 128 with what is missing added, or is there already.
            let enough = (((word & !HIGH) + lift) | word) & HIGH;
            // One bit a byte, gathered in the highest byte.
            let bits = (enough >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            found |= u128::from(bits) << (8 * at);
        }
        found
    }

    /// Those of `pits`, bit `i` for pit `i`, whose seeds go round less than once and end in a pit for which `ends`
    /// says so, told the pit and the seeds in it before.
    #[inline(always)]
    pub fn ending_where(
        &self,
        circuit: &Circuit<CAP>,
        pits: u128,
        ends: impl Fn(usize, u8) -> bool,
    ) -> u128 {
        let (mut left, mut found) = (pits, 0);
        while left != 0 {
            let pit = left.trailing_zeros() as usize;
            let hand = usize::from(self.0[pit]);
            let landing = circuit.ahead(pit, hand);
            let is_over = hand < circuit.pits && ends(landing, self.0[landing]);
            found |= u128::from(is_over) << pit;
            left &= left - 1;
        }
        found
    }

    /// Takes all seeds out of `pit`.
    #[inline(always)]
    pub fn lift(&mut self, pit: usize) -> usize {
        let hand = usize::from(self.0[pit]);
        // Words are written, as words are read when these seeds are sown: a word that has just been written in part
        // cannot be read before the write has reached the cache.
        let (row, _) = Only::<CAP>::TABLE[pit].as_chunks::<8>();
        let (ring, _) = self.0.as_chunks_mut::<8>();
        for (word, row) in ring.iter_mut().zip(row) {
            *word = (u64::from_le_bytes(*word) & !u64::from_le_bytes(*row)).to_le_bytes();
        }
        hand
    }

    /// Sows `hand` seeds counter-clockwise, the first into the pit after `from`, and returns the
    /// pit of the last one. A long sowing does not skip the pit it came from.
    ///
    /// A pit that passes 255 wraps around, which [`Ring::has_wrapped`] tells afterwards.
    #[inline(always)]
    pub fn sow(&mut self, circuit: &Circuit<CAP>, from: usize, hand: usize) -> usize {
        let (rounds, landing) = circuit.rounds_and_pit(from + hand);
        self.drop_all(circuit, rounds, from, landing);
        landing
    }

    /// Adds `rounds` seeds to every pit, one more to those past `start`, one less to those past `end`.
    ///
    /// Eight pits at a time: what falls into a pit is neither less than 0 nor more than 255, so that words of drops
    /// are added and subtracted as numbers; only the sum with what lies in a pit may wrap around within its byte.
    #[inline(always)]
    fn drop_all(&mut self, circuit: &Circuit<CAP>, rounds: usize, start: usize, end: usize) {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const HIGH: u64 = 0x80 * ONES;
        let each = (rounds as u64 & 255) * ONES;
        let (start, _) = Past::<CAP>::TABLE[start].as_chunks::<8>();
        let (end, _) = Past::<CAP>::TABLE[end].as_chunks::<8>();
        let (inside, _) = circuit.inside.as_chunks::<8>();
        let (ring, _) = self.0.as_chunks_mut::<8>();
        for i in 0..CAP / 8 {
            let [inside, start, end, held] =
                [inside[i], start[i], end[i], ring[i]].map(u64::from_le_bytes);
            let drops = (each & inside).wrapping_add(start).wrapping_sub(end);
            let sum = ((held & !HIGH) + (drops & !HIGH)) ^ ((held ^ drops) & HIGH);
            ring[i] = sum.to_le_bytes();
        }
    }

    /// Sows clockwise: the first seed falls into the pit before `from`.
    #[inline]
    pub fn sow_clockwise(&mut self, circuit: &Circuit<CAP>, from: usize, hand: usize) -> usize {
        let pits = circuit.pits;
        let landing = (from + pits * (hand / pits + 1) - hand) % pits;
        let rounds = (landing + hand - from) / pits;
        // drops(i) = rounds + [i >= landing] - [i >= from]
        self.drop_all(circuit, rounds, landing, from);
        self.0[landing] = self.0[landing].wrapping_add(1);
        self.0[from] = self.0[from].wrapping_sub(1);
        landing
    }

    /// Sows counter-clockwise and skips the pit `from` on every round, as some games do. Such laps
    /// cannot be taken back: two states may have the same successor.
    pub fn sow_skipping(&mut self, circuit: &Circuit<CAP>, from: usize, hand: usize) -> usize {
        let mut at = from;
        for _ in 0..hand {
            at = circuit.ahead(at, 1);
            if at == from {
                at = circuit.ahead(at, 1);
            }
            self.0[at] = self.0[at].wrapping_add(1);
        }
        at
    }

    /// Whether the sowing that made this ring of `before` has pushed a pit past the 255 seeds that it can hold, so
    /// that it wrapped around. Exactly those pits hold fewer seeds now, since no sowing of up to 765 seeds drops
    /// 256 into one pit of a ring of four or more, even if it skips its origin.
    #[inline]
    pub fn has_wrapped(&self, before: &Self) -> bool {
        self.0.iter().zip(&before.0).any(|(now, then)| now < then)
    }

    /// Plays one lap: lifts the pit `at` and sows it. Returns the landing pit.
    ///
    /// Together with the pit, the ring after a lap determines the ring before it:
    /// see [`Ring::unlap`].
    #[inline(always)]
    pub fn lap(&mut self, circuit: &Circuit<CAP>, at: usize) -> usize {
        let hand = self.lift(at);
        self.sow(circuit, at, hand)
    }

    /// Takes a lap back: given the pit `at` of the last seed, restores the ring before the lap and
    /// returns the pit that was lifted.
    ///
    /// The lifted pit holds exactly as many seeds as there were whole rounds, and no pit holds
    /// fewer: it is the first such pit walking back from `at`, `at` included.
    ///
    /// # Panics
    /// If pit `at` is empty, so that no lap can have ended there.
    pub fn unlap(&mut self, circuit: &Circuit<CAP>, at: usize) -> usize {
        assert!(self.0[at] > 0, "no lap ends in an empty pit");
        let pits = circuit.pits;
        let rounds = self.0[..pits].iter().copied().min().unwrap_or(0);
        let mut origin = at;
        let mut steps = 0;
        for seeds in &mut self.0[..pits] {
            *seeds -= rounds;
        }
        while self.0[origin] != 0 {
            self.0[origin] -= 1;
            steps += 1;
            origin = circuit.before(origin);
        }
        self.0[origin] = (usize::from(rounds) * pits + steps) as u8;
        origin
    }

    /// The ring seen from pit `first`: its pit 0 is pit `first` of this one.
    pub fn rotated(&self, circuit: &Circuit<CAP>, first: usize) -> Self {
        let mut turned = Self::EMPTY;
        for i in 0..circuit.pits {
            turned.0[i] = self.0[circuit.ahead(first, i)];
        }
        turned
    }
}

impl<const CAP: usize> std::ops::Index<usize> for Ring<CAP> {
    type Output = u8;

    #[inline(always)]
    fn index(&self, pit: usize) -> &u8 {
        &self.0[pit]
    }
}

impl<const CAP: usize> std::ops::IndexMut<usize> for Ring<CAP> {
    #[inline(always)]
    fn index_mut(&mut self, pit: usize) -> &mut u8 {
        &mut self.0[pit]
    }
}

impl<const CAP: usize> fmt::Debug for Ring<CAP> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sow_seed_by_seed(pits: &mut [u8], from: usize, hand: usize, step: usize) -> usize {
        let mut at = from;
        for _ in 0..hand {
            at = (at + step) % pits.len();
            pits[at] += 1;
        }
        at
    }

    /// A ring of 4..=16, ..=32 or ..=72 pits, a pit, and a hand.
    fn sowings() -> impl Strategy<Value = (Vec<u8>, usize, usize)> {
        (2_usize..=72)
            .prop_flat_map(|n| (proptest::collection::vec(0_u8..=90, n), 0..n, 0_usize..=300))
    }

    fn check<const CAP: usize>(pits: &[u8], from: usize, hand: usize) -> Result<(), TestCaseError> {
        let circuit = Circuit::<CAP>::new(pits.len());
        for (clockwise, step) in [(false, 1), (true, pits.len() - 1)] {
            let mut expected = pits.to_vec();
            if expected.len() == 2 && hand > 200 {
                continue; // a pit would pass 255
            }
            let landing = sow_seed_by_seed(&mut expected, from, hand, step);
            let mut ring = Ring::<CAP>::new(pits);
            let found = if clockwise {
                ring.sow_clockwise(&circuit, from, hand)
            } else {
                ring.sow(&circuit, from, hand)
            };
            prop_assert_eq!(found, landing);
            prop_assert_eq!(ring, Ring::new(&expected));
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn a_lap_in_constant_time_equals_sowing_seed_by_seed((pits, from, hand) in sowings()) {
            if pits.len() <= 16 {
                check::<16>(&pits, from, hand)?;
            }
            if pits.len() <= 32 {
                check::<32>(&pits, from, hand)?;
            }
            check::<72>(&pits, from, hand)?;
        }

        #[test]
        fn unlap_takes_every_lap_back((pits, from, _) in sowings()) {
            prop_assume!(pits[from] > 0);
            let circuit = Circuit::<72>::new(pits.len());
            let before = Ring::<72>::new(&pits);
            let mut ring = before;
            let landing = ring.lap(&circuit, from);
            prop_assert_eq!(ring.unlap(&circuit, landing), from);
            prop_assert_eq!(ring, before);
        }
    }

    proptest! {
        #[test]
        fn pits_with_enough_seeds_are_those_that_counting_finds(
            pits in proptest::collection::vec(any::<u8>(), 2..=72),
            least in 1_u8..=128,
        ) {
            let found = Ring::<72>::new(&pits).at_least(least);
            let expected = (0..pits.len()).filter(|&pit| pits[pit] >= least);
            prop_assert_eq!(found, expected.fold(0, |bits, pit| bits | 1 << pit));
        }
    }

    #[test]
    fn sixteen_seeds_in_an_empty_ring_of_sixteen_end_in_their_own_pit() {
        let circuit = Circuit::<16>::new(16);
        let mut pits = [0; 16];
        pits[5] = 16;
        let mut ring = Ring::<16>::new(&pits);
        assert_eq!(ring.lap(&circuit, 5), 5);
        assert_eq!(ring, Ring::new(&[1; 16]));
    }
}
