//! The rules of Bao Kingulu, one test a rule, with the derived examples.

mod helpers;

use helpers::{never_ends, period, position, rows, start, table};
use sow_engine::kind::GameKind::BaoKingulu;
use sow_engine::side::Side;

#[test]
fn first_moves_from_the_start() {
    let table = start(BaoKingulu, "klamroth", 6);
    assert_eq!(table.moves(), ["3", "4", "5", "6"]);
    for (hole, north, south, banked) in [
        ("3", "1 0 6 6 0 1", "6 6 2 7 0 6", 7),
        ("4", "0 6 6 6 1 0", "1 6 6 2 7 0", 7),
        ("5", "6 6 6 1 6 1", "0 1 6 6 2 7", 0),
        ("6", "6 6 1 6 1 7", "6 0 1 6 6 2", 0),
    ] {
        let turn = table.turn(hole);
        assert_eq!((turn.laps, turn.captured), (5, banked), "hole {hole}");
        assert_eq!(rows(position(&turn)), [north, south], "hole {hole}");
        assert_eq!(position(&turn).stores, [banked, 0]);
    }
}

#[test]
fn the_first_lap_must_not_end_in_an_occupied_hole_of_ones_own_row() {
    let start = start(BaoKingulu, "klamroth", 6);
    for (hole, landing) in [("1", "5"), ("2", "6")] {
        let why = start.refusal(hole);
        let part = format!("first lap ends in the occupied hole {landing} of the mover's own row");
        assert!(why.contains(&part), "{why}");
    }
    let table = table("klamroth", "bao-kingulu 2,0,0,0,0,2/1,3,0,0,0,1 S");
    assert_eq!(table.moves(), ["2", "6"]);
}

#[test]
fn a_later_lap_may_end_in_an_occupied_hole_of_ones_own_row() {
    // Hole 6 goes to the enemy's 1; its relay goes on into South's row.
    let table = table("klamroth", "bao-kingulu 0,0,0,0,0,6/1,0,0,0,0,1 S");
    let laps = table.laps("6");
    assert_eq!((laps[0].landing, laps[1].landing), (6, 1));
}

#[test]
fn the_first_lap_may_end_in_a_hole_of_ones_own_row_that_the_opponent_has_reserved() {
    let table = table("klamroth", "bao-kingulu 0,0,0,0,0,2/1,5*,0,0,0,0 S");
    let turn = table.turn("1");
    assert_eq!(turn.laps, 1);
    assert_eq!(rows(position(&turn))[1], "0 6* 0 0 0 0");
}

#[test]
fn four_in_an_enemy_hole_reserve_it_and_the_last_but_one_seed_joins_them() {
    let table = table("klamroth", "bao-kingulu 2,0,0,0,3,1/0,0,0,0,0,2 S");
    let turn = table.turn("6");
    assert_eq!(rows(position(&turn)), ["2 0 0 0 5* 1", "0 0 0 0 0 0"]);
    assert_eq!((turn.laps, turn.captured), (1, 0));
}

#[test]
fn a_single_seed_reserves_with_four() {
    let table = table("klamroth", "bao-kingulu 2,0,0,0,0,3/0,0,0,0,0,1 S");
    let turn = table.turn("6");
    assert_eq!(rows(position(&turn)), ["2 0 0 0 0 4*", "0 0 0 0 0 0"]);
}

#[test]
fn four_in_a_hole_of_ones_own_row_reserve_nothing() {
    // The second lap ends in South's hole 2, where it makes four: an ordinary relay.
    let table = table("klamroth", "bao-kingulu 0,0,0,0,0,6/1,3,0,0,0,1 S");
    let turn = table.turn("6");
    assert_eq!(turn.laps, 3);
    assert_eq!(table.laps("6")[1].landing, 1);
}

#[test]
fn only_the_last_seed_reserves() {
    // On its way the lap makes four in the enemy's hole 1, and goes on.
    let table = table("klamroth", "bao-kingulu 0,0,0,0,0,3/0,0,0,0,0,2 S");
    assert_eq!(rows(&table.after("6")), ["0 0 0 0 1 4", "0 0 0 0 0 0"]);
}

