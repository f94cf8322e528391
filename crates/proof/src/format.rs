//! The bytes of a certificate's file; `docs/proof-format.md` has them one by one.

use crate::block::MOST_POSITIONS;
use crate::claim::{Claim, Least};
use sha2::{Digest as _, Sha256};
use sow_engine::kind::GameKind;
use sow_engine::notation::parse_position;
use sow_engine::rules::Rules;
use sow_engine::side::Side;
use std::fmt::Debug;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use thiserror::Error;

/// The name's ending.
pub const EXTENSION: &str = "sowproof";

/// The first line, with the version of the format.
const FIRST_LINE: &str = "sow proof 1";

/// What every version begins with.
const FAMILY: &str = "sow proof ";

/// No header has more bytes.
const MOST_HEADER: usize = 1 << 16;

/// Bytes of the digest at the end.
const DIGEST: usize = 32;

/// The most bytes that a position with its turn takes before compression, generously.
const MOST_BYTES_EACH: u64 = 1 << 12;

/// Why a file cannot be used as a certificate.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The file system refused.
    #[error("{path} cannot be read")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Not a certificate.
    #[error("{path} is no certificate: its first line is not `{FIRST_LINE}`")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// A certificate of a later format.
    #[error("{path} is a certificate of format {version}, and this program reads format 1")]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        version: String,
    },
    /// The lines at the beginning are not as they should be.
    #[error("{path} is damaged: line {line} {what}")]
    Header {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it, to follow "line 3".
        what: String,
    },
    /// Bytes after the header are not as they should be.
    #[error("{path} is damaged: {what} (from byte {at})")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where, from 0.
        at: u64,
        /// What is wrong.
        what: String,
    },
}

/// Where a block lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) at: u64,
    pub(crate) length: usize,
    pub(crate) positions: usize,
    check: u32,
}

/// What can be read at any place.
trait Source: Read + Seek + Send {}

impl<T: Read + Seek + Send> Source for T {}

/// A certificate whose bytes are as they were written; whether what it says holds is another matter, see
/// [`crate::check`].
pub struct Certificate {
    path: PathBuf,
    claim: Claim,
    positions: u64,
    bytes: u64,
    digest: [u8; DIGEST],
    pub(crate) blocks: Vec<Place>,
    source: Mutex<Box<dyn Source>>,
}

impl Debug for Certificate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Certificate")
            .field("path", &self.path)
            .field("claim", &self.claim)
            .field("positions", &self.positions)
            .finish_non_exhaustive()
    }
}

impl Certificate {
    /// Opens a file and reads it once from beginning to end.
    ///
    /// # Errors
    /// A [`ProofError`] if it is no certificate or is damaged.
    pub fn open(path: &Path) -> Result<Self, ProofError> {
        let file = File::open(path).and_then(|file| Ok((file.metadata()?.len(), file)));
        let (length, file) = file.map_err(|source| ProofError::File {
            path: path.to_owned(),
            source,
        })?;
        Self::read(
            path,
            length,
            Box::new(BufReader::with_capacity(1 << 16, file)),
        )
    }

    /// Reads a certificate that is in memory; `path` is what errors call it.
    ///
    /// # Errors
    /// As [`Certificate::open`].
    pub fn from_bytes(path: &Path, bytes: Vec<u8>) -> Result<Self, ProofError> {
        Self::read(path, bytes.len() as u64, Box::new(Cursor::new(bytes)))
    }

    fn read(path: &Path, bytes: u64, source: Box<dyn Source>) -> Result<Self, ProofError> {
        let mut reader = Reader {
            path,
            source,
            at: 0,
            end: bytes,
            digest: Sha256::new(),
        };
        let header = reader.header()?;
        let end = (reader.at + DIGEST as u64 <= bytes).then(|| bytes - DIGEST as u64);
        reader.end = end.ok_or_else(|| reader.damaged("the digest at the end is missing"))?;
        let mut blocks = Vec::new();
        let mut positions = 0;
        for _ in 0..header.blocks {
            let place = reader.block()?;
            positions += place.positions as u64;
            blocks.push(place);
        }
        if reader.at != reader.end {
            return Err(reader.damaged("there is more than the blocks that the header counts"));
        }
        if positions != header.positions {
            let what = format!(
                "its blocks hold {positions} positions and the header says {}",
                header.positions
            );
            return Err(reader.damaged(&what));
        }
        let digest: [u8; DIGEST] = std::mem::take(&mut reader.digest).finalize().into();
        reader.end = bytes;
        if reader.take(DIGEST)? != digest {
            return Err(reader.damaged("the digest is not that of the bytes before it"));
        }
        Ok(Self {
            path: path.to_owned(),
            claim: header.claim,
            positions,
            bytes,
            digest,
            blocks,
            source: Mutex::new(reader.source),
        })
    }

