//! A sowing that was not followed to its end, for want of room in a pit, is no result: no command takes it for a
//! never-ending one, for a win or for an exact value.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

mod program;

use program::sow;
use std::fs;

/// Positions of which every turn is undecided, with one of them.
const POSITIONS: [(&str, &str); 4] = [
    ("owela 200,200/200,200/250,250/250,9 S", "b1"),
    ("omweso 200,200/200,200/250,250/250,9 S", "b2"),
    ("nsolo 200,200/200,200/250,250/250,9 S", "b1"),
    ("bao-kingulu 250,250/250,250 S", "1"),
];

/// Words that would make it a result. `?` stands for the position, `!` for the turn, `@` for a file with it as a record.
const CLAIMS: [&str; 8] = [
    "never ends",
    "\"reason\":\"never-ending\"",
    "annulled, never-ending",
    "\"annulled\":1",
    "South wins",
    "North wins",
    "\"status\":\"exact\"",
    "proven)",
];

/// The exit code that each command has here, and its words.
const COMMANDS: [(i32, &str); 17] = [
    (3, "trace|?|!"),
    (3, "trace|?|!|--json"),
    (3, "play|?|!"),
    (3, "play|?|!|--json"),
    (0, "replay|@"),
    (0, "replay|@|--json"),
    (0, "annotate|@|--nodes|50"),
    (0, "stats|@|--json"),
    (0, "selfplay|?|--games|2"),
    (0, "match|?|random|greedy|--games|2|--json"),
    (0, "openings|--from|?|--games|1|--nodes|50"),
    (3, "solve|?|--time|2s|--json"),
    (3, "solve|?|--method|alpha-beta|--time|2s|--json"),
    (3, "solve|?|--method|proof-number|--time|2s|--json"),
    (3, "solve|?|--method|mcts|--nodes|200|--json"),
    (3, "puzzle|check|?|--stipulation|win|--time|2s"),
    (2, "loops|period|?|!"),
];

#[test]
fn no_command_takes_an_undecided_sowing_for_a_result() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (position, turn)) in POSITIONS.iter().enumerate() {
        let listed = sow(&["moves", position, "-q"]);
        let decided = listed.out.contains(turn) && !listed.out.contains("not decided");
        assert!(
            !decided && listed.code == Some(3),
            "{position}: {}",
            listed.out
        );
        let record = folder.path().join(format!("record-{number}"));
        let game = position.split(' ').next().unwrap();
        fs::write(
            &record,
            format!("game: {game}\nstart: {position}\n{turn} *\n"),
        )
        .unwrap();
        for (code, command) in COMMANDS {
            let words: Vec<String> = command
                .split('|')
                .map(|word| match word {
                    "?" => (*position).to_owned(),
                    "!" => (*turn).to_owned(),
                    "@" => record.to_str().unwrap().to_owned(),
                    word => word.to_owned(),
                })
                .chain(["-q".to_owned()])
                .collect();
            let run = sow(&words.iter().map(String::as_str).collect::<Vec<_>>());
            let told = format!("{command} of {position}: {}{}", run.out, run.err);
            assert_eq!(run.code, Some(code), "{told}");
            for claim in CLAIMS {
                assert!(!told.contains(claim), "{claim}: {told}");
            }
        }
    }
}

/// Nothing is played on from a position that is not known.
#[test]
fn nothing_follows_an_undecided_move() {
    let folder = tempfile::tempdir().unwrap();
    for (position, turn) in POSITIONS {
        let run = sow(&["play", position, turn, turn, "-q"]);
        assert_eq!(run.code, Some(2), "{position}: {}", run.out);
        assert!(run.err.contains("move 2: "), "{}", run.err);
        assert!(run.err.contains("not followed to its end"), "{}", run.err);
        let record = folder.path().join("record");
        let game = position.split(' ').next().unwrap();
        fs::write(
            &record,
            format!("game: {game}\nstart: {position}\n{turn} {turn} *\n"),
        )
        .unwrap();
        let run = sow(&["replay", record.to_str().unwrap(), "-q"]);
        assert_eq!(run.code, Some(2), "{position}: {}", run.out);
    }
}
