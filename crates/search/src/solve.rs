//! The solver: exact values by proofs and refutations.

use crate::children::{Leads, Nursery};
use crate::distance::Distances;
use crate::limits::{Halt, Limits, Meter};
use crate::objective::{INFINITE, Objective, Scale};
use crate::prove::{MOST_DEPTH, Prover};
use crate::quiet;
use crate::table::Table;
use crate::terms::{Bounds, Terms};
use sow_engine::game::{Board, Game};
use sow_engine::scribe::Scribe;
use sow_engine::side::Side;

/// Stack for the recursion of the search, reserved and not used until needed.
pub(crate) const STACK: usize = 256 << 20;

/// Nodes that a principal line may cost, besides as many as four times the solution itself.
pub(crate) const LINE_NODES: u64 = 1 << 20;

/// How sure a solution is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The value of the objective is proven.
    Exact,
    /// Proven bounds that exclude something, but not all else.
    Bound,
    /// A limit was reached before anything was proven.
    Unknown,
}

impl Status {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Bound => "bound",
            Self::Unknown => "unknown",
        }
    }
}

/// One value of an objective, seen by South.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// Who wins, `None` for a draw.
    pub winner: Option<Side>,
    /// South's seeds minus North's at the end, where the objective tells.
    pub margin: Option<i16>,
    /// Match points, South's positive, where the objective tells.
    pub points: Option<i16>,
}

/// What was found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// How sure it is.
    pub status: Status,
    /// The least that South can get, proven.
    pub lowest: Score,
    /// The most that South can get, proven. Equal to `lowest` in what the objective asks if the
    /// solution is exact.
    pub highest: Score,
    /// Decisions in which the player who can force his result can end the game with it, where that
    /// result is better for him than endless play. The other delays in this count even at the price
    /// of seeds; in the line he does not.
    pub distance: Option<u32>,
    /// A line of best play, one text a turn; empty if the value is not exact.
    pub line: Vec<String>,
    /// Positions searched, those for the line included.
    pub nodes: u64,
    /// The method, a name of the command line.
    pub method: &'static str,
}

impl Solution {
    /// Who wins, where that is proven: `Some(None)` for a draw.
    pub fn outcome(&self) -> Option<Option<Side>> {
        (self.lowest.winner == self.highest.winner).then_some(self.lowest.winner)
    }

    /// South's seeds minus North's at the end under best play, where that is proven.
    pub fn margin(&self) -> Option<i16> {
        self.lowest.margin.filter(|_| self.lowest == self.highest)
    }

    /// South's match points, where they are proven.
    pub fn points(&self) -> Option<i16> {
        self.lowest.points.filter(|_| self.lowest == self.highest)
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Decisions looked ahead.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
    /// The least that South can get, proven so far.
    pub lowest: Score,
    /// The most that South can get, proven so far.
    pub highest: Score,
}

/// Called as the search goes deeper.
pub type OnProgress<'a> = dyn FnMut(&Progress) + Send + 'a;

/// Solves one position without history. See [`Solver`] for many.
pub fn solve<G: Game>(
    game: &G,
    position: &G::Position,
    objective: Objective,
    limits: &Limits<'_>,
    progress: &mut OnProgress<'_>,
) -> Solution {
    let seeds = usize::from(game.seeds(position));
    Solver::new(game, objective, seeds, limits.memory).solve(position, limits, progress)
}

/// Solves positions of one game and keeps what it has proven from one to the next.
#[derive(Debug)]
pub struct Solver<'game, G: Game> {
    pub(crate) game: &'game G,
    objective: Objective,
    pub(crate) terms: Terms,
    table: Option<Table>,
    memory: usize,
}

impl<'game, G: Game> Solver<'game, G> {
    /// A solver for positions of at most `seeds` seeds, with tables of about `memory` bytes.
    pub fn new(game: &'game G, objective: Objective, seeds: usize, memory: usize) -> Self {
        let terms = Terms::new(game, objective, seeds);
        // A quarter is kept for the distances of the line.
        let table = terms
            .layout
            .map(|layout| Table::new(memory / 4 * 3, layout.words));
        Self {
            game,
            objective,
            terms,
            table,
            memory,
        }
    }

