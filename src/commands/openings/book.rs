//! An opening book, built and extended.

use super::{asked, by_own_types, effort};
use crate::book_file::{self, Heading};
use crate::cli::OpeningsArgs;
use crate::commands::write_json;
use crate::context::{Context, Status};
use crate::files::Output;
use crate::input::Question;
use crate::long_work::{SaveClock, progress, stop_flag};
use crate::report::prose::wrap;
use crate::report::worth::worth;
use crate::tables::Known;
use anyhow::{Result, bail};
use serde::Serialize;
use sow_arena::book::begin;
use sow_arena::first_turns::FirstTurns;
use sow_engine::game::{Board, Game};
use sow_engine::games::BoardVisitor;
use sow_search::Endgames;
use sow_search::analyse::Score;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a book came to.
struct Grown {
    positions: usize,
    expanded: usize,
    deepest: u32,
    worth: Score,
    line: Vec<String>,
    /// Nothing is left to expand.
    complete: bool,
}

#[derive(Serialize)]
struct Report {
    position: String,
    rules: String,
    positions: usize,
    expanded: usize,
    deepest: u32,
    worth: Score,
    line: Vec<String>,
    complete: bool,
}

pub(super) fn run(
    context: &Context,
    args: &OpeningsArgs,
    question: &Question,
    known: Option<&Known<'_>>,
    path: &Path,
) -> Result<Status> {
    let stop = stop_flag()?;
    let mut file = Output::lock(path)?;
    let grow = Grow {
        context,
        args,
        question,
        known,
        path,
        file: &mut file,
        stop: &stop,
    };
    let Some(grown) = by_own_types(args, question, known, grow)? else {
        context.note("interrupted before the first position was judged");
        return Ok(Status::Stopped);
    };
    let mut out = crate::streams::stdout();
    if context.json {
        let report = Report {
            position: question.setup.to_string(),
            rules: question.rules.describe(),
            positions: grown.positions,
            expanded: grown.expanded,
            deepest: grown.deepest,
            worth: grown.worth,
            line: grown.line,
            complete: grown.complete,
        };
        write_json(&mut out, &report)?;
    } else {
        writeln!(
            out,
            "{}: {} positions, {} of them expanded, {} deep{}",
            path.display(),
            grown.positions,
            grown.expanded,
            grown.deepest,
            if grown.complete {
                "; nothing is left to expand"
            } else {
                ""
            }
        )?;
        writeln!(out, "Worth by the book: {}", worth(&grown.worth))?;
        let letter = question.setup.side.letter();
        let line = format!("{letter} {}", grown.line.join(" "));
        write!(out, "{}", wrap("Best line: ", &line))?;
    }
    if stop.load(Ordering::Relaxed) {
        context.note("interrupted; the book holds what was expanded, and the same command goes on");
        return Ok(Status::Stopped);
    }
    Ok(Status::Done)
}

struct Grow<'a> {
    context: &'a Context,
    args: &'a OpeningsArgs,
    question: &'a Question,
    /// The endgame tables that fit.
    known: Option<&'a Known<'a>>,
    path: &'a Path,
    file: &'a mut Output,
    stop: &'a AtomicBool,
}

impl BoardVisitor for Grow<'_> {
    type Output = Result<Option<Grown>>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Result<Option<Grown>> {
        let effort = effort(self.args);
        let first_turns = FirstTurns {
            game: &*game,
            effort,
            endgames: self.known.map(|known| known as &dyn Endgames),
        };
        let heading = Heading::new(
            game.kind(),
            game.rules().describe(),
            format!(
                "nodes {}, proof {}, depth {}{}",
                effort.nodes,
                effort.proof,
                effort.depth,
                asked(self.known)
            ),
        );
        let root = game.position(&self.question.setup);
        let mut book = if self.path.exists() {
            let (found, book) = book_file::read(self.path, &*game)?;
            if found.effort != heading.effort {
                bail!(
                    "{} was built with {}, and this is {}; give the same options to go on with it",
                    self.path.display(),
                    found.effort,
                    heading.effort
                );
            }
            if book.entries()[0].position != root {
                bail!("{} begins with another position", self.path.display());
            }
            book
        } else {
            match begin(&first_turns, &root, self.stop) {
                Some(book) => book,
                None => return Ok(None),
            }
        };
        let wanted = self.args.expand.unwrap_or(0);
        let step = (100.0 * self.args.step).round() as i64;
        let bar = progress(
            self.context,
            wanted,
            "{bar:30} {pos} of {len} positions expanded, {eta} left",
        );
        let mut clock = SaveClock::new();
        let mut complete = false;
        for _ in 0..wanted {
            let Some(number) = book.next(step) else {
                complete = true;
                break;
            };
            if !book.expand(&first_turns, number, self.stop) {
                break;
            }
            bar.inc(1);
            if clock.is_due() {
                book_file::write(self.file, &*game, &heading, &book)?;
            }
        }
        bar.finish_and_clear();
        book_file::write(self.file, &*game, &heading, &book)?;
        let entries = book.entries();
        Ok(Some(Grown {
            positions: entries.len(),
            expanded: entries.iter().filter(|entry| entry.steps.is_some()).count(),
            deepest: entries.iter().map(|entry| entry.ply).max().unwrap_or(0),
            worth: entries[0].worth,
            line: book.line(),
            complete,
        }))
    }
}
