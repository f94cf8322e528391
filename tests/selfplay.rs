//! `sow selfplay`, `sow merge` and `sow stats` as users' scripts see them.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

mod program;

use program::{finish, json, objects, sow, start};
use std::path::Path;
use std::time::Duration;

const GAMES: [&str; 5] = ["omweso", "owela", "nsolo", "bao-kingulu", "anywoli"];

/// Plays into a file, with more arguments after the usual ones.
fn selfplay(game: &str, file: &Path, more: &[&str]) -> program::Run {
    let mut args = vec!["selfplay", game, "-q", "-o", file.to_str().unwrap()];
    args.extend(more);
    sow(&args)
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap()
}

#[test]
fn games_are_the_same_on_1_2_and_7_threads_and_in_shards() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for game in GAMES {
        let players = [
            "--south",
            "alpha-beta:nodes=200",
            "--north",
            "greedy",
            "--swap",
        ];
        let play = |name: &str, more: &[&str]| {
            let mut args = vec!["--games", "12", "--longest", "60", "--seed", "5"];
            args.extend(players);
            args.extend(more);
            let run = selfplay(game, &path(name), &args);
            assert_eq!(run.code, Some(0), "{game}: {}", run.err);
        };
        for threads in ["1", "2", "7"] {
            play(&format!("{game}-{threads}"), &["--threads", threads]);
        }
        let whole = read(&path(&format!("{game}-1")));
        for threads in ["2", "7"] {
            assert_eq!(whole, read(&path(&format!("{game}-{threads}"))), "{game}");
        }
        let shards: Vec<_> = (1..=3)
            .map(|shard| {
                let name = format!("{game}-shard-{shard}");
                play(&name, &["--shard", &format!("{shard}/3")]);
                path(&name).to_str().unwrap().to_owned()
            })
            .collect();
        let merged = path(&format!("{game}-merged"));
        let mut args = vec!["merge", "-q", "-o", merged.to_str().unwrap()];
        // The order of the files does not matter.
        args.extend(shards.iter().rev().map(String::as_str));
        assert_eq!(sow(&args).code, Some(0), "{game}");
        assert_eq!(read(&merged), whole, "{game}");
        let checked = objects(&["replay", merged.to_str().unwrap(), "--json"]);
        assert_eq!(checked.len(), 12);
        assert!(checked.iter().all(|game| game["ok"] == true), "{game}");
    }
}

#[test]
fn a_kill_and_a_resume_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let settings = [
        "--games",
        "60",
        "--south",
        "alpha-beta:nodes=4000",
        "--north",
        "mcts:nodes=2000",
        "--longest",
        "30",
    ];
    assert_eq!(selfplay("owela", &path("whole"), &settings).code, Some(0));
    let whole = read(&path("whole"));
    let broken = path("broken");
    for wait in [60, 150, 300] {
        let mut args = vec!["selfplay", "owela", "-q", "-o", broken.to_str().unwrap()];
        args.extend(settings);
        let mut child = start(&args);
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        finish(child);
        let so_far = std::fs::read_to_string(&broken).unwrap_or_default();
        assert!(whole.starts_with(&so_far));
        // A game that was cut off in the writing is played again.
        let cut = so_far.len() - so_far.len().min(7);
        std::fs::write(&broken, &so_far[..cut]).unwrap();
    }
    assert_eq!(selfplay("owela", &broken, &settings).code, Some(0));
    assert_eq!(read(&broken), whole);
}

#[test]
fn the_file_of_another_run_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    assert_eq!(selfplay("owela", &file, &["--games", "4"]).code, Some(0));
    let before = read(&file);
    for other in [
        ["--seed", "2"],
        ["--south", "greedy"],
        ["--shard", "2/2"],
        ["--games", "2"],
    ] {
        let run = selfplay("owela", &file, &other);
        assert_eq!(run.code, Some(2), "{other:?}");
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        assert_eq!(read(&file), before);
    }
    std::fs::write(&file, "something else\n").unwrap();
    assert_eq!(selfplay("owela", &file, &[]).code, Some(2));
    assert_eq!(read(&file), "something else\n");
}

