//! How work is run: on how many threads, who can stop it, who hears how far it is.

use crate::error::ArenaError;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How work is run.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Threads; all cores if it is 0.
    pub threads: usize,
    /// Set by somebody else to end the work, which then tells what it has come to.
    pub stop: &'a AtomicBool,
    /// Called with how much is done of how much, in steps of the work; `0, 0` for a step of work whose end is
    /// unknown.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

impl std::fmt::Debug for Run<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run")
            .field("threads", &self.threads)
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}

/// Never set.
static NEVER: AtomicBool = AtomicBool::new(false);

impl Default for Run<'static> {
    /// On all cores, to the end, in silence.
    fn default() -> Self {
        Self {
            threads: 0,
            stop: &NEVER,
            progress: &|_, _| {},
        }
    }
}

impl<'a> Run<'a> {
    /// Whether somebody has asked for an end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The threads.
    pub(crate) fn pool(&self) -> Result<rayon::ThreadPool, ArenaError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads);
        Ok(pool.build()?)
    }

    /// A count of what is done of `of` steps.
    pub(crate) fn steps(&self, of: u64) -> Steps<'a> {
        let steps = Steps {
            progress: self.progress,
            done: AtomicU64::new(0),
            of,
        };
        steps.add(0);
        steps
    }
}

/// A count of what is done.
pub(crate) struct Steps<'a> {
    progress: &'a (dyn Fn(u64, u64) + Sync),
    done: AtomicU64,
    of: u64,
}

impl Steps<'_> {
    pub(crate) fn add(&self, count: u64) {
        let done = self.done.fetch_add(count, Ordering::Relaxed) + count;
        (self.progress)(done, self.of);
    }
}

/// The columns of positions, which all have to be of the rules' game and of one size.
pub(crate) fn columns<'a>(
    rules: Rules,
    positions: impl IntoIterator<Item = &'a Setup>,
) -> Result<usize, ArenaError> {
    let mut columns = None;
    for position in positions {
        let columns = *columns.get_or_insert(position.columns);
        if position.game != rules.game() || position.columns != columns {
            return Err(ArenaError::OtherGame {
                position: position.to_string(),
                game: rules.game(),
                columns,
            });
        }
    }
    columns.ok_or(ArenaError::NoStart)
}
