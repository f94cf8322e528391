//! `sow loops period`: the exact period of a never-ending move.

use super::state;
use crate::cli::LoopsPeriodArgs;
use crate::commands::{only_one, write_json};
use crate::context::{Context, Status};
use crate::files::Output;
use crate::long_work::{SaveClock, progress, stop_flag};
use crate::report::letters::spell;
use crate::report::number::{count, speed, work};
use crate::report::prose::tell;
use crate::report::turn::{comment, is_undecided};
use anyhow::{Result, bail};
use serde::Serialize;
use sow_engine::relay::Patience;
use sow_engine::setup::Setup;
use sow_engine::turn::TurnEnd;
use sow_loops::period::{Outcome, PeriodRun};
use sow_loops::start::Start;
use sow_records::playing::MoveError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Laps between two looks at the clock.
const LAPS_A_STEP: u64 = 1 << 23;

#[derive(Serialize)]
struct Report {
    position: String,
    #[serde(rename = "move")]
    text: String,
    proof: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<u64>,
    /// Laps after which the ring is back, turned by `turned` pits.
    #[serde(skip_serializing_if = "Option::is_none")]
    up_to_rotation: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turned: Option<usize>,
    laps_run: u64,
    seconds: f64,
}

pub(crate) fn run(context: &Context, args: &LoopsPeriodArgs) -> Result<Status> {
    let question = only_one(context, &args.position)?;
    let turns = question
        .referee()
        .turns(&question.setup, &Patience::UNLIMITED, false);
    let wanted = turns.iter().find(|turn| turn.text == args.text);
    let turn = match wanted {
        Some(turn) => turn.clone(),
        None => {
            let referee = question.referee();
            let played = referee.play(&question.setup, &args.text, &Patience::UNLIMITED);
            played.map_err(|error| MoveError::refused(&*referee, &question.setup, error))?
        }
    };
    let TurnEnd::NeverEnds(proof) = &turn.end else {
        if is_undecided(&turn) {
            bail!(
                "whether {} has a period cannot be told: {}",
                turn.text,
                comment(&question.rules, &turn)
            );
        }
        bail!(
            "{} has no period: it ends after {}",
            turn.text,
            count(turn.laps, "lap")
        );
    };
    let begun = Instant::now();
    let mut report = Report {
        position: question.setup.to_string(),
        text: turn.text.clone(),
        proof: if proof.residues { "residues" } else { "return" },
        period: proof.period,
        up_to_rotation: None,
        turned: None,
        laps_run: turn.laps,
        seconds: 0.0,
    };
    if proof.period.is_none() {
        let Some(state) = state::of_proof(&question.rules, &question.setup, &turn, proof) else {
            bail!("the state of the proof cannot be replayed");
        };
        let start = Start::new(&state.ring, 0)?;
        let mut run = long_run(context, args, start)?;
        report.laps_run = run.laps();
        // Asking for no further laps tells the outcome of a run that is over.
        if let Some(Outcome::Returns {
            period,
            up_to_rotation,
            turned,
        }) = run.advance(0, &false.into())
        {
            (report.period, report.up_to_rotation, report.turned) =
                (Some(period), Some(up_to_rotation), Some(turned));
        }
    }
    report.seconds = begun.elapsed().as_secs_f64();
    print(context, &question.setup, &report)?;
    Ok(if report.period.is_some() {
        Status::Done
    } else {
        Status::Stopped
    })
}

/// Runs the move until it is back, or time is up.
fn long_run(context: &Context, args: &LoopsPeriodArgs, start: Start) -> Result<PeriodRun> {
    let stop = stop_flag()?;
    let _lock = args.checkpoint.as_deref().map(Output::lock).transpose()?;
    let mut run = match &args.checkpoint {
        Some(path) if path.exists() => PeriodRun::resume(start, path)?,
        _ => PeriodRun::new(start),
    };
    let bar = progress(context, &args.text, 0, "{spinner} {msg}, {elapsed}");
    let before = run.laps();
    let (begun, mut clock) = (Instant::now(), SaveClock::new());
    let out_of_time = || args.time.is_some_and(|time| begun.elapsed() >= time);
    while run.advance(LAPS_A_STEP, &stop).is_none()
        && !stop.load(Ordering::Relaxed)
        && !out_of_time()
    {
        let laps = run.laps();
        bar.set_message(format!(
            "{}, {}",
            count(laps, "lap"),
            speed(laps - before, "lap", begun.elapsed())
        ));
        bar.tick();
        if let Some(path) = args.checkpoint.as_ref().filter(|_| clock.is_due()) {
            run.save(path)?;
        }
    }
    bar.finish_and_clear();
    if let Some(path) = &args.checkpoint {
        run.save(path)?;
    }
    Ok(run)
}

fn print(context: &Context, setup: &Setup, report: &Report) -> Result<()> {
    let mut out = crate::streams::stdout();
    let text = &spell(context.letters, setup, &report.text);
    if context.json {
        return write_json(&mut out, report);
    }
    let never_ends =
        |text: &str, period| format!("{text} never ends: period {}.", count(period, "lap"));
    match (report.period, report.up_to_rotation, report.turned) {
        (Some(period), Some(laps), Some(turned)) if turned > 0 => {
            tell(&mut out, &never_ends(text, period))?;
            tell(
                &mut out,
                &format!(
                    "After {} the ring is back, turned by {}; {} make the period.",
                    count(laps, "lap"),
                    count(turned as u64, "pit"),
                    count(period / laps.max(1), "such turn")
                ),
            )?;
        }
        (Some(period), ..) => tell(&mut out, &never_ends(text, period))?,
        (None, ..) => tell(
            &mut out,
            &format!(
                "{text} never ends (proved by its residues); its period is more than the {} that were run.",
                count(report.laps_run, "lap")
            ),
        )?,
    }
    let time = Duration::from_secs_f64(report.seconds);
    if report.seconds >= 0.1 {
        context.note(&work(report.laps_run, "lap", time));
    }
    Ok(())
}
