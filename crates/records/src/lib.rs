//! Games of relay-sowing mancala as texts: records checked by the rules, logs of others read, positions as
//! people type them. No files and no terminal: texts go in, data comes out.
//!
//! - [`asked`]: the rules that hold whatever a file says, and positions read under them.
//! - [`positions`]: the positions of a text, line by line.
//! - [`playing`]: a game in progress. [`replay`]: a record played through.
//! - [`log`]: what others write down, as moves of players; [`import`]: such a log played by the rules, as a record.
//! - [`attested`]: results that stand in a record and do not follow from its moves.

pub mod asked;
pub mod attested;
pub mod fault;
pub mod import;
pub mod log;
pub mod playing;
pub mod positions;
pub mod replay;
