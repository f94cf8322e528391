//! Games of relay-sowing mancala as texts: records checked by the rules, logs of others read, positions as
//! people type them. No files and no terminal: texts go in, data comes out.

pub mod asked;
