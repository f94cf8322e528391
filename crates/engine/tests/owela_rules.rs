//! The rules of Owela and ǁHus, one test a rule, with the derived tables of first moves.

mod helpers;

use helpers::{Table, position, rows, seeds, start, table};
use sow_engine::kind::GameKind::Owela;
use sow_engine::side::Side;

#[test]
fn captured_seeds_are_sown_from_the_pit_that_captured() {
    let table = table(
        "owela",
        "game: owela
         side: S
         0 0 2 0
         0 0 1 0
         0 0 1 0
         0 0 0 2",
    );
    // b4: f4 and f3, which held a seed: 1 + 2 captured, sown to f2, f1 and b1; f3 keeps its two.
    let turn = table.turn("b4");
    assert_eq!((turn.laps, turn.captured), (2, 3));
    let expected = ["0 0 0 0", "0 0 0 0", "1 1 2 1", "1 0 0 0"];
    assert_eq!(rows(position(&turn)), expected);
}

#[test]
fn both_pits_must_be_occupied_unless_the_front_one_suffices() {
    let line = "owela 0,0/0,1/0,1/2,0 S";
    assert_eq!(table("owela", line).turn("b1").captured, 0);
    assert_eq!(table("hus", line).turn("b1").captured, 1);
    // An empty front pit protects the back pit in both.
    let line = "owela 0,5/0,0/0,1/2,0 S";
    assert_eq!(table("hus", line).turn("b1").captured, 0);
}

#[test]
fn a_lap_ending_in_an_empty_front_pit_ends_the_turn_without_capture() {
    let table = table("hus", "owela 3x4/3x4/0x4/0,0,0,2 S");
    let turn = table.turn("b4");
    assert_eq!((turn.laps, turn.captured), (1, 0));
}

#[test]
fn a_single_seed_cannot_be_moved_and_without_a_pit_of_two_the_game_is_lost() {
    let table = table("owela", "owela 2x4/2x4/1x4/1,0,1,1 S");
    assert!(table.moves().is_empty());
    assert!(table.refusal("b1").contains("holds 1 seed"));
    assert!(table.refusal("b2").contains("is empty"));
    let ending = table.referee.ending(&table.setup).expect("an end");
    assert_eq!(ending.winner, Some(Side::North));
}

/// Laps and last pit (ring index) of every first move, in the order of the pits.
fn first_moves(table: &Table) -> Vec<(String, u64, usize)> {
    let describe = |text: String| {
        let (laps, landing) = (table.turn(&text).laps, table.last_landing(&text));
        (text, laps, landing)
    };
    table.moves().into_iter().map(describe).collect()
}

