//! What commands print for people fits the terminal, 80 columns if there is none.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

mod program;

use program::{Run, sow};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use textwrap::core::display_width;

/// A never-ending move, captures and strips, a wide board, the widest.
const OMWESO: &str = "omweso 0x8/0x8/1,0,1,0,1,0,1,0/3,1,0,1,0,1,0,1 S";
const NSOLO: &str = "nsolo 0x8/0,0,2,0,0,0,0,0/0,1,0,0,0,0,0,0/0,0,1,0,0,0,2,0 S";
const FULL: &str = "anywoli 213x36/178x36 S 9999-9999";
const REVERSE: &str = "owela 12x24/11x24/12x24/14x24 N";

/// The files that commands read, with the commands that leave them.
fn make(folder: &Path) {
    let game = "game: owela\nevent: a name that is as long as names of events in clubs with a history are, and longer\n\nb3 b3 b4 b4 *\n\ngame: omweso\n\nb1 b1 b2 b3 *\n";
    fs::write(folder.join("game.txt"), game).unwrap();
    let won = "game: nsolo\nstart: nsolo 0,2/0,0/1,0/1,2 S\n\nb2 b1 b1 f2 b2 b2 *\n";
    fs::write(folder.join("won.txt"), won).unwrap();
    for line in [
        "selfplay owela:start:4 --games 12 --south greedy -o selfplay.txt",
        "selfplay owela:start:4 --games 6 --shard 1/2 -o one.txt",
        "selfplay owela:start:4 --games 6 --shard 2/2 -o two.txt",
        "solve bao-kingulu:start:3 --proof won.sowproof",
        "tables build nsolo --columns 4 --seeds 3 -o tables",
        "puzzle compose owela --columns 3 --count 2 --tasks 200 -o problems.toml",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let run = run(folder, &words, 80);
        assert_eq!(run.code, Some(0), "{line}: {}", run.err);
    }
}

fn run(folder: &Path, words: &[&str], columns: usize) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sow"));
    let mut child = command
        .args(words)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env("COLUMNS", columns.to_string())
        .env("SOW_TABLES", "none")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // What a player types in the terminal.
    let typed = b"help\nmoves\nb3\nhint\nnonsense\nboard\n";
    let _ = child.stdin.take().unwrap().write_all(typed);
    program::finish(child)
}

/// Lines that are wider than they may be.
fn too_wide(run: &Run, columns: usize) -> Vec<String> {
    // Whoever types ends the line of a prompt.
    let lines = run.out.lines().map(|line| {
        let prompt = line
            .split_once("> ")
            .filter(|(side, _)| matches!(*side, "South" | "North"));
        prompt.map_or(line, |(_, rest)| rest)
    });
    lines
        .filter(|line| display_width(line) > columns)
        .map(|line| format!("{:>4}  {line}", display_width(line)))
        .collect()
}

/// Every command, so that each of its forms of output is seen: name, arguments by spaces.
fn commands() -> Vec<Vec<&'static str>> {
    let lines = [
        "moves omweso",
        "moves owela:start:24",
        "moves nsolo:start:24 --sowings",
        "moves anywoli",
        "play nsolo b7:f2x2 b3",
        "play owela --engine none",
        "play omweso --engine none --letters",
        "show omweso --letters",
        "show owela:start:36",
        "show nsolo:start:17 --plain",
        "trace omweso b1",
        "trace owela:start:24 b9",
        "trace bao 3 --boards",
        "perft owela 2 --divide",
        "solve bao-kingulu:start:3 --objective margin",
        "solve nsolo:start:2 --objective distance",
        "solve owela:start:3 --nodes 2000",
        "solve bao-kingulu:start:2 --method retrograde",
        "solve problems.toml --nodes 100000",
        "analyse owela --nodes 20000 --lines 4",
        "analyse omweso --nodes 20000 --letters",
        "analyse nsolo --nodes 2000 --engine mcts",
        "puzzle solve problems.toml",
        "puzzle check problems.toml --cooks",
        "proof check won.sowproof",
        "proof info won.sowproof",
        "proof show won.sowproof",
        "tables build nsolo --columns 4 --seeds 4 -o built",
        "tables info tables",
        "tables verify tables",
        "match owela:start:3 greedy random alpha-beta:nodes=500 --games 4",
        "match owela:start:3 alpha-beta:nodes=300 alpha-beta:nodes=200 --games 4 --sprt 0,10",
        "merge one.txt two.txt -o merged.txt",
        "stats selfplay.txt --depth 3",
        "openings owela:start:3 --nodes 500 --proof 500 --games 4 --pairs",
        "openings omweso --setups --setup 4x8/0x8 --games 2 --cap 8",
        "openings owela:start:3 --book owela.book --expand 3 --nodes 500",
        "replay game.txt",
        "replay won.txt --boards",
        "annotate game.txt --nodes 500",
        "annotate won.txt --nodes 500",
        "rules",
        "rules omweso",
        "rules owela",
        "rules nsolo",
        "rules bao-kingulu",
        "rules anywoli",
        "loops census --pits 6 --seeds 2..8",
        "loops survey --pits 16 --seeds 20..24 --tasks 200",
        "loops find --pits 12 --seeds 20..30 --tasks 300",
        "loops find --from owela --tasks 4",
        "bench",
    ];
    let mut commands: Vec<Vec<&str>> = lines.iter().map(|line| line.split(' ').collect()).collect();
    commands.extend([
        vec!["show", FULL],
        vec!["show", REVERSE],
        vec!["moves", REVERSE, "--laps", "1000"],
        vec!["loops", "check", OMWESO],
        vec!["loops", "check", OMWESO, "--rotation", "--backwards"],
        vec!["loops", "period", OMWESO, "b1"],
        vec!["loops", "draw", OMWESO, "b1"],
        vec!["loops", "draw", "owela:start:24", "b1"],
        vec!["tables", "probe", NSOLO],
        vec![
            "tables",
            "probe",
            "nsolo 0x4/0,1,0,0/0,1,0,0/0,0,1,0 S",
            "--tables",
            "tables",
        ],
    ]);
    commands
}

