//! Files that claim more than they have: holes on the disk, pipes and folders by the name of a table.

#![cfg(target_os = "linux")]

use sow_endgame::{Means, Plan, Table, TableError, Tables, Watch, build, table_path};
use sow_engine::kind::GameKind;
use sow_engine::rules::Rules;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

/// Bytes of memory that this process has had at the most.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("a status");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok());
    kilobytes.expect("a number") << 10
}

/// What is more than the small tables here can need.
const MUCH: u64 = 128 << 20;

const GIB: u64 = 1 << 30;

fn sentence(error: &TableError) -> String {
    let text = error.to_string();
    assert!(!text.contains('\n') && text.len() > 20, "{text}");
    text
}

/// The header of a table of Owela, with everything right that can be.
fn header(columns: u8, layers: u32, directory: u64, length: u64) -> Vec<u8> {
    let rules = b"owela";
    let mut bytes = b"sowtable".to_vec();
    bytes.extend([1, 0, 2, columns, 1, 1, rules.len() as u8, 0]);
    bytes.extend(layers.to_le_bytes());
    bytes.extend((1_u32 << 15).to_le_bytes());
    for number in [directory, length - directory, length] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend([0; 12]);
    let checksum = crc32fast::hash(&[&bytes[..], rules].concat());
    bytes.extend(checksum.to_le_bytes());
    bytes.extend(rules);
    bytes
}

/// A file of some bytes at its beginning, some more at a place, and holes.
fn with_holes(path: &Path, start: &[u8], at: u64, more: &[u8], length: u64) {
    use std::os::unix::fs::FileExt;
    let file = File::create(path).expect("a file");
    file.write_all_at(start, 0).expect("written");
    file.write_all_at(more, at).expect("written");
    file.set_len(length).expect("made long");
}

#[test]
fn nothing_is_taken_for_what_a_file_only_claims() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let path = folder.path().join("hole.sowtable");
    // A directory of nothing.
    for length in [6 * GIB, 1000 * GIB] {
        for layers in [1, 100, 2500, u32::MAX] {
            with_holes(&path, &header(8, layers, 69, length), 69, &[], length);
            sentence(&Table::open(&path).expect_err("a hole"));
        }
    }
    // One layer of the right size, 511,738,760,544 positions, with all its blocks in the hole.
    let positions = 511_738_760_544_u64;
    let blocks = positions.div_ceil(1 << 15);
    let mut record = vec![15, 0, 1, 0];
    record.extend((blocks as u32).to_le_bytes());
    for number in [positions, 0, positions, 0, 0, 0, 0] {
        record.extend(number.to_le_bytes());
    }
    let directory = 600 * GIB;
    let length = directory + 64 + 16 * blocks;
    with_holes(
        &path,
        &header(8, 1, directory, length),
        directory,
        &record,
        length,
    );
    let refused = sentence(&Table::open(&path).expect_err("a hole"));
    assert!(refused.contains("where its blocks lie"), "{refused}");
    // The rest of a build.
    let plan = Plan {
        rules: Rules::default_for(GameKind::Owela),
        columns: 2,
        seeds: 3..=3,
    };
    fs::remove_file(&path).expect("removed");
    let work = table_path(&plan, folder.path()).with_extension("sowtable.building");
    fs::create_dir(&work).expect("a folder");
    let trailer = [&[0; 12][..], b"sowlayer"].concat();
    with_holes(
        &work.join("3-0.layer"),
        &[],
        6 * GIB - 20,
        &trailer,
        6 * GIB,
    );
    with_holes(&work.join("3-0.cells"), b"sowcells", 8, &[], 6 * GIB);
    let built = build(&plan, &Means::default(), folder.path(), &Watch::default());
    Table::open(&built.expect("a table")).expect("a sound table");
    with_holes(&path, b"", 0, &[], 6 * GIB);
    sentence(&Table::open(&path).expect_err("a hole"));
    assert!(peak() < MUCH, "{} bytes", peak());
}

#[test]
fn what_is_no_file_is_not_waited_for() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let path = folder.path().join("any.sowtable");
    let pipe = |path: &Path| {
        let made = Command::new("mkfifo").arg(path).status();
        assert!(made.is_ok_and(|status| status.success()));
    };
    pipe(&path);
    let told = |error: TableError| {
        sentence(&error);
        let TableError::File { source, .. } = error else {
            panic!("{error}");
        };
        source.to_string()
    };
    assert_eq!(
        told(Table::open(&path).expect_err("a pipe")),
        "it is a pipe, not a file"
    );
    told(Tables::open(folder.path()).expect_err("a pipe"));
    fs::remove_file(&path).expect("removed");
    fs::create_dir(&path).expect("a folder");
    assert_eq!(
        told(Table::open(&path).expect_err("a folder")),
        "it is a folder, not a file"
    );
    fs::remove_dir(&path).expect("removed");
    std::os::unix::fs::symlink("/dev/zero", &path).expect("a link");
    assert_eq!(
        told(Table::open(&path).expect_err("a device")),
        "it is a device, not a file"
    );
    std::os::unix::fs::symlink("nowhere", path.with_extension("")).expect("a link");
    told(Table::open(&path.with_extension("")).expect_err("a link that leads nowhere"));
    // The files of a build.
    let plan = Plan {
        rules: Rules::default_for(GameKind::Nsolo),
        columns: 2,
        seeds: 2..=2,
    };
    for name in ["plan", "1-1.cells", "1-1.layer"] {
        let work = table_path(&plan, folder.path()).with_extension("sowtable.building");
        fs::create_dir_all(&work).expect("a folder");
        pipe(&work.join(name));
        let refused = build(&plan, &Means::default(), folder.path(), &Watch::default());
        assert!(refused.is_err(), "{name}");
        fs::remove_dir_all(&work).expect("removed");
    }
}