#[test]
fn merging_tells_gaps_and_doubles() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (name, shard) in [("first", "1/3"), ("third", "3/3")] {
        let run = selfplay(
            "nsolo",
            Path::new(&path(name)),
            &["--games", "9", "--shard", shard],
        );
        assert_eq!(run.code, Some(0), "{}", run.err);
    }
    let (first, third, out) = (path("first"), path("third"), path("out"));
    let run = sow(&["merge", &first, &third, &first, "-o", &out]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("missing games: 2, 5, 8"), "{}", run.err);
    assert!(run.err.contains("game 1 stands in"), "{}", run.err);
    assert!(!Path::new(&out).exists());
    let run = sow(&["merge", &first, &third, "-o", &out, "--partial"]);
    assert_eq!(run.code, Some(1));
    assert_eq!(objects(&["replay", &out, "--json"]).len(), 6);
    let other = path("other");
    let run = selfplay("nsolo", Path::new(&other), &["--games", "9", "--seed", "3"]);
    assert_eq!(run.code, Some(0));
    let run = sow(&["merge", &first, &other, "-o", &out]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("`seed`"), "{}", run.err);
}

#[test]
fn statistics_count_what_the_games_say() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, csv, html) = (path("games"), path("counts.csv"), path("report.html"));
    let run = selfplay("bao-kingulu", Path::new(&file), &["--games", "50"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let games = objects(&["replay", &file, "--json"]);
    let statistics = json(&[
        "stats", &file, "--csv", &csv, "--html", &html, "--depth", "2", "--json",
    ]);
    let won = |token: &str| games.iter().filter(|game| game["result"] == token).count();
    assert_eq!(statistics["results"]["games"], 50);
    assert_eq!(statistics["results"]["south"], won("1-0"));
    assert_eq!(statistics["results"]["north"], won("0-1"));
    assert_eq!(statistics["results"]["drawn"], won("1/2"));
    let moves = games.iter().map(|game| game["moves"].as_array().unwrap());
    let turns: usize = moves.clone().map(Vec::len).sum();
    let laps: u64 = moves
        .flatten()
        .map(|turn| turn["laps"].as_u64().unwrap())
        .sum();
    assert_eq!(statistics["laps"]["count"], turns);
    let mean = statistics["laps"]["mean"].as_f64().unwrap();
    assert!((mean - laps as f64 / turns as f64).abs() < 1e-9);
    // The tree of openings holds every game once on each of its levels.
    let openings = statistics["openings"].as_array().unwrap();
    for level in [1, 2] {
        let count: u64 = openings
            .iter()
            .filter(|opening| opening["moves"].as_array().unwrap().len() == level)
            .map(|opening| opening["games"].as_u64().unwrap())
            .sum();
        assert_eq!(count, 50);
    }
    let rows = read(Path::new(&csv));
    let counted: u64 = rows
        .lines()
        .filter_map(|row| row.strip_prefix("turns a game,"))
        .map(|row| row.split(',').nth(1).unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!(counted, 50);
    let page = read(Path::new(&html));
    assert!(page.starts_with("<!doctype html>") && page.contains("Length of games"));
    assert!(
        !page.contains("http://")
            || page.matches("http://").count()
                == page.matches("http://www.w3.org/2000/svg").count()
    );
    let text = sow(&["stats", &file]);
    assert!(text.out.contains("50 games of bao-kingulu"), "{}", text.out);
}

#[test]
fn games_that_are_the_same_are_not_passed_off_as_many() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let players = [
        "--south",
        "alpha-beta:nodes=100",
        "--north",
        "alpha-beta:nodes=100",
    ];
    let mut args = vec!["--games", "5"];
    args.extend(players);
    assert_eq!(selfplay("bao-kingulu", &path, &args).code, Some(0));
    let run = sow(&["stats", path.to_str().unwrap(), "--json"]);
    assert!(run.err.contains("only 1 of 5 games"), "{}", run.err);
    assert!(run.out.contains("\"distinct\":1"), "{}", run.out);
}

#[test]
fn statistics_of_several_games_at_once_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for game in ["owela", "omweso"] {
        selfplay(game, Path::new(&path(game)), &["--games", "1"]);
    }
    let run = sow(&["stats", &path("owela"), &path("omweso")]);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
}