fn check(folder: &Path, commands: &[Vec<&str>], columns: usize) {
    let mut faults = String::new();
    for words in commands {
        let run = run(folder, words, columns);
        let name = words.join(" ");
        // A limit ends some searches; what is not a problem is said to be none.
        if !matches!(run.code, Some(0 | 1 | 3)) {
            faults += &format!("{name}: {}", run.err);
        }
        if run.out.trim().is_empty() && !name.starts_with("merge") {
            faults += &format!("{name}: nothing was printed\n");
        }
        for line in too_wide(&run, columns) {
            faults += &format!("{name}: {line}\n");
        }
        if run
            .out
            .lines()
            .any(|line| line.ends_with(' ') && !line.ends_with("> "))
        {
            faults += &format!("{name}: a line ends with a space\n");
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn what_every_command_prints_fits_80_columns() {
    let folder = tempfile::tempdir().unwrap();
    make(folder.path());
    check(folder.path(), &commands(), 80);
    // Narrower and wider: what is laid out by a code of its own.
    let commands = commands();
    let some: Vec<Vec<&str>> = commands
        .into_iter()
        .filter(|words| {
            let quick = [
                "moves", "show", "rules", "replay", "stats", "puzzle", "tables",
            ];
            quick.contains(&words[0]) && words[1..].first() != Some(&"build")
        })
        .collect();
    check(folder.path(), &some, 60);
    check(folder.path(), &some, 120);
}

#[test]
fn help_fits_too() {
    let folder = tempfile::tempdir().unwrap();
    for columns in [60, 80] {
        let overview = run(folder.path(), &["--help"], columns);
        assert_eq!(too_wide(&overview, columns), [""; 0]);
    }
}

#[test]
fn a_pipe_gets_80_columns_and_json_is_as_wide_as_it_is() {
    let piped = sow(&["moves", "omweso:start"]);
    assert_eq!(too_wide(&piped, 80), [""; 0]);
    let json = sow(&["show", "owela:start:36", "--json"]);
    assert_eq!(json.out.lines().count(), 1);
}

#[test]
fn a_position_that_was_printed_on_two_lines_can_be_pasted() {
    let folder = tempfile::tempdir().unwrap();
    let played = run(folder.path(), &["play", REVERSE, "f3"], 60);
    let (_, line) = played.out.trim_end().rsplit_once("\n\n").unwrap();
    assert!(line.lines().count() > 1, "{line}");
    let shown = sow(&["show", line, "--json"]);
    assert_eq!(shown.code, Some(0), "{}", shown.err);
}

#[test]
fn moves_are_never_broken() {
    let folder = tempfile::tempdir().unwrap();
    let solved = run(
        folder.path(),
        &["solve", "nsolo:start:3", "--objective", "distance"],
        60,
    );
    let text = solved.out.split("Best play:").nth(1).unwrap();
    let text = text.split("\n\n").next().unwrap();
    assert!(text.lines().count() > 1, "{text}");
    for line in text.lines() {
        for word in line.trim().split(", ") {
            let (player, turn) = word.trim_end_matches(',').split_once(' ').unwrap();
            assert!(matches!(player, "S" | "N"), "{line}");
            assert!(turn.starts_with(['b', 'f']), "{line}");
        }
    }
}
