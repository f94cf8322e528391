//! Builds that are stopped, and snapshots that are damaged meanwhile.

use sow_endgame::{BuildError, Means, Plan, Watch, build, memory, table_path};
use sow_engine::kind::GameKind;
use sow_engine::rules::Rules;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// What happens to a snapshot.
type Harm = fn(&mut Vec<u8>);

/// Every kind of harm; the first is none.
const HARMS: &[Harm] = &[
    |_| (),
    |bytes| *bytes.last_mut().expect("a byte") ^= 1,
    |bytes| {
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x80;
    },
    |bytes| bytes.truncate(bytes.len() / 2),
    |bytes| bytes.truncate(5),
    |bytes| bytes.push(0),
    |bytes| bytes[0] = b'?',
];

/// Does harm to every file of a build but its plan and its lock; how many there were.
fn harm(folder: &Path, harm: Harm) -> usize {
    let mut harmed = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of the build") {
        let path = entry.expect("a file").path();
        if path
            .extension()
            .is_some_and(|kind| kind == "cells" || kind == "layer")
        {
            let mut bytes = std::fs::read(&path).expect("a file of the build");
            harm(&mut bytes);
            std::fs::write(&path, bytes).expect("written");
            harmed += 1;
        }
    }
    harmed
}

#[test]
fn what_is_saved_is_used_or_built_anew_but_never_trusted_blindly() {
    for (game, columns, seeds, memory) in [
        (GameKind::Anywoli, 7, 10, 1 << 30),
        (GameKind::Anywoli, 5, 9, 1),
        (GameKind::Nsolo, 4, 7, 1 << 30),
        (GameKind::Nsolo, 3, 5, 1),
        (GameKind::Owela, 2, 10, 1 << 30),
        (GameKind::BaoKingulu, 3, 5, 1 << 16),
    ] {
        let plan = Plan {
            rules: Rules::default_for(game),
            columns,
            seeds: seeds..=seeds,
        };
        let calm = tempfile::tempdir().expect("a temporary directory");
        let calm = build(&plan, &Means::default(), calm.path(), &Watch::default())
            .map(std::fs::read)
            .expect("a table");
        let means = Means {
            memory,
            patient: true,
            save_every: Duration::ZERO,
            ..Means::default()
        };
        let mut harmed = 0;
        for (at, &kind) in HARMS.iter().enumerate() {
            // What is saved is used only where it is not harmed: there the moments matter.
            let growth = if at == 0 { 1.1 } else { 2.0 };
            let folder = tempfile::tempdir().expect("a temporary directory");
            let work = table_path(&plan, folder.path()).with_extension("sowtable.building");
            let mut patience = Duration::from_millis(2);
            let path = loop {
                let watch = Watch::default();
                let built = std::thread::scope(|scope| {
                    scope.spawn(|| {
                        std::thread::sleep(patience);
                        watch.stop.store(true, Ordering::Relaxed);
                    });
                    build(&plan, &means, folder.path(), &watch)
                });
                match built {
                    Ok(path) => break path,
                    Err(BuildError::Stopped) => harmed += harm(&work, kind),
                    Err(error) => panic!("{game}: {error}"),
                }
                patience = patience.mul_f64(growth);
            };
            assert!(
                std::fs::read(path).ok() == calm.as_ref().ok().cloned(),
                "{game}"
            );
        }
        assert!(harmed > HARMS.len(), "{game}: hardly ever stopped");
    }
}

#[test]
fn a_build_with_too_little_memory_says_what_it_needs() {
    for (game, columns, seeds) in [
        (GameKind::Anywoli, 6, 9),
        (GameKind::Nsolo, 4, 6),
        (GameKind::Owela, 2, 8),
        (GameKind::BaoKingulu, 3, 5),
    ] {
        let plan = Plan {
            rules: Rules::default_for(game),
            columns,
            seeds: seeds..=seeds,
        };
        let needed = memory(&plan, false).expect("a possible table");
        assert!(needed.least <= needed.ample, "{game}: {needed:?}");
        let folder = tempfile::tempdir().expect("a temporary directory");
        let by = |memory| {
            let means = Means {
                memory,
                ..Means::default()
            };
            build(&plan, &means, folder.path(), &Watch::default())
        };
        for too_little in [0, 1, needed.least - 1] {
            let refused = by(too_little).expect_err("too little");
            assert!(matches!(refused, BuildError::Memory { .. }), "{refused}");
            assert!(!refused.to_string().contains('\n'));
            let left = std::fs::read_dir(folder.path()).expect("the folder");
            assert_eq!(left.count(), 0, "nothing is begun");
        }
        let path = by(needed.least).expect("enough");
        let small = std::fs::read(&path).expect("the table");
        // What is built needs nothing more.
        by(0).expect("a finished table");
        std::fs::remove_file(&path).expect("removed");
        let large = std::fs::read(by(needed.ample).expect("more than enough")).ok();
        assert!(large == Some(small), "{game}");
    }
}
