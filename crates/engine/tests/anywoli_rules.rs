//! The rules of Anywoli, one test a rule, with the derived examples.

mod helpers;

use helpers::{position, rows, start, table};
use sow_engine::kind::GameKind::Anywoli;
use sow_engine::side::Side;

#[test]
fn all_twelve_first_moves_take_five_laps_and_are_rotations_of_one() {
    let table = start(Anywoli, "mancala-world", 12);
    let turns = table.turns();
    assert_eq!(turns.len(), 12);
    let first = table.after("1");
    assert_eq!(
        rows(&first),
        ["5 5 5 5 0 5 5 5 5 0 5 5", "1 5 5 5 0 5 5 5 5 0 5 5"]
    );
    for (hole, turn) in turns.iter().enumerate() {
        assert_eq!((turn.laps, turn.captured, turn.again), (5, 0, false));
        let mut ring = first.rings[0].clone();
        ring.rotate_right(hole);
        assert_eq!(position(turn).rings[0], ring, "hole {}", turn.text);
    }
}

#[test]
fn a_four_in_mid_lap_goes_to_the_owner_of_the_row() {
    // Hole 3 of two: a four in South's hole 4 on the way, the last seed into an empty hole.
    let table = table("mancala-world", "anywoli 0,0,0,0,0,9/0,0,2,3,0,0 S");
    let turn = table.turn("3");
    assert_eq!((turn.laps, turn.captured, turn.again), (1, 4, false));
    assert_eq!(position(&turn).stores, [4, 0]);
    assert_eq!(position(&turn).last, Some(Side::South));
    // The same in North's row is North's.
    let table = helpers::table("mancala-world", "anywoli 9,0,0,0,0,3/0,0,0,0,0,2 S");
    let turn = table.turn("6");
    assert_eq!(position(&turn).stores, [0, 4]);
    assert_eq!(position(&turn).last, Some(Side::North));
}

#[test]
fn a_four_made_by_the_last_seed_goes_to_the_mover_who_moves_again() {
    // In the opponent's row too.
    let table = table("mancala-world", "anywoli 9,0,0,0,0,3/0,0,0,0,5,1 S");
    let turn = table.turn("6");
    assert_eq!((turn.laps, turn.captured, turn.again), (1, 4, true));
    assert_eq!(position(&turn).stores, [4, 0]);
    assert_eq!(position(&turn).side, Side::South);
    assert!(table.turn("6+5").text == "6+5");
    assert!(table.refusal("5+6").contains("earns no further sowing"));
}

#[test]
fn one_sowing_may_take_two_groups() {
    let table = table("mancala-world", "anywoli 0,0,0,0,0,0,0/0,0,0,0,2,3,3 S");
    let turn = table.turn("5");
    assert_eq!((turn.laps, turn.captured, turn.again), (1, 8, true));
    assert_eq!(position(&turn).stores, [8, 0]);
}

#[test]
fn holes_that_held_four_before_are_untouched() {
    let table = table("mancala-world", "anywoli 0,0,0,9/1,0,4,0 S");
    let turn = table.turn("1");
    assert_eq!((turn.captured, turn.laps), (0, 1));
    assert_eq!(rows(position(&turn))[1], "0 1 4 0");
    // Sown over, they become five and stay; the last seed in them is an ordinary relay.
    let table = helpers::table("mancala-world", "anywoli 0,0,0,9/0,2,4,0 S");
    let turn = table.turn("2");
    assert_eq!((turn.captured, turn.laps), (0, 1));
    assert_eq!(rows(position(&turn))[1], "0 0 5 1");
}

#[test]
fn a_hole_emptied_in_mid_lap_begins_again_from_nothing() {
    // Nine seeds on eight holes: hole 2 makes four on the way and gets the last seed too.
    let table = table("mancala-world", "anywoli 0,0,0,0/9,3,0,0 S");
    let turn = table.turn("1");
    assert_eq!((turn.captured, turn.laps), (4, 1));
    assert_eq!(rows(position(&turn)), ["1 1 1 1", "1 1 1 1"]);
}

#[test]
fn a_relay_goes_on_from_either_row() {
    let table = table("mancala-world", "anywoli 0,0,0,1/0,0,9,1 S");
    let turn = table.turn("4");
    assert_eq!(turn.laps, 2);
    assert_eq!(rows(position(&turn))[0], "0 1 1 0");
}

#[test]
fn a_player_without_seeds_in_his_row_passes_and_nobody_else_may() {
    let table = table("mancala-world", "anywoli 4,4,1,1/0,0,0,0 S 20-2 last:S");
    assert_eq!(table.moves(), ["pass"]);
    let after = table.after("pass");
    assert_eq!(after.side, Side::North);
    assert_eq!(after.last, Some(Side::South));
    let north = table.play(&["pass"]);
    assert!(north.refusal("pass").contains("cannot sow"));
}

#[test]
fn an_earned_move_that_cannot_be_made_is_passed() {
    let table = table("mancala-world", "anywoli 9,0,0,0,0,3/0,0,0,0,0,1 S");
    let turn = table.turn("6");
    assert!(turn.again);
    let after = table.play(&["6"]);
    assert_eq!(
        (after.setup.side, after.moves()),
        (Side::South, vec!["pass".to_owned()])
    );
}