    /// What it proves if it holds.
    pub fn claim(&self) -> &Claim {
        &self.claim
    }

    /// The positions for which a turn is stated.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The file's length.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The SHA-256 digest, in hexadecimal digits.
    pub fn digest(&self) -> String {
        hexadecimal(&self.digest)
    }

    /// The bytes of a block.
    pub(crate) fn block(&self, place: &Place) -> Result<Vec<u8>, ProofError> {
        let mut bytes = vec![0; place.length];
        {
            let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
            let read = source
                .seek(SeekFrom::Start(place.at))
                .and_then(|_| source.read_exact(&mut bytes));
            read.map_err(|source| ProofError::File {
                path: self.path.clone(),
                source,
            })?;
        }
        if crc32fast::hash(&bytes) != place.check {
            return Err(self.damaged(place, "the file has changed while it was read"));
        }
        Ok(bytes)
    }

    pub(crate) fn no_positions(&self, place: &Place) -> ProofError {
        self.damaged(
            place,
            "a block holds something else than positions with their turns",
        )
    }

    pub(crate) fn damaged(&self, place: &Place, what: &str) -> ProofError {
        ProofError::Damaged {
            path: self.path.clone(),
            at: place.at,
            what: what.to_owned(),
        }
    }
}

struct Header {
    claim: Claim,
    positions: u64,
    blocks: u64,
}

/// Reads a file from beginning to end.
struct Reader<'p> {
    path: &'p Path,
    source: Box<dyn Source>,
    at: u64,
    end: u64,
    digest: Sha256,
}

