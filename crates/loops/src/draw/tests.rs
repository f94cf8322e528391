//! Pictures as text, and the SVG as far as a program can judge it.

use super::*;
use crate::census::CensusRow;

fn relay(ring: &[u32], pit: usize, limit: usize) -> MovePicture {
    MovePicture::of_relay(&Start::new(ring, pit).expect("a start"), limit)
}

fn with_capture() -> MovePicture {
    let mut picture = relay(&[3, 1, 0, 1, 0, 2], 0, 2);
    picture.title = "a < b & c".to_owned();
    picture.laps[0].captured = 4;
    picture
}

#[test]
fn a_short_move_as_text() {
    let text = relay(&[3, 1, 0, 1, 0, 2], 0, 100).text(80, 100);
    let expected = "\
6 pits · 7 seeds · ends after 6 laps

   lap hand  0  1  2  3  4  5
 start      [3] 1  .  1  .  2
     1    3 '.  2  1 [2] .  2
     2    2  .  2  1 '.  1 [3]
     3    3  1  3 [2] .  1 '.
     4    2  1  3 '.  1 [2] .
     5    2 [2] 3  .  1 '.  1
     6    2 '.  4 [1] 1  .  1  ends
";
    assert_eq!(text, expected);
}

#[test]
fn elision_says_how_much_is_missing() {
    let picture = relay(&[3, 1, 0, 1, 0, 1, 0, 1], 0, 1000);
    assert_eq!(picture.finish, Finish::Returns { period: 32 });
    let text = picture.text(80, 6);
    assert!(text.contains("… 26 laps not shown …"), "{text}");
    assert!(text.contains("the start again"), "{text}");
    assert_eq!(text.lines().count(), 2 + 2 + 6 + 1);
    assert!(picture.svg(6).contains("26 laps not shown"));
    assert!(!picture.svg(32).contains("not shown"));
}

#[test]
fn a_large_ring_fits_a_narrow_terminal_one_character_a_pit() {
    let mut ring = vec![1_u32; 72];
    ring[3] = 40;
    let text = relay(&ring, 3, 5).text(160, 5);
    let longest = text.lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(160), "{text}");
    assert!(text.contains('#'));
}

#[test]
fn a_ring_that_is_wider_than_the_terminal_goes_on_below() {
    let mut ring = vec![1_u32; 72];
    ring[3] = 2;
    let picture = relay(&ring, 3, 5);
    for columns in [48, 60, 80, 200] {
        let text = picture.text(columns, 5);
        let longest = text.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(columns), "{columns}: {text}");
        // Every pit of the start and of each lap is there.
        let start = text.find("start").expect("the start");
        let pits = text[start..].matches(['1', '2', '3', '.']).count();
        assert!(pits >= 72 * (1 + picture.laps.len()), "{text}");
    }
    assert!(!picture.legend().contains('{'));
    assert!(with_capture().legend().contains('{'));
}

#[test]
fn captures_are_marked_and_titles_escaped() {
    let picture = with_capture();
    assert!(picture.text(80, 9).contains('{'));
    assert!(picture.text(80, 9).contains("captures 4"));
    let svg = picture.svg(9);
    assert!(svg.contains("a &lt; b &amp; c") && !svg.contains("a < b"));
    assert!(svg.contains(", takes 4<") && svg.contains(">capture<"));
}

#[test]
fn a_group_taken_in_mid_lap_is_marked_where_it_lay() {
    let mut picture = with_capture();
    picture.laps[0].taken = vec![(1, 4)];
    let text = picture.text(80, 9);
    assert!(text.contains('[') && text.contains("captures 4"), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    let (name, mark) = (lines[3].find('1'), lines[5].find('{'));
    assert!(name.is_some() && mark.map(|at| at + 1) == name, "{text}");
}

#[test]
fn a_state_that_comes_back_later_than_the_start_is_framed_where_it_stood() {
    let mut picture = relay(&[3, 1, 0, 1, 0, 1, 0, 1], 0, 1000);
    let again = picture.laps[..2].to_vec();
    picture.laps.extend(again);
    let text = picture.text(80, 1000);
    assert!(text.contains("the same again every 32 laps"), "{text}");
    let comes_back = text.lines().position(|line| line.ends_with("comes back"));
    assert_eq!(comes_back, Some(3 + 2), "{text}");
    assert!(text.trim_end().ends_with("the same again"), "{text}");
    assert!(picture.svg(1000).contains("the same state"));
}

#[test]
fn every_lap_has_one_mark_for_its_last_seed() {
    let picture = relay(&[3, 1, 0, 1, 0, 1, 0, 1], 0, 1000);
    let svg = picture.svg(1000);
    // One a lap, one at the start and one in the legend.
    assert_eq!(svg.matches("<circle").count(), 32 + 1 + 1);
    assert_eq!(svg.matches("<svg").count(), svg.matches("</svg>").count());
}

#[test]
fn the_size_of_a_picture_is_limited() {
    let ring: Vec<u32> = (0..72).map(|pit| u32::from(pit % 2 == 0) * 3).collect();
    let picture = relay(&ring, 0, 100_000);
    assert!(picture.svg(100).len() < 2_000_000);
}

#[test]
fn digits_are_grouped_by_three() {
    assert_eq!(grouped(7), "7");
    assert_eq!(grouped(1_234), "1,234");
    assert_eq!(grouped(12_345_678), "12,345,678");
    assert_eq!(laps(1), "1 lap");
}

#[test]
fn a_plot_names_its_curves_and_survives_missing_periods() {
    let row = |seeds, min_period, max_period, longest_ending| CensusRow {
        pits: 16,
        seeds,
        starts: 1,
        never: 0,
        cycles: 0,
        min_period,
        max_period,
        longest_ending,
    };
    let rows = [
        row(11, Some(128), Some(128), 23),
        row(12, None, None, 31),
        row(13, Some(100), Some(2_000), 40),
    ];
    let svg = census_svg(&rows);
    for name in ["longest period", "longest ending move", "shortest period"] {
        assert!(svg.contains(name));
    }
    assert_eq!(svg.matches("<circle").count(), 3 + 2 + 2);
    assert!(census_svg(&[]).ends_with("</svg>\n"));
}
