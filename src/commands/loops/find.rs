//! `sow loops find`: a hunt for records.

use super::in_play;
use crate::cli::{GoalArg, LoopsFindArgs};
use crate::commands::{only_one, write_json};
use crate::context::{Context, Status};
use crate::long_work::{on_threads, progress, stop_flag};
use crate::report::number::{count, grouped};
use crate::report::prose::tell;
use anyhow::{Result, bail};
use indicatif::ProgressBar;
use serde::Serialize;
use sow_loops::check::{Proof, Verdict};
use sow_loops::find::{Certified, Find, Goal, Hunt, Source, Uniform};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tasks between two looks at the progress.
const TASKS_A_STEP: u64 = 256;

/// A record on one ring.
#[derive(Serialize)]
struct Record {
    goal: &'static str,
    /// The same as a position, where the ring is one of a four-row game.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// The ring, from the pit that is played, in the direction of sowing.
    ring: Vec<u32>,
    pits: usize,
    seeds: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    laps: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<u64>,
    proof: &'static str,
    /// The task that found it.
    task: u64,
    /// What finds it again.
    command: String,
}

/// The command that finds the same again.
pub(super) fn command(args: &LoopsFindArgs) -> String {
    let mut command = format!("sow loops find --goal {}", args.goal.name());
    let mut option = |text: String| {
        command.push(' ');
        command += &text;
    };
    match (args.pits, &args.seeds, &args.from) {
        (Some(pits), Some(seeds), _) => option(format!(
            "--pits {pits} --seeds {}..{}",
            seeds.start(),
            seeds.end()
        )),
        (_, _, Some(position)) if position.contains(' ') => option(format!("--from '{position}'")),
        (_, _, Some(position)) => option(format!("--from {position}")),
        _ => option("--omweso".to_owned()),
    }
    if let Some(cap) = args.cap {
        option(format!("--cap {cap}"));
    }
    option(format!("--seed {} --tasks {}", args.seed, args.tasks));
    if args.from.is_none() {
        option(format!("--climb {}", args.climb));
    }
    option(format!("--laps {}", args.laps));
    command
}

impl GoalArg {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::LongestEnding => "longest-ending",
            Self::LongestNever => "longest-never",
            Self::ShortestNever => "shortest-never",
            Self::FewestSeeds => "fewest-seeds",
        }
    }

    const fn goal(self) -> Goal {
        match self {
            Self::LongestEnding => Goal::LongestEnding,
            Self::LongestNever => Goal::LongestNever,
            Self::ShortestNever => Goal::ShortestNever,
            Self::FewestSeeds => Goal::FewestSeeds,
        }
    }
}

pub(crate) fn run(context: &Context, args: &LoopsFindArgs) -> Result<Status> {
    if let Some(position) = &args.from {
        let question = only_one(context, position)?;
        return in_play::run(context, args, &question);
    }
    let stop = stop_flag()?;
    let (pits, seeds) = match (args.pits, &args.seeds) {
        (Some(pits), Some(seeds)) => (pits, seeds.clone()),
        _ => (16, 32..=32),
    };
    let bar = progress(
        context,
        &format!("{} pits", pits),
        args.tasks,
        "{wide_bar} {human_pos}/{human_len} rings, {elapsed} gone, {eta} left",
    );
    let found = on_threads(args.threads, || hunt(args, pits, seeds, &bar, &stop))??;
    bar.finish_and_clear();
    let interrupted = stop.load(Ordering::Relaxed);
    let Some(find) = found else {
        if interrupted {
            return Ok(Status::Stopped);
        }
        bail!(
            "{} rings were drawn and none has such a move; more --tasks or other --seeds may help",
            grouped(args.tasks)
        );
    };
    print(context, &record(args, &find))?;
    Ok(if interrupted {
        Status::Stopped
    } else {
        Status::Done
    })
}

/// Hunts among rings drawn at random: uniformly for moves that end, and for never-ending ones, which
/// are rare, among rings that the residue certificate proves never-ending as well.
fn hunt(
    args: &LoopsFindArgs,
    pits: usize,
    seeds: RangeInclusive<u32>,
    bar: &ProgressBar,
    stop: &AtomicBool,
) -> Result<Option<Find>> {
    let uniform = Uniform::new(pits, seeds.clone(), args.cap)?;
    if args.goal == GoalArg::LongestEnding || args.cap.is_some() {
        return Ok(in_steps(args, &uniform, bar, stop));
    }
    let certified = Certified::new(pits, seeds)?;
    Ok(in_steps(args, &certified, bar, stop))
}

