//! Opening and reading files that may be anything.

use std::fs::{self, File, FileType};
use std::io::{self, Read};
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

/// Opens a regular file, or a link to one. Whatever else can have a name is refused before it is opened: a pipe would
/// keep the reader waiting, and a device need never end.
///
/// # Errors
/// Those of the file system, and if it is not a regular file.
pub fn open(path: &Path) -> io::Result<File> {
    regular(fs::metadata(path)?.file_type())?;
    let file = File::open(path)?;
    regular(file.metadata()?.file_type())?;
    Ok(file)
}

fn regular(kind: FileType) -> io::Result<()> {
    let what = if kind.is_file() {
        return Ok(());
    } else if kind.is_dir() {
        "a folder"
    } else if kind.is_fifo() {
        "a pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    };
    Err(io::Error::other(format!("it is {what}, not a file")))
}

/// The bytes of a regular file of at most `most` bytes.
///
/// # Errors
/// Those of [`open`], and if the file is longer: what it claims is not asked for.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!(
            "it has more than the {most} bytes that it could need"
        )));
    }
    Ok(bytes)
}

/// More bytes than a text has that people or this program write.
const MOST_TEXT: u64 = 1 << 30;

/// The text of a regular file of at most a gigabyte.
///
/// # Errors
/// Those of [`read`], and if it is no text.
pub fn text(path: &Path) -> io::Result<String> {
    let bytes = read(path, MOST_TEXT)?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}
