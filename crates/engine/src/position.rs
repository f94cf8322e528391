//! A position with the rules it is played by, checked: what the doors of all libraries take.

use crate::games::{self, BoardVisitor};
use crate::kind::GameKind;
use crate::notation::PositionError;
use crate::referee::{Referee, read_position, referee};
use crate::rules::{Rules, RulesError};
use crate::setup::Setup;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A set-up that fits the rules it comes with: nobody who is handed one has to ask about sizes again.
///
/// ```
/// use sow_engine::position::Position;
///
/// let start: Position = "bao-kingulu:start".parse()?;
/// assert_eq!(start.to_string(), "bao-kingulu 4,4,4,4,4,4/4,4,4,4,4,4 S 0-0");
/// let turns = start.referee().turns(start.setup(), &Default::default(), true);
/// assert_eq!(turns.len(), 4);
/// # Ok::<(), sow_engine::position::Unfit>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    rules: Rules,
    setup: Setup,
}

/// Why a set-up and rules do not make a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unfit {
    /// The text is no position.
    #[error(transparent)]
    Text(#[from] PositionError),
    /// The words are no rules.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The rules are those of another game.
    #[error("the position is one of {position}, and the rules are those of {rules}")]
    OtherGame {
        /// The game of the set-up.
        position: GameKind,
        /// The game of the rules.
        rules: GameKind,
    },
    /// The board is too small or too large, or its rings do not have its size.
    #[error(
        "{game} is played on {least} to {most} columns here, with two pits a column in each ring; this board has {columns} columns and rings of {rings} pits"
    )]
    Size {
        /// The game.
        game: GameKind,
        /// The fewest columns.
        least: usize,
        /// The most columns.
        most: usize,
        /// Its columns.
        columns: usize,
        /// The pits of its rings, South's first.
        rings: String,
    },
}

impl Position {
    /// A set-up under rules.
    ///
    /// # Errors
    /// [`Unfit`] if the rules are those of another game, or the rings do not have the board's size.
    pub fn new(rules: Rules, setup: Setup) -> Result<Self, Unfit> {
        let game = setup.game;
        if rules.game() != game {
            return Err(Unfit::OtherGame {
                position: game,
                rules: rules.game(),
            });
        }
        let ring = 2 * setup.columns;
        let second = if game.has_four_rows() { ring } else { 0 };
        let fits = game.columns().contains(&setup.columns)
            && setup.rings[0].len() == ring
            && setup.rings[1].len() == second
            && setup.reserved.len() == ring;
        if !fits {
            return Err(Unfit::Size {
                game,
                least: *game.columns().start(),
                most: *game.columns().end(),
                columns: setup.columns,
                rings: format!("{} and {}", setup.rings[0].len(), setup.rings[1].len()),
            });
        }
        Ok(Self { rules, setup })
    }

    /// A position line or the name of a start, under the rules that words name on top of the game's default: each a
    /// ruleset, or `KEY=VALUE`.
    ///
    /// # Errors
    /// [`Unfit`] with one sentence on what is wrong.
    pub fn read<'a>(text: &str, words: impl IntoIterator<Item = &'a str>) -> Result<Self, Unfit> {
        let words: Vec<&str> = words.into_iter().collect();
        let (rules, setup) = read_position(text, |game, ruleset| {
            let words = ruleset.into_iter().chain(words.iter().copied());
            Rules::from_words(game, words).map_err(Unfit::from)
        })?;
        Self::new(rules, setup)
    }

    /// The rules.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The set-up.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Who applies the rules to positions on this board.
    pub fn referee(&self) -> Box<dyn Referee> {
        referee(self.rules, self.setup.columns)
    }

    /// Another position on the same board under the same rules, such as one that a turn led to.
    ///
    /// # Errors
    /// [`Unfit`] as for [`Position::new`], and for a board of another size.
    pub fn with(&self, setup: Setup) -> Result<Self, Unfit> {
        if setup.columns != self.setup.columns {
            return Err(Unfit::Size {
                game: setup.game,
                least: self.setup.columns,
                most: self.setup.columns,
                columns: setup.columns,
                rings: format!("{} and {}", setup.rings[0].len(), setup.rings[1].len()),
            });
        }
        Self::new(self.rules, setup)
    }

    /// Calls the visitor with the game on this board, for libraries that are compiled for each board type.
    pub fn visit<V: BoardVisitor>(&self, visitor: V) -> V::Output {
        games::visit(self.rules, self.setup.columns, visitor)
    }
}

/// The game's default rules.
impl FromStr for Position {
    type Err = Unfit;

    fn from_str(text: &str) -> Result<Self, Unfit> {
        Self::read(text, [])
    }
}

/// The line of position notation; the rules are not part of it.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_up_is_checked_against_its_rules_before_anybody_plays_it() {
        let owela = Rules::default_for(GameKind::Owela);
        let start = owela.start(8);
        assert!(Position::new(owela, start.clone()).is_ok());
        let other = Position::new(Rules::default_for(GameKind::Nsolo), start.clone());
        assert!(matches!(other, Err(Unfit::OtherGame { .. })), "{other:?}");
        for spoil in [
            (|setup: &mut Setup| setup.columns = 0) as fn(&mut Setup),
            |setup| setup.columns = 37,
            |setup| setup.columns = 9,
            |setup| setup.rings[0].push(0),
            |setup| setup.rings[1].clear(),
            |setup| setup.reserved.clear(),
        ] {
            let mut spoilt = start.clone();
            spoil(&mut spoilt);
            let refused = Position::new(owela, spoilt);
            assert!(matches!(refused, Err(Unfit::Size { .. })), "{refused:?}");
        }
    }

    #[test]
    fn a_position_is_read_with_the_rules_that_words_name() {
        let hus = Position::read("owela:start", ["mcgill", "lap-cap=200"]).expect("a start");
        assert_eq!(hus.setup().columns, 16);
        assert!(hus.rules().describe().contains("lap-cap=200"));
        assert!(Position::read("owela:start", ["nonsense"]).is_err());
        assert!("owela:start:99".parse::<Position>().is_err());
    }
}
