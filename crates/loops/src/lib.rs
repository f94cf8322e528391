//! Never-ending moves of relay sowing: proofs, periods, censuses, records and pictures.
//!
//! Everything here is about the pure relay on one ring: lift a pit of two seeds or more, sow it,
//! lift where the last seed fell, and so on until the last seed falls into an empty pit. Captures
//! play no part. Nothing prints, and nothing looks at a clock: long work is driven in steps by the
//! caller, who can stop it through an `AtomicBool` and save it.
//!
//! ```
//! use sow_loops::check::{Question, Verdict, check};
//! use sow_loops::start::Start;
//! use std::sync::atomic::AtomicBool;
//!
//! let start = Start::new(&[3_u32, 1, 0, 1, 0, 1], 0)?;
//! let question = Question { limit: 1_000, period: true };
//! let verdict = check(&start, question, &AtomicBool::new(false));
//! assert!(matches!(verdict, Verdict::Never { period: Some(18), .. }));
//! # Ok::<(), sow_loops::start::StartError>(())
//! ```

pub mod census;
pub mod check;
mod codec;
pub mod draw;
pub mod find;
pub mod period;
mod rotation;
pub mod start;
pub mod survey;
pub mod walk;

pub use codec::CodecError;
