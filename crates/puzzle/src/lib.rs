//! Problems of relay-sowing mancala: what is asked, whether it is true, how it is done, and new ones.
//!
//! A [`Question`] is a position with its rules and a [`Stipulation`] in words. [`holds()`] decides it, [`solve()`] writes
//! out how it is done, [`advise()`] accompanies who plays it, [`check()`] says whether a problem is sound and its stated solution right, and a [`Composer`]
//! finds new problems. Every answer is exact or [`Truth::Open`].
//!
//! ```
//! use sow_engine::{notation::parse_position, rules::Rules};
//! use sow_puzzle::{Means, Question, Truth, check, solve};
//!
//! let position = parse_position("owela 0,0,0,1/2,1,1,0/2,3,0,1/1,7,4,1 S")?;
//! let rules = Rules::default_for(position.game);
//! let question = Question::new(position, rules, "win everything in 2 turns")?;
//! let solved = solve(&question, 200, &Means::default());
//! assert_eq!(solved.truth, Truth::Yes);
//! let line: Vec<String> = solved.line().map(|turn| turn.turn.clone()).collect();
//! let checked = check(&question, &line, &Means::default());
//! assert_eq!(checked.keys, ["f1"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod advice;
mod check;
mod collection;
mod compose;
pub mod file;
mod find;
mod goals;
#[cfg(feature = "serde")]
mod json;
mod judge;
mod measures;
mod past;
mod question;
mod reach;
mod stipulation;
mod tree;

pub use advice::{Advice, AdviceError, advise};
pub use check::{Checked, Cook, Fault};
pub use collection::{Collection, Problem};
pub use compose::{Aids, Composer, Draw, Found, Halt, Quest, RecallError, Watch};
pub use goals::{GoalError, Goals};
pub use judge::{Means, Method, Truth};
pub use measures::Measures;
pub use question::{Question, QuestionError, check, holds, solve};
pub use stipulation::{Feat, Goal, Stipulation, StipulationError};
pub use tree::{Branch, Solved, Tree};
