//! Endgame tables, and the files of a build in work, made of any bytes.
//!
//! Checksums keep out what chance has changed. Whoever means to can make them right, so here they are.

use sow_endgame::{
    BuildError, Entries, Layer, Means, Plan, Table, TableError, Value, Watch, build, table_path,
    verify,
};
use sow_engine::kind::GameKind;
use sow_engine::rules::Rules;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// Bytes of a table's header, of a layer's record, and of a block's entry (`docs/table-format.md`).
const HEADER: usize = 64;
const RECORD: usize = 64;
const ENTRY: usize = 16;

fn number(bytes: &[u8], at: usize, width: usize) -> Option<usize> {
    let bytes = bytes.get(at..at.checked_add(width)?)?;
    let number = bytes.iter().rev();
    Some(number.fold(0_usize, |number, &byte| number << 8 | usize::from(byte)))
}

fn checksum(bytes: &[u8], start: usize, length: usize) -> Option<[u8; 4]> {
    let part = bytes.get(start..start.checked_add(length)?)?;
    Some(crc32fast::hash(part).to_le_bytes())
}

fn put(bytes: &mut [u8], at: usize, part: [u8; 4]) {
    if let Some(place) = bytes.get_mut(at..at + 4) {
        place.copy_from_slice(&part);
    }
}

/// Makes the checksums of a table right, as far as its own numbers lead to something.
pub fn make_right(bytes: &mut [u8]) {
    let directory = number(bytes, 24, 8).zip(number(bytes, 32, 8));
    if let Some((start, length)) = directory {
        let end = bytes.len().min(start.saturating_add(length));
        let mut at = start;
        while let Some(blocks) = number(bytes, at.saturating_add(4), 4)
            && at < end
        {
            at += RECORD;
            for _ in 0..blocks {
                let block = number(bytes, at, 8).zip(number(bytes, at.saturating_add(8), 4));
                let Some((offset, size)) = block else {
                    break;
                };
                if let Some(sum) = checksum(bytes, offset, size) {
                    put(bytes, at + 12, sum);
                }
                at += ENTRY;
            }
        }
        if let Some(sum) = checksum(bytes, start, length) {
            put(bytes, 48, sum);
        }
    }
    if let Some(rules) = number(bytes, 14, 2)
        && let Some(rules) = bytes.get(HEADER..HEADER + rules)
    {
        let mut sum = crc32fast::Hasher::new();
        sum.update(&bytes[..HEADER - 4]);
        sum.update(rules);
        let sum = sum.finalize().to_le_bytes();
        put(bytes, HEADER - 4, sum);
    }
}

/// A refusal is one sentence.
fn sentence(error: &TableError) {
    let text = error.to_string();
    assert!(!text.contains('\n') && text.len() > 20, "{text}");
}

/// A table of any bytes, as they are and with right checksums: it is refused, or all of it can be used, and says nothing
/// that a position of its layers cannot be worth.
pub fn open_table(data: &[u8]) {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let path = folder.path().join("any.sowtable");
    fs::write(&path, data).expect("written");
    use_table(&path);
    let mut right = data.to_vec();
    make_right(&mut right);
    if right != data {
        fs::write(&path, right).expect("written");
        use_table(&path);
    }
}

/// Entries of each layer that are looked at from either end.
const LOOKED_AT: u64 = 100;

/// Opens a table and does with it what commands do.
pub fn use_table(path: &Path) {
    let table = match Table::open(path) {
        Ok(table) => table,
        Err(error) => return sentence(&error),
    };
    let layers: Vec<_> = table.layers().collect();
    for (layer, statistics) in &layers {
        assert!(table.layer_bytes(*layer) <= table.bytes());
        if statistics.positions == 0 {
            continue;
        }
        table.setup(*layer, statistics.extreme_index);
        let last = statistics.positions - 1;
        let some = (0..last.min(LOOKED_AT)).flat_map(|at| [at, last - at]);
        for index in some.chain([statistics.extreme_index]) {
            match table.entry(*layer, index) {
                Ok(value) => look(*layer, value.expect("a layer of the table")),
                Err(error) => return sentence(&error),
            }
        }
    }
    let positions: u64 = layers.iter().map(|(_, counts)| counts.positions).sum();
    if positions > 100_000 {
        return;
    }
    let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    for memory in [0, 1 << 20] {
        match verify(&table, Entries::Sample(20), memory, &done, &stop) {
            Ok(verdict) => assert_eq!(verdict.checked, 20.min(positions)),
            Err(error) => sentence(&error),
        }
    }
}