    /// Solves a position without history; positions in the middle of a turn included.
    ///
    /// # Panics
    /// If the thread that searches cannot be started.
    pub fn solve(
        &self,
        position: &G::Position,
        limits: &Limits<'_>,
        progress: &mut OnProgress<'_>,
    ) -> Solution {
        std::thread::scope(|scope| {
            let run = || self.run(position, limits, progress);
            let thread = std::thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, run);
            match thread.map(|thread| thread.join()) {
                Ok(Ok(solution)) => solution,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                Err(error) => panic!("the thread that searches cannot be started: {error}"),
            }
        })
    }

    fn run(
        &self,
        position: &G::Position,
        limits: &Limits<'_>,
        progress: &mut OnProgress<'_>,
    ) -> Solution {
        let mut search = Search {
            solver: self,
            meter: Meter::new(limits),
            nursery: Nursery::new(),
            progress,
        };
        let before = self.terms.bounds(self.game, position);
        let bounds = search.value(position, before);
        let mut solution = self.solution(before, bounds);
        if solution.status == Status::Exact && limits.line {
            let (line, distance) = search.line(position, bounds);
            solution.line = line;
            solution.distance = distance;
        }
        solution.nodes = search.meter.nodes;
        solution
    }

    pub(crate) fn solution(&self, before: Bounds, bounds: Bounds) -> Solution {
        let status = if self.is_answer(bounds) {
            Status::Exact
        } else if self.score(bounds.lo) != self.score(before.lo)
            || self.score(bounds.hi) != self.score(before.hi)
        {
            Status::Bound
        } else {
            Status::Unknown
        };
        Solution {
            status,
            lowest: self.score(bounds.lo),
            highest: self.score(bounds.hi),
            distance: None,
            line: Vec::new(),
            nodes: 0,
            method: "alpha-beta",
        }
    }

    pub(crate) fn score(&self, value: i32) -> Score {
        Score {
            winner: match value {
                0 => None,
                1.. => Some(Side::South),
                _ => Some(Side::North),
            },
            margin: self.terms.scale.margin(value),
            points: match self.terms.scale {
                Scale::Points => Some(value as i16),
                Scale::Seeds if self.objective == Objective::Points => Some(value.signum() as i16),
                _ => None,
            },
        }
    }

    /// Whether bounds answer the question: in two-row games the outcome is the margin's sign.
    pub(crate) fn is_answer(&self, bounds: Bounds) -> bool {
        bounds.lo == bounds.hi || self.only_sign() && bounds.lo.signum() == bounds.hi.signum()
    }

    /// What each side has to keep on a line of best play: its bound, or the outcome if only that was
    /// asked.
    pub(crate) fn goals(&self, bounds: Bounds) -> Bounds {
        if !self.only_sign() {
            return bounds;
        }
        match bounds.lo.signum() {
            1 => Bounds {
                lo: 1,
                hi: INFINITE,
            },
            0 => Bounds { lo: 0, hi: 0 },
            _ => Bounds {
                lo: -INFINITE,
                hi: -1,
            },
        }
    }

    fn only_sign(&self) -> bool {
        self.objective != Objective::Margin && self.terms.scale == Scale::Seeds
    }

    /// The next thing to ask: is it at least this? The outcome first, then the rest by halves.
    pub(crate) fn question(&self, bounds: Bounds) -> i32 {
        let Bounds { lo, hi } = bounds;
        if lo < 1 && hi >= 1 {
            1
        } else if lo < 0 && hi >= 0 {
            0
        } else {
            lo + (hi - lo + 1) / 2
        }
    }
}

/// One search in progress.
pub(crate) struct Search<'a, 'game, 'flag, 'p, G: Game> {
    pub(crate) solver: &'a Solver<'game, G>,
    pub(crate) meter: Meter<'flag>,
    pub(crate) nursery: Nursery<G::Position>,
    progress: &'a mut OnProgress<'p>,
}

impl<G: Game> Search<'_, '_, '_, '_, G> {
    /// Proven bounds on the value, as tight as the limits allow, seen by South.
    fn value(&mut self, position: &G::Position, mut bounds: Bounds) -> Bounds {
        while !self.solver.is_answer(bounds) {
            let want = self.solver.question(bounds);
            if self.decide(position, want, &mut bounds) != Ok(true) {
                break;
            }
        }
        bounds
    }

