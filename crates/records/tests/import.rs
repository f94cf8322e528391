//! Logs of games played by the rules: what becomes a record, and what is refused.

use sow_engine::notation::{Record, parse_records};
use sow_records::asked::AskedRules;
use sow_records::attested::Attested;
use sow_records::fault::Fault;
use sow_records::import::{Imported, Wish, import};
use sow_records::log::read;
use sow_records::replay::replay;

fn by(wish: &Wish, text: &str) -> Vec<Result<Imported, Fault>> {
    read(text.as_bytes())
        .into_iter()
        .map(|game| import(&game?, wish))
        .collect()
}

fn one(wish: &Wish, text: &str) -> Result<Record, Fault> {
    let mut games = by(wish, text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).map(|imported| imported.record)
}

fn last_line(record: &Record) -> String {
    let text = record.to_string();
    text.lines().last().unwrap_or_default().to_owned()
}

#[test]
fn a_log_becomes_a_record_that_replays() {
    let mcgill = Wish {
        game: Some("Owela".to_owned()),
        asked: AskedRules {
            ruleset: Some("mcgill".to_owned()),
            ..AskedRules::default()
        },
        ..Wish::default()
    };
    for (wish, text, line) in [
        (
            &mcgill,
            "PIT 0 4\nPIT 1 6\nGAMEOVER WINNER 1\n",
            "b5 b7 0-1",
        ),
        (&Wish::default(), "game: owela\nb3 b3 1 - 0", "b3 b3 1-0"),
        (&Wish::default(), "\u{feff}Game: Owela\nB3 b3 *", "b3 b3 *"),
        (
            &Wish::default(),
            "game: hus\nb3 b3\nNorth resigns",
            "b3 b3 1-0",
        ),
    ] {
        let record = one(wish, text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert_eq!(last_line(&record), line, "{text}");
        let again = parse_records(&record.to_string()).expect("a record");
        let replayed = replay(&AskedRules::default(), &again[0]).expect("a game");
        assert!(replayed.agrees());
        assert_eq!(
            replayed.result().token(),
            line.split(' ').next_back().unwrap_or_default()
        );
    }
    let record = one(&Wish::default(), "game: hus\nb3 b3\nNorth resigns").expect("a game");
    assert_eq!(record.header("rules"), Some("hus"));
    let attested = Attested::of(&record).describe();
    assert_eq!(
        attested.as_deref(),
        Some("South wins (attested: resignation)")
    );
    let wide = one(&mcgill, "PIT 0 4\nPIT 1 6\n").expect("a game");
    let start = wide.header("start").unwrap_or_default();
    assert_eq!(start.split(',').count(), 4 * 15 + 1, "{start}");
}

#[test]
fn a_log_that_contradicts_its_own_result_is_refused() {
    let won =
        "start: omweso 0,0,0,0,0,2,0,3/0,0,0,0,0,4,0,3/0,0,0,0,0,1,0,1/0,0,0,0,4,0,0,0 S\nm\n";
    let end = |text: &str| one(&Wish::default(), &format!("{won}{text}\n"));
    for text in [
        "North wins",
        "0-1",
        "1/2",
        "South resigns",
        "GAMEOVER WINNER 2",
    ] {
        let fault = end(text).expect_err(text);
        assert_eq!(fault.line, 3, "{fault}");
        assert!(
            fault.text.contains("by the rules its moves end with 1-0"),
            "{fault}"
        );
    }
    for text in ["1-0", "*", "", "South won"] {
        assert!(end(text).is_ok(), "{text}");
    }
}

#[test]
fn what_is_no_game_is_told_with_its_line() {
    for (text, want) in [
        (
            "\n# a comment\nplayer 1: 17\n",
            "line 3: nobody can tell what is played",
        ),
        (
            "game: owla\nb3",
            "line 1: unknown game `owla` (did you mean owela?)",
        ),
        (
            "game: owela\nrules: mcgil\nb3",
            "line 1: owela has no ruleset `mcgil` (did you mean mcgill?)",
        ),
        (
            "start: owela:start:99\nb3",
            "line 1: `99` is not a number of columns",
        ),
        (
            "game: omweso\nstart: owela:start\nb3",
            "line 1: the game is `omweso`",
        ),
        (
            "game: owela\nSouth: b2\nSouth: b1\n",
            "line 3: South is said to play b1, but it is North's turn",
        ),
        (
            "game: owela\nSouth: f1\n",
            "line 2: move 1 by South: f1 is not legal: that pit is empty; legal are b1, b2,",
        ),
        (
            "game: owela\nplayer 1: 17\n",
            "line 2: there is no pit 17; the pits of South are numbered 1 to 16",
        ),
        (
            "game: owela\nINIT 1 3,3\nb1",
            "line 2: a set-up has the 16 pits of one player",
        ),
    ] {
        let fault = one(&Wish::default(), text).expect_err(text).to_string();
        assert!(fault.starts_with(want), "{text:?}: {fault}");
    }
}

#[test]
fn a_game_of_headers_alone_has_its_own_rules_and_start() {
    let text =
        "game: owela\nrules: hus\nstart: owela:start:12\nid: a\n\ngame: owela\nid: b\nb3 b3 *\n";
    let games = by(&Wish::default(), text);
    let records: Vec<_> = games
        .into_iter()
        .map(|game| game.expect("a game").record)
        .collect();
    assert_eq!(records[0].moves.len(), 0);
    assert_eq!(records[1].header("rules"), Some("owela"));
    let written = records
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n");
    let again = parse_records(&written).expect("records");
    assert_eq!(again.len(), 2, "{written}");
}

#[test]
fn a_pass_that_is_left_out_is_put_in() {
    // North has nothing to sow; the log goes on with South.
    let text = "start: anywoli 0,0/3,1 S 0-0\nSouth: 2\n";
    let record = one(&Wish::default(), text).expect("a game");
    assert_eq!(record.moves.len(), 1);
}
