//! Building a layer.
//!
//! Once for every position, its turns that take something are valued and the others counted. Then margins are settled from
//! the largest down. A position is worth the margin at hand to its mover if he can take it or lead the other to a loss
//! of it, and as much to the other if the last of the turns that could have saved him is lost. What is never settled is worth
//! nothing: endless play.
//!
//! The work goes over the layer region by region; what a settled position means for positions of other regions is
//! sent there as a letter.

use crate::anywoli::board::{Packed, Sown, board_of, next, seeds};
use crate::anywoli::mail::{Bag, Letter, Mail};
use crate::anywoli::regions::Regions;
use crate::build::{Interrupted, Work};
use crate::domain::{Domain, Layer};
use crate::value::{Cells, Exchange, NOTHING};
use rayon::prelude::*;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Bytes that a position's word takes.
const WORD: u64 = 2;

/// Bytes that a position takes while its layer is built in memory: its word, and one for letters.
pub(crate) const BYTES: u64 = WORD + 1;

/// A layer of so many positions is built with a byte of memory at the least. With less the letters that fit are so few that
/// the files of the regions are gone through thousands of times.
pub(crate) const LEAST_SHARE: u64 = 2;

/// Positions between two known ones that are stepped over rather than computed anew.
const SHORT_GAP: usize = 24;

/// The part of the memory for letters where the layer itself is out of core.
const FOR_LETTERS: u64 = 4;

/// The fewest letters that may wait, and the most that are any use.
const LETTERS: std::ops::Range<u64> = 1 << 10..1 << 26;

/// A position's word holds in its low byte the best that its mover can get by taking something, or its
/// value once that is settled; above it the quiet turns that are not yet lost; above them this bit.
const SETTLED: i16 = 1 << 14;

/// The position is settled, and whatever has a quiet turn to it has been told.
const TOLD: i16 = i16::MIN;

/// The word of a position that has not been looked at.
const UNCOUNTED: i16 = TOLD;

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

/// What is done with every region in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sweep {
    /// Its positions are looked at for the first time.
    Count,
    /// Its positions of this margin are settled, and what follows from them.
    Open(i16),
    /// What has been learnt from other regions is followed.
    Follow,
    /// What has been learnt from other regions is written down, and followed later.
    Deliver,
}

/// Builds one layer.
pub(crate) fn solve(
    domain: &Domain,
    layer: Layer,
    size: usize,
    in_memory: bool,
    work: &Work<'_>,
) -> Result<Cells, Interrupted> {
    let total = usize::from(layer.first);
    let packed =
        Packed::new(domain, total).expect("only rules of Anywoli are built by this method");
    let regions = Regions::new(size, UNCOUNTED, in_memory, work.store())?;
    let (count, letters) = (regions.count(), letters(size, in_memory, work));
    let solver = Solver {
        packed,
        mail: Mail::new(count, letters),
        untold: (0..count).map(|_| AtomicBool::new(false)).collect(),
        regions,
        total,
        domain,
        layer,
        work,
    };
    solver.restore()?;
    solver.sweep(Sweep::Count)?;
    for margin in (1..=total as i16).rev() {
        solver.sweep(Sweep::Open(margin))?;
        while !solver.is_still() {
            solver.sweep(Sweep::Follow)?;
        }
    }
    let value = |word| {
        if word & SETTLED == 0 {
            0
        } else {
            content(word)
        }
    };
    Ok(solver.regions.into_cells(work.store(), value)?)
}

/// How many letters may wait.
fn letters(size: usize, in_memory: bool, work: &Work<'_>) -> usize {
    let room = work.store().room();
    let bytes = if in_memory {
        room.saturating_sub(size as u64 * WORD)
    } else {
        room / FOR_LETTERS
    };
    (bytes / Letter::BYTES).clamp(LETTERS.start, LETTERS.end) as usize
}

/// A position that has just been settled: its board, and its place in its region.
type Fresh = (u64, usize);

