//! Problems of relay-sowing mancala: what is asked, whether it is true, how it is done, and new ones.
//!
//! A [`Stipulation`] is read from text. A [`Judge`] decides exactly whether the player who is asked can
//! fulfil it from a position, and after which turns he still can; [`check()`] does so for a whole problem
//! with its stated solution, [`tree::solution`] writes out how, and a [`Composer`] finds new problems.

pub mod check;
pub mod compose;
pub mod file;
pub mod judge;
pub mod measures;
mod reach;
pub mod stipulation;
pub mod tree;

pub use check::{Report, check};
pub use compose::{Collection, Composer, Problem};
pub use judge::{Judge, Means, State, Truth};
pub use measures::Measures;
pub use stipulation::{Goal, Stipulation};
pub use tree::Tree;
