//! Files that are either whole or not there.

use anyhow::{Context as _, Result};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes a file under a temporary name beside its place and renames it, so that nobody ever sees
/// half of it.
pub(crate) fn write_file(path: &Path, content: &str) -> Result<()> {
    let mut file = Growing::create(path)?;
    file.append(content)?;
    file.finish()
}

/// A file that grows under a temporary name beside its place, and is renamed when it is whole or as
/// whole as it will get. What was appended is on the disk's side of the program at once, so that a
/// program that is killed leaves it under the temporary name.
pub(crate) struct Growing {
    path: PathBuf,
    temporary: PathBuf,
    file: File,
}

impl Growing {
    pub(crate) fn create(path: &Path) -> Result<Self> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let temporary = path.with_file_name(name);
        let file = File::create(&temporary)
            .with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(Self {
            path: path.to_owned(),
            temporary,
            file,
        })
    }

    pub(crate) fn append(&mut self, content: &str) -> Result<()> {
        self.file
            .write_all(content.as_bytes())
            .with_context(|| format!("{} cannot be written", self.path.display()))
    }

    /// Gives the file its name.
    pub(crate) fn finish(self) -> Result<()> {
        std::fs::rename(&self.temporary, &self.path)
            .inspect_err(|_| {
                // The original error is what matters; a leftover cannot be helped.
                let _ = std::fs::remove_file(&self.temporary);
            })
            .with_context(|| format!("{} cannot be written", self.path.display()))
    }
}