struct Solver<'a> {
    packed: Packed,
    regions: Regions,
    mail: Mail,
    /// Regions with settled positions that nobody has been told of.
    untold: Vec<AtomicBool>,
    total: usize,
    domain: &'a Domain,
    layer: Layer,
    work: &'a Work<'a>,
}

impl Solver<'_> {
    /// Whether nothing follows from what is known.
    fn is_still(&self) -> bool {
        self.mail.is_empty()
            && !self
                .untold
                .iter()
                .any(|untold| untold.load(Ordering::Relaxed))
    }

    /// Takes up what an interrupted build has saved of the layer. The first margin opened looks at all of it, so that
    /// settled positions of which nobody has been told are found there.
    fn restore(&self) -> Result<(), Interrupted> {
        let size = self.regions.size();
        let span = self.regions.span() as u64;
        // A region has been counted as a whole or not at all.
        let mut is_counted = false;
        let is_whole = self.work.restore(size, WORD as usize, |first, values| {
            for (index, &word) in (first..).zip(values) {
                if index.is_multiple_of(span) {
                    is_counted = word != UNCOUNTED;
                }
                if is_counted != (word != UNCOUNTED) || is_counted && !self.can_be(word) {
                    return Ok(false);
                }
            }
            let end = first + values.len() as u64;
            self.regions.over(first, end, |part, words| {
                words.copy_from_slice(&values[part..part + words.len()]);
            })?;
            Ok(true)
        })?;
        if !is_whole {
            self.regions
                .over(0, size as u64, |_, words| words.fill(UNCOUNTED))?;
        }
        Ok(())
    }

    /// Whether a position that has been counted can have this word.
    fn can_be(&self, word: i16) -> bool {
        let margin = content(word).unsigned_abs() as usize <= self.total;
        let is_settled = word & SETTLED != 0;
        let told = word & TOLD == 0 || is_settled;
        let few_turns = turns_left(word) as usize <= self.domain.columns;
        told && few_turns && (margin || !is_settled && word as i8 == NOTHING_TAKEN)
    }

    /// Saves the layer, with every letter delivered.
    fn save(&self) -> Result<(), Interrupted> {
        self.go_over(Sweep::Deliver, &AtomicUsize::new(0), &|| false)?;
        let size = self.regions.size();
        self.work.save(size, WORD as usize, |first, count, into| {
            let end = first + count as u64;
            self.regions
                .over(first, end, |_, words| into.extend_from_slice(words))
        })
    }

    /// Goes over all regions, and saves the layer on the way whenever it is time or the work shall stop.
    fn sweep(&self, sweep: Sweep) -> Result<(), Interrupted> {
        self.work
            .begin_pass((self.regions.count() * self.regions.span()) as u64);
        let next = AtomicUsize::new(0);
        while next.load(Ordering::Relaxed) < self.regions.count() {
            self.go_over(sweep, &next, &|| self.work.is_to_pause())?;
            if self.work.is_to_pause() {
                self.save()?;
            }
            if self.work.stops() {
                return Err(Interrupted::Stopped);
            }
        }
        Ok(())
    }

    /// Goes over the regions from `next` on, with all threads.
    fn go_over(
        &self,
        sweep: Sweep,
        next: &AtomicUsize,
        pauses: &(impl Fn() -> bool + Sync),
    ) -> Result<(), Interrupted> {
        let failure: Mutex<Option<io::Error>> = Mutex::new(None);
        (0..rayon::current_num_threads())
            .into_par_iter()
            .for_each(|_| {
                let mut bag = self.mail.bag();
                let mut fresh = Vec::new();
                while !pauses() {
                    let region = next.fetch_add(1, Ordering::Relaxed);
                    if region >= self.regions.count() {
                        break;
                    }
                    if let Err(error) = self.visit(sweep, region, &mut bag, &mut fresh) {
                        next.store(self.regions.count(), Ordering::Relaxed);
                        *failure
                            .lock()
                            .unwrap_or_else(std::sync::PoisonError::into_inner) = Some(error);
                    }
                    self.work.advance(self.regions.span() as u64);
                }
            });
        match failure.into_inner() {
            Ok(Some(error)) => Err(error.into()),
            _ => Ok(()),
        }
    }

    fn visit(
        &self,
        sweep: Sweep,
        region: usize,
        bag: &mut Bag<'_>,
        fresh: &mut Vec<Fresh>,
    ) -> io::Result<()> {
        let letters = self.mail.take(region);
        let margin = match sweep {
            Sweep::Count => {
                return self.regions.with(region, |words| self.count(region, words));
            }
            Sweep::Open(margin) => Some(margin),
            Sweep::Follow | Sweep::Deliver => None,
        };
        let follows = sweep != Sweep::Deliver && !self.mail.is_full();
        let asks = margin.is_some() || follows;
        let was_untold = asks && self.untold[region].swap(false, Ordering::Relaxed);
        let looks = margin.is_some() || was_untold;
        if letters.is_empty() && !looks {
            return Ok(());
        }
        self.regions.with(region, |words| {
            if looks {
                self.look(region, words, margin, fresh);
            }
            for letter in &letters {
                receive(words, letter.board(), letter.place(), letter.value(), fresh);
            }
            if follows {
                self.follow(region, words, bag, fresh);
            }
            if !fresh.is_empty() {
                self.untold[region].store(true, Ordering::Relaxed);
                fresh.clear();
            }
        })
    }

    /// Values the turns that take something, and counts the others.
    fn count(&self, region: usize, words: &mut [i16]) {
        if words[0] != UNCOUNTED {
            return;
        }
        let mut board = board_of(
            self.domain,
            self.layer,
            (region * self.regions.span()) as u64,
        );
        for word in words {
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
            *word = with_content(quiet * TURN, content);
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
        let value = self.work.store().layer(layer).get(place);
        if again { value } else { -value }
    }

    /// Looks for positions to go on from: those that are to be settled with a margin, and settled ones that nobody has been told of.
    fn look(&self, region: usize, words: &mut [i16], margin: Option<i16>, fresh: &mut Vec<Fresh>) {
        let first = (region * self.regions.span()) as u64;
        let mut known: Option<(u64, usize)> = None;
        for (place, word) in words.iter_mut().enumerate() {
            if *word & SETTLED == 0 {
                let value = content(*word);
                let is_due =
                    |margin| value == margin || (value == -margin && turns_left(*word) == 0);
                if !margin.is_some_and(is_due) {
                    continue;
                }
                *word |= SETTLED;
            } else if *word & TOLD != 0 {
                continue;
            }
            let board = match known {
                Some((board, at)) if place - at <= SHORT_GAP => {
                    (at..place).fold(board, |board, _| next(board))
                }
                _ => board_of(self.domain, self.layer, first + place as u64),
            };
            known = Some((board, place));
            fresh.push((board, place));
        }
    }

    /// Tells all positions with a quiet turn to a fresh one, and goes on with those of this region that this settles,
    /// until there are none or too many letters wait.
    fn follow(&self, region: usize, words: &mut [i16], bag: &mut Bag<'_>, fresh: &mut Vec<Fresh>) {
        while let Some((board, place)) = fresh.pop() {
            let value = content(words[place]);
            words[place] |= TOLD;
            self.packed.unsow(board, |before| {
                let index = self.packed.ranks.rank(before, self.total);
                let (to, place) = self.regions.place(index);
                if to == region {
                    receive(words, before, place, value, fresh);
                } else {
                    bag.put(to, Letter::new(before, place, value));
                }
            });
            if self.mail.is_full() {
                break;
            }
        }
    }
}

/// Notes that a position has a quiet turn to one of a value, and settles it if that decides.
#[inline(always)]
fn receive(words: &mut [i16], board: u64, place: usize, value: i16, fresh: &mut Vec<Fresh>) {
    let word = words[place];
    if word & SETTLED != 0 {
        return;
    }
    let is_settled = if value < 0 {
        true
    } else {
        words[place] = word - TURN;
        // A position that can take more than that is settled with a smaller margin.
        turns_left(word) == 1 && content(word) <= -value
    };
    if is_settled {
        words[place] = with_content(words[place], -value as i8) | SETTLED;
        fresh.push((board, place));
    }
}
