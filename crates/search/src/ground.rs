//! The ground that all exact methods stand on: the game, what is asked of it, what is known without searching, and how
//! values become answers.

use crate::endgames::{EndgameValue, Endgames};
use crate::objective::{INFINITE, Objective, Scale};
use crate::solution::{Score, Solution, Status};
use crate::terms::{Bounds, Endless, Terms};
use sow_engine::game::{Board, Game};
use sow_engine::side::Side;

/// One game under one objective.
#[derive(Debug)]
pub(crate) struct Ground<'game, P: Board> {
    pub(crate) game: &'game dyn Game<P>,
    pub(crate) objective: Objective,
    pub(crate) terms: Terms,
    /// Bytes for the tables of a method.
    pub(crate) memory: usize,
    /// The most seeds of a position.
    seeds: usize,
    endgames: Option<&'game dyn Endgames>,
}

impl<'game, P: Board> Ground<'game, P> {
    /// For positions of at most `seeds` seeds.
    pub(crate) fn new(
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
            memory,
            seeds,
            endgames: None,
        }
    }

    /// Takes an endgame table to ask. It is not asked where repetitions within one cycle have different values,
    /// see [`crate::cycles`].
    pub(crate) fn ask(&mut self, endgames: &'game dyn Endgames) {
        self.endgames = self.terms.layout.map(|_| endgames);
    }

    /// What all facts found here are about, in words.
    pub(crate) fn about(&self) -> String {
        format!(
            "{} on {} columns under the rules {} with at most {} seeds, played for {}",
            self.game.kind(),
            self.game.columns(),
            self.game.rules().describe(),
            self.seeds,
            self.objective.name()
        )
    }

    /// What the endgame table knows of a position. Nothing in the middle of a turn: the contents alone do not tell such a
    /// position from one between turns.
    pub(crate) fn endgame(&self, position: &P) -> Option<EndgameValue> {
        if position.is_mid_turn() {
            return None;
        }
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
            method: "",
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