#[test]
fn an_empty_hole_of_ones_own_row_captures_the_opposite_hole_and_the_capturing_seed() {
    let table = table("klamroth", "bao-kingulu 2,0,7,0,0,0/2,0,0,0,0,0 S");
    let turn = table.turn("1");
    assert_eq!((turn.laps, turn.captured), (1, 8));
    assert_eq!(rows(position(&turn)), ["2 0 0 0 0 0", "0 1 0 0 0 0"]);
    assert_eq!(position(&turn).stores, [8, 0]);
}

#[test]
fn facing_an_empty_hole_nothing_is_captured_and_the_seed_stays() {
    let table = table("klamroth", "bao-kingulu 2,0,0,0,0,0/2,0,0,0,0,0 S");
    let turn = table.turn("1");
    assert_eq!(turn.captured, 0);
    assert_eq!(rows(position(&turn))[1], "0 1 1 0 0 0");
}

#[test]
fn an_empty_hole_of_the_enemys_row_captures_nothing() {
    let table = table("klamroth", "bao-kingulu 0,0,0,0,0,1/0,0,0,0,5,2 S");
    let turn = table.turn("6");
    assert_eq!((turn.laps, turn.captured), (1, 0));
    assert_eq!(rows(position(&turn)), ["0 0 0 0 1 2", "0 0 0 0 5 0"]);
}

#[test]
fn reserved_holes_are_immune_to_opposition() {
    let table = table("klamroth", "bao-kingulu 2,0,7*,0,0,0/2,0,0,0,0,0 S");
    let turn = table.turn("1");
    assert_eq!(turn.captured, 0);
    assert_eq!(rows(position(&turn)), ["2 0 7* 0 0 0", "0 1 1 0 0 0"]);
}

#[test]
fn reserved_holes_are_sinks_and_a_lap_that_ends_in_one_ends_the_move() {
    let table = table("klamroth", "bao-kingulu 0,0,0,0,5*,1/0,0,0,0,0,2 S");
    let turn = table.turn("6");
    assert_eq!(turn.laps, 1);
    assert_eq!(rows(position(&turn)), ["0 0 0 0 6* 2", "0 0 0 0 0 0"]);
    // Its owner cannot sow from it, nor can the player in whose row it lies.
    assert!(
        table
            .refusal("2*")
            .contains("let nobody sow from a hole that he has reserved")
    );
    let north = helpers::table("klamroth", "bao-kingulu 0,0,0,0,5*,1/0,0,0,0,0,2 N");
    assert_eq!(north.moves(), ["1"]);
    assert!(north.refusal("2").contains("reserved by the opponent"));
}

#[test]
fn the_last_but_one_seed_is_not_taken_back_from_a_hole_that_the_opponent_has_reserved() {
    // The last-but-one seed falls into South's hole 6, reserved by North.
    let line = "bao-kingulu 0,0,0,0,0,3/0,0,0,0,2,5* S";
    let after = |settings: &str| rows(&table(settings, line).after("5"));
    assert_eq!(after("klamroth"), ["0 0 0 0 0 4*", "0 0 0 0 0 6*"]);
    assert_eq!(
        after("penultimate=always"),
        ["0 0 0 0 0 5*", "0 0 0 0 0 5*"]
    );
    assert_eq!(
        after("penultimate=never-from-reserved"),
        ["0 0 0 0 0 4*", "0 0 0 0 0 6*"]
    );
}

#[test]
fn the_last_but_one_seed_is_taken_from_a_hole_that_the_mover_has_reserved_himself() {
    let line = "bao-kingulu 0,0,0,0,3,5*/0,0,0,0,0,2 S";
    let after = |settings: &str| rows(&table(settings, line).after("6"))[0].clone();
    assert_eq!(after("klamroth"), "0 0 0 0 5* 5*");
    assert_eq!(after("penultimate=always"), "0 0 0 0 5* 5*");
    assert_eq!(after("penultimate=never-from-reserved"), "0 0 0 0 4* 6*");
}

