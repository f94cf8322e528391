//! Checkpoint files: magic, version, length, body, checksum.
//!
//! bincode is used here and nowhere else, in its `legacy` configuration (fixed-width little-endian
//! integers), whose bytes other maintained crates write as well, so that it can be replaced without
//! touching a file. Its limit is always set: without it a damaged length can ask for any amount of
//! memory.

use std::path::{Path, PathBuf};

use bincode::config::{Configuration, Fixint, Limit, LittleEndian};

/// Larger than any checkpoint.
const LIMIT: usize = 1 << 20;

const CONFIG: Configuration<LittleEndian, Fixint, Limit<LIMIT>> =
    bincode::config::legacy().with_limit::<LIMIT>();

/// Bytes before the body: the kind of file and the length of the body.
const HEAD: usize = 12;

/// Why a checkpoint cannot be written or used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CodecError {
    /// The file system refused.
    #[error("cannot use the checkpoint {path}")]
    File {
        /// The checkpoint.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The checkpoint cannot be written.
    #[error("the checkpoint cannot be saved")]
    Unwritten {
        /// Why not.
        source: sow_files::FileError,
    },
    /// The file is not a checkpoint of the wanted kind, or of another version of the format.
    #[error("{path} is not a checkpoint that this command has written; name another file")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file is cut short or has been changed.
    #[error("the checkpoint {path} is damaged; delete it to start again from the beginning")]
    Damaged {
        /// The checkpoint.
        path: PathBuf,
    },
    /// The checkpoint belongs to other work.
    #[error("the checkpoint {path} belongs to {found}; name another file")]
    Other {
        /// The checkpoint.
        path: PathBuf,
        /// What it belongs to.
        found: String,
    },
}

/// Writes `value` to `path`: first under a temporary name in the same directory, then renamed, so
/// that an interruption leaves the old file or the new one.
pub(crate) fn save<T: bincode::Encode>(
    path: &Path,
    kind: &[u8; 8],
    value: &T,
) -> Result<(), CodecError> {
    let bytes = seal(kind, value);
    sow_files::replace(path, |out| out.write_all(&bytes))
        .map_err(|source| CodecError::Unwritten { source })
}

/// Reads what [`save`] has written.
pub(crate) fn load<T: bincode::Decode<()>>(path: &Path, kind: &[u8; 8]) -> Result<T, CodecError> {
    let most = (HEAD + LIMIT + size_of::<u32>()) as u64;
    let bytes = sow_files::read(path, most).map_err(|source| CodecError::File {
        path: path.to_owned(),
        source,
    })?;
    if bytes.len() < kind.len() || bytes[..kind.len()] != *kind {
        return Err(CodecError::Foreign {
            path: path.to_owned(),
        });
    }
    open(&bytes).ok_or_else(|| CodecError::Damaged {
        path: path.to_owned(),
    })
}

fn seal<T: bincode::Encode>(kind: &[u8; 8], value: &T) -> Vec<u8> {
    let body = bincode::encode_to_vec(value, CONFIG).expect("a checkpoint is small and plain");
    let mut bytes = Vec::with_capacity(HEAD + body.len() + 4);
    bytes.extend_from_slice(kind);
    bytes.extend_from_slice(&(body.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&body);
    let checksum = crc32fast::hash(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes
}

fn open<T: bincode::Decode<()>>(bytes: &[u8]) -> Option<T> {
    let (sealed, checksum) = bytes.split_last_chunk::<4>()?;
    if crc32fast::hash(sealed) != u32::from_le_bytes(*checksum) {
        return None;
    }
    let length = u32::from_le_bytes(sealed.get(8..HEAD)?.try_into().ok()?);
    let body = &sealed[HEAD..];
    if body.len() != length as usize {
        return None;
    }
    let (value, used) = bincode::decode_from_slice(body, CONFIG).ok()?;
    (used == body.len()).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const KIND: &[u8; 8] = b"sowtest1";

    type Sample = (u32, Vec<u8>, Option<u64>);

    fn sample() -> Sample {
        (7, vec![3, 1, 0, 1], Some(1 << 40))
    }

    #[test]
    fn the_bytes_of_a_checkpoint_never_change() {
        let golden = "736f777465737431190000000700000004000000000000000301000101\
                      0000000000010000729bab27";
        let hex: String = seal(KIND, &sample())
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(hex, golden.replace(char::is_whitespace, ""));
    }

    #[test]
    fn every_changed_byte_and_every_cut_is_noticed() {
        let bytes = seal(KIND, &sample());
        assert_eq!(open::<Sample>(&bytes), Some(sample()));
        for i in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[i] ^= 0x10;
            assert_eq!(open::<Sample>(&damaged), None, "byte {i}");
            assert_eq!(open::<Sample>(&bytes[..i]), None, "cut at {i}");
        }
    }

    #[test]
    fn a_monstrous_length_is_refused_without_asking_for_the_memory() {
        let body = u64::MAX.to_le_bytes();
        let mut bytes = [KIND.as_slice(), &8_u32.to_le_bytes(), &body].concat();
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        assert_eq!(open::<Vec<u8>>(&bytes), None);
    }

    #[test]
    fn a_file_of_another_kind_is_called_foreign() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().join("checkpoint");
        save(&path, b"sowothr1", &sample()).expect("written");
        let refused = load::<Sample>(&path, KIND).expect_err("another kind");
        assert!(matches!(refused, CodecError::Foreign { .. }));
        let names = fs::read_dir(directory.path()).expect("a folder");
        assert_eq!(names.count(), 1, "no temporary file is left");
    }
}
