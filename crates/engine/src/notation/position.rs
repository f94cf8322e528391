//! Positions as one line of text: `GAME ROWS SIDE [STORES] [FLAG …]`.

use crate::kind::GameKind;
use crate::setup::Setup;
use crate::side::Side;
use crate::text::{quoted, suggestion};
use std::fmt;
use thiserror::Error;

/// The most bytes of a position line: more than four rows of 36 pits and every flag need.
const LONGEST: usize = 4096;

/// Why a text is not a position. Each message says what is wrong, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// Nothing was given.
    #[error(
        "the position is empty; it is written GAME ROWS SIDE, for example `owela 2x8/0x8/0x8/2x8 S`"
    )]
    Empty,
    /// The first word is not a game.
    #[error("unknown game `{name}`{hint}; the games are {names}", name = quoted(.0), hint = GameKind::suggestion(.0), names = GameKind::names())]
    UnknownGame(String),
    /// A field is missing.
    #[error("the position ends after `{after}`; {missing}", after = quoted(.after))]
    Missing {
        /// What was read last.
        after: String,
        /// What should follow.
        missing: &'static str,
    },
    /// The number of rows does not suit the game.
    #[error("{game} has {expected} rows joined by `/`, and `{rows}` has {found}", rows = quoted(.rows))]
    RowCount {
        /// The game.
        game: GameKind,
        /// Rows of the game.
        expected: usize,
        /// Rows found.
        found: usize,
        /// The text of the rows.
        rows: String,
    },
    /// The rows have different lengths.
    #[error(
        "the rows must be of one length, but row {row} (from the top) has {found} pits and row 1 has {expected}"
    )]
    RowLength {
        /// The row, counted from 1 at the top.
        row: usize,
        /// Its pits.
        found: usize,
        /// The pits of the first row.
        expected: usize,
    },
    /// The board is too small or too large.
    #[error("{game} is played here on 2 to 36 columns, and the rows have {found}")]
    Columns {
        /// The game.
        game: GameKind,
        /// Columns found.
        found: usize,
    },
    /// A pit's text is not a number of seeds.
    #[error(
        "row {row} (from the top): `{text}` is not a number of seeds; a pit is written 3, several equal pits 4x3 (three pits of four)",
        text = quoted(.text)
    )]
    NotANumber {
        /// The row, counted from 1 at the top.
        row: usize,
        /// The text.
        text: String,
    },
    /// A pit holds too many seeds.
    #[error("row {row} (from the top): a pit cannot hold {text} seeds; the most is 255", text = quoted(.text))]
    PitTooFull {
        /// The row, counted from 1 at the top.
        row: usize,
        /// The text of the number.
        text: String,
    },
    /// A star stands where no pit can be reserved.
    #[error(
        "row {row} (from the top): `{text}` marks a reserved pit, and only bao-kingulu has those",
        text = quoted(.text)
    )]
    Reserved {
        /// The row, counted from 1 at the top.
        row: usize,
        /// The text.
        text: String,
    },
    /// The side is neither `S` nor `N`.
    #[error("the side to move is S or N, not `{side}`", side = quoted(.0))]
    Side(String),
    /// The stores are not two numbers, or the game has none.
    #[error("{0}")]
    Stores(String),
    /// A flag is unknown or does not belong to the game.
    #[error("{0}")]
    Flag(String),
    /// A column number of a named start is not a number in range.
    #[error("`{digits}` is not a number of columns; after `{1}:start:` comes a number from 2 to 36", digits = quoted(.0))]
    StartColumns(String, GameKind),
    /// The text is far longer than a position can be.
    #[error("the line has {0} bytes, and no position has more than {LONGEST}")]
    TooLong(usize),
    /// The text begins with the rows.
    #[error(
        "`{rows}` are the rows of a position, which begins with the name of its game, such as `owela {rows} S`",
        rows = quoted(.0)
    )]
    NoGame(String),
    /// The lines are no drawing of a board.
    #[error("{0}")]
    Drawing(String),
}

/// What a line of input says: without a byte order mark, comment and white space around it.
pub fn without_comment(line: &str) -> &str {
    let line = line.trim_start_matches('\u{feff}');
    line.split('#').next().unwrap_or_default().trim()
}

