//! Other programs as players, who cannot be trusted; and `sow engine` while it searches.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

mod program;

use program::{finish, interrupt, sow, sow_with_input, start, wait_until};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

/// A program of a few lines of shell, as it is named to a match.
fn script(folder: &Path, name: &str, body: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    format!("engine:{}", path.display())
}

/// Programs that lose every game, with a word of the reason.
const BAD: [(&str, &str, &str); 9] = [
    ("hangs", "while true; do sleep 1000; done", "no answer"),
    ("does-not-listen", "exec 0<&-; exec sleep 1000", "no answer"),
    ("floods-a-line", "exec cat /dev/zero", "bytes"),
    ("floods-lines", "exec yes comment", "lines"),
    ("dies-at-once", "exit 0", "ended"),
    (
        "dies-later",
        "while read -r word; do test \"$word\" = go && kill -9 $$; done",
        "ended",
    ),
    (
        "cheats",
        "while read -r word; do test \"$word\" = go && echo move b99; done",
        "b99",
    ),
    (
        "talks",
        "while read -r word; do test \"$word\" = go && echo error of mine; done",
        "of mine",
    ),
    ("closes-its-output", "exec 1>&-; exec sleep 1000", "closed"),
];

#[test]
fn a_program_that_cannot_be_trusted_loses_its_game_and_nothing_else() {
    for (name, body, reason) in BAD {
        let folder = tempfile::tempdir().unwrap();
        let engine = script(folder.path(), name, body);
        let file = folder.path().join("games");
        let run = sow(&[
            "match",
            "owela:start:4",
            &engine,
            "random",
            "--games",
            "4",
            "--random-turns",
            "0",
            "--move-time",
            "300ms",
            "--json",
            "-o",
            file.to_str().unwrap(),
        ]);
        assert_eq!(run.code, Some(0), "{name}: {}", run.err);
        let answer: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(answer["lost"], 4, "{name}: {}", run.out);
        assert_eq!(answer["forfeits"], serde_json::json!([4, 0]), "{name}");
        assert!(run.err.contains(&engine), "{name}: {}", run.err);
        let games = fs::read_to_string(&file).unwrap();
        let reasons: Vec<&str> = games
            .lines()
            .filter_map(|line| line.strip_prefix("termination: "))
            .collect();
        assert_eq!(reasons.len(), 4, "{name}: {games}");
        for told in reasons {
            assert!(
                told.contains(" forfeits: ") && told.contains(reason),
                "{name}: {told}"
            );
        }
    }
}

#[test]
fn what_a_program_has_started_is_ended_with_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("processes");
    let body = format!(
        "sleep 1000 & echo $! >> {0}; echo $$ >> {0}; trap '' TERM; while true; do sleep 1000; done",
        list.display()
    );
    let engine = script(folder.path(), "breeds", &body);
    let words = ["match", "owela:start:4", &engine, "greedy", "--games", "2"];
    let run = sow(&[&words[..], &["--move-time", "200ms"]].concat());
    assert_eq!(run.code, Some(0), "{}", run.err);
    // The same when somebody interrupts, long before the time for a move is over.
    let processes = || fs::read_to_string(&list).unwrap_or_default();
    let before = processes().lines().count();
    let child = start(&words);
    wait_until("its own processes run", || {
        processes().lines().count() >= before + 2
    });
    interrupt(&child);
    assert_eq!(finish(child).code, Some(3));
    let list = processes();
    assert!(list.lines().count() >= 6, "{list}");
    for process in list.lines() {
        // The system ends a killed process in its own time, and keeps a dead one that nobody has
        // asked for yet.
        wait_until(&format!("process {process} is gone"), || {
            let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
            state.is_empty() || state.contains(") Z ")
        });
    }
}

