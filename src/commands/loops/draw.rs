//! `sow loops draw`: a move in space and time.

use crate::cli::LoopsDrawArgs;
use crate::commands::moves::PERIOD_LAPS;
use crate::commands::{only_one, write_file, write_json};
use crate::context::{Context, Status};
use crate::report::move_picture::picture;
use crate::report::width::width;
use anyhow::{Result, bail};
use serde::Serialize;
use sow_engine::referee;
use sow_engine::relay::Patience;
use sow_records::playing::MoveError;
use std::io::Write;

/// The most laps that are kept for a picture: enough to show the end of any move worth drawing.
const MOST_KEPT: usize = 100_000;

#[derive(Serialize)]
struct Report {
    file: String,
}

pub(crate) fn run(context: &Context, args: &LoopsDrawArgs) -> Result<Status> {
    if context.json && args.svg.is_none() {
        bail!(
            "this draws a picture, which --svg FILE writes; the laps as data are told by `sow trace POSITION MOVE --json`"
        );
    }
    let question = only_one(context, &args.position)?;
    let mut rules = question.rules;
    // A never-ending move can be looked at even where it may not be played.
    rules.set("never-ending=annul")?;
    let referee = referee::referee(rules, question.setup.columns);
    let patience = Patience {
        laps: u64::MAX,
        period_laps: PERIOD_LAPS,
        ..Patience::UNLIMITED
    };
    let traced = referee.trace(&question.setup, &args.text, &patience, MOST_KEPT);
    let (turn, recorder) =
        traced.map_err(|error| MoveError::refused(&*referee, &question.setup, error))?;
    let picture = picture(&question.setup, &turn, &recorder, context.letters);
    let mut out = crate::streams::stdout();
    if let Some(path) = &args.svg {
        write_file(path, &picture.svg(args.most))?;
        context.note(&format!("{} written", path.display()));
        if context.json {
            let file = path.display().to_string();
            write_json(&mut out, &Report { file })?;
        }
    } else {
        let (text, legend) = (picture.text(width(), args.most), picture.legend());
        write!(out, "{text}\n{legend}")?;
    }
    Ok(Status::Done)
}
