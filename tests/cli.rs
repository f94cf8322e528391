//! The command line as users' scripts see it: answers, JSON, exit codes, one sentence for bad input.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

mod program;

use program::{json, sow, sow_with_input};
use serde_json::Value;
use std::process::{Command, Stdio};

#[test]
fn moves_lists_every_turn_with_its_result() {
    let answer = json(&["moves", "bao-kingulu:start", "--json"]);
    assert_eq!(
        answer["position"],
        "bao-kingulu 4,4,4,4,4,4/4,4,4,4,4,4 S 0-0"
    );
    let turns: Vec<_> = answer["turns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|turn| turn["move"].as_str().unwrap())
        .collect();
    assert_eq!(turns, ["3", "4", "5", "6"]);
    let third = &answer["turns"][0];
    assert_eq!(
        (&third["laps"], &third["captured"]),
        (&Value::from(5), &Value::from(7))
    );
    assert_eq!(third["after"], "bao-kingulu 1,0,6,6,0,1/6,6,2,7,0,6 N 7-0");
}

#[test]
fn a_turn_without_an_end_carries_its_proof_in_place_of_the_position() {
    let answer = json(&[
        "loops",
        "check",
        "omweso 0x8/0x8/1,0,1,0,1,0,1,0/3,1,0,1,0,1,0,1 S",
        "b1",
        "--json",
        "-q",
    ]);
    let turn = &answer["turns"][0];
    assert_eq!(turn["never"]["period"], 128);
    assert_eq!(turn["never"]["proof"], "residues");
    assert!(turn.get("after").is_none());
}

#[test]
fn a_limit_on_laps_answers_undecided_with_exit_code_3() {
    let position = "omweso 0x8/0x8/1,0,1,0,1,0,1,0/3,1,0,1,0,1,0,1 S";
    let run = sow(&["moves", position, "--json", "-q", "--laps", "10"]);
    assert_eq!(run.code, Some(3));
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(answer["turns"][0]["undecided"]["laps"], 10);
}

#[test]
fn play_gives_moves_the_position_after_and_the_result() {
    let answer = json(&["play", "anywoli:start", "1", "1", "--json"]);
    assert_eq!(answer["moves"].as_array().unwrap().len(), 2);
    assert_eq!(answer["result"], "*");
    assert_eq!(answer["moves"][1]["after"], answer["position_after"]);
}

#[test]
fn a_won_game_ends_play() {
    let position = "omweso 0,0,0,0,0,2,0,3/0,0,0,0,0,4,0,3/0,0,0,0,0,1,0,1/0,0,0,0,4,0,0,0 S";
    let answer = json(&["play", position, "m", "--json", "-q"]);
    assert_eq!(answer["result"], "1-0");
    assert_eq!(answer["moves"][0]["win"], "akawumbi");
    let run = sow(&["play", position, "m", "b1", "-q"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("after the end of the game"), "{}", run.err);
}

#[test]
fn many_positions_are_answered_in_order_and_bad_lines_in_their_place() {
    let input = "anywoli:start\n\n# a comment\nnonsense\nowela:start:6\n";
    let run = sow_with_input(&["perft", "-", "1", "--json"], input);
    assert_eq!(run.code, Some(2));
    let lines: Vec<Value> = run
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["nodes"], 12);
    assert_eq!(lines[1]["line"], 4);
    assert!(
        lines[1]["error"]
            .as_str()
            .unwrap()
            .contains("unknown game `nonsense`")
    );
    assert_eq!(lines[2]["nodes"], 9);
}

#[test]
fn drawings_are_read_as_positions() {
    let run = sow_with_input(
        &["perft", "-", "1"],
        "game: anywoli\nside: N\n4 4 0\n1 1 1\n",
    );
    assert_eq!((run.code, run.out.as_str()), (Some(0), "perft 1: 2\n"));
}

#[test]
fn a_shown_plain_board_is_a_drawing_again() {
    let shown = sow(&["show", "nsolo:start:10", "--plain"]);
    let again = sow_with_input(&["show", "-", "--plain"], &shown.out);
    assert_eq!(shown.out, again.out);
}

#[test]
fn every_kind_of_bad_input_gets_one_sentence_and_exit_code_2() {
    for (args, part) in [
        (&["moves", "chess 1,1/1,1 S"][..], "unknown game `chess`"),
        (&["moves", "nowhere.txt"], "neither a position"),
        (&["moves", "owela:start:1"], "from 2 to 36"),
        (&["moves", "owela:start:37"], "from 2 to 36"),
        (
            &["moves", "owela 1,1/1,1/1/1,1 S"],
            "row 3 (from the top) has 1 pits",
        ),
        (&["moves", "anywoli 256,1/1,1 S"], "the most is 255"),
        (
            &["moves", "anywoli 4x12/4x11,5 S", "--strict"],
            "is played with 96",
        ),
        (
            &["moves", "owela:start", "--rules", "tournament"],
            "no ruleset `tournament`; its rulesets are owela",
        ),
        (
            &["moves", "owela:start", "--rule", "capture=some"],
            "it takes both or inner-suffices",
        ),
        (
            &["moves", "owela:start", "--rule", "colour=red"],
            "no rule `colour`",
        ),
        (&["moves", "owela:start", "--rule", "capture"], "KEY=VALUE"),
        (
            &["play", "bao-kingulu:start", "1"],
            "first lap ends in the occupied hole 5",
        ),
        (&["play", "owela:start", "f1"], "that pit is empty"),
        (&["play", "owela:start", "b9"], "its pits are b1 to b8"),
        (&["play", "owela:start", "b1<"], "leaves none to choose"),
        (&["play", "owela:start", "b1?"], "no mark of a move"),
        (
            &["play", "nsolo:start", "b7"],
            "2 more bonus stone(s) must be named",
        ),
        (
            &["play", "nsolo:start", "b7:b1x3"],
            "cannot be taken from b1",
        ),
        (&["play", "anywoli:start", "1+2"], "earns no further sowing"),
        (
            &["play", "anywoli:start", "pass"],
            "only to a player who cannot sow",
        ),
        (&["replay", "nowhere.txt"], "there is no file `nowhere.txt`"),
        (&["rules", "chess"], "unknown game `chess`"),
    ] {
        let run = sow(args);
        assert_eq!(run.code, Some(2), "{args:?}: {}{}", run.out, run.err);
        assert!(run.err.contains(part), "{args:?} says: {}", run.err);
        let sentences: Vec<_> = run
            .err
            .lines()
            .filter(|line| !line.contains("warning"))
            .collect();
        assert_eq!(sentences.len(), 1, "{args:?} says: {}", run.err);
    }
}

#[test]
fn unusual_seed_totals_are_a_warning_and_quiet_silences_it() {
    let position = "anywoli 4x12/4x11,5 S";
    let run = sow(&["perft", position, "1"]);
    assert_eq!(run.code, Some(0));
    assert!(
        run.err.contains("warning: there are 97 seeds"),
        "{}",
        run.err
    );
    assert!(sow(&["perft", position, "1", "--quiet"]).err.is_empty());
}

#[test]
fn rulesets_and_options_change_the_start() {
    let perft = |args: &[&str]| {
        json(&[&["perft", "--json"], args].concat())["nodes"]
            .as_u64()
            .unwrap()
    };
    assert_eq!(perft(&["omweso:start", "4", "--rules", "mcgill"]), 2695);
    assert_eq!(perft(&["owela:start", "3", "--rules", "mcgill"]), 11040);
    let shown = json(&["show", "omweso:start", "--rules", "mweiso", "--json"]);
    assert_eq!(
        shown["position"],
        "omweso 2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2 S"
    );
}

#[test]
fn divide_adds_up_to_perft() {
    let answer = json(&["perft", "owela:start", "3", "--divide", "--json"]);
    let parts: u64 = answer["divide"]
        .as_array()
        .unwrap()
        .iter()
        .map(|part| part["nodes"].as_u64().unwrap())
        .sum();
    assert_eq!(answer["nodes"], parts);
    assert_eq!(
        json(&["perft", "owela:start", "3", "--json"])["nodes"],
        parts
    );
}

#[test]
fn replay_checks_moves_results_and_repetitions() {
    // After two moves each the start stands again, and under Nsolo's rules the game is drawn.
    let record = "game: nsolo\nstart: nsolo 2,0/1,1/0,1/2,1 S\nb1 b2 b2 f2 1/2\n";
    let run = sow_with_input(&["replay", "-", "--json", "-q"], record);
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    assert_eq!(
        answer["repetitions"],
        serde_json::json!([{"first": 0, "again": 4}])
    );
    assert_eq!(
        (&answer["result"], &answer["reason"]),
        (&Value::from("1/2"), &Value::from("repetition"))
    );
    let text = sow_with_input(&["replay", "-", "-q"], record).out;
    let text = text.replace('\n', " ");
    assert!(
        text.contains("after move 4 stands the start again; under these rules the game is drawn"),
        "{text}"
    );

    let wrong = sow_with_input(&["replay", "-", "-q"], &record.replace(" 1/2\n", " 1-0\n"));
    assert_eq!(wrong.code, Some(1), "{}", wrong.out);
    let illegal = sow_with_input(&["replay", "-", "-q"], "game: owela\nb1 b1 f1 *");
    assert_eq!(illegal.code, Some(2));
    assert!(
        illegal.err.contains("move 3 by South (line 2)"),
        "{}",
        illegal.err
    );
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sow"))
        .args(["moves", "nsolo:start"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn completions_and_the_manual_come_from_the_same_definition() {
    for shell in ["bash", "zsh", "fish"] {
        let run = sow(&["completions", shell]);
        assert!(run.code == Some(0) && run.out.contains("perft"), "{shell}");
    }
    let run = sow(&["man"]);
    assert!(run.code == Some(0) && run.out.contains("loops"));
}

#[test]
fn pictures_are_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.svg");
    let run = sow(&["show", "owela:start", "--svg", path.to_str().unwrap()]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let svg = std::fs::read_to_string(&path).unwrap();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        1,
        "no temporary file is left"
    );
}

#[test]
fn solve_gives_the_exact_value_with_a_line_that_can_be_played() {
    for objective in ["outcome", "margin"] {
        let answer = json(&[
            "solve",
            "bao-kingulu 1,0,2/0,2,1 S",
            "--objective",
            objective,
            "--json",
            "-q",
        ]);
        assert_eq!(answer["status"], "exact");
        for field in [
            "position", "outcome", "margin", "distance", "line", "nodes", "seconds", "method",
        ] {
            assert!(answer.get(field).is_some(), "{field} is missing: {answer}");
        }
        let mut args = vec!["play", "bao-kingulu 1,0,2/0,2,1 S", "--json", "-q"];
        args.extend(
            answer["line"]
                .as_array()
                .unwrap()
                .iter()
                .map(|turn| turn.as_str().unwrap()),
        );
        let played = json(&args);
        let result = match answer["outcome"].as_str().unwrap() {
            "south" => "1-0",
            "north" => "0-1",
            _ => "1/2",
        };
        assert_eq!(played["result"], result, "{answer} {played}");
    }
}

#[test]
fn both_exact_methods_agree_and_name_themselves() {
    let position = "bao-kingulu 1,0,2/0,2,1 S";
    let of = |method: &str| {
        json(&[
            "solve",
            position,
            "--objective",
            "margin",
            "--method",
            method,
            "--json",
            "-q",
        ])
    };
    let (alpha_beta, proof_number) = (of("alpha-beta"), of("proof-number"));
    assert_eq!(alpha_beta["margin"], proof_number["margin"]);
    assert_eq!(alpha_beta["outcome"], proof_number["outcome"]);
    assert_eq!(
        (&alpha_beta["method"], &proof_number["method"]),
        (&Value::from("alpha-beta"), &Value::from("proof-number"))
    );
}

#[test]
fn retrograde_analysis_counts_the_positions_and_refuses_what_it_cannot_do() {
    let board = "anywoli 4,4,4,4/4,4,4,4 S";
    let ask = |further: &[&str]| {
        let retrograde = ["solve", "--method", "retrograde", "--json", "-q"];
        sow(&[&retrograde[..], further].concat())
    };
    let run = ask(&["--objective", "margin", board]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(answer["status"], "exact");
    assert_eq!(answer["margin"], 16);
    let number = |key: &str| answer["census"][key].as_u64().unwrap();
    assert_eq!(number("positions"), 11_840);
    assert_eq!(number("wins") + number("draws") + number("losses"), 11_840);
    assert_eq!(answer["nodes"], 11_840);
    // What does not fit is unknown, not guessed.
    let run = ask(&["--memory", "64KiB", board]);
    assert_eq!(run.code, Some(3));
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(answer["status"], "unknown");
    let run = ask(&["omweso:start:36"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("at most 127 seeds"), "{}", run.err);
}

#[test]
fn a_solver_that_hits_its_limit_says_so_and_never_guesses() {
    let run = sow(&["solve", "nsolo:start", "--nodes", "1000", "--json", "-q"]);
    assert_eq!(run.code, Some(3));
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(answer["status"], "unknown");
    assert!(
        answer["outcome"].is_null() && answer["margin"].is_null(),
        "{answer}"
    );
}

#[test]
fn rules_are_told_with_every_option_and_its_value() {
    for game in ["omweso", "owela", "nsolo", "bao-kingulu", "anywoli"] {
        let text = sow(&["rules", game]).out;
        for part in ["RULESETS", "OPTIONS", "SOURCES", "[attested", "[convention"] {
            assert!(text.contains(part), "{game}: {part}");
        }
        assert!(
            text.lines().all(|line| line.chars().count() <= 100),
            "{game} is too wide"
        );
        let answer = json(&["rules", game, "--json"]);
        assert!(
            answer["options"]
                .as_array()
                .unwrap()
                .iter()
                .all(|option| option["value"].is_string()),
            "{game}"
        );
    }
    let capped = json(&["rules", "owela", "--json", "--rule", "lap-cap=200"]);
    assert_eq!(capped["ruleset"], "owela lap-cap=200");
}

#[test]
fn strips_too_many_to_list_are_counted_instead() {
    // 72 stones to be stripped from 71 pits of two: nobody wants that list.
    let position = "nsolo 2x12/24,2x11/0x12/0,0,0,0,0,0,0,0,0,0,0,12 S";
    let run = sow(&["moves", position, "-q"]);
    assert_eq!(run.code, Some(2), "{}", run.out);
    assert!(
        run.err.contains("--sowings lists the sowings alone"),
        "{}",
        run.err
    );
    let answer = json(&["moves", position, "-q", "--sowings", "--json"]);
    assert_eq!(answer["turns"][0]["bonus"], 24);
}

#[test]
fn pictures_have_the_published_letters_where_they_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("picture.svg");
    let file = picture.to_str().unwrap();
    for command in [
        &["show", "omweso", "--svg", file][..],
        &["trace", "omweso", "b1", "--svg", file],
        &["loops", "draw", "omweso", "b1", "--svg", file],
    ] {
        let names = |extra: &[&str]| {
            let run = sow(&[command, extra, &["-q"]].concat());
            assert_eq!(run.code, Some(0), "{}", run.err);
            std::fs::read_to_string(&picture).unwrap()
        };
        let (usual, letters) = (names(&[]), names(&["--letters"]));
        assert!(
            usual.contains(">b1<") && !usual.contains(">i<"),
            "{command:?}"
        );
        assert!(
            letters.contains(">i<") && letters.contains(">a<"),
            "{command:?}"
        );
        assert!(!letters.contains(">b1<"), "{command:?}");
    }
}
