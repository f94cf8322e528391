//! A game being played move by move, with its repeated positions and its result.

use sow_engine::game::{Ending, Reason};
use sow_engine::lead::Leads;
use sow_engine::referee::{self, Referee};
use sow_engine::relay::Patience;
use sow_engine::rules::{Fate, Rules};
use sow_engine::setup::Setup;
use sow_engine::text::quoted;
use sow_engine::turn::{PlayError, Turn, TurnEnd};
use std::collections::HashMap;
use std::fmt;
use thiserror::Error;

/// An error lists the legal moves where there are no more than this.
const FEW: usize = 24;

/// A position that occurred before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// After how many moves it stood on the board first; 0 is the start.
    pub first: usize,
    /// After how many moves it stood there again.
    pub again: usize,
}

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The game is over.
    #[error("{text} comes after the end of the game: {ending}", text = quoted(.text))]
    Over {
        /// The move.
        text: String,
        /// How the game ended.
        ending: Ending,
    },
    /// Where the move before leads is not known.
    #[error(
        "{text} comes after a move that was not followed to its end, so that nobody knows where it is played",
        text = quoted(.0)
    )]
    AfterUndecided(String),
    /// It is none, or the rules forbid it.
    #[error("{error}{legal}")]
    Refused {
        /// Why.
        error: PlayError,
        /// What would be legal.
        legal: Legal,
    },
}

/// The legal moves of a position, if they are few enough to be named; printed as `; legal are b1, b3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legal(pub Option<Vec<String>>);

impl fmt::Display for Legal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_deref() {
            None => Ok(()),
            Some([]) => f.write_str("; no move is legal"),
            Some([only]) => write!(f, "; only {only} is legal"),
            Some(moves) => write!(f, "; legal are {}", moves.join(", ")),
        }
    }
}

impl MoveError {
    /// An error of the rules with what would have been legal.
    pub fn refused(referee: &dyn Referee, position: &Setup, error: PlayError) -> Self {
        // A move that lacks a choice says itself what is missing.
        let legal = match error {
            PlayError::Choices { .. } => Legal(None),
            _ => Legal(legal_moves(referee, position, FEW)),
        };
        Self::Refused { error, legal }
    }
}

/// The texts of all legal moves, Nsolo's without the bonus stones; `None` if there are more than `most`.
pub fn legal_moves(referee: &dyn Referee, position: &Setup, most: usize) -> Option<Vec<String>> {
    let turns = referee.turns(position, &Patience::UNLIMITED, false);
    let is_banned = referee.rules().fate() == Fate::Illegal;
    let legal: Vec<String> = turns
        .into_iter()
        .filter(|turn| !(is_banned && matches!(turn.end, TurnEnd::NeverEnds(_))))
        .map(|turn| turn.text)
        .collect();
    (legal.len() <= most).then_some(legal)
}

/// A game in progress.
pub struct Playing {
    referee: Box<dyn Referee>,
    /// The position on the board.
    pub position: Setup,
    /// Moves played.
    pub moves: usize,
    /// The result, once there is one.
    pub ending: Option<Ending>,
    /// Every return to an earlier position.
    pub repetitions: Vec<Repetition>,
    /// The latest move was not followed to its end: where it leads is not known.
    pub undecided: bool,
    seen: HashMap<Setup, usize>,
}

impl fmt::Debug for Playing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Playing")
            .field("position", &self.position)
            .field("moves", &self.moves)
            .field("ending", &self.ending)
            .field("repetitions", &self.repetitions)
            .finish_non_exhaustive()
    }
}

impl Playing {
    /// A game from its start.
    pub fn new(rules: Rules, start: &Setup) -> Self {
        let referee = referee::referee(rules, start.columns);
        let seen = HashMap::from([(referee.repetition_key(start), 0)]);
        let ending = referee.ending(start);
        Self {
            referee,
            position: start.clone(),
            moves: 0,
            ending,
            repetitions: Vec::new(),
            undecided: false,
            seen,
        }
    }

