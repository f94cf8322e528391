//! The command `puzzle` as scripts see it.

#![allow(
    clippy::unwrap_used,
    reason = "a panic is how a test says what is missing"
)]

mod program;

use program::{finish, json, objects, sow, sow_with_input, start, wait_until};
use std::path::Path;

const NSOLO: &str = "nsolo 0,0,0,0,1,0,0,0/0,1,0,0,1,0,1,0/0,0,0,0,0,0,0,1/0,0,0,0,0,0,1,0 S";

#[test]
fn a_problem_is_solved_as_a_tree_with_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let run = sow(&["puzzle", "solve", NSOLO, "--html", page.to_str().unwrap()]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("S f8:b4"), "{}", run.out);
    assert!(run.out.contains("After S f8:b4:"), "{}", run.out);
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("sow-content") && html.contains("f8:b4") && html.ends_with("</html>\n"));
    let answer = json(&["--json", "puzzle", "solve", NSOLO]);
    assert_eq!(answer["truth"], "true");
    assert_eq!(answer["tree"][0]["move"], "f8:b4");
}

#[test]
fn what_is_not_sound_has_exit_code_1() {
    let sound = sow(&["puzzle", "check", NSOLO]);
    assert_eq!(sound.code, Some(0), "{}", sound.out);
    let short = sow(&["puzzle", "check", NSOLO, "--stipulation", "win in 1 turn"]);
    assert_eq!(short.code, Some(1), "{}", short.out);
    assert!(short.out.contains("refuted by"), "{}", short.out);
    let open = sow(&["puzzle", "check", "owela:start", "--nodes", "10"]);
    assert_eq!(open.code, Some(3), "{}", open.out);
    let nonsense = sow(&["puzzle", "check", NSOLO, "--stipulation", "dance"]);
    assert_eq!(nonsense.code, Some(2));
    assert!(
        nonsense.err.contains("`dance` is no stipulation"),
        "{}",
        nonsense.err
    );
}

#[test]
fn composing_is_reproducible_on_any_number_of_threads_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let compose = |file: &str, count: &str, threads: &str| {
        let run = sow(&[
            "puzzle",
            "compose",
            "owela",
            "--columns",
            "3",
            "--count",
            count,
            "--interest",
            "40",
            "--threads",
            threads,
            "--output",
            file,
            "-q",
        ]);
        assert_eq!(run.code, Some(0), "{}", run.err);
        std::fs::read_to_string(file).unwrap()
    };
    let whole = compose(&path("whole.toml"), "4", "1");
    assert_eq!(whole, compose(&path("threads.toml"), "4", "3"));
    compose(&path("parts.toml"), "2", "2");
    let parts = compose(&path("parts.toml"), "4", "2");
    assert_eq!(whole, parts);
    let checked = sow(&["puzzle", "check", &path("whole.toml")]);
    assert_eq!(checked.code, Some(0), "{}", checked.out);
    let other = sow(&[
        "puzzle",
        "compose",
        "owela",
        "--columns",
        "3",
        "--seed",
        "2",
        "--output",
        &path("whole.toml"),
    ]);
    assert_eq!(other.code, Some(2));
    assert!(
        other.err.contains("was not written by this command"),
        "{}",
        other.err
    );
}

#[test]
fn a_file_whose_game_is_another_than_its_position_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.toml");
    let text = format!("[[puzzle]]\nid = \"x\"\ngame = \"owela\"\nposition = \"{NSOLO}\"\n");
    std::fs::write(&path, text).unwrap();
    let run = sow_with_input(&["puzzle", "check", path.to_str().unwrap()], "");
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("the game is `owela`"), "{}", run.err);
}

#[test]
fn a_file_without_problems_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("empty.toml");
    for text in ["# nothing yet\n", "puzzle = []\n"] {
        std::fs::write(&path, text).unwrap();
        for command in ["check", "solve"] {
            let run = sow(&["puzzle", command, path.to_str().unwrap()]);
            assert_eq!(run.code, Some(2), "{text:?}: {}", run.out);
            assert!(run.err.contains("holds no problem"), "{}", run.err);
        }
    }
}

