//! Coming back up to rotation.
//!
//! A lap does not care where the ring begins: it commutes with rotation. If after `k` laps a relay
//! sees from its last pit exactly what it saw at the start, only `r` pits further on, then after
//! another `k` laps it sees it again `2r` pits further on, and so on: it never ends, and it is back at
//! the very same state after `k · n / gcd(n, r)` laps.

/// How often the stretch must be repeated until the ring stands as at first: `n / gcd(n, r)`, for
/// `pits` = n and the pit `turned` = r in `0..n` places on.
///
/// # Panics
/// If `pits` is 0.
pub(crate) fn turns(pits: usize, turned: usize) -> usize {
    pits / gcd(pits, turned)
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_repeated_until_it_comes_full_circle() {
        for pits in 1_usize..40 {
            for turned in 0..pits {
                let expected = (1..=pits).find(|times| (times * turned).is_multiple_of(pits));
                assert_eq!(Some(turns(pits, turned)), expected);
            }
        }
    }
}
