//! The solver: exact values by proofs and refutations.

use crate::children::Nursery;
use crate::crew::{self, Crew, Member, Report};
use crate::endgames::{EndgameValue, Endgames};
use crate::endless::{self, Method};
use crate::facts::Facts;
use crate::limits::{Halt, Limits, Meter};
use crate::objective::{INFINITE, Objective, Scale};
use crate::prove::{MOST_DEPTH, Prover};
use crate::table::Table;
use crate::terms::{Bounds, Endless, Terms};
use sow_engine::game::{Board, Game};
use sow_engine::side::Side;

/// Stack for the recursion of the search, reserved and not used until needed.
pub(crate) const STACK: usize = 256 << 20;

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
    /// The player who can force his result needs at least this many decisions, proven; 0 where nobody
    /// has to.
    pub distance_at_least: u32,
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
pub fn solve<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    objective: Objective,
    limits: &Limits<'_>,
    progress: &mut OnProgress<'_>,
) -> Solution {
    let seeds = usize::from(game.seeds(position));
    Solver::new(game, objective, seeds, limits.memory).solve(position, limits, progress)
}

/// Solves positions of one game and keeps what it has proven from one to the next.
#[derive(Debug)]
pub struct Solver<'game, P: Board> {
    pub(crate) game: &'game dyn Game<P>,
    pub(crate) objective: Objective,
    pub(crate) terms: Terms,
    pub(crate) table: Option<Table>,
    pub(crate) memory: usize,
    /// Where cycles are not constant: solvers that take them for the least and for the most.
    sides: Option<Box<[Self; 2]>>,
    endgames: Option<&'game dyn Endgames>,
}

impl<'game, P: Board> Solver<'game, P> {
    /// A solver for positions of at most `seeds` seeds, with tables of about `memory` bytes.
    pub fn new(
        game: &'game dyn Game<P>,
        objective: Objective,
        seeds: usize,
        memory: usize,
    ) -> Self {
        let mut solver = Self::taking(game, objective, seeds, memory, Endless::AsRuled);
        solver.sides = endless::sides(game, |endless| {
            Self::taking(game, objective, seeds, memory / 2, endless)
        });
        solver
    }

    fn taking(
        game: &'game dyn Game<P>,
        objective: Objective,
        seeds: usize,
        memory: usize,
        endless: Endless,
    ) -> Self {
        let mut solver = Self::without_table_taking(game, objective, seeds, memory, endless);
        let layout = solver.terms.layout;
        solver.table = layout.map(|layout| Table::new(main_part(memory), layout.words));
        solver
    }

    /// The same for a method that keeps its own table.
    pub(crate) fn without_table(
        game: &'game dyn Game<P>,
        objective: Objective,
        seeds: usize,
        memory: usize,
    ) -> Self {
        Self::without_table_taking(game, objective, seeds, memory, Endless::AsRuled)
    }

    /// The same with endless play taken to be worth something else.
    pub(crate) fn without_table_taking(
        game: &'game dyn Game<P>,
        objective: Objective,
        seeds: usize,
        memory: usize,
        endless: Endless,
    ) -> Self {
        Self {
            game,
            objective,
            terms: Terms::taking(game, objective, seeds, endless),
            table: None,
            memory,
            sides: None,
            endgames: None,
        }
    }

    /// The same solver with an endgame table to ask. It is not asked where repetitions within one
    /// cycle have different values, see [`crate::cycles`].
    #[must_use]
    pub fn with_endgames(mut self, endgames: &'game dyn Endgames) -> Self {
        self.endgames = self.terms.layout.map(|_| endgames);
        self
    }

    /// What the endgame table knows of a position between turns.
    pub(crate) fn endgame(&self, position: &P) -> Option<EndgameValue> {
        self.endgames?.value(position.side(), &position.contents())
    }

