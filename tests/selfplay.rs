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

#[test]
fn a_summary_is_what_the_statistics_of_the_records_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (game, more) in [
        ("omweso", &["--games", "300"][..]),
        ("owela", &["--games", "300", "--rules", "mcgill"]),
        ("nsolo", &["--games", "200", "--random-turns", "2"]),
        ("bao-kingulu", &["--games", "900", "--shard", "2/3"]),
        ("anywoli", &["--games", "60", "--longest", "50", "--swap"]),
        (
            "owela:start:4",
            &["--games", "40", "--south", "greedy", "--swap"],
        ),
    ] {
        let file = path("games");
        let _ = std::fs::remove_file(&file);
        let run = selfplay(game, Path::new(&file), more);
        assert_eq!(run.code, Some(0), "{}", run.err);
        let csv = [path("stats.csv"), path("summary.csv"), path("slow.csv")];
        let stats =
            |file: &str, csv: &str| json(&["stats", file, "--depth", "2", "--json", "--csv", csv]);
        let of_records = stats(&file, &csv[0]);
        let mut args = vec!["selfplay", game, "--summary", "--depth", "2", "--json"];
        args.extend(["--csv", &csv[1]]);
        args.extend(more);
        assert_eq!(json(&args), of_records, "{game}");
        args.extend(["--threads", "3"]);
        assert_eq!(json(&args), of_records, "{game}");
        // A comment keeps games from being read as self-play writes them.
        let commented = path("commented");
        std::fs::write(
            &commented,
            format!("# a comment\n{}", read(Path::new(&file))),
        )
        .unwrap();
        assert_eq!(stats(&commented, &csv[2]), of_records, "{game}");
        for other in &csv[1..] {
            assert_eq!(read(Path::new(&csv[0])), read(Path::new(other)), "{game}");
        }
    }
    let run = sow(&["selfplay", "owela", "--summary", "-o", &path("both")]);
    assert_eq!(run.code, Some(2), "{}", run.err);
}

#[test]
fn packed_games_are_those_of_the_text_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (game, more) in [
        ("omweso", &["--games", "300"][..]),
        ("owela", &["--games", "130", "--rules", "mcgill"]),
        ("nsolo", &["--games", "200", "--random-turns", "2"]),
        ("bao-kingulu", &["--games", "400", "--shard", "2/3"]),
        ("anywoli", &["--games", "20", "--swap"]),
        (
            "owela:start:4",
            &["--games", "40", "--south", "greedy", "--swap"],
        ),
    ] {
        let (text, one, two) = (path("games"), path("1.sowgames"), path("2.sowgames"));
        let (again, back) = (path("again.sowgames"), path("back"));
        for file in [&text, &one, &two, &again, &back] {
            let _ = std::fs::remove_file(file);
        }
        for (file, threads) in [(&text, "1"), (&one, "1"), (&two, "3")] {
            let mut args = more.to_vec();
            args.extend(["--threads", threads]);
            assert_eq!(selfplay(game, Path::new(file), &args).code, Some(0));
        }
        let bytes = |file: &str| std::fs::read(file).unwrap();
        assert_eq!(bytes(&one), bytes(&two), "{game}");
        // Pits of two rows have short names, and games that begin in different positions have headers of their own.
        let times = if game == "owela" { 3 } else { 1 };
        assert!(bytes(&one).len() * times < bytes(&text).len(), "{game}");
        let stats = |file: &str| json(&["stats", file, "--json"]);
        assert_eq!(stats(&one), stats(&text), "{game}");
        // There and back again; a shard alone has gaps.
        let merged = sow(&["merge", "-q", "--partial", &one, "-o", &back]);
        assert_ne!(merged.code, Some(2), "{}", merged.err);
        assert_eq!(read(Path::new(&back)), read(Path::new(&text)), "{game}");
        sow(&["merge", "-q", "--partial", &text, "-o", &again]);
        let replayed = |file: &str| sow(&["replay", file, "--json"]).out;
        assert_eq!(replayed(&again), replayed(&text), "{game}");
    }
}

#[test]
fn packed_games_are_gone_on_with_wherever_a_kill_has_cut_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (whole, part) = (path("whole.sowgames"), path("part.sowgames"));
    let games = |file: &Path, count: &str| selfplay("bao-kingulu", file, &["--games", count]);
    assert_eq!(games(&whole, "500").code, Some(0));
    let whole = std::fs::read(&whole).unwrap();
    for length in [
        0,
        5,
        12,
        15,
        40,
        whole.len() / 2,
        whole.len() - 1,
        whole.len(),
    ] {
        std::fs::write(&part, &whole[..length]).unwrap();
        let run = games(&part, "500");
        assert_eq!(run.code, Some(0), "{length}: {}", run.err);
        assert_eq!(std::fs::read(&part).unwrap(), whole, "{length}");
    }
    std::fs::remove_file(&part).unwrap();
    assert_eq!(games(&part, "200").code, Some(0));
    assert_eq!(games(&part, "500").code, Some(0));
    assert_eq!(std::fs::read(&part).unwrap(), whole);
    // Another run, damage, and something else are left alone.
    let mut damaged = whole.clone();
    damaged[60] ^= 4;
    for (content, args) in [
        (whole.clone(), &["--seed", "2"][..]),
        (whole.clone(), &["--games", "300"]),
        (damaged, &[]),
        (b"precious\n".to_vec(), &[]),
    ] {
        std::fs::write(&part, &content).unwrap();
        let mut all = vec!["--games", "500"];
        if args.first() == Some(&"--games") {
            all.clear();
        }
        all.extend(args);
        let run = selfplay("bao-kingulu", &part, &all);
        assert_eq!(run.code, Some(2), "{args:?}");
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        assert_eq!(std::fs::read(&part).unwrap(), content, "{args:?}");
    }
    std::fs::write(&part, &whole[..whole.len() - 3]).unwrap();
    let run = sow(&["stats", part.to_str().unwrap()]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("byte "), "{}", run.err);
}

#[test]
fn long_files_are_gone_on_with_and_a_strange_game_in_them_is_told_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    let play = |games: &str| selfplay("owela", &file, &["--games", games]);
    assert_eq!(play("9000").code, Some(0));
    let whole = read(&file);
    assert!(whole.len() > 2 << 20);
    std::fs::write(&file, &whole[..whole.len() * 2 / 3]).unwrap();
    assert_eq!(play("9000").code, Some(0));
    assert!(read(&file) == whole);
    let (line, _) = whole
        .lines()
        .enumerate()
        .find(|(_, line)| *line == "number: 8000")
        .unwrap();
    let strange = whole.replace("\nnumber: 8000\n", "\nnumber: 8001\n");
    std::fs::write(&file, &strange).unwrap();
    let run = play("9500");
    assert_eq!(run.code, Some(2));
    // The line where the game begins.
    assert!(
        run.err.contains(&format!("line {}", line - 5)),
        "{} {line}",
        run.err
    );
    assert!(read(&file) == strange);
}
