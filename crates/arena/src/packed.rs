//! Records in few bytes: a turn is mostly one of them. `docs/game-format.md` has the format.
//!
//! Packing and unpacking know nothing of the rules: what was packed is unpacked to the same records, legal or not.

use sow_engine::notation::{Outcome, Record};
use std::fmt::Write as _;
use thiserror::Error;

/// What a file of packed records begins with: a name and the version of the format.
pub const HEAD: [u8; 12] = *b"sowgames\x01\0\0\0";

/// The name in [`HEAD`], which is the same for all versions.
pub const NAME: &[u8] = b"sowgames";

/// Games that those who write many put into one block.
pub const GAMES: usize = 128;

/// The most bytes of the headers of a game, its number left out.
const LONGEST_HEADING: usize = 1 << 14;

/// The most bytes of a word.
const LONGEST_WORD: usize = 10_000;

/// The most bytes of a block, what tells its length left out.
const LONGEST_BLOCK: usize = 1 << 26;

/// The most bytes of the text that a block stands for.
const LONGEST_TEXT: usize = 1 << 28;

/// Pits of a row.
const ROW: u8 = 36;

/// Codes of what follows a pit, and of words without one.
mod code {
    /// `<`, `>`, `=`, `*` and `+`.
    pub(super) const MARKS: [(u8, u8); 5] = [
        (b'<', 128),
        (b'>', 129),
        (b'=', 130),
        (b'*', 131),
        (b'+', 132),
    ];
    /// A bonus of one stone; a pit follows.
    pub(super) const STRIP: u8 = 133;
    /// A bonus with its number; a pit and the number follow.
    pub(super) const STRIPS: u8 = 134;
    pub(super) const PASS: u8 = 135;
    pub(super) const STOP: u8 = 136;
    /// Any other word: its length and its bytes follow.
    pub(super) const WORD: u8 = 255;
}

/// Why records cannot be packed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PackError {
    /// The headers of a game are too long.
    #[error(
        "the headers of a game have {0} bytes, and a packed game can have {LONGEST_HEADING}; write the games as text"
    )]
    Heading(usize),
    /// A header is not one line.
    #[error("the header `{0}` cannot be packed; write the games as text")]
    Header(String),
    /// A move is too long.
    #[error(
        "a move has {0} bytes, and a packed game can have {LONGEST_WORD} in one; write the games as text"
    )]
    Word(usize),
}

/// Why bytes are no packed records.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PackedError {
    /// It begins with something else.
    #[error("this is no file of packed games")]
    Foreign,
    /// A later program wrote it.
    #[error(
        "these games are packed in version {0} of the format, and this program knows version 1; a later one reads them"
    )]
    Version(u32),
    /// A block does not say what its checksum says.
    #[error("byte {at}: the block of games that begins here is damaged ({why})")]
    Block {
        /// Where the block begins.
        at: usize,
        /// What is wrong.
        why: &'static str,
    },
    /// It ends within a block.
    #[error(
        "byte {at}: the file ends within the block of games that begins here; what stands before it is whole"
    )]
    Torn {
        /// Where the block begins.
        at: usize,
    },
}

/// A block in the making.
#[derive(Clone, Debug, Default)]
pub struct Packer {
    headings: Vec<String>,
    games: Vec<u8>,
    count: usize,
}

impl Packer {
    /// Nothing packed yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Games packed so far.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Adds a record.
    ///
    /// # Errors
    /// If it is not of the kind that can be packed; nothing has been added then.
    pub fn add(&mut self, record: &Record) -> Result<(), PackError> {
        let headers = record.headers.iter();
        let headers = headers.map(|(key, value)| (key.as_str(), value.as_str()));
        let moves = record.moves.iter().map(|played| played.text.as_str());
        self.add_parts(headers, moves, record.result)
    }

