//! Positions as short bit strings: equal keys, equal positions.
//!
//! A proof must not rest on two positions that look alike, so the key is no hash but the position
//! itself. Each pit is written as its seeds in zeros and a closing one, so that a board of `p` pits and
//! `s` seeds takes `p + s` bits; the other parts follow in fixed widths. As the number of pits is
//! fixed for a table, the first `p` ones mark the pits and everything after them is in its place: the
//! code can be read back, and different positions have different keys.
//!
//! The player to move is written first. No rule of any game tells South from North (who began is a
//! mark that the position carries), so a position and the same with the players exchanged have equal
//! keys and, seen by the player to move, equal values. Only where endless play is taken to be worth the most
//! for one player whoever moves ([`crate::endless`]), the player to move is part of the key.

use sow_engine::game::{Board, Contents};
use sow_engine::side::Side;

/// The most 64-bit words of a key: eight for the position, one for those who add to it.
pub(crate) const MOST_WORDS: usize = 9;

/// An encoded position, zero past its last bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key(pub(crate) [u64; MOST_WORDS]);

impl Key {
    /// A hash to find a place in a table by; not needed to tell positions apart.
    #[inline]
    pub(crate) fn hash(&self, words: usize) -> u64 {
        let mut hash = 0x9E37_79B9_7F4A_7C15_u64;
        for &word in &self.0[..words] {
            let product = u128::from(hash ^ word) * 0xDA94_2042_E4DD_58B5_u128;
            hash = (product >> 64) as u64 ^ (product as u64).rotate_left(23);
        }
        hash
    }
}

/// How the positions of one game are encoded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// Pits of one ring.
    pits: usize,
    four_rows: bool,
    reserves: bool,
    /// Whether what was banked counts: else two positions that differ in it only have one key.
    stores: bool,
    /// Whether the players are told apart.
    sides: bool,
    /// Words of a key.
    pub(crate) words: usize,
}

/// Bits for flags, marks and stores, rounded up.
const EXTRA_BITS: usize = 40;

impl Layout {
    /// The layout for boards of `pits` pits a ring with at most `seeds` seeds on them, `None` if the keys would
    /// be too long.
    pub(crate) fn new(
        pits: usize,
        four_rows: bool,
        reserves: bool,
        stores: bool,
        sides: bool,
        seeds: usize,
    ) -> Option<Self> {
        let all_pits = if four_rows { 2 * pits } else { pits };
        let bits = all_pits + seeds + EXTRA_BITS + if reserves { pits } else { 0 };
        let words = bits.div_ceil(64).max(2);
        (words < MOST_WORDS).then_some(Self {
            pits,
            four_rows,
            reserves,
            stores,
            sides,
            words,
        })
    }

    /// The key of a position between turns, `None` if it holds too many seeds for this layout.
    #[inline]
    pub(crate) fn key<B: Board>(&self, board: &B) -> Option<Key> {
        let contents = board.contents();
        let mover = board.side();
        let mut writer = Writer::new();
        let [first, second] = self.rows(&contents, mover);
        let room = 64 * self.words - EXTRA_BITS - if self.reserves { self.pits } else { 0 };
        writer.pits(first, room)?;
        writer.pits(second, room)?;
        if self.four_rows {
            let [ours, theirs] = [mover, mover.other()].map(|side| contents.unmoved[side.index()]);
            writer.put(
                u64::from(ours) | u64::from(theirs) << 1 | u64::from(contents.uncaptured) << 2,
                3,
            );
        }
        writer.put(
            match contents.marked {
                None => 0,
                Some(side) if side == mover => 1,
                Some(_) => 2,
            },
            2,
        );
        if self.sides {
            writer.put(u64::from(mover == Side::North), 1);
        }
        if self.reserves {
            self.reserved(&contents, mover, &mut writer);
        }
        if self.stores {
            for side in [mover, mover.other()] {
                writer.put(u64::from(contents.stores[side.index()]), 16);
            }
        }
        Some(Key(writer.words))
    }

    /// The mover's pits, then the opponent's.
    #[inline]
    fn rows<'board>(&self, contents: &Contents<'board>, mover: Side) -> [&'board [u8]; 2] {
        if self.four_rows {
            return [mover, mover.other()].map(|side| &contents.rings[side.index()][..self.pits]);
        }
        let (south, north) = contents.rings[0][..self.pits].split_at(self.pits / 2);
        if mover == Side::South {
            [south, north]
        } else {
            [north, south]
        }
    }

    fn reserved(&self, contents: &Contents<'_>, mover: Side, writer: &mut Writer) {
        let row = self.pits / 2;
        let rotation = if mover == Side::South { 0 } else { row };
        for i in 0..self.pits {
            let pit = (i + rotation) % self.pits;
            writer.put((contents.reserved >> pit & 1) as u64, 1);
        }
    }
}

/// Appends bits.
struct Writer {
    words: [u64; MOST_WORDS],
    at: usize,
}

impl Writer {
    fn new() -> Self {
        Self {
            words: [0; MOST_WORDS],
            at: 0,
        }
    }

    /// Writes pits until `room` bits are used up; `None` if they do not fit.
    #[inline]
    fn pits(&mut self, pits: &[u8], room: usize) -> Option<()> {
        let mut at = self.at;
        for &seeds in pits {
            at += usize::from(seeds);
            if at >= room {
                return None;
            }
            self.words[at / 64] |= 1 << (at % 64);
            at += 1;
        }
        self.at = at;
        Some(())
    }

    /// Writes the low `bits` bits of `value`, at most 16; the others must be zero.
    #[inline]
    fn put(&mut self, value: u64, bits: usize) {
        let (word, shift) = (self.at / 64, self.at % 64);
        self.words[word] |= value << shift;
        if shift + bits > 64 {
            self.words[word + 1] |= value >> (64 - shift);
        }
        self.at += bits;
    }
}
