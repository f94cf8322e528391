//! An opening book, built and extended.

use super::effort;
use crate::cli::OpeningsArgs;
use crate::commands::{of_arena, write_json};
use crate::context::{Context, Status};
use crate::files::Output;
use crate::input::Question;
use crate::long_work::{SAVE_EVERY, Watched, stop_flag};
use crate::report::book;
use anyhow::{Context as _, Result};
use sow_arena::{BookPlan, grow_book};
use sow_search::Endgames;
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::Ordering;

pub(super) fn run(
    context: &Context,
    args: &OpeningsArgs,
    question: &Question,
    endgames: Option<&dyn Endgames>,
    path: &Path,
) -> Result<Status> {
    let stop = stop_flag()?;
    let mut file = Output::lock(path)?;
    let name = path.display().to_string();
    let text = if path.exists() {
        let text = sow_files::text(path);
        Some(text.with_context(|| format!("the book {name} cannot be read"))?)
    } else {
        None
    };
    let plan = BookPlan {
        rules: question.rules,
        root: &question.setup,
        effort: effort(args),
        expand: args.expand.unwrap_or(0),
        step: (100.0 * args.step).round() as i64,
        save_every: SAVE_EVERY,
    };
    let known = text.as_deref().map(|text| (name.as_str(), text));
    let watched = Watched::new(
        context,
        &question.board(),
        "{bar:30} {human_pos} of {human_len} positions expanded, {eta} left",
    );
    let run = watched.run(args.threads, &stop);
    let grown = grow_book(&plan, endgames, known, &run, &mut |text| {
        Ok(file.replace(text)?)
    });
    watched.finish();
    let Some(grown) = grown.map_err(of_arena)? else {
        context.note("interrupted before the first position was judged");
        return Ok(Status::Stopped);
    };
    let mut out = crate::streams::stdout();
    if context.json {
        write_json(&mut out, &grown)?;
    } else {
        write!(out, "{}", book::text(path, &grown, context.letters))?;
    }
    if stop.load(Ordering::Relaxed) {
        context.note("interrupted; the book holds what was expanded, and the same command goes on");
        return Ok(Status::Stopped);
    }
    Ok(Status::Done)
}
