//! The files of a run: what is read is never written over, and no two outputs have one name.
//!
//! How files are written is told in `sow_files`.

use crate::long_work::while_waiting;
use anyhow::{Context as _, Result, anyhow, bail};
use sow_arena::packed;
use sow_files::{Identity, Journal, Lock, Place};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Bytes of the longest line that is read.
const LONGEST_LINE: usize = 1 << 20;

/// What the run has read and is going to write.
static KNOWN: Mutex<Known> = Mutex::new(Known {
    inputs: Vec::new(),
    outputs: Vec::new(),
});

struct Known {
    inputs: Vec<(String, Identity)>,
    outputs: Vec<(PathBuf, Identity)>,
}

fn known() -> MutexGuard<'static, Known> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The text of a file or, for `-`, of standard input. Such a file is not written by the same run.
pub(crate) fn read_text(argument: &str) -> Result<String> {
    let name = if argument == "-" {
        "standard input"
    } else {
        argument
    };
    as_text(read_bytes(argument)?, name)
}

/// The lines of a file or, for `-`, of standard input, each as soon as it is there.
pub(crate) fn read_lines(argument: &str) -> Result<Lines> {
    let file = if argument == "-" {
        let input = std::io::stdin().as_fd().try_clone_to_owned();
        File::from(input.context("standard input cannot be read")?)
    } else {
        while_waiting(|| File::open(argument))
            .with_context(|| format!("{argument} cannot be read"))?
    };
    let name = if argument == "-" {
        "standard input"
    } else {
        argument
    };
    note_input(name, &file)?;
    Ok(Lines {
        input: BufReader::new(file),
        number: 0,
        ended: false,
    })
}

/// Lines with their numbers from 1. One that is no text is an error in its place; one that is far too long, or
/// that cannot be read, is the last.
pub(crate) struct Lines {
    input: BufReader<File>,
    number: usize,
    ended: bool,
}

impl Iterator for Lines {
    type Item = (usize, Result<String>);

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        self.number += 1;
        let mut bytes = Vec::new();
        let input = &mut self.input;
        let read = while_waiting(|| {
            let mut part = input.take(LONGEST_LINE as u64 + 1);
            part.read_until(b'\n', &mut bytes)
        });
        let line = match read {
            Ok(0) => return None,
            Ok(length) if length > LONGEST_LINE => {
                self.ended = true;
                Err(anyhow!(
                    "the line is longer than 1 MiB, so this is no text for sow"
                ))
            }
            Ok(_) => {
                String::from_utf8(bytes).map_err(|_| anyhow!("this is no text (it is not UTF-8)"))
            }
            Err(error) => {
                self.ended = true;
                Err(anyhow!(error).context("the input cannot be read on"))
            }
        };
        Some((self.number, line))
    }
}

/// As [`read_text`], whatever the bytes are.
pub(crate) fn read_bytes(argument: &str) -> Result<Vec<u8>> {
    if argument == "-" {
        // An open file as any other, so that standard input from a file is known as that file.
        let input = std::io::stdin().as_fd().try_clone_to_owned();
        let input = input.context("standard input cannot be read")?;
        read(File::from(input), "standard input")
    } else {
        let file = while_waiting(|| File::open(argument)).map_err(|error| {
            if error.kind() == std::io::ErrorKind::NotFound {
                anyhow!("there is no file `{argument}`")
            } else {
                anyhow!(error).context(format!("{argument} cannot be read"))
            }
        })?;
        read(file, argument)
    }
}

fn read(mut file: File, name: &str) -> Result<Vec<u8>> {
    note_input(name, &file)?;
    let mut bytes = Vec::new();
    let (mut line, mut begins) = (1_usize, 0);
    let mut chunk = vec![0; 1 << 16];
    loop {
        let read = while_waiting(|| file.read(&mut chunk));
        let length = match read {
            Ok(0) => break,
            Ok(length) => length,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error).with_context(|| format!("{name} cannot be read")),
        };
        for (at, _) in chunk[..length]
            .iter()
            .enumerate()
            .filter(|(_, byte)| **byte == b'\n')
        {
            line += 1;
            begins = bytes.len() + at + 1;
        }
        bytes.extend_from_slice(&chunk[..length]);
        let is_text = !bytes.starts_with(packed::NAME);
        if is_text && bytes.len() - begins.min(bytes.len()) > LONGEST_LINE {
            bail!("{name}, line {line}: the line is longer than 1 MiB, so this is no text for sow");
        }
    }
    Ok(bytes)
}

