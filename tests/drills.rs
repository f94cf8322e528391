//! Runs that are killed and interrupted at many moments: nothing is lost, nothing half-written, and the same
//! command comes to the same bytes in the end.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

mod program;

use program::{finish, start};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// The first moment of a drill; the others follow, each later than the one before.
const FIRST: Duration = Duration::from_millis(3);

/// How much later.
const GROWTH: f64 = 1.9;

/// What is sent, in turn.
const SIGNALS: [&str; 4] = ["KILL", "TERM", "HUP", "INT"];

/// Runs a command in a folder, `{}`; the exit code.
fn run(line: &str, folder: &Path, harm: Option<(Duration, &str)>) -> Option<i32> {
    let words: Vec<String> = line
        .split_whitespace()
        .map(|word| word.replace("{}", folder.to_str().unwrap()))
        .collect();
    let mut child = start(&words.iter().map(String::as_str).collect::<Vec<_>>());
    if let Some((patience, signal)) = harm {
        std::thread::sleep(patience);
        if child.try_wait().unwrap().is_none() {
            let sent = Command::new("kill")
                .args([&format!("-{signal}"), &child.id().to_string()])
                .status();
            assert!(sent.unwrap().success());
        }
    }
    let done = finish(child);
    assert!(!done.err.contains("panicked"), "{line}: {}", done.err);
    assert!(done.code != Some(2), "{line}: {}", done.err);
    done.code
}

/// The files below a folder that are no locks, with what they hold.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            let below = files(&path).into_iter();
            found.extend(below.map(|(file, bytes)| (format!("{name}/{file}"), bytes)));
        } else {
            found.insert(name, fs::read(&path).unwrap());
        }
    }
    found
}

/// Stops a command again and again until it comes to its end, and compares with a calm run.
fn drill(line: &str) {
    let calm = tempfile::tempdir().unwrap();
    assert_eq!(run(line, calm.path(), None), Some(0), "{line}");
    let expected = files(calm.path());
    assert!(!expected.is_empty(), "{line}");
    for turn in [0, 2] {
        let folder = tempfile::tempdir().unwrap();
        let mut patience = FIRST;
        let mut rounds = 0;
        loop {
            let signal = SIGNALS[(turn + rounds) % SIGNALS.len()];
            let code = run(line, folder.path(), Some((patience, signal)));
            if code == Some(0) {
                break;
            }
            assert!(
                code.is_none() || code == Some(3),
                "{line}: {signal} gives {code:?}"
            );
            patience = patience.mul_f64(GROWTH);
            rounds += 1;
            assert!(rounds < 60, "{line} never ends");
        }
        let found = files(folder.path());
        let (found_names, names): (Vec<_>, Vec<_>) =
            (found.keys().collect(), expected.keys().collect());
        assert_eq!(found_names, names, "{line}: what is left");
        for (name, bytes) in &expected {
            assert!(
                found[name] == *bytes,
                "{line}: {name} differs after {rounds} stops"
            );
        }
    }
}

#[test]
fn self_play() {
    drill("selfplay nsolo:start:4 --games 400 --south greedy -q --threads 2 -o {}/games");
}

#[test]
fn matches() {
    drill("match nsolo:start:4 greedy alpha-beta:nodes=300 --games 60 -q --threads 2 -o {}/games");
}

#[test]
fn opening_books() {
    drill("openings owela --columns 3 --nodes 200 --expand 100000 -q --threads 2 --book {}/book");
}

#[test]
fn censuses() {
    drill(
        "loops census --pits 8 --seeds 10..14 -q --threads 2 --checkpoint {}/work --csv {}/rows --plot {}/plot",
    );
}

/// The table that is kept depends on when it was; the answer does not.
#[test]
fn solving() {
    let folder = tempfile::tempdir().unwrap();
    let question = "solve owela:start:7 --method proof-number --tables none -q";
    let line = format!("{question} --checkpoint {{}}/kept --save-every 20ms --proof {{}}/proof");
    let (mut patience, mut rounds) = (FIRST, 0);
    loop {
        let signal = SIGNALS[rounds % SIGNALS.len()];
        let code = run(&line, folder.path(), Some((patience, signal)));
        if code == Some(0) {
            break;
        }
        assert!(code.is_none() || code == Some(3), "{signal} gives {code:?}");
        patience = patience.mul_f64(GROWTH);
        rounds += 1;
        assert!(rounds < 60, "it never ends");
    }
    assert!(rounds > 2, "it was never stopped");
    let left: Vec<_> = files(folder.path()).into_keys().collect();
    assert_eq!(left, ["kept", "proof"]);
    let calm = program::json(&["solve", "owela:start:7", "--json"]);
    let kept = folder.path().join("kept");
    let kept = ["--checkpoint", kept.to_str().unwrap()];
    let asked = ["solve", "owela:start:7", "--json"];
    let again = program::json(&[&asked[..], &kept[..]].concat());
    assert_eq!(
        (&again["status"], &again["outcome"]),
        (&calm["status"], &calm["outcome"])
    );
    let (less, all) = (again["nodes"].as_u64(), calm["nodes"].as_u64());
    assert!(less < all, "nothing was kept: {less:?} of {all:?} nodes");
    let proof = folder.path().join("proof");
    let checked = program::sow(&["proof", "check", proof.to_str().unwrap()]);
    assert_eq!(checked.code, Some(0), "{}", checked.err);
}

#[test]
fn surveys() {
    drill("loops survey --pits 12 --seeds 16..18 --tasks 4000 -q --threads 2 --csv {}/rows");
}

#[test]
fn composing() {
    drill(
        "puzzle compose owela --columns 4 --count 3 --tasks 16 --interest 0 -q --threads 2 --output {}/problems",
    );
}

#[test]
fn endgame_tables() {
    drill(
        "tables build anywoli --columns 6 --seeds 5..10 -q --threads 2 --save-every 10ms --output {}",
    );
}

#[test]
fn pages_and_statistics() {
    let folder = tempfile::tempdir().unwrap();
    let line = "selfplay owela:start:4 --games 16 -q -o {}/games";
    assert_eq!(run(line, folder.path(), None), Some(0));
    let games = folder.path().join("games");
    let games = games.display();
    drill(&format!(
        "stats {games} -q --html {{}}/page --csv {{}}/rows"
    ));
    drill(&format!(
        "annotate {games} --nodes 30 -q --threads 2 --html {{}}/page"
    ));
}
