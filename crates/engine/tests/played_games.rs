//! Positions with all their turns, computed by an independent, literal, seed-by-seed
//! implementation of the rules: `data/games/*.jsonl`, written by `scripts/generate.py`.
//!
//! `SOW_MORE_GAMES=FILE` compares one more file of the same kind.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot read its data should fail"
)]

use serde_json::Value;
use sow_engine::notation::parse_position;
use sow_engine::referee::{Referee, referee};
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::turn::{Turn, TurnEnd};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Long enough to see every period that the data knows.
const PATIENCE: Patience = Patience {
    laps: u64::MAX,
    period_laps: 100_000,
    ..Patience::UNLIMITED
};

/// Fewer laps than those after which the data gives a turn up as undecided.
const LONG: u64 = 2_000;

/// One turn in the terms of the data, as comparable text.
fn describe(turn: &Turn<Setup>, sowings_only: bool) -> String {
    let mut text = format!(
        "{} laps {} captured {}",
        turn.text, turn.laps, turn.captured
    );
    match &turn.end {
        TurnEnd::Position(after) => text += &format!(" after {after}"),
        TurnEnd::Wins(after, ending) => {
            text += &format!(" after {after} wins {}", ending.reason.name())
        }
        TurnEnd::NeverEnds(proof) => return format!("{} never {:?}", turn.text, proof.period),
        TurnEnd::Unfinished(why) => return format!("{} {why:?}", turn.text),
    }
    if turn.again {
        text += " again";
    }
    if sowings_only {
        text += &format!(" bonus {}", turn.bonus);
    }
    text
}

fn describe_expected(turn: &Value, sowings_only: bool) -> String {
    let name = turn["move"].as_str().unwrap();
    if let Some(period) = turn["never"].as_u64() {
        return format!("{name} never {:?}", Some(period));
    }
    for (key, why) in [("capped", "Cap"), ("overfull", "PitOverflow")] {
        if turn[key] == true {
            return format!("{name} {why}");
        }
    }
    let mut text = format!("{name} laps {} captured {}", turn["laps"], turn["captured"]);
    text += &format!(" after {}", turn["after"].as_str().unwrap());
    if let Some(win) = turn["win"].as_str() {
        text += &format!(" wins {win}");
    }
    if turn["again"] == true {
        text += " again";
    }
    if sowings_only {
        text += &format!(" bonus {}", turn["bonus"]);
    }
    text
}

/// Takes out of `found` what came of a turn that the data has given up, further choices included.
fn remove_undecided(found: &mut Vec<Turn<Setup>>, given_up: &str, place: &str) {
    let before = found.len();
    found.retain(|turn| {
        let is_long = matches!(turn.end, TurnEnd::NeverEnds(_)) || turn.laps >= LONG;
        !(is_long && turn.text.starts_with(given_up))
    });
    assert!(
        found.len() < before,
        "{place}: {given_up} is neither long nor endless"
    );
}

/// The rules that a line names, on top of the game's default.
fn rules_of(position: &Setup, settings: &str) -> Rules {
    Rules::from_words(position.game, settings.split_whitespace()).expect("rules")
}

/// Compares all turns of a line's position; returns how many there were.
fn check_turns(referee: &dyn Referee, position: &Setup, expected: &Value, place: &str) -> usize {
    let sowings_only = expected["sowings_only"] == true;
    let mut turns = referee.turns(position, &PATIENCE, !sowings_only);
    let listed = expected["turns"].as_array().unwrap();
    let (given_up, decided): (Vec<_>, Vec<_>) =
        listed.iter().partition(|turn| turn["undecided"] == true);
    for turn in given_up {
        remove_undecided(&mut turns, turn["move"].as_str().unwrap(), place);
    }
    let mut found: Vec<_> = turns
        .iter()
        .map(|turn| describe(turn, sowings_only))
        .collect();
    let mut wanted: Vec<_> = decided
        .into_iter()
        .map(|turn| describe_expected(turn, sowings_only))
        .collect();
    found.sort();
    wanted.sort();
    if found != wanted {
        let wrong: Vec<_> = found.iter().filter(|turn| !wanted.contains(turn)).collect();
        let missing: Vec<_> = wanted.iter().filter(|turn| !found.contains(turn)).collect();
        panic!("{place}\nfound {wrong:#?}\ninstead of {missing:#?}");
    }
    listed.len()
}

/// Plays the text of the turn that was chosen and compares the result.
fn check_played(referee: &dyn Referee, position: &Setup, played: &Value, place: &str) {
    let text = played["move"].as_str().unwrap();
    let turn = referee.play(position, text, &PATIENCE);
    let Some(after) = played.get("after") else {
        // Rules that forbid never-ending moves refuse them.
        assert!(
            turn.is_err() || matches!(turn.unwrap().end, TurnEnd::NeverEnds(_)),
            "{place}"
        );
        return;
    };
    let turn = turn.unwrap();
    assert_eq!(turn.text, text, "{place}");
    let (TurnEnd::Position(found) | TurnEnd::Wins(found, _)) = &turn.end else {
        panic!("{place}: {turn:?}");
    };
    assert_eq!(found.to_string(), after.as_str().unwrap(), "{place}");
}

/// Compares every line of a file; returns the numbers of positions and turns.
fn check(path: &Path) -> (usize, usize) {
    let text = std::fs::read_to_string(path).unwrap();
    let mut referees = BTreeMap::new();
    let (mut positions, mut turns) = (0, 0);
    for (index, line) in text.lines().enumerate() {
        let expected: Value = serde_json::from_str(line).unwrap();
        let position = parse_position(expected["position"].as_str().unwrap()).unwrap();
        let settings = expected["rules"].as_str().unwrap_or_default();
        let rules = rules_of(&position, settings);
        let place = format!(
            "{} line {}: {position} under {settings:?}",
            path.display(),
            index + 1
        );
        let key = (position.game, position.columns, settings.to_owned());
        let referee = referees
            .entry(key)
            .or_insert_with(|| referee(rules, position.columns));
        turns += check_turns(&**referee, &position, &expected, &place);
        if let Some(played) = expected.get("played") {
            check_played(&**referee, &position, played, &place);
        }
        positions += 1;
    }
    (positions, turns)
}

fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../data/games")
        .join(file)
}

#[test]
fn every_turn_of_the_golden_games_is_reproduced() {
    assert_eq!(check(&data("turns.jsonl")).1, 7559);
}

#[test]
fn random_positions_of_all_sizes_under_any_mixture_of_rules_are_reproduced() {
    assert_eq!(check(&data("positions.jsonl")).0, 1800);
}

#[test]
fn boards_near_the_rim_are_reproduced_and_given_up_exactly_where_a_pit_overflows() {
    let (positions, turns) = check(&data("rim.jsonl"));
    assert_eq!(positions, 426);
    assert!(turns > 2_000, "{turns} turns");
}

#[test]
fn random_games_under_every_ruleset_are_reproduced() {
    assert_eq!(check(&data("rulesets.jsonl")).0, 942);
}

#[test]
fn one_more_file_named_by_the_environment_is_reproduced() {
    if let Some(path) = std::env::var_os("SOW_MORE_GAMES") {
        let (positions, turns) = check(Path::new(&path));
        assert!(positions > 0);
        eprintln!("{positions} positions and {turns} turns agree");
    }
}
