//! Data for other programs: comma-separated values, and JSON where a command has printed text.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

mod program;

use program::{Run, json, objects, shell, sow};

/// The rows that a command writes to standard output, the names of the columns first. Cells in quotes hold no line ends.
fn rows(args: &[&str]) -> Vec<Vec<String>> {
    let run = sow(&[args, &["--csv", "-", "-q"]].concat());
    assert_eq!(run.code, Some(0), "{args:?}: {}", run.err);
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(run.out.as_bytes());
    let rows = reader.records().map(|row| row.expect("rows of one length"));
    rows.map(|row| row.iter().map(str::to_owned).collect())
        .collect()
}

/// A cell of the first row that has it.
fn column(rows: &[Vec<String>], name: &str) -> Vec<String> {
    let place = rows[0].iter().position(|column| column == name);
    let place = place.unwrap_or_else(|| panic!("no column {name} in {:?}", rows[0]));
    rows[1..].iter().map(|row| row[place].clone()).collect()
}

#[test]
fn commands_that_have_rows_write_them_alone_to_standard_output_or_beside_their_text_to_a_file() {
    let Run { out, .. } = sow(&["selfplay", "bao-kingulu:start:3", "--games", "3"]);
    let games = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(games.path(), out).unwrap();
    let games = games.path().to_str().unwrap();
    for line in [
        "moves nsolo:start",
        "moves nsolo:start --sowings",
        "openings bao-kingulu --columns 3 --games 1 --nodes 50",
        "openings bao-kingulu --columns 3 --games 1 --nodes 50 --pairs",
        "openings omweso --setups --setup 4x8/0x8 --setup 0x8/4x8 --games 1",
        "loops census --pits 4 --seeds 4..6",
        "loops survey --pits 6 --seeds 6..8 --tasks 20",
        &format!("stats {games}"),
        &format!("tables info {}/data/tables", env!("CARGO_MANIFEST_DIR")),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let alone = rows(&words);
        assert!(alone.len() > 1, "{line}: no rows");
        let run = shell(&format!(
            "$SOW {line} -q > plain && $SOW {line} -q --csv rows > text && $SOW {line} -q --csv - > alone && cmp rows alone && wc -l < text"
        ));
        assert_eq!(run.code, Some(0), "{line}: {}{}", run.out, run.err);
        assert!(run.out.trim() != "0", "{line}: the text is gone");
        let both = sow(&[&words[..], &["--csv", "-", "--json"]].concat());
        assert_eq!(both.code, Some(2), "{line}: {}", both.out);
        assert!(both.err.contains("standard output"), "{}", both.err);
    }
}

#[test]
fn a_row_holds_what_json_says() {
    let positions = [
        "omweso 0x8/0x8/1,0,1,0,1,0,1,0/3,1,0,1,0,1,0,1 S",
        "nsolo:start",
        "anywoli 0,3,1/2,0,0 N 44-46 last:S",
    ];
    for position in positions {
        let table = rows(&["moves", position]);
        let report = json(&["moves", position, "-q", "--json"]);
        let turns = report["turns"].as_array().unwrap();
        assert_eq!(table.len(), turns.len() + 1);
        for (index, turn) in turns.iter().enumerate() {
            for (key, value) in turn.as_object().unwrap() {
                let fields = match value {
                    serde_json::Value::Object(inner) => inner
                        .iter()
                        .map(|(name, value)| (format!("{key}_{name}"), value))
                        .collect(),
                    other => vec![(key.clone(), other)],
                };
                for (name, value) in fields {
                    let text = value.as_str().map_or(value.to_string(), str::to_owned);
                    assert_eq!(column(&table, &name)[index], text, "{position} {name}");
                }
            }
        }
    }
}

#[test]
fn moves_of_a_finished_game_tell_its_result() {
    let over = json(&["moves", "nsolo 0x8/0x8/0x8/1,0x7 S", "-q", "--json"]);
    assert_eq!(over["turns"].as_array().unwrap().len(), 0);
    assert_eq!(over["result"], "1-0");
    assert_eq!(over["reason"], "no-stones");
    let open = json(&["moves", "nsolo:start", "--json"]);
    assert!(open.get("result").is_none() && open.get("reason").is_none());
}

#[test]
fn games_in_json_are_the_games_of_the_records() {
    let args = [
        "selfplay",
        "owela:start:3",
        "--games",
        "4",
        "--threads",
        "1",
    ];
    let games = objects(&[&args[..], &["--json"]].concat());
    assert_eq!(games.len(), 4);
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), sow(&args).out).unwrap();
    let replayed = objects(&["replay", file.path().to_str().unwrap(), "--json"]);
    for (game, record) in games.iter().zip(&replayed) {
        assert_eq!(game["headers"], record["headers"]);
        assert_eq!(game["headers"]["game"], "owela");
        assert_eq!(game["result"], record["result"]);
        let moves = record["moves"].as_array().unwrap().iter();
        let moves: Vec<_> = moves.map(|turn| turn["move"].clone()).collect();
        assert_eq!(game["moves"], serde_json::Value::from(moves));
    }
}

#[test]
fn a_header_that_occurs_again_is_a_list() {
    let record = "game: owela\nplayer: Ada\nplayer: Bo\nsouth: Cy\n\n*\n";
    let run = program::sow_with_input(&["replay", "-", "--json", "-q"], record);
    let report: serde_json::Value = serde_json::from_str(&run.out).expect(&run.err);
    assert_eq!(
        report["headers"]["player"],
        serde_json::json!(["Ada", "Bo"])
    );
    assert_eq!(report["headers"]["south"], "Cy");
}

#[test]
fn a_picture_is_no_json() {
    let run = sow(&["loops", "draw", "owela:start", "f5", "--json"]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.err.contains("sow trace"), "{}", run.err);
    let run = shell("$SOW loops draw owela:start f5 --json -q --svg move.svg && test -s move.svg");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(run.out, "{\"file\":\"move.svg\"}\n");
}
