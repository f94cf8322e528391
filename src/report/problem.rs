//! Problems in words: solved, checked, found.

use super::board::board;
use anyhow::Result;
use sow_engine::setup::Setup;
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
    writeln!(out, "{}: {}\n", question.name(), question.stipulation())?;
    writeln!(out, "{}\n", board(question.position(), letters))?;
    match (truth, tree) {
        (Truth::No, _) => return Ok(writeln!(out, "This cannot be done. (exact)")?),
        (Truth::Open, _) => return Ok(writeln!(out, "Unknown: the limits were reached.")?),
        (Truth::Yes, None) => {
            return Ok(writeln!(
                out,
                "It can be done (exact), but no tree of turns could be written out."
            )?);
        }
        (Truth::Yes, Some(tree)) => {
            write_tree(out, tree, 0)?;
            for (words, setup) in key_moments(tree) {
                writeln!(out, "\n{words}:\n{}", board(setup, letters))?;
            }
        }
    }
    Ok(())
}

/// A checked problem.
pub(crate) fn checked(out: &mut dyn Write, checked: &Checked) -> Result<()> {
    let verdict = match checked.verdict() {
        Truth::Yes => "sound",
        Truth::No => "NOT SOUND",
        Truth::Open => "not decided within the limits",
    };
    let key = match &checked.keys[..] {
        [key] => format!(", key {key}"),
        _ => String::new(),
    };
    let (name, stipulation) = (checked.question.name(), checked.question.stipulation());
    writeln!(out, "{name}: {stipulation}: {verdict}{key}")?;
    for fault in &checked.faults {
        writeln!(out, "  {fault}")?;
    }
    if !checked.refutation.is_empty() {
        writeln!(out, "  refuted by {}", checked.refutation.join(", "))?;
    }
    if !checked.open.is_empty() {
        let shown = &checked.open[..checked.open.len().min(MOST_OPEN)];
        let more = match checked.open.len() - shown.len() {
            0 => String::new(),
            left => format!(" and {left} more"),
        };
        writeln!(out, "  still open: {}{more}", shown.join(", "))?;
    }
    for cook in &checked.cooks {
        let others = cook.others.join(", ");
        writeln!(
            out,
            "  turn {}: {others} as well as {}",
            cook.number, cook.stated
        )?;
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

/// The boards worth seeing: after the key, and at the end of the main line.
fn key_moments(tree: &Tree) -> Vec<(String, &Setup)> {
    let line = tree.main_line();
    let mut moments = Vec::new();
    if let Some((key, after)) = line
        .first()
        .and_then(|key| Some((key, key.after.as_ref()?)))
    {
        moments.push((format!("After {}", key.turn), after));
    }
    if let [_, .., last] = &line[..] {
        let texts: Vec<&str> = line.iter().map(|turn| turn.turn.as_str()).collect();
        if let Some(after) = &last.after {
            moments.push((format!("After {}", texts.join(", ")), after));
        }
    }
    moments
}

/// Writes the turns below a tree, a line a reply; what is forced stays on its line.
fn write_tree(out: &mut dyn Write, tree: &Tree, indent: usize) -> Result<()> {
    for child in tree.children() {
        write!(out, "{:indent$}{} {}", "", child.mover.letter(), child.turn)?;
        let mut at = child;
        while let [only] = at.children() {
            write!(out, ", {} {}", only.mover.letter(), only.turn)?;
            at = only;
        }
        writeln!(out, "{}", end_mark(&at.below))?;
        write_tree(out, at, indent + 2)?;
    }
    Ok(())
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
