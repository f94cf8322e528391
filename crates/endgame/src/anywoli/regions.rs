//! A layer's work in regions small enough for a core's own cache, in memory or out of core.

use crate::pages::nameless;
use crate::store::Store;
use crate::value::{Cells, Exchange, Scale};
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::atomic::AtomicI8;
use std::sync::{Mutex, PoisonError};

/// Binary digits of the number of positions in a region, two bytes each: at the most, so that a region fits a core's own
/// cache, and at the least.
const DIGITS: std::ops::RangeInclusive<u32> = 6..=18;

/// Small layers are divided into so many regions: enough for all threads.
const SHARE: usize = 64;

/// Two bytes for every position of a layer.
#[derive(Debug)]
pub(crate) struct Regions {
    size: usize,
    /// Binary digits of the number of positions in a region.
    digits: u32,
    home: Home,
}

#[derive(Debug)]
enum Home {
    Memory(Vec<Mutex<Vec<i16>>>),
    File(File),
}

impl Regions {
    /// `size` positions, all holding `word`.
    pub(crate) fn new(size: usize, word: i16, in_memory: bool, store: &Store) -> io::Result<Self> {
        let share = (size / SHARE).next_power_of_two().ilog2();
        let digits = share.clamp(*DIGITS.start(), *DIGITS.end());
        let count = size.div_ceil(1 << digits);
        let length = |region: usize| (1 << digits).min(size - (region << digits));
        let home = if in_memory {
            let region = |region| Mutex::new(vec![word; length(region)]);
            Home::Memory((0..count).map(region).collect())
        } else {
            Home::File(nameless(store.folder(), 2 * size as u64)?)
        };
        let regions = Self { size, digits, home };
        if !in_memory {
            for region in 0..count {
                regions.with(region, |words| words.fill(word))?;
            }
        }
        Ok(regions)
    }

    /// How many positions there are.
    pub(crate) const fn size(&self) -> usize {
        self.size
    }

    /// How many regions there are.
    pub(crate) const fn count(&self) -> usize {
        self.size.div_ceil(1 << self.digits)
    }

    /// Positions of a region, the last one perhaps left out.
    pub(crate) const fn span(&self) -> usize {
        1 << self.digits
    }

    /// The region of a position, and the place there.
    #[inline(always)]
    pub(crate) const fn place(&self, index: u64) -> (usize, usize) {
        let place = index as usize & (self.span() - 1);
        (index as usize >> self.digits, place)
    }

    fn length(&self, region: usize) -> usize {
        self.span().min(self.size - region * self.span())
    }

    /// Works on a region; nobody else does meanwhile.
    ///
    /// # Errors
    /// Those of the file.
    pub(crate) fn with<R>(
        &self,
        region: usize,
        work: impl FnOnce(&mut [i16]) -> R,
    ) -> io::Result<R> {
        match &self.home {
            Home::Memory(regions) => {
                let mut words = regions[region]
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner);
                Ok(work(&mut words))
            }
            Home::File(file) => {
                let place = (2 * region * self.span()) as u64;
                let mut bytes = vec![0; 2 * self.length(region)];
                file.read_exact_at(&mut bytes, place)?;
                let pairs = bytes.as_chunks::<2>().0.iter();
                let mut words: Vec<i16> = pairs.map(|&pair| i16::from_le_bytes(pair)).collect();
                let result = work(&mut words);
                for (pair, word) in bytes.as_chunks_mut::<2>().0.iter_mut().zip(&words) {
                    *pair = word.to_le_bytes();
                }
                file.write_all_at(&bytes, place)?;
                Ok(result)
            }
        }
    }

    /// Works on all positions from `first` to `end`, a region's part after the other; `work` is told where in the whole
    /// the part begins.
    ///
    /// # Errors
    /// Those of the file.
    pub(crate) fn over(
        &self,
        first: u64,
        end: u64,
        mut work: impl FnMut(usize, &mut [i16]),
    ) -> io::Result<()> {
        let mut index = first;
        while index < end {
            let (region, place) = self.place(index);
            let count = (self.length(region) - place).min((end - index) as usize);
            let part = (index - first) as usize;
            self.with(region, |words| work(part, &mut words[place..place + count]))?;
            index += count as u64;
        }
        Ok(())
    }

    /// Makes values of the words, giving up regions as it goes.
    ///
    /// # Errors
    /// Those of files.
    pub(crate) fn into_cells(self, store: &Store, value: impl Fn(i16) -> i16) -> io::Result<Cells> {
        match self.home {
            Home::Memory(regions) => {
                let mut cells = Vec::with_capacity(self.size);
                for region in regions {
                    let words = region.into_inner().unwrap_or_else(PoisonError::into_inner);
                    cells.extend(
                        words
                            .into_iter()
                            .map(|word| AtomicI8::new(value(word) as i8)),
                    );
                }
                Ok(Cells::Bytes(cells))
            }
            Home::File(_) => {
                let cells = store.cells(Scale::Margin, self.size)?;
                for region in 0..self.count() {
                    self.with(region, |words| {
                        for (index, &word) in ((region * self.span()) as u64..).zip(&*words) {
                            cells.put(index, value(word));
                        }
                    })?;
                }
                Ok(cells)
            }
        }
    }
}
