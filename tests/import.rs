//! Logs of others and records as users' scripts see them: import, replay, stats.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

mod program;

use program::{json, sow, sow_with_input};
use serde_json::Value;
use std::fs;

/// A game in the form of a course project: players and pits counted from 0.
const COURSE: &str = "# Game ID: 1\nSTART Player-0 random\nINIT 0 true 4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0\nINIT 1 true 4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0\nPIT 0 0\nPIT 1 1\nPIT 0 2\nGAMEOVER WINNER 1\n";

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_course_log_becomes_a_record_that_replays() {
    let imported = sow_with_input(&["import", "-"], COURSE);
    assert_eq!(imported.code, Some(0), "{}", imported.err);
    assert!(
        imported.out.starts_with("game: omweso\n") && imported.out.ends_with("b1 b2 b3 0-1\n"),
        "{}",
        imported.out
    );
    let replayed = sow_with_input(&["replay", "-"], &imported.out);
    assert_eq!(replayed.code, Some(0), "{}", replayed.err);
    assert!(
        replayed
            .out
            .ends_with("0-1 North wins (attested); by the rules the game is open after 3 turns\n"),
        "{}",
        replayed.out
    );
    let wide = "PIT 0 4\nPIT 1 6\nGAMEOVER WINNER 1\n";
    let wide = sow_with_input(
        &["import", "-", "--game", "OWELA", "--rules", "mcgill"],
        wide,
    );
    assert_eq!(wide.code, Some(0), "{}", wide.err);
    assert!(wide.out.ends_with("b5 b7 0-1\n"), "{}", wide.out);
}

#[test]
fn many_files_and_folders_are_one_run_and_bad_games_lose_no_good_ones() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &[u8]| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    put("a.log", COURSE.as_bytes());
    put(
        "b/one.log",
        b"game: owela\nb3 b3 *\n\ngame: owela\nb3 oops\n\ngame: owela\nb4 *\n",
    );
    put("b/.hidden", b"nonsense");
    put("c.log", b"game: owela\nevent: \xff\nb3 *\n");
    let path = folder.path().to_str().unwrap();
    let out = folder.path().join("out.rec");
    let log = folder.path().join("a.log");
    let run = sow(&[
        "import",
        path,
        log.to_str().unwrap(),
        "--json",
        "-o",
        out.to_str().unwrap(),
    ]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    let games = lines(&run.out);
    let fits: Vec<bool> = games
        .iter()
        .map(|game| game["ok"].as_bool().unwrap())
        .collect();
    assert_eq!(fits, [true, true, false, true, false, true], "{}", run.out);
    assert!(games[2]["file"].as_str().unwrap().ends_with("one.log"));
    assert_eq!(
        (&games[2]["line"], &games[2]["word"]),
        (&Value::from(5), &Value::from("oops"))
    );
    assert_eq!(games[4]["line"], 2);
    let written = fs::read_to_string(&out).unwrap();
    let replayed = sow(&["replay", out.to_str().unwrap(), "--json"]);
    assert_eq!(lines(&replayed.out).len(), 4, "{written}");
    assert!(
        run.err.contains("4 of 6 games of 4 files imported"),
        "{}",
        run.err
    );

    let plain = sow(&["import", path, "-q"]);
    assert_eq!(plain.code, Some(1));
    assert!(
        plain
            .err
            .contains("one.log: line 5: `oops` is neither a pit"),
        "{}",
        plain.err
    );

    let missing = sow(&["import", path, "nowhere.log"]);
    assert_eq!((missing.code, missing.out.as_str()), (Some(2), ""));
    let onto = sow(&["import", path, "-o", log.to_str().unwrap()]);
    assert_eq!(onto.code, Some(2), "{}", onto.err);
    assert_eq!(fs::read_to_string(&log).unwrap(), COURSE);
}

