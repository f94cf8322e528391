//! The one place where files are written, and where those that may be anything are opened.
//!
//! - A regular file is written under a temporary name beside its place, brought to the disk and given
//!   its name: nobody ever sees half of it, and its mode is kept ([`Place`]).
//! - A link is followed, so that it stays one.
//! - What is no regular file (a pipe, a device, `/dev/stdout`, the shell's `>(command)`) is written
//!   straight, and so is a file that cannot be given another's place, as a mount of its own.
//! - What grows entry by entry is kept in a [`Journal`], locked against a second writer.
//! - What is rewritten as a whole by long work is guarded by a [`Lock`] beside it.
//!
//! Temporary names are created exclusively and locked while they are written. What a killed run has left
//! of them is cleared away by the next run that writes the same file.
//!
//! ```
//! use std::io::Write as _;
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("results");
//! sow_files::replace(&path, |out| out.write_all(b"all of it"))?;
//! let failed = sow_files::replace(&path, |out| {
//!     out.write_all(b"half of")?;
//!     Err(std::io::Error::other("no more"))
//! });
//! assert!(failed.is_err());
//! assert_eq!(sow_files::text(&path)?, "all of it");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod journal;
mod lock;
mod place;
mod reading;
mod temporary;

pub use journal::Journal;
pub use lock::Lock;
pub use place::{Identity, Place};
pub use reading::{open, read, text};
pub use temporary::is_left_over;

use std::fs::Metadata;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Why a file cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file system refused.
    #[error("{path} cannot be written")]
    Refused {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The folder of the file is missing.
    #[error("{path} cannot be written: there is no folder {folder}")]
    NoFolder {
        /// The file.
        path: PathBuf,
        /// The folder that is not there.
        folder: PathBuf,
    },
    /// The path leads to a folder.
    #[error("{path} is a folder; name a file")]
    Folder {
        /// The folder.
        path: PathBuf,
    },
    /// Another run writes the same file.
    #[error(
        "{path} is being written by another run; wait until it has ended, or name another file"
    )]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// What has been done is to be read from the file, which nothing can be read from.
    #[error(
        "{path} is no regular file, so a later run could not go on from it; name a regular file"
    )]
    NotRegular {
        /// The path.
        path: PathBuf,
    },
    /// The file has lost its name while it was written.
    #[error("{path} was moved, deleted or replaced while it was being written")]
    Vanished {
        /// Where it was.
        path: PathBuf,
    },
}

impl FileError {
    fn refused(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Refused { path, source }
    }
}

/// Writes a whole file.
///
/// # Errors
/// If the place or the file system refuses.
pub fn replace(
    path: &Path,
    fill: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
) -> Result<(), FileError> {
    Place::find(path)?.write(fill)
}

/// A file, whatever its names are.
type FileNumber = (u64, u64);

fn number(metadata: &Metadata) -> FileNumber {
    (metadata.dev(), metadata.ino())
}

/// The folder that a name is in.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
