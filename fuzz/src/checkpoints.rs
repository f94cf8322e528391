//! Checkpoints of never-ending moves made of any bytes, as they are and with right checksums.

use sow_loops::CodecError;
use sow_loops::census::{Census, CensusError};
use sow_loops::period::PeriodRun;
use sow_loops::start::Start;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Makes the length and the checksum right, under the name of a kind of checkpoint.
pub fn seal(kind: &[u8; 8], body: &[u8]) -> Vec<u8> {
    let mut bytes = kind.to_vec();
    bytes.extend_from_slice(&(body.len() as u32).to_le_bytes());
    bytes.extend_from_slice(body);
    let checksum = crc32fast::hash(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes
}

/// A refusal is one sentence.
fn sentence(error: &CodecError) {
    let text = error.to_string();
    assert!(!text.contains('\n') && text.len() > 20, "{text}");
}

/// Uses a file with any bytes, then one with right checksums around them.
fn both(kind: &[u8; 8], data: &[u8], resume: impl Fn(&Path)) {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let path = folder.path().join("checkpoint");
    for bytes in [data.to_vec(), seal(kind, data)] {
        fs::write(&path, bytes).expect("written");
        resume(&path);
    }
}

/// A census goes on from any bytes, or refuses them; what it tells in the end does not contradict itself.
pub fn resume_census(data: &[u8]) {
    both(b"sowcens1", data, |path| {
        let mut census = Census::new(6, 9).expect("countable");
        if let Err(error) = census.resume(path) {
            return sentence(&error);
        }
        while !census.advance(1000, &AtomicBool::new(false)) {}
        match census.row() {
            Ok(row) => assert!(row.is_some_and(|row| row.never <= row.starts)),
            Err(error) => assert_eq!(error, CensusError::Contradiction { pits: 6, seeds: 9 }),
        }
    });
}

/// A run goes on from any bytes, or refuses them.
pub fn resume_period(data: &[u8]) {
    let start = Start::new(&[5_u32, 1, 0, 3, 2, 2, 0, 1], 0).expect("a start");
    both(b"sowperi1", data, |path| {
        match PeriodRun::resume(start.clone(), path) {
            Ok(mut run) => drop(run.advance(5_000, &AtomicBool::new(false))),
            Err(error) => sentence(&error),
        }
    });
}
