//! In how many ways seeds can lie in pits.

/// Pascal's triangle, saturating at `u64::MAX`.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    rows: Vec<Vec<u64>>,
}

impl Ways {
    /// A table for up to `seeds` seeds in up to `pits` pits.
    pub(super) fn new(pits: usize, seeds: u32) -> Self {
        let mut rows = vec![vec![1_u64; pits + 1]];
        rows[0][1..].fill(0);
        for n in 1..=seeds as usize + pits {
            let above = &rows[n - 1];
            let row = (0..=pits).map(|k| match k {
                0 => 1,
                _ => above[k - 1].saturating_add(above[k]),
            });
            let row = row.collect();
            rows.push(row);
        }
        Self { rows }
    }

    /// The ways to lay `seeds` seeds in `pits` pits: C(seeds + pits − 1, pits − 1).
    #[inline]
    pub(super) fn of(&self, seeds: u32, pits: u32) -> u64 {
        if pits == 0 {
            return u64::from(seeds == 0);
        }
        self.rows[(seeds + pits - 1) as usize][pits as usize - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_counted_like_compositions() {
        let ways = Ways::new(16, 40);
        assert_eq!(ways.of(10, 4), 286);
        assert_eq!(ways.of(0, 0), 1);
        assert_eq!(ways.of(3, 0), 0);
        assert_eq!(ways.of(0, 16), 1);
        assert_eq!(ways.of(40, 16), 11_899_700_525_790);
    }

    #[test]
    fn ways_saturate_instead_of_wrapping() {
        assert_eq!(Ways::new(72, 255).of(255, 72), u64::MAX);
    }
}