/// Bytes that were read as text.
pub(crate) fn as_text(bytes: Vec<u8>, name: &str) -> Result<String> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|byte| **byte == b'\n').count() + 1;
        anyhow!("{name}, line {line}: this is no text (it is not UTF-8)")
    })?;
    // What some editors begin a text with.
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// Remembers a file that is read.
fn note_input(name: &str, file: &File) -> Result<()> {
    let Some(identity) = Identity::of_file(file) else {
        return Ok(());
    };
    let mut known = known();
    if let Some((output, _)) = known.outputs.iter().find(|(_, other)| other.is(&identity)) {
        bail!(
            "{name} is read, and {} would be written over it; name another file for the output",
            output.display()
        );
    }
    known.inputs.push((name.to_owned(), identity));
    Ok(())
}

/// Remembers a file that is going to be written, unless it is read or written already.
fn note_output(path: &Path, identity: Option<Identity>) -> Result<()> {
    let Some(identity) = identity else {
        return Ok(());
    };
    let mut known = known();
    if let Some((input, _)) = known.inputs.iter().find(|(_, other)| other.is(&identity)) {
        bail!(
            "{} is {input}, which is read; name another file for the output",
            path.display()
        );
    }
    if let Some((other, _)) = known.outputs.iter().find(|(_, other)| other.is(&identity)) {
        bail!(
            "{} and {} are one file, and two outputs would be written to it; name two",
            other.display(),
            path.display()
        );
    }
    let out = std::io::stdout().as_fd().try_clone_to_owned();
    let out = out.ok().and_then(|out| Identity::of_file(&File::from(out)));
    if out.is_some_and(|out| out.is(&identity)) {
        bail!(
            "standard output goes to {} already; name another file",
            path.display()
        );
    }
    known.outputs.push((path.to_owned(), identity));
    Ok(())
}

/// Writes a file that nothing else of this run is written to.
pub(crate) fn write_file(path: &Path, content: &str) -> Result<()> {
    write_bytes(path, content.as_bytes())
}

/// As [`write_file`], whatever the bytes are.
pub(crate) fn write_bytes(path: &Path, content: &[u8]) -> Result<()> {
    let mut output = Output::open(path)?;
    output.replace_bytes(content)?;
    output.finish()
}

/// A file that is going to be written, found and tried before the work begins.
#[derive(Debug)]
pub(crate) struct Output {
    place: Place,
    /// What is written straight at the end, as it can be written but once.
    latest: Option<Vec<u8>>,
    _lock: Option<Lock>,
}

impl Output {
    /// Tries whether the file can be written.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let place = while_waiting(|| Place::find(path))?;
        note_output(path, place.identity())?;
        Ok(Self {
            place,
            latest: None,
            _lock: None,
        })
    }

    /// Tries whether the file of an option can be written, if one is named.
    pub(crate) fn open_if(path: Option<&Path>) -> Result<Option<Self>> {
        path.map(Self::open).transpose()
    }

    /// As [`Output::open`], for work that goes on from the file: no other run may write it meanwhile, and
    /// it has to be a regular file.
    pub(crate) fn lock(path: &Path) -> Result<Self> {
        let mut output = Self::open(path)?;
        let Some(regular) = output.place.path() else {
            return Err(sow_files::FileError::NotRegular {
                path: path.to_owned(),
            }
            .into());
        };
        output._lock = Some(Lock::beside(regular)?);
        Ok(output)
    }

    /// Writes the file, once if it is no regular one.
    pub(crate) fn fill(
        &mut self,
        fill: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
    ) -> Result<()> {
        Ok(self.place.write(fill)?)
    }

    /// Makes this the content of the file. A pipe gets the last content, when the work is finished.
    pub(crate) fn replace(&mut self, content: &str) -> Result<()> {
        self.replace_bytes(content.as_bytes())
    }

    /// As [`Output::replace`], whatever the bytes are.
    fn replace_bytes(&mut self, content: &[u8]) -> Result<()> {
        if self.place.is_regular() {
            self.place.write(|out| out.write_all(content))?;
        } else {
            self.latest = Some(content.to_vec());
        }
        Ok(())
    }

    /// Writes what could not be written before.
    pub(crate) fn finish(mut self) -> Result<()> {
        if let Some(content) = self.latest.take() {
            self.place.write(|out| out.write_all(&content))?;
        }
        Ok(())
    }
}

