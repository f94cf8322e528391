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
    pub fn new<S: Copy + Into<u32>>(ring: &[S], at: usize) -> Self {
        assert!((2..=CAP).contains(&ring.len()) && at < ring.len());
        let mut last = [0; CAP];
        for (pit, (last, &seeds)) in last.iter_mut().zip(ring).enumerate() {
            *last = lifted_ago(pit, at).wrapping_sub(seeds.into());
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
        let (rounds, at) = ahead(self.pits, self.at + hand);
        self.round = self.round.wrapping_add(rounds);
        self.at = at;
    }

    /// Plays up to `laps` laps as fast as possible and returns how many it has played. It stops
    /// early before a lap with a hand of 1 and before a lap with a hand of `watch` or more.
    #[inline]
    pub fn run(&mut self, watch: u32, laps: u64) -> u64 {
        let (mut at, mut round) = (self.at, self.round);
        let mut played = 0;
        while played < laps {
            let last = &mut self.last[at as usize];
            let hand = round.wrapping_sub(*last);
            if hand.wrapping_sub(2) >= watch.wrapping_sub(2) {
                break;
            }
            *last = round;
            let (rounds, next) = ahead(self.pits, at + hand);
            round = round.wrapping_add(rounds);
            at = next;
            played += 1;
        }
        (self.at, self.round) = (at, round);
        played
    }

    /// Plays laps until one ends on a pit of the set `unknown` (bit *i* is pit *i*), or leads to a
    /// hand of 1 or of `watch` or more, and returns how many it has played.
    #[inline(always)]
    pub(crate) fn run_on_known(&mut self, unknown: u128, watch: u32) -> u32 {
        let (mut at, mut round) = (self.at, self.round);
        let mut played = 0;
        while unknown >> at & 1 == 0 {
            let last = &mut self.last[at as usize];
            let hand = round.wrapping_sub(*last);
            if hand.wrapping_sub(2) >= watch.wrapping_sub(2) {
                break;
            }
            *last = round;
            let (rounds, next) = ahead(self.pits, at + hand);
            round = round.wrapping_add(rounds);
            at = next;
            played += 1;
        }
        (self.at, self.round) = (at, round);
        played
    }

    /// The seeds of `pit` now.
    #[inline(always)]
    pub fn seeds(&self, pit: usize) -> u32 {
        let passed = self.round.wrapping_sub(u32::from(pit as u32 > self.at));
        passed.wrapping_sub(self.last[pit])
    }

    /// Takes the last lap back and returns its hand: the state before is determined by the state
    /// after. It never fails, for every state has one before it; where the pit of the last seed
    /// then holds a single seed, a relay would have stopped there.
    ///
    /// The lap came from the pit that was lifted last, and its hand is the time passed since.
    pub fn unlap(&mut self) -> u32 {
        let since = |pit: u32| {
            let rounds = self.round.wrapping_sub(self.last[pit as usize]);
            (rounds * self.pits + self.at).wrapping_sub(pit)
        };
        let origin = (0..self.pits).min_by_key(|&pit| since(pit)).unwrap_or(0);
        let hand = since(origin);
        self.round = self.last[origin as usize];
        self.at = origin;
        self.last[origin as usize] = self.round.wrapping_sub(hand);
        hand
    }

    /// The seeds of all pits, pit 0 first.
    pub fn ring(&self) -> Vec<u32> {
        (0..self.pits()).map(|pit| self.seeds(pit)).collect()
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

/// Splits a place counted from pit 0 into whole rounds and a pit. Hands of more than a round are
/// rare, so that the division is hardly ever reached.
#[inline(always)]
fn ahead(pits: u32, position: u32) -> (u32, u32) {
    let over = position >= pits;
    let position = position.wrapping_sub(if over { pits } else { 0 });
    if position < pits {
        (u32::from(over), position)
    } else {
        (u32::from(over) + position / pits, position % pits)
    }
}

/// The round in which a pit that is empty now was last passed, the present round being 0.
fn lifted_ago(pit: usize, at: usize) -> u32 {
    0_u32.wrapping_sub(u32::from(pit > at))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sow_engine::ring::{Circuit, Ring};

    use super::*;

    /// A ring of 2 to 72 pits and a pit that is not empty.
    fn states() -> impl Strategy<Value = (Vec<u8>, usize)> {
        (2_usize..=72, 1_u8..4)
            .prop_flat_map(|(n, scale)| (proptest::collection::vec(0..=scale * 20, n), 0..n))
            .prop_filter("the pit holds a seed", |(ring, at)| ring[*at] > 0)
    }

    fn contents(ring: &Ring<72>, pits: usize) -> Vec<u32> {
        ring.pits()[..pits].iter().map(|&x| x.into()).collect()
    }

    proptest! {
        #[test]
        fn a_walk_holds_what_sowing_puts_there((start, pit) in states()) {
            let circuit = Circuit::<72>::new(start.len());
            let (mut ring, mut at) = (Ring::<72>::new(&start), pit);
            let mut walk = Walk::<72>::new(&start, pit);
            for _ in 0..100 {
                prop_assert_eq!(walk.hand(), u32::from(ring[at]));
                let mut sown = ring;
                sown.lap(&circuit, at);
                let mut lifted = ring;
                lifted.lift(at);
                prop_assume!(!sown.has_wrapped(&lifted));
                walk.lap(walk.hand());
                at = ring.lap(&circuit, at);
                prop_assert_eq!(walk.at(), at);
                prop_assert_eq!(walk.ring(), contents(&ring, start.len()));
            }
        }

        #[test]
        fn a_walk_backwards_agrees_with_the_ring((start, pit) in states()) {
            let circuit = Circuit::<72>::new(start.len());
            let (mut ring, mut at) = (Ring::<72>::new(&start), pit);
            let mut walk = Walk::<72>::new(&start, pit);
            for _ in 0..100 {
                let pits = &ring.pits()[..start.len()];
                let fewest = pits.iter().min().copied().unwrap_or(0);
                prop_assume!((usize::from(fewest) + 1) * start.len() < 256);
                walk.unlap();
                at = ring.unlap(&circuit, at);
                prop_assert_eq!(walk.at(), at);
                prop_assert_eq!(walk.ring(), contents(&ring, start.len()));
            }
        }

        #[test]
        fn walking_back_undoes_walking((start, pit) in states(), laps in 1_usize..200) {
            let mut walk = Walk::<72>::new(&start, pit);
            let hands: Vec<u32> = (0..laps)
                .map(|_| {
                    let hand = walk.hand();
                    walk.lap(hand);
                    hand
                })
                .collect();
            for hand in hands.into_iter().rev() {
                prop_assert_eq!(walk.unlap(), hand);
            }
            prop_assert_eq!(walk.at(), pit);
            let start: Vec<u32> = start.iter().map(|&x| x.into()).collect();
            prop_assert_eq!(walk.ring(), start);
        }

        #[test]
        fn a_fast_run_plays_the_laps_of_a_slow_one((start, pit) in states(), watch in 3_u32..60) {
            let mut slow = Walk::<72>::new(&start, pit);
            let mut fast = slow;
            let mut laps = 0;
            while laps < 500 && slow.hand() != 1 && slow.hand() < watch {
                slow.lap(slow.hand());
                laps += 1;
            }
            prop_assert_eq!(fast.run(watch, 500), laps);
            prop_assert_eq!(fast.at(), slow.at());
            prop_assert_eq!(fast.ring(), slow.ring());
        }
    }
}
