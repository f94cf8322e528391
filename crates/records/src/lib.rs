//! Games of relay-sowing mancala as texts: records checked by the rules, logs of others read, positions as
//! people type them. No files and no terminal: texts go in, data comes out.
//!
//! - [`asked`]: the rules that hold whatever a file says, and positions read under them.
//! - [`positions`]: the positions of a text, line by line.
//! - [`playing`]: a game in progress. [`replay`]: a record played through.
//! - [`log`]: what others write down, as moves of players; [`import`]: such a log played by the rules, as a record.
//! - [`attested`]: results that stand in a record and do not follow from its moves.
//!
//! ```
//! use sow_engine::notation::parse_records;
//! use sow_records::{asked::AskedRules, replay::replay};
//!
//! let records = parse_records("game: bao-kingulu\nstart: bao-kingulu:start:3\n\n1 3 2 2 1-0\n")?;
//! let replayed = replay(&AskedRules::default(), &records[0])?;
//! assert!(replayed.agrees());
//! assert_eq!(replayed.result().token(), "1-0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod asked;
pub mod attested;
pub mod fault;
pub mod import;
pub mod log;
pub mod playing;
pub mod positions;
pub mod replay;
