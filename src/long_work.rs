//! Long work: stopped by Ctrl-C, watched through a progress bar, run on a number of threads.

use crate::context::Context;
use anyhow::{Context as _, Result};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often a checkpoint is written.
pub(crate) const SAVE_EVERY: Duration = Duration::from_secs(60);

/// A flag that the first Ctrl-C sets, so that the work can save itself and end; the second one ends
/// the program at once.
pub(crate) fn stop_flag() -> Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if seen.swap(true, Ordering::SeqCst) {
            #[expect(
                clippy::exit,
                reason = "the user has asked twice, and files are never half-written"
            )]
            std::process::exit(130);
        }
    })
    .context("Ctrl-C cannot be watched for")?;
    Ok(flag)
}

/// A bar on standard error, `length` 0 for work whose end is unknown. Nothing is drawn with `--quiet`
/// or where standard error is no terminal.
pub(crate) fn progress(context: &Context, length: u64, template: &str) -> ProgressBar {
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
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
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
