//! Whole builds: positions a second with and without verification, and bytes a position.
//!
//! Each takes seconds, so each is timed once; with a name as argument only the tables of that game, or with
//! seeds (`anywoli-12`) only that one. Those that take minutes are built only if they are named in full.

use sow_endgame::{Entries, Layer, Means, Plan, Table, Watch, build, verify};
use sow_engine::kind::GameKind;
use sow_engine::rules::Rules;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

const TABLES: &[(GameKind, usize, std::ops::RangeInclusive<usize>)] = &[
    (GameKind::Nsolo, 8, 2..=6),
    (GameKind::Nsolo, 8, 2..=7),
    (GameKind::Nsolo, 8, 2..=8),
    (GameKind::Anywoli, 12, 7..=7),
    (GameKind::Anywoli, 12, 8..=8),
    (GameKind::Anywoli, 12, 9..=9),
    (GameKind::Anywoli, 12, 10..=10),
    (GameKind::Anywoli, 12, 11..=11),
    (GameKind::Anywoli, 12, 12..=12),
    (GameKind::BaoKingulu, 6, 0..=5),
    (GameKind::BaoKingulu, 6, 0..=6),
    (GameKind::Owela, 3, 9..=9),
    (GameKind::Owela, 3, 11..=11),
    (GameKind::Omweso, 3, 9..=9),
    (GameKind::Omweso, 3, 11..=11),
];

/// Tables of more seeds take minutes.
const MOST_UNASKED: usize = 10;

fn main() {
    let means = means();
    let wanted = std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-'));
    println!("| table | positions | million a second | with verification | bytes a position |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    for (game, columns, seeds) in TABLES.iter().cloned() {
        let most = *seeds.end();
        let takes_long = game == GameKind::Anywoli && most > MOST_UNASKED;
        let name = format!("{game}-{most}");
        let is_wanted = match wanted.as_deref() {
            None => !takes_long,
            Some(wanted) => *wanted == name || (wanted == game.name() && !takes_long),
        };
        if !is_wanted {
            continue;
        }
        let folder = tempfile::tempdir().expect("a temporary folder");
        let plan = Plan {
            rules: Rules::default_for(game),
            columns,
            seeds,
        };
        let begun = Instant::now();
        let path = build(&plan, &means, folder.path(), &Watch::default());
        let path = path.expect("a table");
        let built = begun.elapsed().as_secs_f64();
        let table = Table::open(&path).expect("a sound table");
        let stop = AtomicBool::new(false);
        let verdict = verify(
            &table,
            Entries::All,
            means.memory,
            &AtomicU64::new(0),
            &stop,
        );
        assert_eq!(verdict.expect("a sound table").wrong, 0);
        let verified = begun.elapsed().as_secs_f64();
        let layers: Vec<(Layer, u64)> = table
            .layers()
            .map(|(layer, counts)| (layer, counts.positions))
            .collect();
        let positions: u64 = layers.iter().map(|(_, positions)| positions).sum();
        let bytes: u64 = layers
            .iter()
            .map(|&(layer, _)| table.layer_bytes(layer))
            .sum();
        let speed = |seconds: f64| positions as f64 / seconds / 1e6;
        println!(
            "| {game} {}×{columns}, {most} seeds | {positions} | {:.2} | {:.2} | {:.3} |",
            game.rows(),
            speed(built),
            speed(verified),
            bytes as f64 / positions as f64
        );
    }
}

/// All memory that is needed, or as many bytes as `SOW_MEMORY` says: then what does not fit is kept out of core.
fn means() -> Means {
    let memory = std::env::var("SOW_MEMORY").map_or(8 << 30, |bytes| {
        bytes.parse().expect("SOW_MEMORY is a number of bytes")
    });
    Means {
        memory,
        ..Means::default()
    }
}
