//! Games as other people write them down: lists of pits, and logs of one move a line.
//!
//! What is accepted stands in `docs/importing.md`. Nothing is looked up on a board here: that the
//! moves are legal is for [`crate::import`] to find out. What is not understood is an error of its game,
//! never a guess, and keeps no other game from being read.

mod reader;
mod words;

use crate::attested::Why;
pub use reader::read;
use sow_engine::notation::{MoveText, Outcome};
use sow_engine::side::Side;

/// One game of a log.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// Header lines in order, those that name players included.
    pub headers: Vec<Header>,
    /// What the players set up.
    pub setups: Vec<LoggedSetup>,
    /// The moves in order.
    pub moves: Vec<LoggedMove>,
    /// The result, with its line.
    pub result: Option<(usize, Stated)>,
    /// Why the game ended, where the log says so.
    pub why: Option<Why>,
    /// Whether players are numbered from 0.
    players_from_0: bool,
}

/// A header line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Its line, from 1.
    pub line: usize,
    /// The key, in lower case.
    pub key: String,
    /// The value.
    pub value: String,
}

/// What a player set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedSetup {
    /// Its line, from 1.
    pub line: usize,
    /// Whose it is.
    pub who: Who,
    /// The contents pit by pit.
    pub seeds: Vec<u8>,
}

/// One move of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedMove {
    /// Its line, from 1.
    pub line: usize,
    /// Who is said to have played it.
    pub who: Option<Who>,
    /// The pit with its marks.
    pub text: MoveText,
}

/// How a player was named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// By his side, or by a name that a header gives to the side.
    Side(Side),
    /// By a number, 0 to 2.
    Number(u8),
}

/// A result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stated {
    /// A result token, or a word for it.
    Token(Outcome),
    /// Somebody won.
    Won(Who),
    /// Somebody lost.
    Lost(Who),
}

impl Log {
    /// A header.
    pub fn header(&self, key: &str) -> Option<&Header> {
        self.headers
            .iter()
            .find(|header| header.key.eq_ignore_ascii_case(key))
    }

    /// The side of a player; the first number is South's.
    pub fn side(&self, who: Who) -> Side {
        match who {
            Who::Side(side) => side,
            Who::Number(number) if number == u8::from(!self.players_from_0) => Side::South,
            Who::Number(_) => Side::North,
        }
    }

    /// The result that the log states, with its line.
    pub fn stated(&self) -> Option<(usize, Outcome)> {
        let won = |side| match side {
            Side::South => Outcome::SouthWins,
            Side::North => Outcome::NorthWins,
        };
        self.result.map(|(line, stated)| {
            let outcome = match stated {
                Stated::Token(outcome) => outcome,
                Stated::Won(who) => won(self.side(who)),
                Stated::Lost(who) => won(self.side(who).other()),
            };
            (line, outcome)
        })
    }

    /// Whether pits are numbered from 0 on rows or rings of `pits` pits: because a pit 0 was played,
    /// or because players are counted so and nothing speaks against it.
    pub fn counts_pits_from_0(&self, pits: usize) -> bool {
        let sowings = self.moves.iter().flat_map(|played| &played.text.0);
        let numbers: Vec<usize> = sowings
            .filter_map(|sowing| sowing.pit.parse().ok())
            .collect();
        numbers.contains(&0) || self.players_from_0 && !numbers.contains(&pits)
    }

    /// Every player who is named, in order.
    fn named(&self) -> impl Iterator<Item = Who> {
        let moves = self.moves.iter().filter_map(|played| played.who);
        let setups = self.setups.iter().map(|setup| setup.who);
        let stated = match self.result {
            Some((_, Stated::Won(who) | Stated::Lost(who))) => Some(who),
            _ => None,
        };
        moves.chain(setups).chain(stated)
    }
}

#[cfg(test)]
mod tests;
