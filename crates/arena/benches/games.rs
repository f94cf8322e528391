//! Random games a second, for each game from its start, on one thread, records included.

#![allow(missing_docs, reason = "criterion's macros declare functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sow_arena::matches::Entrant;
use sow_arena::opening::Openings;
use sow_arena::player::{Method, Settings};
use sow_arena::selfplay::SelfPlay;
use sow_engine::game::{Board, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::kind::GameKind;
use sow_engine::rules::Rules;
use std::hint::black_box;

/// Games of one measurement.
const GAMES: u64 = 1000;

/// Plays them; returns the decisions taken.
struct Play;

impl BoardVisitor for Play {
    type Output = u64;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> u64 {
        let player = Settings::of(Method::Random);
        let entrants: [&dyn Entrant<P>; 2] = [&player, &player];
        let selfplay = SelfPlay {
            openings: Openings {
                starts: vec![game.position(&game.rules().start(game.columns()))],
                turns: 0,
                uneven: None,
            },
            game: &*game,
            entrants,
            swaps: false,
            seed: 1,
            longest: 1000,
        };
        (0..GAMES)
            .map(|number| {
                selfplay
                    .game(number)
                    .map_or(0, |game| game.played.decisions as u64)
            })
            .sum()
    }
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
        let columns = rules.default_columns();
        group.bench_function(kind.to_string(), |bencher| {
            bencher.iter(|| black_box(visit(rules, columns, Play)));
        });
    }
    group.finish();
}

criterion_group!(benches, games);
criterion_main!(benches);
