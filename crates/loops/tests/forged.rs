//! Checkpoints whose checksums are right and whose numbers are not.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot write its files should fail"
)]

#[allow(
    unreachable_pub,
    missing_docs,
    clippy::missing_panics_doc,
    reason = "the file is part of a crate of its own in the fuzz workspace"
)]
#[path = "../../../fuzz/src/checkpoints.rs"]
mod bodies;

use sow_loops::CodecError;
use sow_loops::census::{Census, CensusError};
use sow_loops::period::{Outcome, PeriodRun};
use sow_loops::start::Start;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// A plain generator: the same numbers on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        self.next() as usize % end
    }
}

/// The body of a fuzz target.
type Body = fn(&[u8]);

/// Makes the length and the checksum right.
fn seal(bytes: Vec<u8>) -> Vec<u8> {
    let (kind, rest) = bytes.split_first_chunk::<8>().unwrap();
    bodies::seal(kind, &rest[4..rest.len() - 4])
}

/// Every number of a checkpoint changed in many ways, and some cut or lengthened.
fn forgeries(sound: &[u8], random: &mut Random) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for at in 12..sound.len() - 4 {
        for value in [0, sound[at] ^ 1, 0xff] {
            let mut forged = sound.to_vec();
            forged[at] = value;
            all.push(seal(forged));
        }
    }
    for _ in 0..60 {
        let mut forged = sound.to_vec();
        for _ in 0..1 + random.below(8) {
            let at = 12 + random.below(forged.len() - 16);
            forged[at] = random.next() as u8 & 0xff >> random.below(8);
        }
        match random.below(4) {
            0 => forged.truncate(16 + random.below(sound.len() - 16)),
            1 => forged
                .splice(20..20, vec![0; random.below(9)])
                .for_each(drop),
            _ => {}
        }
        all.push(seal(forged));
    }
    all.retain(|forged| forged != sound);
    all
}

fn refused(error: &CodecError) {
    let text = error.to_string();
    assert!(
        text.contains("checkpoint") && !text.contains('\n'),
        "{text}"
    );
}

#[test]
fn a_forged_census_is_refused_or_its_counts_are_not_told_if_they_disagree() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("census");
    let never = AtomicBool::new(false);
    for (pits, seeds, tasks) in [(12, 14, 60), (6, 9, 0), (7, 12, 10_000)] {
        let mut census = Census::new(pits, seeds).unwrap();
        census.advance(tasks, &never);
        census.save(&path).unwrap();
        let sound = std::fs::read(&path).unwrap();
        while !census.advance(1000, &never) {}
        let whole = census.row().unwrap().unwrap();
        let (mut went_on, mut told_the_same) = (0, 0);
        for forged in forgeries(&sound, &mut Random(u64::from(seeds))) {
            std::fs::write(&path, forged).unwrap();
            let mut census = Census::new(pits, seeds).unwrap();
            if let Err(error) = census.resume(&path) {
                refused(&error);
                continue;
            }
            went_on += 1;
            while !census.advance(1000, &never) {}
            match census.row() {
                Ok(row) => {
                    let row = row.unwrap();
                    assert_eq!((row.starts, row.never), (whole.starts, whole.never));
                    told_the_same += 1;
                }
                Err(error) => assert_eq!(error, CensusError::Contradiction { pits, seeds }),
            }
            sow_loops::census::csv::cells(&census, &whole);
        }
        assert!(went_on >= told_the_same);
    }
}

/// A checkpoint of a run that has played some laps.
fn saved(start: &Start, laps: u64, path: &Path) -> Vec<u8> {
    let mut run = PeriodRun::new(start.clone());
    run.advance(laps, &AtomicBool::new(false));
    run.save(path).unwrap();
    std::fs::read(path).unwrap()
}

#[test]
fn a_forged_run_is_refused_or_goes_on_without_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let never = AtomicBool::new(false);
    // A move that never ends, its period 2592, and one that ends.
    let rings: [&[u32]; 2] = [
        &[3, 0, 2, 1, 1, 2, 0, 1, 3, 0, 2, 1],
        &[5, 1, 0, 3, 2, 2, 0, 1],
    ];
    for ring in rings {
        let start = Start::new(ring, 0).unwrap();
        for laps in [0, 3, 40] {
            let sound = saved(&start, laps, &path);
            PeriodRun::resume(start.clone(), &path).unwrap();
            for forged in forgeries(&sound, &mut Random(laps + 1)) {
                std::fs::write(&path, forged).unwrap();
                match PeriodRun::resume(start.clone(), &path) {
                    Err(error) => refused(&error),
                    Ok(mut run) => {
                        if let Some(Outcome::Returns { turned, .. }) = run.advance(20_000, &never) {
                            assert!(turned < start.pits());
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn checkpoints_of_random_bytes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let mut random = Random(3);
    let targets: [(&str, Body); 2] = [
        ("resume_census", bodies::resume_census),
        ("resume_period", bodies::resume_period),
    ];
    for (name, body) in targets {
        for entry in std::fs::read_dir(root.join(name)).unwrap() {
            let sound = std::fs::read(entry.unwrap().path()).unwrap();
            body(&sound);
            for _ in 0..60 {
                let mut bytes = sound.clone();
                for _ in 0..1 + random.below(3) {
                    let at = random.below(bytes.len());
                    bytes[at] = random.next() as u8;
                }
                body(&bytes);
            }
        }
        for _ in 0..60 {
            let bytes: Vec<u8> = (0..random.below(300))
                .map(|_| random.next() as u8)
                .collect();
            body(&bytes);
        }
    }
}

#[test]
#[cfg(unix)]
fn what_is_no_file_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.unwrap().success());
    let told = |path: &Path| {
        let error = Census::new(6, 9).unwrap().resume(path).unwrap_err();
        refused(&error);
        let CodecError::File { source, .. } = error else {
            panic!("{error}");
        };
        source.to_string()
    };
    assert!(told(&path).contains("a pipe"));
    assert!(told(folder.path()).contains("a folder"));
    let hole = folder.path().join("hole");
    std::fs::File::create(&hole)
        .unwrap()
        .set_len(1 << 40)
        .unwrap();
    assert!(told(&hole).contains("more than"));
}
