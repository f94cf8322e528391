//! Annotations, first moves, books and set-ups, as users' scripts see them.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

mod program;

use program::{json, sow, sow_with_input};
use serde_json::Value;
use sow_engine::game::Ending;
use sow_engine::position::Position;
use sow_engine::relay::Patience;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::turn::TurnEnd;
use std::fs;

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
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    assert!(page.contains("start: bao-kingulu") && page.contains("\"notes\":[{\"mark\""));
}

/// The moves of the one game of a record, annotated.
fn moves_of(record: &str, extra: &[&str]) -> Vec<Value> {
    let run = sow_with_input(
        &[&["annotate", "-", "--json", "-q"], extra].concat(),
        record,
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    found["moves"].as_array().unwrap().clone()
}

/// What a position of Nsolo is worth to South after others: every line of play, none of them followed twice.
fn with_history(position: &Position, history: &mut Vec<Setup>) -> i32 {
    let referee = position.referee();
    let setup = position.setup();
    let worth = |ending: &Ending| match ending.winner {
        Some(Side::South) => 1,
        Some(Side::North) => -1,
        None => 0,
    };
    if let Some(ending) = referee.ending(setup) {
        return worth(&ending);
    }
    if history.contains(setup) {
        return 0;
    }
    history.push(setup.clone());
    let sign = setup.side.sign();
    let mut best = -2;
    for turn in referee.turns(setup, &Patience::UNLIMITED, true) {
        let TurnEnd::Position(after) = turn.end else {
            continue;
        };
        let after = Position::new(position.rules(), after).unwrap();
        best = best.max(sign * with_history(&after, history));
        if best == 1 {
            break;
        }
    }
    history.pop();
    assert!(best > -2, "a position without a turn is over");
    sign * best
}

#[test]
fn values_in_a_game_take_its_past_into_account() {
    // Each turn, and then North comes back to the start, which is a draw by the rules of Nsolo, though alone the
    // position after the turn is won.
    let record = "game: nsolo\nstart: nsolo 0,2/0,0/1,0/1,2 S\n\nb2 b1 b1 f2 b2 b2 *\n";
    for tables in [&[][..], &["--tables", "none"]] {
        let moves = moves_of(record, tables);
        let last = moves.last().unwrap();
        assert_eq!(last["before"]["outcome"], "north", "{last}");
        assert_eq!(last["after"]["outcome"], "draw", "{last}");
        assert_eq!(
            (&last["mark"], &last["better"][0]),
            (&"??".into(), &"f1".into())
        );
        let mut history = Vec::new();
        for played in &moves {
            let position: Position = played["position"].as_str().unwrap().parse().unwrap();
            let value = match with_history(&position, &mut history) {
                1 => "south",
                -1 => "north",
                _ => "draw",
            };
            assert_eq!(played["before"]["outcome"], value, "{played}");
            history.push(position.setup().clone());
        }
    }
}

#[test]
fn a_turn_is_an_error_only_where_another_is_better() {
    for game in [
        "omweso:start",
        "owela:start:4",
        "nsolo:start:3",
        "anywoli:start:4",
        "bao-kingulu:start:4",
    ] {
        let play = [
            "selfplay",
            game,
            "--south",
            "alpha-beta:nodes=200",
            "--games",
            "2",
            "-q",
        ];
        let games = sow(&play).out;
        for record in games
            .split("\n\n")
            .filter(|record| !record.trim().is_empty())
        {
            let header = record.starts_with("game:");
            if !header {
                continue;
            }
            for played in moves_of(record, &["--nodes", "300"]) {
                if played["mark"] == "" {
                    continue;
                }
                let better = &played["better"][0];
                assert!(
                    better.is_string() && *better != played["move"],
                    "{game}: {played}"
                );
            }
        }
    }
}

#[test]
fn one_record_that_is_wrong_does_not_lose_the_others() {
    let text = "game: owela\n\nb3 b3 *\n\ngame: owela\n\nb3 b3 b3 *\n\ngame: owela\n\nb4 b4 *\n";
    for command in [&["annotate", "-", "--nodes", "50"][..], &["stats", "-"]] {
        let run = sow_with_input(command, text);
        assert_eq!(run.code, Some(2), "{}", run.err);
        assert!(
            run.err.contains("line 7") && run.err.contains("b3 is not legal"),
            "{}",
            run.err
        );
        assert_eq!(run.err.matches("sow:").count(), 1, "{}", run.err);
    }
    let annotated = sow_with_input(&["annotate", "-", "--nodes", "50"], text).out;
    assert_eq!(annotated.matches("game: owela").count(), 2, "{annotated}");
    assert!(
        sow_with_input(&["stats", "-"], text)
            .out
            .starts_with("2 games of owela")
    );
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
    let run = sow_with_input(&["annotate", "-"], "game: owela\nf1 *\n");
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("record of line 1: move 1 by South"),
        "{}",
        run.err
    );
    assert_eq!(sow(&["annotate", "no-such-file"]).code, Some(2));
}