#[test]
fn first_moves_with_half_of_the_front_row_on_4x8() {
    let table = start(Owela, "owela", 8);
    assert_eq!(
        rows(&table.setup),
        [
            "2 2 2 2 2 2 2 2",
            "2 2 2 2 0 0 0 0",
            "0 0 0 0 2 2 2 2",
            "2 2 2 2 2 2 2 2"
        ]
    );
    let found = first_moves(&table);
    let names = [
        "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "f8", "f7", "f6", "f5",
    ];
    let laps = [5, 4, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1];
    let ends = [14, 12, 13, 14, 12, 13, 14, 12, 13, 14, 12, 13];
    let expected: Vec<_> = (0..12)
        .map(|i| (names[i].to_owned(), laps[i], ends[i]))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn first_moves_with_one_pit_fewer_than_half_on_4x8() {
    let table = start(Owela, "half-minus-one", 8);
    assert_eq!(rows(&table.setup)[2], "0 0 0 0 0 2 2 2");
    let found = first_moves(&table);
    let names = [
        "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "f8", "f7", "f6",
    ];
    let laps = [4, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1];
    let ends = [11, 12, 13, 11, 12, 13, 11, 12, 13, 11, 12];
    let expected: Vec<_> = (0..11)
        .map(|i| (names[i].to_owned(), laps[i], ends[i]))
        .collect();
    assert_eq!(found, expected);
}

/// What the first moves from a start capture in all.
fn captured_by_first_moves(settings: &str, columns: usize) -> u64 {
    let turns = start(Owela, settings, columns).turns();
    turns.iter().map(|turn| u64::from(turn.captured)).sum()
}

#[test]
fn first_moves_never_capture_where_the_front_rows_do_not_overlap() {
    for columns in 6..=24 {
        for capture in ["both", "inner-suffices"] {
            let captured = |setup: &str| {
                captured_by_first_moves(&format!("setup={setup} capture={capture}"), columns)
            };
            assert_eq!(captured("half-minus-one"), 0, "{columns}");
            // On an odd number of columns the middle pit belongs to both players' halves.
            assert_eq!(captured("half") > 0, columns % 2 == 1, "{columns}");
        }
    }
}

#[test]
fn four_in_front_overlap_the_enemys_on_4x6_and_there_first_moves_capture() {
    assert_eq!(
        rows(&start(Owela, "four", 6).setup)[1..3],
        ["2 2 2 2 0 0", "0 0 2 2 2 2"]
    );
    for columns in 6..=24 {
        let overlap = columns < 8;
        assert_eq!(
            captured_by_first_moves("four", columns) > 0,
            overlap,
            "{columns}"
        );
    }
}

#[test]
fn totals_of_the_set_ups() {
    for columns in 6..=24 {
        let total = |settings: &str| seeds(&start(Owela, settings, columns).setup, Side::South);
        let odd = columns % 2;
        assert_eq!(total("owela"), 3 * columns + odd);
        assert_eq!(total("half-minus-one"), 3 * columns - 2 + odd);
        assert_eq!(total("four"), 2 * columns + 8);
    }
    // 24 seeds a player on 4x8, 22 with one pit fewer.
    assert_eq!(seeds(&start(Owela, "owela", 8).setup, Side::North), 24);
    assert_eq!(
        seeds(&start(Owela, "half-minus-one", 8).setup, Side::North),
        22
    );
}

#[test]
fn one_pit_fewer_than_half_leaves_an_empty_block_in_the_middle() {
    let rows = rows(&start(Owela, "half-minus-one", 8).setup);
    assert_eq!(rows[1..3], ["2 2 2 0 0 0 0 0", "0 0 0 0 0 2 2 2"]);
}

#[test]
fn mcgill_plays_on_sixteen_columns_without_captures_in_first_moves() {
    let rules = helpers::rules(Owela, "mcgill");
    assert_eq!(rules.default_columns(), 16);
    let start = rules.start(16);
    assert_eq!(start.to_string().split(' ').next_back(), Some("unmoved:SN"));
    let line = "owela 2,1/1,1/0,1/2,1 S";
    assert_eq!(table("mcgill", line).turn("b1").captured, 2);
    let line = "owela 2,1/1,1/0,1/2,1 S unmoved:S";
    let turn = table("mcgill", line).turn("b1");
    assert_eq!(turn.captured, 0);
    assert_eq!(position(&turn).unmoved, [false, false]);
}

#[test]
fn clockwise_owela_is_the_mirror_image() {
    let usual = start(Owela, "owela", 8);
    let mirrored = start(Owela, "owela direction=clockwise", 8);
    assert_eq!(
        rows(&mirrored.setup)[1..3],
        ["0 0 0 0 2 2 2 2", "2 2 2 2 0 0 0 0"]
    );
    for (text, image) in [("b1", "b8"), ("b8", "b1"), ("f5", "f4"), ("f8", "f1")] {
        let (turn, reflection) = (usual.turn(text), mirrored.turn(image));
        assert_eq!(turn.laps, reflection.laps);
        let reflected: Vec<String> = rows(position(&turn))
            .iter()
            .map(|row| row.split(' ').rev().collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(rows(position(&reflection)), reflected);
    }
}
