//! Standard input, output and error that are closed, full or steered; signals while the program waits.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

mod program;

use program::{Run, finish, interrupt, interrupt_at_once, shell, sow, sow_with_input, start};
use std::io::Write;
use std::process::Command;
use std::time::Duration;

const SOW: &str = env!("CARGO_BIN_EXE_sow");

#[test]
fn a_full_or_closed_standard_error_does_no_harm() {
    for closed in ["2> /dev/full", "2>&-"] {
        for (command, code) in [
            ("moves 'owela 1,0/0,0/1,0/0,0 S'", 0),
            ("moves no-such-thing", 2),
            ("no-such-command", 2),
            ("selfplay owela:start:4 --games 3 --south mcts:time=1ms", 0),
            ("perft owela:start:4 3", 0),
        ] {
            let usual = shell(&format!("$SOW {command} 2> /dev/null"));
            let done = shell(&format!("$SOW {command} {closed}"));
            assert_eq!(done.code, Some(code), "{command} {closed}");
            if !command.contains("mcts") {
                assert_eq!(done.out, usual.out, "{command} {closed}");
            }
        }
    }
}

#[test]
fn a_full_standard_output_is_named() {
    for command in [
        "--help",
        "--version",
        "moves owela:start",
        "moves owela:start --json",
        "rules",
        "man",
        "completions bash",
        "selfplay owela:start:4 --games 3",
        "loops census --pits 4 --seeds 4",
        "solve 'nsolo 1,0/0,0/1,0/0,0 S'",
    ] {
        let done = shell(&format!("$SOW {command} > /dev/full"));
        assert_eq!(done.code, Some(2), "{command}: {}", done.err);
        let last = done.err.lines().last().unwrap_or_default();
        assert!(last.contains("standard output"), "{command}: {}", done.err);
    }
    // A file of many lines is not gone on with.
    let done = shell("yes owela:start | head -2000 > many; $SOW moves many > /dev/full");
    assert_eq!(done.code, Some(2));
    assert_eq!(done.err.lines().count(), 1, "{}", done.err);
}

#[test]
fn a_reader_who_has_gone_is_no_fault_and_a_pipe_that_breaks_is_one() {
    let done = shell("set -o pipefail; $SOW rules | head -1 > /dev/null");
    assert_eq!(done.code, Some(0), "{}", done.err);
    let done = shell("$SOW selfplay owela --games 100000 -q -o >(head -1 > /dev/null)");
    assert_eq!(done.code, Some(2));
    assert!(done.err.contains("Broken pipe"), "{}", done.err);
}

#[test]
fn a_closed_standard_input_is_an_empty_one() {
    for command in ["moves -", "replay -", "stats -", "import -"] {
        let done = shell(&format!("$SOW {command} <&-"));
        // Of many files `import` says that it has not taken all.
        let code = if command == "import -" { 1 } else { 2 };
        assert_eq!(done.code, Some(code), "{command}: {}", done.err);
        assert!(!done.err.contains("panicked"), "{command}: {}", done.err);
    }
    let done = shell("$SOW engine random <&-");
    assert_eq!(done.code, Some(0), "{}", done.err);
    let done = shell("$SOW moves - < /");
    assert_eq!(done.code, Some(2), "{}", done.err);
}

/// Texts that clear a screen, set a title, hide what follows or turn its direction.
const STEERING: [&str; 5] = [
    "\u{1b}[2J",
    "\u{1b}]0;x\u{7}",
    "\u{9b}8m",
    "\u{202e}",
    "\u{1b}[8m",
];

#[test]
fn texts_from_elsewhere_cannot_steer_the_terminal() {
    let check = |name: &str, run: &Run| {
        for text in [&run.out, &run.err] {
            let steers = |letter: char| {
                letter.is_control() && !matches!(letter, '\n' | '\t')
                    || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            };
            assert!(!text.contains(steers), "{name}: {text:?}");
        }
    };
    for bad in STEERING {
        let words = [
            vec![bad],
            vec!["moves", bad],
            vec!["moves", "owela:start", bad],
            vec!["play", "owela:start", bad],
            vec!["rules", bad],
            vec!["moves", "owela:start", "--rules", bad],
            vec!["moves", "owela:start", "--rule", bad],
            vec!["solve", "owela:start", "--time", bad],
            vec!["match", "owela:start", bad, bad],
            vec!["show", "owela:start", "--svg", bad],
            vec!["selfplay", bad],
            vec!["openings", bad],
            vec!["tables", "probe", bad],
            vec!["tables", "build", bad, "--seeds", "3"],
            vec!["puzzle", "compose", bad],
            vec!["loops", "check", "owela:start", bad],
        ];
        for words in words {
            let folder = tempfile::tempdir().unwrap();
            let output = Command::new(SOW)
                .args(&words)
                .current_dir(folder.path())
                .output()
                .unwrap();
            let run = Run {
                code: output.status.code(),
                out: String::from_utf8(output.stdout).unwrap(),
                err: String::from_utf8(output.stderr).unwrap(),
            };
            check(&words.join(" "), &run);
        }
        let inputs = [
            format!("game: owela\nevent: a{bad}b\nsouth: {bad}\n\nb3 b3 *\n"),
            format!("game: owela\n\nb3 {bad} *\n"),
            format!("owela:start\n{bad}\n"),
            format!("game: {bad}\n"),
            format!("{bad}\n"),
        ];
        for input in inputs {
            for command in [
                "moves", "replay", "stats", "import", "annotate", "show", "analyse",
            ] {
                let words = match command {
                    "annotate" | "analyse" => vec![command, "-", "--nodes", "50"],
                    _ => vec![command, "-"],
                };
                check(
                    &format!("{command} {input:?}"),
                    &sow_with_input(&words, &input),
                );
            }
        }
    }
}

