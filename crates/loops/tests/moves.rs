//! Single moves: how they end, why they do not, and how long that takes.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use sow_engine::ring::{Circuit, Ring};
use sow_loops::CodecError;
use sow_loops::check::{BothWays, Proof, Question, Verdict, both_ways, check, stop_behind};
use sow_loops::period::{Outcome, PeriodRun};
use sow_loops::start::Start;
use sow_loops::walk::Walk;

fn never_stop() -> AtomicBool {
    AtomicBool::new(false)
}

fn verdict(ring: &[u32], pit: usize) -> Verdict {
    let question = Question {
        limit: 10_000_000,
        period: true,
    };
    check(&Start::new(ring, pit).unwrap(), question, &never_stop())
}

fn period(ring: &[u32], pit: usize) -> Option<u64> {
    match verdict(ring, pit) {
        Verdict::Never { period, .. } => period,
        Verdict::Ends { .. } | Verdict::Undecided { .. } => None,
    }
}

/// `3 1 0 1 0 1 … 0 1`.
fn smallest(pits: usize) -> Vec<u32> {
    let mut ring: Vec<u32> = (0..pits as u32).map(|pit| pit % 2).collect();
    ring[0] = 3;
    ring
}

#[test]
fn the_smallest_never_ending_pattern_takes_half_the_square_of_the_ring() {
    for pits in (4..=72).step_by(2) {
        let square = (pits * pits) as u64;
        assert_eq!(period(&smallest(pits), 0), Some(square / 2), "{pits} pits");
    }
}

#[test]
fn the_published_hus_position_has_period_434_and_no_other_never_ending_start() {
    // Outer row, then inner row from the right.
    let ring = [2, 3, 4, 1, 2, 2, 1, 4, 1, 0, 1, 0, 1, 0, 8, 0];
    for pit in (0..16).filter(|&pit| ring[pit] >= 2) {
        match verdict(&ring, pit) {
            Verdict::Never { period, .. } => assert_eq!((pit, period), (4, Some(434))),
            Verdict::Ends { laps, .. } => assert!((1..=56).contains(&laps), "{pit}: {laps}"),
            Verdict::Undecided { .. } => panic!("pit {pit} is not decided"),
        }
    }
    assert_eq!(period(&ring, 4), Some(434));
}

#[test]
fn a_cap_of_two_hundred_laps_misjudges_moves_both_ways() {
    // The longest ending move of 16 pits and 26 seeds looks never-ending to the cap, and the
    // shortest never-ending one with 28 seeds is back long before the cap.
    let ends = [2, 0, 2, 1, 2, 3, 0, 1, 2, 1, 2, 1, 6, 3, 0, 0];
    assert!(matches!(verdict(&ends, 0), Verdict::Ends { laps: 512, .. }));
    let never = [6, 2, 1, 0, 1, 3, 2, 1, 0, 3, 2, 1, 0, 3, 2, 1];
    assert_eq!(period(&never, 0), Some(68));
}

#[test]
fn a_limit_leaves_a_move_undecided_and_says_after_how_many_laps() {
    let ends = Start::new(&[2_u8, 0, 2, 1, 2, 3, 0, 1, 2, 1, 2, 1, 6, 3, 0, 0], 0).unwrap();
    for limit in [0, 1, 23, 24, 25, 511] {
        let question = Question {
            limit,
            period: false,
        };
        let verdict = check(&ends, question, &never_stop());
        assert_eq!(verdict, Verdict::Undecided { laps: limit });
    }
}