    /// Adds a record by its headers, its moves and its result.
    ///
    /// # Errors
    /// As [`Packer::add`].
    pub fn add_parts<'a>(
        &mut self,
        headers: impl Iterator<Item = (&'a str, &'a str)>,
        moves: impl Iterator<Item = &'a str>,
        result: Option<Outcome>,
    ) -> Result<(), PackError> {
        let mut heading = String::new();
        // A number that stands last and is written as numbers are is no part of the heading, which many games share.
        let mut number = None;
        for (key, value) in headers {
            if let Some(number) = number.take() {
                let _ = writeln!(heading, "number: {number}");
            }
            if is_broken(key) || is_broken(value) {
                return Err(PackError::Header(key.to_owned()));
            }
            match value.parse::<u64>() {
                Ok(found) if key == "number" && found > 0 && found.to_string() == value => {
                    number = Some(found);
                }
                _ => {
                    let _ = writeln!(heading, "{key}: {value}");
                }
            }
        }
        if heading.len() > LONGEST_HEADING {
            return Err(PackError::Heading(heading.len()));
        }
        let mut words = Vec::new();
        let mut count = 0;
        for word in moves {
            if word.len() > LONGEST_WORD {
                return Err(PackError::Word(word.len()));
            }
            pack_word(word, &mut words);
            count += 1;
        }
        // The last game's heading is most likely to be this one's.
        let known = self.headings.iter().rposition(|known| *known == heading);
        let place = known.unwrap_or_else(|| {
            self.headings.push(heading);
            self.headings.len() - 1
        });
        let games = &mut self.games;
        put(games, place as u64);
        put(games, number.unwrap_or(0));
        let result =
            result.and_then(|result| Outcome::ALL.iter().position(|known| *known == result));
        games.push(result.map_or(Outcome::ALL.len() as u8, |place| place as u8));
        put(games, count);
        games.extend_from_slice(&words);
        self.count += 1;
        Ok(())
    }

    /// Whether no more games should be added to this block.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.count >= GAMES || self.games.len() > LONGEST_BLOCK / 8
    }

    /// The block, and room for the next one; no bytes if it has no games.
    #[must_use]
    pub fn finish(&mut self) -> Vec<u8> {
        let Self {
            headings,
            games,
            count,
        } = std::mem::take(self);
        if count == 0 {
            return Vec::new();
        }
        let mut payload = Vec::with_capacity(games.len() + 1024);
        put(&mut payload, count as u64);
        put(&mut payload, headings.len() as u64);
        for heading in &headings {
            put(&mut payload, heading.len() as u64);
            payload.extend_from_slice(heading.as_bytes());
        }
        payload.extend_from_slice(&games);
        let mut block = Vec::with_capacity(payload.len() + 8);
        block.extend_from_slice(&(payload.len() as u32).to_le_bytes());
        block.extend_from_slice(&crc32fast::hash(&payload).to_le_bytes());
        block.extend_from_slice(&payload);
        block
    }
}

/// Whether a header would not be read back as it is.
fn is_broken(text: &str) -> bool {
    text.trim() != text || text.contains(['\n', '\r'])
}

/// Adds a number, seven bits a byte, the lowest first.
fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Adds a move.
fn pack_word(word: &str, bytes: &mut Vec<u8>) {
    let begun = bytes.len();
    if pack_plain(word.as_bytes(), bytes).is_some() {
        return;
    }
    bytes.truncate(begun);
    bytes.push(code::WORD);
    put(bytes, word.len() as u64);
    bytes.extend_from_slice(word.as_bytes());
}

/// Adds a move of the kind that the program writes; `None` for others, when nonsense may have been added.
fn pack_plain(mut word: &[u8], bytes: &mut Vec<u8>) -> Option<()> {
    let mut strips = false;
    loop {
        match word {
            [b'p', b'a', b's', b's', rest @ ..] => {
                bytes.push(code::PASS);
                word = rest;
            }
            [b's', b't', b'o', b'p', rest @ ..] => {
                bytes.push(code::STOP);
                word = rest;
            }
            _ => bytes.push(take_pit(&mut word)?),
        }
        loop {
            let (&mark, rest) = match word.split_first() {
                Some(split) => split,
                None => return Some(()),
            };
            word = rest;
            if mark == if strips { b',' } else { b':' } {
                strips = true;
                let place = bytes.len();
                bytes.push(code::STRIP);
                bytes.push(take_pit(&mut word)?);
                if let [b'x', rest @ ..] = word {
                    word = rest;
                    bytes[place] = code::STRIPS;
                    bytes.push(u8::try_from(take_number(&mut word)?).ok()?);
                }
                continue;
            }
            let known = code::MARKS.iter().find(|(known, _)| *known == mark);
            let &(_, code) = known?;
            bytes.push(code);
            if mark == b'+' {
                strips = false;
                break;
            }
        }
    }
}

