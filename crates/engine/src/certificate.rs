//! The residue certificate: a proof in one look that a relay never stops on an empty pit.
//!
//! Number the seeds of a move as they fall, `t = 0, 1, 2, …`, so that seed `t` falls into pit
//! `t mod n`. Let a lap end at time `t` on a pit with `k` seeds, the last one included. The pit
//! last received the end of a (real or imagined) lap at `u = t - n*k`, and the lap that starts now
//! ends at `t + k = u + (n + 1) * k`, which is `u` modulo `n + 1`. So a lap only *swaps* two
//! residues modulo `n + 1`: that of the hand, and that of the pit it fell on. The multiset of the
//! `n + 1` residues (one for the hand, one a pit) is the same for the whole move.
//!
//! A relay stops on an empty pit only where `k = 1`, that is `u = t - n = t + 1` modulo `n + 1`:
//! the residue of the hand and its successor must both be in the multiset. **If no two residues of
//! the multiset are neighbours, the relay never stops on an empty pit.** The certificate is sound,
//! not complete: it says nothing about the moves that it does not certify, nor about other ways to
//! stop (a capture, a group of four).

use crate::ring::{Circuit, Ring};

/// The residues modulo `pits + 1` that a relay carries along unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Residues {
    present: u128,
    modulus: u32,
}

impl Residues {
    /// The residues of a relay whose last seed has just fallen into pit `at`, not yet lifted.
    ///
    /// They are `0` (the hand), the seeds of pit `at`, and for the pit `d` places further on
    /// holding `x` seeds `d + x + 1`, `d` in `1..pits`, all modulo `pits + 1`.
    pub fn new<const CAP: usize>(circuit: &Circuit<CAP>, ring: &Ring<CAP>, at: usize) -> Self {
        Self::with_hand(circuit, ring, at, usize::from(ring[at]))
    }

    /// The same where pit `at` has been lifted already and `hand` seeds are about to be sown.
    pub fn with_hand<const CAP: usize>(
        circuit: &Circuit<CAP>,
        ring: &Ring<CAP>,
        at: usize,
        hand: usize,
    ) -> Self {
        let pits = circuit.pits();
        let modulus = pits + 1;
        let mut present = 1 | 1 << (hand % modulus);
        for (pit, &seeds) in ring.pits()[..pits].iter().enumerate() {
            let distance = if pit > at { pit - at } else { pit + pits - at };
            if pit != at {
                present |= 1 << ((distance + usize::from(seeds) + 1) % modulus);
            }
        }
        Self {
            present,
            modulus: modulus as u32,
        }
    }

    /// Whether no two residues are neighbours: the relay never stops on an empty pit.
    pub fn never_stop(self) -> bool {
        let successors = (self.present << 1) | (self.present >> (self.modulus - 1));
        self.present & successors & ((1 << self.modulus) - 1) == 0
    }

    /// The modulus, one more than the number of pits.
    pub fn modulus(self) -> u32 {
        self.modulus
    }

    /// The different residues, ascending.
    pub fn classes(self) -> impl Iterator<Item = u32> {
        (0..self.modulus).filter(move |class| self.present >> class & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relay's end by running it: laps until it stops, or `None` if it comes back to its start.
    fn run(circuit: &Circuit<16>, start: &Ring<16>, pit: usize) -> Option<u64> {
        let (mut ring, mut at, mut laps) = (*start, pit, 0);
        loop {
            at = ring.lap(circuit, at);
            laps += 1;
            if ring[at] == 1 {
                return Some(laps);
            }
            if at == pit && ring == *start {
                return None;
            }
        }
    }

    /// Calls `visit` with every ring of `pits` pits and exactly `seeds` seeds.
    fn each_ring(pits: usize, seeds: u8, visit: &mut impl FnMut(&Ring<16>)) {
        fn fill(
            ring: &mut Ring<16>,
            pit: usize,
            pits: usize,
            left: u8,
            visit: &mut impl FnMut(&Ring<16>),
        ) {
            if pit + 1 == pits {
                ring[pit] = left;
                return visit(ring);
            }
            for seeds in 0..=left {
                ring[pit] = seeds;
                fill(ring, pit + 1, pits, left - seeds, visit);
            }
        }
        let mut ring = Ring::EMPTY;
        fill(&mut ring, 0, pits, seeds, visit);
    }

    #[test]
    fn a_certified_relay_never_stops_exhaustively_on_small_rings() {
        let mut certified = 0;
        for (pits, most) in [
            (2, 24),
            (3, 20),
            (4, 16),
            (5, 14),
            (6, 12),
            (7, 11),
            (8, 10),
        ] {
            let circuit = Circuit::<16>::new(pits);
            for seeds in 2..=most {
                each_ring(pits, seeds, &mut |ring| {
                    for pit in (0..pits).filter(|&pit| ring[pit] >= 2) {
                        if Residues::new(&circuit, ring, pit).never_stop() {
                            certified += 1;
                            assert_eq!(run(&circuit, ring, pit), None, "{ring:?} from {pit}");
                        }
                    }
                });
            }
        }
        assert!(certified > 1_000, "only {certified} relays were certified");
    }

    #[test]
    fn laps_leave_the_residues_unchanged() {
        let circuit = Circuit::<16>::new(16);
        let mut ring = Ring::<16>::new(&[3, 1, 4, 1, 5, 0, 2, 6, 5, 3, 5, 0, 9, 7, 9, 3]);
        let mut at = 12;
        // Sharing a residue is no loss: compare the whole multiset through sorted lists.
        let multiset = |ring: &Ring<16>, at: usize| {
            let mut all = vec![0, u32::from(ring[at]) % 17];
            all.extend((1..16).map(|d| (d + u32::from(ring[(at + d as usize) % 16]) + 1) % 17));
            all.sort_unstable();
            all
        };
        let first = multiset(&ring, at);
        let mut clock = 0;
        for _ in 0..200 {
            let hand = u32::from(ring[at]);
            at = ring.lap(&circuit, at);
            if ring[at] == 1 {
                return;
            }
            clock = (clock + hand) % 17;
            let mut shifted: Vec<u32> = multiset(&ring, at)
                .iter()
                .map(|c| (c + clock) % 17)
                .collect();
            shifted.sort_unstable();
            assert_eq!(shifted, first);
        }
    }

    #[test]
    fn the_smallest_never_ending_pattern_is_not_certified_but_never_ends() {
        // 3 1 0 1 0 1 … 0 1 played from the 3 (n even): n/2 + 3 seeds, period n²/2.
        for pits in [4, 6, 8, 10, 12, 14, 16] {
            let circuit = Circuit::<16>::new(pits);
            let mut ring = Ring::<16>::EMPTY;
            for pit in (1..pits).step_by(2) {
                ring[pit] = 1;
            }
            ring[0] = 3;
            assert_eq!(run(&circuit, &ring, 0), None);
        }
    }
}