/// First moves of a small board, by 500 nodes and two games a line.
fn first_moves(extra: &[&str]) -> Value {
    let args = [
        "--json",
        "openings",
        "owela",
        "--columns",
        "4",
        "--nodes",
        "500",
        "--games",
        "2",
        "--player",
        "greedy",
    ];
    json(&[&args, extra].concat())
}

#[test]
fn first_moves_do_not_depend_on_threads() {
    let one = first_moves(&["--threads", "1"]);
    assert_eq!(one, first_moves(&["--threads", "3"]));
    assert_ne!(one["games"], first_moves(&["--seed", "2"])["games"]);
}

#[test]
fn the_best_first_move_of_a_solved_board_is_the_solvers() {
    let args = [
        "--json",
        "openings",
        "bao-kingulu",
        "--columns",
        "4",
        "--pairs",
        "--games",
        "0",
    ];
    let found = json(&[&args[..], &["--nodes", "300000"]].concat());
    let solved = json(&[
        "--json",
        "solve",
        "bao-kingulu:start:4",
        "--objective",
        "margin",
    ]);
    let turns = found["turns"].as_array().unwrap();
    assert_eq!(turns[0]["margin"], solved["margin"]);
    let margins: Vec<i64> = turns
        .iter()
        .map(|turn| turn["margin"].as_i64().unwrap())
        .collect();
    assert!(margins.is_sorted_by(|a, b| a >= b), "{margins:?}");
    for turn in turns {
        let replies = turn["replies"].as_array().unwrap();
        assert_eq!(
            replies[0]["margin"], turn["margin"],
            "the best reply is what a move is worth"
        );
    }
}

#[test]
fn first_moves_go_on_from_a_checkpoint_that_was_cut_off_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let checkpoint = ["--checkpoint", path.to_str().unwrap()];
    let want = first_moves(&checkpoint);
    let whole = fs::read(&path).unwrap();
    for part in [0, 1, 3, 5] {
        fs::write(&path, &whole[..whole.len() * part / 5]).unwrap();
        assert_eq!(first_moves(&checkpoint), want);
        assert_eq!(fs::read(&path).unwrap().len(), whole.len());
    }
    let run = sow(&["openings", "owela", "--checkpoint", checkpoint[1]]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("belongs to other work"), "{}", run.err);
}

