//! The rules of Omweso, one test a rule, with the published examples.

mod helpers;

use helpers::{position, rows, seeds, start, table, win};
use sow_engine::kind::GameKind::Omweso;
use sow_engine::position::Position;
use sow_engine::relay::Patience;
use sow_engine::side::Side;
use sow_engine::trace::LapEnd;
use sow_engine::turn::TurnEnd;

/// Wernham's first example as far as its text tells it: Lower m4 h1 f1, Upper A3 I3 C4 K2.
const WERNHAM_1: &str = "
    game: omweso
    side: S
    0 0 0 0 0 2 0 3
    0 0 0 0 0 4 0 3
    0 0 0 0 0 1 0 1
    0 0 0 0 4 0 0 0";

#[test]
fn wernham_1_captured_seeds_are_sown_from_where_the_capturing_lap_began() {
    let table = table("wikipedia", WERNHAM_1);
    let turn = table.turn("m");
    assert_eq!((turn.laps, turn.captured), (4, 12));
    let expected = [
        "0 0 0 0 0 0 0 0",
        "0 0 0 0 0 0 0 0",
        "0 0 1 1 1 0 2 4",
        "0 0 0 0 0 3 3 3",
    ];
    assert_eq!(rows(position(&turn)), expected);
    // m: n o p h, captures A and I; m again: n o p h g f, captures C and K; m again; relay from f.
    let laps: Vec<_> = table
        .laps("m")
        .iter()
        .map(|lap| (lap.from, lap.hand, lap.landing))
        .collect();
    let [m, h, f, c] = ["m", "h", "f", "c"].map(|letter| table.pit(letter));
    assert_eq!(laps, [(m, 4, h), (m, 6, f), (m, 6, f), (f, 3, c)]);
}

#[test]
fn wernham_1_sown_from_the_capturing_pit_would_be_another_move() {
    let table = table("wikipedia resow=landing+1", WERNHAM_1);
    let turn = table.turn("m");
    assert_eq!((turn.laps, turn.captured), (2, 6));
    assert_eq!(table.last_landing("m"), table.pit("b"));
}

#[test]
fn wernham_2_three_seeds_sown_backwards_from_i_capture_at_c() {
    let table = table(
        "wikipedia",
        "game: omweso
         side: S
         0 0 1 0 0 0 0 0
         0 0 1 2 0 0 0 0
         0 0 1 0 0 0 0 0
         3 0 0 0 0 0 0 0",
    );
    let first = &table.laps("i<")[0];
    assert!(first.clockwise);
    assert_eq!(
        (first.from, first.landing),
        (table.pit("i"), table.pit("c"))
    );
    assert_eq!(first.captured, 2);
}

#[test]
fn reverse_vector_1_the_seeds_go_on_counter_clockwise_where_that_alone_is_possible() {
    let table = table(
        "tournament",
        "game: omweso
         side: S
         0 0 1 1 0 0 0 0
         0 0 1 2 0 0 0 0
         1 0 1 2 0 0 0 0
         3 0 0 0 0 0 0 0",
    );
    assert_eq!(table.moves(), ["b1>", "b1<", "f4"]);
    let forward = table.turn("b1>");
    assert_eq!(rows(position(&forward))[3], "0 1 1 1 0 0 0 0");
    assert_eq!(forward.captured, 0);
    let backward = table.turn("b1<");
    assert_eq!(backward.captured, 2);
    let expected = [
        "0 0 0 1 0 0 0 0",
        "0 0 0 2 0 0 0 0",
        "2 1 2 2 0 0 0 0",
        "0 1 1 0 0 0 0 0",
    ];
    assert_eq!(rows(position(&backward)), expected);
}

#[test]
fn reverse_vector_2_seeds_captured_backwards_may_be_sown_backwards_again() {
    let table = table(
        "wikipedia",
        "game: omweso
         side: S
         0 2 1 0 0 0 0 0
         0 3 1 0 0 0 0 0
         0 2 1 0 0 0 0 0
         3 0 0 0 0 0 0 0",
    );
    let once = table.turn("b1<>");
    let expected = [
        "0 2 0 0 0 0 0 0",
        "0 3 0 0 0 0 0 0",
        "1 3 2 0 0 0 0 0",
        "0 1 1 0 0 0 0 0",
    ];
    assert_eq!(rows(position(&once)), expected);
    assert_eq!(once.captured, 2);
    let twice = table.turn("b1<<");
    let expected = [
        "0 0 0 0 0 0 0 0",
        "0 0 0 0 0 0 0 0",
        "2 4 2 0 0 0 0 0",
        "0 1 1 1 1 1 0 0",
    ];
    assert_eq!(rows(position(&twice)), expected);
    assert_eq!(twice.captured, 7);
    assert_eq!(win(&twice), Some(("akawumbi", 12)));
    assert!(
        table
            .refusal("b1<<<")
            .contains("3 marks of direction, but b1<<")
    );
}

