//! Random games a second, for each game from its start, on one thread, records included.

#![allow(missing_docs, reason = "criterion's macros declare functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sow_arena::{Numbers, Run, Seat, SelfPlayPlan, play_games};
use sow_engine::kind::GameKind;
use sow_engine::rules::Rules;
use std::hint::black_box;

/// Games of one measurement.
const GAMES: u64 = 1000;

/// Plays them; returns the bytes of their records.
fn play(rules: Rules) -> usize {
    let starts = [rules.start(rules.default_columns())];
    let seat = Seat::parse("random", rules.game(), &()).expect("a player");
    let plan = SelfPlayPlan {
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
    };
    let run = Run {
        threads: 1,
        ..Run::default()
    };
    let mut bytes = 0;
    let played = play_games(&plan, 0, &run, &mut |text| {
        bytes += text.len();
        Ok(())
    });
    played.expect("games");
    bytes
}

fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random games");
    group.sample_size(10);
    group.throughput(Throughput::Elements(GAMES));
    for kind in [
        GameKind::Omweso,
        GameKind::Owela,
        GameKind::Nsolo,
        GameKind::BaoKingulu,
        GameKind::Anywoli,
    ] {
        let rules = Rules::default_for(kind);
        group.bench_function(kind.to_string(), |bencher| {
            bencher.iter(|| black_box(play(rules)));
        });
    }
    group.finish();
}

criterion_group!(benches, games);
criterion_main!(benches);