fn look(layer: Layer, value: Value) {
    match value {
        Value::Draw => {}
        Value::Win(decisions) | Value::Loss(decisions) => assert!(decisions < 1 << 14),
        Value::Margin(margin) => assert!(margin.unsigned_abs() <= u16::from(layer.first)),
    }
}

/// Small builds: a game, its columns and seeds.
pub const BUILDS: [(GameKind, usize, usize); 6] = [
    (GameKind::Nsolo, 2, 4),
    (GameKind::Anywoli, 2, 8),
    (GameKind::Anywoli, 3, 7),
    (GameKind::BaoKingulu, 2, 3),
    (GameKind::Owela, 2, 3),
    (GameKind::Omweso, 2, 3),
];

/// The plan of a small build.
pub fn plan(build: usize) -> Plan {
    let (game, columns, seeds) = BUILDS[build % BUILDS.len()];
    Plan {
        rules: Rules::default_for(game),
        columns,
        seeds: seeds..=seeds,
    }
}

/// A build that finds files in its folder: the first bytes say which build it is and which file that is, the others are
/// the file. The table is built, or one sentence says why not.
pub fn resume_build(data: &[u8]) {
    let [build, first, second, kind, file @ ..] = data else {
        return;
    };
    let plan = plan(usize::from(*build));
    let folder = tempfile::tempdir().expect("a temporary directory");
    let work = table_path(&plan, folder.path()).with_extension("sowtable.building");
    fs::create_dir(&work).expect("a folder");
    let mut file = file.to_vec();
    let ending = match kind % 5 {
        0 => "layer",
        1 => {
            seal_layer(&mut file);
            "layer"
        }
        2 => "cells",
        3 => {
            seal_cells(&mut file);
            "cells"
        }
        _ => {
            fs::write(work.join("plan"), &file).expect("written");
            "other"
        }
    };
    fs::write(work.join(format!("{first}-{second}.{ending}")), file).expect("written");
    finish_build(&plan, folder.path());
}

/// Builds a table on whatever lies in its folder.
pub fn finish_build(plan: &Plan, folder: &Path) {
    match build(plan, &Means::default(), folder, &Watch::default()) {
        Ok(path) => use_table(&path),
        Err(BuildError::Table(error)) => sentence(&error),
        Err(error) => panic!("{error}"),
    }
}

/// Makes the checksums of a finished layer right.
pub fn seal_layer(bytes: &mut [u8]) {
    let Some(end) = bytes.len().checked_sub(20) else {
        return;
    };
    let Some(start) = number(bytes, end, 8) else {
        return;
    };
    let mut at = start.saturating_add(RECORD);
    while let Some((offset, size)) =
        number(bytes, at, 8).zip(number(bytes, at.saturating_add(8), 4))
        && at + ENTRY <= end
    {
        if let Some(sum) = checksum(bytes, offset, size) {
            put(bytes, at + 12, sum);
        }
        at += ENTRY;
    }
    if let Some(sum) = end
        .checked_sub(start)
        .and_then(|length| checksum(bytes, start, length))
    {
        put(bytes, end + 8, sum);
    }
}

/// Makes the checksum of a snapshot right.
pub fn seal_cells(bytes: &mut [u8]) {
    if let Some(end) = bytes.len().checked_sub(4)
        && let Some(sum) = end
            .checked_sub(16)
            .and_then(|length| checksum(bytes, 16, length))
    {
        put(bytes, end, sum);
    }
}
