//! When to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What a search may spend.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'flag> {
    /// Nodes, i.e. positions entered, all threads together. With one thread the search stops after
    /// exactly as many.
    pub nodes: u64,
    /// The moment to stop, looked at every few thousand nodes.
    pub deadline: Option<Instant>,
    /// Set by somebody else to stop the search, looked at every few thousand nodes.
    pub stop: Option<&'flag AtomicBool>,
    /// Bytes for the transposition tables. Any number will do; a small one makes the search slow.
    pub memory: usize,
    /// Threads, at least 1. With one thread equal searches visit equal nodes; with several they
    /// find equal values.
    pub threads: usize,
    /// Whether a line of best play and its distance are wanted besides the value.
    pub line: bool,
}

impl Limits<'_> {
    /// Whether the time is over, or somebody has asked for an end.
    pub(crate) fn is_over(&self) -> bool {
        is_over(self.deadline, self.stop)
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

/// Whether the time is over, or somebody has asked for an end.
pub(crate) fn is_over(deadline: Option<Instant>, stop: Option<&AtomicBool>) -> bool {
    stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
        || deadline.is_some_and(|deadline| Instant::now() >= deadline)
}
