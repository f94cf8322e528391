//! Anywoli layers, two bits a pit.
//!
//! Once every pit holds at most three seeds it stays so, and a lap is one addition to a board of two bits a
//! pit. Where a position's value has changed, the positions that lead to it without a
//! capture are found by un-sowing: from a pit that holds one seed the laps are walked backwards,
//! each one determined by what it led to (see `sow_engine::relay`). Only those are looked at again.

use crate::build::{Done, Interrupted, Work};
use crate::counting::Compositions;
use crate::domain::{Domain, Layer};
use crate::value::{Cells, Exchange, NOTHING};
use rayon::prelude::*;
use sow_engine::games::anywoli::{ExtraMove, LastSeeds, TestedAt};
use sow_engine::rules::Rules;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The most pits that fit a word.
const MOST_PITS: usize = 32;

/// The low bit of every pit.
const LOW: u64 = 0x5555_5555_5555_5555;

/// Words of the list of positions to look at that are worked on together: 64 positions each.
const WORDS: usize = 512;

/// Positions between two known ones that are stepped over rather than computed anew.
const SHORT_GAP: u64 = 24;

/// Whether these rules are among those that this method knows.
pub(crate) fn can_build(rules: &Rules, columns: usize) -> bool {
    let Rules::Anywoli(rules) = rules else {
        return false;
    };
    let settled_by_play = matches!(
        rules.last_seeds,
        LastSeeds::LastCapturer
            | LastSeeds::MoverTakes
            | LastSeeds::Unclaimed
            | LastSeeds::OwnerOfRow
    );
    settled_by_play
        && rules.last_seeds_tested == TestedAt::EndOfMove
        && rules.extra_move != ExtraMove::Optional
        && rules.lap_cap.0.is_none()
        && 2 * columns <= MOST_PITS
}

/// The board with its rules.
struct Packed {
    columns: usize,
    pits: usize,
    last_seeds: LastSeeds,
    again: bool,
    /// A one in each of the pits that get a seed, by the pit sown from and the hand.
    sown: Vec<[u64; 4]>,
    ranks: Ranks,
}

/// A sowing that came to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sown {
    /// Nothing was taken, and the other player is to move.
    Quiet(u64),
    /// Something was taken: the board, the mover's gain, and whether he moves again.
    Taken {
        board: u64,
        gain: i16,
        again: bool,
    },
    /// It never ends.
    Never,
}

/// Who took the last group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taker {
    Nobody,
    Mover,
    Other,
}

impl Packed {
    fn new(domain: &Domain, most: usize) -> Option<Self> {
        let Rules::Anywoli(rules) = domain.rules else {
            return None;
        };
        let pits = 2 * domain.columns;
        let one = |pit: usize| 1_u64 << (2 * (pit % pits));
        let sown = (0..pits)
            .map(|from| {
                let mut rows = [0; 4];
                for hand in 1..4 {
                    // No board has so few pits that three seeds come round.
                    rows[hand] = (1..=hand).map(|step| one(from + step)).sum();
                }
                rows
            })
            .collect();
        Some(Self {
            columns: domain.columns,
            pits,
            last_seeds: rules.last_seeds,
            again: rules.extra_move == ExtraMove::Compulsory,
            sown,
            ranks: Ranks::new(&domain.compositions, pits, most),
        })
    }

    #[inline(always)]
    const fn content(board: u64, pit: usize) -> u64 {
        board >> (2 * pit) & 3
    }

    #[inline(always)]
    const fn ahead(&self, pit: usize, steps: usize) -> usize {
        let at = pit + steps;
        if at >= self.pits { at - self.pits } else { at }
    }

    #[inline(always)]
    const fn before(&self, pit: usize, steps: usize) -> usize {
        if pit >= steps {
            pit - steps
        } else {
            pit + self.pits - steps
        }
    }

    /// The board seen by the other player.
    #[inline(always)]
    const fn turned(&self, board: u64) -> u64 {
        let row = 2 * self.columns;
        board >> row | (board & ((1 << row) - 1)) << row
    }

    /// The mover's pits that hold something, a bit at the low end of each.
    #[inline(always)]
    const fn own(&self, board: u64) -> u64 {
        (board | board >> 1) & LOW & ((1 << (2 * self.columns)) - 1)
    }

