//! Endgame tables as users' scripts see them: build, stop, go on, look up, check.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

mod program;

use program::{finish, json, sow, start, wait_until};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn the_table(folder: &Path) -> PathBuf {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert_eq!(entries.len(), 1, "{entries:?}");
    entries.remove(0)
}

/// Kills the build at ever later moments until it is finished, and compares the bytes with those of a
/// build that nobody disturbed and that ran on one thread.
#[test]
fn a_build_that_is_killed_again_and_again_ends_with_the_same_bytes() {
    for (job, memory) in [
        (
            &["anywoli", "--columns", "7", "--seeds", "5..10"][..],
            "8GiB",
        ),
        (&["anywoli", "--columns", "7", "--seeds", "5..10"], "1MiB"),
        (&["nsolo", "--columns", "5", "--stones", "7"], "8GiB"),
        (&["nsolo", "--columns", "4", "--stones", "7"], "1MiB"),
        (&["bao-kingulu", "--columns", "4", "--seeds", "6"], "8GiB"),
        (&["bao-kingulu", "--columns", "4", "--seeds", "5"], "64KiB"),
    ] {
        let calm = tempfile::tempdir().unwrap();
        let rough = tempfile::tempdir().unwrap();
        let build = |folder: &Path, more: &[&str]| {
            let folder = folder.to_str().unwrap();
            start(&[&["tables", "build"], job, &["-o", folder], more].concat())
        };
        let built = finish(build(calm.path(), &["--threads", "1"]));
        assert_eq!(built.code, Some(0), "{}", built.err);
        let mut kills = 0;
        let mut patience = Duration::from_millis(7);
        loop {
            let mut child = build(rough.path(), &["--save-every", "1ms", "--memory", memory]);
            std::thread::sleep(patience);
            if let Some(status) = child.try_wait().unwrap() {
                assert!(status.success(), "{job:?}");
                break;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
            patience = patience.mul_f64(1.3);
        }
        assert!(kills > 3, "{job:?}: killed {kills} times only");
        assert_eq!(
            std::fs::read_dir(rough.path()).unwrap().count(),
            1,
            "nothing is left over"
        );
        let (calm, rough) = (the_table(calm.path()), the_table(rough.path()));
        assert_eq!(calm.file_name(), rough.file_name());
        assert!(
            std::fs::read(&calm).unwrap() == std::fs::read(&rough).unwrap(),
            "{job:?}"
        );
    }
}

#[test]
fn two_builds_do_not_work_in_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let args = ["tables", "build", "nsolo", "--stones", "8", "-o", path];
    let mut first = start(&args);
    // It holds the folder from its first moment on, which takes long enough to be met there.
    wait_until("it holds the folder", || {
        std::fs::read_dir(folder.path()).unwrap().count() > 0
    });
    std::thread::sleep(Duration::from_millis(50));
    let second = sow(&args);
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(second.code, Some(2));
    assert!(
        second.err.contains("a build that is running"),
        "{}",
        second.err
    );
    assert_eq!(second.err.lines().count(), 1, "{}", second.err);
}

