//! `sow`: solve and analyse relay-sowing mancala from the command line.
//!
//! Arguments are parsed (`cli`), resolved (`context`, `input`), then run (`commands`). Results go to standard output, notes
//! and progress to standard error. The program is a library with one door, [`run_program`], so that what has no `main` of
//! its own, such as a Python package, can be the program too; [`shipped`] is what comes with it.

mod checkpoint;
mod cli;
mod commands;
mod context;
mod files;
mod input;
mod long_work;
mod memory;
mod page;
mod players;
mod proofs;
mod records;
mod report;
mod rows;
pub mod shipped;
mod streams;
mod tables;
mod units;
mod unquoted;

use clap::FromArgMatches;
use context::{Context, Status};
use std::ffi::OsString;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

/// Set where a thread that was needed could not be had.
static NO_THREAD: AtomicBool = AtomicBool::new(false);

/// Runs the program once in this process with its arguments, the program's name first, and gives its exit code: 0 done,
/// 1 the answer is no, 2 bad usage or input, 3 stopped before an answer, 101 a fault of the program.
///
/// Signals are watched for from then on, and a hook for panics is set.
pub fn run_program(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    watch_for_missing_threads();
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let status = catch_unwind(AssertUnwindSafe(|| run(&arguments))).map(|ended| {
        let ended = ended.and_then(|status| {
            streams::finish()?;
            Ok(status)
        });
        match ended {
            Ok(status) => status as u8,
            Err(error) if streams::is_closed(&error) => Status::Done as u8,
            Err(error) => {
                streams::say(&format!("sow: {error:#}"));
                Status::Bad as u8
            }
        }
    });
    match status {
        Ok(status) => status,
        Err(_) if NO_THREAD.load(Ordering::SeqCst) => Status::Bad as u8,
        // As a program ends that nobody has caught the panic of.
        Err(_) => 101,
    }
}

fn run(arguments: &[OsString]) -> anyhow::Result<Status> {
    let words = arguments.iter().skip(1);
    let words: Vec<String> = words
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    if let Some(hint) = unquoted::hint(&words) {
        anyhow::bail!("{hint}");
    }
    let parsed = cli::command()
        .try_get_matches_from(arguments)
        .and_then(|matches| cli::Cli::from_arg_matches(&matches));
    let cli::Cli { common, command } = match parsed {
        Ok(cli) => cli,
        Err(error) => {
            let text = error.render().ansi().to_string();
            if error.use_stderr() {
                streams::say_as_it_is(text.trim_end());
                return Ok(Status::Bad);
            }
            write!(streams::stdout(), "{text}")?;
            return Ok(Status::Done);
        }
    };
    commands::run(&Context::new(common), command)
}

/// Libraries panic where the system refuses a thread. That is no fault of the program, and is said in a
/// sentence.
fn watch_for_missing_threads() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let payload = panic.payload();
        let text = payload
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| payload.downcast_ref::<&str>().copied())
            .unwrap_or_default();
        if text.contains("failed to spawn thread") || text.contains("ThreadPoolBuildError") {
            if !NO_THREAD.swap(true, Ordering::SeqCst) {
                streams::say(
                    "sow: the system gives the program no further thread; --threads asks for fewer, and `ulimit -u` shows how many there may be",
                );
            }
        } else {
            usual(panic);
        }
    }));
}
