//! What tables are read from, and parts of it with their checksums.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

/// The bytes of a table.
#[derive(Debug)]
pub(crate) enum Source {
    /// In a file, by positioned reads.
    File(File),
    /// In memory.
    Bytes(Cow<'static, [u8]>),
}

impl Source {
    /// How many there are.
    pub(crate) fn length(&self) -> io::Result<u64> {
        match self {
            Self::File(file) => Ok(file.metadata()?.len()),
            Self::Bytes(bytes) => Ok(bytes.len() as u64),
        }
    }

    /// Fills `into`.
    pub(crate) fn read_exact_at(&self, into: &mut [u8], offset: u64) -> io::Result<()> {
        match self {
            Self::File(file) => file.read_exact_at(into, offset),
            Self::Bytes(_) => {
                let length = self.read_some(into, offset)?;
                if length < into.len() {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                Ok(())
            }
        }
    }
}

/// What can be read from any place.
pub(crate) trait Positioned {
    /// Reads some bytes from a place on, none from the end on.
    fn read_some(&self, into: &mut [u8], offset: u64) -> io::Result<usize>;
}

impl Positioned for File {
    fn read_some(&self, into: &mut [u8], offset: u64) -> io::Result<usize> {
        self.read_at(into, offset)
    }
}

impl Positioned for Source {
    fn read_some(&self, into: &mut [u8], offset: u64) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read_at(into, offset),
            Self::Bytes(bytes) => {
                let start = usize::try_from(offset).unwrap_or(usize::MAX);
                let rest = bytes.get(start..).unwrap_or_default();
                let length = into.len().min(rest.len());
                into[..length].copy_from_slice(&rest[..length]);
                Ok(length)
            }
        }
    }
}

/// A part of a source, read from its beginning to its end.
#[derive(Debug)]
pub(crate) struct Part<'a, S> {
    source: &'a S,
    next: u64,
    end: u64,
}

impl<'a, S> Part<'a, S> {
    /// The bytes from `start` on, `length` of them at the most.
    pub(crate) const fn new(source: &'a S, start: u64, length: u64) -> Self {
        Self {
            source,
            next: start,
            end: start.saturating_add(length),
        }
    }
}

impl<S: Positioned> io::Read for Part<'_, S> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.end - self.next).unwrap_or(usize::MAX);
        let length = into.len().min(left);
        let read = self.source.read_some(&mut into[..length], self.next)?;
        self.next += read as u64;
        Ok(read)
    }
}

/// Bytes with the checksum of all that were read.
#[derive(Debug)]
pub(crate) struct Summed<R> {
    bytes: R,
    sum: crc32fast::Hasher,
}

impl<R> Summed<R> {
    pub(crate) fn new(bytes: R) -> Self {
        Self {
            bytes,
            sum: crc32fast::Hasher::new(),
        }
    }

    /// The CRC-32 of what was read.
    pub(crate) fn checksum(self) -> u32 {
        self.sum.finalize()
    }
}

impl<R: io::Read> io::Read for Summed<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(into)?;
        self.sum.update(&into[..read]);
        Ok(read)
    }
}
