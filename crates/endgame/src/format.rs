//! The bytes of a table file; `docs/table-format.md` has them one by one.

use crate::domain::Layer;
use crate::value::{NEAR, Scale};
use sow_engine::kind::GameKind;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The first bytes of every table.
pub(crate) const MAGIC: &[u8; 8] = b"sowtable";

/// The version of the format that this program writes, and the newest that it reads.
pub(crate) const VERSION: u16 = 1;

/// The name's ending.
pub const EXTENSION: &str = "sowtable";

/// Positions of a block.
pub(crate) const BLOCK: u64 = 1 << 15;

/// Bytes before the rules.
pub(crate) const HEADER: usize = 64;

/// Bytes of a layer's record.
pub(crate) const RECORD: usize = 64;

/// Bytes of a block's entry.
pub(crate) const ENTRY: usize = 16;

/// How blocks are compressed: DEFLATE without a header (RFC 1951).
const DEFLATE: u8 = 1;

/// The level of compression: higher ones gain little here.
const LEVEL: u8 = 6;

/// No table has more layers.
const MOST_LAYERS: u32 = 1 << 16;

/// Why a table cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file system refused.
    #[error("{path} cannot be used")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Not a table.
    #[error("{path} is not an endgame table")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A table of a later format.
    #[error(
        "{path} is a table of format {version}, and this program reads formats up to {VERSION}"
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        version: u16,
    },
    /// Shorter or longer than it should be.
    #[error("{path} has {found} bytes and should have {expected}: it was cut short or has grown")]
    Length {
        /// The file.
        path: PathBuf,
        /// Its bytes.
        found: u64,
        /// The bytes that it should have.
        expected: u64,
    },
    /// Another build works there.
    #[error("{path} belongs to a build that is running; wait for it, or build in another folder")]
    Busy {
        /// The folder of the build.
        path: PathBuf,
    },
    /// The folder of a build holds what no build has put there.
    #[error(
        "{path} holds `{name}`, which no build has written; move it away, or build in another folder"
    )]
    Occupied {
        /// The folder of the build.
        path: PathBuf,
        /// What is there.
        name: String,
    },
    /// A file cannot be written.
    #[error(transparent)]
    Unwritten(#[from] sow_files::FileError),
    /// Changed since it was written.
    #[error("{path} is damaged ({part}); delete it and build it again")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where.
        part: String,
    },
}

impl TableError {
    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        |source| Self::File { path, source }
    }
}

/// What stands before the blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) game: GameKind,
    pub(crate) columns: u8,
    pub(crate) scale: Scale,
    pub(crate) rules: String,
    pub(crate) layers: u32,
    pub(crate) directory_offset: u64,
    pub(crate) directory_length: u64,
    pub(crate) file_length: u64,
    pub(crate) directory_checksum: u32,
}

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

const fn game_number(game: GameKind) -> u8 {
    match game {
        GameKind::Omweso => 1,
        GameKind::Owela => 2,
        GameKind::Nsolo => 3,
        GameKind::BaoKingulu => 4,
        GameKind::Anywoli => 5,
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u64::from(byte))
}

