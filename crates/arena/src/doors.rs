//! The doors of this library: they take set-ups, rules and named players, and are not generic. What is compiled
//! for each board is behind a small object in each of them.

pub(crate) mod annotation;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod first_moves;
pub(crate) mod matches;
pub(crate) mod selfplay;
pub(crate) mod setup_proofs;
pub(crate) mod setups;
pub(crate) mod statistics;
pub(crate) mod turn;