fn take_pit(word: &mut &[u8]) -> Option<u8> {
    let row = match word.first()? {
        b'b' => 0,
        b'f' => 1,
        _ => 2,
    };
    if row < 2 {
        *word = &word[1..];
    }
    let number = take_number(word)?;
    let number = u8::try_from(number).ok().filter(|number| *number <= ROW)?;
    Some(row * ROW + number - 1)
}

/// A number from 1 as the program writes it.
fn take_number(word: &mut &[u8]) -> Option<u32> {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit());
    let length = digits.count();
    if length == 0 || length > 3 || word[0] == b'0' {
        return None;
    }
    let (digits, rest) = word.split_at(length);
    *word = rest;
    let digits = digits.iter();
    Some(digits.fold(0, |number, digit| 10 * number + u32::from(digit - b'0')))
}

/// A block of packed records in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Where it begins.
    pub at: usize,
    /// Where the next one begins.
    pub end: usize,
    /// The games, as text.
    pub text: String,
    /// How many they are.
    pub games: usize,
}

/// The blocks of a file of packed records, each or what is wrong with it; nothing follows an error.
///
/// # Errors
/// If it is no such file, or of a version that this program does not know.
pub fn blocks(bytes: &[u8]) -> Result<Blocks<'_>, PackedError> {
    if !bytes.starts_with(NAME) {
        return Err(PackedError::Foreign);
    }
    let Some(version) = bytes[NAME.len()..].first_chunk::<4>() else {
        return Err(PackedError::Torn { at: 0 });
    };
    match u32::from_le_bytes(*version) {
        1 => Ok(Blocks {
            bytes,
            at: HEAD.len(),
        }),
        other => Err(PackedError::Version(other)),
    }
}

/// See [`blocks`].
#[derive(Clone, Debug)]
pub struct Blocks<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Iterator for Blocks<'_> {
    type Item = Result<Block, PackedError>;

    fn next(&mut self) -> Option<Self::Item> {
        let at = self.at;
        let left = &self.bytes[at..];
        if left.is_empty() {
            return None;
        }
        let block = self.read(at, left);
        if block.is_err() {
            self.at = self.bytes.len();
        }
        Some(block)
    }
}

impl Blocks<'_> {
    fn read(&mut self, at: usize, left: &[u8]) -> Result<Block, PackedError> {
        let torn = PackedError::Torn { at };
        let damaged = |why| PackedError::Block { at, why };
        let (length, left) = left.split_first_chunk::<4>().ok_or(torn.clone())?;
        let length = u32::from_le_bytes(*length) as usize;
        if length > LONGEST_BLOCK {
            return Err(damaged("it would be longer than blocks are"));
        }
        let (sum, left) = left.split_first_chunk::<4>().ok_or(torn.clone())?;
        let payload = left.get(..length).ok_or(torn)?;
        if crc32fast::hash(payload) != u32::from_le_bytes(*sum) {
            return Err(damaged("its checksum is another"));
        }
        let mut reader = Reader(payload);
        let (text, games) = reader.games().map_err(damaged)?;
        self.at = at + 8 + length;
        let end = self.at;
        Ok(Block {
            at,
            end,
            text,
            games,
        })
    }
}

/// The text of a file of packed records.
///
/// # Errors
/// A [`PackedError`] with the place.
pub fn unpack(bytes: &[u8]) -> Result<String, PackedError> {
    let mut text = String::new();
    for block in blocks(bytes)? {
        text += &block?.text;
    }
    Ok(text)
}

