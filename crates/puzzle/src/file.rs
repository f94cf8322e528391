//! Puzzle files: TOML, one `[[puzzle]]` entry a problem. `data/puzzles/README.md` documents the fields.

use crate::measures::Measures;
use serde::Deserialize;
use std::fmt::Write as _;
use thiserror::Error;

/// One problem of a puzzle file.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Puzzle {
    /// The name of the problem.
    pub id: String,
    /// The game; the position names it too.
    #[serde(default)]
    pub game: String,
    /// The ruleset, with options after it.
    #[serde(default)]
    pub rules: String,
    /// The position line.
    pub position: String,
    /// What is asked; to win if nothing is said.
    #[serde(default)]
    pub stipulation: String,
    /// The stated solution, turns of both players.
    #[serde(default)]
    pub solution: Vec<String>,
    /// Whether no other first turn reaches the goal; nothing is claimed if it is absent.
    #[serde(default)]
    pub unique: Option<bool>,
    /// Decisions to the end.
    #[serde(default)]
    pub plies: Option<u32>,
    /// 1 (easy) to 5 (hard).
    #[serde(default)]
    pub difficulty: Option<u8>,
    /// Where the problem comes from.
    #[serde(default)]
    pub source: String,
    /// What makes it worth solving.
    #[serde(default)]
    pub measures: Option<Measures>,
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    puzzle: Vec<Puzzle>,
}

/// Why a text is no puzzle file.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum FileError {
    /// It is no TOML, or lacks what a problem needs.
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    /// It holds nothing.
    #[error("it holds no problem; each begins with a line [[puzzle]]")]
    Empty,
}

/// Reads the problems of a file, at least one.
///
/// # Errors
/// A [`FileError`].
pub fn parse(text: &str) -> Result<Vec<Puzzle>, FileError> {
    let puzzles = toml::from_str::<File>(text)?.puzzle;
    if puzzles.is_empty() {
        return Err(FileError::Empty);
    }
    Ok(puzzles)
}

impl Puzzle {
    /// The entry in a puzzle file, with an empty line before it.
    pub fn entry(&self) -> String {
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let solution: Vec<String> = self.solution.iter().map(|turn| quoted(turn)).collect();
        let mut text = String::from("\n[[puzzle]]\n");
        let mut line = |key: &str, value: String| {
            let _ = writeln!(text, "{key} = {value}");
        };
        line("id", quoted(&self.id));
        line("game", quoted(&self.game));
        line("rules", quoted(&self.rules));
        line("position", quoted(&self.position));
        line("stipulation", quoted(&self.stipulation));
        line("solution", format!("[{}]", solution.join(", ")));
        if let Some(unique) = self.unique {
            line("unique", unique.to_string());
        }
        if let Some(plies) = self.plies {
            line("plies", plies.to_string());
        }
        if let Some(difficulty) = self.difficulty {
            line("difficulty", difficulty.to_string());
        }
        line("source", quoted(&self.source));
        if let Some(measures) = &self.measures {
            line("measures", measures.to_toml());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(id: &str) -> Puzzle {
        Puzzle {
            id: id.to_owned(),
            game: "owela".to_owned(),
            rules: "owela".to_owned(),
            position: "owela 1,0/0,0/0,0/0,2 S".to_owned(),
            stipulation: "South to move and win".to_owned(),
            solution: vec!["b2".to_owned(), "b1".to_owned()],
            unique: Some(true),
            plies: Some(3),
            difficulty: Some(2),
            source: "composed by this project".to_owned(),
            measures: Some(Measures {
                choices: 4,
                greedy_fails: true,
                ..Measures::default()
            }),
        }
    }

    #[test]
    fn an_entry_reads_back_as_written() {
        let puzzle = puzzle("a \"b\"\nc");
        let read = parse(&puzzle.entry()).expect("a puzzle file");
        assert_eq!(format!("{read:?}"), format!("{:?}", [puzzle]));
    }

    #[test]
    fn a_file_without_problems_is_none() {
        for text in ["", "# nothing\n", "puzzle = []\n", "title = \"x\"\n"] {
            assert_eq!(parse(text).expect_err(text), FileError::Empty, "{text}");
        }
        assert!(matches!(parse("[[puzzle]]\n"), Err(FileError::Toml(_))));
    }
}