impl Header {
    /// The header and the rules that follow it.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + self.rules.len());
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.push(game_number(self.game));
        bytes.push(self.columns);
        bytes.push(match self.scale {
            Scale::Outcome => 1,
            Scale::Margin => 2,
        });
        bytes.push(DEFLATE);
        bytes.extend_from_slice(&(self.rules.len() as u16).to_le_bytes());
        bytes.extend_from_slice(&self.layers.to_le_bytes());
        bytes.extend_from_slice(&(BLOCK as u32).to_le_bytes());
        bytes.extend_from_slice(&self.directory_offset.to_le_bytes());
        bytes.extend_from_slice(&self.directory_length.to_le_bytes());
        bytes.extend_from_slice(&self.file_length.to_le_bytes());
        bytes.extend_from_slice(&self.directory_checksum.to_le_bytes());
        bytes.extend_from_slice(&[0; 8]);
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&bytes);
        checksum.update(self.rules.as_bytes());
        bytes.extend_from_slice(&checksum.finalize().to_le_bytes());
        bytes.extend_from_slice(self.rules.as_bytes());
        bytes
    }

    /// Reads a header and the rules after it; `rest` is asked for the bytes after the header.
    pub(crate) fn from_bytes(
        path: &Path,
        bytes: &[u8],
        rest: impl FnOnce(usize) -> io::Result<Vec<u8>>,
    ) -> Result<Self, TableError> {
        let owned = || path.to_owned();
        if bytes.get(..8) != Some(MAGIC.as_slice()) {
            return Err(TableError::Foreign { path: owned() });
        }
        let damaged = |part: &str| TableError::Damaged {
            path: path.to_owned(),
            part: part.to_owned(),
        };
        if bytes.len() >= 10 {
            let version = number(&bytes[8..10]) as u16;
            if version > VERSION {
                return Err(TableError::Newer {
                    path: owned(),
                    version,
                });
            }
        }
        if bytes.len() < HEADER {
            return Err(TableError::Length {
                path: owned(),
                found: bytes.len() as u64,
                expected: HEADER as u64,
            });
        }
        let rules = rest(number(&bytes[14..16]) as usize).map_err(|_| damaged("its rules"))?;
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&bytes[..HEADER - 4]);
        checksum.update(&rules);
        if u64::from(checksum.finalize()) != number(&bytes[HEADER - 4..]) {
            return Err(damaged("its header"));
        }
        let header = Self {
            game: GameKind::ALL
                .into_iter()
                .find(|&game| game_number(game) == bytes[10])
                .ok_or_else(|| damaged("its game"))?,
            columns: bytes[11],
            scale: match bytes[12] {
                1 => Scale::Outcome,
                2 => Scale::Margin,
                _ => return Err(damaged("its scale")),
            },
            rules: String::from_utf8(rules).map_err(|_| damaged("its rules"))?,
            layers: number(&bytes[16..20]) as u32,
            directory_offset: number(&bytes[24..32]),
            directory_length: number(&bytes[32..40]),
            file_length: number(&bytes[40..48]),
            directory_checksum: number(&bytes[48..52]) as u32,
        };
        let understood = bytes[13] == DEFLATE
            && number(&bytes[20..24]) == BLOCK
            && header.layers <= MOST_LAYERS
            && header.scale == Scale::of(header.game)
            && header.game.columns().contains(&usize::from(header.columns))
            && header
                .directory_offset
                .checked_add(header.directory_length)
                .is_some_and(|end| end == header.file_length);
        if understood {
            Ok(header)
        } else {
            Err(damaged("its header"))
        }
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

    /// Reads a record from the beginning of `bytes`, which it moves on. `None` if they do not hold one.
    pub(crate) fn read(bytes: &mut &[u8]) -> Option<Self> {
        let (record, mut rest) = bytes.split_at_checked(RECORD)?;
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
        let expected = number(&record[4..8]);
        if record[2] > 2 || expected != statistics.positions.div_ceil(BLOCK) {
            return None;
        }
        let mut blocks = Vec::new();
        for _ in 0..expected {
            let (entry, after) = rest.split_at_checked(ENTRY)?;
            blocks.push(BlockEntry {
                offset: number(&entry[..8]),
                length: number(&entry[8..12]) as u32,
                checksum: number(&entry[12..]) as u32,
            });
            rest = after;
        }
        *bytes = rest;
        Some(Self {
            layer: Layer {
                first: record[0],
                second: record[1],
            },
            distance_width: record[2],
            statistics,
            blocks,
        })
    }
}

/// Compresses the values of a block.
pub(crate) fn pack(scale: Scale, distance_width: u8, values: &[i16]) -> Vec<u8> {
    let compress = |plane: &[u8]| miniz_oxide::deflate::compress_to_vec(plane, LEVEL);
    if scale == Scale::Margin {
        let margins: Vec<u8> = values.iter().map(|&margin| margin as u8).collect();
        return compress(&margins);
    }
    let mut outcomes = vec![0_u8; values.len().div_ceil(4)];
    let mut distances = Vec::with_capacity(values.len() * usize::from(distance_width));
    // A draw has no distance: whatever compresses best stands there.
    let mut distance = 0_u16;
    for (at, &held) in values.iter().enumerate() {
        let code = match held {
            0 => 0,
            1.. => 1,
            _ => 2,
        };
        outcomes[at / 4] |= code << (2 * (at % 4));
        if held != 0 {
            distance = (NEAR - held.abs()) as u16;
        }
        distances.extend_from_slice(&distance.to_le_bytes()[..usize::from(distance_width)]);
    }
    let outcomes = compress(&outcomes);
    let mut bytes = (outcomes.len() as u32).to_le_bytes().to_vec();
    bytes.extend_from_slice(&outcomes);
    bytes.extend_from_slice(&compress(&distances));
    bytes
}

/// The `count` values of a block, `None` if the bytes do not hold as many.
pub(crate) fn unpack(
    scale: Scale,
    distance_width: u8,
    bytes: &[u8],
    count: usize,
) -> Option<Vec<i16>> {
    let plain = |bytes: &[u8], length: usize| {
        miniz_oxide::inflate::decompress_to_vec_with_limit(bytes, length)
            .ok()
            .filter(|plane| plane.len() == length)
    };
    if scale == Scale::Margin {
        let margins = plain(bytes, count)?;
        return Some(
            margins
                .into_iter()
                .map(|byte| i16::from(byte as i8))
                .collect(),
        );
    }
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let (outcomes, distances) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let outcomes = plain(outcomes, count.div_ceil(4))?;
    let width = usize::from(distance_width);
    let distances = plain(distances, count * width)?;
    (0..count)
        .map(|at| {
            let distance = number(&distances[at * width..(at + 1) * width]) as i16;
            match outcomes[at / 4] >> (2 * (at % 4)) & 3 {
                0 => Some(0),
                1 => Some(NEAR - distance),
                2 => Some(distance - NEAR),
                _ => None,
            }
        })
        .collect()
}
