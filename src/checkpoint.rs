//! The files in which long work notes what is done.

use crate::files::{Output, journal_if};
use anyhow::{Error, Result};
use sow_arena::{Checkpoint, Fault, Keep};
use sow_files::Journal;
use std::fmt;
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much work a failure of the machine may cost.
const SYNC_EVERY: Duration = Duration::from_secs(60);

/// The file of a checkpoint.
pub(crate) struct CheckpointFile {
    name: String,
    text: String,
    lines: Mutex<Lines>,
}

struct Lines {
    journal: Journal,
    /// When they were last brought to the disk.
    synced: Instant,
}

impl CheckpointFile {
    /// Opens the file of an option, if one is named.
    pub(crate) fn open_if(path: Option<&Path>) -> Result<Option<Self>> {
        let journal = journal_if(path)?;
        Ok(path.zip(journal).map(|(path, (journal, text))| Self {
            name: path.display().to_string(),
            text,
            lines: Mutex::new(Lines {
                journal,
                synced: Instant::now(),
            }),
        }))
    }

    /// As the work knows it.
    pub(crate) fn checkpoint(&self) -> Checkpoint<'_> {
        Checkpoint {
            name: &self.name,
            text: &self.text,
            keep: self,
        }
    }
}

impl Keep for CheckpointFile {
    fn cut(&self, length: u64) -> Result<(), Fault> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(lines.journal.cut(length)?)
    }

    fn add(&self, line: &str) -> Result<(), Fault> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.journal.add(line.as_bytes())?;
        if lines.synced.elapsed() >= SYNC_EVERY {
            lines.journal.sync()?;
            lines.synced = Instant::now();
        }
        Ok(())
    }
}

/// The file in which a search for hours keeps its tables.
pub(crate) struct TableFile {
    path: PathBuf,
    every: Duration,
    kept: Mutex<Kept>,
}

struct Kept {
    output: Output,
    /// Why it could not be written.
    failed: Option<Error>,
}

impl TableFile {
    /// Finds the file of an option, if one is named, and locks it.
    pub(crate) fn open_if(path: Option<&Path>, every: Duration) -> Result<Option<Self>> {
        let open = |path: &Path| {
            Ok(Self {
                path: path.to_owned(),
                every,
                kept: Mutex::new(Kept {
                    output: Output::lock(path)?,
                    failed: None,
                }),
            })
        };
        path.map(open).transpose()
    }

    /// Tells if it could not be written.
    pub(crate) fn finish(self) -> Result<()> {
        let kept = self.kept.into_inner();
        let failed = kept.unwrap_or_else(PoisonError::into_inner).failed;
        failed.map_or(Ok(()), Err)
    }
}

impl fmt::Debug for TableFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TableFile").field(&self.path).finish()
    }
}

impl sow_search::checkpoint::Checkpoint for TableFile {
    fn load(&self) -> io::Result<Option<Box<dyn Read + '_>>> {
        match sow_files::open(&self.path) {
            // As it is made to find out whether it can be.
            Ok(file) if file.metadata()?.len() == 0 => Ok(None),
            Ok(file) => Ok(Some(Box::new(BufReader::new(file)))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn save(&self, fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.failed = kept.output.fill(fill).err();
    }

    fn every(&self) -> Duration {
        self.every
    }
}
