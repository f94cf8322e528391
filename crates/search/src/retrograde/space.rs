//! All positions that can be reached from one, with what they lead to.
//!
//! Positions get numbers in the order in which they are met. Many at a time their turns are played
//! out, on all threads; positions that are new get their numbers afterwards, one by one, so that the numbers do
//! not depend on threads.

use super::pack::{Packed, Packing, hash};
use super::scale::{NOTHING, Worth};
use crate::limits::{Limits, Watch};
use hashbrown::HashTable;
use rayon::prelude::*;
use sow_engine::game::{Board, Game};
use sow_engine::lead::Leads;
use sow_engine::relay::Patience;
use sow_engine::turn_ends::Turns;
use std::ops::Range;
use std::sync::atomic::AtomicI16;

/// Positions that a thread plays out at a time.
const BLOCK: usize = 1 << 10;

/// Positions that are played out before the new ones get their numbers.
const BATCH: usize = 1 << 17;

/// Positions that have numbers: the last bit of an edge is another matter.
const MOST_POSITIONS: usize = 1 << 31;

/// Turns that have numbers, with room for one batch more.
const MOST_EDGES: usize = u32::MAX as usize - (1 << 28);

/// A turn that ends at a position of the space.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Edge {
    /// The number of the position, then whether the same side moves there.
    to: u32,
}

impl Edge {
    fn new(to: usize, same_side: bool) -> Self {
        Self {
            to: (to as u32) << 1 | u32::from(same_side),
        }
    }

    pub(super) const fn to(self) -> usize {
        (self.to >> 1) as usize
    }

    pub(super) const fn same_side(self) -> bool {
        self.to & 1 == 1
    }
}

/// What positions lead to.
#[derive(Default)]
struct Turned {
    /// The best result by a turn that ends the game, seen by the mover; [`NOTHING`] if there is none.
    outside: Vec<i16>,
    /// Where each position's turns end in `edges`.
    ends: Vec<u32>,
    edges: Vec<Edge>,
    /// What each turn banks for the mover, or the decisions that it takes.
    weights: Vec<i8>,
    /// Seeds in play.
    in_play: Vec<u8>,
}

impl Turned {
    fn bytes(&self) -> usize {
        let per_position = size_of::<i16>() + size_of::<u32>() + size_of::<u8>();
        let per_edge = size_of::<Edge>() + size_of::<i8>();
        self.outside.len() * per_position + self.edges.len() * per_edge
    }

    /// Adds what further positions lead to.
    fn extend(&mut self, other: Self) {
        let before = self.edges.len() as u32;
        self.outside.extend(other.outside);
        self.ends.extend(other.ends.iter().map(|end| before + end));
        self.edges.extend(other.edges);
        self.weights.extend(other.weights);
        self.in_play.extend(other.in_play);
    }
}

/// What some positions lead to, where the new ones among those have no numbers yet.
struct Fresh<K> {
    turned: Turned,
    /// Places in `turned.edges` with their positions.
    missing: Vec<(u32, K)>,
    /// Values of the positions if play is endless, for each of the ways to see it.
    endless: Vec<Vec<i16>>,
    /// A turn takes more decisions than can be counted.
    uncounted: bool,
}

/// The positions.
pub(super) struct Space<'game, P: Board, K> {
    game: &'game dyn Game<P>,
    packing: Packing,
    /// A position of the board in question.
    pub(super) like: P,
    places: HashTable<u32>,
    keys: Vec<K>,
    turned: Turned,
    /// Values for each of the ways to see endless play, at first those of endless play itself.
    pub(super) values: Vec<Vec<AtomicI16>>,
    /// A turn takes more decisions than can be counted, so that those of wins are not known.
    pub(super) uncounted: bool,
}

/// Why the positions were not enumerated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exhausted;