#[test]
fn an_error_names_the_line_of_its_problem() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.toml");
    // Every id stands in the text of the problem before it, too.
    let entry = |id: &str, next: &str| {
        format!("[[puzzle]]\nid = \"{id}\"\nsource = '\"{next}\"'\nposition = \"nonsense\"\n")
    };
    std::fs::write(&path, entry("a", "b") + &entry("b", "a")).unwrap();
    let run = sow(&["--json", "puzzle", "check", path.to_str().unwrap()]);
    assert_eq!(run.code, Some(2));
    let begins = |line: &str| line.split(',').next().unwrap().to_owned();
    let lines: Vec<String> = run.out.lines().map(begins).collect();
    assert_eq!(lines, ["{\"line\":2", "{\"line\":6"]);
}

#[test]
fn goals_that_nothing_fulfils_are_refused() {
    for goal in ["nonsense", "", "win in 9 turns", "win\nin"] {
        let run = sow(&["puzzle", "compose", "owela", "--goal", goal]);
        assert_eq!(run.code, Some(2), "{goal:?}");
        assert!(run.err.contains("save the draw"), "{}", run.err);
    }
}

#[test]
fn a_way_through_the_start_position_is_no_key() {
    let position = "nsolo 1,2/1,0/1,0/0,1 S";
    let check = json(&[
        "--json",
        "puzzle",
        "check",
        position,
        "--stipulation",
        "win",
    ]);
    let keys = check["keys"].as_array().unwrap();
    assert!(!keys.is_empty() && !keys.contains(&"b2".into()), "{check}");
}

/// A search for problems that takes a few seconds.
fn composing(file: &str) -> [&str; 14] {
    [
        "puzzle",
        "compose",
        "nsolo",
        "--columns",
        "4",
        "--count",
        "1000",
        "--tasks",
        "160",
        "--nodes",
        "3000",
        "--quiet",
        "--output",
        file,
    ]
}

fn tasks_of(file: &Path) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().nth(1)?;
    line.strip_prefix("# tasks searched: ")?.parse().ok()
}

#[cfg(unix)]
#[test]
fn composing_goes_on_after_kills_and_after_ctrl_c() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (calm, rough) = (path("calm.toml"), path("rough.toml"));
    let whole = sow(&composing(calm.to_str().unwrap()));
    assert_eq!(whole.code, Some(0), "{}", whole.err);
    let args = composing(rough.to_str().unwrap());
    for (least, by_kill) in [(16, true), (48, false), (80, true)] {
        let mut child = start(&args);
        wait_until("so many tasks are saved", || {
            tasks_of(&rough).is_some_and(|tasks| tasks >= least)
        });
        if by_kill {
            child.kill().unwrap();
            assert_eq!(finish(child).code, None);
        } else {
            program::interrupt(&child);
            assert_eq!(finish(child).code, Some(3));
        }
        assert!(
            tasks_of(&rough).unwrap() < 160,
            "nothing was left to go on with"
        );
    }
    assert_eq!(sow(&args).code, Some(0));
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    assert_eq!(read(&rough), read(&calm));
    assert!(read(&calm).contains("[[puzzle]]"));
}

#[test]
fn problems_from_tables_are_sound_without_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("found.toml");
    let file = file.to_str().unwrap();
    let compose = |threads: &str, output: &[&str]| {
        let args = [
            "--json",
            "puzzle",
            "compose",
            "nsolo",
            "--columns",
            "4",
            "--from",
            "tables",
            "--count",
            "4",
            "--interest",
            "40",
            "--nodes",
            "2000",
            "--threads",
            threads,
        ];
        objects(&[&args[..], output].concat())
    };
    let found = compose("1", &["--output", file]);
    assert_eq!(found, compose("3", &[]));
    assert_eq!(found.len(), 4);
    let checked = sow(&["puzzle", "check", file, "--tables", "none"]);
    assert_eq!(checked.code, Some(0), "{}", checked.out);
    let text = std::fs::read_to_string(file).unwrap();
    assert!(
        text.contains("--columns 4 --rules ndola --from tables --seed 1"),
        "{text}"
    );
    let none = sow(&[
        "puzzle",
        "compose",
        "nsolo",
        "--columns",
        "7",
        "--from",
        "tables",
    ]);
    assert_eq!(none.code, Some(2));
    assert!(
        none.err
            .contains("no endgame table is there of nsolo by ndola on 7 columns"),
        "{}",
        none.err
    );
}

