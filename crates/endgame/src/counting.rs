//! Ways to put seeds into pits, numbered without gaps (the combinatorial number system).

/// Numbers the ways to put a known number of seeds into a known number of pits, each pit holding
/// at most a bound. The order is that of the pits read as a number, the last pit first.
#[derive(Clone, Debug)]
pub(crate) struct Compositions {
    most_seeds: usize,
    /// Contents a pit can have: its most seeds and one.
    digits: usize,
    /// `ways[pits * (most_seeds + 1) + seeds]`, saturating.
    ways: Vec<u64>,
    /// `below[(pits * (most_seeds + 1) + seeds) * digits + digit]`: the ways to put `seeds` seeds into `pits`
    /// pits and one more that holds fewer than `digit`.
    below: Vec<u64>,
}

impl Compositions {
    /// For up to `pits` pits and `most_seeds` seeds, at most `bound` seeds a pit.
    pub(crate) fn new(pits: usize, most_seeds: usize, bound: Option<usize>) -> Self {
        let digits = bound.unwrap_or(most_seeds).min(most_seeds) + 1;
        let row = most_seeds + 1;
        let mut ways = vec![0_u64; (pits + 1) * row];
        ways[0] = 1;
        for p in 1..=pits {
            for seeds in 0..row {
                ways[p * row + seeds] = (0..digits.min(seeds + 1))
                    .map(|digit| ways[(p - 1) * row + seeds - digit])
                    .fold(0, u64::saturating_add);
            }
        }
        let mut below = vec![0_u64; (pits + 1) * row * digits];
        for p in 0..=pits {
            for seeds in 0..row {
                let mut sum = 0_u64;
                for digit in 0..digits.min(seeds + 1) {
                    below[(p * row + seeds) * digits + digit] = sum;
                    sum = sum.saturating_add(ways[p * row + seeds - digit]);
                }
            }
        }
        Self {
            most_seeds,
            digits,
            ways,
            below,
        }
    }

    /// How many ways there are, `u64::MAX` where they cannot be counted.
    pub(crate) fn count(&self, pits: usize, seeds: usize) -> u64 {
        if seeds > self.most_seeds {
            return u64::MAX;
        }
        self.ways[pits * (self.most_seeds + 1) + seeds]
    }

    #[inline(always)]
    fn below(&self, pits: usize, seeds: usize) -> &[u64] {
        let start = (pits * (self.most_seeds + 1) + seeds) * self.digits;
        &self.below[start..start + self.digits.min(seeds + 1)]
    }

    /// The number of the way in which `contents` (the last pit first) puts `seeds` seeds into `pits` pits;
    /// if `contents` ends before all pits are told, their part of it: such parts add up.
    #[inline]
    pub(crate) fn rank(
        &self,
        contents: impl Iterator<Item = u8>,
        pits: usize,
        seeds: usize,
    ) -> u64 {
        let mut left = seeds;
        let mut rank = 0;
        for (index, content) in contents.enumerate() {
            if content > 0 {
                let content = usize::from(content);
                rank += self.below(pits - 1 - index, left)[content];
                left -= content;
                if left == 0 {
                    break;
                }
            }
        }
        rank
    }

    /// Calls `put` with the contents of each pit, the last pit first, of the way of number `rank`.
    #[inline]
    pub(crate) fn unrank(
        &self,
        mut rank: u64,
        pits: usize,
        seeds: usize,
        mut put: impl FnMut(usize, u8),
    ) {
        let mut left = seeds;
        for pit in (0..pits).rev() {
            let below = self.below(pit, left);
            let mut content = 0;
            while content + 1 < below.len() && below[content + 1] <= rank {
                content += 1;
            }
            rank -= below[content];
            put(pit, content as u8);
            left -= content;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_has_one_composition_and_back() {
        for (pits, seeds, bound) in [
            (4, 7, None),
            (5, 9, Some(3)),
            (6, 18, Some(3)),
            (1, 3, None),
        ] {
            let compositions = Compositions::new(pits, seeds, bound);
            let mut before: Option<Vec<u8>> = None;
            for rank in 0..compositions.count(pits, seeds) {
                let mut contents = vec![0; pits];
                compositions.unrank(rank, pits, seeds, |pit, content| contents[pit] = content);
                let total: usize = contents.iter().map(|&content| usize::from(content)).sum();
                assert_eq!(total, seeds);
                contents.reverse();
                assert!(
                    bound.is_none_or(|bound| contents.iter().all(|&c| usize::from(c) <= bound))
                );
                assert!(before.as_ref().is_none_or(|before| *before < contents));
                let back = compositions.rank(contents.iter().copied(), pits, seeds);
                assert_eq!(back, rank);
                before = Some(contents);
            }
        }
    }

    #[test]
    fn counts_are_the_coefficients_of_theory() {
        let late = Compositions::new(24, 16, Some(3));
        assert_eq!(late.count(24, 8), 7_467_801);
        assert_eq!(late.count(24, 12), 649_964_176);
        let free = Compositions::new(16, 6, None);
        assert_eq!(free.count(16, 4), 3876);
        assert_eq!(free.count(0, 0), 1);
        assert_eq!(free.count(0, 3), 0);
    }
}
