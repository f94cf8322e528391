//! `sow loops` as users' scripts see it: answers, JSON, exit codes, interruption and resumption, and
//! every line of the table of records.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

mod program;

use program::{finish, interrupt, objects, sow, sow_with_input, start, wait_until};
use serde_json::Value;
use std::path::Path;
use std::time::Duration;

fn object(args: &[&str]) -> Value {
    let mut objects = objects(args);
    assert_eq!(objects.len(), 1, "{args:?}");
    objects.remove(0)
}

/// The only turn of `loops check POSITION MOVE`.
fn checked(position: &str, text: &str, more: &[&str]) -> Value {
    let args = ["loops", "check", position, text, "--json", "--quiet"];
    object(&[&args, more].concat())["turns"][0].clone()
}

/// A four-row position from the two rings, South's and North's, each from its b1.
fn position(game: &str, south: &[u32], north: &[u32], flags: &str) -> String {
    let columns = south.len() / 2;
    let row = |pits: &mut dyn Iterator<Item = &u32>| {
        pits.map(u32::to_string).collect::<Vec<_>>().join(",")
    };
    format!(
        "{game} {}/{}/{}/{} S{flags}",
        row(&mut north[..columns].iter().rev()),
        row(&mut north[columns..].iter()),
        row(&mut south[columns..].iter().rev()),
        row(&mut south[..columns].iter())
    )
}

/// A ring of its own: the opponent has nothing.
fn lonely(ring: &[u32]) -> String {
    position("owela", ring, &vec![0; ring.len()], "")
}

const SMALLEST: [u32; 16] = [3, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1];

/// 64 seeds, certified; its period is run in a fraction of a second, but not in no time.
const LONG: [u32; 16] = [8, 0, 3, 0, 3, 5, 6, 5, 4, 7, 0, 7, 2, 5, 4, 5];
const LONG_PERIOD: u64 = 2_106_649_856;

#[test]
fn the_smallest_pattern_is_proved_in_three_ways() {
    let turn = checked(&lonely(&SMALLEST), "b1", &["--rotation", "--backwards"]);
    assert_eq!(turn["never"]["proof"], "residues");
    assert_eq!(turn["never"]["period"], 128);
    assert_eq!(turn["after"], Value::Null);
    let state = &turn["state"];
    assert_eq!(state["modulus"], 17);
    // The proof by hand: no two of the residues are neighbours modulo 17.
    let residues: Vec<u64> = state["residues"]
        .as_array()
        .unwrap()
        .iter()
        .map(|residue| residue.as_u64().unwrap())
        .collect();
    assert_eq!(residues.len(), 17);
    assert!(!residues.iter().any(|r| residues.contains(&((r + 1) % 17))));
    assert_eq!(state["rotation"]["laps"], 8);
    assert_eq!(state["rotation"]["turned"], 1);
    assert_eq!(state["rotation"]["period"], 128);
    let printed = sow(&["loops", "check", &lonely(&SMALLEST), "b1"]).out;
    for part in ["residues, period 128", "modulo 17", "{0 3 5 7 9 11 13 15}"] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
}

#[test]
fn the_nearest_stop_behind_proves_an_end() {
    let ring = [0, 3, 1, 4, 1, 0, 1, 2, 1, 6, 1, 0, 1, 0, 6, 5];
    let turn = checked(&lonely(&ring), "b2", &["--backwards"]);
    assert_eq!(turn["laps"], 1_682);
    // The longest move of its chain starts right behind a stop.
    assert_eq!(turn["backwards"]["laps"], 1);
}

#[test]
fn a_limit_is_told_from_a_proof() {
    let ring = [0, 3, 1, 4, 1, 0, 1, 2, 1, 6, 1, 0, 1, 0, 6, 5];
    let args = ["loops", "check", &lonely(&ring), "b2", "--laps", "200"];
    let run = sow(&args);
    assert_eq!(run.code, Some(3));
    assert!(run.out.contains("not decided within the limit"));
    let run = sow(&[&args[..], &["--json"]].concat());
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(answer["turns"][0]["undecided"]["laps"], 200);
    assert_eq!(answer["turns"][0]["never"], Value::Null);
}

