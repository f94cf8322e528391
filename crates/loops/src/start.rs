//! The start of a move on one ring.

use sow_engine::certificate::Residues;
use sow_engine::ring::{Circuit, Ring};

/// The most pits of a ring: two rows of 36.
pub const MOST_PITS: usize = 72;

/// A ring and a pit of it that may be played: one with 2 seeds or more.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Start {
    ring: Vec<u32>,
    pit: usize,
}

/// Why a ring and a pit are not the start of a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The ring is too small or too large.
    #[error("a ring has 2 to {MOST_PITS} pits, not {0}")]
    Pits(usize),
    /// The pit is not on the ring.
    #[error("there is no pit {pit} on a ring of {pits} pits; the first one is pit 0")]
    NoSuchPit {
        /// The pit asked for.
        pit: usize,
        /// The pits of the ring.
        pits: usize,
    },
    /// The pit holds fewer than two seeds.
    #[error("pit {pit} holds {seeds}; a move starts from 2 seeds or more")]
    TooFew {
        /// The pit asked for.
        pit: usize,
        /// What it holds.
        seeds: u32,
    },
    /// The seeds do not fit the counters.
    #[error("a ring holds at most a million seeds")]
    TooMany,
}

impl Start {
    /// The move from `pit` of `ring`, whose pit 0 comes first, sown in ascending order.
    ///
    /// # Errors
    /// Unless the ring has `2..=72` pits and at most a million seeds, and the pit is one of them
    /// and holds at least 2.
    pub fn new<S: Copy + Into<u32>>(ring: &[S], pit: usize) -> Result<Self, StartError> {
        let pits = ring.len();
        if !(2..=MOST_PITS).contains(&pits) {
            return Err(StartError::Pits(pits));
        }
        let ring: Vec<u32> = ring.iter().map(|&seeds| seeds.into()).collect();
        let Some(&seeds) = ring.get(pit) else {
            return Err(StartError::NoSuchPit { pit, pits });
        };
        if seeds < 2 {
            return Err(StartError::TooFew { pit, seeds });
        }
        if ring.iter().map(|&seeds| u64::from(seeds)).sum::<u64>() > 1_000_000 {
            return Err(StartError::TooMany);
        }
        Ok(Self { ring, pit })
    }

    /// The seeds of every pit.
    pub fn ring(&self) -> &[u32] {
        &self.ring
    }

    /// The pit that is played.
    pub fn pit(&self) -> usize {
        self.pit
    }

    /// The number of pits, `2..=72`.
    pub fn pits(&self) -> usize {
        self.ring.len()
    }

    /// All seeds on the ring.
    pub fn seeds(&self) -> u32 {
        self.ring.iter().sum()
    }

    /// The residues modulo one more than the number of pits that the whole move carries along.
    pub fn residues(&self) -> Residues {
        let circuit = Circuit::<MOST_PITS>::new(self.pits());
        let modulus = self.pits() as u32 + 1;
        // Only the residue of what a pit holds counts, and that fits a byte.
        let reduced: Vec<u8> = self.ring.iter().map(|x| (x % modulus) as u8).collect();
        Residues::new(&circuit, &Ring::new(&reduced), self.pit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_start_is_refused_by_name() {
        let refused = |ring: &[u8], pit| Start::new(ring, pit).expect_err("no start");
        assert_eq!(refused(&[4], 0), StartError::Pits(1));
        assert_eq!(refused(&[1; 73], 0), StartError::Pits(73));
        assert_eq!(
            refused(&[2, 2], 2),
            StartError::NoSuchPit { pit: 2, pits: 2 }
        );
        assert_eq!(refused(&[2, 1], 1), StartError::TooFew { pit: 1, seeds: 1 });
        assert_eq!(Start::new(&[2, u32::MAX], 0), Err(StartError::TooMany));
    }

    #[test]
    fn a_pit_of_more_seeds_than_a_byte_holds_has_its_residue() {
        let small = Start::new(&[3_u32, 1, 0, 1], 0).expect("a start");
        let large = Start::new(&[3_u32 + 5 * 100, 1 + 5 * 100, 0, 1], 0).expect("a start");
        assert_eq!(small.residues(), large.residues());
    }
}
