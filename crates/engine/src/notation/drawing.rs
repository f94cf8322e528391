//! Positions as drawings of several lines: the rows as they are printed, one a line, in the forms that
//! programs and people have for them.

use super::position::{PositionError, parse_fields, parse_rows, parse_side, without_comment};
use crate::kind::GameKind;
use crate::pit;
use crate::setup::Setup;
use crate::side::Side;
use crate::text::quoted;

/// Draws a position so that [`parse_drawing`] reads it again: `game:` and `side:` lines, what else
/// there is to say, and the rows with aligned pits.
pub fn draw(setup: &Setup) -> String {
    let line = setup.to_string();
    let mut words = line.split(' ');
    let (game, _, side) = (words.next(), words.next(), words.next());
    let mut text = format!(
        "game: {}\nside: {}\n",
        game.unwrap_or_default(),
        side.unwrap_or_default()
    );
    let rest = words.collect::<Vec<_>>().join(" ");
    if !rest.is_empty() {
        text += &format!("state: {rest}\n");
    }
    let cells: Vec<Vec<String>> = setup
        .printed_rows()
        .into_iter()
        .map(|(ring, pits)| {
            let cell = |pit: usize| {
                format!(
                    "{}{}",
                    setup.rings[ring][pit],
                    if setup.reserved[pit] { "*" } else { "" }
                )
            };
            pits.into_iter().map(cell).collect()
        })
        .collect();
    let width = cells.iter().flatten().map(String::len).max().unwrap_or(1);
    for row in cells {
        let padded: Vec<_> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
        text += &format!("{}\n", padded.join(" "));
    }
    text
}

/// Reads a drawing:
///
/// - lines `game:` and `side:`, if need be `state:` with stores and flags as in a position line, then the rows,
///   pits separated by spaces, commas or bars;
/// - the same with `owela S` in place of these lines, stores and flags behind;
/// - a board with its frame as `sow show` draws it.
///
/// Blank lines are skipped, and so is what follows a `#`.
///
/// # Errors
/// A [`PositionError`] as for a position line.
pub fn parse_drawing(text: &str) -> Result<Setup, PositionError> {
    let mut drawing = Drawing::default();
    for line in text.lines() {
        drawing.add(line)?;
    }
    drawing.finish()
}

/// A drawing that is read line by line.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    game: Option<GameKind>,
    /// Columns by the title of a framed board.
    columns: Option<usize>,
    side: Option<Side>,
    /// Stores and flags.
    state: Vec<String>,
    /// The printed rows, pits joined by commas.
    rows: Vec<String>,
    stores: [Option<String>; 2],
    /// Seeds that the drawing says each player has.
    seeds: [Option<usize>; 2],
    framed: bool,
}

/// What a line is in a drawing.
enum Line<'a> {
    Nothing,
    Key(&'a str, &'a str),
    /// The game with side, stores and flags in front of bare rows.
    Heading(GameKind, Vec<&'a str>),
    /// The title of a framed board.
    Title(GameKind, usize, Vec<&'a str>),
    Player(Side, &'a str),
    Row(String),
    Other,
}

const EDGES: &str = "┌┬┐├┼┤└┴┘─│╞╪╡═╤╧╟╢╠╬╣║╔╦╗╚╩╝+-=|";

/// Takes the colours of a terminal away.
fn without_colours(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        plain += before;
        match after.split_once('m') {
            Some((codes, left))
                if codes
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || byte == b';') =>
            {
                rest = left;
            }
            _ => {
                plain += "\u{1b}[";
                rest = after;
            }
        }
    }
    plain + rest
}

