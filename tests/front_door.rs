//! What people type and paste: names, positions, drawings, mistakes.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

mod program;

use program::{finish, json, sow, sow_with_input, start};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Write};

/// Positions of every game and many sizes, all their flags among them.
fn positions() -> Vec<String> {
    let mut state = 12_345_u64;
    let mut below = move |bound: u64| {
        // The constants of Knuth's MMIX.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    let mut lines = Vec::new();
    for number in 0..240 {
        let game = ["omweso", "owela", "nsolo", "bao-kingulu", "anywoli"][number % 5];
        let columns = [2, 3, 8, 12, 24, 36][below(6) as usize];
        let most = [2, 10, 256][below(3) as usize];
        let rows = if number % 5 < 3 { 4 } else { 2 };
        let mut pit = || {
            let seeds = below(most);
            let star = game == "bao-kingulu" && below(8) == 0;
            format!("{seeds}{}", if star { "*" } else { "" })
        };
        let rows: Vec<String> = (0..rows)
            .map(|_| (0..columns).map(|_| pit()).collect::<Vec<_>>().join(","))
            .collect();
        let mut line = format!(
            "{game} {} {}",
            rows.join("/"),
            if below(2) == 0 { "S" } else { "N" }
        );
        if rows.len() == 2 {
            line += &format!(" {}-{}", below(400), below(400));
        }
        let flags: &[&str] = match game {
            "omweso" => &["unmoved:SN", "unmoved:N", "uncaptured"],
            "anywoli" => &["last:S", "last:N"],
            _ => &[],
        };
        if !flags.is_empty() && below(2) == 0 {
            line += &format!(" {}", flags[below(flags.len() as u64) as usize]);
        }
        lines.push(line);
    }
    lines
}

fn shown(input: &str) -> Vec<String> {
    let run = sow_with_input(&["show", "-", "--json", "-q"], input);
    assert_eq!(run.code, Some(0), "{}", run.err);
    run.out
        .lines()
        .map(|line| {
            let answer: Value = serde_json::from_str(line).unwrap();
            answer["position"].as_str().unwrap().to_owned()
        })
        .collect()
}

#[test]
fn every_board_as_it_is_drawn_is_read_back() {
    let lines = positions();
    let text = lines.join("\n");
    for options in [
        &["show", "-", "-q"][..],
        &["show", "-", "-q", "--plain"],
        &["show", "-", "-q", "--letters"],
    ] {
        let drawn = sow_with_input(options, &text);
        assert_eq!(drawn.code, Some(0), "{}", drawn.err);
        assert_eq!(shown(&drawn.out), lines, "{options:?}");
        // Lines, drawings and lines again.
        let mixed = format!("{text}\n{}{text}", drawn.out);
        assert_eq!(shown(&mixed).len(), 3 * lines.len(), "{options:?}");
    }
}

#[test]
fn rows_as_web_pages_print_them_are_read_under_a_line_with_game_and_side() {
    let want = "owela 0,8,0,0/2,2,2,2/2,2,2,2/0,0,10,0 S";
    for text in [
        "owela S\n00 08 00 00\n02 02 02 02\n02 02 02 02\n00 00 10 00\n",
        "Owela South # pasted\n0|8|0|0\n2|2|2|2\n2|2|2|2\n0|0|10|0",
        "\u{feff}Game: OWELA\r\nSide: s\r\n\r\n| 0 | 8 | 0 | 0 |\r\n| 2 | 2 | 2 | 2 |\r\n|---|---|---|---|\r\n| 2 | 2 | 2 | 2 |\r\n| 0 | 0 | 10 | 0 |\r\n",
        "owela 0|8|0|0/2x4/2×4/0,0,10,0 s # a comment",
    ] {
        assert_eq!(shown(text), [want], "{text}");
    }
    let argument = json(&[
        "show",
        "owela S\n0 8 0 0\n2 2 2 2\n2 2 2 2\n0 0 10 0",
        "--json",
        "-q",
    ]);
    assert_eq!(argument["position"], want);
    let bare = sow_with_input(&["show", "-"], "00 08\n00 08\n");
    assert_eq!(bare.code, Some(2));
    assert!(
        bare.err
            .contains("they name no game; above the rows stands `owela S`"),
        "{}",
        bare.err
    );
}

#[test]
fn a_bare_name_is_a_start_in_any_case() {
    for (name, same) in [
        ("owela", "owela:start"),
        ("OMWESO", "omweso:start"),
        ("Nsolo:START:5", "nsolo:start:5"),
        ("bao", "bao-kingulu:start"),
        ("Bao_Kingulu", "bao-kingulu:start"),
    ] {
        let (one, other) = (
            json(&["show", name, "--json"]),
            json(&["show", same, "--json"]),
        );
        assert_eq!(one, other, "{name}");
    }
    let hus = json(&["show", "hus", "--json"]);
    assert_eq!(hus["rules"], "hus");
    assert_eq!(
        hus,
        json(&["show", "owela:start", "--rules", "Hus", "--json"])
    );
    let mcgill = [
        "perft",
        "owela",
        "2",
        "--rules",
        "mcgill",
        "--rule",
        "lap-cap=200",
        "--json",
    ];
    assert_eq!(json(&mcgill)["nodes"], 576);
    let header = "game: owela\nrules: mcgill lap-cap=200\nb3 *\n";
    let replayed = sow_with_input(&["replay", "-", "--json"], header);
    let replayed: Value = serde_json::from_str(&replayed.out).unwrap();
    assert_eq!(
        replayed["position"].as_str().unwrap().split(',').count(),
        61
    );
}

#[test]
fn typical_mistakes_get_a_sentence_that_helps() {
    for (args, part) in [
        (&["moves", "owla"][..], "did you mean owela?"),
        (&["moves", "owla:start"], "did you mean owela?"),
        (
            &["moves", "owela", "--rules", "mcgil"],
            "did you mean mcgill?",
        ),
        (
            &["moves", "owela", "--rule", "lapcap=3"],
            "did you mean lap-cap?",
        ),
        (
            &["moves", "owela", "--rule", "capture=bth"],
            "did you mean both?",
        ),
        (&["rules", "omwezo"], "did you mean omweso?"),
        (&["moev", "owela"], "similar"),
        (
            &[
                "tables", "build", "nslo", "--seeds", "1..2", "--output", "nowhere",
            ],
            "did you mean nsolo?",
        ),
        (&["puzzle", "compose", "anywol"], "did you mean anywoli?"),
        (
            &["selfplay", "owela", "--south", "alpha-bta:nodes=5"],
            "did you mean alpha-beta?",
        ),
        (
            &["selfplay", "owela", "--south", "random:nodes=5"],
            "means nothing to random",
        ),
        (
            &["moves", "owela", "2x8/0x8/0x8/2x8", "S"],
            "in quotes: sow moves 'owela 2x8/0x8/0x8/2x8 S'",
        ),
        (
            &["moves", "2x8/0x8/0x8/2x8", "S"],
            "begins with the name of its game",
        ),
        (
            &["moves", "2x8/0x8/0x8/2x8 S"],
            "begins with the name of its game",
        ),
        (
            &["moves", "anywoli 1,1/1,1 S last:S last:N"],
            "`last` is given twice",
        ),
        (&["play", "omweso", "b1<"], "b1<"),
        (
            &["puzzle", "compose", "owela", "--goal", "nonsense"],
            "no problem asks for that",
        ),
        (
            &["openings", "owela", "--step", "nan"],
            "no number of seeds",
        ),
        (&["annotate", "x", "--error=-5"], "no number of seeds"),
    ] {
        let run = sow(args);
        assert_eq!(run.code, Some(2), "{args:?}: {}", run.out);
        assert!(run.err.contains(part), "{args:?}: {}", run.err);
        assert!(run.out.is_empty(), "{args:?}: {}", run.out);
    }
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty.toml");
    fs::write(&empty, "# nothing\n").unwrap();
    let run = sow(&["puzzle", "check", empty.to_str().unwrap()]);
    assert_eq!(run.code, Some(2), "{}", run.out);
}

#[test]
fn standard_input_is_answered_line_by_line() {
    let mut child = start(&["perft", "-", "1", "--json"]);
    let mut pipe = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for (line, nodes) in [("anywoli:start", 12), ("owela:start:6", 9), ("bao", 4)] {
        writeln!(pipe, "{line}").unwrap();
        // The answer is there before the next line is, or this waits for ever.
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["nodes"], nodes, "{line}");
    }
    drop(pipe);
    assert_eq!(finish(child).code, Some(0));
}

