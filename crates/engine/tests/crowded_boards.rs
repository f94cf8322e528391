//! Boards with so many seeds that a pit could pass the 255 which it can hold.

mod helpers;

use helpers::{position, rows, table, unfinished};
use sow_engine::kind::GameKind;
use sow_engine::relay::Unfinished;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::turn::TurnEnd;

#[test]
fn a_sowing_that_would_overfill_a_pit_is_given_up_and_never_wraps_around() {
    for line in [
        "owela 0,0/0,0/250,250/255,250 S",
        "omweso 0,0/0,0/250,250/255,250 S",
        "nsolo 1,0/0,0/250,250/255,250 S",
    ] {
        let turn = table("", line).turn("b1");
        assert_eq!(unfinished(&turn), Some(Unfinished::PitOverflow), "{line}");
    }
    for (line, text) in [
        ("bao-kingulu 250,250/255,250 S", "1"),
        ("anywoli 250,250/255,250 S", "1"),
    ] {
        let turn = table("", line).turn(text);
        assert_eq!(unfinished(&turn), Some(Unfinished::PitOverflow), "{line}");
    }
}

#[test]
fn a_pit_may_be_filled_to_255() {
    // b2 gets its 255th seed, and the last one falls into the empty f2.
    let table = table("owela", "owela 0,0/0,0/0,0/2,254 S");
    let turn = table.turn("b1");
    assert_eq!(turn.laps, 1);
    assert_eq!(rows(position(&turn))[2..], ["0 1", "0 255"]);
}

#[test]
fn full_pits_and_many_seeds_are_sown_exactly() {
    // 255 seeds from b1 of 72 pits: three rounds and 39 seeds more, ending in f34, which is empty.
    let line = "owela 0x36/0x36/0x36/255,0x35 S";
    let table = table("owela", line);
    let first = &table.laps("b1")[0];
    assert_eq!((first.hand, first.landing), (255, 39));
    assert_eq!(first.rings[0][0], 3, "the origin is not skipped");
    assert_eq!((first.rings[0][39], first.rings[0][40]), (4, 3));
    let all: usize = first.rings[0].iter().map(|&seeds| usize::from(seeds)).sum();
    assert_eq!(all, 255);
}

#[test]
fn what_fills_a_pit_without_a_relay_looks_for_room_too() {
    let okwesera = table("", "omweso 0,0/1,0/0,0/3,254 S uncaptured").turn("b1=");
    assert_eq!(unfinished(&okwesera), Some(Unfinished::PitOverflow));
    let enough = table("", "omweso 0,0/1,0/0,0/3,253 S uncaptured").turn("b1=");
    assert_eq!(rows(position(&enough))[2..], ["0 1", "0 255"]);
    let line = |full: u8| format!("owela 2x8/2x4,0x4/0x4,2,{full},2x2/2x8 S unmoved:SN");
    let opening = table("hus-nama-opening=chosen", &line(255)).turn("b4=");
    assert_eq!(unfinished(&opening), Some(Unfinished::PitOverflow));
    let enough = table("hus-nama-opening=chosen", &line(254)).turn("b4=");
    assert_eq!(position(&enough).rings[0].iter().max(), Some(&255));
}

#[test]
fn sowing_that_skips_its_origin_fills_the_others_faster() {
    // 212 seeds into five pits: 43 into two of them. The second pit holds 77 and the third 222.
    let line = "bao-kingulu 212,77,222/181,83,57 N 3-5";
    for turn in table("skip-origin=yes", line).turns() {
        if let Some(after) = unfinished(&turn).is_none().then(|| position(&turn)) {
            assert_eq!(after.seeds_on_board() + 3 + 5, 832 + 8, "{}", turn.text);
        }
    }
}

/// Rules of one game, each option once with each of its values and else the default.
fn each_value(game: GameKind) -> Vec<String> {
    let rules = helpers::rules(game, "");
    let mut settings = vec![String::new()];
    for key in rules.options().keys() {
        for value in rules.options().choices(key).expect("a known key") {
            let value = if *value == "N" { "3" } else { value };
            if helpers::try_rules(game, &format!("{key}={value}")).is_some() {
                settings.push(format!("{key}={value}"));
            }
        }
    }
    settings
}

#[test]
fn near_the_rim_seeds_are_conserved_under_every_option_or_the_turn_is_undecided() {
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = move |below: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % below
    };
    let (mut ended, mut overfull) = (0, 0);
    for game in GameKind::ALL {
        for settings in each_value(game) {
            for _ in 0..30 {
                let columns = if settings.contains("opening") {
                    8
                } else {
                    2 + next(4) as usize
                };
                let mut setup = Setup::empty(game, columns);
                for seeds in setup.rings.iter_mut().flatten() {
                    *seeds = match next(6) {
                        0 => 0,
                        1 => next(8) as u8,
                        2 => 2 + next(2) as u8,
                        3 => 255 - next(5) as u8,
                        _ => next(256) as u8,
                    };
                }
                setup.uncaptured = game == GameKind::Omweso;
                setup.unmoved = [game == GameKind::Owela && next(2) == 0; 2];
                if game == GameKind::BaoKingulu {
                    setup.reserved.fill_with(|| next(4) == 0);
                }
                if !game.has_four_rows() {
                    setup.stores = [next(300) as u16, next(300) as u16];
                }
                let before = seeds_in_all(&setup);
                let table = helpers::table_of(&settings, setup);
                for turn in table
                    .referee
                    .turns(&table.setup, &helpers::at_most(5_000), false)
                {
                    match &turn.end {
                        TurnEnd::Position(after) | TurnEnd::Wins(after, _) => {
                            let gone = if game == GameKind::Nsolo {
                                turn.captured
                            } else {
                                0
                            };
                            let unclaimed =
                                after.seeds_on_board() == 0 && settings.ends_with("unclaimed");
                            assert!(
                                seeds_in_all(after) + usize::from(gone) == before || unclaimed,
                                "{table:?} {}: {after}",
                                turn.text
                            );
                            ended += 1;
                        }
                        TurnEnd::Unfinished(Unfinished::PitOverflow) => overfull += 1,
                        TurnEnd::NeverEnds(_) | TurnEnd::Unfinished(_) => {}
                    }
                }
            }
        }
    }
    assert!(
        ended > 1_000 && overfull > 1_000,
        "{ended} ended, {overfull} overfull"
    );
}

fn seeds_in_all(setup: &Setup) -> usize {
    let stored: u16 = setup.stores.iter().sum();
    setup.seeds_on_board() + usize::from(stored)
}

#[test]
fn margins_are_those_of_all_seeds_that_can_be_set_up() {
    let full = "178x36";
    let line = format!("anywoli {full}/{full} S 9999-9999");
    let table = table("never-ending=mover-loses lap-cap=1", &line);
    let forfeit = table.referee.never_ending(&table.setup).expect("a result");
    assert_eq!(
        (forfeit.winner, forfeit.margin),
        (Some(Side::North), -32_814)
    );
    let all = helpers::table(
        "never-ending=mover-loses",
        "owela 255x36/255x36/255x36/255x36 N",
    );
    let forfeit = all.referee.never_ending(&all.setup).expect("a result");
    assert_eq!(
        (forfeit.winner, forfeit.margin),
        (Some(Side::South), 36_720)
    );
}