fn read_line(line: &str) -> Line<'_> {
    let line = without_comment(line);
    if line
        .chars()
        .all(|letter| letter.is_whitespace() || EDGES.contains(letter))
    {
        return Line::Nothing;
    }
    if let Some((key, value)) = line.split_once(':') {
        let is_key = key
            .chars()
            .all(|letter| letter.is_ascii_alphabetic() || letter == '-');
        // `owela S unmoved:SN` has a colon too.
        if is_key && !key.is_empty() {
            return Line::Key(key, value.trim());
        }
    }
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    if let Some(game) = GameKind::from_name(first) {
        let second = words.next().unwrap_or_default();
        let size = second.split_once(['×', 'x']).and_then(|(rows, columns)| {
            let rows = rows.parse::<usize>().ok()?;
            (rows == game.rows()).then(|| columns.parse::<usize>().ok())?
        });
        if let Some(columns) = size {
            return Line::Title(game, columns, words.filter(|word| *word != "·").collect());
        }
        if parse_side(second).is_ok() {
            return Line::Heading(game, std::iter::once(second).chain(words).collect());
        }
        return Line::Other;
    }
    let named = line.trim_start_matches(['▸', '>', ' ']);
    for side in Side::BOTH {
        let rest = named.strip_prefix(&side.to_string());
        if let Some(rest) = rest.filter(|rest| rest.is_empty() || rest.starts_with(' ')) {
            return Line::Player(side, rest);
        }
    }
    let unlabelled = ["back", "front"]
        .iter()
        .find_map(|label| line.strip_prefix(label));
    row(unlabelled.unwrap_or(line).trim()).map_or(Line::Other, Line::Row)
}

/// The pits of a row joined by commas, `None` if the line is none.
fn row(line: &str) -> Option<String> {
    let bars = ['│', '|', '║'];
    let cells: Vec<&str> = if line.contains(bars) {
        let inner = line.trim_start_matches(bars).trim_end_matches(bars);
        inner.split(bars).map(str::trim).collect()
    } else {
        let words = line.split([' ', '\t', ',']);
        words.filter(|word| !word.is_empty()).collect()
    };
    let cell = |cell: &&str| {
        let seeds = |letter: char| letter.is_ascii_digit() || "*x×X".contains(letter);
        matches!(*cell, "·" | ".")
            || cell.starts_with(|first: char| first.is_ascii_digit()) && cell.chars().all(seeds)
    };
    let is_row = cells.len() > 1 || cells.iter().any(|cell| cell.contains(['x', '×', 'X']));
    if !is_row || !cells.iter().all(cell) {
        return None;
    }
    let written = cells.into_iter().map(|cell| match cell {
        "·" | "." => "0",
        seeds => seeds,
    });
    Some(written.collect::<Vec<_>>().join(","))
}

impl Drawing {
    /// Whether a line can be the first of a drawing: it is none of a position or of a move.
    pub fn begins(line: &str) -> bool {
        let plain = without_colours(line);
        match read_line(&plain) {
            Line::Key(key, _) => ["game", "side", "state"]
                .iter()
                .any(|known| key.eq_ignore_ascii_case(known)),
            Line::Heading(..) | Line::Title(..) | Line::Row(_) => true,
            Line::Nothing => !without_comment(&plain).is_empty(),
            Line::Player(..) | Line::Other => false,
        }
    }

    /// Whether a line begins another drawing after the lines so far.
    pub fn ends_before(&self, line: &str) -> bool {
        let plain = without_colours(line);
        match read_line(&plain) {
            Line::Key(key, _) => self.game.is_some() && key.eq_ignore_ascii_case("game"),
            Line::Heading(..) | Line::Title(..) => self.game.is_some() || !self.rows.is_empty(),
            Line::Other => !self.framed && self.is_whole(),
            _ => false,
        }
    }

    /// Whether nothing is missing.
    pub fn is_whole(&self) -> bool {
        let Some(game) = self.game else {
            // Without a game nobody can tell how many rows there are.
            return !self.rows.is_empty();
        };
        self.rows.len() >= game.rows()
            && (!self.framed || self.seeds[Side::South.index()].is_some())
    }

    /// Adds a line.
    ///
    /// # Errors
    /// A [`PositionError`] for a line that no drawing has.
    pub fn add(&mut self, line: &str) -> Result<(), PositionError> {
        let plain = without_colours(line);
        match read_line(&plain) {
            Line::Nothing => {}
            Line::Key(key, value) => match key.to_ascii_lowercase().as_str() {
                "game" => {
                    let game = GameKind::from_name(value);
                    self.game =
                        Some(game.ok_or_else(|| PositionError::UnknownGame(value.to_owned()))?);
                }
                "side" => self.side = Some(parse_side(value)?),
                "state" => self.state = value.split_whitespace().map(str::to_owned).collect(),
                _ => {
                    return Err(PositionError::Flag(format!(
                        "`{}:` is no line of a drawing; above the rows stand `game:`, `side:` and, with stores or flags, `state:`",
                        quoted(key)
                    )));
                }
            },
            Line::Heading(game, fields) => {
                self.game = Some(game);
                self.side = Some(parse_side(fields[0])?);
                self.state = fields[1..].iter().map(|&field| field.to_owned()).collect();
            }
            Line::Title(game, columns, flags) => {
                self.framed = true;
                self.game = Some(game);
                self.columns = Some(columns);
                self.state = flags.into_iter().map(str::to_owned).collect();
            }
            Line::Player(side, rest) if self.framed => self.add_player(side, rest)?,
            Line::Row(row) => {
                // The holes of two rows have numbers for names, above and below the frame.
                if !self.framed || plain.contains(['│', '|', '║']) {
                    self.rows.push(row);
                }
            }
            Line::Other if self.framed && self.are_names(&plain) => {}
            Line::Player(..) | Line::Other => {
                return Err(PositionError::Drawing(format!(
                    "`{}` is no line of a drawing; a row is written 2 0 4 or 2|0|4, and above the rows stands `owela S`, or `game:` and `side:`",
                    quoted(without_comment(&plain))
                )));
            }
        }
        Ok(())
    }

