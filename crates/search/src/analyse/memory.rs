//! The table of the heuristic search: two words an entry, the key stored XOR the data.
//!
//! Two threads that write one entry at once leave a key that fits neither, so that nobody reads a
//! mixture. Positions are told apart by 64-bit hashes only: good enough for estimates. A win that
//! rests on an entry is called proven all the same; two of the positions that one search meets
//! having equal hashes is less likely than a fault of the machine, but `solve` does not even take
//! that chance.

use crate::slots::zeros;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

/// Entries that share one place: the first prefers deep searches, the second takes anything.
const BUCKET: usize = 2;

/// How a stored value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    AtLeast,
    AtMost,
    Exactly,
}

/// What the table says about a position, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) value: i32,
    pub(super) bound: Bound,
    pub(super) depth: u8,
    /// No estimate had a part in the value.
    pub(super) complete: bool,
    /// The best decision as an index among the candidates.
    pub(super) best: u16,
}

impl Entry {
    fn pack(self) -> u64 {
        let bound = match self.bound {
            Bound::AtLeast => 1,
            Bound::AtMost => 2,
            Bound::Exactly => 3,
        };
        u64::from(self.value as u32)
            | u64::from(self.best) << 32
            | u64::from(self.depth) << 48
            | bound << 56
            | u64::from(self.complete) << 58
    }

    fn unpack(data: u64) -> Option<Self> {
        Some(Self {
            value: data as u32 as i32,
            best: (data >> 32) as u16,
            depth: (data >> 48) as u8,
            bound: match data >> 56 & 3 {
                1 => Bound::AtLeast,
                2 => Bound::AtMost,
                3 => Bound::Exactly,
                _ => return None,
            },
            complete: data >> 58 & 1 == 1,
        })
    }
}

/// The table.
#[derive(Debug)]
pub(super) struct Memory {
    words: Box<[AtomicU64]>,
    buckets: u64,
}

impl Memory {
    /// A table of about `bytes` bytes, at least one bucket.
    pub(super) fn new(bytes: usize) -> Self {
        let (words, buckets) = zeros(bytes / (16 * BUCKET), 2 * BUCKET);
        Self {
            words,
            buckets: buckets as u64,
        }
    }

    fn bucket(&self, hash: u64) -> &[AtomicU64] {
        let bucket = ((u128::from(hash) * u128::from(self.buckets)) >> 64) as usize;
        &self.words[2 * BUCKET * bucket..][..2 * BUCKET]
    }

    fn read(slot: &[AtomicU64]) -> (u64, u64) {
        let data = slot[1].load(Ordering::Relaxed);
        (slot[0].load(Ordering::Relaxed) ^ data, data)
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, hash: u64) -> Option<Entry> {
        self.bucket(hash).chunks_exact(2).find_map(|slot| {
            let (key, data) = Self::read(slot);
            if key == hash {
                Entry::unpack(data)
            } else {
                None
            }
        })
    }

    /// Remembers what a search found.
    #[inline]
    pub(super) fn put(&self, hash: u64, entry: Entry) {
        let bucket = self.bucket(hash);
        let (deep, any) = bucket.split_at(2);
        let (key, data) = Self::read(deep);
        let shallower = Entry::unpack(data).is_none_or(|old| old.depth <= entry.depth);
        let slot = if key == hash || shallower { deep } else { any };
        let data = entry.pack();
        slot[0].store(hash ^ data, Ordering::Relaxed);
        slot[1].store(data, Ordering::Relaxed);
    }
}

/// The hash of a position, the same on every machine and in every run.
#[inline]
pub(super) fn hash_of(position: &impl Hash) -> u64 {
    let mut mixer = Mixer(0x9E37_79B9_7F4A_7C15);
    position.hash(&mut mixer);
    mixer.finish()
}

/// Multiplies and folds, a word at a time.
struct Mixer(u64);

impl Mixer {
    #[inline]
    fn word(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0xDA94_2042_E4DD_58B5_u128;
        self.0 = ((product >> 64) as u64 ^ (product as u64).rotate_left(23)).wrapping_add(word);
    }
}

impl Hasher for Mixer {
    #[inline]
    fn finish(&self) -> u64 {
        let product = u128::from(self.0) * 0x9E37_79B9_7F4A_7C15_u128;
        (product >> 64) as u64 ^ product as u64
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for &word in words {
            self.word(u64::from_le_bytes(word));
        }
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            self.word(u64::from_le_bytes(last));
        }
    }

    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.word(u64::from(value));
    }

    #[inline]
    fn write_u16(&mut self, value: u16) {
        self.word(u64::from(value));
    }

    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.word(u64::from(value));
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.word(value);
    }

    #[inline]
    fn write_u128(&mut self, value: u128) {
        self.word(value as u64);
        self.word((value >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.word(value as u64);
    }

    #[inline]
    fn write_isize(&mut self, value: isize) {
        self.word(value as i64 as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_back() {
        let memory = Memory::new(0);
        let entry = Entry {
            value: -1_234_567,
            bound: Bound::AtMost,
            depth: 200,
            complete: true,
            best: 513,
        };
        assert_eq!(memory.get(77), None);
        memory.put(77, entry);
        assert_eq!(memory.get(77), Some(entry));
        assert_eq!(memory.get(78), None);
    }
}