/// Reverse vector 3: Lower e4 a2, Upper E2 M2.
const REVERSE_3: &str = "
    game: omweso
    side: S
    0 0 0 2 0 0 0 0
    0 0 0 2 0 0 0 0
    2 0 0 0 4 0 0 0
    0 0 0 0 0 0 0 0";

#[test]
fn reverse_vector_3_a_relay_lap_that_ends_on_a_left_pit_may_turn_back() {
    // d must be occupied for a capture: the lap from e leaves a seed there on its way.
    let table = table("tournament", REVERSE_3);
    let forward = table.turn("e>");
    assert_eq!(
        rows(position(&forward))[2..],
        ["0 1 1 1 0 0 0 0", "1 1 1 0 0 0 0 0"]
    );
    let backward = table.turn("e<");
    assert_eq!(backward.captured, 4);
    assert_eq!(
        rows(position(&backward))[2..],
        ["0 2 2 2 0 0 0 0", "1 1 1 1 0 0 0 0"]
    );
}

#[test]
fn reverse_vector_3_without_that_rule_has_one_way_to_go() {
    let table = table("tournament relay-reverse=no", REVERSE_3);
    assert_eq!(table.moves(), ["f5", "f1"]);
    assert_eq!(rows(&table.after("e"))[3], "1 1 1 0 0 0 0 0");
    assert!(table.refusal("e<").contains("leaves none to choose"));
}

#[test]
fn marks_left_out_at_the_end_mean_counter_clockwise() {
    let table = table("tournament", REVERSE_3);
    assert_eq!(table.turn("e"), table.turn("f5>"));
    assert_eq!(table.turn("e").text, "f5>");
}

#[test]
fn the_origin_pit_is_not_skipped_and_sixteen_seeds_end_where_they_began() {
    let table = table("wikipedia", "omweso 0x8/1,0x7/0x8/0,0,16,0x5 S");
    let turn = table.turn("b3");
    assert_eq!(turn.laps, 1);
    assert_eq!(
        rows(position(&turn))[2..],
        ["1 1 1 1 1 1 1 1", "1 1 1 1 1 1 1 1"]
    );
}

#[test]
fn a_lap_ending_in_an_empty_pit_ends_the_turn_even_facing_full_enemy_pits() {
    let table = table("wikipedia", "omweso 3x8/3x8/0x8/0x7,2 S");
    let turn = table.turn("b8");
    assert_eq!((turn.laps, turn.captured), (1, 0));
}

#[test]
fn both_enemy_pits_must_be_occupied_to_be_captured() {
    for (back, captured) in [(0, 0), (1, 4)] {
        let line = format!("omweso 5,0x6,{back}/5,0x6,3/0x7,1/0x6,2,0 S");
        assert_eq!(table("mcgill", &line).turn("b7").captured, captured);
    }
}

#[test]
fn a_landing_on_an_occupied_back_pit_never_captures() {
    let table = table("wikipedia", "omweso 1x8/1x8/0x8/0,0,2,0,1,0,0,0 S");
    let turn = table.turn("b3");
    assert_eq!((turn.laps, turn.captured), (2, 0));
}

#[test]
fn nobody_captures_in_his_first_turn_and_nobody_sows_backwards() {
    let board = "game: omweso
         side: S
         0 0 1 1 0 0 0 0
         0 0 1 2 0 0 0 0
         1 0 1 2 0 0 0 0
         3 0 0 0 0 0 0 0";
    let later = table("wikipedia", board);
    assert_eq!(later.moves(), ["b1>", "b1<", "f4"]);
    let first = table("wikipedia", &format!("state: unmoved:S\n{board}"));
    assert_eq!(first.moves(), ["b1", "f4"]);
    // A landing that would capture is an ordinary relay.
    let line = "omweso 0,1/0,2/0,1/2,0 S unmoved:SN";
    let turn = table("mcgill", line).turn("b1");
    assert_eq!((turn.laps, turn.captured), (2, 0));
    assert_eq!(position(&turn).unmoved, [false, true]);
}

