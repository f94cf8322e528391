//! Files that grow entry by entry, so that a run that was interrupted or killed goes on where it was.

use crate::{FileError, FileNumber, number};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// A file that is only ever added to, held by one run at a time.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    number: FileNumber,
    /// Bytes of whole entries.
    length: u64,
}

impl Journal {
    /// Opens a journal, made if it is not there, and hands over what it holds.
    ///
    /// # Errors
    /// [`FileError::NotRegular`] if nothing could be read from it again, [`FileError::Busy`] if another run
    /// holds it.
    pub fn open(path: &Path) -> Result<(Self, Vec<u8>), FileError> {
        let refused = || FileError::refused(path);
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => {
                return Err(FileError::Folder {
                    path: path.to_owned(),
                });
            }
            Ok(found) if !found.is_file() => {
                return Err(FileError::NotRegular {
                    path: path.to_owned(),
                });
            }
            _ => {}
        }
        let folder = crate::folder_of(path);
        let mut file = OpenOptions::new()
            .read(true)
            .create(true)
            .append(true)
            .open(path)
            .map_err(|error| {
                if error.kind() == io::ErrorKind::NotFound && !folder.exists() {
                    return FileError::NoFolder {
                        path: path.to_owned(),
                        folder: folder.to_owned(),
                    };
                }
                refused()(error)
            })?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(FileError::Busy {
                    path: path.to_owned(),
                });
            }
            // A file system without locks must do without.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(refused()(error)),
        }
        let mut content = Vec::new();
        file.read_to_end(&mut content).map_err(refused())?;
        let number = number(&file.metadata().map_err(refused())?);
        let journal = Self {
            path: path.to_owned(),
            file,
            number,
            length: content.len() as u64,
        };
        Ok((journal, content))
    }

    /// Takes away what follows the first `length` bytes, as an entry that a kill has cut off.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn cut(&mut self, length: u64) -> Result<(), FileError> {
        self.file
            .set_len(length)
            .map_err(FileError::refused(&self.path))?;
        self.length = length;
        Ok(())
    }

    /// Adds an entry, the whole of it or nothing.
    ///
    /// # Errors
    /// [`FileError::Vanished`] if the file has lost its name, so that entries would be lost without a word.
    pub fn add(&mut self, entry: &[u8]) -> Result<(), FileError> {
        let is_there = fs::metadata(&self.path).is_ok_and(|found| number(&found) == self.number);
        if !is_there {
            return Err(FileError::Vanished {
                path: self.path.clone(),
            });
        }
        if let Err(source) = self.file.write_all(entry) {
            // A full disk may have taken a part, and a later entry must not stand behind that. If even this
            // is refused, the next run finds the part at the end and cuts it off.
            let _ = self.file.set_len(self.length);
            return Err(FileError::refused(&self.path)(source));
        }
        self.length += entry.len() as u64;
        Ok(())
    }

    /// Brings to the disk what was added.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn sync(&self) -> Result<(), FileError> {
        self.file
            .sync_data()
            .map_err(FileError::refused(&self.path))
    }

    /// The file.
    #[must_use]
    pub const fn file(&self) -> &File {
        &self.file
    }
}