    fn add_player(&mut self, side: Side, rest: &str) -> Result<(), PositionError> {
        for part in rest
            .split('·')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let number = |text: &str| text.trim().replace(',', "").parse::<usize>().ok();
            let seeds = part.strip_suffix("seeds").or(part.strip_suffix("seed"));
            if part == "to move" {
                if self.side.is_some_and(|known| known != side) {
                    return Err(PositionError::Drawing(
                        "both players are to move".to_owned(),
                    ));
                }
                self.side = Some(side);
            } else if let Some(store) = part.strip_prefix("store ") {
                self.stores[side.index()] = Some(store.trim().replace([',', '\u{202f}'], ""));
            } else if let Some(seeds) = seeds.and_then(number) {
                self.seeds[side.index()] = Some(seeds);
            } else {
                return Err(PositionError::Drawing(format!(
                    "`{}` is nothing that a drawing says of {side}",
                    quoted(part)
                )));
            }
        }
        Ok(())
    }

    /// Whether all words are names of pits, or letters.
    fn are_names(&self, line: &str) -> bool {
        let (Some(game), Some(columns)) = (self.game, self.columns) else {
            return false;
        };
        without_comment(line).split_whitespace().all(|word| {
            game.columns().contains(&columns)
                && pit::parse(game, columns, Side::South, &word.to_ascii_lowercase()).is_some()
        })
    }

    /// The rows from end to end: a framed board that is too wide is drawn in parts one below the other, each with
    /// some columns of all rows.
    fn whole_rows(&self, game: GameKind) -> Vec<String> {
        let parts = self.rows.len() / game.rows();
        if !self.framed || parts < 2 || !self.rows.len().is_multiple_of(game.rows()) {
            return self.rows.clone();
        }
        let row = |row: usize| {
            let pieces = self.rows.iter().skip(row).step_by(game.rows());
            pieces.map(String::as_str).collect::<Vec<_>>().join(",")
        };
        (0..game.rows()).map(row).collect()
    }

    /// The position.
    ///
    /// # Errors
    /// A [`PositionError`] as for a position line.
    pub fn finish(&self) -> Result<Setup, PositionError> {
        let Some(game) = self.game else {
            let missing =
                "they name no game; above the rows stands `owela S`, or lines `game:` and `side:`";
            return Err(PositionError::Drawing(if self.rows.is_empty() {
                "the drawing has no line `game:`, which should stand above the rows".to_owned()
            } else {
                format!(
                    "there are {} rows of a board, but {missing}",
                    self.rows.len()
                )
            }));
        };
        let rows = self.whole_rows(game);
        let joined = rows.join("/");
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let mut setup = parse_rows(game, &rows, &joined)?;
        if let Some(columns) = self.columns.filter(|&columns| columns != setup.columns) {
            return Err(PositionError::Drawing(format!(
                "the title says {columns} columns, and the rows have {}",
                setup.columns
            )));
        }
        setup.side = self.side.ok_or_else(|| {
            PositionError::Drawing(if self.framed {
                "the drawing does not say who is to move: `to move` should stand behind one player".to_owned()
            } else {
                "the drawing does not say who is to move: a line `side:` with S or N should stand above the rows".to_owned()
            })
        })?;
        let mut fields = self.state.clone();
        if let [Some(south), Some(north)] = &self.stores {
            fields.insert(0, format!("{south}-{north}"));
        }
        parse_fields(&mut setup, fields.iter().map(String::as_str))?;
        for side in Side::BOTH {
            let drawn = setup.seeds_of(side);
            if let Some(said) = self.seeds[side.index()].filter(|&said| said != drawn) {
                return Err(PositionError::Drawing(format!(
                    "the drawing says that {side} has {said} seeds, and shows {drawn}"
                )));
            }
        }
        Ok(setup)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_position;

    #[test]
    fn a_drawing_is_read_back() {
        for line in [
            "omweso 4,4,4/0,0,0/0,12,0/4,4,4 N unmoved:SN uncaptured",
            "bao-kingulu 0,15*/4*,1 N 7-12",
            "anywoli 4,4/4,4 S 4-8 last:N",
        ] {
            let setup = parse_position(line).expect(line);
            assert_eq!(parse_drawing(&draw(&setup)), Ok(setup));
        }
    }

    #[test]
    fn drawings_of_every_form_are_read() {
        let owela = "owela 0,1,2/3,4,5/0,0,0/10,0,1 S";
        let bao = "bao-kingulu 0,5*/4,1 N 7-12";
        for (text, line) in [
            (
                "game: owela # a comment\nside: S\n\n 0 1 2\n3 4 5\n0 0 0\n 10 0 1\n",
                owela,
            ),
            (
                "\u{feff}Game: OWELA\nSide: South\n00 01 02\n03 04 05\n00 00 00\n10 00 01",
                owela,
            ),
            ("owela S\n0|1|2\n3|4|5\n0|0|0\n10|0|1", owela),
            (
                "Owela s # pasted\n| 0 | 1 | 2 |\n|---+---+---|\n| 3 | 4 | 5 |\n\n| 0 | · | 0 |\n|10 | . | 1 |\n",
                owela,
            ),
            ("owela S\n0,1,2\n3,4,5\n0x3\n10,0,1", owela),
            ("bao N 7-12\n0 5*\n4 1", bao),
            (
                "bao-kingulu 2×2\n▸ North to move · 12 seeds · store 12\n    2    1\n ┌────┬────┐\n │  · │ 5* │\n ╞════╪════╡\n │  4 │  1 │\n └────┴────┘\n    1    2\n  South · 17 seeds · store 7\n",
                bao,
            ),
            (
                "bao-kingulu 2×4\n▸ North to move · 15 seeds · store 12\n   4  3\n │ ·│5*│\n ╞══╪══╡\n │ 4│ 1│\n   1  2\n   2  1\n │ 3│ ·│\n ╞══╪══╡\n │ 2│ ·│\n   3  4\n  South · 19 seeds · store 7\n",
                "bao-kingulu 0,5*,3,0/4,1,2,0 N 7-12",
            ),
        ] {
            let read = parse_drawing(text).map(|setup| setup.to_string());
            assert_eq!(read.as_deref(), Ok(line), "{text}");
        }
    }

    #[test]
    fn a_drawing_that_says_too_little_or_contradicts_itself_is_refused() {
        for (text, part) in [
            ("side: S\n1 1\n1 1", "name no game"),
            ("side: S", "`game:`"),
            ("game: anywoli\n1 1\n1 1", "`side:`"),
            ("game: anywoli\nside: S\n1 1", "has 1"),
            ("game: anywoli\nside: S\nmood: good\n1 1\n1 1", "`mood:`"),
            ("anywoli S\n1 1\n1 x", "`1 x` is no line of a drawing"),
            ("anywoli S\n1 | | 1\n1 1 1", "is no line of a drawing"),
            ("anywoli S\n1 1\n1 1\n1 1", "has 3"),
            ("00 08\n00 08", "name no game"),
            (
                "anywoli 2×3\n▸ North to move\n│1│1│\n│1│1│\nSouth",
                "the title says 3 columns",
            ),
            (
                "anywoli 2×2\n▸ North to move · 9 seeds\n│1│1│\n│1│1│\nSouth",
                "9 seeds, and shows 2",
            ),
            ("anywoli 2×2\nNorth\n│1│1│\n│1│1│\nSouth", "who is to move"),
            (
                "anywoli 2×2\nNorth to move\n│1│1│\n│1│1│\nSouth to move",
                "both players",
            ),
        ] {
            let message = parse_drawing(text).expect_err(text).to_string();
            assert!(message.contains(part), "{text:?} says: {message}");
        }
    }
}
