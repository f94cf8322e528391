//! The rules of Nsolo, one test a rule, with the derived table of first moves.

mod helpers;

use helpers::{never_ends, position, rows, seeds, start, table};
use sow_engine::kind::GameKind::Nsolo;
use sow_engine::side::Side;

#[test]
fn totals_of_the_starting_positions() {
    for (columns, stones) in [(8, 60), (10, 76), (12, 92), (20, 156), (36, 284)] {
        let setup = start(Nsolo, "ndola", columns).setup;
        assert_eq!(setup.seeds_on_board(), stones);
        assert_eq!(seeds(&setup, Side::South), stones / 2);
    }
    assert_eq!(
        rows(&start(Nsolo, "ndola", 8).setup)[1..3],
        ["0 2 2 2 2 2 2 2", "2 2 2 2 2 2 2 0"]
    );
    assert_eq!(rows(&start(Nsolo, "msuwa", 8).setup)[2], "2 2 2 2 2 2 1 0");
}

#[test]
fn first_moves_on_4x8() {
    let table = start(Nsolo, "ndola", 8);
    // Ring index of the pit, laps, ring index of the last pit, stones captured in front.
    let expected = [
        (0, 3, 8, 2),
        (1, 7, 6, 0),
        (2, 7, 7, 0),
        (3, 2, 8, 2),
        (4, 7, 9, 2),
        (5, 7, 10, 2),
        (6, 1, 8, 2),
        (7, 9, 2, 0),
        (9, 7, 14, 2),
        (10, 5, 8, 2),
        (11, 7, 0, 0),
        (12, 7, 1, 0),
        (13, 4, 8, 2),
        (14, 7, 3, 0),
        (15, 7, 4, 0),
    ];
    let turns = table
        .referee
        .turns(&table.setup, &helpers::WHOLE_PERIODS, false);
    let found: Vec<_> = turns
        .iter()
        .map(|turn| {
            assert_eq!(u16::from(turn.bonus), turn.captured);
            let any_strip = table
                .moves()
                .into_iter()
                .find(|text| text.split(':').next() == Some(&turn.text))
                .expect("a whole turn");
            let end = table.last_landing(&any_strip);
            (table.pit(&turn.text), turn.laps, end, turn.captured)
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn the_two_stones_of_b7_capture_the_leftmost_front_pit_and_two_stones_more() {
    let table = start(Nsolo, "ndola", 8);
    let turn = table.turn("b7:b4,f7x1");
    assert_eq!((turn.laps, turn.captured), (1, 4));
    assert_eq!(turn.text, "b7:b4,f7");
    let expected = [
        "2 2 2 2 1 2 2 2",
        "0 1 2 2 2 2 2 0",
        "2 2 2 2 2 2 2 1",
        "2 2 2 2 2 2 0 3",
    ];
    assert_eq!(rows(position(&turn)), expected);
    // North's rightmost front pit f8 is empty at the start, his leftmost f1 has just been captured.
    assert!(table.refusal("b7:f8x2").contains("cannot be taken"));
    assert!(table.refusal("b7:f1x2").contains("cannot be taken"));
}

#[test]
fn no_first_move_never_ends() {
    for columns in 8..=36 {
        let table = start(Nsolo, "ndola", columns);
        let turns = table
            .referee
            .turns(&table.setup, &helpers::WHOLE_PERIODS, false);
        assert!(!turns.iter().any(never_ends), "{columns} columns");
    }
}

#[test]
fn a_single_stone_moves_only_where_no_pit_holds_two_and_only_into_an_empty_pit() {
    let table = table("ndola", "nsolo 1,1,1/1,1,1/1,0,0/1,1,0 S");
    assert_eq!(table.moves(), ["b2", "f1"].map(str::to_owned)[..1]);
}

#[test]
fn a_single_stone_is_left_alone_while_a_pit_holds_two() {
    let table = table("ndola", "nsolo 1,1,1/1,1,1/0,0,0/1,0,2 S");
    let moves = table.moves();
    assert!(moves.iter().all(|text| text.starts_with("b3")), "{moves:?}");
    assert!(table.refusal("b1").contains("single stone"));
}

#[test]
fn a_single_stone_captures_too() {
    let line = "nsolo 0,0,0/2,0,3/0,0,0/0,0,1 S";
    let table = table("ndola", line);
    let turn = table.turn("b3:f3x2");
    assert_eq!((turn.laps, turn.captured), (1, 5));
    let expected = ["0 0 0", "0 0 0", "0 0 1", "0 0 0"];
    assert_eq!(rows(position(&turn)), expected);
}

#[test]
fn where_fewer_stones_are_left_than_the_bonus_all_of_them_go_and_the_game_is_won() {
    let line = "nsolo 0,0,0/2,0,3/0,0,0/0,0,1 S";
    let table = table("ndola", line);
    assert_eq!(table.moves(), ["b3:f3x2"]);
    let after = table.play(&["b3:f3x2"]);
    let ending = after.referee.ending(&after.setup).expect("an end");
    assert_eq!(
        (ending.winner, ending.reason.name()),
        (Some(Side::South), "no-stones")
    );
}

#[test]
fn nothing_is_captured_by_a_landing_on_an_occupied_pit() {
    let table = table("ndola", "nsolo 0,0,0/2,2,3/0,0,1/0,2,0 S");
    // b2: b3 and f3, which was occupied: a relay. Its two stones end in f1, which faces f3.
    let laps = table.laps("b2:f1,f2");
    assert_eq!((laps[0].landing, laps[0].captured), (table.pit("f3"), 0));
    assert_eq!((laps[1].landing, laps[1].captured), (table.pit("f1"), 2));
}

#[test]
fn a_back_pit_is_safe_while_the_front_pit_before_it_is_empty() {
    for settings in ["ndola", "sanderson", "msuwa"] {
        let table = table(settings, "nsolo 5,5,5/2,2,0/0,0,0/0,2,0 S");
        let turn = table.turn("b2");
        assert_eq!((turn.laps, turn.captured), (1, 0), "{settings}");
    }
}

#[test]
fn ending_in_an_empty_back_pit_captures_nothing() {
    let table = table("ndola", "nsolo 5,5,5/2,2,2/0,0,0/2,0,0 S");
    let turn = table.turn("b1");
    assert_eq!((turn.laps, turn.captured), (1, 0));
}

#[test]
fn the_back_pit_of_the_column_may_be_hit_by_the_bonus() {
    let table = table("ndola", "nsolo 0,0,2/1,0,2/0,0,0/0,2,0 S");
    let moves = table.moves();
    assert_eq!(moves, ["b2:b1x2", "b2:b1,f3"]);
    assert_eq!(rows(&table.after("b2:b1x2"))[..2], ["0 0 0", "1 0 0"]);
}

#[test]
fn sanderson_takes_the_whole_column_and_one_other_whole_hole() {
    let table = table("sanderson", "nsolo 0,4,2/1,0,2/0,0,0/0,2,0 S");
    let moves = table.moves();
    assert_eq!(moves, ["b2:b2x4", "b2:f3"]);
    let turn = table.turn("b2:b2");
    assert_eq!(turn.captured, 8);
    assert_eq!(
        turn.text, "b2:b2x4",
        "a hole without a number is a whole hole"
    );
}

#[test]
fn sanderson_takes_the_other_hole_even_when_the_back_pit_is_empty() {
    let table = table("sanderson", "nsolo 0,4,0/1,0,2/0,0,0/0,2,0 S");
    assert_eq!(table.turn("b2:b2x4").captured, 6);
}

#[test]
fn msuwa_takes_the_column_and_two_other_whole_holes() {
    let table = table("msuwa", "nsolo 3,4,2/1,0,2/0,0,0/0,2,0 S");
    let moves = table.moves();
    assert_eq!(moves, ["b2:b2x4,b3x3", "b2:b2x4,f3", "b2:b3x3,f3"]);
    assert_eq!(table.turn("b2:b2,b3").captured, 11);
}

#[test]
fn a_player_with_stones_but_no_move_loses_or_passes() {
    let line = "nsolo 2,2/2,2/1,1/1,1 S";
    let loses = table("ndola", line);
    let ending = loses.referee.ending(&loses.setup).expect("an end");
    assert_eq!(
        (ending.winner, ending.reason.name()),
        (Some(Side::North), "no-move")
    );
    let passes = table("ndola stuck=pass", line);
    assert_eq!(passes.moves(), ["pass"]);
    assert_eq!(passes.referee.ending(&passes.setup), None);
    assert_eq!(passes.after("pass").side, Side::North);
}

#[test]
fn a_strip_must_be_named_in_full_and_fit() {
    let table = start(Nsolo, "ndola", 8);
    for (text, part) in [
        ("b7", "2 more bonus stone(s) must be named"),
        ("b7:b1", "1 more bonus stone(s) must be named"),
        ("b7:b1x3", "a bonus of 3 cannot be taken from b1"),
        ("b7:b1,b2,b3", "fewer than are named"),
        ("b7:b9x2", "there is no pit `b9`"),
        ("b2:b1", "fewer than are named"),
    ] {
        let why = table.refusal(text);
        assert!(why.contains(part), "{text}: {why}");
    }
    assert_eq!(
        table.turn("b7:b1,b1").text,
        "b7:b1x2",
        "one pit named twice"
    );
    assert_eq!(
        table.turn("b7:f2,b1").text,
        "b7:b1,f2",
        "in the order of the pits"
    );
}
