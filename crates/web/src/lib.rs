//! What the board in a page asks of the libraries: one question in JSON, one answer in JSON.
//!
//! Everything here is plain Rust without clock, threads or files; `web/wasm` makes a WebAssembly module of
//! it, and the tests ask it directly. Fields that the program's `--json` has too have the same names and values.

mod board;
mod fork;
mod never;
mod question;
mod record;
mod rules;
#[cfg(feature = "search")]
mod search;
mod trace;
mod turn;

pub use question::{answer, answer_long};
