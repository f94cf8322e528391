//! Several threads at one value: all answer the same question, and the first answer counts.
//!
//! The threads share a table that holds proven facts only ([`crate::cycles`]), so each of them may
//! use what the others have proven, and any answer is right. They look at moves in different
//! orders, so that they find out different things.

use crate::terms::Bounds;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

/// Nodes that a thread takes from the limit at once.
const SHARE: u64 = 1024;

/// What the threads know together.
#[derive(Debug)]
pub(crate) struct Crew {
    lo: AtomicI32,
    hi: AtomicI32,
    /// Nodes that nobody has claimed.
    left: AtomicU64,
    over: AtomicBool,
    /// What was known at the beginning.
    start: i32,
}

/// Nodes that `threads` threads may leave unused of a limit that ended their search.
pub(crate) const fn unclaimed(threads: usize) -> u64 {
    if threads > 1 {
        threads as u64 * SHARE
    } else {
        0
    }
}

impl Crew {
    /// A crew that knows `bounds` on the value and may search `nodes` nodes.
    pub(crate) fn new(bounds: Bounds, nodes: u64) -> Self {
        Self {
            lo: AtomicI32::new(bounds.lo),
            hi: AtomicI32::new(bounds.hi),
            left: AtomicU64::new(nodes),
            over: AtomicBool::new(false),
            start: bounds.lo,
        }
    }

    /// The proven bounds.
    pub(crate) fn bounds(&self) -> Bounds {
        Bounds {
            lo: self.lo.load(Ordering::Relaxed),
            hi: self.hi.load(Ordering::Relaxed),
        }
    }

    /// Adds proven bounds.
    pub(crate) fn add(&self, bounds: Bounds) {
        self.lo.fetch_max(bounds.lo, Ordering::Relaxed);
        self.hi.fetch_min(bounds.hi, Ordering::Relaxed);
    }

    /// Whether nobody needs to ask any more whether the value is at least `want`.
    pub(crate) fn knows(&self, want: i32) -> bool {
        let bounds = self.bounds();
        bounds.lo >= want || bounds.hi < want || self.is_over()
    }

    /// Takes nodes from the limit: how many, 0 if there are none left.
    #[cold]
    pub(crate) fn claim(&self) -> u64 {
        let take = |left: u64| Some(left.saturating_sub(SHARE));
        let left = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        left.map_or(0, |left| left.min(SHARE))
    }

    /// Nodes claimed so far out of `most`.
    pub(crate) fn claimed(&self, most: u64) -> u64 {
        most - self.left.load(Ordering::Relaxed)
    }

    /// What was known of South's luck at the beginning.
    pub(crate) const fn start(&self) -> i32 {
        self.start
    }

    /// Whether the work of all threads has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Ends the work of all threads.
    pub(crate) fn finish(&self) {
        self.over.store(true, Ordering::Relaxed);
    }
}
