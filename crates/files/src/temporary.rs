//! Temporary names beside the place of a file: created exclusively, locked while they are written.

use crate::{folder_of, number};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Permissions, TryLockError};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tempfile::{Builder, NamedTempFile};

/// How temporary names end.
const ENDING: &str = ".sow-part";

/// Random letters and digits of a temporary name.
const DRAWN: usize = 8;

/// Bytes of the file's own name that are part of it: a name may have 255.
const MOST: usize = 200;

/// How the temporary names of a file begin.
fn beginning(name: &OsStr) -> OsString {
    let mut beginning = b".".to_vec();
    beginning.extend(name.as_bytes().iter().take(MOST));
    beginning.push(b'.');
    OsString::from_vec(beginning)
}

/// A new file beside `path`, with the mode of a file that has just been created.
pub(crate) fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let beginning = beginning(path.file_name().unwrap_or_default());
    clear(folder_of(path), &beginning);
    loop {
        let file = Builder::new()
            .prefix(&beginning)
            .suffix(ENDING)
            .rand_bytes(DRAWN)
            .permissions(Permissions::from_mode(0o666))
            .tempfile_in(folder_of(path))?;
        // Where there are no locks, nothing is ever cleared away.
        let _ = file.as_file().try_lock();
        // Another run may have taken it for left over just before it was locked.
        let found = fs::symlink_metadata(file.path());
        if found.is_ok_and(|found| {
            file.as_file()
                .metadata()
                .is_ok_and(|own| number(&own) == number(&found))
        }) {
            return Ok(file);
        }
    }
}

/// Whether a name in a folder is one that this crate gives to a file that is being written.
#[must_use]
pub fn is_left_over(name: &OsStr) -> bool {
    let bytes = name.as_bytes();
    bytes.strip_suffix(ENDING.as_bytes()).is_some_and(|rest| {
        rest.len() > DRAWN + 2
            && rest[0] == b'.'
            && rest[rest.len() - DRAWN - 1] == b'.'
            && rest[rest.len() - DRAWN..]
                .iter()
                .all(u8::is_ascii_alphanumeric)
    })
}

/// Removes what killed runs have left of a file. What cannot be removed is left alone: it hinders nobody.
fn clear(folder: &Path, beginning: &OsStr) {
    let Ok(names) = fs::read_dir(folder) else {
        return;
    };
    for entry in names.flatten() {
        let name = entry.file_name();
        let length = beginning.len() + DRAWN + ENDING.len();
        let is_one = name.len() == length
            && name.as_bytes().starts_with(beginning.as_bytes())
            && is_left_over(&name);
        if is_one && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            remove_if_left(&entry.path());
        }
    }
}

/// Removes a temporary file unless somebody is writing it.
fn remove_if_left(path: &Path) {
    let Ok(file) = File::open(path) else {
        return;
    };
    match file.try_lock() {
        Ok(()) => {
            let _ = fs::remove_file(path);
        }
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => {}
    }
}
