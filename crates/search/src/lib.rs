//! Exact search for relay-sowing mancala: what a position is worth when both sides play best.
//!
//! [`solve()`] answers for every game, board size and ruleset of `sow-engine`. Its answer is exact,
//! a proven pair of bounds, or "unknown"; never a guess.

pub mod alpha_beta;
pub mod analyse;
pub mod auto;
mod children;
mod crew;
pub mod cycles;
mod distance;
pub mod endgames;
mod endless;
pub mod evaluate;
mod facts;
mod forced;
mod ground;
mod key;
pub mod limits;
mod member;
mod meter;
pub mod monte_carlo;
pub mod objective;
mod path;
mod pending;
pub mod proof_number;
mod quiet;
pub mod retrograde;
mod slots;
pub mod solution;
mod table;
mod terms;
mod threads;

pub use alpha_beta::AlphaBeta;
pub use analyse::{Analyser, Analysis, analyse};
pub use endgames::{EndgameValue, Endgames};
pub use limits::Limits;
pub use monte_carlo::MonteCarlo;
pub use objective::Objective;
pub use proof_number::ProofNumber;
pub use solution::{Progress, Score, Solution, Status};
