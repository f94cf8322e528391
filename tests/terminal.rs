//! A game in the terminal, typed as people type it.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot read its own output has failed"
)]

mod program;

use program::{sow, sow_with_input};

const START: &str = "bao-kingulu:start:3";

#[test]
fn a_game_is_played_taken_back_saved_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let file = file.to_str().unwrap();
    let run = sow_with_input(
        &["play", START, "--strength", "1"],
        &format!("moves\nhint\n1\nback\n1\nsave {file}\nquit\n"),
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(run.out.matches("South plays 1").count(), 2, "{}", run.out);
    assert_eq!(run.out.matches("North plays").count(), 2, "{}", run.out);
    assert!(run.out.contains("(proven)"), "a hint: {}", run.out);
    let saved = std::fs::read_to_string(file).unwrap();
    assert!(saved.starts_with("game: bao-kingulu\n"), "{saved}");
    assert_eq!(sow(&["replay", file]).code, Some(0));
    let on = sow_with_input(&["play", START, "--resume", file], "board\n");
    assert_eq!(on.code, Some(0), "{}", on.err);
    let other = sow_with_input(&["play", "owela:start", "--resume", file], "");
    assert_eq!(other.code, Some(2));
    assert!(other.err.contains("not of owela"), "{}", other.err);
}

#[test]
fn what_is_wrong_with_a_line_is_told_and_the_game_goes_on() {
    let run = sow_with_input(
        &["play", "bao-kingulu:start", "--engine", "none"],
        "1\nnonsense?\nstrength 9\nsave\nback\n3\n3\n",
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    for told in [
        "is not legal",
        "1 to 4",
        "save game.txt",
        "no move to take back",
        "North plays 3",
    ] {
        assert!(run.out.contains(told), "{told}: {}", run.out);
    }
}

#[test]
fn the_engine_plays_every_game() {
    for start in [
        "owela:start:4",
        "omweso:start:4",
        "nsolo:start:4",
        "anywoli:start:4",
        START,
    ] {
        let args = ["play", start, "--engine", "south", "--strength", "1"];
        let run = sow_with_input(&args, "hint\nmoves\n");
        assert_eq!(run.code, Some(0), "{start}: {}", run.err);
        assert!(run.out.contains("South plays"), "{start}: {}", run.out);
        assert!(!run.out.contains("no legal move"), "{start}: {}", run.out);
    }
}
