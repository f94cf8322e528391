//! Places for small records under whole keys, of fixed number, shared by threads without locks.
//!
//! A place is a head, two words of data, and the whole key. The head is a counter beside some bits of the key's
//! hash. A writer makes the counter odd, writes, and makes it even again; who finds it odd leaves the place alone. A
//! reader takes what it read only if the head was even and equal before and after. So nobody sees a mixture of two
//! records, and since the key is the position ([`crate::key`]), nobody takes one position for
//! another: the bits of the hash only tell in which places it is not. Two threads that add to the same record at once
//! may lose what one of them added, never more.
//!
//! The heads of a bucket stand together before its records, so that to find nothing, which is what mostly happens, takes
//! one line of memory.

use crate::key::{Key, MOST_WORDS};
use std::sync::atomic::{AtomicU64, Ordering, fence};
use zerocopy::FromZeros;

/// Words of data of a record.
pub(crate) const DATA: usize = 2;

/// The bits of a head that count writers; the bits above them are of the hash.
const COUNTER: u64 = u32::MAX as u64;

/// Buckets that are looked at to tell how full a table is.
const SAMPLE: u64 = 1 << 12;

/// Values fit in this many bits, sign included.
pub(crate) const VALUE_BITS: u32 = 20;

/// A value in its bits.
pub(crate) const fn pack_value(value: i32) -> u64 {
    (value as u32 & ((1 << VALUE_BITS) - 1)) as u64
}

/// The `place`-th value of a word.
pub(crate) const fn unpack_value(word: u64, place: u32) -> i32 {
    let raw = (word >> (place * VALUE_BITS)) as u32;
    ((raw << (32 - VALUE_BITS)) as i32) >> (32 - VALUE_BITS)
}

/// The places, in buckets that share a hash.
#[derive(Debug)]
pub(crate) struct Slots {
    words: Box<[AtomicU64]>,
    key_words: usize,
    bucket: usize,
    buckets: u64,
}

/// Zeroed words that the operating system need not provide before they are used: `buckets` times `size`, or as
/// many buckets as can be had, at least one. All that a smaller table costs is time.
pub(crate) fn zeros(mut buckets: usize, size: usize) -> (Box<[AtomicU64]>, usize) {
    loop {
        let count = buckets.max(1) * size;
        match <[AtomicU64]>::new_box_zeroed_with_elems(count) {
            Ok(words) => return (words, buckets.max(1)),
            Err(_) if buckets > 1 => buckets /= 2,
            Err(_) => return ((0..size).map(|_| AtomicU64::new(0)).collect(), 1),
        }
    }
}

impl Slots {
    /// About `bytes` bytes, at least one bucket of `bucket` places, for keys of `key_words` words.
    pub(crate) fn new(bytes: usize, key_words: usize, bucket: usize) -> Self {
        let size = (1 + DATA + key_words) * bucket;
        let (words, buckets) = zeros(bytes / (8 * size), size);
        Self {
            words,
            key_words,
            bucket,
            buckets: buckets as u64,
        }
    }

    /// The words of a key.
    pub(crate) fn key_words(&self) -> usize {
        self.key_words
    }

    /// The hash by which a key is found.
    #[inline]
    pub(crate) fn hash(&self, key: &Key) -> u64 {
        key.hash(self.key_words)
    }

    /// The places where a key may be.
    pub(crate) fn bucket(&self, key: &Key) -> std::ops::Range<usize> {
        let first = self.number(self.hash(key)) * self.bucket;
        first..first + self.bucket
    }

    /// The number of the bucket of a hash.
    #[inline]
    fn number(&self, hash: u64) -> usize {
        ((u128::from(hash) * u128::from(self.buckets)) >> 64) as usize
    }

    /// The heads of a bucket.
    #[inline]
    fn heads(&self, number: usize) -> &[AtomicU64] {
        let first = number * (1 + DATA + self.key_words) * self.bucket;
        &self.words[first..first + self.bucket]
    }

    /// How many of the places are in use, in thousandths, by a sample of buckets.
    pub(crate) fn filled(&self) -> u32 {
        let sample = self.buckets.min(SAMPLE);
        let used = (0..sample).map(|i| {
            let heads = self.heads((i * (self.buckets / sample)) as usize);
            let is_used = |head: &&AtomicU64| head.load(Ordering::Relaxed) & COUNTER != 0;
            heads.iter().filter(is_used).count() as u64
        });
        (used.sum::<u64>() * 1000 / (sample * self.bucket as u64)) as u32
    }