#[test]
fn a_book_grown_in_two_runs_is_the_same_as_in_one_and_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let grow = |book: &str, expand: &str, threads: &str| {
        let args = [
            "openings",
            "owela",
            "--columns",
            "6",
            "--nodes",
            "300",
            "--proof",
            "0",
        ];
        let rest = ["--book", book, "--expand", expand, "--threads", threads];
        let run = sow(&[&args[..], &rest].concat());
        assert_eq!(run.code, Some(0), "{}", run.err);
    };
    let (one, two) = (path("one"), path("two"));
    grow(&one, "8", "1");
    grow(&two, "3", "2");
    grow(&two, "5", "3");
    assert_eq!(
        fs::read_to_string(&one).unwrap(),
        fs::read_to_string(&two).unwrap()
    );

    let said = sow(&[
        "--json",
        "analyse",
        "owela:start:6",
        "--depth",
        "1",
        "--book",
        &one,
    ]);
    let first: Value = serde_json::from_str(said.out.lines().next().unwrap()).unwrap();
    assert_eq!(first["book"], true);
    // Whoever plays at random otherwise plays the book's move, whatever the seed.
    let player = format!("random:book={one}");
    for seed in ["1", "2", "3"] {
        let position = first["position"].as_str().unwrap();
        let input = format!("rules owela\nposition {position}\ngo\nquit\n");
        let run = sow_with_input(&["engine", &player, "--seed", seed], &input);
        let played = format!("move {}", first["move"].as_str().unwrap());
        assert!(run.out.contains(&played), "{} {}", run.out, run.err);
    }
    let other = sow(&[
        "analyse",
        "owela:start:6",
        "--depth",
        "1",
        "--rules",
        "hus",
        "--book",
        &one,
    ]);
    assert_eq!(other.code, Some(2));
    fs::write(&two, "{}\n").unwrap();
    let run = sow(&["analyse", "owela:start:6", "--book", &two]);
    assert!(run.err.contains("is no opening book"), "{}", run.err);
}

/// Set-ups by two greedy games from either side.
fn setups(extra: &[&str]) -> Value {
    let args = [
        "--json", "openings", "omweso", "--setups", "--games", "2", "--player", "greedy",
    ];
    json(&[&args, extra].concat())
}

#[test]
fn the_pay_off_of_set_ups_adds_up_and_does_not_depend_on_threads() {
    let pair = ["--setup", "4x8/0x8", "--setup", "omweso 0x8/0x8/2x8/2x8 S"];
    let found = setups(&[&pair[..], &["--threads", "1"]].concat());
    assert_eq!(found, setups(&[&pair[..], &["--threads", "2"]].concat()));
    assert_eq!(
        found["setups"][0]["setup"],
        "4,4,4,4,4,4,4,4/0,0,0,0,0,0,0,0"
    );
    assert_eq!(
        found["setups"][1]["setup"],
        "2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2"
    );
    assert_eq!(found["setups"][0]["payoffs"][0], Value::Null);
    assert!(found["setups"][0]["payoffs"][1].is_f64());
}

#[test]
fn a_search_for_set_ups_keeps_the_cap_and_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let search = ["--search", "2", "--tries", "3", "--cap", "5", "--points"];
    let args = [&search[..], &["--checkpoint", path.to_str().unwrap()]].concat();
    let want = setups(&args);
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    assert_eq!(setups(&args), want);
    assert_eq!(setups(&search), want);
    let found = want["setups"].as_array().unwrap();
    assert!(found.len() >= 8);
    for setup in found {
        let text = setup["setup"].as_str().unwrap();
        let pits: Vec<u32> = text
            .split([',', '/'])
            .map(|pit| pit.parse().unwrap())
            .collect();
        assert_eq!(pits.iter().sum::<u32>(), 32, "{text}");
        assert!(pits.iter().all(|&seeds| seeds <= 5), "{text}");
    }
}

#[test]
fn a_set_up_with_a_never_ending_first_move_is_told() {
    let position = "omweso 4x8/0x8/1,2,3,0,1,2,0,4/6,2,3,0,1,4,1,2 S unmoved:SN uncaptured";
    let found = setups(&["--setup", position, "--setup", "4x8/0x8"]);
    let checked = json(&["--json", "loops", "check", position]);
    let turns = checked["turns"].as_array().unwrap();
    let never: Vec<&Value> = turns
        .iter()
        .filter(|turn| !turn["never"].is_null())
        .collect();
    assert!(!never.is_empty());
    let told = found["setups"].as_array().unwrap();
    let texts: Vec<&Value> = never.iter().map(|turn| &turn["move"]).collect();
    let one = told
        .iter()
        .find(|setup| setup["never"] != Value::Array(Vec::new()));
    let listed: Vec<&Value> = one.unwrap()["never"].as_array().unwrap().iter().collect();
    assert_eq!(listed, texts);
}

