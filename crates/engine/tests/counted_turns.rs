//! Turns counted without listing them, and turns chosen decision by decision.

use sow_engine::kind::GameKind;
use sow_engine::notation::parse_position;
use sow_engine::referee::referee;
use sow_engine::relay::Patience;
use sow_engine::rules::{Rules, rulesets};

const POSITIONS: [&str; 4] = [
    "nsolo 2,2,2,2,2,2,2,2/0,2,2,2,2,2,2,2/2,2,2,2,2,2,2,0/2,2,2,2,2,2,2,2 S",
    "nsolo 1,0,4/0,3,1/2,0,0/3,0,2 S",
    "nsolo 1,0/0,1/2,0/0,1 S",
    "nsolo 5,1,0,2/3,0,4,1/0,2,0,0/3,1,0,2 S",
];

/// Nsolo's rulesets, each with the whole bonus to be taken and with as much as one likes.
fn rules() -> impl Iterator<Item = Rules> {
    rulesets(GameKind::Nsolo).iter().flat_map(|&(_, rules)| {
        ["bonus=exact", "bonus=up-to-k"].map(|setting| {
            let mut rules = rules;
            rules.set(setting).expect("a value");
            rules
        })
    })
}

#[test]
fn strips_are_counted_without_being_listed() {
    let mut most = 0;
    for text in POSITIONS {
        let setup = parse_position(text).expect(text);
        for rules in rules() {
            let referee = referee(rules, setup.columns);
            let listed = referee.turns(&setup, &Patience::UNLIMITED, true).len();
            let counted = referee.count_turns(&setup, &Patience::UNLIMITED);
            assert_eq!(counted, listed as u128, "{text} under {}", rules.describe());
            most = most.max(listed);
        }
    }
    assert!(most > 500, "no position had many strips");
}

#[test]
fn a_chosen_turn_is_one_of_those_listed() {
    for text in POSITIONS {
        let setup = parse_position(text).expect(text);
        for rules in rules() {
            let referee = referee(rules, setup.columns);
            let listed = referee.turns(&setup, &Patience::UNLIMITED, true);
            for salt in 0..50_usize {
                let mut step = salt;
                let mut choose = |choices: usize| {
                    step = step * 31 + 17;
                    step % choices
                };
                let turn = referee
                    .choose_turn(&setup, &Patience::UNLIMITED, &mut choose)
                    .expect("a turn");
                assert!(
                    listed.contains(&turn),
                    "{text} under {}: {turn:?}",
                    rules.describe()
                );
            }
        }
    }
}
