//! Keys of positions with their ranks, found by hash.

use ahash::RandomState;
use hashbrown::HashTable;

/// Positions of one certificate, or of a part of it.
#[derive(Debug)]
pub(crate) struct Index {
    words: usize,
    pub(crate) keys: Vec<u64>,
    places: HashTable<u32>,
    state: RandomState,
}

impl Index {
    /// Bytes that a position takes, its rank included.
    pub(crate) const fn bytes_each(words: usize) -> usize {
        8 * words + 4 + 10
    }

    pub(crate) fn new(words: usize) -> Self {
        Self {
            words,
            keys: Vec::new(),
            places: HashTable::new(),
            state: RandomState::new(),
        }
    }

    /// An index of keys that are all different.
    pub(crate) fn of(words: usize, keys: Vec<u64>) -> Self {
        let mut index = Self::new(words);
        index.places = HashTable::with_capacity(keys.len() / words);
        for (place, key) in keys.chunks_exact(words).enumerate() {
            let hash = index.state.hash_one(key);
            // The table has room for all.
            index.places.insert_unique(hash, place as u32, |_| hash);
        }
        index.keys = keys;
        index
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len() / self.words
    }

    pub(crate) fn key(&self, place: usize) -> &[u64] {
        &self.keys[place * self.words..][..self.words]
    }

    pub(crate) fn find(&self, key: &[u64]) -> Option<usize> {
        let found = self.places.find(self.state.hash_one(key), |&place| {
            self.key(place as usize) == key
        });
        found.map(|&place| place as usize)
    }

    /// The place of a key, which is added if it is not there yet.
    pub(crate) fn add(&mut self, key: &[u64]) -> usize {
        if let Some(place) = self.find(key) {
            return place;
        }
        let place = self.len();
        self.keys.extend(key);
        let Self {
            words,
            keys,
            places,
            state,
        } = self;
        let hash = |place: &u32| state.hash_one(&keys[*place as usize * *words..][..*words]);
        places.insert_unique(state.hash_one(key), place as u32, hash);
        place
    }
}
