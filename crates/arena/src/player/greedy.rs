//! The greedy player: the most seeds now, whatever the opponent can do.

use super::Player;
use crate::error::PlayerError;
use sow_engine::game::{Board, Decision, Ending, Game};
use sow_engine::lead::{Leads, lead};
use sow_engine::side::Side;
use sow_random::Stream;

/// Sowings tried to the end for one decision; the many strips of Nsolo take equally many stones, and
/// the first will do.
const MOST_TRIES: usize = 200;

/// More than any margin.
const WIN: i32 = 1 << 20;

/// Takes what it can.
pub(super) struct Greedy<'game, P> {
    game: &'game dyn Game<P>,
    stream: Stream,
}

impl<'game, P: Board> Greedy<'game, P> {
    pub(super) fn new(game: &'game dyn Game<P>, stream: Stream) -> Self {
        Self { game, stream }
    }

    /// The margin for `mover` when his turn is over after `decision`, his choices in it the best;
    /// `None` if it cannot be played.
    fn gain(
        &self,
        position: &P,
        decision: Decision,
        mover: Side,
        tries: &mut usize,
    ) -> Option<i32> {
        *tries += 1;
        let game = self.game;
        let value = |ending: Ending| {
            let winner = ending.winner.map_or(0, Side::sign);
            winner * mover.sign() * WIN
        };
        let after = match lead(game, position, decision)? {
            Leads::Ends(ending) => return Some(value(ending)),
            Leads::To(after) => after,
            Leads::Undecided(_) => return None,
        };
        if after.side() == mover && *tries < MOST_TRIES {
            let mut decisions = Vec::new();
            game.candidates(&after, &mut decisions);
            let further = decisions
                .into_iter()
                .filter_map(|further| self.gain(&after, further, mover, tries));
            return further
                .max()
                .or_else(|| (!after.is_mid_turn()).then(|| self.margin(&after, mover)));
        }
        Some(match game.finished(&after) {
            Some(ending) => value(ending),
            None => self.margin(&after, mover),
        })
    }

    fn margin(&self, position: &P, mover: Side) -> i32 {
        mover.sign() * self.game.margin(position)
    }
}

impl<P: Board> Player<P> for Greedy<'_, P> {
    fn decide(&mut self, position: &P, _: &[P]) -> Result<Decision, PlayerError> {
        let mut decisions = Vec::new();
        self.game.candidates(position, &mut decisions);
        let mut best = Vec::new();
        let mut most = i32::MIN;
        for decision in decisions {
            let Some(gain) = self.gain(position, decision, position.side(), &mut 0) else {
                continue;
            };
            if gain > most {
                most = gain;
                best.clear();
            }
            if gain == most {
                best.push(decision);
            }
        }
        if best.is_empty() {
            return Err(PlayerError::NoMove);
        }
        Ok(best[self.stream.index(best.len())])
    }
}
