//! The transposition table: of fixed size, lossy, shared by threads without locks ([`crate::slots`]).

use crate::key::Key;
use crate::slots::{DATA, Slots, VALUE_BITS, pack_value, unpack_value};

/// Entries that share one place: the first prefers entries with much work behind them, the second takes anything.
const BUCKET: usize = 2;

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
    fn pack(&self) -> [u64; DATA] {
        let bounds = pack_value(self.lo)
            | pack_value(self.hi) << VALUE_BITS
            | pack_value(self.attempt.want) << (2 * VALUE_BITS);
        let search = u64::from(self.attempt.depth)
            | u64::from(self.best) << 16
            | u64::from(self.effort) << 32
            | u64::from(self.attempt.by_mover) << 40;
        [bounds, search]
    }

    fn unpack([bounds, search]: [u64; DATA]) -> Self {
        Self {
            lo: unpack_value(bounds, 0),
            hi: unpack_value(bounds, 1),
            attempt: Attempt {
                want: unpack_value(bounds, 2),
                depth: search as u16,
                by_mover: search >> 40 & 1 == 1,
            },
            best: (search >> 16) as u16,
            effort: (search >> 32) as u8,
        }
    }
}

/// The table.
#[derive(Debug)]
pub(crate) struct Table(Slots);

impl Table {
    /// A table of about `bytes` bytes, at least one bucket, for keys of `key_words` words.
    pub(crate) fn new(bytes: usize, key_words: usize) -> Self {
        Self(Slots::new(bytes, key_words, BUCKET))
    }

    /// The words of a key.
    pub(crate) fn key_words(&self) -> usize {
        self.0.key_words()
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn probe(&self, key: &Key) -> Option<Entry> {
        self.0.find(key).map(Entry::unpack)
    }

    /// Adds to what is known of a position: bounds are intersected with those known already.
    pub(crate) fn store(&self, key: &Key, mut entry: Entry) {
        let bucket = self.0.bucket(key);
        let first = bucket.start;
        let mut place = first + 1;
        for index in bucket {
            let record = self.0.read(index);
            match record.map(|(found, data)| (found, Entry::unpack(data))) {
                Some((found, old)) if self.0.are_equal(&found, key) => {
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
        self.0.write(place, key, entry.pack());
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
