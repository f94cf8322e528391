//! Boards, rules, relay sowing and notation of five relay-sowing mancala games.
pub mod certificate;
pub mod four_row;
pub mod game;
pub mod games;
pub mod kind;
pub mod notation;
pub mod perft;
pub mod pit;
pub mod referee;
pub mod relay;
pub mod ring;
pub mod rules;
pub mod setup;
pub mod side;
pub mod trace;
pub mod turn;
pub mod two_row;
