//! Problems that were found, without near duplicates.

use crate::file::Puzzle;
use crate::measures::Measures;
use crate::stipulation::Stipulation;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use std::collections::HashSet;
use std::sync::Arc;

/// A problem that was found.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The position.
    pub position: Setup,
    /// What is asked.
    pub stipulation: Stipulation,
    /// A line of best play; the first turn is the key, by its first sowing unique.
    pub solution: Vec<String>,
    /// Decisions to the end, where South's goal rests on ending the game.
    pub plies: Option<u32>,
    /// What it has to offer.
    pub measures: Measures,
    /// The position after the key.
    pub(crate) after: Option<Setup>,
}

impl Problem {
    /// The first sowing of the key.
    pub fn key(&self) -> &str {
        let first = self.solution.first().map_or("", String::as_str);
        first.split('+').next().unwrap_or_default()
    }

    /// What near duplicates have in common: any one of these.
    fn marks(&self) -> Vec<String> {
        let Setup { rings, columns, .. } = &self.position;
        let (south, north) = if self.position.game.has_four_rows() {
            (&rings[0][..], &rings[1][..])
        } else {
            rings[0].split_at(*columns)
        };
        let size = format!("{} {columns}", self.position.game);
        let key = self.key();
        let mut marks = vec![
            format!("{size} position {}", self.position),
            format!("{size} south {south:?} {key}"),
            format!("{size} north {north:?} {key}"),
        ];
        if let Some(after) = &self.after {
            marks.push(format!("{size} after {after}"));
        }
        if self.solution.len() > 3 {
            marks.push(format!("{size} line {}", self.solution.join(" ")));
        }
        marks
    }

    /// As an entry of a puzzle file.
    pub fn puzzle(&self, id: String, rules: &Rules, source: String) -> Puzzle {
        Puzzle {
            id,
            game: rules.game().to_string(),
            rules: rules.describe(),
            position: self.position.to_string(),
            stipulation: self.stipulation.to_string(),
            solution: self.solution.clone(),
            unique: Some(true),
            plies: self.plies,
            difficulty: Some(self.measures.difficulty()),
            source,
            measures: Some(self.measures),
        }
    }
}

/// Problems in the order in which they were found, without near duplicates.
#[derive(Debug, Default)]
pub struct Collection {
    marks: HashSet<String>,
    /// The problems.
    pub problems: Vec<Arc<Problem>>,
}

impl Collection {
    /// Takes the most interesting of a task's finds that is not nearly known; true if there is one.
    pub fn take(&mut self, found: &[Arc<Problem>], least_interest: u32) -> bool {
        let fresh = found.iter().find(|problem| {
            problem.measures.interest() >= least_interest
                && problem
                    .marks()
                    .iter()
                    .all(|mark| !self.marks.contains(mark))
        });
        let Some(problem) = fresh else {
            return false;
        };
        self.marks.extend(problem.marks());
        self.problems.push(Arc::clone(problem));
        true
    }
}
