//! `sow solve`: the exact value of a position with a line of best play.

use super::{for_each, write_json};
use crate::checkpoint::TableFile;
use crate::cli::{MethodArg, ObjectiveArg, SideArg, SolveArgs};
use crate::context::{Context, Status};
use crate::files::Output;
use crate::input::Question;
use crate::long_work::{progress, stop_flag};
use crate::report::number::{count, speed};
use crate::report::prose::tell;
use crate::report::solution;
use crate::tables::{self, Known};
use anyhow::{Result, bail};
use serde::Serialize;
use sow_engine::kind::GameKind;
use sow_engine::side::Side;
use sow_proof::Strategy;
use sow_search::certifying::certify;
use sow_search::checkpoint::Checkpoint;
use sow_search::solving::{Answer, Method, Task, solve};
use sow_search::solving_form::AnswerForm;
use sow_search::{Endgames, Limits, Objective, Progress};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// When somebody who has set no limits is told what else there is.
const LONG: Duration = Duration::from_secs(60);

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

impl SideArg {
    const fn side(self) -> Side {
        match self {
            Self::South => Side::South,
            Self::North => Side::North,
        }
    }
}

pub(crate) fn run(context: &Context, args: &SolveArgs) -> Result<Status> {
    let stop = stop_flag()?;
    let tables = tables::open(args.tables.folder.as_deref())?;
    let mut certificate = Output::open_if(args.proof.as_deref())?;
    let checkpoint = TableFile::open_if(args.checkpoint.as_deref(), args.save_every)?;
    let mut asked = 0;
    let status = for_each(context, &args.position, |out, question| {
        asked += 1;
        if args.proof.is_some() && asked > 1 {
            bail!("--proof writes the certificate of one position, the first one here");
        }
        if args.checkpoint.is_some() && asked > 1 {
            bail!("--checkpoint keeps what is proven about one position, the first one here");
        }
        let game = question.setup.game;
        if args.objective == ObjectiveArg::Points && game != GameKind::Omweso {
            bail!(
                "match points are counted in omweso alone; in {game} the objective is outcome, margin or distance"
            );
        }
        let begun = Instant::now();
        let known = Known::new(&tables, question.rules, question.setup.columns);
        let task = Task {
            checkpoint: checkpoint.as_ref().map(|file| file as &dyn Checkpoint),
            ..task(args, known.as_ref(), &stop)
        };
        let (answer, strategy) = answer(context, args, question, &task)?;
        let file = args
            .proof
            .as_deref()
            .zip(certificate.as_mut())
            .zip(strategy);
        let written = file
            .map(|((path, output), strategy)| Written::write(path, output, &strategy))
            .transpose()?;
        known.as_ref().map_or(Ok(()), Known::check)?;
        let time = begun.elapsed();
        if context.json {
            let mut form = answer.form(&question.position()?, &task, time);
            form.id = question.puzzle.as_ref().map(|puzzle| puzzle.id.as_str());
            let proof = written.as_ref();
            write_json(out, &Report { form, proof })?;
        } else {
            solution::print(out, question, &task, &answer, time, context.letters)?;
            if let Some(written) = &written {
                print(out, written)?;
            }
        }
        if args.proof.is_some() && written.is_none() {
            context.note(if answer.is_exact() {
                "no certificate was written: it was not made before the end"
            } else {
                "no certificate was written, as the value is not proven"
            });
        }
        if stop.load(Ordering::Relaxed) && !answer.is_exact() {
            context.note("interrupted; what is proven so far was printed");
        }
        let is_certified = args.proof.is_none() || written.is_some();
        Ok(if answer.is_exact() && is_certified {
            Status::Done
        } else {
            Status::Stopped
        })
    })?;
    checkpoint.map_or(Ok(()), TableFile::finish)?;
    Ok(status)
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
        checkpoint: None,
    }
}

/// Solves one position while its progress is shown.
fn answer(
    context: &Context,
    args: &SolveArgs,
    question: &Question,
    task: &Task<'_>,
) -> Result<(Answer, Option<Strategy>)> {
    let bar = progress(context, &question.board(), 0, "{spinner} {msg}, {elapsed}");
    bar.enable_steady_tick(TICK);
    let begun = Instant::now();
    let is_limited = args.time.is_some() || args.nodes.is_some();
    let mut told = is_limited || context.quiet;
    let mut show = |progress: &Progress| {
        bar.set_message(shown(progress, begun.elapsed()));
        if !told && begun.elapsed() > LONG {
            told = true;
            bar.suspend(|| {
                context.note(
                    "nobody can say how long this takes; `sow analyse` gives an estimate at once, --time and --nodes set limits, and --checkpoint keeps what is proven",
                );
            });
        }
    };
    let position = question.position()?;
    let answer = if args.proof.is_some() {
        let holder = args.holder.map(SideArg::side);
        certify(&position, task, holder, &mut show)?
    } else {
        (solve(&position, task, &mut show)?, None)
    };
    bar.finish_and_clear();
    Ok(answer)
}

/// How far the search is.
fn shown(progress: &Progress, time: Duration) -> String {
    let nodes = count(progress.nodes, "node");
    let speed = speed(progress.nodes, "node", time);
    let Some(standing) = progress.standing else {
        let depth = count(u64::from(progress.depth), "decision");
        return format!("{nodes} ({speed}), {depth} deep");
    };
    let first = count(u64::from(standing.decisions), "first decision");
    let proof = count(u64::from(standing.proof), "position");
    let disproof = count(u64::from(standing.disproof), "position");
    format!(
        "{nodes} ({speed}); {} of {first} settled; {proof} from a proof, {disproof} from a disproof; table {} % full",
        standing.settled,
        standing.filled / 10
    )
}

/// The JSON of an answer, with that of its certificate.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    form: AnswerForm<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'a Written>,
}

/// A certificate that was written.
#[derive(Debug, Serialize)]
struct Written {
    file: String,
    claim: String,
    positions: usize,
    /// The holder's turns in the longest line.
    longest: u32,
    bytes: u64,
    digest: String,
}

impl Written {
    fn write(path: &Path, output: &mut Output, strategy: &Strategy) -> Result<Self> {
        let mut bytes = Vec::new();
        let digest = strategy.write(&mut bytes)?;
        output.fill(|target| target.write_all(&bytes))?;
        Ok(Self {
            file: path.display().to_string(),
            claim: strategy.claim().to_string(),
            positions: strategy.positions(),
            longest: strategy.longest(),
            bytes: bytes.len() as u64,
            digest,
        })
    }
}

fn print(out: &mut dyn Write, written: &Written) -> Result<()> {
    let size = format!(
        "{}: {} with a turn, lines of up to {}, {}",
        written.claim,
        count(written.positions as u64, "position"),
        count(u64::from(written.longest), "turn"),
        count(written.bytes, "byte")
    );
    writeln!(out)?;
    tell(out, &format!("Certificate: {}", written.file))?;
    tell(out, &size)?;
    tell(out, &format!("SHA-256 {}", written.digest))?;
    Ok(())
}
