//! Whole random games, every position with all its turns, computed by an independent, literal,
//! seed-by-seed implementation of the rules: `data/games/*.jsonl`.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot read its data should fail"
)]

use serde_json::Value;
use sow_engine::notation::parse_position;
use sow_engine::referee::referee;
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::turn::{Turn, TurnEnd};
use std::collections::BTreeMap;

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

/// Compares every line of a file; `rules` may be named in its lines.
fn check(file: &str) -> usize {
    let path = format!("{}/../../data/games/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let mut referees = BTreeMap::new();
    let mut turns_seen = 0;
    for (index, line) in text.lines().enumerate() {
        let expected: Value = serde_json::from_str(line).unwrap();
        let position = parse_position(expected["position"].as_str().unwrap()).unwrap();
        let settings = expected["rules"].as_str().unwrap_or_default();
        let mut rules = Rules::default_for(position.game);
        for setting in settings.split_whitespace() {
            match setting.contains('=') {
                true => rules.set(setting).unwrap(),
                false => rules = Rules::named(position.game, setting).unwrap(),
            }
        }
        let key = (position.game, position.columns, settings.to_owned());
        let referee = referees
            .entry(key)
            .or_insert_with(|| referee(rules, position.columns));
        let sowings_only = expected["sowings_only"] == true;
        let patience = Patience {
            laps: u64::MAX,
            period_laps: 1 << 20,
        };
        let mut found: Vec<_> = referee
            .turns(&position, &patience, !sowings_only)
            .iter()
            .map(|turn| describe(turn, sowings_only))
            .collect();
        let mut wanted: Vec<_> = expected["turns"]
            .as_array()
            .unwrap()
            .iter()
            .map(|turn| describe_expected(turn, sowings_only))
            .collect();
        turns_seen += wanted.len();
        found.sort();
        wanted.sort();
        assert_eq!(
            found,
            wanted,
            "{file} line {}: {position} {settings}",
            index + 1
        );
        if let Some(played) = expected.get("played") {
            let text = played["move"].as_str().unwrap();
            let turn = referee.play(&position, text, &patience).unwrap();
            assert_eq!(turn.text, text, "{file} line {}", index + 1);
            if let (Some(after), TurnEnd::Position(found) | TurnEnd::Wins(found, _)) =
                (played.get("after"), &turn.end)
            {
                assert_eq!(
                    found.to_string(),
                    after.as_str().unwrap(),
                    "{file} line {}",
                    index + 1
                );
            }
        }
    }
    turns_seen
}

#[test]
fn every_turn_of_the_golden_games_is_reproduced() {
    assert_eq!(check("turns.jsonl"), 7559);
}
