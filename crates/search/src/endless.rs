//! Exact values where repetitions within one cycle are worth different things.
//!
//! There the value of a position depends on its history, and a table of values is no use
//! ([`crate::cycles`]). But two other games on the same positions have constant cycles: those in which
//! endless play is worth the least, and the most, that South can still get with what is in stores already.
//! Both have the same tree of histories as the game itself, cut at the same repetitions, and at each cut a value that is
//! not above, or not below, its own. So their values are bounds on its value, and tables may be used for
//! both. Where they meet, as they do wherever neither player has any use for a repetition, the value
//! is exact, and each player has a way to get it that no repetition disturbs. Only where
//! they do not meet the tree of histories is searched, between them.

use crate::children::Nursery;
use crate::crew::Crew;
use crate::facts::Facts;
use crate::forced;
use crate::ground::Ground;
use crate::limits::{Halt, Limits};
use crate::member::{Member, Report};
use crate::meter::Meter;
use crate::solution::{OnProgress, Progress, Solution, Status};
use crate::terms::{Bounds, Endless};
use sow_engine::game::{Board, Game};
use sow_engine::side::Side;

/// A way to answer questions about the positions of one game.
pub(crate) trait Method<'game, P: Board + 'game> {
    /// One search in progress.
    type Search<'s>: Member<'s, P>
    where
        Self: 's;

    /// The terms, and the wording of answers.
    fn ground(&self) -> &Ground<'game, P>;

    /// Answers all questions about a position.
    fn search<'s>(
        &'s self,
        crew: &'s Crew,
        position: &P,
        limits: &Limits<'s>,
        progress: &mut OnProgress<'_>,
    ) -> Self::Search<'s>;

    /// The name on the command line.
    fn name(&self) -> &'static str;
}

/// What takes endless play for the least and for the most, where its value is not constant.
pub(crate) fn sides<P: Board, M>(
    game: &dyn Game<P>,
    make: impl Fn(Endless) -> M,
) -> Option<Box<[M; 2]>> {
    let constant = game.rules().cycles_are_constant();
    (!constant).then(|| Box::new([Endless::Least, Endless::Most].map(make)))
}

/// Solves a position: through the two sides if there are any, and else, or if they leave something
/// open and `histories` are to be searched, by itself.
pub(crate) fn solve<'game, P: Board + 'game, M: Method<'game, P>>(
    method: &M,
    sides: Option<&[M; 2]>,
    histories: bool,
    position: &P,
    limits: &Limits<'_>,
    progress: &mut OnProgress<'_>,
) -> Solution {
    let ground = method.ground();
    let before = ground.before(position);
    let mut start = before;
    let mut nodes = 0;
    let named = |solution| Solution {
        method: method.name(),
        ..solution
    };
    if let Some(sides) = sides {
        // Half of what is left for the second side, half of what is left then for the histories.
        let share = |nodes: u64| Limits {
            nodes: if histories { nodes / 2 } else { nodes },
            ..*limits
        };
        let [least, most] = sides;
        let (first_crew, second_crew);
        let first = share(limits.nodes);
        first_crew = Crew::new(before, first.nodes);
        let mut low = least.search(&first_crew, position, &first, &mut |found| {
            progress(&Progress {
                highest: ground.score(before.hi),
                ..*found
            });
        });
        start.lo = first_crew.bounds().lo;
        nodes += low.meter().nodes;
        let second = share(limits.nodes - nodes);
        second_crew = Crew::new(start, second.nodes);
        let mut high = most.search(&second_crew, position, &second, &mut |found| {
            progress(&Progress {
                nodes: nodes + found.nodes,
                lowest: ground.score(start.lo),
                ..*found
            });
        });
        start.hi = second_crew.bounds().hi;
        nodes += high.meter().nodes;
        let solution = named(ground.solution(before, start));
        if solution.status == Status::Exact {
            let meter = Meter::new(limits).with_nodes(nodes);
            let mut keeper = Keeper::new(ground, position, start, low, high, meter);
            return forced::complete(solution, &mut keeper, position, start, limits, progress);
        }
        if !histories {
            return Solution { nodes, ..solution };
        }
    }
    let rest = Limits {
        nodes: limits.nodes - nodes,
        ..*limits
    };
    let crew = Crew::new(start, rest.nodes);
    let mut search = method.search(&crew, position, &rest, progress);
    let bounds = crew.bounds();
    let solution = named(ground.solution(before, bounds));
    let found = forced::complete(solution, &mut search, position, bounds, limits, progress);
    Solution {
        nodes: nodes + found.nodes,
        ..found
    }
}

/// Both sides at once, for lines: each player's promises are kept by the side that bounds him.
struct Keeper<M> {
    /// Who ends the game with his result.
    attacker: Side,
    own: M,
    other: M,
}

impl<M> Keeper<M> {
    fn new<'a, P: Board>(
        ground: &Ground<'_, P>,
        position: &P,
        bounds: Bounds,
        low: M,
        high: M,
        meter: Meter<'a>,
    ) -> Self
    where
        M: Member<'a, P>,
    {
        // Whom a repetition here would not serve; South, if it would not matter, unless he has
        // nothing to gain.
        let cycle = ground.terms.cycle(ground.game, position);
        let goals = ground.goals(bounds);
        let south = goals.lo > cycle
            || goals.hi >= cycle && goals.lo > low.facts().ground.before(position).lo;
        let (attacker, own, other) = if south {
            (Side::South, low, high)
        } else {
            (Side::North, high, low)
        };
        let mut keeper = Self {
            attacker,
            own,
            other,
        };
        *keeper.own.meter() = meter;
        keeper
    }
}

impl<'a, P: Board, M: Member<'a, P>> Member<'a, P> for Keeper<M> {
    fn meter(&mut self) -> &mut Meter<'a> {
        self.own.meter()
    }

    fn nursery(&mut self) -> &mut Nursery<P> {
        self.own.nursery()
    }

    fn facts(&self) -> Facts<'a, P> {
        self.own.facts()
    }

    fn best(&self, position: &P) -> u16 {
        self.own.best(position)
    }

    fn decide(
        &mut self,
        position: &P,
        want: i32,
        bounds: &mut Bounds,
        report: &mut Report<'_>,
    ) -> Result<bool, Halt> {
        self.own.decide(position, want, bounds, report)
    }

    fn holds(&mut self, side: Side, position: &P, goals: Bounds) -> Result<bool, Halt> {
        if side == self.attacker {
            return self.own.holds(side, position, goals);
        }
        *self.other.meter() = self.own.meter().clone();
        let holds = self.other.holds(side, position, goals);
        *self.own.meter() = self.other.meter().clone();
        holds
    }
}
