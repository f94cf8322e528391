//! Positions between turns as numbers of 64 or 128 bits, and back.
//!
//! The player to move is always taken for South, see [`crate::key`]. Each pit is written as its seeds
//! in zeros and a closing one, the mover's pits first; flags and marks follow.

use sow_engine::game::{Board, Contents};
use sow_engine::side::Side;

/// The most pits of a board: four rows of 36.
const MOST_PITS: usize = 144;

/// A number that holds a position.
pub(crate) trait Packed: Copy + Eq + Send + Sync + std::fmt::Debug + 'static {
    /// The low bits of a number.
    fn narrow(wide: u128) -> Self;
    /// The number.
    fn wide(self) -> u128;
}

impl Packed for u64 {
    fn narrow(wide: u128) -> Self {
        wide as Self
    }

    fn wide(self) -> u128 {
        u128::from(self)
    }
}

impl Packed for u128 {
    fn narrow(wide: u128) -> Self {
        wide
    }

    fn wide(self) -> u128 {
        self
    }
}

/// A hash to find a position's place by.
#[inline]
pub(crate) fn hash(wide: u128) -> u64 {
    let folded = wide as u64 ^ ((wide >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let product = u128::from(folded ^ 0x2545_F491_4F6C_DD1D) * 0xDA94_2042_E4DD_58B5_u128;
    (product >> 64) as u64 ^ product as u64
}

/// How the positions of one game are packed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packing {
    /// Pits of one ring.
    ring: usize,
    four_rows: bool,
    reserves: bool,
    /// Stores are part of the position; if not they are taken for empty.
    stores: bool,
    /// Seeds on the board and in stores.
    seeds: usize,
}

impl Packing {
    /// The packing for boards of `ring` pits a ring and `seeds` seeds in all, at most 255.
    pub(crate) const fn new(
        ring: usize,
        four_rows: bool,
        reserves: bool,
        stores: bool,
        seeds: usize,
    ) -> Self {
        Self {
            ring,
            four_rows,
            reserves,
            stores,
            seeds,
        }
    }

    /// The bits that every position fits into.
    pub(crate) const fn bits(&self) -> usize {
        let mut bits = self.pits() + self.seeds + 2;
        if self.four_rows {
            bits += 3;
        }
        if self.reserves {
            bits += self.ring;
        }
        if self.stores {
            bits += 8;
        }
        bits
    }

    const fn pits(&self) -> usize {
        if self.four_rows {
            2 * self.ring
        } else {
            self.ring
        }
    }

    /// The number of a position.
    #[inline]
    pub(crate) fn pack<B: Board>(&self, board: &B) -> u128 {
        let contents = board.contents();
        let mover = board.side();
        let sides = [mover, mover.other()];
        let mut packed = 0_u128;
        let mut at = 0;
        let rows = if self.four_rows {
            sides.map(|side| &contents.rings[side.index()][..self.ring])
        } else {
            let (south, north) = contents.rings[0][..self.ring].split_at(self.ring / 2);
            let rows = [south, north];
            sides.map(|side| rows[side.index()])
        };
        for &seeds in rows.into_iter().flatten() {
            at += usize::from(seeds);
            packed |= 1 << at;
            at += 1;
        }
        let mut put = |value: u128, bits: usize| {
            packed |= value << at;
            at += bits;
        };
        put(
            match contents.marked {
                None => 0,
                Some(side) if side == mover => 1,
                Some(_) => 2,
            },
            2,
        );
        if self.four_rows {
            let [ours, theirs] = sides.map(|side| u128::from(contents.unmoved[side.index()]));
            put(ours | theirs << 1 | u128::from(contents.uncaptured) << 2, 3);
        }
        if self.reserves {
            put(self.turned(contents.reserved, mover), self.ring);
        }
        if self.stores {
            put(u128::from(contents.stores[mover.index()]), 8);
        }
        packed
    }

    /// The position of a number, South to move, on the board of `like`.
    #[inline]
    pub(crate) fn unpack<B: Board>(&self, mut packed: u128, like: &B) -> B {
        let mut pits = [0_u8; MOST_PITS];
        let mut on_board = 0;
        let mut take = |bits: usize| {
            let value = packed & ((1 << bits) - 1);
            packed >>= bits;
            value
        };
        for pit in &mut pits[..self.pits()] {
            while take(1) == 0 {
                *pit += 1;
                on_board += 1;
            }
        }
        let marked = match take(2) {
            0 => None,
            1 => Some(Side::South),
            _ => Some(Side::North),
        };
        let flags = if self.four_rows { take(3) } else { 0 };
        let reserved = if self.reserves { take(self.ring) } else { 0 };
        let stores = if self.stores {
            let ours = take(8) as u16;
            [ours, (self.seeds - on_board) as u16 - ours]
        } else {
            [0; 2]
        };
        let (first, second) = pits[..self.pits()].split_at(self.ring);
        like.with_contents(
            Side::South,
            &Contents {
                rings: [first, second],
                stores,
                reserved,
                unmoved: [flags & 1 != 0, flags & 2 != 0],
                uncaptured: flags & 4 != 0,
                marked,
            },
        )
    }

    /// The reserved pits of a two-row board, the mover's row first.
    const fn turned(&self, reserved: u128, mover: Side) -> u128 {
        let row = self.ring / 2;
        match mover {
            Side::South => reserved,
            Side::North => reserved >> row | (reserved & ((1 << row) - 1)) << row,
        }
    }
}
