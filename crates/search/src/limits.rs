//! When to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What a search may spend.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'flag> {
    /// Nodes, i.e. positions entered, all threads together. With one thread the search stops after
    /// exactly as many.
    pub nodes: u64,
    /// The moment to stop, looked at every 128 nodes and within long relays.
    pub deadline: Option<Instant>,
    /// Set by somebody else to stop the search, looked at as often.
    pub stop: Option<&'flag AtomicBool>,
    /// Bytes for the transposition tables. Any number will do; a small one makes the search slow.
    pub memory: usize,
    /// Threads, at least 1. With one thread equal searches visit equal nodes; with several they
    /// find equal values.
    pub threads: usize,
    /// Whether a line of best play and its distance are wanted besides the value.
    pub line: bool,
}

impl<'flag> Limits<'flag> {
    /// What to look at now and then.
    pub(crate) const fn watch(&self) -> Watch<'flag> {
        Watch {
            deadline: self.deadline,
            stop: self.stop,
        }
    }

    /// Whether the time is over, or somebody has asked for an end.
    pub(crate) fn is_over(&self) -> bool {
        self.watch().is_over()
    }
}

impl Default for Limits<'_> {
    /// No limit but 256 MiB of memory and one thread.
    fn default() -> Self {
        Self {
            nodes: u64::MAX,
            deadline: None,
            stop: None,
            memory: 256 << 20,
            threads: 1,
            line: true,
        }
    }
}

/// A limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Halt;

/// The clock and the stop flag.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch<'flag> {
    deadline: Option<Instant>,
    stop: Option<&'flag AtomicBool>,
}

impl Watch<'_> {
    /// Whether the time is over, or somebody has asked for an end.
    pub(crate) fn is_over(self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }
}