    /// Bounds on the value of a position that take no search, seen by South.
    #[inline]
    pub(crate) fn bounds(&self, position: &P) -> Bounds {
        let bounds = self.terms.bounds(self.game, position);
        if self.endgames.is_none() || position.is_mid_turn() {
            return bounds;
        }
        match self.endgame(position) {
            Some(known) => bounds.and(self.terms.endgame(&known)),
            None => bounds,
        }
    }

    /// Solves a position without history; positions in the middle of a turn included.
    ///
    /// # Panics
    /// If the thread that searches cannot be started.
    pub fn solve(
        &self,
        position: &P,
        limits: &Limits<'_>,
        progress: &mut OnProgress<'_>,
    ) -> Solution {
        let sides = self.sides.as_deref();
        with_stack(|| endless::solve(self, sides, true, position, limits, progress))
    }

    /// What is known of a position before any search.
    pub(crate) fn before(&self, position: &P) -> Bounds {
        self.terms.bounds(self.game, position)
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
            distance_at_least: 0,
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
    /// Where South's luck is only looked at to see that it gives him no more than he is sure of,
    /// `start` at the beginning, just that comes first.
    pub(crate) fn question(&self, bounds: Bounds, start: i32) -> i32 {
        let Bounds { lo, hi } = bounds;
        if self.terms.is_most() && lo == start && !self.only_sign() {
            return lo + 1;
        }
        if lo < 1 && hi >= 1 {
            1
        } else if lo < 0 && hi >= 0 {
            0
        } else {
            lo + (hi - lo + 1) / 2
        }
    }
}

/// The part of the memory that values take: a quarter is kept for distances.
pub(crate) const fn main_part(memory: usize) -> usize {
    memory / 4 * 3
}

/// Runs `work` on a thread with a stack for deep recursion.
pub(crate) fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, work);
        match thread.map(|thread| thread.join()) {
            Ok(Ok(found)) => found,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => panic!("the thread that searches cannot be started: {error}"),
        }
    })
}

impl<'game, P: Board> Method<'game, P> for Solver<'game, P> {
    type Search<'s>
        = Search<'s, P>
    where
        Self: 's;

    fn solver(&self) -> &Solver<'game, P> {
        self
    }

    fn search<'s>(
        &'s self,
        crew: &'s Crew,
        position: &P,
        limits: &Limits<'s>,
        progress: &mut OnProgress<'_>,
    ) -> Search<'s, P> {
        crew::answer(crew, self, position, limits, progress, |meter, number| {
            Search {
                solver: self,
                meter,
                nursery: Nursery::of_thread(number),
            }
        })
    }

    fn name(&self) -> &'static str {
        "alpha-beta"
    }
}

/// One search in progress.
pub(crate) struct Search<'a, P: Board> {
    solver: &'a Solver<'a, P>,
    meter: Meter<'a>,
    nursery: Nursery<P>,
}

impl<'a, P: Board> Member<'a, P> for Search<'a, P> {
    fn meter(&mut self) -> &mut Meter<'a> {
        &mut self.meter
    }

    fn nursery(&mut self) -> &mut Nursery<P> {
        &mut self.nursery
    }

    fn facts(&self) -> Facts<'a, P> {
        Facts {
            solver: self.solver,
            memory: None,
        }
    }

    fn decide(
        &mut self,
        position: &P,
        want: i32,
        bounds: &mut Bounds,
        report: &mut Report<'_>,
    ) -> Result<bool, Halt> {
        let mut depth = 1;
        loop {
            let mut deeper = false;
            for (attacker, his_want) in [(Side::South, want), (Side::North, 1 - want)] {
                if bounds.lo >= want || bounds.hi < want {
                    return Ok(true);
                }
                let mut prover = Prover::new(
                    self.solver,
                    &mut self.meter,
                    &mut self.nursery,
                    attacker,
                    his_want,
                );
                let found = prover.run(position, depth)?.seen_by(attacker);
                deeper |= prover.hit_horizon;
                *bounds = bounds.and(found);
            }
            report(depth, &self.meter, *bounds);
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
}
