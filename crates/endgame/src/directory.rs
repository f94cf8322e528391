//! The directory of a table: its layers, and where their blocks lie.

use crate::block::most_packed;
use crate::domain::Layer;
use crate::format::{BLOCK, number};
use crate::value::{NEAR, Scale};
use std::io::{self, Read};

/// Bytes of a layer's record.
pub(crate) const RECORD: usize = 64;

/// Bytes of a block's entry.
pub(crate) const ENTRY: usize = 16;

/// Statistics of a layer, each position counted once with its player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Positions.
    pub positions: u64,
    /// Positions that the player to move wins (two rows: more is still to come for him).
    pub wins: u64,
    /// Draws (two rows: equally much is to come).
    pub draws: u64,
    /// Positions that he loses (two rows: less is to come for him).
    pub losses: u64,
    /// Positions in which both players would rather not be to move.
    pub zugzwangs: u64,
    /// The decisions of the longest win (two rows: the largest margin still to come).
    pub extreme: u16,
    /// The number of the first position with it.
    pub extreme_index: u64,
}

impl Statistics {
    /// Those of a row of values, of which the first has the number `first`; zugzwangs are not counted.
    pub(crate) fn of(scale: Scale, first: u64, values: &[i16]) -> Self {
        let mut statistics = Self {
            positions: values.len() as u64,
            ..Self::default()
        };
        for (index, &held) in (first..).zip(values) {
            let extreme = match (scale, held) {
                (_, ..=0) => 0,
                (Scale::Outcome, _) => (NEAR - held) as u16,
                (Scale::Margin, _) => held as u16,
            };
            match held {
                0 => statistics.draws += 1,
                1.. => statistics.wins += 1,
                _ => statistics.losses += 1,
            }
            if extreme > statistics.extreme {
                (statistics.extreme, statistics.extreme_index) = (extreme, index);
            }
        }
        statistics
    }

    /// Those of two rows of values, `later` of which comes after the other.
    pub(crate) const fn and(&self, later: &Self) -> Self {
        let further = later.extreme > self.extreme;
        Self {
            positions: self.positions + later.positions,
            wins: self.wins + later.wins,
            draws: self.draws + later.draws,
            losses: self.losses + later.losses,
            zugzwangs: self.zugzwangs + later.zugzwangs,
            extreme: if further { later.extreme } else { self.extreme },
            extreme_index: if further {
                later.extreme_index
            } else {
                self.extreme_index
            },
        }
    }
}

/// A layer as the directory describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LayerRecord {
    pub(crate) layer: Layer,
    /// Bytes of a distance, 0 to 2.
    pub(crate) distance_width: u8,
    pub(crate) statistics: Statistics,
    pub(crate) blocks: Vec<BlockEntry>,
}

/// Where a block lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BlockEntry {
    pub(crate) offset: u64,
    pub(crate) length: u32,
    pub(crate) checksum: u32,
}

/// Why bytes are not a layer's record.
#[derive(Debug)]
pub(crate) enum Flaw {
    /// They cannot be read.
    File(io::Error),
    /// They say what cannot be.
    Wrong(&'static str),
}

impl From<io::Error> for Flaw {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}

/// A layer's record without its blocks: how many these are follows from its positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordHead {
    pub(crate) layer: Layer,
    pub(crate) distance_width: u8,
    pub(crate) statistics: Statistics,
}

/// Bytes of the record and the entries of a layer of so many positions.
pub(crate) const fn record_length(positions: u64) -> u64 {
    RECORD as u64 + ENTRY as u64 * positions.div_ceil(BLOCK)
}

impl RecordHead {
    /// Reads the bytes of a record.
    ///
    /// # Errors
    /// What cannot be of a layer with these values, wherever its blocks are.
    pub(crate) fn read(scale: Scale, record: &[u8; RECORD]) -> Result<Self, Flaw> {
        let count = |at: usize| number(&record[8 + 8 * at..16 + 8 * at]);
        let statistics = Statistics {
            positions: count(0),
            wins: count(1),
            draws: count(2),
            losses: count(3),
            zugzwangs: count(4),
            extreme: number(&record[48..50]) as u16,
            extreme_index: count(6),
        };
        let head = Self {
            layer: Layer {
                first: record[0],
                second: record[1],
            },
            distance_width: record[2],
            statistics,
        };
        if number(&record[4..8]) != statistics.positions.div_ceil(BLOCK) {
            return Err(Flaw::Wrong("the number of a layer's blocks"));
        }
        if record[3] != 0 || number(&record[50..56]) != 0 {
            return Err(Flaw::Wrong("bytes of a layer that should be zero"));
        }
        let widths = match scale {
            Scale::Margin => 0..=0,
            Scale::Outcome => 1..=2,
        };
        if !widths.contains(&head.distance_width) {
            return Err(Flaw::Wrong("the width of a layer's distances"));
        }
        if head.counts_agree(scale) {
            Ok(head)
        } else {
            Err(Flaw::Wrong("the counts of a layer"))
        }
    }

