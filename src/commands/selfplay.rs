//! `sow selfplay`: numbered games, written down as they finish.

use super::{of_arena, write_json};
use crate::cli::SelfPlayArgs;
use crate::context::{Context, Status};
use crate::files::Growing;
use crate::input;
use crate::long_work::{SaveClock, Watched, stop_flag};
use crate::players;
use crate::records::RecordReport;
use anyhow::Result;
use sow_arena::{Numbers, SelfPlayPlan, play_games};
use sow_engine::notation::parse_records;
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::Ordering;

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
    let (mut out, done) = match &args.output {
        None if context.json => (Output::Json(crate::streams::stdout()), 0),
        None => (Output::Standard(crate::streams::stdout()), 0),
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

/// Where records go.
enum Output {
    Standard(crate::streams::Output),
    /// An object a line.
    Json(crate::streams::Output),
    File(Growing, SaveClock),
}

impl Output {
    /// Writes one whole record.
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
        }
        Ok(())
    }

    /// Brings to the disk what was written.
    fn finish(&self) -> Result<()> {
        match self {
            Self::Standard(_) | Self::Json(_) => Ok(()),
            Self::File(file, _) => file.sync(),
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
