//! From values of endless play to values.
//!
//! Positions are taken by the seeds in play, the fewest first: no turn leads to more, and all positions on one
//! cycle have as many and the same value of endless play. Among those with as many seeds, let every
//! value be that of endless play at first, and put the best of its turns in place of a
//! position's value over and over. For every bound better than endless play the set of
//! positions that reach it only grows, likewise for every bound worse, and what a turn leads to
//! with fewer seeds is settled already; so the order does not matter, and where nothing changes any more the
//! values are those of the game in which positions may recur ([`crate::cycles`]).

use super::pack::Packed;
use super::scale::Worth;
use super::space::{Exhausted, Space};
use crate::limits::Limits;
use rayon::prelude::*;
use sow_engine::game::Board;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Positions that a thread looks at together.
const SHARE: usize = 1 << 12;

/// How often all positions with as many seeds are looked at before the ways back are found out.
const SWEEPS: usize = 4;

/// The numbers of all positions, those with the fewest seeds in play first.
fn order<P: Board, K: Packed>(space: &Space<'_, P, K>) -> Vec<u32> {
    let mut starts = [0_usize; 257];
    for index in 0..space.len() {
        starts[usize::from(space.in_play(index)) + 1] += 1;
    }
    for seeds in 0..256 {
        starts[seeds + 1] += starts[seeds];
    }
    let mut order = vec![0; space.len()];
    // Ends are mostly among what was met last.
    for index in (0..space.len()).rev() {
        let place = &mut starts[usize::from(space.in_play(index))];
        order[*place] = index as u32;
        *place += 1;
    }
    order
}

/// Settles all values.
pub(super) fn settle<P: Board, K: Packed>(
    space: &Space<'_, P, K>,
    worth: &Worth,
    limits: &Limits<'_>,
    progress: &mut dyn FnMut(u32),
) -> Result<(), Exhausted> {
    let order = order(space);
    let mut places = vec![0; order.len()];
    for (place, &index) in (0..).zip(&order) {
        places[index as usize] = place;
    }
    let alike = |a: &u32, b: &u32| space.in_play(*a as usize) == space.in_play(*b as usize);
    let mut rounds = 0;
    let mut first = 0;
    for layer in order.chunk_by(alike) {
        let layer = Layer {
            space,
            worth,
            positions: layer,
            places: &places,
            first,
        };
        first += layer.positions.len();
        layer.settle(&mut || {
            rounds += 1;
            progress(rounds);
            if limits.is_over() {
                Err(Exhausted)
            } else {
                Ok(())
            }
        })?;
    }
    Ok(())
}

/// The positions with as many seeds in play.
struct Layer<'a, 'game, P: Board, K> {
    space: &'a Space<'game, P, K>,
    worth: &'a Worth,
    positions: &'a [u32],
    /// Where each position stands in the order.
    places: &'a [u32],
    /// Where the layer begins in it.
    first: usize,
}

impl<P: Board, K: Packed> Layer<'_, '_, P, K> {
    /// Looks at all positions some times, then only at those whose turns lead to what has changed.
    fn settle(&self, round: &mut dyn FnMut() -> Result<(), Exhausted>) -> Result<(), Exhausted> {
        for _ in 0..SWEEPS {
            let changed = AtomicBool::new(false);
            self.positions.par_chunks(SHARE).for_each(|share| {
                let mut any = false;
                for &index in share {
                    any |= self.relax(index);
                }
                if any {
                    changed.store(true, Ordering::Relaxed);
                }
            });
            round()?;
            if !changed.load(Ordering::Relaxed) {
                return Ok(());
            }
        }
        let origins = self.origins();
        let waiting: Vec<AtomicBool> = self
            .positions
            .iter()
            .map(|_| AtomicBool::new(true))
            .collect();
        let mut frontier = self.positions.to_vec();
        while !frontier.is_empty() {
            let changed: Vec<u32> = frontier
                .par_iter()
                .copied()
                .filter(|&index| {
                    waiting[self.place(index)].store(false, Ordering::Relaxed);
                    self.relax(index)
                })
                .collect();
            frontier = changed
                .par_iter()
                .flat_map_iter(|&index| origins.of(self.place(index)))
                .copied()
                .filter(|&origin| !waiting[self.place(origin)].swap(true, Ordering::Relaxed))
                .collect();
            round()?;
        }
        Ok(())
    }

    /// Where a position stands in the layer.
    fn place(&self, index: u32) -> usize {
        self.places[index as usize] as usize - self.first
    }

    /// Puts the best of its turns in place of a position's values; whether that changed one.
    #[inline]
    fn relax(&self, index: u32) -> bool {
        let mut any = false;
        for way in 0..self.space.values.len() {
            any |= relax(self.space, index as usize, way, self.worth);
        }
        any
    }

    /// For each position of the layer, those of the layer with a turn that leads there.
    fn origins(&self) -> Origins {
        let len = self.positions.len();
        let counts: Vec<AtomicU32> = (0..=len).map(|_| AtomicU32::new(0)).collect();
        let each = |visit: &(dyn Fn(usize, u32) + Sync)| {
            self.positions.par_iter().for_each(|&index| {
                let (_, edges, _) = self.space.turns(index as usize);
                for edge in edges {
                    let place = self.places[edge.to()] as usize;
                    // What has fewer seeds in play stands before the layer.
                    if place >= self.first {
                        visit(place - self.first, index);
                    }
                }
            });
        };
        each(&|place, _| {
            counts[place].fetch_add(1, Ordering::Relaxed);
        });
        let mut all = 0;
        for count in &counts {
            all += count.swap(all, Ordering::Relaxed);
        }
        let origins: Vec<AtomicU32> = (0..all).map(|_| AtomicU32::new(0)).collect();
        each(&|place, index| {
            let at = counts[place].fetch_add(1, Ordering::Relaxed);
            origins[at as usize].store(index, Ordering::Relaxed);
        });
        Origins {
            ends: counts.into_iter().map(AtomicU32::into_inner).collect(),
            origins: origins.into_iter().map(AtomicU32::into_inner).collect(),
        }
    }
}

/// The ways back.
struct Origins {
    /// Where the origins of each position end.
    ends: Vec<u32>,
    origins: Vec<u32>,
}

impl Origins {
    fn of(&self, place: usize) -> &[u32] {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.origins[start as usize..self.ends[place] as usize]
    }
}

/// Puts the best of its turns in place of a position's value; whether that changed it. What is the least for the
/// mover is the most for the other.
#[inline(always)]
fn relax<P: Board, K: Packed>(
    space: &Space<'_, P, K>,
    index: usize,
    way: usize,
    worth: &Worth,
) -> bool {
    let own = &space.values[way][..];
    let others = &space.values[space.values.len() - 1 - way][..];
    let (outside, edges, weights) = space.turns(index);
    let best = edges
        .iter()
        .zip(weights)
        .fold(outside, |best, (edge, &weight)| {
            let values = if edge.same_side() { own } else { others };
            let kept = values[edge.to()].load(Ordering::Relaxed);
            best.max(worth.turn(kept, edge.same_side(), weight))
        });
    let changed = own[index].load(Ordering::Relaxed) != best;
    if changed {
        own[index].store(best, Ordering::Relaxed);
    }
    changed
}
