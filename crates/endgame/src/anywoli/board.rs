//! Sowing and un-sowing on a board of two bits a pit.

use crate::anywoli::ranks::Ranks;
use crate::domain::{Domain, Layer};
use sow_engine::games::anywoli::{self, ExtraMove, LastSeeds};
use sow_engine::rules::Rules;

/// The most pits that fit a word.
pub(crate) const MOST_PITS: usize = 32;

/// The low bit of every pit.
const LOW: u64 = 0x5555_5555_5555_5555;

/// How few seeds are the last ones.
const LAST_FEW: usize = 4;

/// The board with its rules.
pub(crate) struct Packed {
    columns: usize,
    pits: usize,
    last_seeds: LastSeeds,
    again: bool,
    /// A one in each of the pits that get a seed, by the pit sown from and the hand.
    sown: Vec<[u64; 4]>,
    pub(crate) ranks: Ranks,
}

/// A sowing that came to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sown {
    /// Nothing was taken, and the other player is to move.
    Quiet,
    /// Something was taken: the board, the mover's gain, and whether he moves again.
    Taken { board: u64, gain: i16, again: bool },
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
    pub(crate) fn new(domain: &Domain, most: usize) -> Option<Self> {
        let Rules::Anywoli(rules) = domain.rules else {
            return None;
        };
        // What `can_build` lets through of the other options makes no difference here.
        let anywoli::Rules {
            last_seeds,
            extra_move,
            direction: _,
            last_seeds_tested: _,
            repetition: _,
            never_ending: _,
            lap_cap: _,
            at_lap_cap: _,
        } = rules;
        let pits = 2 * domain.columns;
        let one = |pit: usize| 1_u64 << (2 * (pit % pits));
        let sown = (0..pits)
            .map(|from| {
                // No board has so few pits that three seeds come round.
                std::array::from_fn(|hand| (1..=hand).map(|step| one(from + step)).sum())
            })
            .collect();
        Some(Self {
            columns: domain.columns,
            pits,
            last_seeds,
            again: extra_move == ExtraMove::Compulsory,
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
    pub(crate) const fn turned(&self, board: u64) -> u64 {
        let row = 2 * self.columns;
        board >> row | (board & ((1 << row) - 1)) << row
    }

    /// The mover's pits that hold something, a bit at the low end of each.
    #[inline(always)]
    pub(crate) const fn own(&self, board: u64) -> u64 {
        (board | board >> 1) & LOW & ((1 << (2 * self.columns)) - 1)
    }

    /// Sows from a pit of the mover.
    #[inline]
    pub(crate) fn sow(&self, board: u64, pit: usize) -> Sown {
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
            return Sown::Quiet;
        }
        let left = seeds(board);
        if left > LAST_FEW || left == 0 {
            return if taker == Taker::Nobody {
                Sown::Quiet
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
    pub(crate) fn unsow(&self, board: u64, mut meet: impl FnMut(u64)) {
        let reached = self.turned(board);
        if self.own(reached) == 0 {
            meet(reached);
        }
        // Where the last seeds are given away after every sowing, none leads to a position.
        if self.last_seeds != LastSeeds::LastCapturer && seeds(board) <= LAST_FEW {
            return;
        }
        // Pits of exactly one seed.
        let mut ends = reached & !(reached >> 1) & LOW;
        while ends != 0 {
            let mut at = ends.trailing_zeros() as usize / 2;
            ends &= ends - 1;
            let mut board = reached;
            let is_lifted = |board: u64, at: usize, hand: usize| {
                Self::content(board, self.before(at, hand)) == 0
            };
            while let Some(hand) = (1..4).find(|&hand| is_lifted(board, at, hand)) {
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
pub(crate) const fn seeds(board: u64) -> usize {
    ((board & LOW).count_ones() + 2 * (board >> 1 & LOW).count_ones()) as usize
}

/// The board of the next number: the next larger number of the same sum of digits.
#[inline(always)]
pub(crate) fn next(board: u64) -> u64 {
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
    let full = 2 * (left / 3);
    let packed = ((1_u64 << full) - 1) | (u64::from(left % 3) << full);
    above << (2 * pit) | packed
}

pub(crate) fn board_of(domain: &Domain, layer: Layer, index: u64) -> u64 {
    let mut board = 0;
    domain.compositions.unrank(
        index,
        2 * domain.columns,
        usize::from(layer.first),
        |pit, seeds| board |= u64::from(seeds) << (2 * pit),
    );
    board
}