#[test]
fn the_residues_prove_what_no_one_can_run() {
    // 16 pits, 63 seeds, classes all even or all apart: decided at once.
    let mut ring = smallest(16);
    ring[0] += 17 * 3;
    let start = Start::new(&ring, 0).unwrap();
    let question = Question {
        limit: 24,
        period: false,
    };
    match check(&start, question, &never_stop()) {
        Verdict::Never {
            proof: Proof::Residues(residues),
            period: None,
        } => assert!(residues.never_stop()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_interrupted_and_resumed_run_finds_the_same_period() {
    let start = Start::new(&[27_u8, 0, 1, 0, 2, 1, 0, 1], 0).unwrap();
    let mut whole = PeriodRun::new(start.clone());
    let outcome = whole.advance(u64::MAX, &never_stop()).unwrap();
    assert!(matches!(outcome, Outcome::Returns { period: 93_368, .. }));

    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("run");
    let mut run = PeriodRun::new(start.clone());
    let mut calls = 0;
    let found = loop {
        if let Some(found) = run.advance(1_000, &never_stop()) {
            break found;
        }
        run.save(&path).unwrap();
        run = PeriodRun::resume(start.clone(), &path).unwrap();
        calls += 1;
        assert_eq!(run.laps(), calls * 1_000);
    };
    assert!(calls > 0);
    assert_eq!(found, outcome);

    let other = Start::new(&[27_u8, 0, 1, 0, 2, 1, 1, 0], 0).unwrap();
    let refused = PeriodRun::resume(other, &path).unwrap_err();
    assert!(matches!(refused, CodecError::Other { .. }));
}

#[test]
fn a_run_stops_when_told_to() {
    let start = Start::new(&[27_u8, 0, 1, 0, 2, 1, 0, 1], 0).unwrap();
    let mut run = PeriodRun::new(start);
    assert_eq!(run.advance(u64::MAX, &AtomicBool::new(true)), None);
    assert_eq!(run.laps(), 0);
}

/// The whole move lap by lap on the engine's ring: whether it ends, and its laps or period.
fn plainly(ring: &[u32], pit: usize, limit: u64) -> Option<(bool, u64)> {
    let circuit = Circuit::<72>::new(ring.len());
    let bytes: Vec<u8> = ring.iter().map(|&x| x as u8).collect();
    let start = Ring::<72>::new(&bytes);
    let (mut ring, mut at) = (start, pit);
    for laps in 1..=limit {
        at = ring.lap(&circuit, at);
        if ring[at] == 1 {
            return Some((true, laps));
        }
        if at == pit && ring == start {
            return Some((false, laps));
        }
    }
    None
}

/// A start with 4 to 24 pits and few seeds.
fn starts() -> impl Strategy<Value = (Vec<u32>, usize)> {
    (4_usize..=24, 1_u32..=3)
        .prop_flat_map(|(n, most)| (proptest::collection::vec(0..=most, n), 0..n))
        .prop_map(|(mut ring, pit)| {
            ring[pit] += 2;
            (ring, pit)
        })
}

/// A start on an even ring whose residues are all even, so that none are neighbours: from pit 0,
/// with few seeds.
fn certified(pits: u32) -> impl Strategy<Value = Vec<u32>> {
    let modulus = pits + 1;
    let fits = move |class: u32| (class % modulus).is_multiple_of(2) && class % modulus < pits;
    let choices = proptest::collection::vec(prop_oneof![5 => Just(0), 1 => Just(1)], pits as usize);
    choices.prop_map(move |choices| {
        let contents = |(d, choice): (u32, usize)| match d {
            0 => 2 + 2 * choice as u32,
            _ => (0..).filter(|x| fits(d + 1 + x)).nth(choice).unwrap(),
        };
        (0..pits).zip(choices).map(contents).collect()
    })
}

/// Runs a certified move through its whole period.
fn run_certified(ring: &[u32]) -> Result<(), TestCaseError> {
    let start = Start::new(ring, 0).unwrap();
    prop_assert!(start.residues().never_stop(), "{ring:?}");
    let outcome = PeriodRun::new(start).advance(100_000_000, &never_stop());
    let returned = matches!(outcome, Some(Outcome::Returns { .. }));
    prop_assert!(returned, "{ring:?} gives {outcome:?}");
    let start = Start::new(ring, 0).unwrap();
    prop_assert_eq!(stop_behind(&start, 10_000), None);
    if let (BothWays::Never { period: both }, Some(Outcome::Returns { period, .. })) =
        (both_ways(&start, 1_000_000), outcome)
    {
        prop_assert_eq!(both, period);
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_move_is_decided_as_by_playing_it((ring, pit) in starts()) {
        let limit = 200_000;
        let Some((ends, laps)) = plainly(&ring, pit, limit) else { return Ok(()) };
        match verdict(&ring, pit) {
            Verdict::Ends { laps: found, .. } => prop_assert_eq!((ends, laps), (true, found)),
            Verdict::Never { period, .. } => prop_assert_eq!((ends, Some(laps)), (false, period)),
            Verdict::Undecided { .. } => prop_assert!(false, "undecided"),
        }
    }

    #[test]
    fn both_ways_agree_with_one((ring, pit) in starts()) {
        let limit = 200_000;
        let Some((ends, laps)) = plainly(&ring, pit, limit) else { return Ok(()) };
        match both_ways(&Start::new(&ring, pit).unwrap(), limit) {
            BothWays::Ends { laps: found } => prop_assert_eq!((ends, laps), (true, found)),
            BothWays::EndsForStopBehind { .. } => prop_assert!(ends),
            BothWays::Never { period } => prop_assert_eq!((ends, laps), (false, period)),
            BothWays::Undecided { .. } => prop_assert!(false, "undecided"),
        }
    }

    #[test]
    fn a_stop_behind_leads_to_the_start_without_a_stop_between((ring, pit) in starts()) {
        let start = Start::new(&ring, pit).unwrap();
        let never = matches!(plainly(&ring, pit, 200_000), Some((false, _)));
        match stop_behind(&start, 100_000) {
            None => prop_assert!(never),
            Some(stop) => {
                prop_assert!(!never);
                prop_assert_eq!(stop.ring[stop.pit], 1);
                let mut walk = Walk::<72>::new(&stop.ring, stop.pit);
                for lap in 0..stop.laps {
                    prop_assert_eq!(walk.hand() == 1, lap == 0);
                    walk.lap(walk.hand());
                }
                prop_assert_eq!((walk.ring(), walk.at()), (ring, pit));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn certified_moves_on_sixteen_pits_return(ring in certified(16)) {
        run_certified(&ring)?;
    }

    #[test]
    fn certified_moves_on_twenty_four_pits_return(ring in certified(24)) {
        run_certified(&ring)?;
    }
}