    /// Tightens `bounds` until they say whether South's value is at least `want`. False if no depth
    /// will ever tell.
    pub(crate) fn decide(
        &mut self,
        position: &G::Position,
        want: i32,
        bounds: &mut Bounds,
    ) -> Result<bool, Halt> {
        let mut depth = 1;
        loop {
            let mut deeper = false;
            for (attacker, his_want) in [(Side::South, want), (Side::North, 1 - want)] {
                if bounds.lo >= want || bounds.hi < want {
                    return Ok(true);
                }
                let solver = self.solver;
                let mut prover = Prover::new(
                    solver.game,
                    &solver.terms,
                    solver.table.as_ref(),
                    &mut self.meter,
                    &mut self.nursery,
                    attacker,
                    his_want,
                );
                let found = prover.run(position, depth)?.seen_by(attacker);
                deeper |= prover.hit_horizon;
                bounds.lo = bounds.lo.max(found.lo);
                bounds.hi = bounds.hi.min(found.hi);
            }
            self.report(depth, *bounds);
            if bounds.lo >= want || bounds.hi < want {
                return Ok(true);
            }
            if !deeper || depth >= MOST_DEPTH {
                return Ok(false);
            }
            // One by one at first, later in larger steps: deep searches mostly look for long
            // cycles.
            depth = (depth + 1 + depth / 16).min(MOST_DEPTH);
        }
    }

    fn report(&mut self, depth: u32, bounds: Bounds) {
        (self.progress)(&Progress {
            depth,
            nodes: self.meter.nodes,
            lowest: self.solver.score(bounds.lo),
            highest: self.solver.score(bounds.hi),
        });
    }

    /// A line of best play and the distance to its end, as far as the limits allow.
    fn line(&mut self, position: &G::Position, bounds: Bounds) -> (Vec<String>, Option<u32>) {
        let bounds = self.solver.goals(bounds);
        let limit = LINE_NODES.saturating_add(self.meter.nodes.saturating_mul(4));
        let limited = self.meter.at_most(limit);
        let meter = std::mem::replace(&mut self.meter, limited);
        let forced = self.forced_line(position, bounds);
        self.meter = meter.with_nodes(self.meter.nodes);
        if let Ok(Some((line, distance))) = forced {
            return (line, Some(distance));
        }
        let limited = self.meter.at_most(limit);
        let meter = std::mem::replace(&mut self.meter, limited);
        let line = quiet::line(self, position, bounds);
        self.meter = meter.with_nodes(self.meter.nodes);
        (line.unwrap_or_default(), None)
    }

    /// The line of the player who can force his result: he hurries, the other delays.
    fn forced_line(
        &mut self,
        position: &G::Position,
        bounds: Bounds,
    ) -> Result<Option<(Vec<String>, u32)>, Halt> {
        let solver = self.solver;
        let cycle = solver.terms.cycle(solver.game, position);
        let (attacker, want) = if bounds.lo > cycle {
            (Side::South, bounds.lo)
        } else if bounds.hi < cycle {
            (Side::North, -bounds.hi)
        } else {
            return Ok(None);
        };
        let bytes = (self.meter.nodes.saturating_mul(256) as usize).clamp(1 << 20, 1 << 40);
        let distances = Distances::new(
            solver.game,
            &solver.terms,
            self.meter.clone(),
            bytes.min(solver.memory / 4),
            attacker,
            want,
        );
        let Some(mut distances) = distances else {
            return Ok(None);
        };
        let found = self.follow(&mut distances, position, bounds);
        self.meter.nodes = self.meter.nodes.max(distances.nodes());
        found
    }

    /// The line from a position to the end that the distances lead to. The defender delays, but not
    /// at the price of a worse result.
    fn follow(
        &mut self,
        distances: &mut Distances<'_, '_, G>,
        position: &G::Position,
        goals: Bounds,
    ) -> Result<Option<(Vec<String>, u32)>, Halt> {
        let Some(distance) = distances.of(position)? else {
            return Ok(None);
        };
        let mut scribe = Scribe::new(self.solver.game);
        let (mut at, mut left) = (*position, distance);
        while left > 0 || at.is_mid_turn() {
            let mut chosen = None;
            for next in distances.next(&at, left)? {
                let keeps = match next.child.leads {
                    Leads::To(after) => self.keeps(at.side(), &after, goals)?,
                    Leads::Ends(value) => goals.contain(value),
                    Leads::Unknown => false,
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
                Leads::Ends(_) | Leads::Unknown => break,
            }
        }
        Ok(Some((scribe.finish(), distance)))
    }

    /// Whether `mover`, who moved to `after`, still has what the goals promise him.
    pub(crate) fn keeps(
        &mut self,
        mover: Side,
        after: &G::Position,
        goals: Bounds,
    ) -> Result<bool, Halt> {
        let solver = self.solver;
        let mut bounds = solver.terms.bounds(solver.game, after);
        if mover == Side::South {
            self.decide(after, goals.lo, &mut bounds)?;
            Ok(bounds.lo >= goals.lo)
        } else {
            self.decide(after, goals.hi + 1, &mut bounds)?;
            Ok(bounds.hi <= goals.hi)
        }
    }
}