/// A file that grows entry by entry.
#[derive(Debug)]
pub(crate) enum Growing {
    /// A regular file, which a later run goes on with.
    Kept(Journal),
    /// A pipe or the like.
    Passed(Place),
}

impl Growing {
    /// Opens a file and says what it holds, which is nothing where it is no regular file.
    pub(crate) fn open(path: &Path) -> Result<(Self, String)> {
        let (growing, content) = Self::open_bytes(path)?;
        Ok((growing, journal_text(path, content)?))
    }

    /// As [`Growing::open`], whatever the bytes are.
    pub(crate) fn open_bytes(path: &Path) -> Result<(Self, Vec<u8>)> {
        let is_other = std::fs::metadata(path).is_ok_and(|found| !found.is_file());
        let is_open = path.starts_with("/dev") || path.starts_with("/proc");
        if is_other || is_open {
            let place = while_waiting(|| Place::find(path))?;
            if !place.is_regular() {
                return Ok((Self::Passed(place), Vec::new()));
            }
        }
        let (journal, content) = journal_bytes(path)?;
        Ok((Self::Kept(journal), content))
    }

    /// Takes away what follows the first `length` bytes of what was there.
    pub(crate) fn cut(&mut self, length: usize) -> Result<()> {
        if let Self::Kept(journal) = self {
            journal.cut(length as u64)?;
        }
        Ok(())
    }

    /// Adds an entry.
    pub(crate) fn add(&mut self, entry: &str) -> Result<()> {
        self.add_bytes(entry.as_bytes())
    }

    /// As [`Growing::add`], whatever the bytes are.
    pub(crate) fn add_bytes(&mut self, entry: &[u8]) -> Result<()> {
        match self {
            Self::Kept(journal) => journal.add(entry)?,
            Self::Passed(place) => place.write(|out| out.write_all(entry))?,
        }
        Ok(())
    }

    /// Brings to the disk what was added.
    pub(crate) fn sync(&self) -> Result<()> {
        if let Self::Kept(journal) = self {
            journal.sync()?;
        }
        Ok(())
    }
}

/// Opens the journal of an option, if one is named.
pub(crate) fn journal_if(path: Option<&Path>) -> Result<Option<(Journal, String)>> {
    path.map(journal).transpose()
}

/// Opens a journal and says what it holds.
pub(crate) fn journal(path: &Path) -> Result<(Journal, String)> {
    let (journal, content) = journal_bytes(path)?;
    Ok((journal, journal_text(path, content)?))
}

fn journal_bytes(path: &Path) -> Result<(Journal, Vec<u8>)> {
    let (journal, content) = Journal::open(path)?;
    note_output(path, Identity::of_file(journal.file()))?;
    Ok((journal, content))
}

fn journal_text(path: &Path, content: Vec<u8>) -> Result<String> {
    // A kill may cut an entry off within a character.
    Ok(match String::from_utf8(content) {
        Ok(text) => text,
        Err(error) if error.utf8_error().error_len().is_none() => {
            let whole = error.utf8_error().valid_up_to();
            String::from_utf8_lossy(&error.as_bytes()[..whole]).into_owned()
        }
        Err(_) => bail!("{} holds something else than text", path.display()),
    })
}
