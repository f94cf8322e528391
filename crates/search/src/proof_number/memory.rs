//! The table of proof-number search: of fixed size, lossy, for one thread, with whole keys.

use super::numbers::{INFINITY, Numbers};
use crate::key::{Key, MOST_WORDS};
use crate::objective::INFINITE;
use crate::table::NO_MOVE;

/// Entries that share one place: the one with the least work behind it makes room.
const BUCKET: usize = 4;

/// Words of an entry before its key.
const HEAD: usize = 2;

/// Values fit in this many bits, sign included.
const VALUE_BITS: u32 = 20;

/// What numbers are about: can the attacker make sure of `want`?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    /// Whether the player to move is the attacker.
    pub(crate) by_mover: bool,
    /// The value wanted, seen by the attacker, without what the table's values leave out.
    pub(crate) want: i32,
}

/// What is known of a position, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// The value is at least this, proven.
    pub(crate) lo: i32,
    /// The value is at most this, proven.
    pub(crate) hi: i32,
    /// How hard the latest question looked.
    pub(crate) numbers: Numbers,
    /// That question.
    pub(crate) question: Question,
    /// The decision that proves `lo`, as an index among the candidates.
    pub(crate) best: u16,
    /// The work behind the record, as half the binary logarithm of its nodes, at most 3.
    pub(crate) effort: u8,
}

impl Record {
    fn pack(&self) -> [u64; HEAD] {
        let small = |value: i32| u64::from(value as u32 & ((1 << VALUE_BITS) - 1));
        let first = u64::from(self.numbers.proof)
            | u64::from(self.numbers.disproof) << 24
            | u64::from(self.best) << 48;
        let second = small(self.lo)
            | small(self.hi) << VALUE_BITS
            | small(self.question.want) << (2 * VALUE_BITS)
            | u64::from(self.question.by_mover) << 60
            | u64::from(self.effort) << 61
            // No entry in use is all zeros.
            | 1 << 63;
        [first, second]
    }

    fn unpack([first, second]: [u64; HEAD]) -> Self {
        let value = |place: u32| {
            let raw = (second >> (place * VALUE_BITS)) as u32;
            ((raw << (32 - VALUE_BITS)) as i32) >> (32 - VALUE_BITS)
        };
        Self {
            lo: value(0),
            hi: value(1),
            numbers: Numbers {
                proof: first as u32 & INFINITY,
                disproof: (first >> 24) as u32 & INFINITY,
            },
            question: Question {
                by_mover: second >> 60 & 1 == 1,
                want: value(2),
            },
            best: (first >> 48) as u16,
            effort: (second >> 61 & 3) as u8,
        }
    }
}

/// The table.
#[derive(Debug)]
pub(crate) struct Memory {
    words: Vec<u64>,
    key_words: usize,
    buckets: u64,
}

impl Memory {
    /// A table of about `bytes` bytes, at least one bucket, for keys of `key_words` words.
    pub(crate) fn new(bytes: usize, key_words: usize) -> Self {
        let entry = HEAD + key_words;
        let buckets = (bytes / (8 * entry * BUCKET)).max(1);
        Self {
            words: vec![0; buckets * BUCKET * entry],
            key_words,
            buckets: buckets as u64,
        }
    }

    fn places(&self, key: &Key) -> impl Iterator<Item = usize> + use<> {
        let hash = key.hash(self.key_words);
        let first = ((u128::from(hash) * u128::from(self.buckets)) >> 64) as usize * BUCKET;
        let size = HEAD + self.key_words;
        (first..first + BUCKET).map(move |index| index * size)
    }

    fn is_about(&self, place: usize, key: &Key) -> bool {
        self.words[place + 1] != 0
            && self.words[place + HEAD..place + HEAD + self.key_words] == key.0[..self.key_words]
    }

    fn at(&self, place: usize) -> Record {
        Record::unpack([self.words[place], self.words[place + 1]])
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn probe(&self, key: &Key) -> Option<Record> {
        debug_assert!(self.key_words < MOST_WORDS, "keys are shorter than that");
        let place = self.places(key).find(|&place| self.is_about(place, key))?;
        Some(self.at(place))
    }

    /// Writes down the numbers of a question that is still open.
    pub(crate) fn store_numbers(
        &mut self,
        key: &Key,
        question: Question,
        numbers: Numbers,
        effort: u8,
    ) {
        let mut record = self.record(key);
        record.numbers = numbers;
        record.question = question;
        record.effort = record.effort.max(effort);
        self.write(key, &record);
    }

    /// Adds proven bounds, seen by the player to move. `best` is the decision that proves `lo`.
    pub(crate) fn store_bounds(&mut self, key: &Key, lo: i32, hi: i32, best: u16, effort: u8) {
        let mut record = self.record(key);
        if lo > record.lo {
            // The decision stays that of the proof found first, so that decisions followed from
            // position to position lead to proofs found ever earlier, and to an end.
            record.lo = lo;
            record.best = best;
        }
        record.hi = record.hi.min(hi);
        record.effort = record.effort.max(effort);
        self.write(key, &record);
    }

    /// The record of a position, or one that says nothing.
    fn record(&self, key: &Key) -> Record {
        self.probe(key).unwrap_or(Record {
            lo: -INFINITE,
            hi: INFINITE,
            numbers: Numbers::NONE,
            question: Question {
                by_mover: false,
                want: 0,
            },
            best: NO_MOVE,
            effort: 0,
        })
    }

    fn write(&mut self, key: &Key, record: &Record) {
        let same = self.places(key).find(|&place| self.is_about(place, key));
        let least = || {
            self.places(key).min_by_key(|&place| {
                let used = self.words[place + 1] != 0;
                (used, self.at(place).effort)
            })
        };
        let Some(place) = same.or_else(least) else {
            return;
        };
        self.words[place..place + HEAD].copy_from_slice(&record.pack());
        self.words[place + HEAD..place + HEAD + self.key_words]
            .copy_from_slice(&key.0[..self.key_words]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_survive_packing() {
        for (lo, hi, want, by_mover) in [(-INFINITE, INFINITE, -1, true), (0, 7, 36_720, false)] {
            let record = Record {
                lo,
                hi,
                numbers: Numbers {
                    proof: 3,
                    disproof: INFINITY - 1,
                },
                question: Question { by_mover, want },
                best: 71,
                effort: 3,
            };
            assert_eq!(Record::unpack(record.pack()), record);
        }
    }

    #[test]
    fn full_buckets_keep_the_work() {
        let mut memory = Memory::new(1, 2);
        let key = |k: u64| Key([k, k, 0, 0, 0, 0, 0, 0, 0]);
        memory.store_bounds(&key(0), 1, 2, 5, 3);
        for k in 1..100 {
            memory.store_bounds(&key(k), 3, 4, 6, 0);
        }
        let kept = memory.probe(&key(0)).expect("the work of many nodes");
        assert_eq!((kept.lo, kept.hi, kept.best), (1, 2, 5));
        assert!(memory.probe(&key(1)).is_none());
    }
}