    /// Sows from a pit of the mover.
    #[inline]
    fn sow(&self, board: u64, pit: usize) -> Sown {
        let mut at = pit;
        let mut hand = Self::content(board, at) as usize;
        let mut board = board & !(3 << (2 * at));
        let mut start = (board, at);
        let (mut gain, mut taker) = (0_i16, Taker::Nobody);
        let mut again = false;
        loop {
            let targets = self.sown[at][hand];
            let landing = self.ahead(at, hand);
            let threes = board & board >> 1 & targets;
            if threes == 0 {
                board += targets;
            } else {
                let last = 1_u64 << (2 * landing);
                board = (board & !(3 * threes)) + (targets & !threes);
                for step in 1..=hand {
                    let to = self.ahead(at, step);
                    if threes >> (2 * to) & 1 == 0 {
                        continue;
                    }
                    let movers = to < self.columns || step == hand;
                    gain += if movers { 4 } else { -4 };
                    taker = if movers { Taker::Mover } else { Taker::Other };
                }
                if threes & last != 0 {
                    again = self.again;
                    break;
                }
            }
            let here = Self::content(board, landing) as usize;
            if here == 1 {
                break;
            }
            at = landing;
            hand = here;
            board &= !(3 << (2 * at));
            if threes != 0 {
                start = (board, at);
            } else if (board, at) == start {
                return Sown::Never;
            }
        }
        self.end(board, gain, taker, again)
    }

    /// Settles the last seeds, if it is time.
    #[inline]
    fn end(&self, board: u64, gain: i16, taker: Taker, again: bool) -> Sown {
        let by_capture = self.last_seeds == LastSeeds::LastCapturer;
        if taker == Taker::Nobody && by_capture {
            return Sown::Quiet(self.turned(board));
        }
        let left = seeds(board);
        if left > 4 || left == 0 {
            return if taker == Taker::Nobody {
                Sown::Quiet(self.turned(board))
            } else {
                let board = if again { board } else { self.turned(board) };
                Sown::Taken { board, gain, again }
            };
        }
        let row = (1 << (2 * self.columns)) - 1;
        let all = left as i16;
        let last = match self.last_seeds {
            LastSeeds::MoverTakes if again => all,
            LastSeeds::MoverTakes => -all,
            LastSeeds::OwnerOfRow => 2 * seeds(board & row) as i16 - all,
            LastSeeds::LastCapturer if taker == Taker::Mover => all,
            LastSeeds::LastCapturer => -all,
            _ => 0,
        };
        Sown::Taken {
            board: 0,
            gain: gain + last,
            again,
        }
    }

    /// Calls `meet` with the positions from which a sowing without capture, or a pass, leads to
    /// `board`.
    #[inline]
    fn unsow(&self, board: u64, mut meet: impl FnMut(u64)) {
        let reached = self.turned(board);
        if self.own(reached) == 0 {
            meet(reached);
        }
        // Pits of exactly one seed.
        let mut ends = reached & !(reached >> 1) & LOW;
        while ends != 0 {
            let mut at = ends.trailing_zeros() as usize / 2;
            ends &= ends - 1;
            let mut board = reached;
            loop {
                let Some(hand) =
                    (1..4).find(|&steps| Self::content(board, self.before(at, steps)) == 0)
                else {
                    break;
                };
                let from = self.before(at, hand);
                board -= self.sown[from][hand];
                board |= (hand as u64) << (2 * from);
                if from < self.columns {
                    meet(board);
                }
                if hand == 1 {
                    break;
                }
                at = from;
            }
        }
    }
}

#[inline(always)]
const fn seeds(board: u64) -> usize {
    ((board & LOW).count_ones() + 2 * (board >> 1 & LOW).count_ones()) as usize
}

/// Ranks of boards, four pits at a time.
struct Ranks {
    groups: usize,
    /// `[group][seeds in it and below][the group's byte]`.
    parts: Vec<[u32; 256]>,
    rows: usize,
}

