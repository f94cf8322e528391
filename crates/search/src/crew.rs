//! Several threads at one value: all answer the same question, and the first answer counts.
//!
//! The threads share a table that holds proven facts only ([`crate::cycles`]), so each of them may
//! use what the others have proven, and any answer is right. They look at moves in different
//! orders, so that they find out different things.

use crate::children::Nursery;
use crate::facts::Facts;
use crate::limits::{Halt, Limits, Meter};
use crate::solve::{OnProgress, Progress, STACK, Solver};
use crate::table::NO_MOVE;
use crate::terms::Bounds;
use sow_engine::game::Board;
use sow_engine::side::Side;
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

/// Called as a search goes deeper: with the depth, the thread's meter and the bounds so far.
pub(crate) type Report<'p> = dyn FnMut(u32, &Meter<'_>, Bounds) + 'p;

/// One thread's way to answer questions.
pub(crate) trait Member<'a, P: Board> {
    /// Its node counter.
    fn meter(&mut self) -> &mut Meter<'a>;

    /// Its memory for moves.
    fn nursery(&mut self) -> &mut Nursery<P>;

    /// What it knows without searching.
    fn facts(&self) -> Facts<'a, P>;

    /// Tightens `bounds` until they say whether South's value is at least `want`. False if that
    /// cannot be told.
    fn decide(
        &mut self,
        position: &P,
        want: i32,
        bounds: &mut Bounds,
        report: &mut Report<'_>,
    ) -> Result<bool, Halt>;

    /// The decision to look at first, as an index among the candidates, or [`NO_MOVE`].
    fn best(&self, _: &P) -> u16 {
        NO_MOVE
    }

    /// Whether `side` is sure of what the goals promise him at a position.
    fn holds(&mut self, side: Side, position: &P, goals: Bounds) -> Result<bool, Halt> {
        let mut bounds = self.facts().solver.bounds(position);
        if side == Side::South {
            self.decide(position, goals.lo, &mut bounds, &mut |_, _, _| {})?;
            Ok(bounds.lo >= goals.lo)
        } else {
            self.decide(position, goals.hi + 1, &mut bounds, &mut |_, _, _| {})?;
            Ok(bounds.hi <= goals.hi)
        }
    }
}

/// Nodes that `threads` threads may leave unused of a limit that ended their search.
pub(crate) const fn unclaimed(threads: usize) -> u64 {
    if threads > 1 {
        threads as u64 * SHARE
    } else {
        0
    }
}

/// Answers all questions about a position on as many threads as the limits allow. `hire` makes the
/// thread with the number given; the first one is returned, with all nodes on its meter.
pub(crate) fn answer<'a, P: Board, M: Member<'a, P>>(
    crew: &'a Crew,
    solver: &Solver<'_, P>,
    position: &P,
    limits: &Limits<'a>,
    progress: &mut OnProgress<'_>,
    hire: impl Fn(Meter<'a>, usize) -> M + Sync,
) -> M {
    let meter = Meter::new(limits);
    let mut first = hire(meter.in_crew(crew), 0);
    let mut report = |depth: u32, meter: &Meter<'_>, bounds: Bounds| {
        progress(&Progress {
            depth,
            nodes: crew.claimed(limits.nodes) - meter.unused(),
            lowest: solver.score(bounds.lo),
            highest: solver.score(bounds.hi),
        });
    };
    let others = together(
        limits.threads,
        |number| {
            let mut member = hire(meter.in_crew(crew), number);
            crew.work(solver, position, &mut member, &mut |_, _, _| {});
            member.meter().nodes
        },
        || crew.work(solver, position, &mut first, &mut report),
    );
    let nodes = first.meter().nodes + others;
    *first.meter() = meter.with_nodes(nodes);
    first
}

/// Runs `lead` here and `help` on further threads, `threads` in all; the nodes of the helpers.
pub(crate) fn together(
    threads: usize,
    help: impl Fn(usize) -> u64 + Sync,
    lead: impl FnOnce(),
) -> u64 {
    std::thread::scope(|scope| {
        let help = &help;
        let helpers: Vec<_> = (1..threads)
            .map_while(|number| {
                let thread = std::thread::Builder::new().stack_size(STACK);
                // Where there are no more threads to be had, fewer will do.
                thread.spawn_scoped(scope, move || help(number)).ok()
            })
            .collect();
        lead();
        let nodes = helpers.into_iter().map(|helper| match helper.join() {
            Ok(nodes) => nodes,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        nodes.sum()
    })
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
    fn add(&self, bounds: Bounds) {
        self.lo.fetch_max(bounds.lo, Ordering::Relaxed);
        self.hi.fetch_min(bounds.hi, Ordering::Relaxed);
    }

    /// Whether nobody needs to ask any more whether the value is at least `want`.
    pub(crate) fn knows(&self, want: i32) -> bool {
        let bounds = self.bounds();
        bounds.lo >= want || bounds.hi < want || self.over.load(Ordering::Relaxed)
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

    /// Ends the work of all threads.
    pub(crate) fn finish(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// The work of one thread: question after question, until the value is known or a limit
    /// reached.
    fn work<'a, P: Board>(
        &self,
        solver: &Solver<'_, P>,
        position: &P,
        member: &mut impl Member<'a, P>,
        report: &mut Report<'_>,
    ) {
        while !self.over.load(Ordering::Relaxed) {
            let mut bounds = self.bounds();
            if solver.is_answer(bounds) {
                break;
            }
            let want = solver.question(bounds, self.start);
            member.meter().want = want;
            let found = member.decide(position, want, &mut bounds, report);
            self.add(bounds);
            let goes_on = match found {
                Ok(decided) => decided,
                Err(Halt) => member.meter().is_overtaken(),
            };
            if !goes_on {
                break;
            }
        }
        // Where one thread cannot go on, no other can.
        self.finish();
    }
}
