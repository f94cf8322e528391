//! The fastest known way to run a relay: remember *when* each pit was last lifted, not what it holds.
//!
//! Number the seeds of a move as they fall and call one passage over all `n` pits a round. A pit
//! gains one seed a round, so if it was last emptied when the sowing passed it in round `l` and a
//! lap now ends on it in round `r`, it holds exactly `r - l` seeds. One lap therefore reads one
//! number, writes one number and adds two; nothing else on the ring has to be touched, however many
//! seeds are sown:
//!
//! ```text
//! hand = round - last[at];   last[at] = round;   (round, at) = (round, at) + hand
//! ```
//!
//! The pits of a position that is given by its contents are taken to have been lifted in an
//! imagined past, `contents` rounds ago. Only differences of rounds matter, so they may wrap.

/// A relay under way on one ring of `2..=CAP` pits, seen at the moment when a lap has ended.
#[derive(Clone, Copy, Debug)]
pub struct Walk<const CAP: usize> {
    pits: u32,
    at: u32,
    round: u32,
    last: [u32; CAP],
}

impl<const CAP: usize> Walk<CAP> {
    /// The relay whose last seed has just fallen into pit `at` (or that starts there).
    ///
    /// # Panics
    /// Unless `ring` has `2..=CAP` pits and `at` is one of them.
    pub fn new(ring: &[u8], at: usize) -> Self {
        assert!((2..=CAP).contains(&ring.len()) && at < ring.len());
        let mut last = [0; CAP];
        for (pit, (last, &seeds)) in last.iter_mut().zip(ring).enumerate() {
            *last = lifted_ago(pit, at).wrapping_sub(u32::from(seeds));
        }
        Self {
            pits: ring.len() as u32,
            at: at as u32,
            round: 0,
            last,
        }
    }

    /// The number of pits.
    #[inline(always)]
    pub fn pits(&self) -> usize {
        self.pits as usize
    }

    /// The pit of the last seed.
    #[inline(always)]
    pub fn at(&self) -> usize {
        self.at as usize
    }

    /// The seeds in the pit of the last seed: the hand of the next lap. 1 means that the last seed
    /// fell into an empty pit.
    #[inline(always)]
    pub fn hand(&self) -> u32 {
        self.round.wrapping_sub(self.last[self.at as usize])
    }

    /// Plays a lap with the hand that [`Walk::hand`] gave.
    #[inline(always)]
    pub fn lap(&mut self, hand: u32) {
        self.last[self.at as usize] = self.round;
        let position = self.at + hand;
        let wrapped = position.wrapping_sub(self.pits);
        let once = position >= self.pits;
        self.at = if once { wrapped } else { position };
        self.round = self.round.wrapping_add(u32::from(once));
        if self.at >= self.pits {
            self.round = self.round.wrapping_add(self.at / self.pits);
            self.at %= self.pits;
        }
    }

    /// The seeds of `pit` now.
    #[inline(always)]
    pub fn seeds(&self, pit: usize) -> u32 {
        let passed = self.round.wrapping_sub(u32::from(pit as u32 > self.at));
        passed.wrapping_sub(self.last[pit])
    }

    /// Makes `pit` hold `seeds` now.
    #[inline(always)]
    pub fn set(&mut self, pit: usize, seeds: u32) {
        let passed = self.round.wrapping_sub(u32::from(pit as u32 > self.at));
        self.last[pit] = passed.wrapping_sub(seeds);
    }

    /// The ring as contents, pit 0 first.
    pub fn ring(&self) -> Vec<u8> {
        (0..self.pits()).map(|pit| self.seeds(pit) as u8).collect()
    }

    /// The contents seen from the pit of the last seed, that pit first: two states are equal up to
    /// rotation exactly if these agree.
    #[inline]
    pub fn seen_from_hand(&self) -> impl Iterator<Item = u32> {
        let n = self.pits();
        let at = self.at();
        (at..n).chain(0..at).map(|pit| self.seeds(pit))
    }
}

/// The round in which a pit that is empty now was last passed, the present round being 0.
fn lifted_ago(pit: usize, at: usize) -> u32 {
    0_u32.wrapping_sub(u32::from(pit > at))
}
