//! Moves that never end, and moves that only look as if they did not.

mod helpers;

use helpers::{
    WHOLE_PERIODS, at_most, from_rings, never_ends, period, position, rows, table, unfinished,
};
use sow_engine::kind::GameKind::{Omweso, Owela};
use sow_engine::relay::{Patience, Unfinished};
use sow_engine::turn::TurnEnd;

const NOBODY: [u8; 16] = [0; 16];

/// `3 1 0 1 0 1 … 0 1`.
fn smallest_pattern(pits: usize) -> Vec<u8> {
    let mut ring: Vec<u8> = (0..pits).map(|pit| (pit % 2) as u8).collect();
    ring[0] = 3;
    ring
}

#[test]
fn the_smallest_pattern_on_sixteen_pits_has_period_128() {
    let table = table(
        "wikipedia",
        "game: omweso
         side: S
         0 0 0 0 0 0 0 0
         0 0 0 0 0 0 0 0
         1 0 1 0 1 0 1 0
         3 1 0 1 0 1 0 1",
    );
    assert_eq!(table.setup.rings[0], smallest_pattern(16));
    assert_eq!(period(&table.turn("b1")), Some(128));
}

#[test]
fn the_smallest_pattern_on_n_pits_has_half_n_and_three_seeds_and_period_half_n_squared() {
    for pits in (4..=32).step_by(2) {
        let pattern = smallest_pattern(pits);
        let seeds: usize = pattern.iter().map(|&seeds| usize::from(seeds)).sum();
        assert_eq!(seeds, pits / 2 + 3);
        let table = from_rings(Owela, "owela", &pattern, &vec![0; pits]);
        let found = period(&table.turn("b1"));
        assert_eq!(found, Some((pits * pits / 2) as u64), "{pits} pits");
    }
}

#[test]
fn the_published_hus_position_has_one_never_ending_move_of_period_434() {
    let table = table(
        "hus",
        "game: owela
         side: S
         0 0 0 0 0 0 0 0
         0 0 0 0 0 0 0 0
         0 8 0 1 0 1 0 1
         2 3 4 1 2 2 1 4",
    );
    let mut laps = Vec::new();
    for turn in table.turns() {
        if turn.text == "b5" {
            assert_eq!(period(&turn), Some(434));
        } else {
            assert!(!never_ends(&turn), "{}", turn.text);
            laps.push(turn.laps);
        }
    }
    assert_eq!(
        (laps.iter().min(), laps.iter().max()),
        (Some(&1), Some(&56))
    );
}

#[test]
fn two_owela_positions_from_logged_games_have_periods_8768_and_8815() {
    let south = [
        2, 3, 4, 2, 1, 0, 5, 1, 9, 1, 9, 0, 1, 2, 1, 2, 3, 2, 1, 0, 1, 0, 3, 15, 1, 0, 6, 1, 4, 1,
        2, 1,
    ];
    let mut north = vec![0, 0, 0, 1, 1, 2, 0, 0, 1, 0, 3, 2, 0, 0, 1, 1];
    north.resize(32, 0);
    let table = from_rings(Owela, "mcgill", &south, &north);
    assert_eq!(period(&table.turn("b3")), Some(8_768));

    let south = [
        4, 2, 1, 4, 3, 0, 5, 0, 1, 0, 1, 0, 5, 4, 0, 1, 0, 2, 1, 0, 1, 0, 1, 2, 1, 3, 14, 1, 0, 5,
        6, 1,
    ];
    let mut north = vec![0, 0, 0, 1, 0, 0, 2, 0, 3, 7, 1, 3, 7, 2, 1, 0];
    north.resize(32, 0);
    let table = from_rings(Owela, "mcgill", &south, &north);
    assert_eq!(period(&table.turn("b1")), Some(8_815));
}

/// A move that ends after 255 laps, from a logged game in which it was cut at 200.
const CAP_TRAP: &str = "
    game: omweso
    side: S
    2 0 1 0 0 0 0 0
    1 0 0 0 0 0 0 0
    1 2 1 0 15 4 11 4
    1 2 10 2 3 0 4 0";

#[test]
fn the_cap_trap_ends_after_255_laps() {
    let table = table("mcgill", CAP_TRAP);
    let turn = table.turn("f5");
    assert_eq!((turn.laps, turn.captured), (255, 3));
    let expected = [
        "0 0 1 0 0 0 0 0",
        "0 0 0 0 0 0 0 0",
        "7 2 1 0 7 1 10 5",
        "13 1 2 3 0 3 7 1",
    ];
    assert_eq!(rows(position(&turn)), expected);
    let laps = table.laps("f5");
    assert_eq!(
        (laps[0].captured, laps[1].captured),
        (0, 3),
        "captured in lap 2"
    );
    assert_eq!(laps[254].landing, 10);
    assert_eq!(table.turn_within("f5", &Patience::UNLIMITED), turn);
}

