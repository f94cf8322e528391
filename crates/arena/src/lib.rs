//! Games between players: one game, balanced openings, matches and what they say about strength.
//!
//! A game depends on its start, its players and its number only. Games run beside each other, never
//! one game on several threads, so that the same seed gives the same games on any number of threads,
//! as long as no player is limited by time.

pub mod arrangement;
pub mod book;
pub mod first_turns;
pub mod game;
pub mod judge;
pub mod match_points;
pub mod matches;
pub mod opening;
pub mod player;
pub mod rating;
pub mod selfplay;
pub mod spread;
pub mod statistics;
pub mod tally;
