//! The transposition table: of fixed size, lossy, shared by threads without locks.
//!
//! An entry is a counter, a word of bounds, a word on the search that made it, and the whole key.
//! A writer makes the counter odd, writes, and makes it even again; who finds it odd leaves the
//! entry alone. A reader takes an entry only if the counter was even and equal before and after
//! reading. So nobody sees a mixture of two entries, and since the key is the position
//! ([`crate::key`]), nobody takes one position for another.

use crate::key::{Key, MOST_WORDS};
use std::sync::atomic::{AtomicU64, Ordering, fence};
use zerocopy::FromZeros;

/// Entries that share one place: the first prefers entries with much work behind them, the second takes anything.
const BUCKET: usize = 2;

/// Words of an entry before its key.
const HEAD: usize = 3;

/// Values fit in this many bits, sign included.
const VALUE_BITS: u32 = 20;

/// No move stored.
pub(crate) const NO_MOVE: u16 = u16::MAX;

/// What is known of a position, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The value is at least this, proven.
    pub(crate) lo: i32,
    /// The value is at most this, proven.
    pub(crate) hi: i32,
    /// The last search that decided nothing.
    pub(crate) attempt: Attempt,
    /// The decision that looked best, as an index among the candidates.
    pub(crate) best: u16,
    /// The work behind the entry, as the binary logarithm of its nodes.
    pub(crate) effort: u8,
}

/// A search that decided nothing: it need not be repeated at the same depth or less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Attempt {
    /// Whether the player to move was the attacker.
    pub(crate) by_mover: bool,
    /// The value that the attacker wanted, seen by him.
    pub(crate) want: i32,
    /// How deep it looked.
    pub(crate) depth: u16,
}

impl Attempt {
    /// No search.
    pub(crate) const NONE: Self = Self {
        by_mover: false,
        want: 0,
        depth: 0,
    };
}

impl Entry {
    fn pack(&self) -> [u64; 2] {
        let small = |value: i32| u64::from(value as u32 & ((1 << VALUE_BITS) - 1));
        let bounds = small(self.lo)
            | small(self.hi) << VALUE_BITS
            | small(self.attempt.want) << (2 * VALUE_BITS);
        let search = u64::from(self.attempt.depth)
            | u64::from(self.best) << 16
            | u64::from(self.effort) << 32
            | u64::from(self.attempt.by_mover) << 40;
        [bounds, search]
    }

    fn unpack([bounds, search]: [u64; 2]) -> Self {
        let value = |shift: u32| {
            let raw = (bounds >> (shift * VALUE_BITS)) as u32;
            ((raw << (32 - VALUE_BITS)) as i32) >> (32 - VALUE_BITS)
        };
        Self {
            lo: value(0),
            hi: value(1),
            attempt: Attempt {
                want: value(2),
                depth: search as u16,
                by_mover: search >> 40 & 1 == 1,
            },
            best: (search >> 16) as u16,
            effort: (search >> 32) as u8,
        }
    }
}

/// Zeroed words that the operating system need not provide before they are used.
fn zeros(count: usize) -> Box<[AtomicU64]> {
    <[AtomicU64]>::new_box_zeroed_with_elems(count)
        .unwrap_or_else(|_| (0..count).map(|_| AtomicU64::new(0)).collect())
}

/// The table.
#[derive(Debug)]
pub(crate) struct Table {
    words: Box<[AtomicU64]>,
    key_words: usize,
    buckets: u64,
}

impl Table {
    /// A table of about `bytes` bytes, at least one bucket, for keys of `key_words` words.
    pub(crate) fn new(bytes: usize, key_words: usize) -> Self {
        let entry = HEAD + key_words;
        let buckets = (bytes / (8 * entry * BUCKET)).max(1);
        Self {
            words: zeros(buckets * BUCKET * entry),
            key_words,
            buckets: buckets as u64,
        }
    }

    /// The words of a key.
    pub(crate) fn key_words(&self) -> usize {
        self.key_words
    }

    fn entry_at(&self, index: usize) -> &[AtomicU64] {
        let size = HEAD + self.key_words;
        &self.words[index * size..(index + 1) * size]
    }

