//! Numbers of boards of two bits a pit.

use crate::anywoli::board::seeds;
use crate::counting::Compositions;

/// Ranks of boards, four pits at a time.
pub(crate) struct Ranks {
    groups: usize,
    /// `[group][seeds in it and below][the group's byte]`.
    parts: Vec<[u64; 256]>,
    rows: usize,
}

impl Ranks {
    pub(crate) fn new(compositions: &Compositions, pits: usize, most: usize) -> Self {
        let (groups, rows) = (pits.div_ceil(4), most + 1);
        let mut parts = vec![[0; 256]; groups * rows];
        for group in 0..groups {
            for left in 0..rows {
                for (byte, part) in parts[group * rows + left].iter_mut().enumerate() {
                    let digits = (0..4).rev().map(|pit| (byte >> (2 * pit) & 3) as u8);
                    let total: usize = digits.clone().map(usize::from).sum();
                    let real = group * 4 + 4 <= pits || byte >> (2 * (pits - 4 * group)) == 0;
                    if total <= left && real {
                        *part = compositions.rank(digits, 4 * group + 4, left);
                    }
                }
            }
        }
        Self {
            groups,
            parts,
            rows,
        }
    }

    /// The number of a board of `left` seeds.
    #[inline(always)]
    pub(crate) fn rank(&self, board: u64, mut left: usize) -> u64 {
        let mut rank = 0;
        for group in (0..self.groups).rev() {
            let byte = (board >> (8 * group) & 0xFF) as usize;
            if byte != 0 {
                rank += self.parts[group * self.rows + left][byte];
                left -= seeds(byte as u64);
            }
        }
        rank
    }
}