/// In kind the logged tournament moves that a cap of 200 laps had cancelled: it errs both ways.
#[test]
fn a_cap_of_200_laps_misjudges_moves_both_ways() {
    // It ends after 255 laps, having captured in the second; the logged game was annulled.
    let trap = position(
        "omweso",
        &[1, 2, 10, 2, 3, 0, 4, 0, 4, 11, 4, 15, 0, 1, 2, 1],
        &[0, 0, 0, 0, 0, 1, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0],
        "",
    );
    let turn = checked(&trap, "f5", &["--rules", "mcgill"]);
    assert_eq!((&turn["laps"], &turn["never"]), (&255.into(), &Value::Null));
    let capped = [
        "loops", "check", &trap, "f5", "--rules", "mcgill", "--laps", "200",
    ];
    assert_eq!(sow(&capped).code, Some(3));
    // Endings beyond the cap, from the census.
    for (ring, laps) in [
        ([2, 0, 1, 2, 1, 4, 5, 4, 1, 0, 1, 2, 1, 5, 6, 0], 6_685),
        ([3, 1, 4, 1, 0, 1, 2, 1, 6, 1, 0, 1, 0, 6, 5, 0], 1_682),
    ] {
        assert_eq!(checked(&lonely(&ring), "b1", &[])["laps"], laps);
    }
    // Never-ending ones: a period below the cap would have been known in time, and of the long ones
    // no cap ever knows.
    for (ring, period) in [
        ([3, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2], 16),
        (SMALLEST, 128),
        ([22, 1, 0, 3, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1], 860_368),
    ] {
        let found = object(&["loops", "period", &lonely(&ring), "b1", "--json", "-q"]);
        assert_eq!(found["period"], period);
    }
    let owela = |south: &[u32], north: &[u32], text| {
        let north = [north, &[0; 16]].concat();
        let turn = checked(
            &position("owela", south, &north, ""),
            text,
            &["--rules", "mcgill"],
        );
        turn["never"]["period"].as_u64().unwrap()
    };
    let south = [
        2, 3, 4, 2, 1, 0, 5, 1, 9, 1, 9, 0, 1, 2, 1, 2, 3, 2, 1, 0, 1, 0, 3, 15, 1, 0, 6, 1, 4, 1,
        2, 1,
    ];
    let north = [0, 0, 0, 1, 1, 2, 0, 0, 1, 0, 3, 2, 0, 0, 1, 1];
    assert_eq!(owela(&south, &north, "b3"), 8_768);
    let south = [
        4, 2, 1, 4, 3, 0, 5, 0, 1, 0, 1, 0, 5, 4, 0, 1, 0, 2, 1, 0, 1, 0, 1, 2, 1, 3, 14, 1, 0, 5,
        6, 1,
    ];
    let north = [0, 0, 0, 1, 0, 0, 2, 0, 3, 7, 1, 3, 7, 2, 1, 0];
    assert_eq!(owela(&south, &north, "b1"), 8_815);
}