/// Whether a word can only be the rows of a position.
pub fn looks_like_rows(word: &str) -> bool {
    let row = |row: &str| {
        row.starts_with(|first: char| first.is_ascii_digit() || first == '|')
            && row
                .chars()
                .all(|letter| letter.is_ascii_digit() || "x×X,|*".contains(letter))
    };
    word.contains('/') && word != "1/2" && word.split('/').all(row)
}

/// Reads a position line. Names such as `owela:start` are not positions yet: they need rules, see
/// [`crate::referee::named_start`]. Upper and lower case are the same, `×` is read as `x` and `|` between pits
/// as a comma; what follows a `#` is skipped.
///
/// # Errors
/// A [`PositionError`] that says what is wrong and what would be right.
pub fn parse_position(text: &str) -> Result<Setup, PositionError> {
    let text = without_comment(text);
    if text.len() > LONGEST {
        return Err(PositionError::TooLong(text.len()));
    }
    let mut fields = text.split_whitespace();
    let game_name = fields.next().ok_or(PositionError::Empty)?;
    let game = GameKind::from_name(game_name).ok_or_else(|| {
        if looks_like_rows(game_name) {
            PositionError::NoGame(game_name.to_owned())
        } else {
            PositionError::UnknownGame(game_name.to_owned())
        }
    })?;
    let rows = fields.next().ok_or_else(|| PositionError::Missing {
        after: game_name.to_owned(),
        missing: "the rows should follow, from top to bottom and joined by `/`",
    })?;
    let mut setup = parse_rows(game, &rows.split('/').collect::<Vec<_>>(), rows)?;
    let side = fields.next().ok_or_else(|| PositionError::Missing {
        after: rows.to_owned(),
        missing: "the side to move should follow, S or N",
    })?;
    setup.side = parse_side(side)?;
    parse_fields(&mut setup, fields)?;
    Ok(setup)
}

/// Reads stores and flags, each at most once.
pub(super) fn parse_fields<'a>(
    setup: &mut Setup,
    fields: impl Iterator<Item = &'a str>,
) -> Result<(), PositionError> {
    let mut given: Vec<String> = Vec::new();
    for (number, field) in fields.enumerate() {
        parse_field(setup, field, number == 0)?;
        let name = field.split(':').next().unwrap_or_default().to_lowercase();
        if given.contains(&name) {
            return Err(PositionError::Flag(format!(
                "the flag `{name}` is given twice"
            )));
        }
        given.push(name);
    }
    Ok(())
}

/// Reads `S` or `N`, or the whole word.
pub(super) fn parse_side(text: &str) -> Result<Side, PositionError> {
    let is = |side: &Side| {
        text.eq_ignore_ascii_case(&side.to_string())
            || text.eq_ignore_ascii_case(side.letter().encode_utf8(&mut [0; 4]))
    };
    Side::BOTH
        .into_iter()
        .find(is)
        .ok_or_else(|| PositionError::Side(text.to_owned()))
}

/// Reads the printed rows, top to bottom; pits joined by commas.
pub(super) fn parse_rows(
    game: GameKind,
    rows: &[&str],
    text: &str,
) -> Result<Setup, PositionError> {
    if rows.len() != game.rows() {
        return Err(PositionError::RowCount {
            game,
            expected: game.rows(),
            found: rows.len(),
            rows: text.to_owned(),
        });
    }
    let cells = rows
        .iter()
        .enumerate()
        .map(|(index, row)| parse_row(game, index + 1, row))
        .collect::<Result<Vec<_>, _>>()?;
    let columns = cells[0].len();
    for (index, row) in cells.iter().enumerate() {
        if row.len() != columns {
            return Err(PositionError::RowLength {
                row: index + 1,
                found: row.len(),
                expected: columns,
            });
        }
    }
    if !game.columns().contains(&columns) {
        return Err(PositionError::Columns {
            game,
            found: columns,
        });
    }
    let mut setup = Setup::empty(game, columns);
    for ((ring, pits), row) in setup.printed_rows().into_iter().zip(cells) {
        for (pit, (seeds, reserved)) in pits.into_iter().zip(row) {
            setup.rings[ring][pit] = seeds;
            setup.reserved[pit] |= reserved;
        }
    }
    Ok(setup)
}

/// The most pits that a repetition such as `9x2` may stand for: more than any row has.
const LONGEST_RUN: usize = 255;

