//! Hunts against exhaustive counts, and their reproducibility.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::sync::atomic::AtomicBool;

use sow_loops::census::Census;
use sow_loops::check::{Question, Verdict, check};
use sow_loops::find::{Certified, Find, Goal, Hunt, Source, Uniform};
use sow_loops::start::Start;
use sow_random::Stream;

fn hunt<S: Source>(goal: Goal, source: &S, climb: u32, tasks: u64) -> Option<Find> {
    let hunt = Hunt {
        goal,
        source,
        seed: 2026,
        limit: 100_000,
        climb,
    };
    hunt.run(0..tasks, &AtomicBool::new(false))
}

fn verdict(start: &Start) -> Verdict {
    let question = Question {
        limit: 1_000_000,
        period: true,
    };
    check(start, question, &AtomicBool::new(false))
}

#[test]
fn a_hunt_finds_the_records_of_the_census() {
    for (pits, seeds) in [(6, 12), (8, 14), (9, 11)] {
        let mut census = Census::new(pits, seeds).unwrap();
        while !census.advance(64, &AtomicBool::new(false)) {}
        let row = census.row().unwrap().unwrap();
        let source = Uniform::new(pits, seeds..=seeds, None).unwrap();
        let laps = |goal| hunt(goal, &source, 20, 1_500).unwrap().laps();
        assert_eq!(laps(Goal::LongestEnding), Some(row.longest_ending));
        assert_eq!(laps(Goal::LongestNever), row.max_period);
        assert_eq!(laps(Goal::ShortestNever), row.min_period);
    }
}

#[test]
fn a_hunt_finds_the_fewest_seeds() {
    for (pits, fewest) in [(5, 4), (6, 6), (8, 7)] {
        let source = Uniform::new(pits, 2..=14, None).unwrap();
        let find = hunt(Goal::FewestSeeds, &source, 20, 500).unwrap();
        assert_eq!(find.start.seeds(), fewest);
    }
}

#[test]
fn what_a_hunt_reports_is_true() {
    let uniform = Uniform::new(16, 32..=32, Some(10)).unwrap();
    let certified = Certified::new(16, 20..=30).unwrap();
    for find in [
        hunt(Goal::LongestEnding, &uniform, 5, 50),
        hunt(Goal::LongestNever, &certified, 5, 50),
        hunt(Goal::ShortestNever, &certified, 0, 50),
    ] {
        let find = find.unwrap();
        assert_eq!(find.verdict, verdict(&find.start), "{find:?}");
    }
}

#[test]
fn every_record_among_set_ups_is_a_set_up() {
    let source = Uniform::new(16, 32..=32, Some(10)).unwrap();
    for task in 0..40 {
        let hunt = Hunt {
            goal: Goal::LongestEnding,
            source: &source,
            seed: 9,
            limit: 100_000,
            climb: 10,
        };
        let find = hunt.run(task..task + 1, &AtomicBool::new(false)).unwrap();
        assert_eq!(find.task, task);
        assert!(source.allows(find.start.ring()), "{find:?}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let source = Uniform::new(12, 20..=24, None).unwrap();
    let find = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().unwrap();
        pool.install(|| hunt(Goal::LongestEnding, &source, 3, 300))
    };
    assert!(find(1).is_some());
    assert_eq!(find(1), find(2));
    assert_eq!(find(1), find(7));
}

/// Two rings, as if reached in play: nothing else may be a record.
struct Played;

impl Source for Played {
    fn draw(&self, stream: &mut Stream, ring: &mut Vec<u32>) -> bool {
        *ring = match stream.below(2) {
            0 => vec![2, 0, 1, 2, 7, 4, 0],
            _ => vec![2, 1, 1, 2, 6, 4, 0],
        };
        true
    }

    fn allows(&self, _: &[u32]) -> bool {
        false
    }
}

#[test]
fn positions_from_play_are_taken_as_they_are() {
    let find = hunt(Goal::LongestEnding, &Played, 50, 20).unwrap();
    assert_eq!(find.start.ring(), [2, 0, 1, 2, 7, 4, 0]);
    assert_eq!(find.laps(), Some(68));
}

#[test]
fn a_stopped_hunt_finds_nothing() {
    let source = Uniform::new(12, 20..=24, None).unwrap();
    let hunt = Hunt {
        goal: Goal::LongestEnding,
        source: &source,
        seed: 1,
        limit: 1_000,
        climb: 0,
    };
    assert_eq!(hunt.run(0..100, &AtomicBool::new(true)), None);
}