    /// A game that has come to a position after others have occurred, the oldest first. Coming back to one of them is a
    /// repetition.
    pub fn after(rules: Rules, before: &[Setup], position: &Setup) -> Self {
        let mut game = Self::new(rules, position);
        game.seen.clear();
        for (moves, setup) in before.iter().enumerate() {
            let key = game.referee.repetition_key(setup);
            game.seen.entry(key).or_insert(moves);
        }
        game.moves = before.len();
        if game.ending.is_none() {
            game.ending = game.repeat();
        }
        game
    }

    /// Who applies the rules.
    pub fn referee(&self) -> &dyn Referee {
        &*self.referee
    }

    /// Plays the next move.
    ///
    /// A game that was over by repetition may go on: the rules have spoken, but the players of a
    /// record did not stop.
    ///
    /// # Errors
    /// A [`MoveError`]; the game stands as before.
    pub fn play(&mut self, text: &str, past_repetition: bool) -> Result<Turn<Setup>, MoveError> {
        if let Some(ending) = self.ending {
            let only_repeated = ending.reason == Reason::Repetition;
            if !(only_repeated && past_repetition) {
                return Err(MoveError::Over {
                    text: text.to_owned(),
                    ending,
                });
            }
        }
        if self.undecided {
            return Err(MoveError::AfterUndecided(text.to_owned()));
        }
        let turn = self
            .referee
            .play(&self.position, text, &Patience::UNLIMITED)
            .map_err(|error| MoveError::refused(&*self.referee, &self.position, error))?;
        let before = self.position.clone();
        if let TurnEnd::Position(after) | TurnEnd::Wins(after, _) = &turn.end {
            self.position.clone_from(after);
        }
        self.moves += 1;
        let leads = turn
            .end
            .clone()
            .leads(|| self.referee.never_ending(&before));
        let ending = match leads {
            Some(Leads::Ends(ending)) => Some(ending),
            Some(Leads::To(after)) => self.referee.ending(&after).or_else(|| self.repeat()),
            Some(Leads::Undecided(_)) => {
                self.undecided = true;
                None
            }
            None => None,
        };
        self.ending = self.ending.or(ending);
        Ok(turn)
    }

    /// Notes whether the position has been met before; its result if so.
    fn repeat(&mut self) -> Option<Ending> {
        let key = self.referee.repetition_key(&self.position);
        if let Some(&first) = self.seen.get(&key) {
            self.repetitions.push(Repetition {
                first,
                again: self.moves,
            });
            return self.referee.repeated(&self.position);
        }
        self.seen.insert(key, self.moves);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sow_engine::kind::GameKind;
    use sow_engine::notation::parse_position;

    fn refused(position: &str, text: &str) -> String {
        let setup = parse_position(position).expect(position);
        let rules = Rules::default_for(setup.game);
        let mut game = Playing::new(rules, &setup);
        let error = game.play(text, false).expect_err(text);
        assert_eq!((game.moves, &game.position), (0, &setup));
        error.to_string()
    }

    #[test]
    fn an_illegal_move_lists_the_legal_ones_where_they_are_few() {
        let two = "owela 0,0,2/0,0,0/0,0,0/2,0,3 S";
        for (text, part) in [
            ("b2", "; legal are b1, b3"),
            ("zebra", "; legal are b1, b3"),
            ("b9", "; legal are b1, b3"),
        ] {
            let message = refused(two, text);
            assert!(message.ends_with(part), "{message}");
        }
        let one = refused("anywoli 0,3/0,1 S", "1");
        assert!(one.ends_with("; only 2 is legal"), "{one}");
        let many = Rules::default_for(GameKind::Owela).start(30);
        let many = refused(&many.to_string(), "f1");
        assert!(!many.contains("legal are"), "{many}");
    }
}