#[test]
fn okwesera_sows_three_seeds_as_two_and_one_and_ends_the_turn() {
    let line = "omweso 1x8/1x8/0x8/0x5,3,0,2 S uncaptured";
    let table = table("tournament", line);
    let turn = table.turn("b6=");
    assert_eq!((turn.laps, turn.captured), (1, 0));
    assert_eq!(rows(position(&turn))[3], "0 0 0 0 0 0 2 3");
    assert!(position(&turn).uncaptured);
    assert!(table.refusal("b8=").contains("exactly 3 seeds"));
}

#[test]
fn okwesera_goes_round_the_corner() {
    let line = "omweso 1x8/1x8/0x8/0x7,3 S uncaptured";
    let table = table("tournament", line);
    assert_eq!(rows(&table.after("b8="))[2], "0 0 0 0 0 0 1 2");
    let line = "omweso 1x8/1x8/3,0x7/0x8 S uncaptured";
    let table = helpers::table("tournament", line);
    assert_eq!(rows(&table.after("f1="))[3], "2 1 0 0 0 0 0 0");
}

#[test]
fn okwesera_is_over_once_somebody_has_captured() {
    let line = "omweso 2,0,1/2,0,3/0,0,1/0,2,3 S uncaptured";
    let table = table("tournament reverse-pits=none", line);
    assert!(table.moves().contains(&"b3=".to_owned()));
    // Any capture clears the flag, a turn without one keeps it.
    for turn in table.turns() {
        assert_eq!(
            position(&turn).uncaptured,
            turn.captured == 0,
            "{}",
            turn.text
        );
    }
    assert!(table.turns().iter().any(|turn| turn.captured > 0));
    let after = helpers::table("tournament", "omweso 2,0,1/2,0,3/0,0,1/0,2,3 S");
    assert!(after.refusal("b3=").contains("once a player has captured"));
}

#[test]
fn who_has_no_pit_of_two_loses_one_point() {
    let table = table("tournament", "omweso 4x8/0x8/1x8/1x8 S");
    assert!(table.moves().is_empty());
    let ending = table.referee.ending(&table.setup).expect("an end");
    assert_eq!((ending.winner, ending.points), (Some(Side::North), 1));
    assert_eq!(ending.reason.name(), "no-move");
}

#[test]
fn two_heads_are_captures_in_both_end_columns_in_one_turn() {
    // f1 captures at both ends of the enemy's rows; the middle column stays.
    let table = table("wikipedia", "omweso 1,0,2/1,2,2/4,1,5/0,1,0 S");
    let turn = table.turn("f1");
    assert_eq!(win(&turn), Some(("two-heads", 2)));
    assert_eq!(rows(position(&turn))[..2], ["0 0 0", "0 2 0"]);
}

#[test]
fn a_head_captured_in_an_earlier_turn_does_not_count() {
    // One end column is empty already; capturing at the other end is no double victory.
    let table = table("wikipedia", "omweso 0,1,2/0,1,2/0,0,1/0,2,0 S");
    let turn = table.turn("b2");
    assert_eq!((turn.captured, win(&turn)), (4, None));
}

#[test]
fn clearing_the_front_row_wins_in_a_tournament_only_by_a_capture() {
    let line = "omweso 1,3,2/2,0,0/1,0,2/0,0,0 S";
    let turn = table("tournament", line).turn("f3");
    assert_eq!(win(&turn), Some(("front-row", 2)));
    assert_eq!(win(&table("wikipedia", line).turn("f3")), None);
    // A front row that was empty before the turn wins nothing.
    let line = "omweso 1,3,2/0,0,0/1,0,2/0,0,0 S";
    assert_eq!(win(&table("tournament", line).turn("f3")), None);
}

#[test]
fn akawumbi_is_named_before_the_other_wins() {
    let line = "omweso 0,1/0,2/3,1/0,1 S";
    for (settings, expected) in [
        ("tournament", ("akawumbi", 12)),
        ("tournament akawumbi=6", ("akawumbi", 6)),
        ("tournament akawumbi=off", ("front-row", 2)),
    ] {
        assert_eq!(win(&table(settings, line).turn("f1")), Some(expected));
    }
}

#[test]
fn akakyala_is_a_second_capturing_turn_before_the_opponents_first() {
    // North moves in between without capturing.
    let line = "omweso 2,0,1/2,1,2/0,0,1/2,2,0 S uncaptured";
    let begun = table("wikipedia akakyala=yes", line);
    let first = begun.turn("b2");
    assert!(first.captured > 0 && win(&first).is_none());
    assert_eq!(position(&first).captured_once, Some(Side::South));
    let again = "omweso 2,0,1/2,1,2/0,0,1/2,2,0 S captured-once:S";
    let second = table("wikipedia akakyala=yes", again).turn("b2");
    assert_eq!(win(&second), Some(("akakyala", 2)));
    let enemys = "omweso 2,0,1/2,1,2/0,0,1/2,2,0 S captured-once:N";
    let answer = table("wikipedia akakyala=yes", enemys).turn("b2");
    assert_eq!(win(&answer), None);
    assert_eq!(position(&answer).captured_once, None);
}