impl<'game, P: Board, K: Packed> Space<'game, P, K> {
    /// All positions that can be reached from `root`.
    pub(super) fn new(
        game: &'game dyn Game<P>,
        packing: Packing,
        root: &P,
        worths: &[Worth],
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Self, Exhausted> {
        let mut space = Self {
            game,
            packing,
            like: *root,
            places: HashTable::new(),
            keys: Vec::new(),
            turned: Turned::default(),
            values: worths.iter().map(|_| Vec::new()).collect(),
            uncounted: false,
        };
        space.number(K::narrow(packing.pack(root)));
        loop {
            let first = space.turned.outside.len();
            let last = (first + BATCH).min(space.keys.len());
            if first == last {
                break;
            }
            let fresh: Vec<_> = (first..last)
                .step_by(BLOCK)
                .collect::<Vec<_>>()
                .into_par_iter()
                .map(|start| space.expand(start..(start + BLOCK).min(last), worths, limits.watch()))
                .collect();
            for fresh in fresh {
                space.add(fresh);
            }
            progress(space.keys.len() as u64);
            if space.bytes() > limits.memory
                || space.keys.len() >= MOST_POSITIONS
                || space.turned.edges.len() >= MOST_EDGES
                || space.keys.len() as u64 > limits.nodes
                || limits.is_over()
            {
                return Err(Exhausted);
            }
        }
        Ok(space)
    }

    /// Gives numbers to the positions that have none.
    fn add(&mut self, fresh: Fresh<K>) {
        let mut turned = fresh.turned;
        for (place, key) in fresh.missing {
            let edge = &mut turned.edges[place as usize];
            *edge = Edge::new(self.number(key), edge.same_side());
        }
        self.turned.extend(turned);
        for (values, endless) in self.values.iter_mut().zip(fresh.endless) {
            values.extend(endless.into_iter().map(AtomicI16::new));
        }
        self.uncounted |= fresh.uncounted;
    }

    /// Bytes in use, with the order in which positions are looked at later, the places in it and some ways back.
    pub(super) fn bytes(&self) -> usize {
        let per_position =
            size_of::<K>() + size_of::<i16>() * self.values.len() + 4 * size_of::<u32>();
        // When the table of places is full it moves to one of twice the size.
        let full = self.places.len() + BATCH >= self.places.capacity();
        self.places.allocation_size() * if full { 3 } else { 1 }
            + self.keys.len() * per_position
            + self.turned.bytes()
    }

    /// How many positions there are.
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Seeds in play at a position.
    pub(super) fn in_play(&self, index: usize) -> u8 {
        self.turned.in_play[index]
    }

    /// The best result of a turn that ends the game at once, and the other turns with their weights.
    #[inline(always)]
    pub(super) fn turns(&self, index: usize) -> (i16, &[Edge], &[i8]) {
        let turned = &self.turned;
        let start = match index {
            0 => 0,
            _ => turned.ends[index - 1],
        };
        let turns = start as usize..turned.ends[index] as usize;
        (
            turned.outside[index],
            &turned.edges[turns.clone()],
            &turned.weights[turns],
        )
    }

    /// The number of a position, if it is in the space.
    pub(super) fn find(&self, position: &P) -> Option<usize> {
        self.place(K::narrow(self.packing.pack(position)))
    }

    #[inline]
    fn place(&self, key: K) -> Option<usize> {
        let found = self
            .places
            .find(hash(key.wide()), |&index| self.keys[index as usize] == key);
        found.map(|&index| index as usize)
    }

    /// The number of a position, a new one if it has none.
    fn number(&mut self, key: K) -> usize {
        let keys = &mut self.keys;
        let entry = self.places.entry(
            hash(key.wide()),
            |&index| keys[index as usize] == key,
            |&index| hash(keys[index as usize].wide()),
        );
        match entry {
            hashbrown::hash_table::Entry::Occupied(known) => *known.get() as usize,
            hashbrown::hash_table::Entry::Vacant(place) => {
                let index = keys.len();
                place.insert(index as u32);
                keys.push(key);
                index
            }
        }
    }

    /// Plays out all turns of some positions.
    fn expand(&self, range: Range<usize>, worths: &[Worth], watch: Watch<'_>) -> Fresh<K> {
        let is_over = || watch.is_over();
        let patience = Patience {
            is_over: Some(&is_over),
            ..Patience::UNLIMITED
        };
        let mut turns = Turns::new();
        let mut turned = Turned::default();
        let mut missing = Vec::new();
        let mut uncounted = false;
        let mut endless: Vec<Vec<i16>> = worths.iter().map(|_| Vec::new()).collect();
        let mut children: Vec<(u128, bool, i8)> = Vec::new();
        for key in &self.keys[range] {
            let position = self.packing.unpack(key.wide(), &self.like);
            for (endless, worth) in endless.iter_mut().zip(worths) {
                endless.push(worth.endless(self.game, &position));
            }
            children.clear();
            let outside =
                self.children(&position, &worths[0], &patience, &mut turns, &mut children);
            uncounted |= children.iter().any(|&(_, _, weight)| weight == i8::MAX);
            // Several strips, or ways to turn, may lead to the same position.
            children.sort_unstable();
            children.dedup();
            for &(packed, same_side, weight) in &children {
                let key = K::narrow(packed);
                let to = self.place(key).unwrap_or_else(|| {
                    missing.push((turned.edges.len() as u32, key));
                    0
                });
                turned.edges.push(Edge::new(to, same_side));
                turned.weights.push(weight);
            }
            turned.outside.push(outside);
            turned.ends.push(turned.edges.len() as u32);
            turned.in_play.push(worths[0].in_play(&position) as u8);
        }
        Fresh {
            turned,
            missing,
            endless,
            uncounted,
        }
    }

    /// The positions that a turn can lead to, and the best result of turns that end the game.
    fn children(
        &self,
        position: &P,
        worth: &Worth,
        patience: &Patience<'_>,
        turns: &mut Turns<P>,
        children: &mut Vec<(u128, bool, i8)>,
    ) -> i16 {
        let game = self.game;
        let mover = position.side();
        if let Some(ending) = game.finished(position) {
            return worth.ending(position, &ending, 0);
        }
        let mut best = NOTHING;
        let any = turns.each_within(game, position, patience, &mut |leaf, cost, _| match leaf {
            // Boards are too small for pits to overflow: the time is over, which ends the whole work.
            Leads::Undecided(_) => {}
            Leads::Ends(ending) => best = best.max(worth.ending(position, &ending, cost)),
            Leads::To(after) => match game.finished(&after) {
                Some(ending) => best = best.max(worth.ending(position, &ending, cost)),
                None => children.push((
                    self.packing.pack(&after),
                    after.side() == mover,
                    worth.weight(position, &after, cost),
                )),
            },
        });
        if any {
            best
        } else {
            worth.ending(position, &game.stuck(position), 0)
        }
    }
}