#[test]
fn an_interrupt_is_not_for_the_programs() {
    // They are in a group of their own: what a terminal sends to all of its processes reaches one.
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("group");
    let body = format!("ps -o pgid= -p $$ > {}; exec sleep 1000", own.display());
    let engine = script(folder.path(), "tells", &body);
    let run = sow(&[
        "match",
        "owela:start:4",
        &engine,
        "greedy",
        "--games",
        "2",
        "--move-time",
        "200ms",
    ]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    if let Ok(group) = fs::read_to_string(&own) {
        let this = std::process::Command::new("ps")
            .args(["-o", "pgid=", "-p", &std::process::id().to_string()])
            .output()
            .unwrap();
        let this = String::from_utf8(this.stdout).unwrap();
        assert_ne!(group.trim(), this.trim());
    }
}

#[test]
fn a_match_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let (calm, file) = (folder.path().join("calm"), folder.path().join("games"));
    let words = |path: &Path, games: &str| {
        let words = [
            "match",
            "nsolo:start:4",
            "random",
            "greedy",
            "alpha-beta:nodes=100",
            "--games",
            games,
            "--json",
            "-q",
            "-o",
        ];
        let mut words: Vec<String> = words.map(str::to_owned).to_vec();
        words.push(path.to_str().unwrap().to_owned());
        words
    };
    let run = |path: &Path, games: &str| {
        let words = words(path, games);
        sow(&words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let whole = run(&calm, "10");
    assert_eq!(whole.code, Some(0), "{}", whole.err);
    let bytes = fs::read(&calm).unwrap();
    // Cut off anywhere, the match comes to the same end.
    for cut in (0..=bytes.len()).step_by(bytes.len() / 13) {
        fs::write(&file, &bytes[..cut]).unwrap();
        let again = run(&file, "10");
        assert_eq!(again.code, Some(0), "{cut}: {}", again.err);
        assert_eq!(fs::read(&file).unwrap(), bytes, "{cut}");
        assert_eq!(again.out, whole.out, "{cut}");
    }
    // Other settings are told from those of the file.
    for more in [
        vec!["--seed", "2"],
        vec!["--random-turns", "2"],
        vec!["--rules", "zambia"],
    ] {
        let mut words = words(&file, "10");
        words.extend(more.iter().map(|&word| word.to_owned()));
        let other = sow(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(other.code, Some(2), "{more:?}: {}", other.out);
        assert_eq!(fs::read(&file).unwrap(), bytes, "{more:?}");
    }
    assert_eq!(run(&file, "4").code, Some(2));
    assert_eq!(fs::read(&file).unwrap(), bytes);
}

#[test]
fn slow_players_are_interrupted_at_once() {
    for words in [
        vec![
            "selfplay",
            "omweso",
            "--south",
            "alpha-beta:time=1h",
            "--north",
            "mcts:time=1h",
        ],
        vec![
            "match",
            "omweso:start",
            "alpha-beta:time=1h",
            "mcts:time=1h",
        ],
    ] {
        let child = start(&words);
        std::thread::sleep(Duration::from_millis(300));
        interrupt(&child);
        // Without that, the hour would not be over before the test's own end.
        let done = finish(child);
        assert_eq!(done.code, Some(3), "{words:?}: {}", done.err);
    }
}

#[test]
fn an_engine_hears_stop_quit_and_the_end_of_its_input() {
    for player in ["alpha-beta:time=1h", "mcts:time=1h"] {
        let mut child = start(&["engine", player]);
        let mut pipe = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(answers.next().unwrap().unwrap().starts_with("sow "));
        for _ in 0..2 {
            pipe.write_all(b"position omweso 4x8/0x8/0x8/4x8 S\ngo\n")
                .unwrap();
            std::thread::sleep(Duration::from_millis(100));
            pipe.write_all(b"stop\n").unwrap();
            let answer = answers.next().unwrap().unwrap();
            assert!(answer.starts_with("move "), "{player}: {answer}");
        }
        // Stopped before it began: any legal move.
        pipe.write_all(b"go\nstop\n").unwrap();
        let answer = answers.next().unwrap().unwrap();
        assert!(answer.starts_with("move "), "{player}: {answer}");
        pipe.write_all(b"go\nquit\n").unwrap();
        let answer = answers.next().unwrap().unwrap();
        assert!(answer.starts_with("move "), "{player}: {answer}");
        assert!(child.wait().unwrap().success());
        let run = sow_with_input(
            &["engine", player],
            "position omweso 4x8/0x8/0x8/4x8 S\ngo\n",
        );
        assert_eq!(run.code, Some(0), "{}", run.err);
        assert!(
            run.out.lines().nth(1).unwrap().starts_with("move "),
            "{}",
            run.out
        );
    }
    let long = format!(
        "{}\nposition owela 2x8/2x4,0x4/0x4,2x4/2x8 S\ngo\n",
        "x".repeat(1 << 20)
    );
    let run = sow_with_input(&["engine", "greedy"], &long);
    let kinds: Vec<&str> = run
        .out
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(kinds, ["sow", "error", "move"], "{:.500}", run.out);
}