#[test]
fn an_endless_line_is_refused_early_and_not_echoed() {
    let long = "x".repeat(3 << 20);
    for args in [
        &["perft", "-", "1"][..],
        &["replay", "-"],
        &["import", "-"],
        &["perft", "-", "1", "--json"],
    ] {
        let run = sow_with_input(args, &long);
        assert!(matches!(run.code, Some(1 | 2)), "{args:?}");
        assert!(run.err.len() + run.out.len() < 500, "{args:?}");
        let told = format!("{}{}", run.err, run.out);
        assert!(told.contains("longer than 1 MiB"), "{args:?}: {told}");
    }
}

#[test]
fn a_large_puzzle_file_is_read_in_time() {
    let mut text = String::new();
    for number in 0..4_000 {
        text += &format!("[[puzzle]]\nid = \"p{number}\"\nposition = \"anywoli 1,1/1,1 S\"\n");
    }
    text += "[[puzzle]]\nid = \"last\"\nposition = \"nonsense\"\n";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("many.toml");
    fs::write(&file, text).unwrap();
    let run = sow(&["perft", file.to_str().unwrap(), "0", "--json", "-q"]);
    let last: Value = serde_json::from_str(run.out.lines().last().unwrap()).unwrap();
    assert_eq!(
        (run.out.lines().count(), &last["line"]),
        (4_001, &Value::from(12_002))
    );
}