/// Eight seeds, North to play hole 12: a four for South on the way, then one for North.
const LAST_EIGHT: &str = "anywoli 2,0x11/3,3,0x10 N 40-48";

#[test]
fn four_left_in_mid_move_are_looked_at_when_the_move_is_over() {
    let turn = table("mancala-world", LAST_EIGHT).turn("12");
    assert_eq!(position(&turn).stores, [44, 52]);
    assert!(turn.again);
}

#[test]
fn four_left_in_mid_move_go_to_the_last_capturer_at_once_by_option() {
    let turn = table("last-seeds-tested=immediate", LAST_EIGHT).turn("12");
    assert_eq!(position(&turn).stores, [48, 48]);
    assert!(!turn.again);
}

#[test]
fn the_last_four_go_to_whoever_took_the_group_before() {
    for (flag, stores) in [("last:S", [50, 46]), ("last:N", [46, 50])] {
        let line = format!("anywoli 0,0,0,1/1,0,0,2 S 46-46 {flag}");
        let table = table("mancala-world", &line);
        let after = table.play(&["1"]);
        assert_eq!(after.setup.stores, stores);
        let ending = after.referee.ending(&after.setup).expect("counted");
        assert_eq!(ending.reason.name(), "counted");
        assert_eq!(ending.margin, i32::from(stores[0]) - i32::from(stores[1]));
    }
}

#[test]
fn a_convention_that_nobody_can_claim_yet_leaves_the_game_going() {
    // The four on the way are North's, but not by a last seed: nobody has first captured so.
    let line = "anywoli 1,1/3,1 N 4-2";
    let settings =
        "last-seeds=first-last-seed-capturer last-seeds-tested=immediate extra-move=none";
    let turn = table(settings, line).turn("1");
    assert_eq!((turn.laps, turn.captured), (3, 4));
    assert_eq!(rows(position(&turn)), ["1 1", "0 0"]);
}

#[test]
fn more_seeds_win_and_equal_ones_draw() {
    for (stores, winner) in [
        ("50-46", Some(Side::South)),
        ("40-56", Some(Side::North)),
        ("48-48", None),
    ] {
        let table = table("mancala-world", &format!("anywoli 0x12/0x12 S {stores}"));
        assert!(table.moves().is_empty());
        let ending = table.referee.ending(&table.setup).expect("counted");
        assert_eq!(ending.winner, winner);
    }
}

#[test]
fn where_a_position_repeats_the_seeds_in_play_are_unclaimed_or_go_by_rows() {
    let line = "anywoli 1,0,2/2,0,1 S 20-10";
    let margin = |settings: &str| {
        let table = table(settings, line);
        table.referee.repeated(&table.setup).expect("an end").margin
    };
    assert_eq!(margin("mancala-world"), 10);
    assert_eq!(margin("repetition=row-owner"), 10);
    let line = "anywoli 1,0,2/2,3,1 S 20-10";
    let table = table("repetition=row-owner", line);
    assert_eq!(
        table.referee.repeated(&table.setup).expect("an end").margin,
        13
    );
}

#[test]
fn by_the_rules_of_wikipedia_a_capture_ends_the_turn_and_the_starter_takes_the_last_eight() {
    let table = table("wikipedia", "anywoli 9,0,0,0,0,3/0,0,0,0,5,1 S");
    let turn = table.turn("6");
    assert_eq!((turn.captured, turn.again), (4, false));
    assert_eq!(position(&turn).side, Side::North);
    for (flag, stores) in [("", [50, 40]), (" starter:N", [42, 48])] {
        let line = format!("anywoli 0,2,2,1/1,0,0,2 S 42-40{flag}");
        let turn = helpers::table("wikipedia", &line).turn("1");
        assert_eq!(position(&turn).stores, stores);
    }
}

#[test]
fn an_optional_extra_move_may_be_declined() {
    let table = table("extra-move=optional", "anywoli 9,0,0,0,0,3/0,0,0,0,5,1 S");
    let after = table.play(&["6"]);
    assert_eq!(after.setup.side, Side::South);
    assert_eq!(after.moves(), ["5", "stop"]);
    assert_eq!(after.after("stop").side, Side::North);
    assert_eq!(table.turn("6+stop").text, "6+stop");
}

#[test]
fn sown_clockwise_the_first_move_is_the_mirror_image() {
    let usual = start(Anywoli, "mancala-world", 12);
    let mirrored = start(Anywoli, "direction=clockwise", 12);
    let reflect = |setup: &sow_engine::setup::Setup| -> Vec<String> {
        rows(setup)
            .iter()
            .map(|row| row.split(' ').rev().collect::<Vec<_>>().join(" "))
            .collect()
    };
    assert_eq!(rows(&mirrored.after("12")), reflect(&usual.after("1")));
    assert_eq!(rows(&mirrored.after("5")), reflect(&usual.after("8")));
}