#[test]
fn a_line_without_an_end_is_refused_early_and_not_echoed() {
    let long = "x".repeat(3 << 20);
    for command in ["moves", "replay", "stats", "import", "solve"] {
        let run = sow_with_input(&[command, "-"], &format!("bao-kingulu:start:2\n{long}"));
        let code = if command == "import" { 1 } else { 2 };
        assert_eq!(run.code, Some(code), "{command}");
        assert!(run.err.contains("line 2"), "{command}: {:.200}", run.err);
        assert!(run.err.len() < 300, "{command}");
        assert!(!run.out.contains("xxx"), "{command}");
    }
    // Nobody waits for the end of such a line.
    let endless = shell("yes | tr -d '\\n' | $SOW moves -");
    assert_eq!(endless.code, Some(2), "{}", endless.err);
}

#[test]
fn a_signal_ends_the_waiting_for_input_at_once() {
    for words in [
        ["solve", "-"],
        ["moves", "-"],
        ["analyse", "-"],
        ["stats", "-"],
        ["replay", "-"],
    ] {
        let mut child = start(&words);
        let mut pipe = child.stdin.take().unwrap();
        pipe.write_all(b"owela:st").unwrap();
        std::thread::sleep(Duration::from_millis(100));
        interrupt_at_once(&child);
        // The input is still open.
        let done = finish(child);
        assert!(
            matches!(done.code, None | Some(3)),
            "{words:?}: {:?}",
            done.code
        );
        drop(pipe);
    }
}

#[test]
fn a_stopped_run_answers_no_further_line() {
    let many = "omweso:start\n".repeat(2000);
    for command in ["solve", "analyse"] {
        let mut child = start(&[command, "-", "--time", "20s", "--json"]);
        let mut pipe = child.stdin.take().unwrap();
        pipe.write_all(many.as_bytes()).unwrap();
        drop(pipe);
        std::thread::sleep(Duration::from_millis(300));
        interrupt(&child);
        let done = finish(child);
        assert_eq!(done.code, Some(3), "{command}: {}", done.err);
        let objects: Vec<serde_json::Value> = done
            .out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert!(command == "analyse" || objects.len() <= 1, "{command}");
    }
}

#[test]
fn a_signal_that_is_ignored_from_the_start_stays_ignored() {
    let script = "trap '' HUP; $SOW selfplay owela --games 300 -q -o games & pid=$!
        sleep 0.2; kill -HUP $pid; sleep 0.1; kill -HUP $pid; wait $pid; echo $?; grep -c '^number:' games";
    let done = shell(script);
    assert_eq!(done.out, "0\n300\n", "{}", done.err);
    let done = shell(
        &script
            .replace("trap '' HUP; ", "")
            .replace("--games 300", "--games 1000000"),
    );
    assert!(
        done.out.starts_with("3\n") || done.out.starts_with("130\n"),
        "{}",
        done.out
    );
}

#[test]
fn two_signals_of_different_kinds_do_not_cut_off_the_saving() {
    // As a terminal that is closed and a system that goes down send them.
    let script = "$SOW selfplay owela --games 1000000 -q -o games & pid=$!
        sleep 0.3; kill -HUP $pid; kill -TERM $pid; wait $pid; echo $?";
    let done = shell(script);
    assert_eq!(done.out, "3\n", "{}", done.err);
}

#[test]
fn positions_with_a_byte_order_mark_are_read() {
    let run = sow_with_input(&["perft", "-", "1"], "\u{feff}owela:start\n");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let run = sow(&["perft", "owela:start", "1"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
}