#[test]
fn every_game_and_size_is_answered_and_two_rows_are_proved_by_return_only() {
    let starts = [
        "omweso:start",
        "owela:start:24",
        "nsolo:start:36",
        "anywoli:start:36",
        "bao-kingulu:start:12",
    ];
    for name in starts {
        let answer = object(&["loops", "check", name, "--json", "--quiet"]);
        assert!(!answer["turns"].as_array().unwrap().is_empty(), "{name}");
    }
    for (line, text, period) in [
        ("anywoli 1,3,1,0,1,2/0,1,0,2,1,0 N 16-20 last:S", "5", 60),
        ("bao-kingulu 3,1,2,0,1,0/1,10,1,11,2,1 N 13-2", "6", 37_064),
    ] {
        let turn = checked(line, text, &["--rotation"]);
        assert_eq!(turn["never"]["proof"], "return", "{line}");
        assert_eq!(turn["never"]["period"], period, "{line}");
        assert_eq!(turn["state"]["rotation"], Value::Null, "{line}");
    }
    // The largest board with all its stones, South's as the smallest pattern for 72 pits.
    let mut south = vec![0; 72];
    south[0] = 3;
    (1..72).step_by(2).for_each(|pit| south[pit] = 1);
    let mut north = vec![0; 72];
    north[..36].fill(4);
    north[0] += 284 - 39 - 144;
    let turn = checked(
        &position("nsolo", &south, &north, ""),
        "b1",
        &["--rotation"],
    );
    assert_eq!(turn["never"]["proof"], "residues");
    assert_eq!(turn["state"]["rotation"]["period"], 72 * 72 / 2);
}

#[test]
fn crowded_rings_are_answered_from_standard_input() {
    let mut state = 7_u32;
    let mut draw = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    };
    let mut input = String::new();
    for _ in 0..500 {
        let mut ring = [0; 16];
        (0..40 + draw(25)).for_each(|_| ring[draw(16) as usize] += 1);
        input += &(lonely(&ring) + "\n");
    }
    input += "owela 1,2/3 S\n";
    let run = sow_with_input(&["loops", "check", "-", "--json", "--quiet"], &input);
    assert_eq!(run.code, Some(2));
    let lines: Vec<Value> = run
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 501);
    for line in &lines[..500] {
        for turn in line["turns"].as_array().unwrap() {
            assert!(turn["undecided"].is_null(), "{turn}");
            assert_ne!(turn["never"].is_null(), turn["after"].is_null(), "{turn}");
        }
    }
    assert_eq!(lines[500]["line"], 501);
    assert!(lines[500]["error"].is_string());
}

