//! `sow solve`: the exact value of a position with a line of best play.

use super::{for_each, write_json};
use crate::certify::{self, Written};
use crate::cli::{MethodArg, ObjectiveArg, SolveArgs};
use crate::context::{Context, Status};
use crate::input::Question;
use crate::long_work::{progress, stop_flag};
use crate::report::solution::{self, speed};
use crate::report::turn::count;
use crate::tables::{self, Known};
use anyhow::{Result, bail};
use serde::Serialize;
use sow_search::solving::{Answer, Method, Task, solve};
use sow_search::solving_form::AnswerForm;
use sow_search::{Endgames, Limits, Objective, Progress};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often the progress is drawn.
const TICK: Duration = Duration::from_millis(200);

impl ObjectiveArg {
    const fn objective(self) -> Objective {
        match self {
            Self::Outcome => Objective::Outcome,
            Self::Margin => Objective::Margin,
            Self::Points => Objective::Points,
            Self::Distance => Objective::Distance,
        }
    }
}

impl MethodArg {
    const fn method(self) -> Method {
        match self {
            Self::Auto => Method::Auto,
            Self::AlphaBeta => Method::AlphaBeta,
            Self::ProofNumber => Method::ProofNumber,
            Self::Mcts => Method::MonteCarlo,
            Self::Retrograde => Method::Retrograde,
        }
    }
}

pub(crate) fn run(context: &Context, args: &SolveArgs) -> Result<Status> {
    let stop = stop_flag()?;
    let tables = tables::open(args.tables.folder.as_deref())?;
    let mut asked = 0;
    for_each(context, &args.position, |out, question| {
        asked += 1;
        if args.proof.is_some() && asked > 1 {
            bail!("--proof writes the certificate of one position, the first one here");
        }
        let begun = Instant::now();
        let known = Known::new(&tables, question.rules, question.setup.columns);
        let task = task(args, known.as_ref(), &stop);
        let (answer, written) = answer(context, args, question, &task)?;
        known.as_ref().map_or(Ok(()), Known::check)?;
        let time = begun.elapsed();
        if context.json {
            let mut form = answer.form(&question.position()?, &task, time);
            form.id = question.puzzle.as_ref().map(|puzzle| puzzle.id.as_str());
            let proof = written.as_ref();
            write_json(out, &Report { form, proof })?;
        } else {
            solution::print(out, question, &task, &answer, time)?;
            if let Some(written) = &written {
                print(out, written)?;
            }
        }
        if args.proof.is_some() && written.is_none() {
            context.note("no certificate was written, as the value is not proven");
        }
        if stop.load(Ordering::Relaxed) && !answer.is_exact() {
            context.note("interrupted; what is proven so far was printed");
        }
        Ok(if answer.is_exact() {
            Status::Done
        } else {
            Status::Stopped
        })
    })
}

/// What is asked of each position.
fn task<'a>(args: &SolveArgs, known: Option<&'a Known<'a>>, stop: &'a AtomicBool) -> Task<'a> {
    Task {
        objective: args.objective.objective(),
        method: args.method.method(),
        limits: Limits {
            nodes: args.nodes.unwrap_or(u64::MAX),
            deadline: args.time.and_then(|time| Instant::now().checked_add(time)),
            stop: Some(stop),
            memory: usize::try_from(args.memory).unwrap_or(usize::MAX),
            threads: args.threads as usize,
            line: true,
        },
        endgames: known.map(|known| known as &dyn Endgames),
    }
}

/// Solves one position while its progress is shown.
fn answer(
    context: &Context,
    args: &SolveArgs,
    question: &Question,
    task: &Task<'_>,
) -> Result<(Answer, Option<Written>)> {
    let bar = progress(context, 0, "{spinner} {msg}, {elapsed}");
    bar.enable_steady_tick(TICK);
    let begun = Instant::now();
    let mut show = |progress: &Progress| {
        let depth = count(u64::from(progress.depth), "decision");
        let nodes = count(progress.nodes, "node");
        let speed = speed(progress.nodes, begun.elapsed());
        bar.set_message(format!("{nodes} ({speed}), {depth} deep"));
    };
    let position = question.position()?;
    let answer = match &args.proof {
        Some(file) => certify::solve(&position, task, file, args.holder, &mut show),
        None => match solve(&position, task, &mut show) {
            Ok(answer) => Ok((answer, None)),
            Err(error) => Err(error.into()),
        },
    };
    bar.finish_and_clear();
    answer
}

/// The JSON of an answer, with that of its certificate.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    form: AnswerForm<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'a Written>,
}

fn print(out: &mut dyn Write, written: &Written) -> Result<()> {
    writeln!(
        out,
        "\nCertificate: {}\n{}: {} with a turn, lines of up to {}, {}\nSHA-256 {}",
        written.file,
        written.claim,
        count(written.positions as u64, "position"),
        count(u64::from(written.longest), "turn"),
        count(written.bytes, "byte"),
        written.digest
    )?;
    Ok(())
}
