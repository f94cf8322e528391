//! Positions as drawings of several lines: the rows as they are printed, one a line.

use super::position::{PositionError, parse_position, parse_rows};
use crate::kind::GameKind;
use crate::setup::Setup;

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

/// Reads a drawing: lines `game:` and `side:`, if need be `state:` with stores and flags as in a
/// position line, then the rows, pits separated by spaces. `#` begins a comment.
///
/// # Errors
/// A [`PositionError`] as for a position line.
pub fn parse_drawing(text: &str) -> Result<Setup, PositionError> {
    let (mut game, mut side, mut state) = (None, None, String::new());
    let mut rows = Vec::new();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        match line.split_once(':') {
            _ if line.is_empty() => {}
            Some(("game", name)) => game = Some(name.trim().to_owned()),
            Some(("side", name)) => side = Some(name.trim().to_owned()),
            Some(("state", fields)) => state = fields.trim().to_owned(),
            Some((key, _)) => {
                return Err(PositionError::Flag(format!(
                    "`{key}:` is no line of a drawing; above the rows stand `game:`, `side:` and, with stores or flags, `state:`"
                )));
            }
            None => rows.push(line.split_whitespace().collect::<Vec<_>>().join(",")),
        }
    }
    let game = game.ok_or(PositionError::Missing {
        after: "the drawing".to_owned(),
        missing: "a line `game:` should stand above the rows",
    })?;
    let kind = GameKind::from_name(&game).ok_or(PositionError::UnknownGame(game))?;
    let side = side.ok_or(PositionError::Missing {
        after: "the drawing".to_owned(),
        missing: "a line `side:` should stand above the rows, with S or N",
    })?;
    let joined = rows.join("/");
    parse_rows(
        kind,
        &rows.iter().map(String::as_str).collect::<Vec<_>>(),
        &joined,
    )?;
    parse_position(&format!("{kind} {joined} {side} {state}"))
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_drawing_typed_by_hand_is_read() {
        let text = "game: owela # a comment\nside: S\n\n 0 1 2\n3 4 5\n0 0 0\n 10 0 1\n";
        let setup = parse_drawing(text).expect("a drawing");
        assert_eq!(setup.to_string(), "owela 0,1,2/3,4,5/0,0,0/10,0,1 S");
    }

    #[test]
    fn a_drawing_without_game_or_side_says_so() {
        for (text, part) in [
            ("side: S\n1 1\n1 1", "`game:`"),
            ("game: anywoli\n1 1\n1 1", "`side:`"),
            ("game: anywoli\nside: S\n1 1", "has 2 rows"),
            ("game: anywoli\nside: S\nmood: good\n1 1\n1 1", "`mood:`"),
        ] {
            let message = parse_drawing(text).expect_err(text).to_string();
            assert!(message.contains(part), "{text:?} says: {message}");
        }
    }
}
