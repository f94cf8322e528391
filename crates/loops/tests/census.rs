//! The published counts, and the counting itself against visiting every start.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::sync::atomic::AtomicBool;

use sow_engine::certificate::Residues;
use sow_engine::ring::{Circuit, Ring};
use sow_loops::CodecError;
use sow_loops::census::{Census, CensusError, CensusRow, LAP_CAPS};

fn finished(pits: usize, seeds: u32) -> Census {
    let mut census = Census::new(pits, seeds).unwrap();
    while !census.advance(64, &AtomicBool::new(false)) {}
    census
}

/// Pits, seeds, starts, never-ending starts, cycles, shortest and longest period, longest ending.
type Known = (usize, u32, u64, u64, u64, u64, u64, u64);

fn assert_known((pits, seeds, starts, never, cycles, min, max, longest_ending): Known) {
    let expected = CensusRow {
        pits,
        seeds,
        starts,
        never,
        cycles,
        min_period: (min > 0).then_some(min),
        max_period: (max > 0).then_some(max),
        longest_ending,
    };
    assert_eq!(finished(pits, seeds).row(), Ok(Some(expected)));
}

#[test]
fn rings_of_up_to_ten_pits_have_the_known_counts() {
    for known in [
        (4, 10, 660, 60, 1, 60, 60, 12),
        (7, 16, 271_320, 1_736, 13, 42, 588, 68),
        (8, 32, 82_363_776, 468_528, 136, 10, 93_368, 227),
        (10, 20, 46_868_250, 102_590, 224, 28, 1_710, 264),
    ] {
        assert_known(known);
    }
}

#[test]
fn rings_of_twelve_and_sixteen_pits_have_the_known_counts() {
    for known in [
        (12, 20, 415_167_480, 215_040, 428, 42, 624, 94),
        (16, 11, 20_920_064, 128, 1, 128, 128, 23),
        (16, 12, 52_300_160, 0, 0, 0, 0, 31),
        (16, 15, 599_074_560, 13_904, 44, 112, 1_056, 43),
        (16, 17, 2_481_880_320, 82_384, 185, 96, 3_024, 56),
        (16, 20, 16_594_533_120, 346_432, 601, 88, 2_592, 115),
    ] {
        assert_known(known);
    }
}

#[test]
fn the_fewest_seeds_of_a_never_ending_move_are_known() {
    for (pits, fewest) in [
        (2, 4),
        (3, 3),
        (4, 5),
        (5, 4),
        (6, 6),
        (7, 5),
        (8, 7),
        (9, 6),
        (10, 8),
        (12, 9),
        (16, 11),
    ] {
        for seeds in 2..fewest {
            assert_eq!(finished(pits, seeds).row().unwrap().unwrap().never, 0);
        }
        assert!(
            finished(pits, fewest).row().unwrap().unwrap().never > 0,
            "{pits}"
        );
    }
}

/// Counts by running every start of every ring until it stops or is back.
#[derive(Debug, Default, PartialEq)]
struct Plain {
    starts: u64,
    never: u64,
    /// Starts that the certificate calls never-ending, whatever they do.
    certified: u64,
    periods: Vec<u64>,
    longest_ending: u64,
    beyond: [u64; LAP_CAPS.len()],
}

impl Plain {
    fn run(&mut self, circuit: &Circuit<16>, start: &Ring<16>, pit: usize) {
        self.starts += 1;
        self.certified += u64::from(Residues::new(circuit, start, pit).never_stop());
        let (mut ring, mut at, mut laps) = (*start, pit, 0);
        loop {
            at = ring.lap(circuit, at);
            laps += 1;
            if ring[at] == 1 {
                self.longest_ending = self.longest_ending.max(laps);
                for (count, cap) in self.beyond.iter_mut().zip(LAP_CAPS) {
                    *count += u64::from(laps > u64::from(cap));
                }
                return;
            }
            if at == pit && ring == *start {
                self.never += 1;
                self.periods.push(laps);
                return;
            }
        }
    }

    fn fill(&mut self, circuit: &Circuit<16>, ring: &mut Ring<16>, pit: usize, left: u8) {
        if pit + 1 < circuit.pits() {
            for seeds in 0..=left {
                ring[pit] = seeds;
                self.fill(circuit, ring, pit + 1, left - seeds);
            }
            return;
        }
        ring[pit] = left;
        for start in (0..=pit).filter(|&start| ring[start] >= 2) {
            self.run(circuit, &ring.clone(), start);
        }
    }
}

