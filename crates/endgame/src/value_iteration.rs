//! Building a layer with the plain engine: all positions are looked at again and again until
//! nothing changes.
//!
//! Let every unknown position be worth what endless play is worth: a draw, or nothing to come. Putting the best of its children's
//! values in place of a position's value, over and over, makes each decided value appear and none disappear: for every
//! bound better than endless play the set of positions that reach it only grows, and likewise
//! for every bound worse. The order does not matter, values may be read while others are being put, and the end is the same, the
//! value of the game in which positions may recur. A snapshot taken at any time is a good place to go on from.
//!
//! No value ever moves back towards endless play. One that does was not put there by this build, and the layer is begun again.

use crate::build::{Interrupted, Origin, Work};
use crate::domain::{Domain, Layer, Placed};
use crate::play::{Inside, children};
use crate::value::{Cells, Change, Exchange};
use rayon::prelude::*;
use sow_engine::game::Game;
use sow_engine::turn_ends::Turns;
use std::ops::Range;

/// Positions that are worked on together.
const BLOCK: u64 = 1 << 12;

/// The children of a block's positions, kept from the first pass on.
struct Block {
    /// The best value outside the layer.
    outside: Vec<i16>,
    /// Where each position's children end in `inside`.
    ends: Vec<u32>,
    /// The children in the layer.
    inside: Vec<Kept>,
}

/// [`Inside`] in eight bytes: the index below, then the gain, the cost, and whether the same side moves.
#[derive(Clone, Copy)]
struct Kept(u64);

impl Kept {
    const INDEX: u32 = 40;

    fn new(child: Inside) -> Self {
        let gain = u64::from(child.gain as u8);
        let cost = u64::from(child.cost.min(127));
        Self(
            child.index
                | gain << Self::INDEX
                | cost << (Self::INDEX + 8)
                | u64::from(child.same_side) << (Self::INDEX + 16),
        )
    }

    #[inline(always)]
    fn child(self) -> Inside {
        Inside {
            index: self.0 & ((1 << Self::INDEX) - 1),
            gain: i16::from((self.0 >> Self::INDEX) as i8),
            cost: (self.0 >> (Self::INDEX + 8) & 0xFF) as u16,
            same_side: self.0 >> (Self::INDEX + 16) & 1 == 1,
        }
    }
}

/// Bytes that a position takes at the most likely, when its children are kept.
pub(crate) const KEPT_BYTES: u64 = 48;

/// Builds one layer.
pub(crate) fn solve<P: Placed>(
    game: &dyn Game<P>,
    domain: &Domain,
    layer: Layer,
    cells: &Cells,
    mut origin: Origin,
    keep: bool,
    work: &Work<'_>,
) -> Result<(), Interrupted> {
    let size = cells.len() as u64;
    let blocks = size.div_ceil(BLOCK);
    let range = |block: u64| block * BLOCK..((block + 1) * BLOCK).min(size);
    let expand = |block: u64| expand(game, domain, layer, range(block), work);
    let mut kept: Vec<Option<Block>> = (0..if keep { blocks } else { 0 }).map(|_| None).collect();
    loop {
        let change = Change::default();
        let pass = |block: u64, children: &Block| {
            relax(domain, cells, range(block).start, children, &change);
            work.advance(range(block).end - range(block).start);
        };
        work.begin_pass(size);
        if keep {
            kept.par_iter_mut().enumerate().for_each(|(block, place)| {
                if !work.stops() {
                    let children = place.get_or_insert_with(|| expand(block as u64));
                    pass(block as u64, children);
                }
            });
        } else {
            (0..blocks).into_par_iter().for_each(|block| {
                if !work.stops() {
                    pass(block, &expand(block));
                }
            });
        }
        if change.is_back() && origin == Origin::Saved {
            origin = Origin::Nothing;
            cells.forget();
            continue;
        }
        work.end_pass(cells)?;
        if !change.any() {
            return Ok(());
        }
    }
}

/// Plays all turns of a block's positions.
fn expand<P: Placed>(
    game: &dyn Game<P>,
    domain: &Domain,
    layer: Layer,
    range: Range<u64>,
    work: &Work<'_>,
) -> Block {
    let mut turns = Turns::new();
    let mut block = Block {
        outside: Vec::with_capacity(BLOCK as usize),
        ends: Vec::with_capacity(BLOCK as usize),
        inside: Vec::new(),
    };
    for index in range {
        let position: P = domain.place(layer, index);
        let outside = children(
            game,
            domain,
            layer,
            &position,
            &mut turns,
            &|layer, index| work.known(layer, index),
            |child| block.inside.push(Kept::new(child)),
        );
        block.outside.push(outside);
        block.ends.push(block.inside.len() as u32);
    }
    block.inside.shrink_to_fit();
    block
}

/// Puts the best of its children in place of every value.
fn relax(domain: &Domain, cells: &Cells, first: u64, block: &Block, change: &Change) {
    let scale = domain.scale();
    let mut start = 0;
    for ((index, &outside), &end) in (first..).zip(&block.outside).zip(&block.ends) {
        let inside = &block.inside[start..end as usize];
        start = end as usize;
        let best = inside.iter().fold(outside, |best, &kept| {
            let child = kept.child();
            let value = cells.get(child.index);
            best.max(scale.child(value, child.same_side, child.cost, child.gain))
        });
        let before = cells.get(index);
        if best != before {
            change.note(before, best);
            cells.put(index, best);
        }
    }
}