#[test]
fn starting_positions_hold_32_seeds_a_player() {
    for (settings, expected) in [
        ("tournament", ["0 0 0 0 0 0 0 0", "4 4 4 4 4 4 4 4"]),
        ("mweiso", ["2 2 2 2 2 2 2 2", "2 2 2 2 2 2 2 2"]),
    ] {
        let start = start(Omweso, settings, 8);
        assert_eq!(rows(&start.setup)[2..], expected);
        for side in Side::BOTH {
            assert_eq!(seeds(&start.setup, side), 32);
        }
        let first_turns_capture = settings == "mweiso";
        assert_eq!(start.setup.unmoved, [!first_turns_capture; 2]);
    }
}

/// The directions of a turn's laps, `<` for clockwise.
fn directions(table: &helpers::Table, text: &str) -> String {
    let laps = table.laps(text);
    laps.iter()
        .map(|lap| if lap.clockwise { '<' } else { '>' })
        .collect()
}

#[test]
fn mweiso_seeds_captured_backwards_go_backwards_again_only_from_the_first_lap_on() {
    let line = "omweso 2,1/1,1/2,1/0,5 S";
    assert_eq!(
        table("wikipedia", line).moves(),
        ["b2", "f1>", "f1<>", "f1<<"]
    );
    // The first lap of f1 goes forwards and relays to a left pit; only from there it turns back.
    let mweiso = table("wikipedia resow-cw=mweiso", line);
    assert_eq!(mweiso.moves(), ["b2", "f1>", "f1<"]);
    assert_eq!(directions(&mweiso, "f1<"), "><>>");
}

#[test]
fn mweiso_a_forward_lap_ends_the_backward_chain_for_the_rest_of_the_turn() {
    let line = "omweso 3,3,1/1,1,1/1,1,1/2,0,1 S";
    let mweiso = table("wikipedia resow-cw=mweiso", line);
    let turn = mweiso.turn("b1<<");
    assert_eq!((turn.laps, turn.captured), (8, 8));
    assert_eq!(directions(&mweiso, "b1<<"), "<>><>>>>");
    assert!(mweiso.refusal("b1<<<").contains("b1<< leaves 2 to choose"));
    let wikipedia = table("wikipedia", line);
    assert_eq!(wikipedia.turn("b1<<<").captured, 10);
}

/// A sowing that waits for a choice says so, and each lap tells what it has captured, after a choice as before.
#[test]
fn a_traced_turn_with_a_choice_counts_its_captures_lap_by_lap() {
    let position = Position::read("omweso:start", ["mweiso"]).expect("a position");
    let (turn, watched) = position
        .referee()
        .trace(position.setup(), "b5>", &Patience::UNLIMITED, 100)
        .expect("a turn");
    let told: Vec<_> = watched.laps.iter().map(|lap| lap.captured).collect();
    assert_eq!(
        told,
        [0, 4, 4, 0, 4, 0, 0, 0, 0, 4, 4, 0, 0, 0, 4, 0, 0, 0, 0]
    );
    assert_eq!(turn.captured, 24);
    assert_eq!(watched.laps[16].end, LapEnd::Choice);
    assert_eq!(watched.laps[18].end, LapEnd::Stop);
}

/// What `sow rules omweso` says of the start of Mweiso without its opening.
#[test]
fn without_its_opening_mweiso_is_won_in_one_turn() {
    let winning = |words: &[&str]| {
        let words = ["mweiso"].iter().chain(words).copied();
        let position = Position::read("omweso:start", words).expect("a position");
        let turns = position
            .referee()
            .turns(position.setup(), &Patience::UNLIMITED, false);
        let wins = turns
            .iter()
            .filter(|turn| matches!(turn.end, TurnEnd::Wins(..)));
        (wins.count(), turns.len())
    };
    assert_eq!(winning(&[]), (7, 27));
    for clockwise in ["resow-cw=any", "relay-reverse=no", "reverse-pits=none"] {
        assert!(winning(&[clockwise]).0 > 0, "{clockwise}");
    }
    for undone in [
        "first-turn-captures=no",
        "both-end-columns=no",
        "setup=4outer",
        "resow=turn-origin+1",
    ] {
        assert_eq!(winning(&[undone]).0, 0, "{undone}");
    }
}
