//! From values in memory to the bytes of a layer, with its statistics.

use crate::anywoli;
use crate::block::pack;
use crate::directory::{BlockEntry, LayerRecord, Statistics};
use crate::domain::{Domain, Layer, Placed};
use crate::format::BLOCK;
use crate::play::{PlacedVisitor, visit};
use crate::value::{Cells, Exchange, NEAR, Scale};
use rayon::prelude::*;
use sow_engine::game::Game;
use std::io::{self, Write};
use std::ops::Range;

/// Blocks that are compressed together, so that no more than these wait to be written.
const BATCH: u64 = 256;

/// Writes the blocks of a layer; their offsets in the record count from the first one.
pub(crate) fn write_layer(
    domain: &Domain,
    layer: Layer,
    cells: &Cells,
    out: &mut impl Write,
) -> io::Result<LayerRecord> {
    let statistics = statistics(domain, layer, cells);
    let scale = domain.scale();
    let distance_width = match (scale, longest(scale, cells)) {
        (Scale::Margin, _) => 0,
        (Scale::Outcome, 0..=255) => 1,
        (Scale::Outcome, _) => 2,
    };
    let size = cells.len() as u64;
    let count = size.div_ceil(BLOCK);
    let mut blocks = Vec::with_capacity(count as usize);
    let mut offset = 0;
    for first in (0..count).step_by(BATCH as usize) {
        let packed: Vec<Vec<u8>> = (first..(first + BATCH).min(count))
            .into_par_iter()
            .map(|block| {
                let range = block * BLOCK..((block + 1) * BLOCK).min(size);
                let mut values = Vec::new();
                cells.read(range.start, (range.end - range.start) as usize, &mut values);
                pack(scale, distance_width, &values)
            })
            .collect();
        for bytes in packed {
            out.write_all(&bytes)?;
            blocks.push(BlockEntry {
                offset,
                length: bytes.len() as u32,
                checksum: crc32fast::hash(&bytes),
            });
            offset += bytes.len() as u64;
        }
    }
    Ok(LayerRecord {
        layer,
        distance_width,
        statistics,
        blocks,
    })
}

/// The longest distance of a win or loss.
fn longest(scale: Scale, cells: &Cells) -> u16 {
    if scale == Scale::Margin {
        return 0;
    }
    (0..cells.len() as u64)
        .into_par_iter()
        .map(|index| match cells.get(index) {
            0 => 0,
            held => (NEAR - held.abs()) as u16,
        })
        .max()
        .unwrap_or(0)
}

/// Positions that are counted together.
const COUNTED: u64 = 1 << 16;

/// The same where values are out of core: the more, the less often a page is fetched.
const COUNTED_OUT_OF_CORE: u64 = 1 << 21;

struct Count<'a> {
    domain: &'a Domain,
    layer: Layer,
    cells: &'a Cells,
}

fn statistics(domain: &Domain, layer: Layer, cells: &Cells) -> Statistics {
    let count = Count {
        domain,
        layer,
        cells,
    };
    visit(domain.rules, domain.columns, count)
}

impl PlacedVisitor for Count<'_> {
    type Output = Statistics;

    fn visit<P: Placed>(self, _: Box<dyn Game<P>>) -> Statistics {
        let size = self.cells.len() as u64;
        let counted = if self.cells.is_out_of_core() {
            COUNTED_OUT_OF_CORE
        } else {
            COUNTED
        };
        let parts: Vec<Statistics> = (0..size.div_ceil(counted))
            .into_par_iter()
            .map(|part| {
                let range = part * counted..((part + 1) * counted).min(size);
                self.part::<P>(range)
            })
            .collect();
        parts
            .iter()
            .fold(Statistics::default(), |all, part| all.and(part))
    }
}

impl Count<'_> {
    fn part<P: Placed>(&self, range: Range<u64>) -> Statistics {
        let scale = self.domain.scale();
        let mut values = Vec::new();
        let count = (range.end - range.start) as usize;
        self.cells.read(range.start, count, &mut values);
        let mut statistics = Statistics::of(scale, range.start, &values);
        let mut turned = anywoli::Turned::new(self.domain, self.layer, range.start);
        // The same boards with the other player to move, and what these are worth.
        let mut others = Vec::new();
        for (index, held) in range.zip(values) {
            let turned = turned.as_mut().and_then(Iterator::next);
            // To move and win is no zugzwang, whatever the other could do.
            let may_be_zugzwang = held <= 0 || scale == Scale::Margin;
            if may_be_zugzwang {
                let other = turned.or_else(|| self.domain.turned::<P>(self.layer, index));
                others.extend(other.map(|other| (other, held)));
            }
        }
        if self.cells.is_out_of_core() {
            others.sort_unstable();
        }
        let zugzwangs = others
            .iter()
            .filter(|&&(other, held)| self.is_zugzwang(other, held));
        statistics.zugzwangs = zugzwangs.count() as u64;
        statistics
    }

    /// Whether both players do worse if it is their turn than if it is not: the one who gets `held`, and the one to
    /// move in position `other`.
    fn is_zugzwang(&self, other: u64, held: i16) -> bool {
        let theirs = self.cells.get(other);
        match self.domain.scale() {
            Scale::Outcome => held.signum() + theirs.signum() < 0,
            Scale::Margin => held + theirs < 0,
        }
    }
}
