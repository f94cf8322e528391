//! The tables as bytes, see [`crate::checkpoint`].
//!
//! The magic, the length of a line of text and the line (what the tables are about), and for each table the words of
//! its keys and blocks of records, each block preceded by its length; a block of none ends a table. All numbers are
//! of 32 or 64 bits, little end first. The CRC-32 of everything stands at the end.

use super::ProofNumber;
use super::memory::Memory;
use crate::key::{Key, MOST_WORDS};
use crate::slots::DATA;
use crc32fast::Hasher;
use sow_engine::game::Board;
use std::io::{self, ErrorKind, Read, Write};

const MAGIC: &[u8; 8] = b"sowpns\x01\n";

/// Records written at once.
const BLOCK: usize = 4096;

/// The longest line that says what tables are about.
const LONGEST_LINE: usize = 1 << 16;

/// What is written or read, with its checksum.
struct Summed<T> {
    inner: T,
    sum: Hasher,
}

impl<T> Summed<T> {
    fn new(inner: T) -> Self {
        Self {
            inner,
            sum: Hasher::new(),
        }
    }
}

impl<T: Write> Summed<T> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.inner.write_all(bytes)
    }

    fn put_number(&mut self, number: usize) -> io::Result<()> {
        self.put(&(number as u32).to_le_bytes())
    }
}

impl<T: Read> Summed<T> {
    fn take(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.inner.read_exact(bytes).map_err(|error| {
            if error.kind() == ErrorKind::UnexpectedEof {
                damaged("it ends too early")
            } else {
                error
            }
        })?;
        self.sum.update(bytes);
        Ok(())
    }

    fn take_number(&mut self) -> io::Result<usize> {
        let mut bytes = [0; 4];
        self.take(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes) as usize)
    }
}

fn damaged(what: &str) -> io::Error {
    io::Error::new(
        ErrorKind::InvalidData,
        format!("the checkpoint is damaged: {what}"),
    )
}

impl<P: Board> ProofNumber<'_, P> {
    /// Writes down what the tables hold, as far as there is work behind it.
    pub(crate) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut out = Summed::new(out);
        let about = self.ground.about();
        out.put(MAGIC)?;
        out.put_number(about.len())?;
        out.put(about.as_bytes())?;
        for memory in self.memories() {
            save(memory, &mut out)?;
        }
        let sum = out.sum.finalize();
        out.inner.write_all(&sum.to_le_bytes())
    }

    /// Puts into the tables what was written down.
    pub(crate) fn load(&self, input: &mut dyn Read) -> io::Result<()> {
        let mut input = Summed::new(input);
        let mut magic = [0; MAGIC.len()];
        input.take(&mut magic)?;
        if magic != *MAGIC {
            return Err(io::Error::new(
                ErrorKind::InvalidData,
                "it is no checkpoint of `sow solve`, or one of another version; name another file",
            ));
        }
        let length = input.take_number()?;
        if length > LONGEST_LINE {
            return Err(damaged("its first line is too long"));
        }
        let mut about = vec![0; length];
        input.take(&mut about)?;
        let (found, here) = (String::from_utf8_lossy(&about), self.ground.about());
        if found != here {
            return Err(io::Error::new(
                ErrorKind::InvalidData,
                format!("the checkpoint is about {found}, and this question about {here}"),
            ));
        }
        for memory in self.memories() {
            load(memory, &mut input)?;
        }
        let sum = std::mem::take(&mut input.sum).finalize();
        let mut told = [0; 4];
        input.take(&mut told)?;
        if u32::from_le_bytes(told) != sum {
            return Err(damaged("its checksum is wrong"));
        }
        if input.inner.read(&mut [0])? != 0 {
            return Err(damaged("something follows its end"));
        }
        Ok(())
    }

    /// The tables: its own, and those of both sides where there are any.
    fn memories(&self) -> impl Iterator<Item = &Memory> {
        let sides = self.sides.iter().flat_map(|sides| sides.iter());
        let sides = sides.filter_map(|side| side.memory.as_ref());
        self.memory.iter().chain(sides)
    }
}

fn save(memory: &Memory, out: &mut Summed<&mut dyn Write>) -> io::Result<()> {
    let words = memory.key_words();
    out.put_number(words)?;
    let mut block = Vec::with_capacity(BLOCK * (DATA + words) * 8);
    let mut held = 0;
    let mut records = memory.worked_for();
    loop {
        let next = records.next();
        if let Some((key, data)) = &next {
            for word in data.iter().chain(&key.0[..words]) {
                block.extend(word.to_le_bytes());
            }
            held += 1;
        }
        if held == BLOCK || next.is_none() && held > 0 {
            out.put_number(held)?;
            out.put(&block)?;
            (held, block) = (0, Vec::with_capacity(block.capacity()));
        }
        if next.is_none() {
            return out.put_number(0);
        }
    }
}

fn load(memory: &Memory, input: &mut Summed<&mut dyn Read>) -> io::Result<()> {
    let words = memory.key_words();
    if input.take_number()? != words {
        return Err(damaged("its keys are of another length"));
    }
    loop {
        let held = input.take_number()?;
        if held == 0 {
            return Ok(());
        }
        if held > BLOCK {
            return Err(damaged("a block is too long"));
        }
        let mut block = vec![0; held * (DATA + words) * 8];
        input.take(&mut block)?;
        let mut numbers = block
            .as_chunks()
            .0
            .iter()
            .map(|word| u64::from_le_bytes(*word));
        let mut number = || numbers.next().unwrap_or_default();
        for _ in 0..held {
            let data = [number(), number()];
            let mut key = Key([0; MOST_WORDS]);
            for word in &mut key.0[..words] {
                *word = number();
            }
            if !memory.restore(&key, data) {
                return Err(damaged("bounds of a position exclude each other"));
            }
        }
    }
}