#[test]
fn set_ups_that_are_none_are_refused_in_one_sentence() {
    for (args, want) in [
        (&["--setup", "4x8"][..], "is no set-up"),
        (&["--setup", "4x8/1x8"], "has 40 seeds, and a player has 32"),
        (&["--search", "1", "--cap", "1"], "do not hold 32"),
        (&[], "give set-ups with --setup"),
    ] {
        let run = sow(&[&["openings", "omweso", "--setups"], args].concat());
        assert_eq!(run.code, Some(2), "{args:?}");
        assert!(run.err.contains(want), "{args:?}: {}", run.err);
    }
    assert_eq!(sow(&["openings", "owela", "--setups"]).code, Some(2));
    assert_eq!(sow(&["openings", "chess"]).code, Some(2));
}

/// Proven winners of pairs are those that `solve` finds, with any number of threads, and a checkpoint is gone on with.
#[test]
fn who_wins_between_two_set_ups_is_proven() {
    let asked = [
        "openings",
        "omweso",
        "--columns",
        "4",
        "--setups",
        "--prove",
    ];
    let given = [
        "--setup", "4x4/0x4", "--setup", "0x4/4x4", "--setup", "2x4/2x4",
    ];
    let found = json(&[&asked[..], &given[..], &["--json"]].concat());
    let pairs = found["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 6, "{found}");
    for pair in pairs {
        let [first, second] = ["first", "second"].map(|key| {
            let text = pair[key].as_str().unwrap();
            let (back, front) = text.split_once('/').unwrap();
            [back, front].map(|row| row.split(',').map(str::to_owned).collect::<Vec<_>>())
        });
        let turned = |row: &[String]| row.iter().rev().cloned().collect::<Vec<_>>().join(",");
        // North sits opposite, so that his rows are written from his right.
        let position = format!(
            "omweso {}/{}/{}/{} S unmoved:SN uncaptured",
            turned(&second[0]),
            turned(&second[1]),
            first[1].join(","),
            first[0].join(",")
        );
        let solved = json(&["solve", &position, "--json"]);
        let winner = match solved["outcome"].as_str().unwrap() {
            "south" => "first",
            "north" => "second",
            other => other,
        };
        assert_eq!(pair["winner"], winner, "{pair}");
    }
    let counted = ["first", "second", "draws", "open"].map(|key| found[key].as_u64().unwrap());
    assert_eq!(counted.iter().sum::<u64>(), 6);

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pairs");
    let file = file.to_str().unwrap();
    let drawn = [
        &asked[..],
        &["--drawn", "12", "--seed", "7", "--json", "-q"],
    ]
    .concat();
    let calm = json(&[&drawn[..], &["--threads", "1"]].concat());
    assert_eq!(calm["pairs"].as_array().unwrap().len(), 12);
    // With few nodes some stay open; with more these alone are looked at again.
    let few = json(&[&drawn[..], &["--proof", "60", "--checkpoint", file]].concat());
    assert!(few["open"].as_u64().unwrap() > 0, "{few}");
    let lines = fs::read_to_string(file).unwrap().lines().count();
    let rest = json(&[&drawn[..], &["--threads", "2", "--checkpoint", file]].concat());
    let winners = |found: &Value| {
        let pairs = found["pairs"].as_array().unwrap().iter();
        pairs.map(|pair| pair["winner"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(winners(&rest), winners(&calm));
    let more = fs::read_to_string(file).unwrap().lines().count() - lines;
    assert_eq!(more as u64, few["open"].as_u64().unwrap());

    // Arrangements that those given meet.
    let met = json(
        &[
            &asked[..],
            &["--setup", "4x4/0x4", "--drawn", "5", "--json"],
        ]
        .concat(),
    );
    let pairs = met["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 5);
    assert!(
        pairs.iter().all(|pair| pair["first"] == "4,4,4,4/0,0,0,0"),
        "{met}"
    );
    for wrong in [
        &["--games", "3"][..],
        &["--search", "2"],
        &["--cap", "1"],
        &[],
    ] {
        let run = sow(&[&asked[..], wrong].concat());
        assert_eq!(run.code, Some(2), "{wrong:?}");
    }
    let page = sow(&[&asked[..], &["--setup", "4x4/0x4", "--drawn", "5"]].concat());
    assert!(
        page.out.contains("pairs the first player wins"),
        "{}",
        page.out
    );
}
