//! `sow puzzle solve`: solutions as trees.

use super::{means, name, stipulation};
use crate::cli::PuzzleSolveArgs;
use crate::commands::{for_each, write_json};
use crate::context::{Context, Status};
use crate::files::Output;
use crate::input::{Puzzle, Question};
use crate::long_work::stop_flag;
use crate::page::{Content, Puzzles, with};
use crate::report::board::board;
use crate::tables::{self, Known};
use anyhow::Result;
use serde::Serialize;
use sow_engine::game::{Board, Game};
use sow_engine::games::{self, BoardVisitor};
use sow_engine::setup::Setup;
use sow_puzzle::tree::{Branch, solution};
use sow_puzzle::{Judge, Stipulation, Tree, Truth};
use sow_search::proof_number::TreeLimits;
use std::io::Write;
use std::sync::atomic::AtomicBool;

#[derive(Serialize)]
struct SolveReport {
    id: Option<String>,
    position: String,
    rules: String,
    stipulation: String,
    /// Whether the goal can be reached.
    truth: &'static str,
    line: Vec<String>,
    tree: Vec<TreeReport>,
    complete: bool,
}

/// A turn with what follows.
#[derive(Serialize)]
struct TreeReport {
    #[serde(rename = "move")]
    turn: String,
    side: char,
    after: Option<String>,
    /// `reached`, `repeats`, `omitted` or nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    then: Vec<TreeReport>,
}

impl From<&Tree> for TreeReport {
    fn from(tree: &Tree) -> Self {
        Self {
            turn: tree.turn.clone(),
            side: tree.mover.letter(),
            after: tree.after.as_ref().map(Setup::to_string),
            end: match tree.below {
                Branch::Reached => Some("reached"),
                Branch::Repeats => Some("repeats"),
                Branch::Omitted => Some("omitted"),
                Branch::Turns(_) => None,
            },
            then: tree.children().iter().map(Self::from).collect(),
        }
    }
}

pub(crate) fn run(context: &Context, args: &PuzzleSolveArgs) -> Result<Status> {
    let stop = stop_flag()?;
    let tables = tables::open(args.limits.tables.folder.as_deref())?;
    let html_file = Output::open_if(args.html.as_deref())?;
    let mut entries = String::new();
    let status = for_each(context, &args.file, |out, question| {
        let stipulation = stipulation(question, args.stipulation.as_deref())?;
        let known = Known::new(&tables, question.rules, question.setup.columns);
        let (truth, tree) = games::visit(
            question.rules,
            question.setup.columns,
            Solve {
                args,
                question,
                stipulation,
                known: known.as_ref(),
                stop: &stop,
            },
        );
        Known::finish(known)?;
        if context.json {
            write_json(out, &report(question, stipulation, truth, tree.as_ref()))?;
        } else {
            print(out, context, question, stipulation, truth, tree.as_ref())?;
        }
        entries += &entry(question, stipulation, tree.as_ref());
        Ok(super::status(truth))
    })?;
    if let Some(mut file) = html_file {
        let content = Content {
            puzzles: Some(Puzzles {
                name: args.file.clone(),
                text: entries,
            }),
            ..Content::default()
        };
        file.replace(&with(&content)?)?;
        file.finish()?;
    }
    Ok(status)
}

/// A problem as the page reads it, with the solution that was found.
fn entry(question: &Question, stipulation: Stipulation, tree: Option<&Tree>) -> String {
    let stated = question.puzzle.clone().unwrap_or_default();
    let found = tree.map(|tree| {
        tree.main_line()
            .iter()
            .map(|turn| turn.turn.clone())
            .collect()
    });
    let puzzle = Puzzle {
        id: name(question),
        game: question.setup.game.name().to_owned(),
        rules: question.rules.describe(),
        position: question.setup.to_string(),
        stipulation: stipulation.to_string(),
        solution: found.unwrap_or_else(|| stated.solution.clone()),
        ..stated
    };
    puzzle.entry()
}

/// Solves with the game's own types.
struct Solve<'a> {
    args: &'a PuzzleSolveArgs,
    question: &'a Question,
    stipulation: Stipulation,
    /// The endgame tables that fit.
    known: Option<&'a Known<'a>>,
    stop: &'a AtomicBool,
}

impl BoardVisitor for Solve<'_> {
    type Output = (Truth, Option<Tree>);

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let position = game.position(&self.question.setup);
        let means = means(&self.args.limits, self.known, self.stop);
        let judge = Judge::new(&*game, self.stipulation, &position, &means);
        let truth = judge.holds(&judge.root(&position));
        let size = TreeLimits {
            turns: self.args.most as usize,
            ..TreeLimits::default()
        };
        (truth, solution(&judge, &position, size))
    }
}

fn report(
    question: &Question,
    stipulation: Stipulation,
    truth: Truth,
    tree: Option<&Tree>,
) -> SolveReport {
    SolveReport {
        id: question.puzzle.as_ref().map(|puzzle| puzzle.id.clone()),
        position: question.setup.to_string(),
        rules: question.rules.describe(),
        stipulation: stipulation.to_string(),
        truth: truth.name(),
        line: tree
            .iter()
            .flat_map(|tree| tree.main_line())
            .map(|turn| turn.turn.clone())
            .collect(),
        tree: tree
            .iter()
            .flat_map(|tree| tree.children())
            .map(TreeReport::from)
            .collect(),
        complete: tree.is_some_and(Tree::is_complete),
    }
}

fn print(
    out: &mut dyn Write,
    context: &Context,
    question: &Question,
    stipulation: Stipulation,
    truth: Truth,
    tree: Option<&Tree>,
) -> Result<()> {
    writeln!(out, "{}: {stipulation}\n", name(question))?;
    writeln!(out, "{}\n", board(&question.setup, context.letters))?;
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
                writeln!(out, "\n{words}:\n{}", board(setup, context.letters))?;
            }
        }
    }
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
