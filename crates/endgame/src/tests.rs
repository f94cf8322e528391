//! What needs to look inside: tables that are wrong but whole.

use crate::block::pack;
use crate::build::{Means, Plan, Watch, build};
use crate::directory::{BlockEntry, LayerRecord};
use crate::format::Header;
use crate::table::Table;
use crate::verify::{Entries, verify};
use sow_engine::kind::GameKind;
use sow_engine::rules::Rules;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// Writes a table again with one entry changed and all checksums right.
fn forge(table: &Table, record: usize, place: usize, change: impl Fn(i16) -> i16, path: &Path) {
    let rules = table.rules().describe();
    let mut blocks = Vec::new();
    let mut directory = Vec::new();
    let start = (crate::format::HEADER + rules.len()) as u64;
    for (at, known) in table.records.iter().enumerate() {
        let mut entries = Vec::new();
        for block in 0..known.blocks.len() as u64 {
            let mut values = table.block(at, block).expect("a sound table");
            if at == record && block == 0 {
                values[place] = change(values[place]);
            }
            let packed = pack(table.domain.scale(), known.distance_width, &values);
            entries.push(BlockEntry {
                offset: start + blocks.len() as u64,
                length: packed.len() as u32,
                checksum: crc32fast::hash(&packed),
            });
            blocks.extend(packed);
        }
        let forged = LayerRecord {
            blocks: entries,
            ..known.clone()
        };
        forged.write(0, &mut directory);
    }
    let header = Header {
        game: table.rules().game(),
        columns: table.columns() as u8,
        scale: table.domain.scale(),
        rules,
        layers: table.records.len() as u32,
        directory_offset: start + blocks.len() as u64,
        directory_length: directory.len() as u64,
        file_length: start + (blocks.len() + directory.len()) as u64,
        directory_checksum: crc32fast::hash(&directory),
    };
    let bytes = [header.to_bytes(), blocks, directory].concat();
    std::fs::write(path, bytes).expect("written");
}

#[test]
fn a_wrong_entry_is_found_by_verifying_though_its_checksum_is_right() {
    for (game, seeds) in [
        (GameKind::Nsolo, 5),
        (GameKind::Anywoli, 8),
        (GameKind::BaoKingulu, 4),
        (GameKind::Owela, 5),
        (GameKind::Omweso, 5),
    ] {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let plan = Plan {
            rules: Rules::default_for(game),
            columns: 2,
            seeds: seeds..=seeds,
        };
        let path = build(&plan, &Means::default(), folder.path(), &Watch::default());
        let path = path.expect("a table");
        let table = Table::open(&path).expect("a sound table");
        let forged_path = folder.path().join("forged.sowtable");
        let last = table.records.len() - 1;
        let check = |path: &Path| {
            let table = Table::open(path).expect("a whole table");
            let stop = AtomicBool::new(false);
            let by = |memory| {
                let done = AtomicU64::new(0);
                verify(&table, Entries::All, memory, &done, &stop).expect("checksums are right")
            };
            let verdict = by(1 << 30);
            assert_eq!(by(0).wrong, verdict.wrong, "block by block");
            verdict
        };
        // Unchanged, the same bytes come out.
        forge(&table, last, 0, |value| value, &forged_path);
        assert!(std::fs::read(&path).ok() == std::fs::read(&forged_path).ok());
        assert_eq!(check(&path).wrong, 0);
        for place in [0, 1, 17, 29] {
            // What is decided becomes a draw, a draw a loss or a seed less: what the layer could hold.
            let change = |value: i16| if value == 0 { -1 } else { 0 };
            forge(&table, last, place, change, &forged_path);
            let verdict = check(&forged_path);
            assert!(verdict.wrong > 0, "{game}, entry {place}");
            assert!(verdict.example.is_some());
        }
    }
}
