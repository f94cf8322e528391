//! `sow loops survey`: samples where a census is too large.

use crate::cli::LoopsSurveyArgs;
use crate::commands::write_json;
use crate::context::{Context, Status};
use crate::long_work::{on_threads, progress, stop_flag};
use crate::report::number::{grouped, seconds, share};
use crate::report::table::Table;
use crate::rows::Rows;
use anyhow::Result;
use serde::Serialize;
use sow_loops::census::LAP_CAPS;
use sow_loops::find::Uniform;
use sow_loops::survey::{Findings, Survey};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Rings between two looks at the progress.
const RINGS_A_STEP: u64 = 100_000;

#[derive(Serialize)]
struct Report {
    pits: usize,
    seeds: u32,
    rings: u64,
    starts: u64,
    never: u64,
    certified: u64,
    undecided: u64,
    longest_missed: u64,
    longest_ending: u64,
    /// For each lap cap the starts whose move ends after more laps.
    ending_beyond: BTreeMap<u32, u64>,
    seconds: f64,
}

pub(crate) fn run(context: &Context, args: &LoopsSurveyArgs) -> Result<Status> {
    let stop = stop_flag()?;
    let counts: Vec<u32> = args.seeds.clone().step_by(args.step as usize).collect();
    for &seeds in &counts {
        Uniform::new(args.pits, seeds..=seeds, None)?;
    }
    let mut rows = Rows::open_if(context, args.csv.as_deref(), columns())?;
    let mut out = Rows::other_output(rows.as_ref());
    let mut done = 0;
    let mut table = Table::new(&[
        ">seeds",
        ">starts",
        ">never end",
        ">certified",
        ">longest missed",
        ">longest ending",
        ">cap 50 wrong",
        ">cap 100 wrong",
        ">cap 200 wrong",
        ">undecided",
        ">time",
    ]);
    for &seeds in &counts {
        let begun = Instant::now();
        let found = sample(context, args, seeds, &stop)?;
        // A sample that was cut short depends on when: it is not told.
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let report = report(args, seeds, &found, begun.elapsed().as_secs_f64());
        done += 1;
        if context.json {
            write_json(&mut out, &report)?;
        }
        table.row(cells(&report));
        if let Some(rows) = &mut rows {
            rows.add_object(&report)?;
            rows.save()?;
        }
    }
    Rows::finish(rows)?;
    if !context.json {
        write!(
            out,
            "Rings of {} pits, {} of each number of seeds\n\n{table}",
            args.pits,
            grouped(args.tasks)
        )?;
    }
    if done < counts.len() {
        context.note("interrupted; the numbers of seeds above are complete");
        return Ok(Status::Stopped);
    }
    Ok(Status::Done)
}

fn sample(
    context: &Context,
    args: &LoopsSurveyArgs,
    seeds: u32,
    stop: &AtomicBool,
) -> Result<Findings> {
    let source = Uniform::new(args.pits, seeds..=seeds, None)?;
    let survey = Survey {
        source: &source,
        seed: args.seed,
        limit: args.laps,
    };
    let bar = progress(
        context,
        &format!("{} pits, {seeds} seeds", args.pits),
        args.tasks,
        "{wide_bar} {human_pos}/{human_len} rings, {elapsed} gone, {eta} left",
    );
    let found = on_threads(args.threads, || {
        let mut found = Findings::default();
        let mut first = 0;
        while first < args.tasks && !stop.load(Ordering::Relaxed) {
            let end = args.tasks.min(first.saturating_add(RINGS_A_STEP));
            found = found.plus(survey.run(first..end, stop));
            bar.set_position(end);
            first = end;
        }
        found
    })?;
    bar.finish_and_clear();
    Ok(found)
}

fn report(args: &LoopsSurveyArgs, seeds: u32, found: &Findings, seconds: f64) -> Report {
    Report {
        pits: args.pits,
        seeds,
        rings: args.tasks,
        starts: found.starts,
        never: found.never,
        certified: found.certified,
        undecided: found.undecided,
        longest_missed: found.longest_missed,
        longest_ending: found.longest_ending,
        ending_beyond: LAP_CAPS.into_iter().zip(found.ending_beyond).collect(),
        seconds,
    }
}

/// The columns of the table as comma-separated values.
fn columns() -> Vec<String> {
    let fields = "pits,seeds,starts,never,certified,undecided,longest_missed,longest_ending";
    let caps = LAP_CAPS.map(|cap| format!("ending_beyond_{cap}"));
    let fields = fields.split(',').map(str::to_owned);
    fields.chain(caps).collect()
}

fn cells(report: &Report) -> [String; 11] {
    // Of the starts that a cap cuts, the share that would have ended.
    let wrong = |cap: u32| {
        let ending = report.ending_beyond.get(&cap).copied().unwrap_or(0);
        share(ending, ending + report.never)
    };
    [
        report.seeds.to_string(),
        grouped(report.starts),
        grouped(report.never),
        share(report.certified, report.never),
        match report.longest_missed {
            0 => "–".to_owned(),
            laps => grouped(laps),
        },
        grouped(report.longest_ending),
        wrong(50),
        wrong(100),
        wrong(200),
        grouped(report.undecided),
        seconds(Duration::from_secs_f64(report.seconds)),
    ]
}