/// Runs a hunt step by step. The result is that of one run: the best find, of equals the earliest.
fn in_steps<S: Source>(
    args: &LoopsFindArgs,
    source: &S,
    bar: &ProgressBar,
    stop: &AtomicBool,
) -> Option<Find> {
    let hunt = Hunt {
        goal: args.goal.goal(),
        source,
        seed: args.seed,
        limit: args.laps,
        climb: args.climb,
    };
    let mut best: Option<Find> = None;
    for first in (0..args.tasks).step_by(TASKS_A_STEP as usize) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let range = first..args.tasks.min(first + TASKS_A_STEP);
        bar.set_position(range.start);
        if let Some(find) = hunt.run(range, stop)
            && best
                .as_ref()
                .is_none_or(|known| is_better(args.goal, &find, known))
        {
            best = Some(find);
        }
    }
    best
}

fn is_better(goal: GoalArg, find: &Find, known: &Find) -> bool {
    match goal {
        GoalArg::LongestEnding | GoalArg::LongestNever => find.laps() > known.laps(),
        GoalArg::ShortestNever => find.laps() < known.laps(),
        GoalArg::FewestSeeds => find.start.seeds() < known.start.seeds(),
    }
}

fn record(args: &LoopsFindArgs, find: &Find) -> Record {
    let pits = find.start.pits();
    let ring: Vec<u32> = (0..pits)
        .map(|step| find.start.ring()[(find.start.pit() + step) % pits])
        .collect();
    let (laps, period, proof) = match &find.verdict {
        Verdict::Ends { laps, .. } => (Some(*laps), None, "run to its end"),
        Verdict::Never {
            proof: Proof::Residues(_),
            period,
        } => (None, *period, "residues"),
        Verdict::Never {
            proof: Proof::Return { .. },
            period,
        } => (None, *period, "return"),
        Verdict::Undecided { .. } => (None, None, "undecided"),
    };
    let (position, text) = position(args, find, &ring).unzip();
    Record {
        goal: args.goal.name(),
        position,
        text,
        task: find.task,
        command: command(args),
        pits,
        seeds: find.start.seeds(),
        ring,
        laps,
        period,
        proof,
    }
}

/// The ring as South's in a four-row game with the pit to play.
///
/// A set-up of Omweso stays as it was drawn, with North's 32 seeds opposite: nobody has moved, so that
/// nothing can be captured. Any other ring is played from b1, with an empty North.
fn position(args: &LoopsFindArgs, find: &Find, ring: &[u32]) -> Option<(String, String)> {
    let ring = if args.omweso { find.start.ring() } else { ring };
    if ring.len() % 2 == 1 || ring.iter().any(|&seeds| seeds > 255) {
        return None;
    }
    let columns = ring.len() / 2;
    let row = |pits: &mut dyn Iterator<Item = &u32>| {
        pits.map(u32::to_string).collect::<Vec<_>>().join(",")
    };
    let back = row(&mut ring[..columns].iter());
    let front = row(&mut ring[columns..].iter().rev());
    let name = sow_engine::pit::name(
        sow_engine::kind::GameKind::Owela,
        columns,
        if args.omweso { find.start.pit() } else { 0 },
    );
    let position = if args.omweso {
        format!("omweso 4x8/0x8/{front}/{back} S unmoved:SN uncaptured")
    } else {
        format!("owela 0x{columns}/0x{columns}/{front}/{back} S")
    };
    Some((position, name))
}

fn print(context: &Context, record: &Record) -> Result<()> {
    let mut out = crate::streams::stdout();
    if context.json {
        return write_json(&mut out, record);
    }
    let ring = record
        .ring
        .iter()
        .map(u32::to_string)
        .collect::<Vec<_>>()
        .join(" ");
    let what = match (record.laps, record.period) {
        (Some(laps), _) => format!("ends after {}", count(laps, "lap")),
        (None, Some(period)) => format!(
            "never ends ({}), period {}",
            record.proof,
            count(period, "lap")
        ),
        (None, None) => format!("never ends ({})", record.proof),
    };
    tell(&mut out, &format!("{}: {what}", record.goal))?;
    let size = format!(
        "{} pits, {} seeds, played from the first: {ring}",
        record.pits, record.seeds
    );
    tell(&mut out, &size)?;
    if let (Some(position), Some(text)) = (&record.position, &record.text) {
        tell(&mut out, &format!("as a position: '{position}' {text}"))?;
    }
    let found = format!(
        "found by task {} of {}",
        grouped(record.task),
        record.command
    );
    tell(&mut out, &found)?;
    Ok(())
}
