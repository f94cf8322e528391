//! Anywoli layers, two bits a pit.
//!
//! Once every pit holds at most three seeds it stays so, and a lap is one addition to a board of two bits a
//! pit. Where a position's value has changed, the positions that lead to it without a
//! capture are found by un-sowing: from a pit that holds one seed the laps are walked backwards,
//! each one determined by what it led to (see `sow_engine::relay`). Only those are valued again.

use crate::build::{Done, Interrupted, Work};
use crate::counting::Compositions;
use crate::domain::{Domain, Layer};
use crate::value::{Cells, Exchange, NOTHING};
use rayon::prelude::*;
use sow_engine::games::anywoli::{ExtraMove, LastSeeds, TestedAt};
use sow_engine::rules::Rules;
use std::sync::atomic::{AtomicI8, Ordering, fence};

/// The most pits that fit a word.
const MOST_PITS: usize = 32;

/// The low bit of every pit.
const LOW: u64 = 0x5555_5555_5555_5555;

/// How few seeds are the last ones.
const LAST_FEW: usize = 4;

/// Positions that are worked on together.
const CHUNK: u64 = 1 << 15;

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
        if left > LAST_FEW || left == 0 {
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
///
/// Every position is looked at once. From then on its value changes only where a child's does, and each change is
/// followed at once to all positions that it concerns. Values that are positive only rise and values that are
/// negative only fall (see [`crate::rescan`]), so that threads may follow changes side by side.
pub(crate) fn solve(
    domain: &Domain,
    layer: Layer,
    cells: &Cells,
    work: &Work<'_>,
) -> Result<(), Interrupted> {
    let Cells::Bytes(values) = cells else {
        unreachable!("margins are held in bytes");
    };
    let total = usize::from(layer.first);
    let packed =
        Packed::new(domain, total).expect("only rules of Anywoli are built by this method");
    let solver = Solver {
        packed: &packed,
        values,
        total,
        done: work.done(),
    };
    let size = values.len() as u64;
    work.begin_pass(size);
    (0..size.div_ceil(CHUNK))
        .into_par_iter()
        .try_for_each_init(Vec::new, |changes, chunk| {
            if work.stops() {
                return Ok(());
            }
            let range = chunk * CHUNK..((chunk + 1) * CHUNK).min(size);
            work.advance(range.end - range.start);
            let mut board = board(domain, layer, range.start);
            for index in range {
                solver.look(index, board, changes);
                board = next(board);
            }
            work.save_if_due(cells)
        })?;
    work.end_pass(cells)
}

fn board(domain: &Domain, layer: Layer, index: u64) -> u64 {
    let mut board = 0;
    domain.compositions.unrank(
        index,
        2 * domain.columns,
        usize::from(layer.first),
        |pit, seeds| {
            board |= u64::from(seeds) << (2 * pit);
        },
    );
    board
}

/// A position whose value has changed, with the value.
type Change = (u64, i16);

struct Solver<'a> {
    packed: &'a Packed,
    values: &'a [AtomicI8],
    total: usize,
    done: &'a Done,
}

impl Solver<'_> {
    #[inline(always)]
    fn get(&self, board: u64) -> i16 {
        let index = self.packed.ranks.rank(board, self.total) as usize;
        i16::from(self.values[index].load(Ordering::Relaxed))
    }

    /// Puts a value, unless a better known one is there; whether it was new.
    #[inline(always)]
    fn put(&self, index: usize, value: i16) -> bool {
        let (cell, new) = (&self.values[index], value as i8);
        let old = match value {
            0 => return false,
            1.. => cell.fetch_max(new, Ordering::Relaxed),
            _ => cell.fetch_min(new, Ordering::Relaxed),
        };
        // Where two threads change two children of one position at a time, one of them sees both changes.
        fence(Ordering::SeqCst);
        if value > 0 { old < new } else { old > new }
    }

    /// Values a position for the first time, and follows the change.
    #[inline]
    fn look(&self, index: u64, board: u64, changes: &mut Vec<Change>) {
        let value = self.value(board, i16::MAX);
        if self.put(index as usize, value) {
            changes.push((board, value));
            while let Some((board, value)) = changes.pop() {
                self.follow(board, value, changes);
            }
        }
    }

    /// Looks at the positions that lead to a changed one.
    #[inline]
    fn follow(&self, board: u64, value: i16, changes: &mut Vec<Change>) {
        self.packed.unsow(board, |before| {
            let index = self.packed.ranks.rank(before, self.total) as usize;
            let known = i16::from(self.values[index].load(Ordering::Relaxed));
            let new = if value < 0 {
                // A way to gain, if it is the best one so far.
                if -value <= known {
                    return;
                }
                -value
            } else {
                // One way fewer not to lose; who wins elsewhere does not care.
                if known > 0 {
                    return;
                }
                let new = self.value(before, known);
                if new >= known {
                    return;
                }
                new
            };
            if self.put(index, new) {
                changes.push((before, new));
            }
        });
    }

    /// The best of the children's values; any that is at least `enough` will do.
    #[inline]
    fn value(&self, board: u64, enough: i16) -> i16 {
        let packed = self.packed;
        let mut own = packed.own(board);
        if own == 0 {
            return -self.get(packed.turned(board));
        }
        let mut best = NOTHING;
        while own != 0 && best < enough {
            let pit = own.trailing_zeros() as usize / 2;
            own &= own - 1;
            best = best.max(match packed.sow(board, pit) {
                Sown::Never => continue,
                Sown::Quiet(after) => -self.get(after),
                Sown::Taken { board: 0, gain, .. } => gain,
                Sown::Taken { board, gain, again } => {
                    let left = seeds(board);
                    let below = Layer {
                        first: left as u8,
                        second: 0,
                    };
                    let place = packed.ranks.rank(board, left);
                    let value = self.done.layer(below).get(place);
                    gain + if again { value } else { -value }
                }
            });
        }
        // Every sowing would never end: nothing more is to come.
        if best == NOTHING { 0 } else { best }
    }
}

/// The numbers of boards with the other player to move, for boards taken one after another.
pub(crate) struct Turned {
    packed: Packed,
    total: usize,
    board: u64,
}

impl Turned {
    /// From the board of number `first` on; `None` where this module does not know the rules.
    pub(crate) fn new(domain: &Domain, layer: Layer, first: u64) -> Option<Self> {
        let total = usize::from(layer.first);
        can_build(&domain.rules, domain.columns).then(|| {
            Packed::new(domain, total).map(|packed| Self {
                packed,
                total,
                board: board(domain, layer, first),
            })
        })?
    }
}

impl Iterator for Turned {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        let turned = self.packed.turned(self.board);
        self.board = next(self.board);
        Some(self.packed.ranks.rank(turned, self.total))
    }
}
