//! Certificates: a strategy of one player, written out so that anyone can check what it makes sure of by the rules
//! alone.
//!
//! A [`Claim`] says who gets at least what. Its certificate states one turn for each position at which that player may
//! have to move, and a rank. [`check()`] plays every stated turn and every answer by the plain rules of `sow-engine`,
//! and looks whether all lines end as claimed or come to another stated position, whose rank is lower wherever coming
//! back for ever would be worth less. No search has a part in it.
//!
//! ```
//! use sow_proof::{Certificate, Means, Verdict, check};
//! use std::sync::atomic::{AtomicBool, AtomicU64};
//!
//! let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/proofs/owela-4x7-owela.sowproof");
//! let certificate = Certificate::open(file.as_ref())?;
//! println!("{}", certificate.claim());
//! let (looked_at, stop) = (AtomicU64::new(0), AtomicBool::new(false));
//! let means = Means { memory: 64 << 20, looked_at: &looked_at, stop: &stop };
//! assert_eq!(check(&certificate, means)?, Verdict::Holds);
//! # Ok::<(), sow_proof::ProofError>(())
//! ```

#[cfg(test)]
extern crate self as sow_proof;

mod block;
mod check;
mod claim;
mod coder;
mod components;
mod format;
mod index;
mod packing;
mod strategy;
#[cfg(test)]
mod tampered;
mod walk;

pub use check::{Means, Verdict, check};
pub use claim::{Asked, Claim, Least, Value};
pub use format::{Certificate, EXTENSION, ProofError};
pub use strategy::{Choose, Strategy};
pub use walk::Fault;
