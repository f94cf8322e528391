//! Files whose checksums are right and whose numbers are not: every field of every kind of file is given every kind of
//! value that it should not have. What is refused is refused in one sentence; what is opened can be used.

#[allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    clippy::missing_panics_doc,
    reason = "the file is part of a crate of its own in the fuzz workspace"
)]
#[path = "../../../fuzz/src/tables.rs"]
mod bodies;

use bodies::{BUILDS, finish_build, make_right, open_table, plan, resume_build, use_table};
use sow_endgame::{BuildError, Means, Plan, Table, Watch, build, table_path};
use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

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

/// The fields of a header and of a layer's record with its first block's entry: place and width.
const HEADER_FIELDS: &[(usize, usize)] = &[
    (8, 2),
    (10, 1),
    (11, 1),
    (12, 1),
    (13, 1),
    (14, 2),
    (16, 4),
    (20, 4),
    (24, 8),
    (32, 8),
    (40, 8),
    (52, 8),
];
const RECORD_FIELDS: &[(usize, usize)] = &[
    (0, 1),
    (1, 1),
    (2, 1),
    (3, 1),
    (4, 4),
    (8, 8),
    (16, 8),
    (24, 8),
    (32, 8),
    (40, 8),
    (48, 2),
    (50, 6),
    (56, 8),
    (64, 8),
    (72, 4),
];

fn get(bytes: &[u8], (at, width): (usize, usize)) -> u64 {
    let field = bytes[at..at + width].iter().rev();
    field.fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn set(bytes: &mut [u8], (at, width): (usize, usize), value: u64) {
    bytes[at..at + width].copy_from_slice(&value.to_le_bytes()[..width]);
}

/// Values near a right one and far from it.
fn wrong(right: u64) -> impl Iterator<Item = u64> {
    let near = [
        right.wrapping_sub(1),
        right.wrapping_add(1),
        2 * right,
        !right,
    ];
    let powers = (0..64).step_by(9).map(|bit| 1 << bit);
    let around = powers.flat_map(move |power: u64| [power - 1, power, right ^ power]);
    near.into_iter()
        .chain(around)
        .chain([u64::MAX, i64::MAX as u64])
}

/// The table of a small build.
fn table(number: usize) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let path = build(
        &plan(number),
        &Means::default(),
        folder.path(),
        &Watch::default(),
    );
    fs::read(path.expect("a table")).expect("its bytes")
}

/// Where the fields of a table are: those of its header, its first layer and its last.
fn fields(bytes: &[u8]) -> Vec<(usize, usize)> {
    let mut fields = HEADER_FIELDS.to_vec();
    for record in [get(bytes, (24, 8)) as usize, bytes.len() - 16 - 64] {
        let places = RECORD_FIELDS.iter();
        fields.extend(places.map(|&(place, width)| (record + place, width)));
    }
    fields
}

#[test]
fn any_field_of_a_table_may_be_forged() {
    for number in 0..BUILDS.len() {
        let sound = table(number);
        let mut right = sound.clone();
        make_right(&mut right);
        assert!(right == sound, "checksums are where they are looked for");
        let folder = tempfile::tempdir().expect("a temporary directory");
        let path = folder.path().join("forged.sowtable");
        let try_out = |mut forged: Vec<u8>| {
            make_right(&mut forged);
            fs::write(&path, forged).expect("written");
            use_table(&path);
        };
        for field in fields(&sound) {
            for value in wrong(get(&sound, field)) {
                let mut forged = sound.clone();
                set(&mut forged, field, value);
                try_out(forged);
            }
        }
        let mut random = Random(number as u64 + 1);
        let places = fields(&sound);
        for _ in 0..200 {
            let mut forged = sound.clone();
            for _ in 0..1 + random.below(4) {
                let field = places[random.below(places.len())];
                let value = random.next() >> random.below(64);
                set(&mut forged, field, value);
            }
            try_out(forged);
        }
    }
}

/// Replaces the last block of a table, so that only its own length and those that follow from it change.
fn with_last_block(sound: &[u8], block: &[u8]) -> Vec<u8> {
    let directory = get(sound, (24, 8)) as usize;
    let entry = sound.len() - 16;
    let start = get(sound, (entry, 8)) as usize;
    let mut forged = [&sound[..start], block, &sound[directory..]].concat();
    let moved = forged.len() as u64;
    let length = moved - (sound.len() - directory) as u64;
    set(&mut forged, (24, 8), length);
    set(&mut forged, (40, 8), moved);
    let entry = forged.len() - 16;
    set(&mut forged, (entry + 8, 4), block.len() as u64);
    make_right(&mut forged);
    forged
}

#[test]
fn any_block_of_a_table_may_be_forged() {
    let compress = |plane: &[u8]| miniz_oxide::deflate::compress_to_vec(plane, 6);
    let mut opened = 0;
    for number in 0..BUILDS.len() {
        let sound = table(number);
        let folder = tempfile::tempdir().expect("a temporary directory");
        let path = folder.path().join("forged.sowtable");
        let record = sound.len() - 16 - 64;
        let positions = get(&sound, (record + 8, 8)) as usize;
        let mut random = Random(number as u64 + 77);
        for round in 0_usize..120 {
            // The right lengths more often than others.
            let count = match round % 3 {
                0 => positions.wrapping_add(random.below(9)).saturating_sub(4),
                _ => positions,
            };
            let mask = random.next() >> random.below(64);
            let plane = |random: &mut Random, length: usize| -> Vec<u8> {
                (0..length).map(|_| (random.next() & mask) as u8).collect()
            };
            let block = if sound[12] == 2 {
                compress(&plane(&mut random, count))
            } else {
                let width = usize::from(sound[record + 2]);
                let outcomes = compress(&plane(&mut random, count.div_ceil(4)));
                let mut length = outcomes.len() as u32;
                if round % 7 == 0 {
                    length = random.next() as u32;
                }
                let distances = compress(&plane(&mut random, count * width));
                [&length.to_le_bytes()[..], &outcomes, &distances].concat()
            };
            fs::write(&path, with_last_block(&sound, &block)).expect("written");
            opened += usize::from(Table::open(&path).is_ok());
            use_table(&path);
        }
    }
    // The directory of these is right, so that it is the blocks that are looked at.
    assert!(opened > 120 * BUILDS.len() / 2, "{opened}");
}

