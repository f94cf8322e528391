//! Laps per second of a relay, starts per second of a census.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sow_engine::ring::{Circuit, Ring};
use sow_loops::census::Census;
use sow_loops::period::PeriodRun;
use sow_loops::start::Start;

/// Never-ending on 16 pits with 64 seeds: period 1,409,118,944.
const LONG: [u8; 16] = [4, 0, 3, 4, 5, 0, 5, 2, 5, 4, 6, 2, 10, 3, 4, 7];

fn laps(c: &mut Criterion) {
    const LAPS: u64 = 1 << 20;
    let mut group = c.benchmark_group("laps");
    group.throughput(Throughput::Elements(LAPS));
    group.bench_function("walk, 16 pits", |b| {
        let start = Start::new(&LONG, 0).expect("a start");
        assert!(start.residues().never_stop());
        let mut run = PeriodRun::new(start.clone());
        let stop = AtomicBool::new(false);
        b.iter(|| {
            if run.advance(LAPS, &stop).is_some() {
                run = PeriodRun::new(start.clone());
            }
            run.laps()
        });
    });
    group.bench_function("packed ring, 16 pits", |b| {
        let circuit = Circuit::<16>::new(16);
        let (mut ring, mut at) = (Ring::<16>::new(&LONG), 0);
        b.iter(|| {
            for _ in 0..LAPS {
                at = ring.lap(&circuit, at);
                if ring[at] == 1 {
                    break;
                }
            }
            black_box(at)
        });
    });
    group.finish();
}

fn census(c: &mut Criterion) {
    let mut group = c.benchmark_group("census");
    group.sample_size(10);
    for (pits, seeds) in [(8, 32), (16, 20), (24, 20)] {
        let starts = Census::new(pits, seeds).expect("countable").starts();
        group.throughput(Throughput::Elements(starts));
        group.bench_function(format!("{pits} pits, {seeds} seeds"), |b| {
            b.iter(|| {
                let mut census = Census::new(pits, seeds).expect("countable");
                while !census.advance(64, &AtomicBool::new(false)) {}
                census.row()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, laps, census);
criterion_main!(benches);
