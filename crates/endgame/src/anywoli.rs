//! Anywoli layers, two bits a pit.
//!
//! Once every pit holds at most three seeds it stays so, and a lap is one addition to a board of two bits a
//! pit. Turns are played out once. From then on the positions that lead to a settled one without a
//! capture are found by un-sowing: from a pit that holds one seed the laps are walked backwards,
//! each one determined by what it led to (see `sow_engine::relay`).

use crate::build::{Interrupted, Work};
use crate::counting::Compositions;
use crate::domain::{Domain, Layer};
use crate::value::{Cells, Exchange, NOTHING, Scale};
use rayon::prelude::*;
use sow_engine::games::anywoli::{ExtraMove, LastSeeds, TestedAt};
use sow_engine::rules::Rules;
use std::ops::Range;
use std::sync::atomic::{AtomicI16, Ordering};

/// The most pits that fit a word.
const MOST_PITS: usize = 32;

/// The low bit of every pit.
const LOW: u64 = 0x5555_5555_5555_5555;

/// How few seeds are the last ones.
const LAST_FEW: usize = 4;

/// Positions between two known ones that are stepped over rather than computed anew.
const SHORT_GAP: u64 = 24;

/// Bytes of work a position needs, besides its value.
pub(crate) const BYTES: u64 = 2;

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
    fn new(domain: &Domain, most: usize) -> Option<Self> {
        let Rules::Anywoli(rules) = domain.rules else {
            return None;
        };
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
                for (byte, part) in parts[group * rows + left].iter_mut().enumerate() {
                    let digits = (0..4).rev().map(|pit| (byte >> (2 * pit) & 3) as u8);
                    let total: usize = digits.clone().map(usize::from).sum();
                    let real = group * 4 + 4 <= pits || byte >> (2 * (pits - 4 * group)) == 0;
                    if total <= left && real {
                        *part = compositions.rank(digits, 4 * group + 4, left) as u32;
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
    let full = 2 * (left / 3);
    let packed = ((1_u64 << full) - 1) | (u64::from(left % 3) << full);
    above << (2 * pit) | packed
}

/// Builds one layer.
///
/// Once for every position, its turns that take something are valued and the others counted. Then margins are settled from
/// the largest down. A position is worth the margin at hand to its mover if he can take it or lead the other to a loss
/// of it, and as much to the other if the last of the turns that could have saved him is lost. What is never settled is worth
/// nothing: endless play.
pub(crate) fn solve(
    domain: &Domain,
    layer: Layer,
    cells: &Cells,
    work: &Work<'_>,
) -> Result<(), Interrupted> {
    let size = cells.len();
    let total = usize::from(layer.first);
    let packed =
        Packed::new(domain, total).expect("only rules of Anywoli are built by this method");
    let saved = work.saved(Scale::Outcome, size)?;
    let is_begun = saved.is_some();
    let Cells::Words(words) = saved.unwrap_or_else(|| Cells::new(Scale::Outcome, size)) else {
        unreachable!("words were asked for");
    };
    let solver = Solver {
        packed: &packed,
        words: &words,
        total,
        domain,
        layer,
        work,
    };
    if !is_begun {
        solver.chunks(|range, _| solver.count(range))?;
    }
    // Margins that have been settled before an interruption are not found again.
    for margin in (1..=total as i16).rev() {
        solver.chunks(|range, settled| solver.settle(range, margin, settled))?;
        work.save_words(&words)?;
    }
    work.begin_pass(size as u64);
    (0..size as u64).into_par_iter().for_each(|index| {
        let word = words[index as usize].load(Ordering::Relaxed);
        let value = if word & SETTLED == 0 {
            0
        } else {
            content(word)
        };
        cells.put(index, value);
    });
    Ok(())
}

fn board(domain: &Domain, layer: Layer, index: u64) -> u64 {
    let mut board = 0;
    domain.compositions.unrank(
        index,
        2 * domain.columns,
        usize::from(layer.first),
        |pit, seeds| board |= u64::from(seeds) << (2 * pit),
    );
    board
}

/// A position's word holds in its low byte the best that its mover can get by taking something, or its
/// value once that is settled; above it the quiet turns that are not yet lost; above them this bit.
const SETTLED: i16 = 1 << 14;

/// One quiet turn.
const TURN: i16 = 1 << 8;

/// The low byte where nothing can be taken.
const NOTHING_TAKEN: i8 = i8::MIN;

#[inline(always)]
fn content(word: i16) -> i16 {
    i16::from(word as i8)
}

#[inline(always)]
const fn with_content(word: i16, content: i8) -> i16 {
    (word & !0xFF) | content as u8 as i16
}

#[inline(always)]
const fn turns_left(word: i16) -> i16 {
    (word & (SETTLED - 1)) >> 8
}

/// A position that has just been settled, with its value.
type Settled = (u64, i16);

struct Solver<'a> {
    packed: &'a Packed,
    words: &'a [AtomicI16],
    total: usize,
    domain: &'a Domain,
    layer: Layer,
    work: &'a Work<'a>,
}

impl Solver<'_> {
    /// Runs over all positions in chunks.
    fn chunks(
        &self,
        run: impl Fn(Range<u64>, &mut Vec<Settled>) + Sync,
    ) -> Result<(), Interrupted> {
        let size = self.words.len() as u64;
        self.work.begin_pass(size);
        (0..size.div_ceil(CHUNK)).into_par_iter().for_each_init(
            Vec::new,
            |settled: &mut Vec<Settled>, chunk| {
                if self.work.stops() {
                    return;
                }
                let range = chunk * CHUNK..((chunk + 1) * CHUNK).min(size);
                self.work.advance(range.end - range.start);
                run(range, settled);
            },
        );
        if self.work.stops() {
            return Err(Interrupted::Stopped);
        }
        Ok(())
    }

    /// Values the turns that take something, and counts the others.
    fn count(&self, range: Range<u64>) {
        let mut board = board(self.domain, self.layer, range.start);
        for index in range {
            let (mut taken, mut quiet) = (NOTHING, 0);
            let mut own = self.packed.own(board);
            if own == 0 {
                quiet = 1;
            }
            while own != 0 {
                let pit = own.trailing_zeros() as usize / 2;
                own &= own - 1;
                match self.packed.sow(board, pit) {
                    Sown::Never => {}
                    Sown::Quiet => quiet += 1,
                    Sown::Taken { board, gain, again } => {
                        taken = taken.max(gain + self.below(board, again));
                    }
                }
            }
            let content = match (taken, quiet) {
                // Every sowing would never end: nothing more is to come.
                (NOTHING, 0) => 0,
                (NOTHING, _) => NOTHING_TAKEN,
                (taken, _) => taken as i8,
            };
            let word = with_content(quiet * TURN, content);
            self.words[index as usize].store(word, Ordering::Relaxed);
            board = next(board);
        }
    }

    /// What is still to come for the player who has taken something.
    #[inline]
    fn below(&self, board: u64, again: bool) -> i16 {
        if board == 0 {
            return 0;
        }
        let left = seeds(board);
        let layer = Layer {
            first: left as u8,
            second: 0,
        };
        let place = self.packed.ranks.rank(board, left);
        let value = self.work.done().layer(layer).get(place);
        if again { value } else { -value }
    }

    /// Settles the positions of one margin, and all that follows from them.
    fn settle(&self, range: Range<u64>, margin: i16, settled: &mut Vec<Settled>) {
        let mut known = (range.start, board(self.domain, self.layer, range.start));
        for index in range {
            let word = self.words[index as usize].load(Ordering::Relaxed);
            if word & SETTLED != 0 {
                continue;
            }
            let value = content(word);
            if value != margin && (value != -margin || turns_left(word) > 0) {
                continue;
            }
            let (at, board) = known;
            let board = if index - at <= SHORT_GAP {
                (at..index).fold(board, |board, _| next(board))
            } else {
                crate::anywoli::board(self.domain, self.layer, index)
            };
            known = (index, board);
            self.put(index as usize, board, value, settled);
            while let Some((board, value)) = settled.pop() {
                if self.work.stops() {
                    return;
                }
                self.follow(board, value, settled);
            }
        }
    }

    /// Settles a position unless it is settled.
    #[inline]
    fn put(&self, index: usize, board: u64, value: i16, settled: &mut Vec<Settled>) {
        let new =
            |word: i16| (word & SETTLED == 0).then(|| with_content(word, value as i8) | SETTLED);
        let put = self.words[index].fetch_update(Ordering::Relaxed, Ordering::Relaxed, new);
        if put.is_ok() {
            settled.push((board, value));
        }
    }

    /// Looks at the positions from which a quiet turn leads to a settled one.
    #[inline]
    fn follow(&self, board: u64, value: i16, settled: &mut Vec<Settled>) {
        self.packed.unsow(board, |before| {
            let index = self.packed.ranks.rank(before, self.total) as usize;
            if value < 0 {
                return self.put(index, before, -value, settled);
            }
            let word = self.words[index].fetch_sub(TURN, Ordering::Relaxed);
            // A position that can take more than that is settled with a smaller margin.
            let is_lost = turns_left(word) == 1 && content(word) <= -value;
            if is_lost && word & SETTLED == 0 {
                self.put(index, before, -value, settled);
            }
        });
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
