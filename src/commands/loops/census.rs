//! `sow loops census`: exhaustive counts on one ring.

use crate::cli::LoopsCensusArgs;
use crate::commands::write_json;
use crate::context::{Context, Status};
use crate::files::Output;
use crate::long_work::{SaveClock, on_threads, progress, stop_flag};
use crate::report::number::{grouped, seconds, share};
use crate::report::prose::tell;
use crate::report::table::Table;
use crate::rows::Rows;
use anyhow::{Context as _, Result};
use serde::Serialize;
use sow_loops::census::{Census, CensusRow, Example, csv};
use sow_loops::draw::census_svg;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Tasks between two looks at the clock.
const TASKS_A_STEP: usize = 16;

#[derive(Serialize)]
struct Report<'a> {
    pits: usize,
    seeds: u32,
    starts: u64,
    never: u64,
    cycles: u64,
    min_period: Option<u64>,
    max_period: Option<u64>,
    longest_ending: u64,
    certified: u64,
    longest_certified: u64,
    longest_missed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest_ending_ring: Option<&'a [u8]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min_period_ring: Option<&'a [u8]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_period_ring: Option<&'a [u8]>,
    seconds: f64,
}

pub(crate) fn run(context: &Context, args: &LoopsCensusArgs) -> Result<Status> {
    let stop = stop_flag()?;
    // Every number of seeds is looked at before the first is counted.
    for seeds in args.seeds.clone() {
        Census::new(args.pits, seeds)?;
    }
    if let Some(folder) = &args.checkpoint {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("{} cannot be made", folder.display()))?;
    }
    let mut lines = Rows::open_if(context, args.csv.as_deref(), csv::columns())?;
    let mut plot_file = Output::open_if(args.plot.as_deref())?;
    let mut out = Rows::other_output(lines.as_ref());
    let mut table = Table::new(&[
        ">seeds",
        ">starts",
        ">never end",
        ">cycles",
        ">certified",
        ">shortest period",
        ">longest period",
        ">longest missed",
        ">longest ending",
        ">time",
    ]);
    let mut rows = Vec::new();
    for seeds in args.seeds.clone() {
        let begun = Instant::now();
        let mut census = Census::new(args.pits, seeds)?;
        count(context, args, &mut census, &stop)?;
        let Some(row) = census.row()? else {
            break;
        };
        if context.json {
            write_json(&mut out, &report(&row, &census, begun.elapsed()))?;
        }
        table.row(cells(&row, &census, begun.elapsed()));
        // What is counted is on disk before the next count begins.
        if let Some(lines) = &mut lines {
            lines.add(csv::cells(&census, &row))?;
            lines.save()?;
        }
        rows.push(row);
        if let Some(file) = &mut plot_file {
            file.replace(&census_svg(&rows))?;
        }
    }
    Rows::finish(lines)?;
    if let Some(file) = plot_file {
        file.finish()?;
    }
    if !context.json {
        write!(out, "A ring of {} pits\n\n{table}", args.pits)?;
        if let Some(row) = rows.iter().rev().find(|row| row.never > 0) {
            let share = row.never as f64 / row.starts as f64;
            writeln!(out)?;
            tell(
                &mut out,
                &format!(
                    "With {} seeds one start in {} never ends.",
                    row.seeds,
                    grouped((1.0 / share).round() as u64)
                ),
            )?;
        }
    }
    let complete = rows.len() == args.seeds.clone().count();
    if !complete {
        context.note(match &args.checkpoint {
            Some(_) => "interrupted; the same command goes on from its checkpoint",
            None => "interrupted; with --checkpoint DIR a count can be taken up again",
        });
    }
    Ok(if complete {
        Status::Done
    } else {
        Status::Stopped
    })
}

/// Where the count of one number of seeds is saved.
fn checkpoint(args: &LoopsCensusArgs, census: &Census) -> Option<PathBuf> {
    let folder = args.checkpoint.as_ref()?;
    Some(folder.join(format!("census-{}-{}.part", census.pits(), census.seeds())))
}

/// Counts until finished or stopped, saving from time to time.
fn count(
    context: &Context,
    args: &LoopsCensusArgs,
    census: &mut Census,
    stop: &AtomicBool,
) -> Result<()> {
    let path = checkpoint(args, census);
    // Two counts of the same would write one checkpoint.
    let _lock = path.as_deref().map(Output::lock).transpose()?;
    if let Some(path) = path.as_deref().filter(|path| path.exists()) {
        census.resume(path)?;
    }
    let (done, tasks) = census.progress();
    let bar = progress(
        context,
        &format!("{} pits, {} seeds", census.pits(), census.seeds()),
        tasks as u64,
        "{wide_bar} {human_pos}/{human_len} parts, {elapsed} gone, {eta} left",
    );
    bar.set_position(done as u64);
    let mut clock = SaveClock::new();
    let save = |census: &Census, path: Option<&Path>| path.map_or(Ok(()), |path| census.save(path));
    on_threads(args.threads, || -> Result<()> {
        while !stop.load(Ordering::Relaxed) && !census.advance(TASKS_A_STEP, stop) {
            bar.set_position(census.progress().0 as u64);
            if clock.is_due() {
                save(census, path.as_deref())?;
            }
        }
        Ok(())
    })??;
    bar.finish_and_clear();
    save(census, path.as_deref())?;
    Ok(())
}

fn report<'a>(row: &CensusRow, census: &'a Census, time: Duration) -> Report<'a> {
    let coverage = census.coverage();
    let ring = |example: Option<&'a Example>| example.map(|example| example.ring.as_slice());
    Report {
        pits: row.pits,
        seeds: row.seeds,
        starts: row.starts,
        never: row.never,
        cycles: row.cycles,
        min_period: row.min_period,
        max_period: row.max_period,
        longest_ending: row.longest_ending,
        certified: coverage.certified,
        longest_certified: coverage.longest_certified,
        longest_missed: coverage.longest_missed,
        longest_ending_ring: ring(census.longest_ending()),
        min_period_ring: ring(census.shortest_never()),
        max_period_ring: ring(census.longest_never()),
        seconds: time.as_secs_f64(),
    }
}

fn cells(row: &CensusRow, census: &Census, time: Duration) -> [String; 10] {
    let coverage = census.coverage();
    let period = |laps: Option<u64>| laps.map_or_else(|| "–".to_owned(), grouped);
    [
        row.seeds.to_string(),
        grouped(row.starts),
        grouped(row.never),
        grouped(row.cycles),
        share(coverage.certified, row.never),
        period(row.min_period),
        period(row.max_period),
        period((coverage.longest_missed > 0).then_some(coverage.longest_missed)),
        grouped(row.longest_ending),
        seconds(time),
    ]
}
