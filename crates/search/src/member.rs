//! One thread's way to answer questions, and all threads at one value.

use crate::children::Nursery;
use crate::crew::Crew;
use crate::facts::Facts;
use crate::ground::Ground;
use crate::limits::{Halt, Limits};
use crate::meter::Meter;
use crate::solution::{OnProgress, Progress, Standing};
use crate::table::NO_MOVE;
use crate::terms::Bounds;
use crate::threads::together;
use sow_engine::game::Board;
use sow_engine::side::Side;

/// Called as a search goes on: with the depth, the thread's meter, the bounds so far, and how the question stands.
pub(crate) type Report<'p> = dyn FnMut(u32, &Meter<'_>, Bounds, Option<Standing>) + 'p;

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
        let mut bounds = self.facts().ground.bounds(position);
        if side == Side::South {
            self.decide(position, goals.lo, &mut bounds, &mut |_, _, _, _| {})?;
            Ok(bounds.lo >= goals.lo)
        } else {
            self.decide(position, goals.hi + 1, &mut bounds, &mut |_, _, _, _| {})?;
            Ok(bounds.hi <= goals.hi)
        }
    }
}

/// Answers all questions about a position on as many threads as the limits allow. `hire` makes the
/// thread with the number given; the first one is returned, with all nodes on its meter.
pub(crate) fn answer<'a, P: Board, M: Member<'a, P>>(
    crew: &'a Crew,
    ground: &Ground<'_, P>,
    position: &P,
    limits: &Limits<'a>,
    progress: &mut OnProgress<'_>,
    hire: impl Fn(Meter<'a>, usize) -> M + Sync,
) -> M {
    let meter = Meter::new(limits);
    let mut first = hire(meter.in_crew(crew), 0);
    let mut report = |depth, meter: &Meter<'_>, bounds: Bounds, standing| {
        progress(&Progress {
            standing,
            depth,
            nodes: crew.claimed(limits.nodes) - meter.unused(),
            lowest: ground.score(bounds.lo),
            highest: ground.score(bounds.hi),
        });
    };
    let others = together(
        limits.threads,
        |number| {
            let mut member = hire(meter.in_crew(crew), number);
            work(crew, ground, position, &mut member, &mut |_, _, _, _| {});
            member.meter().nodes
        },
        || work(crew, ground, position, &mut first, &mut report),
    );
    let nodes = first.meter().nodes + others;
    *first.meter() = meter.with_nodes(nodes);
    first
}

/// The work of one thread: question after question, until the value is known or a limit
/// reached.
fn work<'a, P: Board>(
    crew: &Crew,
    ground: &Ground<'_, P>,
    position: &P,
    member: &mut impl Member<'a, P>,
    report: &mut Report<'_>,
) {
    while !crew.is_over() {
        let mut bounds = crew.bounds();
        if ground.is_answer(bounds) {
            break;
        }
        let want = ground.question(bounds, crew.start());
        member.meter().want = want;
        let found = member.decide(position, want, &mut bounds, report);
        crew.add(bounds);
        let goes_on = match found {
            Ok(decided) => decided,
            Err(Halt) => member.meter().is_overtaken(),
        };
        if !goes_on {
            break;
        }
    }
    // Where one thread cannot go on, no other can.
    crew.finish();
}