#[test]
fn what_is_built_can_be_looked_up_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let built = json(&[
        "tables",
        "build",
        "nsolo",
        "--columns",
        "3",
        "--stones",
        "6",
        "-o",
        path,
        "--json",
    ]);
    assert_eq!(built["layers"], 9);
    let info = json(&["tables", "info", path, "--json"]);
    assert_eq!(info["rules"], "ndola");
    let positions: u64 = info["layers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|layer| {
            let count = |name: &str| layer[name].as_u64().unwrap();
            assert_eq!(
                count("positions"),
                count("wins") + count("draws") + count("losses")
            );
            count("positions")
        })
        .sum();
    assert_eq!(built["positions"], positions);
    let question = "nsolo 0,0,0/0,0,1/2,0,1/0,0,0 S";
    let found = json(&["tables", "probe", question, "--tables", path, "--json"]);
    let solved = json(&["solve", question, "--tables", "none", "--json"]);
    for field in ["position", "status", "outcome", "distance"] {
        assert_eq!(found[field], solved[field], "{field}");
    }
    assert_eq!(found["method"], "table");
    // The search finds the same with the table, in fewer steps.
    let helped = json(&["solve", question, "--tables", path, "--json"]);
    for field in ["outcome", "distance"] {
        assert_eq!(helped[field], solved[field], "{field}");
    }
    assert!(helped["nodes"].as_u64() < solved["nodes"].as_u64());
    // The line is legal and as long as it says.
    let mut play = vec!["play", question];
    let line: Vec<&str> = found["line"]
        .as_array()
        .unwrap()
        .iter()
        .map(|turn| turn.as_str().unwrap())
        .collect();
    play.extend(&line);
    assert_eq!(sow(&play).code, Some(0), "{line:?}");
    let verdict = json(&["tables", "verify", path, "--json"]);
    assert_eq!(
        (&verdict["checked"], &verdict["wrong"]),
        (&positions.into(), &0.into())
    );
    let sampled = json(&["tables", "verify", path, "--sample", "100", "--json"]);
    assert_eq!(
        (&sampled["checked"], &sampled["wrong"]),
        (&100.into(), &0.into())
    );
}

#[test]
fn margins_count_what_is_banked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    for job in [
        ["anywoli", "--columns=3", "--seeds=9"],
        ["bao-kingulu", "--columns=2", "--seeds=6"],
    ] {
        let args = [&["tables", "build"], &job[..], &["-o", path]].concat();
        assert_eq!(sow(&args).code, Some(0), "{args:?}");
    }
    for question in [
        "anywoli 0,3,1/2,0,3 N 44-46 last:S",
        "anywoli 1,1,1/2,1,3 S 4-3",
        "bao-kingulu 5*,1/2,1 N 3-1",
        "bao-kingulu 1,1/3,4* S 0-2",
    ] {
        let found = json(&["tables", "probe", question, "--tables", path, "--json"]);
        let solved = json(&[
            "solve",
            question,
            "--objective",
            "margin",
            "--tables",
            "none",
            "--json",
        ]);
        for field in ["status", "outcome", "margin"] {
            assert_eq!(found[field], solved[field], "{question} {field}");
        }
    }
}

#[test]
fn what_no_table_holds_is_unknown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let run = sow(&["tables", "probe", "owela:start", "--tables", path, "--json"]);
    assert_eq!(run.code, Some(3));
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(answer["status"], "unknown");
}

#[test]
fn bad_wishes_get_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    for (args, part) in [
        (
            &["build", "chess", "--seeds", "4", "-o", path][..],
            "unknown game `chess`",
        ),
        (
            &[
                "build",
                "owela",
                "--columns",
                "99",
                "--seeds",
                "4",
                "-o",
                path,
            ],
            "2 to 36 columns",
        ),
        (
            &[
                "build",
                "owela",
                "--columns",
                "20",
                "--seeds",
                "4",
                "-o",
                path,
            ],
            "at most 16 columns",
        ),
        (
            &["build", "anywoli", "--seeds", "4", "-o", path],
            "5 to 100 seeds, not 4",
        ),
        (
            &[
                "build",
                "anywoli",
                "--seeds",
                "8",
                "--rule",
                "repetition=row-owner",
                "-o",
                path,
            ],
            "depend on the history",
        ),
        (
            &[
                "build",
                "anywoli",
                "--seeds",
                "8",
                "--rule",
                "never-ending=annul",
                "-o",
                path,
            ],
            "never-ending=illegal",
        ),
        (
            &["build", "owela", "--seeds", "90", "-o", path],
            "more than any table can hold",
        ),
        (&["info", path], "holds no tables"),
        (&["info", "/no/such/file"], "cannot be used"),
        (
            &["probe", "owela:start", "--tables", "/no/such/folder"],
            "is not a folder of tables",
        ),
    ] {
        let run = sow(&[&["tables"], args].concat());
        assert_eq!(run.code, Some(2), "{args:?} {}", run.err);
        assert_eq!(run.err.trim_end().lines().count(), 1, "{}", run.err);
        assert!(run.err.contains(part), "{args:?}: {}", run.err);
    }
    assert_eq!(
        std::fs::read_dir(path).unwrap().count(),
        0,
        "nothing is left behind"
    );
}

