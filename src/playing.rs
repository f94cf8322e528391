//! A game being played move by move, with its repeated positions and its result.

use anyhow::{Result, bail};
use sow_engine::game::{Ending, Reason};
use sow_engine::lead::Leads;
use sow_engine::referee::{self, Referee};
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::turn::Turn;
use std::collections::HashMap;

/// A position that occurred before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repetition {
    /// After how many moves it stood on the board first; 0 is the start.
    pub(crate) first: usize,
    /// After how many moves it stood there again.
    pub(crate) again: usize,
}

/// A game in progress.
pub(crate) struct Playing {
    referee: Box<dyn Referee>,
    /// The position on the board.
    pub(crate) position: Setup,
    /// Moves played.
    pub(crate) moves: usize,
    /// The result, once there is one.
    pub(crate) ending: Option<Ending>,
    /// Every return to an earlier position.
    pub(crate) repetitions: Vec<Repetition>,
    seen: HashMap<Setup, usize>,
}

impl Playing {
    pub(crate) fn new(rules: Rules, start: &Setup) -> Self {
        let referee = referee::referee(rules, start.columns);
        let seen = HashMap::from([(referee.repetition_key(start), 0)]);
        let ending = referee.ending(start);
        Self {
            referee,
            position: start.clone(),
            moves: 0,
            ending,
            repetitions: Vec::new(),
            seen,
        }
    }

    /// Plays the next move.
    ///
    /// A game that was over by repetition may go on: the rules have spoken, but the players of a
    /// record did not stop.
    pub(crate) fn play(&mut self, text: &str, past_repetition: bool) -> Result<Turn<Setup>> {
        if let Some(ending) = &self.ending {
            let only_repeated = ending.reason == Reason::Repetition;
            if !(only_repeated && past_repetition) {
                bail!("{text} comes after the end of the game: {}", ending);
            }
        }
        let turn = self
            .referee
            .play(&self.position, text, &Patience::UNLIMITED)?;
        let before = self.position.clone();
        if let Some(after) = crate::report::turn::after(&turn) {
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
            Some(Leads::Undecided(_)) | None => None,
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