#[test]
fn a_census_has_the_fields_of_the_contract_and_the_rows_of_the_tables() {
    let rows = objects(&[
        "loops", "census", "--pits", "16", "--seeds", "11..17", "--json", "--quiet",
    ]);
    let fields = [
        "pits",
        "seeds",
        "starts",
        "never",
        "cycles",
        "min_period",
        "max_period",
        "longest_ending",
    ];
    let row = |index: usize| fields.map(|field| rows[index][field].as_u64());
    let known = |numbers: [u64; 8]| numbers.map(Some);
    assert_eq!(row(0), known([16, 11, 20_920_064, 128, 1, 128, 128, 23]));
    assert_eq!(
        row(1),
        [
            Some(16),
            Some(12),
            Some(52_300_160),
            Some(0),
            Some(0),
            None,
            None,
            Some(31)
        ]
    );
    assert!(rows[1].as_object().unwrap().contains_key("min_period"));
    assert_eq!(
        row(4),
        known([16, 15, 599_074_560, 13_904, 44, 112, 1_056, 43])
    );
    assert_eq!(
        row(6),
        known([16, 17, 2_481_880_320, 82_384, 185, 96, 3_024, 56])
    );
    for bad in [
        ["--pits", "1", "--seeds", "4"],
        ["--pits", "16", "--seeds", "1"],
        ["--pits", "16", "--seeds", "20..10"],
    ] {
        let run = sow(&[&["loops", "census"], &bad[..]].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{bad:?}");
        assert!(run.err.starts_with("sow: ") || run.err.starts_with("error: "));
    }
}

#[test]
fn a_census_writes_its_table_and_plot() {
    let folder = tempfile::tempdir().unwrap();
    let (table, plot) = (folder.path().join("t.csv"), folder.path().join("p.svg"));
    let run = sow(&[
        "loops",
        "census",
        "--pits",
        "8",
        "--seeds",
        "2..12",
        "--csv",
        table.to_str().unwrap(),
        "--plot",
        plot.to_str().unwrap(),
    ]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let written = std::fs::read_to_string(&table).unwrap();
    let committed = include_str!("../data/results/census-8.csv");
    let lines: Vec<&str> = committed.lines().take(12).collect();
    assert_eq!(written, lines.join("\n") + "\n");
    assert!(std::fs::read_to_string(plot).unwrap().starts_with("<svg"));
}

#[test]
fn a_survey_repeats_the_committed_sample_on_any_number_of_threads() {
    let sample = |threads| {
        let rows = objects(&[
            "loops",
            "survey",
            "--pits",
            "16",
            "--seeds",
            "32..36",
            "--step",
            "4",
            "--tasks",
            "2000",
            "--threads",
            threads,
            "--json",
            "--quiet",
        ]);
        rows.into_iter()
            .map(|mut row| {
                row["seconds"].take();
                row
            })
            .collect::<Vec<_>>()
    };
    let one = sample("1");
    assert_eq!(one, sample("3"));
    assert_eq!(one.len(), 2);
    assert_eq!(
        (&one[1]["seeds"], &one[1]["rings"]),
        (&36.into(), &2000.into())
    );
    assert_eq!(one[0]["undecided"], 0);
}

#[test]
fn a_hunt_finds_the_same_on_any_number_of_threads() {
    let hunts: [&[&str]; 4] = [
        &["--pits", "16", "--seeds", "30..34", "--climb", "20"],
        &[
            "--pits",
            "12",
            "--seeds",
            "9..20",
            "--goal",
            "shortest-never",
        ],
        &["--omweso", "--cap", "10", "--climb", "5"],
        &["--from", "owela:start"],
    ];
    for hunt in hunts {
        let found = |threads| {
            let common = ["loops", "find", "--json", "--quiet", "--tasks", "100"];
            let run = sow(&[&common, hunt, &["--threads", threads]].concat());
            assert_eq!(run.code, Some(0), "{hunt:?}: {}", run.err);
            run.out
        };
        let one = found("1");
        assert_eq!(one, found("2"), "{hunt:?}");
        assert_eq!(one, found("7"), "{hunt:?}");
        // What was found is what the engine says of it, and the named command finds it again.
        let record: Value = serde_json::from_str(&one).unwrap();
        check_record(&record, false);
        let command = record["command"].as_str().unwrap();
        let words: Vec<&str> = command.split(' ').skip(1).collect();
        let again = sow(&[&words[..], &["--json", "--quiet"]].concat());
        assert_eq!(again.out, one);
    }
}

#[test]
fn a_hunt_among_set_ups_keeps_to_32_seeds_and_the_cap() {
    let record = object(&[
        "loops", "find", "--omweso", "--cap", "6", "--tasks", "50", "--climb", "20", "--json", "-q",
    ]);
    let ring: Vec<u64> = record["ring"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seeds| seeds.as_u64().unwrap())
        .collect();
    assert_eq!((ring.len(), ring.iter().sum::<u64>()), (16, 32));
    assert!(ring.iter().all(|&seeds| seeds <= 6), "{ring:?}");
    let line = record["position"].as_str().unwrap();
    let strict = sow(&["--strict", "loops", "check", line, "--quiet"]);
    assert_eq!(strict.code, Some(0), "{}", strict.err);
    for bad in [
        &["--pits", "16"][..],
        &["--omweso", "--cap", "1"],
        &["--from", "owela:start", "--cap", "3"],
        &[],
    ] {
        let run = sow(&[&["loops", "find", "-q"], bad].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{bad:?}");
    }
}

#[test]
fn a_period_survives_interruptions_of_all_kinds() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.part");
    let line = lonely(&LONG);
    let plain = ["loops", "period", &line, "b1", "--json", "--quiet"];
    let saving = [&plain[..], &["--checkpoint", file.to_str().unwrap()]].concat();
    // Out of time: no period, but a checkpoint.
    let run = sow(&[&saving[..], &["--time", "1ms"]].concat());
    assert_eq!(run.code, Some(3), "{}", run.err);
    let stopped: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(stopped["period"], Value::Null);
    let first = stopped["laps_run"].as_u64().unwrap();
    assert!(first > 0 && file.exists());
    // Killed: the checkpoint stays as it was or has gone on.
    let mut child = start(&saving);
    std::thread::sleep(Duration::from_millis(20));
    child.kill().unwrap();
    finish(child);
    // Out of time again, from where it had been.
    let run = sow(&[&saving[..], &["--time", "1ms"]].concat());
    let stopped: Value = serde_json::from_str(&run.out).unwrap();
    assert!(stopped["laps_run"].as_u64().unwrap() > first);
    // To the end, and once more from the finished run.
    for _ in 0..2 {
        assert_eq!(object(&saving)["period"], LONG_PERIOD);
    }
    assert_eq!(object(&plain)["period"], LONG_PERIOD);
}

#[cfg(unix)]
#[test]
fn a_census_interrupted_by_ctrl_c_goes_on_to_the_same_result() {
    let folder = tempfile::tempdir().unwrap();
    let args = [
        "loops",
        "census",
        "--pits",
        "16",
        "--seeds",
        "24..27",
        "--threads",
        "1",
        "--json",
        "--quiet",
    ];
    let saving = [
        &args[..],
        &["--checkpoint", folder.path().to_str().unwrap()],
    ]
    .concat();
    let child = start(&saving);
    // The first file says that Ctrl-C is watched for and a count is finished.
    let first = folder.path().join("census-16-24.part");
    wait_until("a count is finished", || first.exists());
    interrupt(&child);
    let run = finish(child);
    assert_eq!(run.code, Some(3), "{}{}", run.out, run.err);
    assert!(run.out.lines().count() < 4);
    let without_time = |rows: Vec<Value>| -> Vec<Value> {
        rows.into_iter()
            .map(|mut row| {
                row["seconds"].take();
                row
            })
            .collect()
    };
    let resumed = without_time(objects(&saving));
    assert_eq!(resumed, without_time(objects(&args)));
    assert_eq!(resumed[3]["never"], 43_786_384);
}

/// Every way in which a file is not the checkpoint of this work: exit code 2 and one sentence.
fn refuses_damage(file: &Path, other: &Path, args: &[&str]) {
    let whole = std::fs::read(file).unwrap();
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    let damaged: [&[u8]; 5] = [
        &flipped,
        &whole[..whole.len() - 1],
        &whole[..10],
        b"",
        b"pits,seeds,starts\n16,11,20920064\n",
    ];
    let other = std::fs::read(other).unwrap();
    for bytes in damaged.into_iter().chain([other.as_slice()]) {
        std::fs::write(file, bytes).unwrap();
        let run = sow(args);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        assert!(run.err.starts_with("sow: "), "{}", run.err);
        // The file is the user's: it is left alone.
        assert_eq!(std::fs::read(file).unwrap(), bytes);
    }
    std::fs::write(file, whole).unwrap();
    assert_eq!(sow(args).code, Some(0));
}

#[test]
fn damaged_foreign_and_truncated_checkpoints_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let run = |ring: &[u32], name: &str| {
        let line = lonely(ring);
        let file = path(name);
        let args = [
            "loops",
            "period",
            &line,
            "b1",
            "-q",
            "--checkpoint",
            file.to_str().unwrap(),
        ];
        assert_eq!(sow(&args).code, Some(0));
        args.map(str::to_owned)
    };
    let ring = [22, 1, 0, 3, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1];
    let other = [22, 1, 0, 1, 0, 1, 0, 4, 1, 0, 1, 0, 1, 0, 2, 1];
    let args = run(&ring, "period");
    run(&other, "other");
    let args = args.each_ref().map(String::as_str);
    assert!(path("period").exists(), "a long period leaves a checkpoint");
    refuses_damage(&path("period"), &path("other"), &args);

    let counts = folder.path().join("counts");
    let args = [
        "loops",
        "census",
        "--pits",
        "12",
        "--seeds",
        "15..16",
        "-q",
        "--checkpoint",
        counts.to_str().unwrap(),
    ];
    assert_eq!(sow(&args).code, Some(0));
    let (file, other) = (
        counts.join("census-12-15.part"),
        counts.join("census-12-16.part"),
    );
    refuses_damage(&file, &other, &args);
}

#[test]
fn a_move_is_drawn_in_the_terminal_and_as_a_file() {
    let text = sow(&["loops", "draw", &lonely(&SMALLEST), "b1", "-q"]).out;
    assert!(text.contains("back at its start after 128 laps"), "{text}");
    assert!(
        text.contains("the start again\n\n[3] the last seed"),
        "{text}"
    );
    // Counter-clockwise captures sown again from the same pit.
    let mut south = [0; 16];
    let mut north = [0; 16];
    (south[4], south[8], south[10]) = (4, 1, 1);
    (north[0], north[2], north[13], north[15]) = (3, 2, 4, 3);
    let captures = position("omweso", &south, &north, "");
    let text = sow(&["loops", "draw", &captures, "b5", "-q"]).out;
    assert!(text.contains("ends after 4 laps · captures 12"), "{text}");
    // Four seeds in mid-lap: the group is marked where it lay, and the lap goes on.
    let fours = "anywoli 1,0,0,3,0,9/1,2,1,10,1,0 S 8-12 last:N";
    let text = sow(&["loops", "draw", fours, "4", "-q"]).out;
    let lap = text
        .lines()
        .find(|line| line.starts_with("     1 "))
        .unwrap();
    assert!(lap.contains("{.}") && lap.contains("[3]"), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("move.svg");
    let args = ["loops", "draw", fours, "4", "-q", "--svg"];
    let run = sow(&[&args[..], &[file.to_str().unwrap()]].concat());
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""));
    let picture = std::fs::read_to_string(file).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("takes 4"));
}