    fn bucket(&self, hash: u64) -> usize {
        ((u128::from(hash) * u128::from(self.buckets)) >> 64) as usize * BUCKET
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn probe(&self, key: &Key) -> Option<Entry> {
        let first = self.bucket(key.hash(self.key_words));
        (first..first + BUCKET).find_map(|index| {
            let (found, entry) = self.read(index)?;
            (found.0[..self.key_words] == key.0[..self.key_words]).then_some(entry)
        })
    }

    /// A whole entry, `None` if it is empty or being written.
    #[inline]
    fn read(&self, index: usize) -> Option<(Key, Entry)> {
        let words = self.entry_at(index);
        let before = words[0].load(Ordering::Acquire);
        if before == 0 || before & 1 == 1 {
            return None;
        }
        let data = [1, 2].map(|i: usize| words[i].load(Ordering::Relaxed));
        let mut key = Key([0; MOST_WORDS]);
        for (to, from) in key.0.iter_mut().zip(&words[HEAD..]) {
            *to = from.load(Ordering::Relaxed);
        }
        fence(Ordering::Acquire);
        (words[0].load(Ordering::Relaxed) == before).then(|| (key, Entry::unpack(data)))
    }

    /// Adds to what is known of a position: bounds are intersected with those known already.
    pub(crate) fn store(&self, key: &Key, mut entry: Entry) {
        let first = self.bucket(key.hash(self.key_words));
        let mut place = first + 1;
        for index in first..first + BUCKET {
            match self.read(index) {
                Some((found, old)) if found.0[..self.key_words] == key.0[..self.key_words] => {
                    entry.lo = entry.lo.max(old.lo);
                    entry.hi = entry.hi.min(old.hi);
                    if entry.attempt == Attempt::NONE {
                        entry.attempt = old.attempt;
                    }
                    entry.effort = entry.effort.max(old.effort);
                    if entry.best == NO_MOVE {
                        entry.best = old.best;
                    }
                    place = index;
                    break;
                }
                Some((_, old)) if index == first && old.effort > entry.effort => {}
                None | Some(_) if index == first => place = first,
                _ => {}
            }
        }
        self.write(place, key, &entry);
    }

    fn write(&self, index: usize, key: &Key, entry: &Entry) {
        let words = self.entry_at(index);
        let before = words[0].load(Ordering::Relaxed);
        if before & 1 == 1
            || words[0]
                .compare_exchange(before, before + 1, Ordering::Acquire, Ordering::Relaxed)
                .is_err()
        {
            return;
        }
        // The odd counter must be seen before any of the new words.
        fence(Ordering::Release);
        for (to, from) in words[1..].iter().zip(entry.pack().iter().chain(&key.0)) {
            to.store(*from, Ordering::Relaxed);
        }
        words[0].store(before + 2, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_packing() {
        for (lo, hi, want, by_mover) in [
            (-3 * (1 << 17), 3 * (1 << 17), -1, true),
            (0, 7, 36_720, false),
        ] {
            let entry = Entry {
                lo,
                hi,
                attempt: Attempt {
                    by_mover,
                    want,
                    depth: 999,
                },
                best: 71,
                effort: 33,
            };
            assert_eq!(Entry::unpack(entry.pack()), entry);
        }
    }

    #[test]
    fn readers_never_see_a_mixture() {
        let table = Table::new(1, 2);
        let key = |k: u64| Key([k, k, 0, 0, 0, 0, 0, 0, 0]);
        std::thread::scope(|scope| {
            for writer in 0..3 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..20_000_u64 {
                        let k = i * 3 + writer;
                        let value = (k % 1000) as i32;
                        let attempt = Attempt {
                            by_mover: true,
                            want: value,
                            depth: 1,
                        };
                        table.store(
                            &key(k),
                            Entry {
                                lo: value,
                                hi: value,
                                attempt,
                                best: 0,
                                effort: 0,
                            },
                        );
                    }
                });
            }
            for i in 0..60_000_u64 {
                if let Some(entry) = table.probe(&key(i)) {
                    let value = (i % 1000) as i32;
                    assert_eq!(
                        (entry.lo, entry.hi, entry.attempt.want),
                        (value, value, value)
                    );
                }
            }
        });
    }
}
