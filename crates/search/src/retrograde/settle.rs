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
use super::space::{Exhausted, Space, is_over};
use crate::limits::Limits;
use rayon::prelude::*;
use sow_engine::game::Game;
use std::sync::atomic::{AtomicBool, Ordering};

/// Positions that a thread looks at together.
const SHARE: usize = 1 << 12;

/// The numbers of all positions, those with the fewest seeds in play first.
fn order<G: Game, K: Packed>(space: &Space<'_, G, K>) -> Vec<u32> {
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
pub(super) fn settle<G: Game, K: Packed>(
    space: &Space<'_, G, K>,
    worth: &Worth,
    limits: &Limits<'_>,
    progress: &mut dyn FnMut(u32),
) -> Result<(), Exhausted> {
    let order = order(space);
    let alike = |a: &u32, b: &u32| space.in_play(*a as usize) == space.in_play(*b as usize);
    let ways = space.values.len();
    let mut passes = 0;
    for layer in order.chunk_by(alike) {
        loop {
            let changed = AtomicBool::new(false);
            layer.par_chunks(SHARE).for_each(|share| {
                let mut any = false;
                for &index in share {
                    for way in 0..ways {
                        any |= relax(space, index as usize, way, worth);
                    }
                }
                if any {
                    changed.store(true, Ordering::Relaxed);
                }
            });
            passes += 1;
            progress(passes);
            if is_over(limits) {
                return Err(Exhausted);
            }
            if !changed.load(Ordering::Relaxed) {
                break;
            }
        }
    }
    Ok(())
}

/// Puts the best of its turns in place of a position's value; whether that changed it. What is the least for the
/// mover is the most for the other.
#[inline(always)]
fn relax<G: Game, K: Packed>(
    space: &Space<'_, G, K>,
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