fn parse_row(game: GameKind, row: usize, text: &str) -> Result<Vec<(u8, bool)>, PositionError> {
    let mut pits = Vec::new();
    for cell in text.trim_matches('|').split([',', '|']) {
        let not_a_number = || PositionError::NotANumber {
            row,
            text: cell.to_owned(),
        };
        // `2x8` is eight pits of two: contents first, then how often.
        let (content, times) = match cell.split_once(['x', 'X', '×']) {
            Some((content, times)) => (content, parse_plain(times).ok_or_else(not_a_number)?),
            None => (cell, 1),
        };
        if times == 0 || times > LONGEST_RUN {
            return Err(not_a_number());
        }
        let (digits, reserved) = match content.strip_suffix('*') {
            Some(digits) => (digits, true),
            None => (content, false),
        };
        if reserved && game != GameKind::BaoKingulu {
            return Err(PositionError::Reserved {
                row,
                text: cell.to_owned(),
            });
        }
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(not_a_number());
        }
        let seeds = digits
            .parse::<u8>()
            .map_err(|_| PositionError::PitTooFull {
                row,
                text: digits.to_owned(),
            })?;
        pits.extend(std::iter::repeat_n((seeds, reserved), times));
    }
    Ok(pits)
}

/// A number without sign.
fn parse_plain(text: &str) -> Option<usize> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok())?
}

/// The names of all flags.
const FLAGS: &[&str] = &[
    "unmoved",
    "uncaptured",
    "captured-once",
    "last",
    "first",
    "starter",
    "again",
];

/// Reads the stores, which can only come first, or a flag.
fn parse_field(setup: &mut Setup, field: &str, first: bool) -> Result<(), PositionError> {
    let game = setup.game;
    let (written, field) = (field, field.to_ascii_lowercase());
    let field = field.as_str();
    if field.starts_with(|letter: char| letter.is_ascii_digit()) {
        return parse_stores(setup, field, first);
    }
    let (flag, value) = match field.split_once(':') {
        Some((flag, value)) => (flag, Some(value)),
        None => (field, None),
    };
    let only_for = |known: &[GameKind]| {
        if known.contains(&game) {
            Ok(())
        } else {
            let owners = known
                .iter()
                .map(|game| game.name())
                .collect::<Vec<_>>()
                .join(" and ");
            Err(PositionError::Flag(format!(
                "the flag `{}` belongs to {owners}, not to {game}",
                quoted(written)
            )))
        }
    };
    let one_side = || {
        value.and_then(|text| parse_side(text).ok()).ok_or_else(|| {
            PositionError::Flag(format!(
                "the flag `{flag}` names one player, `{flag}:S` or `{flag}:N`, not `{}`",
                quoted(written)
            ))
        })
    };
    match (flag, value) {
        ("unmoved", Some(players)) => {
            only_for(&[GameKind::Omweso, GameKind::Owela])?;
            setup.unmoved = match players {
                "s" => [true, false],
                "n" => [false, true],
                "sn" | "ns" => [true, true],
                _ => {
                    return Err(PositionError::Flag(format!(
                        "the flag `unmoved` names the players who have not moved, `unmoved:SN`, `unmoved:S` or `unmoved:N`, not `{}`",
                        quoted(written)
                    )));
                }
            };
        }
        ("uncaptured", None) => {
            only_for(&[GameKind::Omweso])?;
            setup.uncaptured = true;
        }
        ("captured-once", _) => {
            only_for(&[GameKind::Omweso])?;
            setup.captured_once = Some(one_side()?);
        }
        ("last", _) => {
            only_for(&[GameKind::Anywoli])?;
            setup.last = Some(one_side()?);
        }
        ("first", _) => {
            only_for(&[GameKind::Anywoli])?;
            setup.first = Some(one_side()?);
        }
        ("starter", _) => {
            only_for(&[GameKind::Anywoli])?;
            setup.starter = Some(one_side()?);
        }
        ("again", None) => {
            only_for(&[GameKind::Anywoli])?;
            setup.again = true;
        }
        _ => {
            let known = match game {
                GameKind::Omweso => "unmoved:SN, uncaptured and captured-once:S",
                GameKind::Owela => "unmoved:SN",
                GameKind::Nsolo => "none",
                GameKind::BaoKingulu => "none, only the stores such as 7-0",
                GameKind::Anywoli => {
                    "last:S, first:S, starter:N and again, after the stores such as 7-0"
                }
            };
            return Err(PositionError::Flag(format!(
                "unknown flag `{}`{}; the flags of {game} are {known}",
                quoted(written),
                suggestion(flag, FLAGS.iter().copied())
            )));
        }
    }
    Ok(())
}

