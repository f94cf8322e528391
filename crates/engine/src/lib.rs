//! Boards, rules, relay sowing and notation of five relay-sowing mancala games: Omweso, Owela, Nsolo,
//! Bao Kingulu and Anywoli.
//!
//! The engine is rules only: no input or output, no clock, no threads, no randomness. Code that meets
//! any game has a [`position::Position`] and its [`referee::Referee`], and talks in set-ups and texts:
//!
//! ```
//! use sow_engine::{position::Position, relay::Patience};
//!
//! let start: Position = "bao-kingulu:start".parse()?;
//! let turns = start.referee().turns(start.setup(), &Patience::UNLIMITED, true);
//! let texts: Vec<&str> = turns.iter().map(|turn| turn.text.as_str()).collect();
//! assert_eq!(texts, ["3", "4", "5", "6"]);
//! # Ok::<(), sow_engine::position::Unfit>(())
//! ```
//!
//! Code that must be fast is generic over the board, [`game::Board`], asks the rules through `&dyn` [`game::Game`], and is
//! handed both by [`games::visit`].

pub mod certificate;
mod ending;
pub mod four_row;
pub mod game;
pub mod games;
pub mod kind;
pub mod lead;

pub mod notation;
pub mod past;
pub mod perft;
pub mod pit;
pub mod position;
pub mod referee;
pub mod relay;
pub mod ring;
pub mod rulebook;
pub mod rules;
pub mod scribe;
pub mod setup;
pub mod side;
pub mod text;
pub mod trace;
pub mod turn;
pub mod turn_ends;
pub mod two_row;
