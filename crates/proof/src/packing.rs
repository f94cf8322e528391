//! Positions of the player who has the strategy as lists of numbers and as keys.
//!
//! Pits are those of set-ups, so that a game sown clockwise looks as players write it.

use crate::claim::Claim;
use sow_engine::game::{Board, Contents, Game};
use sow_engine::kind::GameKind;
use sow_engine::pit;
use sow_engine::side::Side;

const UNMOVED: u16 = 1;
const OTHER_UNMOVED: u16 = 2;
const UNCAPTURED: u16 = 4;
const MARKED: u16 = 8;
const AGAIN: u16 = 32;
/// Bits of the flags.
const FLAG_BITS: usize = 6;
/// Bits of a store, and of the number of seeds.
const NUMBER_BITS: usize = 16;

/// How the positions of one certificate are written.
#[derive(Clone, Debug)]
pub(crate) struct Packing {
    holder: Side,
    two_rows: bool,
    reserves: bool,
    /// No position has more seeds on the board.
    seeds: usize,
    /// Ring and index of each pit as boards have them, in the order of the file.
    order: Vec<(usize, usize)>,
    /// Words of a key.
    pub(crate) words: usize,
}

impl Packing {
    /// The packing for positions with the holder to move that can come from that of a claim.
    pub(crate) fn new(claim: &Claim) -> Self {
        let (setup, holder) = (&claim.position, claim.holder);
        let columns = setup.columns;
        let kind = setup.game;
        let mirrored = claim.rules.is_mirrored();
        let inside = |index| {
            if mirrored {
                pit::mirrored(columns, index)
            } else {
                index
            }
        };
        let two_rows = !kind.has_four_rows();
        let order: Vec<_> = if two_rows {
            let first = columns * holder.index();
            (0..2 * columns)
                .map(|index| (0, inside((first + index) % (2 * columns))))
                .collect()
        } else {
            [holder, holder.other()]
                .into_iter()
                .flat_map(|side| (0..2 * columns).map(move |index| (side.index(), inside(index))))
                .collect()
        };
        let stores: usize = setup.stores.iter().map(|&seeds| usize::from(seeds)).sum();
        let seeds = setup.seeds_on_board() + stores;
        let reserves = kind == GameKind::BaoKingulu;
        let bits = FLAG_BITS
            + NUMBER_BITS * if two_rows { 3 } else { 1 }
            + order.len() * if reserves { 2 } else { 1 }
            + seeds;
        Self {
            holder,
            two_rows,
            reserves,
            seeds,
            order,
            words: bits.div_ceil(64),
        }
    }

    /// Pits of the whole board.
    pub(crate) fn pits(&self) -> usize {
        self.order.len()
    }

    /// Numbers before those of the pits.
    pub(crate) fn numbers_before_pits(&self) -> usize {
        2 + if self.two_rows { 2 } else { 0 } + if self.reserves { self.pits() } else { 0 }
    }

    /// Numbers of a position.
    pub(crate) fn numbers(&self) -> usize {
        self.numbers_before_pits() + self.pits()
    }

    fn flags(&self, contents: &Contents<'_>, again: bool) -> u16 {
        let [own, other] = [self.holder, self.holder.other()];
        let marked = match contents.marked {
            None => 0,
            Some(side) if side == own => 1,
            Some(_) => 2,
        };
        let flag = |set: bool, value| if set { value } else { 0 };
        flag(contents.unmoved[own.index()], UNMOVED)
            + flag(contents.unmoved[other.index()], OTHER_UNMOVED)
            + flag(contents.uncaptured, UNCAPTURED)
            + MARKED * marked
            + flag(again, AGAIN)
    }

    /// The key of a position: its numbers one after another, the order of keys being that of the numbers. False if
    /// the position has more seeds than there can be.
    pub(crate) fn key<P: Board>(&self, position: &P, key: &mut Vec<u64>) -> bool {
        self.key_of(&position.contents(), position.is_optional_move(), key)
    }

    /// The same of a position's contents, and whether its player may decline to move.
    pub(crate) fn key_of(&self, contents: &Contents<'_>, again: bool, key: &mut Vec<u64>) -> bool {
        key.clear();
        key.resize(self.words, 0);
        let mut writer = Writer { words: key, at: 0 };
        writer.put(self.flags(contents, again), FLAG_BITS);
        if self.two_rows {
            for side in [self.holder, self.holder.other()] {
                writer.put(contents.stores[side.index()], NUMBER_BITS);
            }
        }
        if self.reserves {
            for &(_, index) in &self.order {
                writer.put((contents.reserved >> index & 1) as u16, 1);
            }
        }
        let pits = || {
            let rings = &contents.rings;
            self.order.iter().map(|&(ring, index)| rings[ring][index])
        };
        let seeds: usize = pits().map(usize::from).sum();
        if seeds > self.seeds {
            return false;
        }
        writer.put(seeds as u16, NUMBER_BITS);
        pits().for_each(|seeds| writer.unary(usize::from(seeds)));
        true
    }

