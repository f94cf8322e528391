//! Nodes a second of the heuristic search, for each game from its start, on one thread.

#![allow(missing_docs, reason = "criterion's macros declare functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sow_engine::game::{Board, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::kind::GameKind;
use sow_engine::rules::Rules;
use sow_search::analyse::Wish;
use sow_search::{Limits, analyse};
use std::hint::black_box;

/// Nodes of one search.
const NODES: u64 = 400_000;

struct Search;

impl BoardVisitor for Search {
    type Output = u64;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> u64 {
        let limits = Limits {
            nodes: NODES,
            memory: 4 << 20,
            ..Limits::default()
        };
        let start = game.position(&game.rules().start(game.columns()));
        analyse(&*game, &start, &Wish::default(), &limits, &mut |_| {}).nodes
    }
}

fn nodes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("nodes");
    group.sample_size(10);
    for kind in [
        GameKind::Omweso,
        GameKind::Owela,
        GameKind::Nsolo,
        GameKind::BaoKingulu,
        GameKind::Anywoli,
    ] {
        let rules = Rules::default_for(kind);
        let columns = rules.default_columns();
        group.throughput(Throughput::Elements(visit(rules, columns, Search)));
        group.bench_function(kind.to_string(), |bencher| {
            bencher.iter(|| black_box(visit(rules, columns, Search)));
        });
    }
    group.finish();
}

criterion_group!(benches, nodes);
criterion_main!(benches);
