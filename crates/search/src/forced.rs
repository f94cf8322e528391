//! What is wanted besides the value: a line of best play, and how soon the game can be ended.

use crate::children::{Leads, Nursery};
use crate::crew::Crew;
use crate::distance::{self, Distances};
use crate::kept_line;
use crate::limits::{Halt, Limits};
use crate::member::Member;
use crate::objective::Objective;
use crate::solution::{OnProgress, Progress, Solution, Status};
use crate::terms::Bounds;
use crate::threads::together;
use sow_engine::game::Board;
use sow_engine::scribe::Scribe;
use sow_engine::side::Side;
use std::sync::atomic::{AtomicBool, Ordering};

/// Nodes that the way to a forced end may cost where it is not what was asked, besides a quarter of the solution's.
const DISTANCE_NODES: u64 = 1 << 17;

/// Nodes that a principal line may cost, besides as many as the solution itself.
const LINE_NODES: u64 = 1 << 20;

/// What a crew knows that asks something else than for a value.
const OPEN: Bounds = Bounds { lo: 0, hi: 1 };

/// Adds to an exact solution what the limits ask for besides the value, and counts the nodes.
pub(crate) fn complete<'a, P: Board>(
    mut solution: Solution,
    member: &mut impl Member<'a, P>,
    position: &P,
    bounds: Bounds,
    limits: &Limits<'_>,
    progress: &mut OnProgress<'_>,
) -> Solution {
    let ground = member.facts().ground;
    let asks_distance = ground.objective == Objective::Distance;
    if solution.status == Status::Exact && (limits.line || asks_distance) {
        let goals = ground.goals(bounds);
        let limit = if asks_distance {
            u64::MAX
        } else {
            DISTANCE_NODES.saturating_add(member.meter().nodes / 4)
        };
        let forcer = forcer(member, position, goals);
        if let Some((attacker, want)) = forcer {
            let mut report = |depth: u32, nodes: u64| {
                progress(&Progress {
                    standing: None,
                    depth,
                    nodes,
                    lowest: solution.lowest,
                    highest: solution.highest,
                });
            };
            let task = Task {
                attacker,
                want,
                goals,
                limits,
            };
            let found = limited(member, limit, |member| {
                task.run(member, position, &mut report)
            });
            solution.distance = found.distance;
            solution.distance_at_least = found.at_least;
            solution.line = found.line;
            if asks_distance && found.distance.is_none() {
                solution.status = Status::Bound;
            }
        }
        if limits.line && solution.line.is_empty() {
            let limit = LINE_NODES.saturating_add(member.meter().nodes);
            let line = limited(member, limit, |member| {
                kept_line::line(member, position, goals)
            });
            solution.line = line.unwrap_or_default();
        }
    }
    solution.nodes = member.meter().nodes;
    solution
}

/// Who can force his result by ending the game, and the least that he wants, seen by him: not where
/// endless play gives him as much.
fn forcer<'a, P: Board>(
    member: &impl Member<'a, P>,
    position: &P,
    goals: Bounds,
) -> Option<(Side, i32)> {
    let ground = member.facts().ground;
    let cycle = ground.terms.cycle(ground.game, position);
    if goals.lo > cycle {
        Some((Side::South, goals.lo))
    } else if goals.hi < cycle {
        Some((Side::North, -goals.hi))
    } else {
        None
    }
}

/// Runs `work` with at most `nodes` more nodes.
fn limited<'a, P: Board, M: Member<'a, P>, T>(
    member: &mut M,
    nodes: u64,
    work: impl FnOnce(&mut M) -> T,
) -> T {
    let limited = member.meter().at_most(nodes);
    let meter = std::mem::replace(member.meter(), limited);
    let found = work(member);
    let nodes = member.meter().nodes;
    *member.meter() = meter.with_nodes(nodes);
    found
}

/// What was found out about a forced end.
#[derive(Default)]
struct Found {
    distance: Option<u32>,
    at_least: u32,
    line: Vec<String>,
}

/// The way of the player who can force his result: he hurries, the other delays.
struct Task<'t, 'flag> {
    attacker: Side,
    want: i32,
    goals: Bounds,
    limits: &'t Limits<'flag>,
}

impl Task<'_, '_> {
    fn run<'a, P: Board>(
        &self,
        member: &mut impl Member<'a, P>,
        position: &P,
        report: &mut dyn FnMut(u32, u64),
    ) -> Found {
        let facts = member.facts();
        let mut found = Found::default();
        let meter = member.meter().clone();
        let bytes = match facts.ground.objective {
            Objective::Distance => usize::MAX,
            // A large table takes time, and a line is a small matter.
            _ => (meter.nodes.saturating_mul(256) as usize).max(1 << 20),
        };
        let bytes = bytes.min(facts.ground.memory / 4);
        let Some(table) = distance::table(&facts.ground.terms, bytes) else {
            return found;
        };
        let undecided = AtomicBool::new(false);
        let crew = Crew::new(OPEN, meter.unused());
        let hire = |number: usize| {
            let mut meter = meter.in_crew(&crew);
            meter.want = OPEN.hi;
            let nursery = Nursery::of_thread(number);
            Distances::new(
                facts,
                &table,
                &undecided,
                meter,
                nursery,
                self.attacker,
                self.want,
            )
        };
        let mut first = hire(0);
        let mut end = Err(Halt);
        let others = together(
            self.limits.threads,
            |number| {
                let mut distances = hire(number);
                // What it finds out is in the table.
                let _ = distances.of(position, &mut 0, &mut |_, _| {});
                distances.meter.nodes
            },
            || {
                end = first.of(position, &mut found.at_least, &mut |depth, _| {
                    report(depth, meter.nodes + crew.claimed(meter.unused()));
                });
                crew.finish();
            },
        );
        let nodes = meter.nodes + first.meter.nodes + others;
        let mut distances = hire(0);
        distances.meter = meter.with_nodes(nodes);
        member.meter().nodes = nodes;
        if undecided.load(Ordering::Relaxed) {
            return Found::default();
        }
        if let Ok(Some(distance)) = end {
            found.distance = Some(distance);
            if self.limits.line {
                let line = self.follow(&mut distances, member, position, distance);
                found.line = line.ok().flatten().unwrap_or_default();
            }
        }
        let nodes = distances.meter.nodes.max(member.meter().nodes);
        member.meter().nodes = nodes;
        found
    }

    /// The line from a position to the end that the distances lead to. The defender delays, but not
    /// at the price of a worse result.
    fn follow<'a, P: Board>(
        &self,
        distances: &mut Distances<'_, P>,
        member: &mut impl Member<'a, P>,
        position: &P,
        distance: u32,
    ) -> Result<Option<Vec<String>>, Halt> {
        let mut scribe = Scribe::new(member.facts().ground.game);
        let (mut at, mut left) = (*position, distance);
        while left > 0 || at.is_mid_turn() {
            let mut chosen = None;
            for next in distances.next(&at, left)? {
                let keeps = match next.child.leads {
                    Leads::To(after) => member.holds(at.side(), &after, self.goals)?,
                    Leads::Ends(value) => self.goals.contain(value),
                    Leads::Undecided(_) => false,
                };
                if keeps {
                    chosen = Some(next);
                    break;
                }
            }
            let Some(next) = chosen else {
                return Ok(None);
            };
            scribe.add(&at, next.child.decision);
            left = next.left;
            match next.child.leads {
                Leads::To(after) => at = after,
                Leads::Ends(_) | Leads::Undecided(_) => break,
            }
        }
        Ok(Some(scribe.finish()))
    }
}
