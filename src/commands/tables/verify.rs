//! `sow tables verify`: every entry recomputed from its children.

use crate::cli::TablesVerifyArgs;
use crate::commands::write_json;
use crate::context::{Context, Status};
use crate::input::board_name;
use crate::long_work::{on_threads, progress, stop_flag};
use crate::memory::usual_memory;
use crate::report::number::{count, grouped, seconds};
use crate::report::prose::{tell, wrap};
use anyhow::Result;
use serde::Serialize;
use sow_endgame::{Entries, Mismatch, Table, Value, Verdict, verify};
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How often the bar is drawn.
const TICK: Duration = Duration::from_millis(100);

#[derive(Serialize)]
struct Report {
    table: String,
    checked: u64,
    wrong: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<Example>,
    seconds: f64,
}

#[derive(Serialize)]
struct Example {
    position: String,
    stored: String,
    computed: String,
}

pub(crate) fn run(context: &Context, args: &TablesVerifyArgs) -> Result<Status> {
    let stop = stop_flag()?;
    let mut out = crate::streams::stdout();
    let mut status = Status::Done;
    for table in crate::tables::at(args.path.as_deref())?.iter() {
        let begun = Instant::now();
        let verdict = check(context, args, table, &stop)?;
        let time = begun.elapsed();
        if stop.load(Ordering::Relaxed) {
            context.note("interrupted; nothing was found wrong so far, or it was printed");
            status = status.and(Status::Stopped);
        }
        if verdict.wrong > 0 {
            status = status.and(Status::No);
        }
        if context.json {
            write_json(&mut out, &report(table, &verdict, time))?;
        } else {
            print(&mut out, table, &verdict, time)?;
        }
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(status)
}

fn check(
    context: &Context,
    args: &TablesVerifyArgs,
    table: &Table,
    stop: &AtomicBool,
) -> Result<Verdict> {
    let positions: u64 = table.layers().map(|(_, counts)| counts.positions).sum();
    let (entries, all) = match args.sample {
        Some(count) => (Entries::Sample(count), count.min(positions)),
        None => (Entries::All, positions),
    };
    let bar = progress(
        context,
        &board_name(table.rules().game(), table.columns()),
        all.max(1),
        "{wide_bar} {percent} %, {elapsed} gone, {eta} left",
    );
    let (done, finished) = (AtomicU64::new(0), AtomicBool::new(false));
    let verdict = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !finished.load(Ordering::Relaxed) {
                bar.set_position(done.load(Ordering::Relaxed));
                std::thread::sleep(TICK);
            }
        });
        let verdict = on_threads(args.threads, || {
            verify(
                table,
                entries,
                args.memory.unwrap_or_else(usual_memory),
                &done,
                stop,
            )
        });
        finished.store(true, Ordering::Relaxed);
        verdict
    });
    bar.finish_and_clear();
    Ok(verdict??)
}

fn report(table: &Table, verdict: &Verdict, time: Duration) -> Report {
    Report {
        table: table.path().display().to_string(),
        checked: verdict.checked,
        wrong: verdict.wrong,
        example: verdict.example.as_ref().map(|mismatch| Example {
            position: mismatch.position.to_string(),
            stored: words(mismatch.stored),
            computed: words(mismatch.computed),
        }),
        seconds: time.as_secs_f64(),
    }
}

fn print(out: &mut impl Write, table: &Table, verdict: &Verdict, time: Duration) -> Result<()> {
    let text = format!(
        "{}: {} checked, {} wrong, {}",
        table.path().display(),
        count(verdict.checked, "position"),
        grouped(verdict.wrong),
        seconds(time)
    );
    tell(out, &text)?;
    if let Some(Mismatch {
        position,
        stored,
        computed,
    }) = &verdict.example
    {
        let text = format!(
            "{position}: the table says {}, its children say {}",
            words(*stored),
            words(*computed)
        );
        write!(out, "{}", wrap("  ", &text))?;
    }
    Ok(())
}

fn words(value: Value) -> String {
    match value {
        Value::Win(decisions) => format!("win in {decisions}"),
        Value::Draw => "draw".to_owned(),
        Value::Loss(decisions) => format!("loss in {decisions}"),
        Value::Margin(margin) => format!("{margin:+} to come"),
    }
}
