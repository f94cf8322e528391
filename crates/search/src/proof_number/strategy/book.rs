//! Positions with their turns, none forgotten.

use crate::terms::Terms;
use ahash::RandomState;
use hashbrown::HashTable;
use sow_engine::game::{Board, Decision};

/// How far a position has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Nothing has been done.
    New,
    /// All that can follow is being made, at this depth of proofs anew.
    Making(u8),
    /// It has a turn, and so has all that can follow.
    Made,
}

/// The positions at which one player is to move.
#[derive(Debug)]
pub(super) struct Book {
    /// Words of a key: those of the table, and one for what these leave out.
    words: usize,
    keys: Vec<u64>,
    places: HashTable<u32>,
    state: RandomState,
    /// The first decision of each position's turn, and how many there are.
    turns: Vec<(u32, u16)>,
    decisions: Vec<Decision>,
    stages: Vec<Stage>,
}

impl Book {
    pub(super) fn new(words: usize) -> Self {
        Self {
            words: words + 1,
            keys: Vec::new(),
            places: HashTable::new(),
            state: RandomState::with_seeds(21, 22, 23, 24),
            turns: Vec::new(),
            decisions: Vec::new(),
            stages: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.turns.len()
    }

    /// The key of a position; `None` if it has more seeds than the root.
    fn key<P: Board>(
        &self,
        terms: &Terms,
        position: &P,
    ) -> Option<[u64; 1 + crate::key::MOST_WORDS]> {
        let mut key = [0; 1 + crate::key::MOST_WORDS];
        key[0] =
            u64::from(terms.offset(position) as u32) << 1 | u64::from(position.is_optional_move());
        let words = terms.key(position)?;
        key[1..].copy_from_slice(&words.0);
        Some(key)
    }

    fn find(&self, key: &[u64]) -> Option<usize> {
        let found = self.places.find(self.state.hash_one(key), |&place| {
            self.keys[place as usize * self.words..][..self.words] == *key
        });
        found.map(|&place| place as usize)
    }

    pub(super) fn stage<P: Board>(&self, terms: &Terms, position: &P) -> Stage {
        self.key(terms, position)
            .and_then(|key| self.find(&key[..self.words]))
            .map_or(Stage::New, |place| self.stages[place])
    }

    pub(super) fn turn<P: Board>(&self, terms: &Terms, position: &P) -> Option<&[Decision]> {
        let key = self.key(terms, position)?;
        let (from, count) = self.turns[self.find(&key[..self.words])?];
        Some(&self.decisions[from as usize..][..usize::from(count)])
    }

    /// The place of a position, new or old; `None` if it has more seeds than the root.
    pub(super) fn enter<P: Board>(&mut self, terms: &Terms, position: &P) -> Option<usize> {
        let key = self.key(terms, position)?;
        let key = &key[..self.words];
        if let Some(place) = self.find(key) {
            return Some(place);
        }
        let place = self.turns.len();
        self.keys.extend(key);
        self.turns.push((0, 0));
        self.stages.push(Stage::New);
        let Self {
            words,
            keys,
            places,
            state,
            ..
        } = self;
        let hash = |place: &u32| state.hash_one(&keys[*place as usize * *words..][..*words]);
        places.insert_unique(hash(&(place as u32)), place as u32, hash);
        Some(place)
    }

    pub(super) fn begin(&mut self, place: usize, depth: u8, turn: &[Decision]) {
        self.turns[place] = (self.decisions.len() as u32, turn.len() as u16);
        self.decisions.extend(turn);
        self.stages[place] = Stage::Making(depth);
    }

    pub(super) fn finish(&mut self, place: usize) {
        self.stages[place] = Stage::Made;
    }

    pub(super) fn stage_at(&self, place: usize) -> Stage {
        self.stages[place]
    }
}
