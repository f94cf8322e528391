//! Logged games, annotations, first moves, books and set-ups, as users' scripts see them.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

mod program;

use program::{json, sow, sow_with_input};
use serde_json::Value;
use std::fs;

/// A game in the form of a course project: players and pits counted from 0.
const LOG: &str = "# Game ID: 1\nSTART Player-0 random\nINIT 0 true 4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0\nINIT 1 true 4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0\nPIT 0 0\nPIT 1 1\nPIT 0 2\n";

#[test]
fn a_course_log_becomes_a_record_that_replays() {
    let imported = sow_with_input(&["import", "-"], LOG);
    assert_eq!(imported.code, Some(0), "{}", imported.err);
    assert!(
        imported.out.starts_with("game: omweso\n"),
        "{}",
        imported.out
    );
    assert!(imported.out.ends_with("b1 b2 b3 *\n"), "{}", imported.out);
    let replayed = sow_with_input(&["replay", "-"], &imported.out);
    assert_eq!(replayed.code, Some(0), "{}", replayed.err);
}

#[test]
fn an_illegal_move_of_a_log_is_told_with_its_line_and_what_would_be_legal() {
    for (log, want) in [
        (
            "game: owela\nSouth: f1\nSouth: b1\n",
            "line 3: South is said to play b1, but it is North's turn",
        ),
        ("game: owela\nSouth: f1\n", "line 2: move 1 by South"),
        ("game: owela\nb1\nSouth: b17\n", "line 3: "),
        (
            "player 1: 17\ngame: owela\n",
            "nobody can tell what is played",
        ),
        (
            "game: owela\nplayer 1: 17\n",
            "line 2: there is no pit 17; the pits of South are numbered 1 to 16",
        ),
        (
            "game: owela\nINIT 1 3,3\nb1",
            "line 2: a set-up has the 16 pits of one player",
        ),
    ] {
        let run = sow_with_input(&["import", "-"], log);
        assert_eq!(run.code, Some(2), "{log}: {}", run.out);
        assert!(run.err.contains(want), "{log}: {}", run.err);
        assert!(run.out.is_empty(), "{}", run.out);
    }
    let run = sow_with_input(&["import", "-"], "game: owela\nSouth: f1\n");
    assert!(run.err.contains("; legal are b1, b2, "), "{}", run.err);
}

#[test]
fn a_stated_result_that_the_moves_contradict_is_told() {
    let log = "start: omweso 0,0,0,0,0,2,0,3/0,0,0,0,0,4,0,3/0,0,0,0,0,1,0,1/0,0,0,0,4,0,0,0 S\nm\nNorth wins\n";
    let run = sow_with_input(&["import", "-"], log);
    assert_eq!(run.code, Some(1), "{} {}", run.out, run.err);
    assert!(run.err.contains("the log says 0-1"), "{}", run.err);
    assert!(run.out.trim_end().ends_with("1-0"), "{}", run.out);
}

/// A game of Bao Kingulu whose first move is the best and whose second throws away seeds.
fn annotated(extra: &[&str]) -> (Value, String) {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let record = folder.path().join("game.txt");
    fs::write(
        &record,
        "game: bao-kingulu\nstart: bao-kingulu:start:3\n1 3 *\n",
    )
    .unwrap();
    let args = [
        &[
            "--json",
            "annotate",
            record.to_str().unwrap(),
            "--html",
            page.to_str().unwrap(),
        ],
        extra,
    ];
    (json(&args.concat()), fs::read_to_string(page).unwrap())
}

#[test]
fn annotations_are_exact_on_small_boards_and_lose_what_the_solver_says() {
    let (found, page) = annotated(&[]);
    let moves = found["moves"].as_array().unwrap();
    assert!(!moves.is_empty());
    for played in moves {
        assert_eq!(played["before"]["proven"], true, "{played}");
        let solved = json(&[
            "--json",
            "solve",
            played["position"].as_str().unwrap(),
            "--objective",
            "margin",
        ]);
        assert_eq!(played["before"]["margin"], solved["margin"], "{played}");
        let loss = played["before"]["margin"].as_i64().unwrap()
            - played["after"]["margin"].as_i64().unwrap();
        assert_eq!(loss != 0, played["mark"] != "", "{played}");
        let lost = if played["player"] == "south" {
            loss
        } else {
            -loss
        };
        assert!(lost >= 0, "{played}");
    }
    assert!(page.starts_with("<!doctype html>") && page.contains("</html>"));
}

#[test]
fn annotations_do_not_depend_on_threads() {
    assert_eq!(
        annotated(&["--threads", "1"]),
        annotated(&["--threads", "3"])
    );
}

#[test]
fn a_record_that_cannot_be_played_is_not_annotated() {
    let run = sow_with_input(&["annotate", "-"], "game: owela\nf8 *\n");
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("record of line 1: move 1 by South"),
        "{}",
        run.err
    );
    assert_eq!(sow(&["annotate", "no-such-file"]).code, Some(2));
}
