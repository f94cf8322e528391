//! `sow puzzle solve`: solutions as trees.

use super::{means, question, status};
use crate::cli::PuzzleSolveArgs;
use crate::commands::{for_each, write_json};
use crate::context::{Context, Status};
use crate::files::Output;
use crate::input::Puzzle;
use crate::long_work::stop_flag;
use crate::page::{Content, Puzzles, with};
use crate::report::problem;
use crate::tables::{self, Known};
use anyhow::Result;
use sow_puzzle::Solved;

pub(crate) fn run(context: &Context, args: &PuzzleSolveArgs) -> Result<Status> {
    let stop = stop_flag()?;
    let tables = tables::open(args.limits.tables.folder.as_deref())?;
    let html_file = Output::open_if(args.html.as_deref())?;
    let mut entries = String::new();
    let status = for_each(context, &args.file, |out, asked| {
        let question = question(asked, args.stipulation.as_deref())?;
        let known = Known::new(&tables, asked.rules, asked.setup.columns);
        let means = means(&args.limits, known.as_ref(), &stop);
        let solved = sow_puzzle::solve(&question, args.most as usize, &means);
        Known::finish(known)?;
        if context.json {
            write_json(out, &solved)?;
        } else {
            problem::solved(out, &solved, context.letters)?;
        }
        entries += &entry(&solved, asked.puzzle.clone().unwrap_or_default());
        Ok(status(solved.truth))
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
fn entry(solved: &Solved, stated: Puzzle) -> String {
    let question = &solved.question;
    let found = solved.tree.as_ref();
    let found = found.map(|_| solved.line().map(|turn| turn.turn.clone()).collect());
    let puzzle = Puzzle {
        id: question.name(),
        game: question.position().game.name().to_owned(),
        rules: question.rules().describe(),
        position: question.position().to_string(),
        stipulation: question.stipulation().to_string(),
        solution: found.unwrap_or_else(|| stated.solution.clone()),
        ..stated
    };
    puzzle.entry()
}