#[test]
fn nothing_that_is_not_understood_is_guessed() {
    for (log, want) in [
        (
            "game: owela\nWhite: b3\nBlack: b3\n",
            "line 2: `white` plays b3",
        ),
        (
            "game: owela\nSoutg: b3\nNorth: b3\nSouth: b5\n",
            "line 2: `soutg` plays b3, but nothing says who that is (did you mean south?)",
        ),
        (
            "game: owela\nSouth: b3\ntime: 5s\nNorth: b3\n",
            "line 3: `time:` stands among the moves",
        ),
        (
            "game: owela\nSouth: b2\nSouth: b1\n",
            "line 3: South is said to play b1, but it is North's turn",
        ),
        ("game: owela\nSouth: f1\n", "line 2: move 1 by South"),
        ("\nplayer 1: 17\n", "line 2: nobody can tell what is played"),
        (
            "start: omweso 0,0,0,0,0,2,0,3/0,0,0,0,0,4,0,3/0,0,0,0,0,1,0,1/0,0,0,0,4,0,0,0 S\nm\nNorth wins\n",
            "line 3: the log says 0-1, but by the rules its moves end with 1-0",
        ),
    ] {
        let run = sow_with_input(&["import", "-"], log);
        assert_eq!(run.code, Some(1), "{log}: {}", run.out);
        assert!(run.err.contains(want), "{log}: {}", run.err);
        assert!(run.out.is_empty(), "{}", run.out);
    }
}

#[test]
fn attested_results_stand_beside_those_of_the_rules() {
    let records = "game: owela\ntermination: resignation\nb3 b3 0-1\n\ngame: owela\nb3 b3 1/2\n\ngame: owela\nb3 b3 *\n";
    let replayed = sow_with_input(&["replay", "-", "--json"], records);
    assert_eq!(replayed.code, Some(0), "{}", replayed.err);
    let games = lines(&replayed.out);
    assert_eq!(games[0]["result"], "*");
    assert_eq!(
        games[0]["attested"],
        serde_json::json!({"result": "0-1", "reason": "resignation"})
    );
    assert_eq!(games[1]["attested"], serde_json::json!({"result": "1/2"}));
    assert!(games[2].get("attested").is_none());
    let counted = sow_with_input(&["stats", "-", "--json", "-q"], records);
    let counted: Value = serde_json::from_str(&counted.out).unwrap();
    let results = &counted["results"];
    assert_eq!(
        (&results["north"], &results["drawn"], &results["open"]),
        (&1.into(), &1.into(), &1.into())
    );
    assert_eq!(counted["attested"], 2);
    assert_eq!(
        counted["reasons"],
        serde_json::json!({"resignation": 1, "attested": 1, "open": 1})
    );
}

#[test]
fn a_record_that_cannot_be_read_loses_no_other() {
    let records = "\u{feff}game: owela\n\nb3 b3 *\n\nGame: Owela\nb3\ntime: 5s\nb3\n\ngame: owela\nf4:\n\ngame: OWELA\nb3 1 - 0\n";
    let run = sow_with_input(&["replay", "-", "--json"], records);
    assert_eq!(run.code, Some(2));
    let games = lines(&run.out);
    let fits: Vec<bool> = games.iter().map(|game| game["error"].is_null()).collect();
    assert_eq!(fits, [true, false, false, true], "{}", run.out);
    assert_eq!(games[1]["line"], 7);
    assert_eq!(games[3]["stated_result"], "1-0");
}

#[test]
fn the_example_of_the_documentation_is_what_the_program_prints() {
    let page = include_str!("../docs/importing.md");
    let (_, example) = page.split_once("$ printf '").unwrap();
    let (log, rest) = example.split_once("' | sow import -\n").unwrap();
    let (printed, _) = rest.split_once("```").unwrap();
    let run = sow_with_input(&["import", "-"], &log.replace("\\n", "\n"));
    assert_eq!(run.out, printed);
}

#[test]
fn an_illegal_move_of_a_record_lists_the_legal_ones() {
    let position = "owela 0,0,2/0,0,0/0,0,0/2,0,3 S";
    let run = sow(&["play", position, "b2", "-q"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("legal are b1, b3"), "{}", run.err);
    let answer = json(&["play", "OWELA", "B3", "--json"]);
    assert_eq!(answer["moves"][0]["move"], "b3");
}
