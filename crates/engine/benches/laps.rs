//! Laps a second on rings of several lengths.

#![allow(missing_docs, reason = "criterion's macros declare functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sow_engine::ring::{Circuit, Ring};
use std::hint::black_box;

const LAPS: u64 = 100_000;

/// Plays laps from the first pit that holds two, beginning again whenever a move ends.
fn play<const CAP: usize>(circuit: &Circuit<CAP>, start: &Ring<CAP>, first: usize) -> Ring<CAP> {
    let (mut ring, mut at) = (*start, first);
    for _ in 0..LAPS {
        at = ring.lap(circuit, at);
        if ring[at] == 1 {
            (ring, at) = (*start, first);
        }
    }
    ring
}

fn bench<const CAP: usize>(criterion: &mut Criterion, name: &str, pits: &[u8], first: usize) {
    let circuit = Circuit::<CAP>::new(pits.len());
    let start = Ring::<CAP>::new(pits);
    let mut group = criterion.benchmark_group("laps");
    group.throughput(Throughput::Elements(LAPS));
    group.bench_function(name, |bencher| {
        bencher.iter(|| play(&circuit, black_box(&start), first));
    });
    group.finish();
}

fn laps(criterion: &mut Criterion) {
    // 52 seeds, a never-ending move of period 2,182,728.
    let crowded = [4, 3, 2, 3, 2, 3, 4, 3, 2, 1, 3, 7, 1, 7, 4, 3];
    bench::<16>(criterion, "16 pits, 52 seeds", &crowded, 2);
    bench::<16>(criterion, "12 pits, 48 seeds", &[4; 12], 2);
    bench::<32>(criterion, "24 pits, 96 seeds", &[4; 24], 0);
    // A never-ending move of period 8,768 from a logged game of Owela 4×16.
    let owela = [
        2, 3, 4, 2, 1, 0, 5, 1, 9, 1, 9, 0, 1, 2, 1, 2, 3, 2, 1, 0, 1, 0, 3, 15, 1, 0, 6, 1, 4, 1,
        2, 1,
    ];
    bench::<32>(criterion, "32 pits, 76 seeds", &owela, 2);
    let mut nsolo = [2; 72];
    nsolo[36] = 0;
    bench::<72>(criterion, "72 pits, 142 seeds", &nsolo, 0);
}

criterion_group!(benches, laps);
criterion_main!(benches);