    /// Whether its statistics can be those of one layer.
    fn counts_agree(&self, scale: Scale) -> bool {
        let Statistics {
            positions,
            wins,
            draws,
            losses,
            zugzwangs,
            extreme,
            extreme_index,
        } = self.statistics;
        let all = wins
            .checked_add(draws)
            .and_then(|sum| sum.checked_add(losses));
        let most = match scale {
            Scale::Margin => u16::from(self.layer.first),
            Scale::Outcome => NEAR as u16 - 1,
        };
        let is_there = extreme == 0 && extreme_index == 0 || wins > 0 && extreme_index < positions;
        all == Some(positions) && zugzwangs <= positions && extreme <= most && is_there
    }
}

impl LayerRecord {
    /// Appends the record and its blocks' entries, offsets moved by `shift`.
    pub(crate) fn write(&self, shift: u64, bytes: &mut Vec<u8>) {
        let statistics = &self.statistics;
        bytes.extend_from_slice(&[self.layer.first, self.layer.second, self.distance_width, 0]);
        bytes.extend_from_slice(&(self.blocks.len() as u32).to_le_bytes());
        for count in [
            statistics.positions,
            statistics.wins,
            statistics.draws,
            statistics.losses,
            statistics.zugzwangs,
        ] {
            bytes.extend_from_slice(&count.to_le_bytes());
        }
        bytes.extend_from_slice(&statistics.extreme.to_le_bytes());
        bytes.extend_from_slice(&[0; 6]);
        bytes.extend_from_slice(&statistics.extreme_index.to_le_bytes());
        for block in &self.blocks {
            bytes.extend_from_slice(&(block.offset + shift).to_le_bytes());
            bytes.extend_from_slice(&block.length.to_le_bytes());
            bytes.extend_from_slice(&block.checksum.to_le_bytes());
        }
    }

    /// Reads the record of a layer of `positions` positions and its blocks' entries. The first block begins at `next`, which
    /// is moved to where the last one ends; none ends after `end`.
    ///
    /// Entries are looked at one by one and kept only if they are right, so that a file that merely claims to be long, a
    /// hole on the disk, is refused before memory is taken for it.
    ///
    /// # Errors
    /// [`Flaw`].
    pub(crate) fn read(
        scale: Scale,
        positions: u64,
        next: &mut u64,
        end: u64,
        bytes: &mut impl Read,
    ) -> Result<Self, Flaw> {
        let mut record = [0; RECORD];
        bytes.read_exact(&mut record)?;
        let head = RecordHead::read(scale, &record)?;
        if head.statistics.positions != positions {
            return Err(Flaw::Wrong("the size of a layer"));
        }
        let mut blocks = Vec::new();
        for block in 0..positions.div_ceil(BLOCK) {
            let mut entry = [0; ENTRY];
            bytes.read_exact(&mut entry)?;
            let entry = BlockEntry {
                offset: number(&entry[..8]),
                length: number(&entry[8..12]) as u32,
                checksum: number(&entry[12..]) as u32,
            };
            let count = (positions - block * BLOCK).min(BLOCK);
            let most = most_packed(scale, head.distance_width, count);
            let length = u64::from(entry.length);
            // Blocks lie one after the other, so that no two claim the same bytes.
            if entry.offset != *next || length == 0 || length > most || length > end - *next {
                return Err(Flaw::Wrong("where its blocks lie"));
            }
            *next += length;
            blocks.push(entry);
        }
        Ok(Self {
            layer: head.layer,
            distance_width: head.distance_width,
            statistics: head.statistics,
            blocks,
        })
    }

    /// Positions of a block, the last one of the layer perhaps shorter than the others.
    pub(crate) fn block_size(&self, block: u64) -> usize {
        (self.statistics.positions - block * BLOCK).min(BLOCK) as usize
    }
}
