//! Locks beside files that are rewritten as a whole, so that two runs never write one.

use crate::{FileError, folder_of, number};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Holds a file for one run, given up by the system however the run ends.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    /// Held, not used.
    _file: File,
}

impl Lock {
    /// Locks the file `guarded`, which need not exist, by a file `.NAME.sow-lock` beside it, which is gone
    /// when the lock is given up.
    ///
    /// # Errors
    /// [`FileError::Busy`] if another run holds it.
    pub fn beside(guarded: &Path) -> Result<Self, FileError> {
        let mut name = std::ffi::OsString::from(".");
        name.push(guarded.file_name().unwrap_or_default());
        name.push(".sow-lock");
        Self::take(&folder_of(guarded).join(name), guarded)
    }

    /// Locks `guarded`, a file or a folder, by the file `path`.
    ///
    /// # Errors
    /// [`FileError::Busy`] if another run holds it.
    pub fn take(path: &Path, guarded: &Path) -> Result<Self, FileError> {
        let refused = || FileError::refused(path);
        loop {
            // A link that somebody has put there is neither followed nor lost.
            if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
                let error = io::Error::other("it is no regular file, and a lock is to be there");
                return Err(refused()(error));
            }
            let file = OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)
                .map_err(refused())?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(FileError::Busy {
                        path: guarded.to_owned(),
                    });
                }
                // A file system without locks must do without.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
                Err(TryLockError::Error(error)) => return Err(refused()(error)),
            }
            // Who held it before may just have removed it.
            let own = file.metadata().map_err(refused())?;
            if fs::symlink_metadata(path).is_ok_and(|found| number(&found) == number(&own)) {
                return Ok(Self {
                    path: path.to_owned(),
                    _file: file,
                });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed while it is still held, so that nobody holds a file that has no name.
        let _ = fs::remove_file(&self.path);
    }
}
