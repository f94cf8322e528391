//! Problems in words: solved, checked, found.

use super::board::board;
use super::letters::spell;
use super::line::{line_of_play, wrapped};
use super::prose::{paragraph, tell, wrap};
use anyhow::Result;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_puzzle::file::Puzzle;
use sow_puzzle::{Branch, Checked, Measures, Solved, Tree, Truth};
use std::io::Write;

/// Open turns that are named; strips of Nsolo can be hundreds.
const MOST_OPEN: usize = 12;

/// A solved problem with its solution as a tree.
pub(crate) fn solved(out: &mut dyn Write, solved: &Solved, letters: bool) -> Result<()> {
    let Solved {
        question,
        truth,
        tree,
    } = solved;
    let asked = format!("{}: {}", question.name(), question.stipulation());
    writeln!(out, "{}", paragraph(&asked))?;
    writeln!(out, "{}\n", board(question.position(), letters))?;
    match (truth, tree) {
        (Truth::No, _) => tell(out, "This cannot be done. (exact)")?,
        (Truth::Open, _) => tell(out, "Unknown: the limits were reached.")?,
        (Truth::Yes, None) => tell(
            out,
            "It can be done (exact), but no tree of turns could be written out.",
        )?,
        (Truth::Yes, Some(tree)) => {
            let tree_of = TreeOf {
                root: question.position(),
                letters,
            };
            tree_of.write(out, tree, 0)?;
            for (words, setup) in tree_of.key_moments(tree) {
                write!(out, "\n{}{}\n", paragraph(&words), board(setup, letters))?;
            }
        }
    }
    Ok(())
}

/// A checked problem.
pub(crate) fn checked(out: &mut dyn Write, checked: &Checked, letters: bool) -> Result<()> {
    let position = checked.question.position();
    let spelled = |turns: &[String]| {
        let spelled = turns.iter().map(|turn| spell(letters, position, turn));
        spelled.collect::<Vec<_>>().join(", ")
    };
    let verdict = match checked.verdict() {
        Truth::Yes => "sound",
        Truth::No => "NOT SOUND",
        Truth::Open => "not decided within the limits",
    };
    let key = match &checked.keys[..] {
        [key] => format!(", key {}", spell(letters, position, key)),
        _ => String::new(),
    };
    let (name, stipulation) = (checked.question.name(), checked.question.stipulation());
    tell(out, &format!("{name}: {stipulation}: {verdict}{key}"))?;
    let mut detail = |text: &str| write!(out, "{}", wrap("  ", text));
    for fault in &checked.faults {
        detail(&fault.to_string())?;
    }
    if !checked.open.is_empty() {
        let shown = &checked.open[..checked.open.len().min(MOST_OPEN)];
        let more = match checked.open.len() - shown.len() {
            0 => String::new(),
            left => format!(" and {left} more"),
        };
        detail(&format!("still open: {}{more}", spelled(shown)))?;
    }
    for cook in &checked.cooks {
        detail(&format!(
            "turn {}: {} as well as {}",
            cook.number,
            spelled(&cook.others),
            spell(letters, position, &cook.stated)
        ))?;
    }
    if !checked.refutation.is_empty() {
        let line = wrapped("  refuted by ", position, &checked.refutation, letters);
        write!(out, "{line}")?;
    }
    Ok(())
}

/// A composed problem in a line.
pub(crate) fn found(out: &mut dyn Write, puzzle: &Puzzle, measures: &Measures) -> Result<()> {
    writeln!(
        out,
        "# {}, interest {}, difficulty {}: {}",
        puzzle.id,
        measures.interest(),
        measures.difficulty(),
        measures.describe()
    )?;
    Ok(())
}

/// A solution of a problem.
struct TreeOf<'a> {
    root: &'a Setup,
    letters: bool,
}

impl TreeOf<'_> {
    /// A line of turns, the first by `mover`.
    fn line(&self, mover: Side, turns: &[&str]) -> String {
        let mut start = self.root.clone();
        start.side = mover;
        line_of_play(&start, turns, self.letters)
    }

    /// The boards worth seeing: after the key, and at the end of the main line.
    fn key_moments<'t>(&self, tree: &'t Tree) -> Vec<(String, &'t Setup)> {
        let main = tree.main_line();
        let texts: Vec<&str> = main.iter().map(|turn| turn.turn.as_str()).collect();
        let mut moments = Vec::new();
        for played in [1, main.len()] {
            let last = played.checked_sub(1).and_then(|last| main.get(last));
            let Some(after) = last.and_then(|turn| turn.after.as_ref()) else {
                continue;
            };
            let words = format!("After {}:", self.line(self.root.side, &texts[..played]));
            if moments.iter().all(|(told, _)| *told != words) {
                moments.push((words, after));
            }
        }
        moments
    }

    /// Writes the turns below a tree, a line a reply; what is forced stays on its line.
    fn write(&self, out: &mut dyn Write, tree: &Tree, indent: usize) -> Result<()> {
        for child in tree.children() {
            let mut turns = vec![child.turn.as_str()];
            let mut at = child;
            while let [only] = at.children() {
                turns.push(&only.turn);
                at = only;
            }
            let text = self.line(child.mover, &turns) + end_mark(&at.below);
            write!(out, "{}", wrap(&" ".repeat(indent), &text))?;
            self.write(out, at, indent + 2)?;
        }
        Ok(())
    }
}

/// How a line of a solution ends, in a mark.
const fn end_mark(below: &Branch) -> &'static str {
    match below {
        Branch::Reached => " #",
        Branch::Repeats => " (repeats)",
        Branch::Omitted => " …",
        Branch::Turns(_) => "",
    }
}