#[test]
fn goals_that_must_be_named_are_found() {
    for (goal, beginning) in [
        ("capture", "South to move and capture at least "),
        ("find the only move", "South to move and find the only move"),
    ] {
        let args = [
            "--json",
            "puzzle",
            "compose",
            "owela",
            "--columns",
            "3",
            "--goal",
            goal,
            "--count",
            "2",
            "--interest",
            "0",
            "--nodes",
            "3000",
        ];
        let found = objects(&args);
        assert_eq!(found.len(), 2, "{goal}");
        for problem in &found {
            let stipulation = problem["stipulation"].as_str().unwrap();
            assert!(stipulation.starts_with(beginning), "{stipulation}");
            let position = problem["position"].as_str().unwrap();
            let check = json(&[
                "--json",
                "puzzle",
                "check",
                position,
                "--stipulation",
                stipulation,
            ]);
            assert_eq!(check["sound"], "true", "{check}");
            let key = problem["solution"][0].as_str().unwrap();
            assert_eq!(check["keys"][0].as_str(), key.split('+').next(), "{check}");
            if goal == "capture" {
                // No more can be had.
                let words = stipulation.split(' ').collect::<Vec<_>>();
                let seeds = words[7].parse::<u32>().unwrap();
                let more = stipulation.replace(
                    &format!("least {seeds} seed"),
                    &format!("least {} seed", seeds + 1),
                );
                assert_ne!(more, stipulation);
                let args = [
                    "--json",
                    "puzzle",
                    "check",
                    position,
                    "--stipulation",
                    &more,
                ];
                assert_eq!(json(&args)["truth"], "false", "{stipulation}");
            }
        }
    }
}

#[test]
fn measures_say_what_solving_says() {
    let found = objects(&[
        "--json",
        "puzzle",
        "compose",
        "nsolo",
        "--columns",
        "4",
        "--from",
        "tables",
        "--goal",
        "win",
        "--goal",
        "save the draw",
        "--count",
        "12",
        "--interest",
        "0",
    ]);
    let mut zugzwangs = 0;
    for problem in &found {
        let (measures, position) = (&problem["measures"], problem["position"].as_str().unwrap());
        let stipulation = problem["stipulation"].as_str().unwrap();
        // What is not enough for the player, if he is on the move after the key.
        let too_little = match stipulation {
            "South to move and win" => &["draw", "north"][..],
            "South to move and save the draw" => &["north"],
            _ => &[],
        };
        let played = json(&[
            "--json",
            "play",
            position,
            problem["solution"][0].as_str().unwrap(),
        ]);
        let after = played["position_after"].as_str().unwrap();
        let (board, side) = after.rsplit_once(" N").unwrap();
        let passed = json(&[
            "--json",
            "solve",
            &format!("{board} S{side}"),
            "--tables",
            "none",
        ]);
        let outcome = passed["outcome"].as_str().unwrap();
        assert_eq!(
            measures["zugzwang"],
            too_little.contains(&outcome),
            "{problem} {passed}"
        );
        zugzwangs += usize::from(measures["zugzwang"] == true);
        if let Some((goal, turns)) = stipulation.split_once(" in ") {
            let turns = turns.trim_end_matches(" turns").parse::<u32>().unwrap();
            let sooner = format!("{goal} in {} turns", turns - 1);
            let args = [
                "--json",
                "puzzle",
                "check",
                position,
                "--stipulation",
                &sooner,
            ];
            assert_eq!(json(&args)["truth"], "false", "{stipulation}");
        }
        let greedy = sow_with_input(
            &["engine", "greedy"],
            &format!("position {position}\ngo\nquit\n"),
        );
        let plays = greedy
            .out
            .lines()
            .find_map(|line| line.strip_prefix("move "));
        let is_key = plays == problem["solution"][0].as_str();
        assert!(!is_key || measures["greedy-fails"] == false, "{problem}");
        let file = tempfile::Builder::new().suffix(".toml").tempfile().unwrap();
        let entry = format!(
            "[[puzzle]]\nid = \"x\"\nposition = \"{position}\"\nstipulation = \"{stipulation}\"\nsolution = {}\n",
            problem["solution"]
        );
        std::fs::write(file.path(), entry).unwrap();
        let check = json(&["--json", "puzzle", "check", file.path().to_str().unwrap()]);
        assert_eq!(
            measures["cooks"],
            check["cooks"].as_array().unwrap().len(),
            "{check}"
        );
    }
    assert!(
        zugzwangs > 0 && zugzwangs < found.len(),
        "{zugzwangs} of {}",
        found.len()
    );
}
