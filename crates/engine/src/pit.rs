//! Pits: their ring indexes, their names, and which of them face each other.
//!
//! Four rows, one ring a player with `n` columns: ring index `0..n` is the back row from the owner's
//! left to right, `n..2n` the front row from right to left. Two rows, one ring for the board:
//! `0..n` is South's row from left to right, `n..2n` North's from his own left to right.

use crate::kind::GameKind;
use crate::side::Side;

/// The name of a pit: `b1`, `f3`; two rows `5`, counted from the owner's left.
pub fn name(game: GameKind, columns: usize, pit: usize) -> String {
    match (game.has_four_rows(), pit < columns) {
        (true, true) => format!("b{}", pit + 1),
        (true, false) => format!("f{}", 2 * columns - pit),
        (false, true) => format!("{}", pit + 1),
        (false, false) => format!("{}", pit - columns + 1),
    }
}

/// The ring index of a pit's name in the mouth of `side`, `None` if there is no such pit.
///
/// On boards of eight columns the published Omweso letters are read too: `a…h` is the front row,
/// `i…p` the back row, each from the owner's left.
pub fn parse(game: GameKind, columns: usize, side: Side, text: &str) -> Option<usize> {
    let number = |digits: &str| {
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let value = plain.then(|| digits.parse::<usize>().ok())??;
        (1..=columns).contains(&value).then_some(value)
    };
    if !game.has_four_rows() {
        let hole = number(text)?;
        return Some(hole - 1 + if side == Side::North { columns } else { 0 });
    }
    if let &[letter] = text.as_bytes() {
        let letter = letter.to_ascii_lowercase();
        return match letter {
            b'a'..=b'h' if columns == 8 => Some(15 - usize::from(letter - b'a')),
            b'i'..=b'p' if columns == 8 => Some(usize::from(letter - b'i')),
            _ => None,
        };
    }
    match text.split_at_checked(1)? {
        ("b", digits) => Some(number(digits)? - 1),
        ("f", digits) => Some(2 * columns - number(digits)?),
        _ => None,
    }
}

/// The published Omweso letter of a pit on a 4×8 board, lower case.
///
/// # Panics
/// If `pit` is not in `0..16`.
pub fn letter(pit: usize) -> char {
    assert!(pit < 16);
    char::from(if pit < 8 {
        b'i' + pit as u8
    } else {
        b'a' + (15 - pit) as u8
    })
}

/// Four rows: the opponent's front and back pit facing the front pit `pit`.
#[inline(always)]
pub const fn facing(columns: usize, pit: usize) -> (usize, usize) {
    (3 * columns - 1 - pit, pit - columns)
}

/// The pit of the mirrored board, left and right exchanged, that stands where `pit` stood.
///
/// Sowing clockwise is sowing counter-clockwise on the mirrored board.
pub const fn mirrored(columns: usize, pit: usize) -> usize {
    (3 * columns - 1 - pit) % (2 * columns)
}

/// The rows top to bottom, each as ring and ring indexes left to right as South sees them.
pub fn printed_rows(game: GameKind, columns: usize) -> Vec<(usize, Vec<usize>)> {
    let rising = |first: usize| (first..first + columns).collect::<Vec<_>>();
    let falling = |first: usize| (first..first + columns).rev().collect::<Vec<_>>();
    if game.has_four_rows() {
        vec![
            (1, falling(0)),
            (1, rising(columns)),
            (0, falling(columns)),
            (0, rising(0)),
        ]
    } else {
        vec![(0, falling(columns)), (0, rising(0))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_ring_indexes_are_inverse() {
        for game in GameKind::ALL {
            for columns in [2, 8, 36] {
                for pit in 0..2 * columns {
                    let side = if game.has_four_rows() || pit < columns {
                        Side::South
                    } else {
                        Side::North
                    };
                    let text = name(game, columns, pit);
                    assert_eq!(
                        parse(game, columns, side, &text),
                        Some(pit),
                        "{game} {text}"
                    );
                }
            }
        }
    }

    #[test]
    fn published_letters_name_the_front_row_a_to_h_and_the_back_row_i_to_p() {
        let of = |text| {
            parse(GameKind::Omweso, 8, Side::South, text).map(|pit| name(GameKind::Omweso, 8, pit))
        };
        assert_eq!(of("a").as_deref(), Some("f1"));
        assert_eq!(of("h").as_deref(), Some("f8"));
        assert_eq!(of("i").as_deref(), Some("b1"));
        assert_eq!(of("P").as_deref(), Some("b8"));
        assert_eq!(letter(15), 'a');
        assert_eq!(parse(GameKind::Omweso, 6, Side::South, "a"), None);
    }

    #[test]
    fn a_front_pit_faces_the_front_and_back_pit_of_its_column() {
        // South's f3 on eight columns faces North's f6 and behind it b6.
        let south = parse(GameKind::Owela, 8, Side::South, "f3").expect("a pit");
        let (front, back) = facing(8, south);
        assert_eq!(name(GameKind::Owela, 8, front), "f6");
        assert_eq!(name(GameKind::Owela, 8, back), "b6");
    }

    #[test]
    fn mirroring_twice_changes_nothing_and_keeps_rows() {
        for columns in [2, 5, 36] {
            for pit in 0..2 * columns {
                let image = mirrored(columns, pit);
                assert_eq!(mirrored(columns, image), pit);
                assert_eq!(pit < columns, image < columns);
            }
        }
    }
}
