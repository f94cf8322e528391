//! Never-ending moves of relay sowing: proofs, periods, censuses, records and pictures.
//!
//! Everything here is about the pure relay on one ring: lift a pit of two seeds or more, sow it,
//! lift where the last seed fell, and so on until the last seed falls into an empty pit. Captures
//! play no part. Nothing prints, and nothing looks at a clock: long work is driven in steps by the
//! caller, who can stop it through an `AtomicBool` and save it.

pub mod census;
pub mod check;
mod codec;
pub mod draw;
pub mod find;
pub mod period;
pub mod rotation;
pub mod start;
pub mod survey;
pub mod walk;

pub use codec::CodecError;
