//! Letters from region to region: a position has been settled, and a quiet turn of another leads to it.
//!
//! Reading a position at random costs a hundred nanoseconds; a letter to its region is written and read in
//! order, and delivered with many others once the region is in the cache, or has been fetched from a file.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Letters that a thread collects for a region before it posts them.
const BUNDLE: usize = 64;

/// Bits of a place within a region.
const PLACE: u32 = 18;

/// What has become known: a position has a quiet turn to one that is settled with a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Letter([u32; 3]);

impl Letter {
    /// Bytes that a letter may take while it waits, in a list that has grown by doubling.
    pub(crate) const BYTES: u64 = 24;

    #[inline(always)]
    pub(crate) const fn new(board: u64, place: usize, value: i16) -> Self {
        let last = place as u32 | (value as u8 as u32) << PLACE;
        Self([board as u32, (board >> 32) as u32, last])
    }

    /// The board of the position.
    #[inline(always)]
    pub(crate) const fn board(self) -> u64 {
        self.0[0] as u64 | (self.0[1] as u64) << 32
    }

    /// Its place in its region.
    #[inline(always)]
    pub(crate) const fn place(self) -> usize {
        (self.0[2] & ((1 << PLACE) - 1)) as usize
    }

    /// The value of the position that the turn leads to.
    #[inline(always)]
    pub(crate) fn value(self) -> i16 {
        i16::from((self.0[2] >> PLACE) as u8 as i8)
    }
}

/// The letters that wait, by the region they go to.
#[derive(Debug)]
pub(crate) struct Mail {
    boxes: Vec<Mutex<Vec<Letter>>>,
    waiting: AtomicUsize,
    most: usize,
}

impl Mail {
    /// For so many regions; full with `most` letters.
    pub(crate) fn new(regions: usize, most: usize) -> Self {
        Self {
            boxes: (0..regions).map(|_| Mutex::default()).collect(),
            waiting: AtomicUsize::new(0),
            most,
        }
    }

    /// Whether no letter should be written until some have been delivered.
    pub(crate) fn is_full(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) >= self.most
    }

    /// Whether no letter waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) == 0
    }

    /// Takes the letters to a region.
    pub(crate) fn take(&self, region: usize) -> Vec<Letter> {
        let mut inbox = self.boxes[region]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let letters = std::mem::take(&mut *inbox);
        self.waiting.fetch_sub(letters.len(), Ordering::Relaxed);
        letters
    }

    fn post(&self, region: usize, letters: &mut Vec<Letter>) {
        let mut inbox = self.boxes[region]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        inbox.extend_from_slice(letters);
        self.waiting.fetch_add(letters.len(), Ordering::Relaxed);
        letters.clear();
    }

    /// An empty bag for a thread.
    pub(crate) fn bag(&self) -> Bag<'_> {
        Bag {
            mail: self,
            bundles: vec![Vec::new(); self.boxes.len()],
        }
    }
}

/// The letters that a thread has written and not yet posted.
#[derive(Debug)]
pub(crate) struct Bag<'a> {
    mail: &'a Mail,
    bundles: Vec<Vec<Letter>>,
}

impl Bag<'_> {
    #[inline(always)]
    pub(crate) fn put(&mut self, region: usize, letter: Letter) {
        let bundle = &mut self.bundles[region];
        bundle.push(letter);
        if bundle.len() == BUNDLE {
            self.mail.post(region, bundle);
        }
    }
}

impl Drop for Bag<'_> {
    fn drop(&mut self) {
        for (region, bundle) in self.bundles.iter_mut().enumerate() {
            if !bundle.is_empty() {
                self.mail.post(region, bundle);
            }
        }
    }
}
