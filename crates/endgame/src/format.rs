//! The bytes of a table file; `docs/table-format.md` has them one by one.

use crate::value::Scale;
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

/// How blocks are compressed: DEFLATE without a header (RFC 1951).
const DEFLATE: u8 = 1;

/// No table has more layers: those of Nsolo are pairs of numbers of stones, at most a hundred together.
const MOST_LAYERS: u32 = 2500;

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

    pub(crate) fn damaged(path: &Path, part: impl Into<String>) -> Self {
        Self::Damaged {
            path: path.to_owned(),
            part: part.into(),
        }
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

const fn game_number(game: GameKind) -> u8 {
    match game {
        GameKind::Omweso => 1,
        GameKind::Owela => 2,
        GameKind::Nsolo => 3,
        GameKind::BaoKingulu => 4,
        GameKind::Anywoli => 5,
    }
}

/// A number from its bytes, the lowest first.
pub(crate) fn number(bytes: &[u8]) -> u64 {
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
        let damaged = |part: &str| TableError::damaged(path, part);
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
        let start = (HEADER + header.rules.len()) as u64;
        let understood = bytes[13] == DEFLATE
            && number(&bytes[20..24]) == BLOCK
            && number(&bytes[52..60]) == 0
            && (1..=MOST_LAYERS).contains(&header.layers)
            && header.scale == Scale::of(header.game)
            && header.game.columns().contains(&usize::from(header.columns))
            && header.directory_offset >= start
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
