//! Boards, rules, relay sowing and notation of five relay-sowing mancala games.
pub mod certificate;
pub mod ring;
