//! The random player.

use super::Player;
use crate::error::PlayerError;
use crate::game::can_be_chosen;
use sow_engine::game::{Board, Decision, Game};
use sow_random::Stream;

/// Decides at random.
pub(crate) struct Random<'game, P> {
    game: &'game dyn Game<P>,
    stream: Stream,
    candidates: Vec<Decision>,
}

impl<'game, P: Board> Random<'game, P> {
    pub(crate) fn new(game: &'game dyn Game<P>, stream: Stream) -> Self {
        Self {
            game,
            stream,
            candidates: Vec::new(),
        }
    }

    /// The random numbers that are left.
    pub(crate) fn into_stream(self) -> Stream {
        self.stream
    }
}

impl<P: Board> Player<P> for Random<'_, P> {
    fn decide(&mut self, position: &P, _: &[P]) -> Result<Decision, PlayerError> {
        self.game.candidates(position, &mut self.candidates);
        while !self.candidates.is_empty() {
            let index = self.stream.index(self.candidates.len());
            let decision = self.candidates.swap_remove(index);
            if can_be_chosen(self.game, position, decision) {
                return Ok(decision);
            }
        }
        Err(PlayerError::NoMove)
    }
}
