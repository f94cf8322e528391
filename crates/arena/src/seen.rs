//! The positions of one game, to notice that one comes back.

use sow_engine::game::Board;
use std::hash::Hasher;

/// Places of the table of a game that has just begun.
const PLACES: usize = 256;

/// The positions met in one game after another. A position is known by comparing the whole of it: hashes only
/// say where to look.
#[derive(Debug)]
pub(crate) struct Seen<P> {
    positions: Vec<P>,
    /// Places by hash, twice as many as positions or more: half a hash, and the number of a position from 1; 0 where
    /// there is none.
    places: Vec<u64>,
}

impl<P: Board> Seen<P> {
    pub(crate) fn new() -> Self {
        Self {
            positions: Vec::new(),
            places: vec![0; PLACES],
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.positions.clear();
        self.places.truncate(PLACES);
        self.places.fill(0);
    }

    /// Adds a position; false if it is there already.
    #[inline]
    pub(crate) fn insert(&mut self, position: &P) -> bool {
        let hash = hash(position);
        let (tag, mask) = (hash << 32, self.places.len() - 1);
        let mut at = (hash >> 32) as usize & mask;
        while self.places[at] != 0 {
            let place = self.places[at];
            if (place ^ tag) >> 32 == 0 && self.positions[place as u32 as usize - 1] == *position {
                return false;
            }
            at = (at + 1) & mask;
        }
        self.positions.push(*position);
        self.places[at] = tag | self.positions.len() as u64;
        if 2 * self.positions.len() > self.places.len() {
            self.grow();
        }
        true
    }

    /// Twice as many places.
    #[cold]
    fn grow(&mut self) {
        let places = 2 * self.places.len();
        self.places.clear();
        self.places.resize(places, 0);
        for (number, position) in (1..).zip(&self.positions) {
            let hash = hash(position);
            let mut at = (hash >> 32) as usize & (places - 1);
            while self.places[at] != 0 {
                at = (at + 1) & (places - 1);
            }
            self.places[at] = hash << 32 | number;
        }
    }
}

fn hash(position: &impl Board) -> u64 {
    let mut hasher = Folding(0);
    position.hash_words(&mut hasher);
    hasher.finish()
}

/// Folds words into one; for tables that compare what they find.
struct Folding(u64);

impl Folding {
    #[inline(always)]
    fn fold(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Folding {
    /// Folds two words at the cost of one.
    #[inline(always)]
    fn fold_two(&mut self, first: u64, second: u64) {
        let (first, second) = (first ^ self.0, second ^ 0x2127_599b_f432_5c37);
        let product = u128::from(first) * u128::from(second);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

impl Hasher for Folding {
    #[inline(always)]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        let (pairs, single) = words.as_chunks::<2>();
        for &[first, second] in pairs {
            self.fold_two(u64::from_le_bytes(first), u64::from_le_bytes(second));
        }
        for &word in single {
            self.fold(u64::from_le_bytes(word));
        }
        for &byte in rest {
            self.fold(u64::from(byte));
        }
    }

    #[inline(always)]
    fn write_u8(&mut self, value: u8) {
        self.fold(u64::from(value));
    }

    #[inline(always)]
    fn write_u16(&mut self, value: u16) {
        self.fold(u64::from(value));
    }

    #[inline(always)]
    fn write_u32(&mut self, value: u32) {
        self.fold(u64::from(value));
    }

    #[inline(always)]
    fn write_u64(&mut self, value: u64) {
        self.fold(value);
    }

    #[inline(always)]
    fn write_u128(&mut self, value: u128) {
        self.fold(value as u64);
        self.fold((value >> 64) as u64);
    }

    /// The lengths of arrays, which are the same for all positions of a game.
    #[inline(always)]
    fn write_usize(&mut self, _: usize) {}

    #[inline(always)]
    fn write_isize(&mut self, value: isize) {
        self.fold(value as u64);
    }

    #[inline(always)]
    fn finish(&self) -> u64 {
        // The low bits of a product know nothing of the high ones of its factors.
        self.0 ^ self.0 >> 29
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sow_engine::game::Game;
    use sow_engine::games::{BoardVisitor, visit};
    use sow_engine::rules::Rules;
    use sow_engine::setup::Setup;
    use std::collections::HashSet;

    /// Boards that differ in one seed or two.
    struct Alike(Setup);

    impl BoardVisitor for Alike {
        type Output = ();

        fn visit<P: Board>(self, game: Box<dyn Game<P>>) {
            let mut seen = Seen::new();
            for round in 0..2 {
                let mut known = HashSet::new();
                for number in 0..6000 {
                    let mut setup = self.0.clone();
                    let pits = setup.rings[0].len();
                    setup.rings[0][number % pits] = (number / pits % 50) as u8;
                    setup.rings[0][number / 7 % pits] += 1;
                    let position = game.position(&setup);
                    assert_eq!(seen.insert(&position), known.insert(position), "{round}");
                }
                assert!(known.len() > 500 && known.len() < 6000);
                seen.clear();
            }
        }
    }

    #[test]
    fn a_position_is_new_exactly_once_until_all_are_forgotten() {
        for kind in sow_engine::kind::GameKind::ALL {
            let rules = Rules::default_for(kind);
            for columns in [4, 12, 20] {
                visit(rules, columns, Alike(rules.start(columns)));
            }
        }
    }
}