#[test]
fn small_rings_are_counted_as_by_visiting_every_start() {
    for (pits, most) in [
        (2, 40),
        (3, 30),
        (4, 20),
        (5, 16),
        (6, 13),
        (7, 12),
        (8, 11),
        (9, 9),
    ] {
        let circuit = Circuit::<16>::new(pits);
        for seeds in 2..=most {
            let mut plain = Plain::default();
            let mut ring = Ring::EMPTY;
            plain.fill(&circuit, &mut ring, 0, seeds);
            let census = finished(pits, u32::from(seeds));
            let row = census.row().unwrap().unwrap();
            let found = (row.starts, row.never, row.longest_ending);
            let wanted = (plain.starts, plain.never, plain.longest_ending);
            assert_eq!(found, wanted, "{pits} pits, {seeds} seeds");
            assert_eq!(row.min_period, plain.periods.iter().copied().min());
            assert_eq!(row.max_period, plain.periods.iter().copied().max());
            assert_eq!(census.ending_beyond_caps(), plain.beyond);
            // The census asks the certificate about cycles only: no more are certified than these.
            assert_eq!(census.coverage().certified, plain.certified);
        }
    }
}

#[test]
fn examples_do_what_they_are_shown_for() {
    for (pits, seeds) in [(7, 16), (8, 32), (12, 20), (16, 17), (20, 14), (34, 22)] {
        let census = finished(pits, seeds);
        let row = census.row().unwrap().unwrap();
        let ended = census.longest_ending().unwrap();
        let circuit = Circuit::<72>::new(pits);
        let lengths = |ring: &[u8], pit: usize| {
            let start = Ring::<72>::new(ring);
            let (mut ring, mut at, mut laps) = (start, pit, 0);
            loop {
                at = ring.lap(&circuit, at);
                laps += 1;
                if ring[at] == 1 || (at == pit && ring == start) {
                    return (ring[at] == 1, laps);
                }
            }
        };
        assert_eq!(ended.ring.iter().map(|&x| u32::from(x)).sum::<u32>(), seeds);
        assert_eq!(lengths(&ended.ring, ended.pit), (true, row.longest_ending));
        for (example, period) in [
            (census.shortest_never(), row.min_period),
            (census.longest_never(), row.max_period),
        ] {
            if let Some(example) = example {
                let (ends, laps) = lengths(&example.ring, example.pit);
                assert!(!ends);
                assert_eq!(Some(laps), period);
            }
        }
    }
}

#[test]
fn the_certificate_never_proves_too_much_and_misses_what_it_is_known_to_miss() {
    let coverage = finished(16, 20).coverage();
    assert_eq!(coverage.never, 346_432);
    assert_eq!(coverage.longest_missed, 296);
    assert_eq!(coverage.certified, 279_792);
    assert_eq!(coverage.longest_certified, 2_592);
}

#[test]
fn a_census_goes_on_from_its_checkpoint() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("census");
    let whole = finished(12, 20);
    let mut first = Census::new(12, 20).unwrap();
    first.advance(100, &AtomicBool::new(false));
    assert_eq!(first.row(), Ok(None));
    first.save(&path).unwrap();
    let mut second = Census::new(12, 20).unwrap();
    second.resume(&path).unwrap();
    assert_eq!(second.progress(), first.progress());
    while !second.advance(300, &AtomicBool::new(false)) {}
    assert_eq!(second.row(), whole.row());
    assert_eq!(second.longest_ending(), whole.longest_ending());
    assert_eq!(second.coverage(), whole.coverage());
}

#[test]
fn a_census_refuses_the_checkpoint_of_another() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("census");
    Census::new(12, 20).unwrap().save(&path).unwrap();
    let refused = Census::new(12, 21).unwrap().resume(&path).unwrap_err();
    assert!(matches!(refused, CodecError::Other { .. }));
    assert!(refused.to_string().contains("12 pits, 20 seeds"));
    std::fs::write(&path, "no checkpoint").unwrap();
    let refused = Census::new(12, 20).unwrap().resume(&path).unwrap_err();
    assert!(matches!(refused, CodecError::Foreign { .. }));
}

#[test]
fn an_interrupted_census_has_done_nothing_wrong() {
    let mut census = Census::new(12, 20).unwrap();
    let (done, _) = census.progress();
    assert!(!census.advance(1000, &AtomicBool::new(true)));
    assert_eq!(census.progress().0, done);
    while !census.advance(1000, &AtomicBool::new(false)) {}
    assert_eq!(census.row(), finished(12, 20).row());
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let census = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| {
            let census = finished(11, 22);
            let examples = [
                census.longest_ending().cloned(),
                census.shortest_never().cloned(),
                census.longest_never().cloned(),
            ];
            (census.row(), examples)
        })
    };
    assert_eq!(census(1), census(2));
    assert_eq!(census(1), census(7));
}

#[test]
fn what_cannot_be_counted_is_refused() {
    assert_eq!(Census::new(1, 9).unwrap_err(), CensusError::Pits(1));
    assert_eq!(Census::new(73, 9).unwrap_err(), CensusError::Pits(73));
    assert_eq!(Census::new(16, 1).unwrap_err(), CensusError::Seeds(1));
    assert_eq!(Census::new(16, 256).unwrap_err(), CensusError::Seeds(256));
    let refused = Census::new(72, 200).unwrap_err();
    assert!(matches!(refused, CensusError::TooMany { .. }));
}
