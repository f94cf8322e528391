//! Puzzle files: TOML, one `[[puzzle]]` entry a problem. `data/puzzles/README.md` documents the fields.

use crate::measures::Measures;
use serde::Deserialize;
use std::fmt::Write as _;

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

/// Reads the problems of a file.
///
/// # Errors
/// What the TOML reader says, with line and column.
pub fn parse(text: &str) -> Result<Vec<Puzzle>, toml::de::Error> {
    toml::from_str::<File>(text).map(|file| file.puzzle)
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

    #[test]
    fn an_entry_reads_back_as_written() {
        let puzzle = Puzzle {
            id: "a \"b\"".to_owned(),
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
        };
        let read = parse(&puzzle.entry()).expect("a puzzle file");
        assert_eq!(format!("{read:?}"), format!("{:?}", [puzzle]));
    }
}