/// Checks one record by the engine: its laps or period, its proof, the game that leads to it.
fn check_record(record: &Value, with_period: bool) {
    let (line, text) = (
        record["position"].as_str().unwrap(),
        record["move"].as_str().unwrap(),
    );
    let turn = checked(line, text, &[]);
    if record["laps"].is_u64() {
        assert_eq!(turn["laps"], record["laps"], "{line}");
        assert!(turn["never"].is_null() && turn["undecided"].is_null());
    } else {
        assert_eq!(turn["never"]["proof"], record["proof"], "{line}");
        if with_period && record["period"].is_u64() {
            let found = object(&["loops", "period", line, text, "--json", "-q"]);
            assert_eq!(found["period"], record["period"], "{line}");
        }
    }
    let Some(game) = record["game"].as_array() else {
        return;
    };
    let moves: Vec<&str> = game.iter().map(|text| text.as_str().unwrap()).collect();
    let from = record["start"].as_str().unwrap();
    let played = object(&[&["play", from, "--json", "-q"], &moves[..]].concat());
    assert_eq!(played["position_after"], line);
    assert_eq!(played["result"], "*");
    let name = from.split(' ').next().unwrap();
    let written = format!("game: {name}\nstart: {from}\n{} *\n", moves.join(" "));
    let replayed = sow_with_input(&["replay", "-", "-q"], &written);
    assert_eq!(replayed.code, Some(0), "{}{written}", replayed.err);
}

#[test]
fn every_line_of_the_table_of_records_holds() {
    let table = include_str!("../data/results/records.jsonl");
    let records: Vec<Value> = table
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(records.len() >= 20);
    for record in &records {
        assert!(
            record["command"]
                .as_str()
                .unwrap()
                .starts_with("sow loops ")
        );
        check_record(record, true);
    }
}