    /// The data and the key of a place of a bucket.
    #[inline]
    fn record(&self, number: usize, place: usize) -> &[AtomicU64] {
        let size = DATA + self.key_words;
        let first = (number * (1 + size) + 1) * self.bucket + place * size;
        &self.words[first..first + size]
    }

    /// Brings the heads of many buckets nearer, all at once: who looks for one after another waits for each.
    #[inline]
    pub(crate) fn fetch(&self, hashes: impl Iterator<Item = u64>) {
        let mut seen = 0;
        for hash in hashes {
            seen |= self.heads(self.number(hash))[0].load(Ordering::Relaxed);
        }
        std::hint::black_box(seen);
    }

    /// Whether two keys are equal as far as they are kept here.
    pub(crate) fn are_equal(&self, a: &Key, b: &Key) -> bool {
        a.0[..self.key_words] == b.0[..self.key_words]
    }

    /// The data of a key.
    #[inline]
    pub(crate) fn find(&self, key: &Key) -> Option<[u64; DATA]> {
        let hash = self.hash(key);
        let number = self.number(hash);
        let heads = self.heads(number).iter().enumerate();
        // The low bits of the hash: the high ones are the bucket's number.
        let mut same = heads.filter(|(_, head)| {
            let head = head.load(Ordering::Relaxed);
            head >> 32 == hash & COUNTER && head & COUNTER != 0
        });
        same.find_map(|(place, _)| {
            let (found, data) = self.read_at(number, place)?;
            self.are_equal(&found, key).then_some(data)
        })
    }

    /// A whole record, `None` if the place is empty or being written.
    #[inline]
    pub(crate) fn read(&self, index: usize) -> Option<(Key, [u64; DATA])> {
        self.read_at(index / self.bucket, index % self.bucket)
    }

    #[inline]
    fn read_at(&self, number: usize, place: usize) -> Option<(Key, [u64; DATA])> {
        let head = &self.heads(number)[place];
        let before = head.load(Ordering::Acquire);
        if before & COUNTER == 0 || before & 1 == 1 {
            return None;
        }
        let words = self.record(number, place);
        let data = [0, 1].map(|i: usize| words[i].load(Ordering::Relaxed));
        let mut key = Key([0; MOST_WORDS]);
        for (to, from) in key.0.iter_mut().zip(&words[DATA..]) {
            *to = from.load(Ordering::Relaxed);
        }
        fence(Ordering::Acquire);
        (head.load(Ordering::Relaxed) == before).then_some((key, data))
    }

    /// All records that nobody is writing at the moment.
    pub(crate) fn records(&self) -> impl Iterator<Item = (Key, [u64; DATA])> {
        let places = 0..self.buckets as usize * self.bucket;
        places.filter_map(|index| self.read(index))
    }

    /// Writes a record, unless another thread is writing there.
    pub(crate) fn write(&self, index: usize, key: &Key, data: [u64; DATA]) {
        let (number, place) = (index / self.bucket, index % self.bucket);
        let head = &self.heads(number)[place];
        let before = head.load(Ordering::Relaxed);
        if before & 1 == 1
            || head
                .compare_exchange(before, before | 1, Ordering::Acquire, Ordering::Relaxed)
                .is_err()
        {
            return;
        }
        // The odd counter must be seen before any of the new words.
        fence(Ordering::Release);
        let words = self.record(number, place);
        for (to, from) in words.iter().zip(data.iter().chain(&key.0)) {
            to.store(*from, Ordering::Relaxed);
        }
        // The counter goes round past 0, which stands for an empty place.
        let counter = match ((before & COUNTER) + 2) & COUNTER {
            0 => 2,
            counter => counter,
        };
        head.store(
            (self.hash(key) & COUNTER) << 32 | counter,
            Ordering::Release,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_cannot_be_had_becomes_a_smaller_one() {
        // More than any address space.
        let slots = Slots::new(usize::MAX / 2, 2, 4);
        assert!(slots.buckets >= 1);
        let key = Key([7; MOST_WORDS]);
        let place = slots.bucket(&key).start;
        slots.write(place, &key, [1, 2]);
        assert_eq!(slots.find(&key), Some([1, 2]));
    }
}
