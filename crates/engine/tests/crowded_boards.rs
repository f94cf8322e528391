//! Boards with so many seeds that a pit could pass the 255 which it can hold.

mod helpers;

use helpers::{position, rows, table, unfinished};
use sow_engine::relay::Unfinished;

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