    /// The key of a position's numbers; false if they are those of no position.
    pub(crate) fn key_of_numbers(&self, numbers: &[u16], key: &mut Vec<u64>) -> bool {
        key.clear();
        key.resize(self.words, 0);
        let (before, pits) = numbers.split_at(self.numbers_before_pits());
        let seeds: usize = pits.iter().map(|&seeds| usize::from(seeds)).sum();
        let Some((&counted, before)) = before.split_last() else {
            return false;
        };
        let Some((&flags, before)) = before.split_first() else {
            return false;
        };
        let (stores, reserved) = before.split_at(if self.two_rows { 2 } else { 0 });
        let is_bad = flags >= 2 * AGAIN || reserved.iter().any(|&bit| bit > 1);
        if is_bad || seeds != usize::from(counted) || seeds > self.seeds {
            return false;
        }
        let mut writer = Writer { words: key, at: 0 };
        writer.put(flags, FLAG_BITS);
        stores
            .iter()
            .for_each(|&seeds| writer.put(seeds, NUMBER_BITS));
        reserved.iter().for_each(|&bit| writer.put(bit, 1));
        writer.put(counted, NUMBER_BITS);
        pits.iter()
            .for_each(|&seeds| writer.unary(usize::from(seeds)));
        true
    }

    /// The numbers that a key stands for.
    pub(crate) fn numbers_of(&self, key: &[u64], numbers: &mut Vec<u16>) {
        let mut reader = Reader { words: key, at: 0 };
        numbers.clear();
        numbers.push(reader.take(FLAG_BITS));
        if self.two_rows {
            numbers.extend([0; 2].map(|_| reader.take(NUMBER_BITS)));
        }
        if self.reserves {
            numbers.extend(self.order.iter().map(|_| reader.take(1)));
        }
        numbers.push(reader.take(NUMBER_BITS));
        numbers.extend(self.order.iter().map(|_| reader.unary()));
    }

    /// The position of these numbers, on the board of `root`; `None` if there is no such position.
    pub(crate) fn position<P: Board>(
        &self,
        game: &dyn Game<P>,
        root: &P,
        numbers: &[u16],
    ) -> Option<P> {
        let (&flags, mut rest) = numbers.split_first()?;
        let mut take = |count: usize| {
            let (taken, left) = rest.split_at_checked(count)?;
            rest = left;
            Some(taken)
        };
        let mut stores = [0; 2];
        if self.two_rows {
            for (&seeds, side) in take(2)?.iter().zip([self.holder, self.holder.other()]) {
                stores[side.index()] = seeds;
            }
        }
        let mut reserved = 0_u128;
        if self.reserves {
            for (&bit, &(_, index)) in take(self.pits())?.iter().zip(&self.order) {
                reserved |= u128::from(bit) << index;
            }
        }
        let seeds = usize::from(*take(1)?.first()?);
        let pits = take(self.pits())?;
        let in_stores: usize = stores.iter().map(|&seeds| usize::from(seeds)).sum();
        if seeds + in_stores > self.seeds {
            return None;
        }
        let ring = || vec![0_u8; root.contents().rings[0].len()];
        let mut rings = [ring(), ring()];
        let mut sum = 0;
        for (&seeds, &(ring, index)) in pits.iter().zip(&self.order) {
            rings[ring][index] = u8::try_from(seeds).ok()?;
            sum += usize::from(seeds);
        }
        let marked = match flags / MARKED % 4 {
            0 => None,
            1 => Some(self.holder),
            2 => Some(self.holder.other()),
            _ => return None,
        };
        let mut unmoved = [false; 2];
        unmoved[self.holder.index()] = flags & UNMOVED != 0;
        unmoved[self.holder.other().index()] = flags & OTHER_UNMOVED != 0;
        if sum != seeds || flags >= 2 * AGAIN {
            return None;
        }
        let contents = Contents {
            rings: [&rings[0], &rings[1]],
            stores,
            reserved,
            unmoved,
            uncaptured: flags & UNCAPTURED != 0,
            marked,
        };
        let position = root.with_contents(self.holder, &contents);
        if flags & AGAIN == 0 {
            return Some(position);
        }
        let mut setup = game.setup(&position);
        setup.again = true;
        Some(game.position(&setup))
    }
}

/// Appends bits, the highest of a word first.
struct Writer<'w> {
    words: &'w mut [u64],
    at: usize,
}

impl Writer<'_> {
    fn put(&mut self, value: u16, bits: usize) {
        let value = u64::from(value);
        let (word, used) = (self.at / 64, self.at % 64);
        if used + bits <= 64 {
            self.words[word] |= value << (64 - used - bits);
        } else {
            let over = used + bits - 64;
            self.words[word] |= value >> over;
            self.words[word + 1] |= value << (64 - over);
        }
        self.at += bits;
    }

    /// So many ones, and a zero.
    fn unary(&mut self, mut ones: usize) {
        while ones > 0 {
            let (word, used) = (self.at / 64, self.at % 64);
            let here = ones.min(64 - used);
            self.words[word] |= u64::MAX << (64 - here) >> used;
            self.at += here;
            ones -= here;
        }
        self.at += 1;
    }
}

struct Reader<'r> {
    words: &'r [u64],
    at: usize,
}

impl Reader<'_> {
    fn take(&mut self, bits: usize) -> u16 {
        let mut value = 0;
        for _ in 0..bits {
            value = value << 1 | u16::from(self.bit());
        }
        value
    }

    fn bit(&mut self) -> bool {
        let bit = self.words[self.at / 64] >> (63 - self.at % 64) & 1 == 1;
        self.at += 1;
        bit
    }

    fn unary(&mut self) -> u16 {
        let mut ones = 0;
        while self.bit() {
            ones += 1;
        }
        ones
    }
}
