//! The hunt for wrong values: a second solver, written apart, against every method under random rules, limits, memory
//! and threads. `docs/trust.md` tells what has been tried.
//!
//! `SOW_HUNT=CASES[,SEED] cargo test --release -p sow-search --test hunt -- --ignored` hunts for longer.

mod cases;
mod check;
mod truth;

use cases::{Case, Random};
use check::{Tally, check};
use sow_engine::notation::parse_position;
use sow_engine::rules::Rules;
use sow_search::Objective;

/// Looks at `count` cases from `seed` on; the faults.
fn hunt(seed: u64, count: u64, tally: &mut Tally) -> Vec<String> {
    let mut faults = Vec::new();
    for number in 0..count {
        let case = Case::new(&mut Random::new(seed + number));
        for fault in check(&case, tally) {
            let fault = format!("seed {}: {}: {fault}", seed + number, case.words());
            eprintln!("{fault}");
            faults.push(fault);
        }
        if number % 1_000 == 999 && count > 5_000 {
            eprintln!("{} cases: {tally:?}, {} faults", number + 1, faults.len());
        }
    }
    faults
}

#[test]
fn no_method_says_what_is_not_so() {
    let mut tally = Tally::default();
    let faults = hunt(1, 1_500, &mut tally);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(tally.exact > 1_500 && tally.lines > 700, "{tally:?}");
}

/// Faults that were found before, each of a kind: position, rules, what is asked.
const FOUND: &[(&str, &str, Objective)] = &[
    // A pit wraps around where the origin is skipped.
    (
        "bao-kingulu 24,220/0,53 S",
        "skip-origin=yes",
        Objective::Margin,
    ),
    (
        "omweso 0,0/1,0/0,0/3,254 S uncaptured",
        "",
        Objective::Margin,
    ),
    // A forfeit wins what the static bounds leave to the other.
    (
        "nsolo 3,1/4,1/0,0/1,1 S",
        "never-ending=mover-loses",
        Objective::Margin,
    ),
    (
        "nsolo 3,1/1,0/0,2/1,0 S",
        "never-ending=mover-loses",
        Objective::Margin,
    ),
    // More seeds than 16 bits of margin hold.
    (
        "anywoli 178x36/178x36 S 9999-9999",
        "never-ending=mover-loses lap-cap=1",
        Objective::Outcome,
    ),
    // The only choice leads nowhere: South has lost already.
    (
        "omweso 1,0/1,0/8,1/1,0 S",
        "never-ending=illegal",
        Objective::Distance,
    ),
    // An extra move with nothing to sow: the game is over.
    (
        "anywoli 0,0/0,0 S 0-0 again",
        "extra-move=optional",
        Objective::Points,
    ),
    // Cycles are worth different things, and a distance is asked for.
    (
        "bao-kingulu 1,2/0,1 N",
        "end-in-reserved=relay",
        Objective::Distance,
    ),
];

#[test]
fn faults_found_before_are_gone() {
    let mut faults = Vec::new();
    for &(position, rules, objective) in FOUND {
        let setup = parse_position(position).expect("a position");
        let case = Case {
            rules: Rules::from_words(setup.game, rules.split_whitespace()).expect("rules"),
            setup,
            objective,
            nodes: 30_000,
            memory: 1 << 20,
            threads: 1,
        };
        let mut tally = Tally::default();
        faults.extend(check(&case, &mut tally));
        assert!(tally.too_large == 0, "{position}");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
#[ignore = "as long as one likes"]
fn a_longer_hunt() {
    let wanted = std::env::var("SOW_HUNT").unwrap_or_else(|_| "100000".to_owned());
    let (count, seed) = wanted.split_once(',').unwrap_or((&wanted, "1000000"));
    let mut tally = Tally::default();
    let count = count.parse().expect("a number of cases");
    let faults = hunt(seed.parse().expect("a seed"), count, &mut tally);
    assert!(faults.is_empty(), "{} faults: {tally:?}", faults.len());
    eprintln!("{tally:?}");
}