#[test]
fn banked_seeds_of_reserved_holes_count_the_same() {
    let line = "bao-kingulu 0,0,0,0,5*,1/0,0,0,0,0,3 S 2-1";
    let hole = table("klamroth", line);
    let bank = table("reserved-seeds=bank", line);
    let (in_hole, banked) = (hole.after("6"), bank.after("6"));
    assert_eq!(rows(&in_hole)[0], "0 0 0 1 6* 2");
    assert_eq!(rows(&banked)[0], "0 0 0 1 5* 2");
    assert_eq!((in_hole.stores, banked.stores), ([2, 1], [3, 1]));
    for side in Side::BOTH {
        assert_eq!(in_hole.seeds_of(side), banked.seeds_of(side));
    }
}

#[test]
fn sowing_a_whole_round_does_not_skip_the_origin_unless_told() {
    let line = "bao-kingulu 0,0,0,0,0,0/12,0,0,0,0,0 S";
    // Twelve seeds end where they began: an empty hole, and they capture the one opposite.
    let turn = table("klamroth", line).turn("1");
    assert_eq!((turn.laps, turn.captured), (1, 2));
    // Skipping it, the last seed falls on the first one, in an occupied hole of one's own row.
    assert!(
        table("skip-origin=yes", line)
            .refusal("1")
            .contains("occupied hole 2")
    );
}

#[test]
fn skipping_the_origin_the_last_but_one_seed_lies_before_it() {
    // Twelve seeds of hole 6: eleven holes once, the origin skipped, and again the enemy's hole 1.
    let line = "bao-kingulu 0,0,0,0,0,2/0,0,0,0,0,12 S";
    let turn = table("skip-origin=yes", line).turn("6");
    assert_eq!(rows(position(&turn)), ["1 1 1 1 1 5*", "1 1 1 1 0 0"]);
}

#[test]
fn the_game_ends_when_the_player_to_move_has_no_move_and_the_seeds_are_counted() {
    // North to move has nothing left. South: 20 banked, 3 in his row, 5 reserved; North: 16 and 4.
    let table = table("klamroth", "bao-kingulu 0,0,5*,0,0,0/0,1,4*,0,0,2 N 20-16");
    let ending = table.referee.ending(&table.setup).expect("an end");
    assert_eq!((ending.winner, ending.margin), (Some(Side::South), 28 - 20));
}

#[test]
fn equal_counts_are_a_draw() {
    let table = table("klamroth", "bao-kingulu 0,0,0,0,0,0/0,0,0,0,0,0 N 24-24");
    let ending = table.referee.ending(&table.setup).expect("an end");
    assert_eq!((ending.winner, ending.margin), (None, 0));
}

#[test]
fn a_never_ending_move_of_period_986_exists_and_may_not_be_chosen() {
    let line = "bao-kingulu 2,14,2,3,4,0/0,2,1,0,2,1 N";
    let klamroth = table("klamroth", line);
    assert!(
        klamroth
            .refusal("6")
            .contains("never ends, and these rules forbid")
    );
    let annul = table("never-ending=annul", line);
    let turn = annul.turn("6");
    assert!(never_ends(&turn));
    assert_eq!(period(&turn), Some(986));
}

#[test]
fn seven_turns_from_the_start_a_move_of_period_37064_may_not_be_chosen() {
    let start = start(BaoKingulu, "never-ending=annul", 6);
    let table = start.play(&["3", "6", "6", "4", "5", "5", "6"]);
    let line = "bao-kingulu 3,1,2,0,1,0/1,10,1,11,2,1 N 13-2";
    assert_eq!(table.setup.to_string(), line);
    assert_eq!(period(&table.turn("6")), Some(37_064));
    assert!(
        helpers::table("klamroth", line)
            .refusal("6")
            .contains("never ends")
    );
}
