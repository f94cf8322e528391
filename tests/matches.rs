//! `sow match` and `sow engine` as users' scripts see them.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

mod program;

use program::{json, objects, sow, sow_with_input};

#[test]
fn a_match_reports_scores_and_differences_of_every_pairing() {
    let players = ["random", "greedy", "alpha-beta:nodes=500"];
    let mut args = vec!["match", "nsolo:start:4"];
    args.extend(players);
    args.extend(["--games", "12", "--json", "-q"]);
    let pairings = objects(&args);
    assert_eq!(pairings.len(), 3);
    for pairing in &pairings {
        assert_eq!(pairing["games"], 12);
        let count = |key: &str| pairing[key].as_u64().unwrap();
        assert_eq!(count("won") + count("drawn") + count("lost"), 12);
    }
    assert_eq!(pairings[1]["second"], "alpha-beta:nodes=500");
    assert!(pairings[1]["score"].as_f64().unwrap() < 0.5);
    assert_eq!(pairings, objects(&args), "the same seed, the same games");
}

#[test]
fn the_games_of_a_match_are_records_that_replay() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    let file = file.to_str().unwrap();
    let run = sow(&[
        "match",
        "omweso:start",
        "mcts:nodes=300",
        "greedy",
        "--games",
        "6",
        "-q",
        "-o",
        file,
    ]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("mcts:nodes=300"), "{}", run.out);
    let games = objects(&["replay", file, "--json"]);
    assert_eq!(games.len(), 6);
    assert!(games.iter().all(|game| game["ok"] == true));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_test_ends_the_match_as_soon_as_it_is_decided() {
    let answer = json(&[
        "match",
        "owela:start:4",
        "alpha-beta:nodes=300",
        "random",
        "--games",
        "1000",
        "--sprt",
        "0,20",
        "--json",
        "-q",
    ]);
    assert_eq!(answer["test"]["verdict"], "better");
    assert!(answer["games"].as_u64().unwrap() < 1000);
}

#[test]
fn another_program_plays_through_the_protocol() {
    let engine = format!("engine:{} engine greedy", env!("CARGO_BIN_EXE_sow"));
    for game in [
        "omweso:start",
        "owela:start",
        "nsolo:start",
        "bao-kingulu:start",
        "anywoli:start",
    ] {
        let answer = json(&[
            "match",
            game,
            &engine,
            "random",
            "--games",
            "4",
            "--longest",
            "60",
            "--json",
            "-q",
        ]);
        assert_eq!(answer["games"], 4, "{game}");
    }
}

#[test]
fn an_engine_answers_turns_and_faults_and_goes_on() {
    let input = "rules owela\n\
                 go\n\
                 position owela 2x8/2x4,0x4/0x4,2x4/2x8 N\n\
                 go\n\
                 position owela 3\n\
                 rules owela no-such\n\
                 hello\n\
                 position bao-kingulu:start\n\
                 position bao-kingulu 0x6/0x6 S 24-24\n\
                 go\n\
                 rules bao-kingulu\n\
                 go\n\
                 quit\n\
                 go\n";
    let run = sow_with_input(&["engine", "alpha-beta:nodes=500"], input);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let lines: Vec<_> = run.out.lines().collect();
    let kinds: Vec<_> = lines
        .iter()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(
        kinds,
        [
            "sow", "error", "move", "error", "error", "error", "error", "error", "error"
        ],
        "{}",
        run.out
    );
}

#[test]
fn players_that_make_no_sense_are_refused_in_one_sentence() {
    for player in [
        "nobody",
        "alpha-beta",
        "mcts:depth=3",
        "alpha-beta:nodes=x",
        "alpha-beta:wings=3",
        "engine:",
        "engine:/no/such/program",
    ] {
        let run = sow(&[
            "match",
            "owela:start",
            "random",
            player,
            "--games",
            "2",
            "-q",
        ]);
        assert_eq!(run.code, Some(2), "{player}: {}", run.out);
        assert_eq!(run.err.lines().count(), 1, "{player}: {}", run.err);
    }
}

/// The signature of how the heuristic search behaves. Whoever moves it owes a match, see CONTRIBUTING.md.
const SIGNATURE: u64 = 4_603_153;

#[test]
fn the_search_behaves_as_its_signature_says() {
    let answer = json(&["bench", "--json"]);
    assert_eq!(answer["signature"], SIGNATURE);
    assert_eq!(answer["nodes"], SIGNATURE);
}

#[test]
fn an_analysis_gives_a_line_of_json_a_depth() {
    for engine in ["alpha-beta", "mcts"] {
        let depths = objects(&[
            "analyse",
            "omweso:start",
            "--nodes",
            "100000",
            "--lines",
            "3",
            "--engine",
            engine,
            "--json",
        ]);
        assert!(depths.len() > 2, "{engine}");
        let nodes: Vec<_> = depths
            .iter()
            .map(|depth| depth["nodes"].as_u64().unwrap())
            .collect();
        assert!(nodes.is_sorted() && nodes.iter().all(|&nodes| nodes <= 100_000));
        for depth in &depths {
            assert_eq!(depth["engine"], engine);
            for line in depth["lines"].as_array().unwrap() {
                assert_eq!(line["move"], line["line"][0]);
                let told = ["score", "chance", "outcome"];
                assert_eq!(told.iter().filter(|&&key| !line[key].is_null()).count(), 1);
            }
        }
    }
}

#[test]
fn an_analysis_asks_endgame_tables() {
    let position = "nsolo 0x8/0,0,1,0,0,0,0,0/0,0,0,2,1,0,0,0/0,0,0,1,0,0,0,0 S";
    for engine in ["alpha-beta", "mcts"] {
        let analyse = |tables: &str| {
            let args = [
                "analyse", position, "--engine", engine, "--tables", tables, "--json", "--nodes",
                "10000",
            ];
            objects(&args).pop().unwrap()
        };
        let with = analyse("data/tables");
        assert_eq!(with["lines"][0]["outcome"], "south", "{engine}");
        let without = analyse("none");
        assert!(
            with["nodes"].as_u64() <= without["nodes"].as_u64(),
            "{engine}"
        );
    }
}

#[test]
fn a_player_with_tables_wins_what_is_won() {
    // South wins within 6 decisions, which a search of one sowing does not see.
    let position = "nsolo 0x8/0,0,2,0,0,0,0,0/0,1,0,0,0,0,0,0/0,0,1,0,0,0,2,0 S";
    let known = json(&["tables", "probe", position, "--json"]);
    assert!(
        matches!(known["outcome"].as_str(), Some("south" | "north")),
        "{known}"
    );
    let with = "alpha-beta:depth=1,tables=data/tables";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    let file = file.to_str().unwrap();
    let run = sow(&[
        "match",
        position,
        with,
        "alpha-beta:depth=4",
        "--games",
        "2",
        "--random-turns",
        "0",
        "-q",
        "-o",
        file,
    ]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    for game in objects(&["replay", file, "--json"]) {
        let winner = known["outcome"].as_str().unwrap();
        let has_tables = game["headers"][winner] == with;
        if has_tables {
            let token = if winner == "south" { "1-0" } else { "0-1" };
            assert_eq!(game["result"], token);
        }
    }
}