impl Reader<'_> {
    fn damaged(&self, what: &str) -> ProofError {
        ProofError::Damaged {
            path: self.path.to_owned(),
            at: self.at,
            what: what.to_owned(),
        }
    }

    /// The next bytes; that there are so many is looked at before memory is asked for.
    fn take(&mut self, count: usize) -> Result<Vec<u8>, ProofError> {
        if count as u64 > self.end - self.at {
            return Err(self.damaged("it was cut short"));
        }
        let mut bytes = vec![0; count];
        self.source
            .read_exact(&mut bytes)
            .map_err(|source| ProofError::File {
                path: self.path.to_owned(),
                source,
            })?;
        self.at += count as u64;
        self.digest.update(&bytes);
        Ok(bytes)
    }

    fn number(&mut self) -> Result<u32, ProofError> {
        let bytes = self.take(4)?;
        Ok(bytes
            .iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    fn block(&mut self) -> Result<Place, ProofError> {
        let (positions, length, check) = (self.number()?, self.number()?, self.number()?);
        let at = self.at;
        let positions = positions as usize;
        if positions == 0 || positions > MOST_POSITIONS {
            return Err(self.damaged("a block has no positions or too many"));
        }
        if u64::from(length) > positions as u64 * MOST_BYTES_EACH {
            return Err(self.damaged("a block has more bytes than its positions can take"));
        }
        let bytes = self.take(length as usize)?;
        if crc32fast::hash(&bytes) != check {
            self.at = at;
            return Err(self.damaged("a block does not fit its check sum"));
        }
        Ok(Place {
            at,
            length: bytes.len(),
            positions,
            check,
        })
    }

    /// The next line without its end.
    fn line(&mut self, number: usize) -> Result<String, ProofError> {
        let mut line = Vec::new();
        while self.at < self.end && self.at < MOST_HEADER as u64 {
            match self.take(1)?[..] {
                [b'\n'] => {
                    return String::from_utf8(line)
                        .map_err(|_| self.bad_line(number, "is no text".to_owned()));
                }
                ref byte => line.extend(byte),
            }
        }
        Err(self.bad_line(number, "has no end".to_owned()))
    }

    fn bad_line(&self, line: usize, what: String) -> ProofError {
        ProofError::Header {
            path: self.path.to_owned(),
            line,
            what,
        }
    }

    fn field(&mut self, line: usize, key: &str) -> Result<String, ProofError> {
        let text = self.line(line)?;
        text.strip_prefix(key)
            .and_then(|rest| rest.strip_prefix(": "))
            .map(str::to_owned)
            .ok_or_else(|| self.bad_line(line, format!("should begin with `{key}: `")))
    }

    fn header(&mut self) -> Result<Header, ProofError> {
        let foreign = ProofError::Foreign {
            path: self.path.to_owned(),
        };
        let Ok(first) = self.line(1) else {
            return Err(foreign);
        };
        if first != FIRST_LINE {
            return Err(match first.strip_prefix(FAMILY) {
                Some(version) => ProofError::Newer {
                    path: self.path.to_owned(),
                    version: version.to_owned(),
                },
                None => foreign,
            });
        }
        let position = self.field(2, "position")?;
        let rules = self.field(3, "rules")?;
        let holder = self.field(4, "holder")?;
        let least = self.field(5, "least")?;
        let positions = self.field(6, "positions")?;
        let blocks = self.field(7, "blocks")?;
        if !self.line(8)?.is_empty() {
            return Err(self.bad_line(8, "should be empty".to_owned()));
        }
        let setup = parse_position(&position)
            .map_err(|error| self.bad_line(2, format!("has no position: {error}")))?;
        let rules_line = rules;
        let rules = Rules::from_words(setup.game, rules_line.split(' '))
            .map_err(|error| self.bad_line(3, format!("has no rules: {error}")))?;
        if !names_options(&rules, &rules_line) {
            return Err(self.bad_line(3, "does not name options with their values".to_owned()));
        }
        let holder = Side::BOTH
            .into_iter()
            .find(|side| side.to_string() == holder)
            .ok_or_else(|| self.bad_line(4, "names no player".to_owned()))?;
        let least = Least::from_words(&least)
            .filter(|least| least.fits(setup.game.has_four_rows()))
            .ok_or_else(|| self.bad_line(5, "names no result of this game".to_owned()))?;
        let number = |line: usize, text: &str| {
            text.parse::<u64>()
                .map_err(|_| self.bad_line(line, "has no number".to_owned()))
        };
        let header = Header {
            positions: number(6, &positions)?,
            blocks: number(7, &blocks)?,
            claim: Claim {
                rules,
                position: setup,
                holder,
                least,
            },
        };
        // One way to write it: what else stands there was not written by those who know the format.
        let written = header_text(&header.claim, &rules_line, header.positions, header.blocks);
        let mut digest = Sha256::new();
        digest.update(written.as_bytes());
        if digest.finalize() != self.digest.clone().finalize() {
            return Err(self.bad_line(
                2,
                "and those below are not written in the one right way".to_owned(),
            ));
        }
        Ok(header)
    }
}

/// Every option with its value: a name's meaning could change.
pub(crate) fn rules_text(rules: &Rules) -> String {
    let options = rules.options();
    let words = options.keys().iter().map(|key| {
        let value = options.get(key).unwrap_or_default();
        format!("{key}={value}")
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a line names options one after another as [`rules_text`] does. Those that a game did not have yet when the
/// line was written are left out, and have their default.
fn names_options(rules: &Rules, line: &str) -> bool {
    let options = rules.options();
    let mut left = options.keys().iter();
    line.split(' ').all(|word| {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        left.any(|known| *known == key) && options.get(key).as_deref() == Some(value)
    })
}

fn header_text(claim: &Claim, rules: &str, positions: u64, blocks: u64) -> String {
    format!(
        "{FIRST_LINE}\nposition: {}\nrules: {rules}\nholder: {}\nleast: {}\npositions: {positions}\nblocks: {blocks}\n\n",
        claim.position, claim.holder, claim.least,
    )
}

/// Writes a certificate of these blocks, each with the number of its positions, and returns its digest.
///
/// # Errors
/// What writing fails with.
pub(crate) fn write(
    claim: &Claim,
    blocks: &[(usize, Vec<u8>)],
    target: &mut dyn Write,
) -> io::Result<String> {
    let mut digest = Sha256::new();
    let mut put = |bytes: &[u8], target: &mut dyn Write| {
        digest.update(bytes);
        target.write_all(bytes)
    };
    let positions: usize = blocks.iter().map(|&(positions, _)| positions).sum();
    let rules = rules_text(&claim.rules);
    let header = header_text(claim, &rules, positions as u64, blocks.len() as u64);
    put(header.as_bytes(), target)?;
    for (positions, bytes) in blocks {
        let check = crc32fast::hash(bytes);
        let mut frame = Vec::new();
        for number in [*positions as u32, bytes.len() as u32, check] {
            frame.extend(number.to_le_bytes());
        }
        put(&frame, target)?;
        put(bytes, target)?;
    }
    let digest: [u8; DIGEST] = digest.finalize().into();
    target.write_all(&digest)?;
    target.flush()?;
    Ok(hexadecimal(&digest))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether the game's rules and board allow such a claim to be written at all.
pub(crate) fn is_writable(claim: &Claim) -> bool {
    let kind: GameKind = claim.position.game;
    claim.rules.game() == kind && claim.least.fits(kind.has_four_rows())
}
