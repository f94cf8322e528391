//! Games of relay-sowing mancala between players: matches with Elo and a sequential test, self-play, and what many
//! games say: statistics, annotations, first moves, opening books, set-ups.
//!
//! Every door takes set-ups, rules and players by name, and answers in plain data that `serde` writes in the form of
//! the program's JSON:
//!
//! ```
//! use sow_arena::{KeptGames, MatchPlan, Run, Seat, play_match};
//! use sow_engine::{kind::GameKind, rules::Rules};
//!
//! let rules = Rules::default_for(GameKind::BaoKingulu);
//! let starts = [rules.start(rules.default_columns())];
//! let seats = ["alpha-beta:nodes=200", "random"].map(|name| Seat::parse(name, rules.game(), &()));
//! let seats = seats.map(|seat| seat.expect("a player"));
//! let plan = MatchPlan { games: 4, ..MatchPlan::new(rules, &starts, &seats) };
//! let standings = play_match(&plan, KeptGames::default(), &Run::default(), &mut |_| Ok(())).expect("both can play");
//! assert_eq!(standings[0].scores.games(), 4);
//! ```
//!
//! A game depends on its start, its players and its number only. Games run beside each other, never
//! one game on several threads, so that the same seed gives the same games on any number of threads,
//! as long as no player is limited by time. Nothing is printed, and no file is written: callers are handed what
//! there is to save.

mod allowance;
mod arrangement;
mod book;
mod book_file;
mod counting;
mod diary;
mod doors;
mod error;
mod first_turns;
mod game;
mod judge;
mod made;
mod match_points;
mod matches;
mod opening;
pub mod packed;
mod player;
mod program;
mod quantity;
mod random_game;
mod rating;
mod record;
mod resume;
mod run;
mod seat;
mod seen;
mod selfplay;
mod sequence;
mod short_turn;
mod spread;
mod statistics;
mod tally;
#[cfg(test)]
mod tests;
mod written;

pub use allowance::{Allowance, Clock, Listener};
pub use arrangement::{Arrangement, Ended, Payoff};
pub use book_file::{BookError, Found, Lookup};
pub use diary::{Checkpoint, DiaryError, Keep};
pub use doors::annotation::{Annotated, EndgamesOf, Mark, Note, PlayedThrough, Scrutiny, annotate};
pub use doors::bench::{Signature, bench};
pub use doors::book::{BookPlan, Grown, grow_book};
pub use doors::first_moves::{Finding, FirstMove, FirstMoves, FirstMovesPlan, compare_first_moves};
pub use doors::matches::{KeptGames, MatchPlan, Standing, play_match};
pub use doors::selfplay::{Numbers, Resumed, SelfPlayPlan, play_games, summarize_games};
pub use doors::setup_proofs::{SetupPair, SetupProofs, SetupProofsPlan, Winner, prove_setups};
pub use doors::setups::{
    SetupProof, SetupRow, SetupsError, SetupsPlan, SetupsTable, SetupsTask, measure_setups,
    parse_setup, spell_setup,
};
pub use doors::statistics::{BeginningOf, Collection, CountError, Moves, count, count_written};
pub use doors::turn::take_turn;
pub use error::{ArenaError, Fault, PlayerError};
pub use first_turns::Series;
pub use judge::{Effort, chance};
pub use match_points::Worths;
pub use quantity::{QuantityError, parse_duration, parse_size};
pub use rating::{Estimate, Scores, Test, Verdict};
pub use resume::{Differs, ResumeError};
pub use run::Run;
pub use seat::{Seat, SeatError, Shelf, TablesOf};
pub use statistics::{Distribution, Openings, Results, Share, Statistics};
pub use tally::Tally;
