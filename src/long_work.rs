//! Long work: stopped by Ctrl-C and other signals, watched through a progress bar, run on a number of threads.

use crate::context::{Context, Status};
use crate::report::number::grouped;
use anyhow::{Context as _, Result};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use sow_arena::Run;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How often a checkpoint is written.
pub(crate) const SAVE_EVERY: Duration = Duration::from_secs(60);

/// What a run does when it is asked to stop.
struct Signals {
    /// Set by the first signal, so that the work can save itself and end.
    stop: Arc<AtomicBool>,
    /// Whether the run waits for somebody else and has nothing to save: a signal ends it at once.
    waiting: Arc<AtomicBool>,
}

static SIGNALS: OnceLock<Signals> = OnceLock::new();

/// A flag that the first Ctrl-C sets, or a request to end, or a closed terminal, so that the work can save
/// itself and end; the second one of the same kind ends the program at once.
pub(crate) fn stop_flag() -> Result<Arc<AtomicBool>> {
    if let Some(signals) = SIGNALS.get() {
        return Ok(Arc::clone(&signals.stop));
    }
    let (stop, waiting) = (Arc::default(), Arc::default());
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        // Who has started the program with nohup, or in the background of a script, wants it to go on.
        if is_ignored(signal) {
            continue;
        }
        let seen = Arc::default();
        // In this order: what a signal finds set by earlier ones, then what it sets.
        flag::register_conditional_shutdown(signal, 130, Arc::clone(&seen))
            .and_then(|_| {
                let interrupted = i32::from(Status::Stopped as u8);
                flag::register_conditional_shutdown(signal, interrupted, Arc::clone(&waiting))
            })
            .and_then(|_| flag::register(signal, seen))
            .and_then(|_| flag::register(signal, Arc::clone(&stop)))
            .context("Ctrl-C cannot be watched for")?;
    }
    let signals = SIGNALS.get_or_init(|| Signals { stop, waiting });
    Ok(Arc::clone(&signals.stop))
}

/// Whether the program was started with a signal ignored.
fn is_ignored(signal: i32) -> bool {
    // Only Linux tells without unsafe code; elsewhere the signal stops the work, which can be gone on with.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Whether somebody has asked the run to stop.
pub(crate) fn is_stopped() -> bool {
    SIGNALS
        .get()
        .is_some_and(|signals| signals.stop.load(Ordering::Relaxed))
}

/// Runs what may wait for somebody else, such as the reading of standard input: a signal ends the program
/// at once meanwhile.
pub(crate) fn while_waiting<T>(wait: impl FnOnce() -> T) -> T {
    let Some(signals) = SIGNALS.get() else {
        return wait();
    };
    signals.waiting.store(true, Ordering::SeqCst);
    if signals.stop.load(Ordering::SeqCst) {
        // The signal came just before.
        #[expect(clippy::exit, reason = "nothing is being written while input is read")]
        std::process::exit(i32::from(Status::Stopped as u8));
    }
    let done = wait();
    signals.waiting.store(false, Ordering::SeqCst);
    done
}

/// A bar on standard error that says what is worked on, a board or a file; `length` 0 for work whose end is unknown.
/// Nothing is drawn with `--quiet` or where standard error is no terminal.
pub(crate) fn progress(context: &Context, what: &str, length: u64, template: &str) -> ProgressBar {
    let target = if context.quiet {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr()
    };
    let bar = if length == 0 {
        ProgressBar::no_length()
    } else {
        ProgressBar::new(length)
    };
    bar.set_draw_target(target);
    bar.set_prefix(what.to_owned());
    if let Ok(style) = ProgressStyle::with_template(&format!("{{prefix}}: {template}")) {
        // The library's own speed has four decimals.
        let speed = |state: &ProgressState, text: &mut dyn fmt::Write| {
            let rate = state.per_sec().max(0.0);
            let _ = if rate < 10.0 {
                write!(text, "{rate:.1}")
            } else {
                write!(text, "{}", grouped(rate.round() as u64))
            };
        };
        bar.set_style(style.with_key("speed", speed));
    }
    bar
}

/// A progress bar behind the work of a library.
pub(crate) struct Watched {
    bar: ProgressBar,
    progress: Box<dyn Fn(u64, u64) + Sync>,
}

impl Watched {
    pub(crate) fn new(context: &Context, what: &str, template: &str) -> Self {
        let bar = progress(context, what, 0, template);
        let shown = bar.clone();
        let progress = Box::new(move |done, of| {
            if of > 0 {
                shown.set_length(of);
            }
            shown.set_position(done);
        });
        Self { bar, progress }
    }

    /// Work on so many threads, all cores if not told.
    pub(crate) fn run<'a>(&'a self, threads: Option<u32>, stop: &'a AtomicBool) -> Run<'a> {
        Run {
            threads: threads.map_or(0, |threads| threads as usize),
            stop,
            progress: &*self.progress,
        }
    }

    /// Does something without the bar in its way.
    pub(crate) fn suspend(&self, act: impl FnOnce()) {
        self.bar.suspend(act);
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Runs `work` on a pool of `threads` threads, all cores if not told.
pub(crate) fn on_threads<T: Send>(
    threads: Option<u32>,
    work: impl FnOnce() -> T + Send,
) -> Result<T> {
    Ok(thread_pool(threads)?.install(work))
}

/// A pool of `threads` threads, all cores if not told.
pub(crate) fn thread_pool(threads: Option<u32>) -> Result<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.map_or(0, |threads| threads as usize))
        .build()
        .context("the threads cannot be started")
}

/// Tells when a minute has passed since the last time it said so.
pub(crate) struct SaveClock(Instant);

impl SaveClock {
    pub(crate) fn new() -> Self {
        Self(Instant::now())
    }

    pub(crate) fn is_due(&mut self) -> bool {
        let due = self.0.elapsed() >= SAVE_EVERY;
        if due {
            self.0 = Instant::now();
        }
        due
    }
}