fn parse_stores(setup: &mut Setup, field: &str, first: bool) -> Result<(), PositionError> {
    if setup.game.has_four_rows() {
        return Err(PositionError::Stores(format!(
            "{} has no stores, so `{}` has no place in its positions",
            setup.game,
            quoted(field)
        )));
    }
    let stores = field
        .split_once('-')
        .and_then(|(south, north)| Some([parse_plain(south)?, parse_plain(north)?]))
        .filter(|stores| first && stores.iter().all(|&seeds| seeds <= 9999));
    let Some([south, north]) = stores else {
        return Err(PositionError::Stores(format!(
            "the stores are written once, South's first, right after the side: `7-0`, not `{}`",
            quoted(field)
        )));
    };
    setup.stores = [south as u16, north as u16];
    Ok(())
}

/// A position line, or the error that says what is wrong in it.
impl std::str::FromStr for Setup {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        parse_position(text)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.game)?;
        for (index, (ring, pits)) in self.printed_rows().into_iter().enumerate() {
            if index > 0 {
                f.write_str("/")?;
            }
            for (place, &pit) in pits.iter().enumerate() {
                let comma = if place > 0 { "," } else { "" };
                let star = if self.reserved[pit] { "*" } else { "" };
                write!(f, "{comma}{}{star}", self.rings[ring][pit])?;
            }
        }
        write!(f, " {}", self.side.letter())?;
        if !self.game.has_four_rows() {
            write!(f, " {}-{}", self.stores[0], self.stores[1])?;
        }
        if self.unmoved != [false; 2] {
            f.write_str(" unmoved:")?;
            for side in Side::BOTH {
                if self.unmoved[side.index()] {
                    write!(f, "{}", side.letter())?;
                }
            }
        }
        if self.uncaptured {
            f.write_str(" uncaptured")?;
        }
        let named = [
            ("captured-once", self.captured_once),
            ("last", self.last),
            ("first", self.first),
            ("starter", self.starter),
        ];
        for (flag, side) in named {
            if let Some(side) = side {
                write!(f, " {flag}:{}", side.letter())?;
            }
        }
        if self.again {
            f.write_str(" again")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_contract_are_read_and_written() {
        for (text, written) in [
            (
                "bao-kingulu 4x6/4x6 S",
                "bao-kingulu 4,4,4,4,4,4/4,4,4,4,4,4 S 0-0",
            ),
            (
                "omweso 4x3/0x3/0x3/4x3 S unmoved:SN uncaptured",
                "omweso 4,4,4/0,0,0/0,0,0/4,4,4 S unmoved:SN uncaptured",
            ),
            (
                "owela 2x4/2x2,0x2/0x2,2x2/2x4 N",
                "owela 2,2,2,2/2,2,0,0/0,0,2,2/2,2,2,2 N",
            ),
            (
                "bao-kingulu 0,5*/4*,1 N 7-12",
                "bao-kingulu 0,5*/4*,1 N 7-12",
            ),
            (
                "anywoli 4x2/4x2 S 4-8 last:N",
                "anywoli 4,4/4,4 S 4-8 last:N",
            ),
        ] {
            let setup = parse_position(text).expect(text);
            assert_eq!(setup.to_string(), written);
            assert_eq!(parse_position(written), Ok(setup));
        }
    }

    #[test]
    fn people_write_positions_in_many_ways() {
        let plain = parse_position("bao-kingulu 0,5*,5,5/4*,1,0,0 N 7-12");
        assert!(plain.is_ok());
        for text in [
            "BAO 0,5*,5×2/4*,1,0X2 n 7-12",
            "\u{feff}Bao-Kingulu 0|5*|5|5/|4*|1|0|0| North 7-12 # from a book",
            "  bao_kingulu 0,5*,05,5/4*,1,0,0\tN 7-12#",
        ] {
            assert_eq!(parse_position(text), plain, "{text}");
        }
        let flagged = parse_position("Omweso 4,1/4,4/1,1/1,1 south UNMOVED:sn Uncaptured");
        let written = flagged.map(|setup| setup.to_string());
        let plain = "omweso 4,1/4,4/1,1/1,1 S unmoved:SN uncaptured";
        assert_eq!(written.as_deref(), Ok(plain));
    }

    #[test]
    fn a_gigabyte_is_neither_read_nor_echoed() {
        for text in [
            format!("owela {} S", "1,".repeat(500_000)),
            "x".repeat(1_000_000),
            format!("anywoli 1,1/1,1 S {}", "x".repeat(4_000)),
        ] {
            let message = parse_position(&text).expect_err("too long").to_string();
            assert!(message.len() < 500, "{}", message.len());
        }
    }

    #[test]
    fn control_characters_are_not_echoed() {
        for text in [
            "\u{1b}[31m 1,1/1,1 S",
            "anywoli 1,\u{1b}/1,1 S",
            "anywoli 1,1/1,1 \u{1b}",
            "anywoli 1,1/1,1 S \u{1b}",
            "anywoli 1,1/1,1 S last:\u{1b}",
            "anywoli 1,1/1,1 S 1-\u{1b}",
            "omweso 1,1/1,1/1,1/1,1 S unmoved:\u{1b}",
            "owela 1,1/1,1/1,1/1,1 S 1\u{1b}",
            "anywoli \u{1b}",
            "anywoli 1\u{202e}/1 S",
        ] {
            let message = parse_position(text).expect_err(text).to_string();
            assert!(!message.contains(crate::text::is_unseen), "{message:?}");
        }
    }

    #[test]
    fn norths_front_row_is_printed_as_south_sees_it() {
        // North's f2 is the second front pit from his left: on two columns it stands at the left.
        let setup = parse_position("nsolo 0,0/7,0/0,0/0,0 S").expect("a position");
        let pit = crate::pit::parse(GameKind::Nsolo, 2, Side::North, "f2").expect("a pit");
        assert_eq!(setup.rings[1][pit], 7);
    }

    #[test]
    fn every_kind_of_bad_text_gets_its_own_sentence() {
        for (text, part) in [
            ("", "empty"),
            ("chess 1/1 S", "unknown game `chess`; the games are omweso"),
            ("owela", "the rows should follow"),
            ("owela 1,1/1,1 S", "owela has 4 rows"),
            (
                "owela 1,1/1,1/1,1/1 S",
                "row 4 (from the top) has 1 pits and row 1 has 2",
            ),
            ("anywoli 1/1 S", "2 to 36 columns, and the rows have 1"),
            (
                "anywoli 4x37/4x37 S",
                "2 to 36 columns, and the rows have 37",
            ),
            ("anywoli 4,x/4,4 S", "`x` is not a number of seeds"),
            ("anywoli 4,-1/4,4 S", "`-1` is not a number of seeds"),
            ("anywoli 4x0/4,4 S", "`4x0` is not a number of seeds"),
            ("anywoli 4x99999999999/4,4 S", "is not a number of seeds"),
            ("anywoli 256,1/4,4 S", "cannot hold 256 seeds"),
            ("anywoli 4*,1/4,4 S", "only bao-kingulu has those"),
            ("anywoli 4,1/4,4", "the side to move should follow"),
            ("anywoli 4,1/4,4 X", "S or N, not `X`"),
            ("anywoli 4,1/4,4 S 7", "not `7`"),
            ("anywoli 4,1/4,4 S last:S 7-0", "right after the side"),
            ("owela 4,1/4,4/1,1/1,1 S 7-0", "owela has no stores"),
            ("anywoli 4,1/4,4 S last:X", "`last:S` or `last:N`"),
            ("anywoli 4,1/4,4 S uncaptured", "belongs to omweso"),
            ("omweso 4,1/4,4/1,1/1,1 S unmoved:X", "unmoved:SN"),
            ("nsolo 4,1/4,4/1,1/1,1 S hello", "unknown flag `hello`"),
            ("anywoli 4,1/4,4 S last:S last:N", "`last` is given twice"),
            ("anywoli 4,1/4,4 S 1-0 1-0", "written once"),
            ("omweso 4,1/4,4/1,1/1,1 S unmoved:S unmoved:N", "twice"),
            (
                "omweso 4,1/4,4/1,1/1,1 S uncapturd",
                "did you mean uncaptured?",
            ),
            ("owla 1,1/1,1/1,1/1,1 S", "did you mean owela?"),
            ("hus 1,1/1,1/1,1/1,1 S", "owela with --rules hus"),
            ("4,1/4,4 S", "begins with the name of its game"),
        ] {
            let message = parse_position(text).expect_err(text).to_string();
            assert!(message.contains(part), "{text:?} says: {message}");
        }
    }
}
