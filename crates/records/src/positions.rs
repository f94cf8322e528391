//! Positions in a text of many lines: position lines, names of starts, drawings, in any order.

use crate::asked::{AskedRules, ReadError};
use sow_engine::notation::{Drawing, PositionError, without_comment};
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;

/// A position of a text, or what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The position with its rules.
    pub position: Result<(Rules, Setup), ReadError>,
}

/// Reads positions line by line: each is there as soon as its last line is.
///
/// A position or a start has a line to itself. A drawing begins with a line that no position can be, and ends before
/// the next one that begins something, at a blank line once all its rows are there, or at the end. Comments and
/// blank lines between positions are skipped.
#[derive(Clone, Debug)]
pub struct Positions<'a> {
    asked: &'a AskedRules,
    drawing: Option<Drawn>,
}

/// A drawing in the making.
#[derive(Clone, Debug)]
struct Drawn {
    line: usize,
    drawing: Drawing,
    error: Option<PositionError>,
}

impl<'a> Positions<'a> {
    /// A reader under rules that hold whatever the text says.
    pub const fn new(asked: &'a AskedRules) -> Self {
        Self {
            asked,
            drawing: None,
        }
    }

    /// Adds a line; the positions that are complete with it, at most two.
    pub fn add(&mut self, line: usize, text: &str) -> Vec<Found> {
        let mut found = Vec::new();
        let content = without_comment(text);
        if let Some(drawn) = &mut self.drawing {
            let is_whole = drawn.error.is_some() || drawn.drawing.is_whole();
            let ends = text.trim().is_empty() && is_whole
                || drawn.drawing.ends_before(text)
                || is_position(content);
            if !ends {
                if drawn.error.is_none() && !content.is_empty() {
                    drawn.error = drawn.drawing.add(text).err();
                }
                return found;
            }
            found.extend(self.finish());
        }
        if content.is_empty() {
            return found;
        }
        if !is_position(content) && Drawing::begins(text) {
            let mut drawing = Drawing::default();
            let error = drawing.add(text).err();
            self.drawing = Some(Drawn {
                line,
                drawing,
                error,
            });
        } else {
            found.push(Found {
                line,
                position: self.asked.position(content, ""),
            });
        }
        found
    }

    /// What is left at the end of the text.
    pub fn finish(&mut self) -> Option<Found> {
        let Drawn {
            line,
            drawing,
            error,
        } = self.drawing.take()?;
        let read = || -> Result<(Rules, Setup), ReadError> {
            if let Some(error) = error {
                return Err(error.into());
            }
            let setup = drawing.finish()?;
            Ok((self.asked.rules(setup.game, None, "")?, setup))
        };
        Some(Found {
            line,
            position: read(),
        })
    }
}

/// Whether a line can only be a position or the name of a start: its rows are joined by `/`, or it is one word.
fn is_position(content: &str) -> bool {
    let mut words = content.split_whitespace();
    let (first, second) = (words.next().unwrap_or_default(), words.next());
    let is_named = first.starts_with(char::is_alphabetic) && !first.ends_with(':');
    match second {
        None => is_named && !matches!(first, "North" | "South"),
        Some(second) => is_named && second.contains('/'),
    }
}

/// The positions of a whole text.
pub fn read(asked: &AskedRules, text: &str) -> Vec<Found> {
    let mut reader = Positions::new(asked);
    let mut found: Vec<Found> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        found.extend(reader.add(index + 1, line));
    }
    found.extend(reader.finish());
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use sow_engine::notation::draw;
    use sow_engine::notation::parse_position;

    fn lines(text: &str) -> Vec<(usize, Result<String, String>)> {
        let found = read(&AskedRules::default(), text);
        found
            .into_iter()
            .map(|found| {
                let position = found.position.map(|(_, setup)| setup.to_string());
                (found.line, position.map_err(|error| error.to_string()))
            })
            .collect()
    }

    #[test]
    fn lines_starts_and_drawings_stand_in_one_text_in_any_order() {
        let anywoli = "anywoli 4,4/4,4 S 0-0";
        let setup = parse_position(anywoli).expect(anywoli);
        let text = format!(
            "\u{feff}# positions\n{anywoli} # a comment\n\nanywoli:start:2\nanywoli S\n4 4\n4 4\n{}\n\nanywoli 2×2\n  North · 8 seeds · store 0\n    2   1\n ┌────┬────┐\n │  4 │  4 │\n ╞════╪════╡\n │  4 │  4 │\n └────┴────┘\n    1    2\n▸ South to move · 8 seeds · store 0\n{anywoli}\nBAO",
            draw(&setup)
        );
        let found = lines(&text);
        let at: Vec<usize> = found.iter().map(|found| found.0).collect();
        assert_eq!(at, [2, 4, 5, 8, 15, 25, 26], "{found:#?}");
        for (line, position) in &found[..6] {
            assert_eq!(position.as_deref(), Ok(anywoli), "line {line}");
        }
        assert!(
            found[6]
                .1
                .as_ref()
                .is_ok_and(|bao| bao.starts_with("bao-kingulu "))
        );
    }

    #[test]
    fn what_is_wrong_is_told_in_its_place() {
        let text =
            "anywoli:start\nnonsense\nowela S\n1 1\n1 x\n1 1\n1 1\n\n00 08\n00 08\n\nanywoli:start";
        let found = lines(text);
        let at: Vec<usize> = found.iter().map(|found| found.0).collect();
        assert_eq!(at, [1, 2, 3, 9, 12], "{found:#?}");
        for (index, part) in [
            (1, "unknown game"),
            (2, "`1 x` is no line"),
            (3, "they name no game"),
        ] {
            let error = found[index].1.as_ref().expect_err(part);
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn a_position_is_there_as_soon_as_its_line_is() {
        let asked = AskedRules::default();
        let mut reader = Positions::new(&asked);
        assert_eq!(reader.add(1, "owela").len(), 1);
        assert_eq!(reader.add(2, "anywoli 1,1/1,1 S").len(), 1);
        assert!(reader.add(3, "anywoli S").is_empty());
        assert!(reader.add(4, "1 1").is_empty());
        assert!(reader.add(5, "1 1").is_empty());
        assert_eq!(reader.add(6, "").len(), 1);
        assert_eq!(reader.finish(), None);
    }
}