/// A position that the shipped tables hold, and that no search of a few nodes solves.
const NSOLO: &str = "nsolo 0,0,0,0,1,0,0,0/0,1,0,0,1,0,1,0/0,0,0,0,0,0,0,1/0,0,0,0,0,0,1,0 S";

/// The table that holds it.
const ITS_TABLE: &str = "data/tables/nsolo-4x8-ndola-6.sowtable";

/// Every command that asks tables, about the position or a record that begins with it, and what its answer
/// has if a table gave it.
fn askers(record: &str) -> [(Vec<&str>, &str); 7] {
    let proven = "\"proven\":true";
    [
        (vec!["solve", NSOLO, "--nodes", "1"], "\"exact\""),
        (vec!["analyse", NSOLO, "--nodes", "100"], proven),
        (
            vec!["puzzle", "check", NSOLO, "--nodes", "1"],
            "\"truth\":\"true\"",
        ),
        (
            vec!["puzzle", "solve", NSOLO, "--nodes", "1"],
            "\"truth\":\"true\"",
        ),
        (vec!["annotate", record, "--nodes", "20"], proven),
        (
            vec!["openings", "--from", NSOLO, "--nodes", "20", "--games", "0"],
            "\"f8:b4\",\"proven\":true",
        ),
        (
            vec![
                "puzzle",
                "compose",
                "nsolo",
                "--from",
                "tables",
                "--goal",
                "win",
                "--tasks",
                "16",
                "--count",
                "1",
                "--interest",
                "0",
                "--nodes",
                "50",
            ],
            "\"measures\"",
        ),
    ]
}

fn a_record(folder: &Path) -> String {
    let path = folder.join("game.txt");
    let text = format!("game: nsolo\nstart: {NSOLO}\nf8:b4 f7 *\n");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn every_command_asks_the_tables_that_come_with_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let record = a_record(folder.path());
    for (args, found) in askers(&record) {
        let args = [&args[..], &["--json"]].concat();
        let run = sow(&args);
        assert!(run.out.contains(found), "{args:?}: {}{}", run.out, run.err);
        let alone = sow(&[&args[..], &["--tables", "none"]].concat());
        assert!(!alone.out.contains(found), "{args:?}: {}", alone.out);
    }
}

#[test]
fn no_command_answers_from_a_damaged_table() {
    let folder = tempfile::tempdir().unwrap();
    let record = a_record(folder.path());
    let tables = folder.path().join("tables");
    std::fs::create_dir(&tables).unwrap();
    let mut bytes = std::fs::read(ITS_TABLE).unwrap();
    // All blocks, which lie between the header and the directory.
    for at in (300..bytes.len() - 2000).step_by(50) {
        bytes[at] ^= 1;
    }
    std::fs::write(tables.join("damaged.sowtable"), bytes).unwrap();
    for (args, _) in askers(&record) {
        let args = [&args[..], &["--tables", tables.to_str().unwrap()]].concat();
        let run = sow(&args);
        assert_eq!(run.code, Some(2), "{args:?}: {}{}", run.out, run.err);
        assert!(run.err.contains("damaged"), "{args:?}: {}", run.err);
    }
}

#[test]
fn openings_do_not_go_on_with_what_other_tables_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (diary, book) = (path("diary"), path("book"));
    for kept in [
        &["--checkpoint", &diary, "--games", "0"][..],
        &["--book", &book, "--expand", "1"],
    ] {
        let args = [&["openings", "--from", NSOLO, "--nodes", "20"], kept].concat();
        assert_eq!(sow(&args).code, Some(0));
        let alone = sow(&[&args[..], &["--tables", "none"]].concat());
        assert_eq!(alone.code, Some(2), "{}", alone.out);
        assert!(
            alone.err.contains("tables nsolo-4x8-ndola-6"),
            "{}",
            alone.err
        );
    }
}