#[test]
fn a_users_limit_makes_it_unfinished_and_a_cap_of_the_rules_makes_it_capped() {
    let free = table("mcgill", CAP_TRAP);
    for laps in [1, 23, 24, 200, 254] {
        let turn = free.turn_within("f5", &at_most(laps));
        assert_eq!(unfinished(&turn), Some(Unfinished::Limit), "{laps} laps");
        assert_eq!(turn.laps, laps);
        let capped = table(&format!("mcgill lap-cap={laps}"), CAP_TRAP);
        assert_eq!(unfinished(&capped.turn("f5")), Some(Unfinished::Cap));
    }
    assert_eq!(free.turn_within("f5", &at_most(255)), free.turn("f5"));
    let capped = table("mcgill lap-cap=255", CAP_TRAP);
    assert_eq!(capped.turn("f5"), free.turn("f5"));
    // Where both limits are met the cap is the answer, since it decides what the players do.
    let capped = table("mcgill lap-cap=200", CAP_TRAP);
    let turn = capped.turn_within("f5", &at_most(200));
    assert_eq!(unfinished(&turn), Some(Unfinished::Cap));
}

#[test]
fn a_lap_cap_counts_the_laps_of_a_whole_turn_of_several_choices() {
    // b1 may be sown both ways; backwards it takes two laps.
    let line = "omweso 0,1,1/0,1,1/1,0,1/3,0,1 S";
    let free = table("wikipedia", line);
    for turn in free.turns() {
        for cap in 1..=turn.laps + 1 {
            let capped = table(&format!("wikipedia lap-cap={cap}"), line);
            let again = capped.turn(&turn.text);
            if cap < turn.laps {
                assert_eq!(unfinished(&again), Some(Unfinished::Cap), "{}", turn.text);
                assert_eq!(again.laps, cap);
            } else {
                assert_eq!(again, turn);
            }
        }
    }
}

/// Moves that a 200-lap cap cuts: South's ring (from b1), the pit, the period. North cannot be
/// captured. The first four are certified by their residues, the others are not.
const NEVER_ENDING: [([u8; 16], &str, u64); 8] = [
    (
        [4, 0, 2, 4, 0, 2, 3, 2, 1, 3, 3, 2, 3, 2, 3, 0],
        "f7",
        1_968,
    ),
    ([0, 3, 2, 3, 2, 3, 2, 1, 2, 2, 3, 2, 1, 5, 2, 1], "f8", 212),
    (
        [4, 3, 2, 3, 2, 3, 4, 3, 2, 1, 3, 7, 1, 7, 4, 3],
        "b3",
        2_182_728,
    ),
    (
        [2, 1, 5, 2, 6, 5, 3, 4, 1, 2, 6, 0, 4, 0, 9, 3],
        "b6",
        8_232_520,
    ),
    ([1, 2, 1, 5, 1, 2, 1, 0, 1, 3, 2, 4, 1, 4, 3, 2], "b4", 434),
    (
        [2, 1, 0, 3, 2, 5, 1, 2, 4, 5, 2, 3, 0, 1, 0, 1],
        "b5",
        1_264,
    ),
    (
        [1, 0, 4, 2, 8, 3, 2, 3, 2, 1, 2, 1, 2, 6, 3, 2],
        "f4",
        1_726,
    ),
    ([3, 2, 1, 2, 0, 1, 2, 3, 2, 0, 3, 4, 1, 4, 3, 2], "b4", 701),
];

/// Moves that a 200-lap cap cuts and that end.
const LONG: [([u8; 16], &str, u64); 4] = [
    ([2, 3, 2, 5, 5, 1, 2, 5, 2, 3, 2, 1, 2, 4, 3, 0], "f2", 212),
    ([3, 4, 4, 1, 2, 3, 5, 2, 3, 4, 1, 6, 3, 4, 1, 4], "b2", 372),
    ([2, 5, 4, 2, 1, 2, 3, 4, 5, 0, 4, 0, 3, 2, 4, 5], "b3", 533),
    ([2, 3, 2, 1, 4, 7, 2, 3, 2, 3, 0, 1, 3, 4, 5, 3], "f2", 813),
];

#[test]
fn choices_written_for_a_sowing_that_is_cut_before_them_are_no_fault() {
    let nsolo = helpers::start(sow_engine::kind::GameKind::Nsolo, "ndola", 8);
    assert_eq!(nsolo.turn("b1:b1,b2").laps, 3);
    let cut = nsolo.turn_within("b1:b1,b2", &at_most(2));
    assert_eq!(unfinished(&cut), Some(Unfinished::Limit));
}

#[test]
fn moves_that_a_cap_of_200_laps_misjudges_are_told_apart() {
    for (ring, text, true_period) in NEVER_ENDING {
        let table = from_rings(Omweso, "mcgill", &ring, &NOBODY);
        let turn = table.turn_within(text, &Patience::UNLIMITED);
        assert!(never_ends(&turn), "{ring:?}");
        if true_period <= WHOLE_PERIODS.period_laps {
            assert_eq!(period(&table.turn(text)), Some(true_period));
        }
    }
    for (ring, text, laps) in LONG {
        let table = from_rings(Omweso, "mcgill", &ring, &NOBODY);
        assert_eq!(table.turn_within(text, &Patience::UNLIMITED).laps, laps);
        assert!(matches!(table.turn(text).end, TurnEnd::Position(_)));
    }
}

