//! Endgame tables of relay-sowing mancala: exact values by look-up.

mod anywoli;
mod block;
mod build;
mod checkpoint;
mod counting;
mod directory;
mod domain;
mod encode;
mod format;
mod line;
mod nsolo;
mod pages;
mod play;
mod read;
mod store;
mod table;
#[cfg(test)]
mod tests;
mod value;
mod value_iteration;
mod verify;

pub use build::{BuildError, Means, Memory, Plan, Watch, build, estimate, memory, table_path};
pub use directory::Statistics;
pub use domain::{Layer, Refused};
pub use format::{EXTENSION, TableError};
pub use line::{best_line, probe};
pub use table::{Table, Tables};
pub use value::{Scale, Value};
pub use verify::{Entries, Mismatch, Verdict, verify};
