//! Random games a second, on one thread: with their records, counted at once, and counted from their records.

#![allow(missing_docs, reason = "criterion's macros declare functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sow_arena::{Numbers, Run, Seat, SelfPlayPlan, count_written, play_games, summarize_games};
use sow_engine::kind::GameKind;
use sow_engine::rules::Rules;
use std::hint::black_box;

/// Games of one measurement.
const GAMES: u64 = 1000;

/// Game and ruleset, played from the start.
const ROWS: [(GameKind, &str); 7] = [
    (GameKind::Omweso, "tournament"),
    (GameKind::Omweso, "mcgill"),
    (GameKind::Owela, "owela"),
    (GameKind::Owela, "mcgill"),
    (GameKind::Nsolo, "ndola"),
    (GameKind::BaoKingulu, "klamroth"),
    (GameKind::Anywoli, "mancala-world"),
];

/// On one thread.
fn run() -> Run<'static> {
    Run {
        threads: 1,
        ..Run::default()
    }
}

/// Calls `work` with the plan of the games.
fn with_plan<T>(rules: Rules, work: impl FnOnce(&SelfPlayPlan<'_>) -> T) -> T {
    let starts = [rules.start(rules.default_columns())];
    let seat = Seat::parse("random", rules.game(), &()).expect("a player");
    work(&SelfPlayPlan {
        rules,
        starts: &starts,
        seats: [&seat, &seat],
        swaps: false,
        random_turns: 0,
        seed: 1,
        longest: 1000,
        numbers: Numbers {
            first: 0,
            step: 1,
            end: GAMES,
        },
    })
}

/// Plays the games; returns their records.
fn play(plan: &SelfPlayPlan<'_>) -> String {
    let mut records = String::new();
    let played = play_games(plan, 0, &run(), &mut |text| {
        records += text;
        Ok(())
    });
    played.expect("games");
    records
}

/// Counts the games of records.
fn count(rules: Rules, records: &str) -> u64 {
    let start = rules.start(rules.default_columns());
    let beginning = |_: &[(&str, &str)]| Some((rules, start.clone()));
    let found = count_written(&[records], &beginning, 1, 1, &run());
    let found = found.expect("threads").expect("games");
    found.statistics.results.games()
}

fn games(criterion: &mut Criterion) {
    for (kind, ruleset) in ROWS {
        let rules = Rules::named(kind, ruleset).expect("a ruleset");
        let name = format!("{kind} {ruleset}");
        let mut group = criterion.benchmark_group("random games");
        group
            .sample_size(10)
            .throughput(Throughput::Elements(GAMES));
        group.bench_function(&name, |bencher| {
            with_plan(rules, |plan| bencher.iter(|| black_box(play(plan))));
        });
        group.finish();
        let mut group = criterion.benchmark_group("summary");
        group
            .sample_size(10)
            .throughput(Throughput::Elements(GAMES));
        group.bench_function(&name, |bencher| {
            let why = |_: &str| "attested";
            with_plan(rules, |plan| {
                bencher.iter(|| summarize_games(plan, 1, 1, &why, &run()).expect("games"));
            });
        });
        group.finish();
        let records = with_plan(rules, play);
        let mut group = criterion.benchmark_group("statistics of records");
        let bytes = records.len() as u64;
        group.sample_size(10).throughput(Throughput::Bytes(bytes));
        group.bench_function(&name, |bencher| {
            bencher.iter(|| count(rules, black_box(&records)));
        });
        group.finish();
    }
}

criterion_group!(benches, games);
criterion_main!(benches);