/// The files of a build that was stopped in its middle.
fn stopped(plan: &Plan) -> Vec<(String, Vec<u8>)> {
    let mut patience = Duration::from_micros(100);
    for _ in 0..1000 {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let watch = Watch::default();
        let means = Means {
            save_every: Duration::ZERO,
            ..Means::default()
        };
        let built = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(patience);
                watch.stop.store(true, Ordering::Relaxed);
            });
            build(plan, &means, folder.path(), &watch)
        });
        match built {
            Ok(_) => patience = patience.mul_f64(0.7),
            Err(BuildError::Stopped) => {
                let work = table_path(plan, folder.path()).with_extension("sowtable.building");
                let files: Vec<_> = fs::read_dir(work)
                    .expect("the folder of the build")
                    .map(|entry| entry.expect("a file"))
                    .map(|entry| {
                        let name = entry.file_name().to_string_lossy().into_owned();
                        (name, fs::read(entry.path()).expect("its bytes"))
                    })
                    .filter(|(name, _)| name != "lock")
                    .collect();
                let has = |ending: &str| files.iter().any(|(name, _)| name.ends_with(ending));
                if has("cells") && has("layer") {
                    return files;
                }
                patience = patience.mul_f64(1.1);
            }
            Err(error) => panic!("{error}"),
        }
    }
    panic!("never stopped with a layer finished and one in work");
}

/// Puts files where a build finds them, and finishes it.
fn go_on(plan: &Plan, files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let work = table_path(plan, folder.path()).with_extension("sowtable.building");
    fs::create_dir(&work).expect("a folder");
    for (name, bytes) in files {
        fs::write(work.join(name), bytes).expect("written");
    }
    finish_build(plan, folder.path());
    fs::read(table_path(plan, folder.path())).unwrap_or_default()
}

#[test]
fn any_file_of_a_build_may_be_forged() {
    for number in 0..BUILDS.len() {
        // Something larger than the others, so that it can be stopped.
        let small = plan(number);
        let (first, last) = (*small.seeds.start(), *small.seeds.end());
        let columns = small.columns + 1;
        let plan = Plan {
            columns,
            seeds: first.saturating_sub(1)..=last + 1,
            ..small
        };
        let calm = tempfile::tempdir().expect("a temporary directory");
        let calm = build(&plan, &Means::default(), calm.path(), &Watch::default());
        let calm = fs::read(calm.expect("a table")).expect("its bytes");
        let files = stopped(&plan);
        assert!(go_on(&plan, &files) == calm, "unharmed");
        let mut random = Random(number as u64 + 5);
        for at in 0..files.len() {
            let is_snapshot = files[at].0.ends_with("cells");
            for _ in 0..40 {
                let mut forged = files.clone();
                let bytes = &mut forged[at].1;
                let length = bytes.len();
                for _ in 0..1 + random.below(3) {
                    let place = match random.below(2) {
                        0 => random.below(length),
                        _ => length - 1 - random.below(length.min(150)),
                    };
                    bytes[place] = random.next() as u8;
                }
                match random.below(5) {
                    0 => bytes.truncate(random.below(length)),
                    1 => bytes.extend([0; 3]),
                    _ => {}
                }
                if is_snapshot {
                    bodies::seal_cells(bytes);
                } else {
                    bodies::seal_layer(bytes);
                }
                let built = go_on(&plan, &forged);
                // Outcomes have distances, so that a false one is found out in the next pass.
                if is_snapshot && calm[12] == 1 {
                    assert!(built == calm, "a forged snapshot has led to other values");
                }
            }
        }
    }
}

#[test]
fn builds_and_tables_of_random_bytes() {
    let mut random = Random(9);
    let sound: Vec<Vec<u8>> = (0..BUILDS.len()).map(table).collect();
    for _ in 0..150 {
        let length = random.below(400);
        let bytes: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
        resume_build(&bytes);
        open_table(&bytes);
        let mut bytes = sound[random.below(sound.len())].clone();
        for _ in 0..1 + random.below(6) {
            let at = random.below(bytes.len());
            bytes[at] = random.next() as u8;
        }
        open_table(&bytes);
    }
}

/// What this project has written before is read: the tables that come with it, and the seeds of the fuzz targets.
#[test]
fn tables_of_before_are_sound() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for folder in ["data/tables", "fuzz/seeds/open_table"] {
        for entry in fs::read_dir(root.join(folder)).expect("the folder") {
            let path = entry.expect("a file").path();
            Table::open(&path).expect("a sound table");
            use_table(&path);
        }
    }
    for entry in fs::read_dir(root.join("fuzz/seeds/resume_build")).expect("the folder") {
        resume_build(&fs::read(entry.expect("a file").path()).expect("its bytes"));
    }
}
