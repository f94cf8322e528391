//! A file that is not the table that was written is refused in one sentence, and never answered from.

use sow_endgame::{Entries, Means, Plan, Table, TableError, Tables, Watch, build, verify};
use sow_engine::kind::GameKind;
use sow_engine::rules::Rules;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// A small table in a folder of its own.
fn small(game: GameKind, seeds: usize) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let plan = Plan {
        rules: Rules::default_for(game),
        columns: 2,
        seeds: seeds..=seeds,
    };
    let path = build(&plan, &Means::default(), folder.path(), &Watch::default());
    let path = path.expect("a table");
    (folder, path)
}

/// Opens a file and reads all of it.
fn read(path: &std::path::Path) -> Result<(), TableError> {
    let table = Table::open(path)?;
    verify(
        &table,
        Entries::Sample(0),
        0,
        &AtomicU64::new(0),
        &AtomicBool::new(false),
    )
    .map(|_| ())
}

fn sentence(error: &TableError) -> String {
    let text = error.to_string();
    assert!(!text.contains('\n') && text.len() > 20, "{text}");
    text
}

#[test]
fn every_changed_byte_is_noticed() {
    for (game, seeds) in [
        (GameKind::Nsolo, 4),
        (GameKind::Anywoli, 6),
        (GameKind::BaoKingulu, 2),
    ] {
        let (_folder, path) = small(game, seeds);
        let sound = std::fs::read(&path).expect("the table");
        read(&path).expect("a sound table");
        for at in 0..sound.len() {
            for bits in [1_u8, 0x80] {
                let mut damaged = sound.clone();
                damaged[at] ^= bits;
                std::fs::write(&path, &damaged).expect("written");
                let refused = read(&path).expect_err("damaged");
                sentence(&refused);
            }
        }
    }
}

#[test]
fn every_cut_and_every_addition_is_noticed() {
    let (_folder, path) = small(GameKind::Nsolo, 4);
    let sound = std::fs::read(&path).expect("the table");
    for length in 0..sound.len() {
        std::fs::write(&path, &sound[..length]).expect("written");
        sentence(&read(&path).expect_err("cut short"));
    }
    let mut longer = sound;
    longer.push(0);
    std::fs::write(&path, &longer).expect("written");
    assert!(sentence(&read(&path).expect_err("grown")).contains("has grown"));
}

#[test]
fn foreign_and_newer_files_are_told_apart() {
    let (folder, path) = small(GameKind::Anywoli, 6);
    let mut bytes = std::fs::read(&path).expect("the table");
    bytes[8] = 2;
    std::fs::write(&path, &bytes).expect("written");
    let newer = Tables::open(folder.path()).expect_err("newer");
    assert!(sentence(&newer).contains("is a table of format 2"));
    std::fs::write(&path, b"something else entirely").expect("written");
    let foreign = Tables::open(folder.path()).expect_err("foreign");
    assert!(sentence(&foreign).contains("is not an endgame table"));
}

#[test]
fn a_sample_is_never_larger_than_the_table() {
    let (_folder, path) = small(GameKind::Nsolo, 5);
    let table = Table::open(&path).expect("a sound table");
    let positions: u64 = table.layers().map(|(_, counts)| counts.positions).sum();
    for (count, checked) in [
        (0, 0),
        (1, 1),
        (positions - 1, positions - 1),
        (positions, positions),
        (positions + 1, positions),
        (u64::MAX, positions),
    ] {
        let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        let verdict = verify(&table, Entries::Sample(count), 1 << 20, &done, &stop);
        assert_eq!(verdict.expect("a sound table").checked, checked);
        assert_eq!(done.into_inner(), checked);
    }
}

#[test]
fn many_threads_read_one_table() {
    let (_folder, path) = small(GameKind::Nsolo, 7);
    let table = Table::open(&path).expect("a sound table");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let done = AtomicU64::new(0);
                let verdict = verify(
                    &table,
                    Entries::Sample(300),
                    0,
                    &done,
                    &AtomicBool::new(false),
                );
                let verdict = verdict.expect("a sound table");
                assert_eq!((verdict.checked, verdict.wrong), (300, 0));
            });
        }
    });
}
