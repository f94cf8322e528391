//! Parts of files, read with their checksums.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

/// A part of a file, read from its beginning to its end.
#[derive(Debug)]
pub(crate) struct Part<'a> {
    file: &'a File,
    next: u64,
    end: u64,
}

impl<'a> Part<'a> {
    /// The bytes from `start` on, `length` of them at the most.
    pub(crate) const fn new(file: &'a File, start: u64, length: u64) -> Self {
        Self {
            file,
            next: start,
            end: start.saturating_add(length),
        }
    }
}

impl io::Read for Part<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.end - self.next).unwrap_or(usize::MAX);
        let length = into.len().min(left);
        let read = self.file.read_at(&mut into[..length], self.next)?;
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
