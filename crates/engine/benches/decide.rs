//! Does each move end? 500 crowded 16-pit rings of 40 to 64 seeds, every move decided, and a few
//! rings with moves that are hard to decide.

#![allow(missing_docs, reason = "criterion's macros declare functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sow_engine::kind::GameKind;
use sow_engine::referee::{Referee, referee};
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::turn::TurnEnd;
use std::hint::black_box;

const RINGS: usize = 500;

/// Uniform throws of 40 to 64 seeds into 16 pits, the same on every run.
fn crowded_rings() -> Vec<Setup> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut ring = || {
        let mut setup = Setup::empty(GameKind::Omweso, 8);
        for _ in 0..40 + next() % 25 {
            setup.rings[0][(next() % 16) as usize] += 1;
        }
        setup
    };
    (0..RINGS).map(|_| ring()).collect()
}

/// Rings with a move that never ends, of periods from 434 to 16,772,656 laps, some certified by their
/// residues and some not, and two with moves that end after 533 and 813 laps.
const HARD: [[u8; 16]; 8] = [
    [4, 3, 2, 3, 2, 3, 4, 3, 2, 1, 3, 7, 1, 7, 4, 3],
    [2, 1, 7, 1, 0, 4, 1, 2, 3, 5, 3, 4, 3, 7, 6, 3],
    [2, 1, 5, 2, 6, 5, 3, 4, 1, 2, 6, 0, 4, 0, 9, 3],
    [1, 2, 1, 5, 1, 2, 1, 0, 1, 3, 2, 4, 1, 4, 3, 2],
    [2, 1, 0, 3, 2, 5, 1, 2, 4, 5, 2, 3, 0, 1, 0, 1],
    [1, 0, 4, 2, 8, 3, 2, 3, 2, 1, 2, 1, 2, 6, 3, 2],
    [2, 5, 4, 2, 1, 2, 3, 4, 5, 0, 4, 0, 3, 2, 4, 5],
    [2, 3, 2, 1, 4, 7, 2, 3, 2, 3, 0, 1, 3, 4, 5, 3],
];

fn hard_rings() -> Vec<Setup> {
    let setup = |ring: [u8; 16]| {
        let mut setup = Setup::empty(GameKind::Omweso, 8);
        setup.rings[0] = ring.to_vec();
        setup
    };
    HARD.into_iter().map(setup).collect()
}

/// Decides every move; returns how many there are and how many never end.
fn decide(referee: &dyn Referee, rings: &[Setup]) -> (usize, usize) {
    let (mut moves, mut endless) = (0, 0);
    for ring in rings {
        for turn in referee.turns(ring, &Patience::UNLIMITED, true) {
            moves += 1;
            match turn.end {
                TurnEnd::NeverEnds(_) => endless += 1,
                TurnEnd::Unfinished(why) => panic!("{ring}: {} {why:?}", turn.text),
                TurnEnd::Position(_) | TurnEnd::Wins(..) => {}
            }
        }
    }
    (moves, endless)
}

fn crowded(criterion: &mut Criterion) {
    let rules = Rules::named(GameKind::Omweso, "mcgill").expect("a ruleset");
    let referee = referee(rules, 8);
    let mut group = criterion.benchmark_group("decide");
    for (name, rings) in [
        ("500 crowded rings of 16", crowded_rings()),
        ("8 hard rings of 16", hard_rings()),
    ] {
        let (moves, endless) = decide(&*referee, &rings);
        println!("{name}: {moves} moves, {endless} of them never end");
        group.throughput(Throughput::Elements(moves as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| decide(&*referee, black_box(&rings)));
        });
    }
    group.finish();
}

criterion_group!(benches, crowded);
criterion_main!(benches);
