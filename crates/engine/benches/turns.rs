//! Turns a second: move generation at the start and in mid-game, and perft.

#![allow(missing_docs, reason = "criterion's macros declare functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sow_engine::game::{Board, Decision, Game, Outcome};
use sow_engine::games::{self, BoardVisitor};
use sow_engine::notation::parse_position;
use sow_engine::perft::perft;
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use std::hint::black_box;

/// Name, rules, position, and the depth of perft.
const POSITIONS: [(&str, &str, &str, u32); 12] = [
    (
        "omweso start",
        "tournament",
        "omweso 4x8/0x8/0x8/4x8 S unmoved:SN uncaptured",
        5,
    ),
    (
        "omweso middle",
        "tournament",
        "omweso 0,1,1,1,7,0,1,0/6,2,1,1,0,0,0,0/0,0,1,2,0,7,1,9/3,4,5,5,3,0,2,1 S",
        5,
    ),
    ("owela start", "owela", "owela 2x8/2x4,0x4/0x4,2x4/2x8 S", 4),
    (
        "owela middle",
        "owela",
        "owela 3,0,1,3,0,2,0,1/1,2,0,4,1,0,3,0/0,2,1,0,3,1,0,2/4,1,0,2,0,5,1,3 S",
        4,
    ),
    (
        "omweso mcgill start",
        "mcgill",
        "omweso 4x8/0x8/0x8/4x8 S unmoved:SN",
        6,
    ),
    (
        "owela mcgill start",
        "mcgill",
        "owela 2x16/2x8,0x8/0x8,2x8/2x16 S unmoved:SN",
        4,
    ),
    ("nsolo start", "ndola", "nsolo 2x8/0,2x7/2x7,0/2x8 S", 2),
    (
        "nsolo middle",
        "ndola",
        "nsolo 0,1,2,0,3,1,0,1/0,2,0,1,1,0,2,0/1,0,2,1,0,2,0,0/3,0,1,1,2,0,1,2 S",
        3,
    ),
    ("bao-kingulu start", "klamroth", "bao-kingulu 4x6/4x6 S", 7),
    (
        "bao-kingulu middle",
        "klamroth",
        "bao-kingulu 0,6,6,6,1,0/1,6,6,2,7,0 N 7-0",
        7,
    ),
    ("anywoli start", "mancala-world", "anywoli 4x12/4x12 S", 4),
    (
        "anywoli middle",
        "mancala-world",
        "anywoli 1,0,6,0,2,1,0,5,0,2,1,0/0,2,1,0,7,1,0,2,0,1,6,1 S 28-28 last:S",
        4,
    ),
];

fn read(rules: &str, position: &str) -> (Rules, Setup) {
    let setup = parse_position(position).expect("a position");
    (Rules::named(setup.game, rules).expect("a ruleset"), setup)
}

/// Every candidate of a position played once.
struct PlayAll<'a> {
    criterion: &'a mut Criterion,
    name: &'a str,
    setup: &'a Setup,
}

impl BoardVisitor for PlayAll<'_> {
    type Output = ();

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) {
        let position = game.position(self.setup);
        let mut decisions: Vec<Decision> = Vec::new();
        game.candidates(&position, &mut decisions);
        let mut group = self.criterion.benchmark_group("turns");
        group.throughput(Throughput::Elements(decisions.len() as u64));
        group.bench_function(self.name, |bencher| {
            bencher.iter(|| {
                game.candidates(black_box(&position), &mut decisions);
                let mut after = 0;
                for &decision in &decisions {
                    let step = game.play(&position, decision, &Patience::UNLIMITED, None);
                    after += u32::from(matches!(step.outcome, Outcome::Position(_)));
                }
                after
            });
        });
        group.finish();
    }
}

struct Perft<'a> {
    criterion: &'a mut Criterion,
    name: &'a str,
    setup: &'a Setup,
    depth: u32,
}

impl BoardVisitor for Perft<'_> {
    type Output = ();

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) {
        let position = game.position(self.setup);
        let nodes = perft(&*game, &position, self.depth);
        let mut group = self.criterion.benchmark_group("perft");
        group
            .sample_size(10)
            .throughput(Throughput::Elements(nodes));
        group.bench_function(format!("{} depth {}", self.name, self.depth), |bencher| {
            bencher.iter(|| perft(&*game, black_box(&position), self.depth));
        });
        group.finish();
    }
}

fn turns(criterion: &mut Criterion) {
    for (name, rules, position, _) in POSITIONS {
        let (rules, setup) = read(rules, position);
        let visitor = PlayAll {
            criterion,
            name,
            setup: &setup,
        };
        games::visit(rules, setup.columns, visitor);
    }
}

fn leaves(criterion: &mut Criterion) {
    for (name, rules, position, depth) in POSITIONS {
        let (rules, setup) = read(rules, position);
        let visitor = Perft {
            criterion,
            name,
            setup: &setup,
            depth,
        };
        games::visit(rules, setup.columns, visitor);
    }
}

criterion_group!(benches, turns, leaves);
criterion_main!(benches);