impl Ranks {
    fn new(compositions: &Compositions, pits: usize, most: usize) -> Self {
        let (groups, rows) = (pits.div_ceil(4), most + 1);
        let mut parts = vec![[0; 256]; groups * rows];
        for group in 0..groups {
            for left in 0..rows {
                for byte in 0..256_usize {
                    let digits = (0..4).rev().map(|pit| (byte >> (2 * pit) & 3) as u8);
                    let total: usize = digits.clone().map(usize::from).sum();
                    let real = group * 4 + 4 <= pits || byte >> (2 * (pits - 4 * group)) == 0;
                    if total <= left && real {
                        let rank = compositions.rank(digits, 4 * group + 4, left);
                        parts[group * rows + left][byte] = rank as u32;
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
    fn rank(&self, board: u64, mut left: usize) -> u64 {
        let mut rank = 0;
        for group in (0..self.groups).rev() {
            let byte = (board >> (8 * group) & 0xFF) as usize;
            if byte != 0 {
                rank += self.parts[group * self.rows + left][byte];
                left -= seeds(byte as u64);
            }
        }
        u64::from(rank)
    }
}

/// The board of the next number: the next larger number of the same sum of digits.
#[inline(always)]
fn next(board: u64) -> u64 {
    let (mut pit, mut below) = (0, 0);
    loop {
        let content = board >> (2 * pit) & 3;
        if content < 3 && below > 0 {
            break;
        }
        below += content as u32;
        pit += 1;
        if pit == MOST_PITS {
            // The last board has no next one.
            return board;
        }
    }
    let above = (board >> (2 * pit)) + 1;
    let left = below - 1;
    let packed = (1_u64 << (2 * (left / 3))) - 1 | u64::from(left % 3) << (2 * (left / 3));
    above << (2 * pit) | packed
}

/// Builds one layer.
pub(crate) fn solve(
    domain: &Domain,
    layer: Layer,
    cells: &Cells,
    work: &Work<'_>,
) -> Result<(), Interrupted> {
    let packed = Packed::new(domain, usize::from(layer.first))
        .expect("only rules of Anywoli are built by this method");
    let size = cells.len() as u64;
    let again: Vec<AtomicU64> = (0..size.div_ceil(64))
        .map(|word| {
            let here = (size - 64 * word).min(64);
            AtomicU64::new(u64::MAX >> (64 - here))
        })
        .collect();
    let pass = Pass {
        packed: &packed,
        domain,
        layer,
        cells,
        again: &again,
        done: work.done(),
    };
    loop {
        work.begin_pass(size);
        let any = AtomicBool::new(false);
        again
            .par_chunks(WORDS)
            .enumerate()
            .try_for_each(|(chunk, words)| {
                if work.stops() {
                    return Ok(());
                }
                if pass.chunk((chunk * WORDS) as u64 * 64, words) {
                    any.store(true, Ordering::Relaxed);
                }
                work.advance((words.len() as u64 * 64).min(size));
                work.save_if_due(cells)
            })?;
        work.end_pass(cells)?;
        if !any.load(Ordering::Relaxed) {
            return Ok(());
        }
    }
}

/// One pass over the positions that may have changed.
struct Pass<'a> {
    packed: &'a Packed,
    domain: &'a Domain,
    layer: Layer,
    cells: &'a Cells,
    again: &'a [AtomicU64],
    done: &'a Done,
}

impl Pass<'_> {
    /// Looks at the positions of some words; whether there were any.
    fn chunk(&self, first: u64, words: &[AtomicU64]) -> bool {
        let mut known: Option<(u64, u64)> = None;
        let mut any = false;
        for (word, bits) in (0..).zip(words) {
            if bits.load(Ordering::Relaxed) == 0 {
                continue;
            }
            // From here on a change of a child sets the bit again.
            let mut bits = bits.swap(0, Ordering::AcqRel);
            while bits != 0 {
                let index = first + 64 * word + u64::from(bits.trailing_zeros());
                bits &= bits - 1;
                let board = match known {
                    Some((at, board)) if index - at <= SHORT_GAP => {
                        (at..index).fold(board, |board, _| next(board))
                    }
                    _ => self.board(index),
                };
                known = Some((index, board));
                self.look(index, board);
                any = true;
            }
        }
        any
    }

    fn board(&self, index: u64) -> u64 {
        let mut board = 0;
        let compositions = &self.domain.compositions;
        let total = usize::from(self.layer.first);
        compositions.unrank(index, self.packed.pits, total, |pit, seeds| {
            board |= u64::from(seeds) << (2 * pit);
        });
        board
    }

    /// Puts the value of a position anew, and if it has changed asks for those that lead to it.
    #[inline]
    fn look(&self, index: u64, board: u64) {
        let old = self.cells.get(index);
        let new = self.value(board);
        if new == old {
            return;
        }
        self.cells.put(index, new);
        let total = usize::from(self.layer.first);
        self.packed.unsow(board, |before| {
            let place = self.packed.ranks.rank(before, total);
            let theirs = self.cells.get(place);
            // A better child counts where it is better than the best; a worse one where the best may be
            // lost, which it never is once it is positive: see the module `rescan`.
            let counts = if new < old { -new > theirs } else { theirs <= 0 };
            if counts {
                self.again[place as usize / 64].fetch_or(1 << (place % 64), Ordering::AcqRel);
            }
        });
    }

    #[inline]
    fn value(&self, board: u64) -> i16 {
        let packed = self.packed;
        let total = usize::from(self.layer.first);
        let quiet = |board: u64| -self.cells.get(packed.ranks.rank(board, total));
        let mut own = packed.own(board);
        if own == 0 {
            return quiet(packed.turned(board));
        }
        let mut best = NOTHING;
        while own != 0 {
            let pit = own.trailing_zeros() as usize / 2;
            own &= own - 1;
            best = best.max(match packed.sow(board, pit) {
                Sown::Never => continue,
                Sown::Quiet(after) => quiet(after),
                Sown::Taken { board: 0, gain, .. } => gain,
                Sown::Taken { board, gain, again } => {
                    let left = seeds(board);
                    let below = Layer {
                        first: left as u8,
                        second: 0,
                    };
                    let value = self
                        .done
                        .layer(below)
                        .get(packed.ranks.rank(board, left));
                    gain + if again { value } else { -value }
                }
            });
        }
        // Every sowing would never end: nothing more is to come.
        if best == NOTHING { 0 } else { best }
    }
}
