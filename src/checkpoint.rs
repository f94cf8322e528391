//! The files in which long work notes what is done.

use crate::files::journal_if;
use anyhow::Result;
use sow_arena::{Checkpoint, Fault, Keep};
use sow_files::Journal;
use std::path::Path;
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
