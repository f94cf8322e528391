//! `sow proof check`: whether a certificate holds.

use crate::cli::ProofCheckArgs;
use crate::commands::write_json;
use crate::context::{Context, Status};
use crate::input::board_name;
use crate::long_work::{on_threads, progress, stop_flag};
use crate::report::number::{count, seconds as time};
use crate::report::prose::tell;
use anyhow::Result;
use serde::Serialize;
use sow_proof::{Certificate, Fault, Means, Verdict, check};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How often the bar is drawn.
const TICK: Duration = Duration::from_millis(100);

#[derive(Serialize)]
struct Report {
    file: String,
    holds: bool,
    claim: String,
    positions: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<FaultReport>,
}

#[derive(Serialize)]
struct FaultReport {
    position: String,
    what: String,
}

pub(crate) fn run(context: &Context, args: &ProofCheckArgs) -> Result<Status> {
    let stop = stop_flag()?;
    let begun = Instant::now();
    let certificate = Certificate::open(&args.file)?;
    let verdict = watched(context, args, &certificate, &stop)?;
    let seconds = begun.elapsed().as_secs_f64();
    let fault = match verdict {
        Verdict::Holds => None,
        Verdict::Fails(fault) => Some(fault),
        Verdict::Stopped => {
            context.note("interrupted; nothing was found wrong so far, which proves nothing");
            return Ok(Status::Stopped);
        }
    };
    let mut out = crate::streams::stdout();
    let claim = certificate.claim().to_string();
    let status = if fault.is_none() {
        Status::Done
    } else {
        Status::No
    };
    if context.json {
        let report = Report {
            file: args.file.display().to_string(),
            holds: fault.is_none(),
            claim,
            positions: certificate.positions(),
            seconds,
            fault: fault.map(|Fault { position, what }| FaultReport { position, what }),
        };
        write_json(&mut out, &report)?;
        return Ok(status);
    }
    let positions = count(certificate.positions(), "position");
    let file = args.file.display();
    match fault {
        None => tell(&mut out, &format!("{file} holds: {claim}."))?,
        Some(fault) => {
            tell(&mut out, &format!("{file} does not prove that {claim}."))?;
            tell(&mut out, &format!("At {}", fault.position))?;
            tell(&mut out, &format!("{}.", fault.what))?;
        }
    }
    let time = time(Duration::from_secs_f64(seconds));
    tell(&mut out, &format!("{positions}, {time}"))?;
    Ok(status)
}

fn watched(
    context: &Context,
    args: &ProofCheckArgs,
    certificate: &Certificate,
    stop: &AtomicBool,
) -> Result<Verdict> {
    let start = &certificate.claim().position;
    let bar = progress(
        context,
        &board_name(start.game, start.columns),
        certificate.positions().max(1),
        "{wide_bar} {percent} %, {elapsed} gone, {eta} left",
    );
    let (looked_at, finished) = (AtomicU64::new(0), AtomicBool::new(false));
    let means = Means {
        memory: usize::try_from(args.memory).unwrap_or(usize::MAX),
        looked_at: &looked_at,
        stop,
    };
    let verdict = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !finished.load(Ordering::Relaxed) {
                bar.set_position(looked_at.load(Ordering::Relaxed));
                std::thread::sleep(TICK);
            }
        });
        let verdict = on_threads(args.threads, || check(certificate, means));
        finished.store(true, Ordering::Relaxed);
        verdict
    });
    bar.finish_and_clear();
    Ok(verdict??)
}