/// What is left of a block.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn games(&mut self) -> Result<(String, usize), &'static str> {
        let count = self.size()?;
        let headings = self.size()?;
        if count == 0 || headings == 0 {
            return Err("it holds no game");
        }
        // Each takes a byte or more.
        if count > self.0.len() || headings > self.0.len() {
            return Err("it is too short for its games");
        }
        let headings: Vec<&str> = (0..headings)
            .map(|_| self.heading())
            .collect::<Result<_, _>>()?;
        let mut text = String::new();
        for _ in 0..count {
            self.game(&headings, &mut text)?;
            if text.len() > LONGEST_TEXT {
                return Err("its games are longer than games are");
            }
        }
        if !self.0.is_empty() {
            return Err("something follows its games");
        }
        Ok((text, count))
    }

    fn heading(&mut self) -> Result<&'a str, &'static str> {
        let length = self.size()?;
        if length > LONGEST_HEADING {
            return Err("the headers of a game are too long");
        }
        let text = std::str::from_utf8(self.take(length)?).map_err(|_| "a header is no text")?;
        let is_header = |line: &str| {
            line.ends_with('\n')
                && line.trim_end_matches('\n').contains(": ")
                && !line.contains('\r')
        };
        if !text.split_inclusive('\n').all(is_header) {
            return Err("a header is no header");
        }
        Ok(text)
    }

    fn game(&mut self, headings: &[&str], text: &mut String) -> Result<(), &'static str> {
        let place = self.size()?;
        let heading = headings.get(place).ok_or("a game has no headers")?;
        *text += heading;
        let number = self.number()?;
        if number > 0 {
            let _ = writeln!(text, "number: {number}");
        }
        let result = match self.byte()? as usize {
            none if none == Outcome::ALL.len() => None,
            place => Some(*Outcome::ALL.get(place).ok_or("a game has no such result")?),
        };
        let words = self.size()?;
        if words > self.0.len() {
            return Err("it is too short for its moves");
        }
        let mut width = 0;
        let mut word = String::new();
        let mut add = |word: &str| {
            // The lines of a record.
            if width > 0 && width + word.len() >= 80 {
                text.push('\n');
                width = 0;
            }
            if width > 0 {
                text.push(' ');
                width += 1;
            }
            *text += word;
            width += word.len();
        };
        for _ in 0..words {
            word.clear();
            self.word(&mut word)?;
            add(&word);
        }
        if let Some(result) = result {
            add(result.token());
        }
        *text += "\n\n";
        Ok(())
    }

    fn word(&mut self, word: &mut String) -> Result<(), &'static str> {
        if self.0.first() == Some(&code::WORD) {
            self.0 = &self.0[1..];
            let length = self.size()?;
            if length == 0 || length > LONGEST_WORD {
                return Err("a move is longer than moves are");
            }
            let found = std::str::from_utf8(self.take(length)?).map_err(|_| "a move is no text")?;
            let ends = |letter: char| letter.is_whitespace() || letter == '#';
            if found.contains(ends) {
                return Err("a move is no move");
            }
            *word += found;
            return Ok(());
        }
        let mut strips = false;
        loop {
            match self.byte()? {
                code::PASS => *word += "pass",
                code::STOP => *word += "stop",
                pit => push_pit(pit, word)?,
            }
            loop {
                let Some(&next) = self.0.first() else {
                    return Ok(());
                };
                match next {
                    code::STRIP | code::STRIPS => {
                        self.0 = &self.0[1..];
                        word.push(if strips { ',' } else { ':' });
                        strips = true;
                        push_pit(self.byte()?, word)?;
                        if next == code::STRIPS {
                            let _ = write!(word, "x{}", self.byte()?);
                        }
                    }
                    _ => {
                        let known = code::MARKS.iter().find(|(_, code)| *code == next);
                        let Some(&(mark, _)) = known else {
                            // The next word begins.
                            return Ok(());
                        };
                        self.0 = &self.0[1..];
                        word.push(char::from(mark));
                        if mark == b'+' {
                            strips = false;
                            break;
                        }
                    }
                }
                if word.len() > LONGEST_WORD {
                    return Err("a move is longer than moves are");
                }
            }
            if word.len() > LONGEST_WORD {
                return Err("a move is longer than moves are");
            }
        }
    }

    fn byte(&mut self) -> Result<u8, &'static str> {
        let (&byte, rest) = self.0.split_first().ok_or("it ends too soon")?;
        self.0 = rest;
        Ok(byte)
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], &'static str> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or("it ends too soon")?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u64, &'static str> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 127);
            if part << shift >> shift != part {
                break;
            }
            number |= part << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        Err("a number is too large")
    }

    fn size(&mut self) -> Result<usize, &'static str> {
        usize::try_from(self.number()?).map_err(|_| "a number is too large")
    }
}

fn push_pit(pit: u8, word: &mut String) -> Result<(), &'static str> {
    let row = match pit / ROW {
        0 => "b",
        1 => "f",
        2 => "",
        _ => return Err("there is no such pit"),
    };
    let _ = write!(word, "{row}{}", pit % ROW + 1);
    Ok(())
}

#[cfg(test)]
mod tests;
