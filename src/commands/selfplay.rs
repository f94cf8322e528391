//! `sow selfplay`: numbered games, written down as they finish.

use super::stats::Report;
use super::{of_arena, write_json};
use crate::cli::SelfPlayArgs;
use crate::context::{Context, Status};
use crate::files::Growing;
use crate::input;
use crate::long_work::{SaveClock, Watched, stop_flag};
use crate::players;
use crate::records::{RecordReport, is_packed};
use anyhow::{Result, anyhow};
use sow_arena::packed::{self, PackedError, Packer};
use sow_arena::{Numbers, SelfPlayPlan, play_games, summarize_games};
use sow_engine::notation::parse_records;
use sow_records::attested::Why;
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) fn run(context: &Context, args: &SelfPlayArgs) -> Result<Status> {
    let stop = stop_flag()?;
    let (rules, starts) = input::alike(context, &args.game)?;
    let seats = players::seated(context, [&args.south, &args.north], rules.game())?;
    let plan = SelfPlayPlan {
        rules,
        starts: &starts,
        seats: [&seats[0], &seats[1]],
        swaps: args.swap,
        random_turns: args.random_turns as usize,
        seed: args.seed,
        longest: args.longest as usize,
        numbers: Numbers {
            first: args.shard.index,
            step: args.shard.count,
            end: args.games,
        },
    };
    if args.summary {
        return summary(context, args, &plan, &stop);
    }
    let (mut out, done) = match &args.output {
        None if context.json => (Output::Json(crate::streams::stdout()), 0),
        None => (Output::Standard(crate::streams::stdout()), 0),
        Some(path) if is_packed(path) => {
            let (file, done) = open_packed(path, &plan)?;
            (Output::Packed(file, SaveClock::new()), done)
        }
        Some(path) => {
            let (file, done) = open(path, &plan)?;
            (Output::File(file, SaveClock::new()), done)
        }
    };
    if done > 0 {
        context.note(&format!(
            "going on after {done} games that were played before"
        ));
    }
    let watched = Watched::new(
        context,
        &args.game,
        "{bar:30} {human_pos} of {human_len} games, {speed} a second, {eta} left",
    );
    let run = watched.run(args.threads, &stop);
    let played = play_games(&plan, done, &run, &mut |text| Ok(out.write(text)?));
    watched.finish();
    played.map_err(of_arena)?;
    out.finish()?;
    Ok(if stop.load(Ordering::Relaxed) {
        context.note("interrupted; the same command goes on from here");
        Status::Stopped
    } else {
        Status::Done
    })
}

/// Tells what `sow stats` would tell of the records.
fn summary(
    context: &Context,
    args: &SelfPlayArgs,
    plan: &SelfPlayPlan<'_>,
    stop: &AtomicBool,
) -> Result<Status> {
    let report = Report::open(context, args.csv.as_deref(), args.html.as_deref())?;
    let watched = Watched::new(
        context,
        &args.game,
        "{bar:30} {human_pos} of {human_len} games, {speed} a second, {eta} left",
    );
    let run = watched.run(args.threads, stop);
    let why = |termination: &str| Why::in_words(termination).map_or("attested", Why::name);
    let (depth, least) = (args.depth.unwrap_or(1), args.least.unwrap_or(1));
    let found = summarize_games(plan, depth, least, &why, &run);
    watched.finish();
    let found = found.map_err(of_arena)?;
    let is_stopped = stop.load(Ordering::Relaxed);
    if is_stopped {
        context.note("interrupted; these are the games that were finished");
    }
    report.tell(context, &found)?;
    Ok(if is_stopped {
        Status::Stopped
    } else {
        Status::Done
    })
}

/// Where records go.
enum Output {
    Standard(crate::streams::Output),
    /// An object a line.
    Json(crate::streams::Output),
    File(Growing, SaveClock),
    /// In blocks of packed records.
    Packed(Growing, SaveClock),
}

impl Output {
    /// Writes one whole record or several.
    fn write(&mut self, text: &str) -> Result<()> {
        match self {
            Self::Standard(out) => out.write_all(text.as_bytes())?,
            Self::Json(out) => {
                for record in &parse_records(text)? {
                    write_json(out, &RecordReport::new(record))?;
                }
            }
            Self::File(file, clock) => {
                file.add(text)?;
                if clock.is_due() {
                    file.sync()?;
                }
            }
            Self::Packed(file, clock) => {
                let mut packer = Packer::new();
                for record in &parse_records(text)? {
                    packer.add(record)?;
                }
                file.add_bytes(&packer.finish())?;
                if clock.is_due() {
                    file.sync()?;
                }
            }
        }
        Ok(())
    }

    /// Brings to the disk what was written.
    fn finish(&self) -> Result<()> {
        match self {
            Self::Standard(_) | Self::Json(_) => Ok(()),
            Self::File(file, _) | Self::Packed(file, _) => file.sync(),
        }
    }
}

/// Opens the file of a run to add to it, a game that was cut off in the writing taken away; says how
/// many games it holds.
fn open(path: &Path, plan: &SelfPlayPlan<'_>) -> Result<(Growing, usize)> {
    let (mut file, text) = Growing::open(path)?;
    let resumed = plan.resume(&path.display().to_string(), &text)?;
    file.cut(resumed.length)?;
    Ok((file, resumed.games))
}

/// The same for a file of packed records. Where a run had fewer games than fill its last block, these are played again, so
/// that the bytes are those of a run that was never interrupted.
fn open_packed(path: &Path, plan: &SelfPlayPlan<'_>) -> Result<(Growing, usize)> {
    let name = path.display().to_string();
    let wrong = |error: PackedError| anyhow!("{name}, {error}; name another file");
    let (mut file, bytes) = Growing::open_bytes(path)?;
    // What a kill has left of the first bytes.
    if bytes.len() < packed::HEAD.len() && packed::HEAD.starts_with(&bytes) {
        file.cut(0)?;
        file.add_bytes(&packed::HEAD)?;
        return Ok((file, 0));
    }
    let (mut done, mut whole) = (0, packed::HEAD.len());
    let mut last = None;
    for block in packed::blocks(&bytes).map_err(wrong)? {
        let block = match block {
            Err(PackedError::Torn { .. }) => break,
            block => block.map_err(wrong)?,
        };
        done = plan.resume_after(&name, done, &block.text)?;
        last = Some((block.at, block.games));
        whole = block.end;
    }
    if let Some((at, games)) = last
        && games < plan.games_at_once()
    {
        done -= games;
        whole = at;
    }
    file.cut(whole)?;
    Ok((file, done))
}
