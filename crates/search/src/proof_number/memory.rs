//! The table of proof-number search: of fixed size, lossy, shared by threads without locks
//! ([`crate::slots`]).

use super::numbers::{INFINITY, Numbers};
use crate::key::Key;
use crate::objective::INFINITE;
use crate::slots::{DATA, Slots, VALUE_BITS, pack_value, unpack_value};
use crate::table::NO_MOVE;

/// Entries that share one place: the one with the least work behind it makes room.
const BUCKET: usize = 4;

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
    fn pack(&self) -> [u64; DATA] {
        let first = u64::from(self.numbers.proof)
            | u64::from(self.numbers.disproof) << 24
            | u64::from(self.best) << 48;
        let second = pack_value(self.lo)
            | pack_value(self.hi) << VALUE_BITS
            | pack_value(self.question.want) << (2 * VALUE_BITS)
            | u64::from(self.question.by_mover) << 60
            | u64::from(self.effort) << 61;
        [first, second]
    }

    fn unpack([first, second]: [u64; DATA]) -> Self {
        Self {
            lo: unpack_value(second, 0),
            hi: unpack_value(second, 1),
            numbers: Numbers {
                proof: first as u32 & INFINITY,
                disproof: (first >> 24) as u32 & INFINITY,
            },
            question: Question {
                by_mover: second >> 60 & 1 == 1,
                want: unpack_value(second, 2),
            },
            best: (first >> 48) as u16,
            effort: (second >> 61 & 3) as u8,
        }
    }
}

/// The table.
#[derive(Debug)]
pub(crate) struct Memory(Slots);

impl Memory {
    /// A table of about `bytes` bytes, at least one bucket, for keys of `key_words` words.
    pub(crate) fn new(bytes: usize, key_words: usize) -> Self {
        Self(Slots::new(bytes, key_words, BUCKET))
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn probe(&self, key: &Key) -> Option<Record> {
        self.0.find(key).map(Record::unpack)
    }

    /// How many of the entries are in use, in thousandths, by a sample.
    pub(crate) fn filled(&self) -> u32 {
        self.0.filled()
    }

    /// The words of a key.
    pub(crate) fn key_words(&self) -> usize {
        self.0.key_words()
    }

    /// The records with more than a few nodes behind them.
    pub(crate) fn worked_for(&self) -> impl Iterator<Item = (Key, [u64; DATA])> {
        let records = self.0.records();
        records.filter(|(_, data)| Record::unpack(*data).effort > 0)
    }

    /// Takes a record in as it was kept, as far as it makes sense.
    pub(crate) fn restore(&self, key: &Key, data: [u64; DATA]) -> bool {
        let record = Record::unpack(data);
        let makes_sense = record.lo <= record.hi;
        if makes_sense {
            self.write(key, &record);
        }
        makes_sense
    }

    /// Brings what is known of many positions nearer; look-ups that follow wait less.
    #[inline]
    pub(crate) fn fetch<'k>(&self, keys: impl Iterator<Item = &'k Key>) {
        self.0.fetch(keys.map(|key| self.0.hash(key)));
    }

    /// Writes down the numbers of a question that is still open.
    pub(crate) fn store_numbers(
        &self,
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
    pub(crate) fn store_bounds(&self, key: &Key, lo: i32, hi: i32, best: u16, effort: u8) {
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

    fn write(&self, key: &Key, record: &Record) {
        let mut place = None::<(usize, u8)>;
        for index in self.0.bucket(key) {
            let rank = match self.0.read(index) {
                Some((found, _)) if self.0.are_equal(&found, key) => 0,
                None => 1,
                Some((_, data)) => 2 + Record::unpack(data).effort,
            };
            if place.is_none_or(|(_, least)| rank < least) {
                place = Some((index, rank));
            }
        }
        if let Some((index, _)) = place {
            self.0.write(index, key, record.pack());
        }
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
        let memory = Memory::new(1, 2);
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