#[test]
fn the_first_four_are_proved_by_residues_and_their_periods_found_when_asked_for() {
    for (index, (ring, text, true_period)) in NEVER_ENDING.into_iter().enumerate() {
        let table = from_rings(Omweso, "mcgill", &ring, &NOBODY);
        let turn = table.turn_within(text, &Patience::UNLIMITED);
        let TurnEnd::NeverEnds(proof) = turn.end else {
            panic!("{turn:?}")
        };
        assert_eq!(proof.residues, index < 4, "{ring:?}");
        assert_eq!(proof.period.is_none(), index < 4, "{ring:?}");
        let patient = Patience {
            laps: u64::MAX,
            period_laps: 10_000_000,
            ..Patience::UNLIMITED
        };
        assert_eq!(
            period(&table.turn_within(text, &patient)),
            Some(true_period)
        );
    }
}

#[test]
fn a_users_limit_never_turns_into_a_wrong_answer() {
    for (ring, text, _) in NEVER_ENDING.into_iter().chain(LONG) {
        let table = from_rings(Omweso, "mcgill", &ring, &NOBODY);
        let truth = table.turn_within(text, &Patience::UNLIMITED);
        for laps in [1, 10, 24, 25, 100, 199, 200, 1_000, 10_000] {
            let found = table.turn_within(text, &at_most(laps));
            match found.end {
                TurnEnd::Unfinished(why) => assert_eq!(why, Unfinished::Limit),
                TurnEnd::NeverEnds(_) => assert!(never_ends(&truth)),
                _ => assert_eq!(found, truth),
            }
        }
    }
}

#[test]
fn a_certified_relay_that_could_still_capture_is_followed_until_it_does() {
    // The relay never stops on an empty pit, but in lap 33 it comes to f1, where North's column is full.
    let (ring, text, _) = NEVER_ENDING[1];
    let mut north = NOBODY;
    (north[7], north[8]) = (1, 1);
    for (game, settings) in [(Omweso, "mcgill"), (Owela, "owela")] {
        let table = from_rings(game, settings, &ring, &north);
        let turn = table.turn_within(text, &Patience::UNLIMITED);
        assert_eq!(turn.captured, 2, "{game}");
        let laps = table.laps(text);
        assert_eq!((laps[31].captured, laps[32].captured), (0, 2), "{game}");
        assert_eq!(laps[32].landing, table.pit("f1"));
    }
    // Where the mover captures nothing in his first turn the certificate holds at once.
    let mut unmoved = from_rings(Omweso, "mcgill", &ring, &north);
    unmoved.setup.unmoved = [true, false];
    let turn = unmoved.turn_within(text, &Patience::UNLIMITED);
    assert!(never_ends(&turn) && turn.captured == 0);
}

#[test]
fn the_fate_of_a_never_ending_move_is_a_rule() {
    let (ring, text, _) = NEVER_ENDING[4];
    let annul = from_rings(Omweso, "mcgill", &ring, &NOBODY);
    let ending = annul.referee.never_ending(&annul.setup).expect("void");
    assert_eq!(
        (ending.winner, ending.reason.name()),
        (None, "never-ending")
    );
    let loses = from_rings(Omweso, "mcgill never-ending=mover-loses", &ring, &NOBODY);
    let ending = loses.referee.never_ending(&loses.setup).expect("a loss");
    assert_eq!(ending.winner, Some(sow_engine::side::Side::North));
    let illegal = from_rings(Omweso, "mcgill never-ending=illegal", &ring, &NOBODY);
    assert_eq!(illegal.referee.never_ending(&illegal.setup), None);
    assert!(illegal.refusal(text).contains("never ends"));
    // Perft counts such a move at the last ply, unless it is illegal.
    let (counted, left_out) = (
        annul.referee.perft(&annul.setup, 1),
        illegal.referee.perft(&illegal.setup, 1),
    );
    let endless = annul.turns().iter().filter(|turn| never_ends(turn)).count() as u64;
    assert_eq!(counted - left_out, endless);
    assert!(endless > 0);
}

#[test]
fn a_player_with_never_ending_moves_only_has_no_legal_move_where_they_are_illegal() {
    let ring = smallest_pattern(16);
    let illegal = from_rings(Omweso, "mcgill never-ending=illegal", &ring, &NOBODY);
    let ending = illegal.referee.ending(&illegal.setup).expect("an end");
    assert_eq!(ending.reason.name(), "no-move");
    let annul = from_rings(Omweso, "mcgill", &ring, &NOBODY);
    assert_eq!(annul.referee.ending(&annul.setup), None);
}
