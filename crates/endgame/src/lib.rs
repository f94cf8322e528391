//! Endgame tables of relay-sowing mancala: exact values by look-up.
//!
//! [`build()`] makes the table of a [`Plan`], [`verify()`] recomputes it, [`Tables`] opens them, [`probe()`] looks a position
//! up, and [`Known`] lets a search ask. A table covers every position that its positions lead to.
//!
//! ```
//! use sow_endgame::{Means, Plan, Tables, Watch, build, probe};
//! use sow_engine::{notation::parse_position, rules::Rules};
//!
//! let position = parse_position("nsolo 0,1/1,0/1,0/0,1 S")?;
//! let rules = Rules::default_for(position.game);
//! let folder = tempfile::tempdir()?;
//! let plan = Plan { rules, columns: 2, seeds: 2..=4 };
//! build(&plan, &Means::default(), folder.path(), &Watch::default())?;
//! let probed = probe(&Tables::open(folder.path())?, &position, rules)?;
//! assert!(probed.value.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod anywoli;
mod block;
mod build;
mod checkpoint;
mod counting;
mod directory;
mod domain;
mod encode;
mod format;
mod known;
mod line;
mod nsolo;
mod pages;
mod places;
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
pub use known::{Known, Probed, probe};
pub use places::{PlaceError, SHIPPED, VARIABLE};
pub use table::{Table, Tables};
pub use value::{Scale, Value};
pub use verify::{Entries, Mismatch, Verdict, verify};
