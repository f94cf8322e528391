//! Which exact method for which position.
//!
//! Proof-number search answers the shipped problems and the starts of small boards in a half to a
//! hundredth of the time of alpha-beta, margins included (`benches/README.md`), so it comes first. It
//! lives by its table, though: where none can be used, or only a tiny one, alpha-beta is the one
//! that gets somewhere. What proof-number search gives up, because a line is too long or a move cannot
//! be followed to its end, or as only the tree of histories can tell, alpha-beta tries again.
//!
//! Margins of small boards are mostly long play round the same positions. There retrograde analysis is quicker, as soon as
//! all that can be reached fits into memory, which only trying tells. So on boards whose positions are packed into 64 bits
//! the two take turns, each time for four times as long: what the loser costs is a part of what the winner takes.

use crate::alpha_beta::AlphaBeta;
use crate::crew;
use crate::endgames::Endgames;
use crate::limits::Limits;
use crate::objective::Objective;
use crate::proof_number::ProofNumber;
use crate::retrograde;
use crate::solution::{OnProgress, Solution, Status};
use crate::terms::{Endless, Terms};
use sow_engine::game::{Board, Game};

/// Bytes below which proof-number search forgets too much.
const LEAST_MEMORY: usize = 1 << 20;

/// Nodes of proof-number search before an enumeration is tried; what needs more than a second is worth it.
const FIRST_SHARE: u64 = 1 << 20;

/// How much longer each method's next turn is.
const GROWTH: u64 = 4;

/// Nodes of proof-number search that take as long as a position of retrograde analysis.
const NODES_PER_POSITION: u64 = 32;

/// Nodes that have to be left of a limit for an enumeration: it goes on in steps, and may pass its own limit by one.
const LEAST_ROOM: u64 = 1 << 18;

/// Why a method was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Proof-number search, which is mostly faster.
    MostlyFaster,
    /// Retrograde analysis, as all that can be reached was enumerated sooner than proof-number search had an answer.
    FewPositions,
    /// Alpha-beta, as positions are too large for a table.
    NoTable,
    /// Alpha-beta, as the table is tiny.
    LittleMemory,
    /// Alpha-beta, after proof-number search gave up.
    GaveUp,
}

impl Reason {
    /// In a few words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::MostlyFaster => "mostly the faster",
            Self::FewPositions => "few positions can be reached",
            Self::NoTable => "positions are too large for a table",
            Self::LittleMemory => "the table is tiny",
            Self::GaveUp => "proof-number search gave up",
        }
    }
}

/// Solves one position without history by the method that suits it; [`Solution::method`] names it.
///
/// # Panics
/// If the thread that searches cannot be started.
pub fn solve<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    objective: Objective,
    limits: &Limits<'_>,
    progress: &mut OnProgress<'_>,
) -> (Solution, Reason) {
    solve_with_endgames(game, position, objective, limits, None, progress)
}

/// The same with an endgame table to ask, see [`AlphaBeta::with_endgames`].
///
/// # Panics
/// If the thread that searches cannot be started.
pub fn solve_with_endgames<'a, P: Board>(
    game: &'a dyn Game<P>,
    position: &P,
    objective: Objective,
    limits: &Limits<'_>,
    endgames: Option<&'a dyn Endgames>,
    progress: &mut OnProgress<'_>,
) -> (Solution, Reason) {
    let choice = Choice {
        game,
        position,
        objective,
        limits,
        endgames,
        seeds: usize::from(game.seeds(position)),
    };
    choice.solve(progress)
}

/// A question for which a method is chosen.
struct Choice<'a, 'l, P: Board> {
    game: &'a dyn Game<P>,
    position: &'l P,
    objective: Objective,
    limits: &'l Limits<'l>,
    endgames: Option<&'a dyn Endgames>,
    seeds: usize,
}

impl<P: Board> Choice<'_, '_, P> {
    fn solve(&self, progress: &mut OnProgress<'_>) -> (Solution, Reason) {
        let terms = Terms::taking(self.game, self.objective, self.seeds, Endless::Least);
        if terms.layout.is_none() {
            return (self.alpha_beta(self.limits, progress), Reason::NoTable);
        }
        if self.limits.memory < LEAST_MEMORY {
            return (self.alpha_beta(self.limits, progress), Reason::LittleMemory);
        }
        let (first, reason) = self.proof_number_or_retrograde(progress);
        let spare = self.limits.nodes.saturating_sub(first.nodes);
        if self.is_solved(&first)
            || self.limits.is_over()
            || spare <= crew::unclaimed(self.limits.threads)
        {
            return (first, reason);
        }
        let rest = Limits {
            nodes: spare,
            ..*self.limits
        };
        let mut second = self.alpha_beta(&rest, progress);
        second.nodes += first.nodes;
        (second, Reason::GaveUp)
    }

    fn is_solved(&self, solution: &Solution) -> bool {
        // An open distance is no sign that the method failed: both look for it in the same way.
        solution.status == Status::Exact
            || self.objective == Objective::Distance && solution.outcome().is_some()
    }

    fn alpha_beta(&self, limits: &Limits<'_>, progress: &mut OnProgress<'_>) -> Solution {
        let mut solver = AlphaBeta::new(self.game, self.objective, self.seeds, limits.memory);
        if let Some(endgames) = self.endgames {
            solver = solver.with_endgames(endgames);
        }
        solver.solve(self.position, limits, progress)
    }

    /// Proof-number search, which takes turns with retrograde analysis where that may come to an end.
    fn proof_number_or_retrograde(&self, progress: &mut OnProgress<'_>) -> (Solution, Reason) {
        let mut may_fit = retrograde::packs_into_a_word(self.game, self.position, self.objective);
        // Both hold what they have found at the same time.
        let memory = self.limits.memory / if may_fit { 2 } else { 1 };
        let mut solver =
            ProofNumber::new(self.game, self.objective, self.seeds, memory).without_histories();
        if let Some(endgames) = self.endgames {
            solver = solver.with_endgames(endgames);
        }
        let (mut share, mut used) = (FIRST_SHARE, 0);
        loop {
            let left = self.limits.nodes.saturating_sub(used);
            let nodes = if may_fit { share.min(left) } else { left };
            let limits = Limits {
                nodes,
                memory,
                ..*self.limits
            };
            let mut found = solver.solve(self.position, &limits, progress);
            let gave_up = found.nodes + crew::unclaimed(limits.threads) < nodes;
            used += found.nodes;
            found.nodes = used;
            if gave_up || nodes == left || self.is_solved(&found) || self.limits.is_over() {
                return (found, Reason::MostlyFaster);
            }
            let room = self.limits.nodes - used;
            if room < LEAST_ROOM {
                may_fit = false;
                continue;
            }
            let limits = Limits {
                nodes: (share / NODES_PER_POSITION).min(room - LEAST_ROOM),
                ..limits
            };
            let enumerated =
                retrograde::solve(self.game, self.position, self.objective, &limits, progress);
            match enumerated {
                Ok((mut found, Some(_))) if self.is_solved(&found) => {
                    found.nodes += used;
                    return (found, Reason::FewPositions);
                }
                Ok((found, None)) => {
                    // Fewer than allowed: it was memory that did not suffice.
                    may_fit = found.nodes > limits.nodes;
                    used += found.nodes;
                }
                // What it leaves open depends on histories, and takes no more time to know.
                Ok((found, Some(_))) => {
                    may_fit = false;
                    used += found.nodes;
                }
                Err(_) => may_fit = false,
            }
            share *= GROWTH;
        }
    }
}
