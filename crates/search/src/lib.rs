//! Exact search for relay-sowing mancala: what a position is worth when both sides play best.
//!
//! [`solving::solve`] answers for every game, board size and ruleset of `sow-engine`. Its answer is exact,
//! a proven pair of bounds, or "unknown"; never a guess:
//!
//! ```
//! use sow_search::solving::{Task, solve};
//!
//! let start = "owela:start:3".parse()?;
//! let answer = solve(&start, &Task::default(), &mut |_| {})?;
//! match answer.solution.outcome() {
//!     Some(Some(winner)) => println!("{winner} wins: {}", answer.solution.line.join(" ")),
//!     Some(None) => println!("a draw"),
//!     None => println!("unknown"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`analysing::analyse`] says what looks best where nothing can be proven. Both take a checked position
//! ([`sow_engine::position::Position`]). Those who work on one board type for long have [`AlphaBeta`],
//! [`ProofNumber`], [`MonteCarlo`] and [`Analyser`], which are generic over it and keep their tables.

pub mod alpha_beta;
pub mod analyse;
pub mod analysing;
#[cfg(feature = "serde")]
pub mod analysing_form;
pub mod auto;
pub mod certifying;
pub mod checkpoint;
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
mod kept_line;
mod key;
pub mod limits;
mod member;
mod meter;
pub mod monte_carlo;
pub mod objective;
pub mod past;
mod path;
mod pending;
pub mod proof_number;
pub mod retrograde;
mod slots;
pub mod solution;
pub mod solving;
#[cfg(feature = "serde")]
pub mod solving_form;
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
