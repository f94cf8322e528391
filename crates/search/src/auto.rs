//! Which exact method for which position.
//!
//! Proof-number search answers the shipped problems and the starts of small boards in a half to a
//! hundredth of the time of alpha-beta, margins included (`benches/README.md`), so it comes first. It
//! lives by its table, though: where none can be used, or only a tiny one, alpha-beta is the one
//! that gets somewhere. What proof-number search gives up, because a line is too long or a move cannot
//! be followed to its end, or as only the tree of histories can tell, alpha-beta tries again.

use crate::alpha_beta::AlphaBeta;
use crate::crew;
use crate::endgames::Endgames;
use crate::limits::Limits;
use crate::objective::Objective;
use crate::proof_number::ProofNumber;
use crate::solution::{OnProgress, Solution, Status};
use crate::terms::{Endless, Terms};
use sow_engine::game::{Board, Game};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Bytes below which proof-number search forgets too much.
const LEAST_MEMORY: usize = 1 << 20;

/// Why a method was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Proof-number search, which is mostly faster.
    MostlyFaster,
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
    let seeds = usize::from(game.seeds(position));
    let alpha_beta = |limits: &Limits<'_>, progress: &mut OnProgress<'_>| {
        let mut solver = AlphaBeta::new(game, objective, seeds, limits.memory);
        if let Some(endgames) = endgames {
            solver = solver.with_endgames(endgames);
        }
        solver.solve(position, limits, progress)
    };
    let keys = Terms::taking(game, objective, seeds, Endless::Least).layout;
    let unfit = if keys.is_none() {
        Some(Reason::NoTable)
    } else {
        (limits.memory < LEAST_MEMORY).then_some(Reason::LittleMemory)
    };
    if let Some(reason) = unfit {
        let solution = alpha_beta(limits, progress);
        return (solution, reason);
    }
    let mut proof_number =
        ProofNumber::new(game, objective, seeds, limits.memory).without_histories();
    if let Some(endgames) = endgames {
        proof_number = proof_number.with_endgames(endgames);
    }
    let first = proof_number.solve(position, limits, progress);
    // Its table makes room for the next one's.
    drop(proof_number);
    let is_over = limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
        || limits
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline);
    // An open distance is no sign that the method failed: both look for it in the same way.
    let is_solved = first.status == Status::Exact
        || objective == Objective::Distance && first.outcome().is_some();
    let spare = limits.nodes.saturating_sub(first.nodes);
    if is_solved || is_over || spare <= crew::unclaimed(limits.threads) {
        return (first, Reason::MostlyFaster);
    }
    let rest = Limits {
        nodes: spare,
        ..*limits
    };
    let mut second = alpha_beta(&rest, progress);
    second.nodes += first.nodes;
    (second, Reason::GaveUp)
}
