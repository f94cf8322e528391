//! The random player.

use super::Player;
use crate::game::follow;
use sow_engine::game::{Decision, Game};
use sow_random::Stream;

/// Decides at random.
pub(super) struct Random<'game, G> {
    game: &'game G,
    stream: Stream,
    candidates: Vec<Decision>,
}

impl<'game, G: Game> Random<'game, G> {
    pub(super) fn new(game: &'game G, stream: Stream) -> Self {
        Self {
            game,
            stream,
            candidates: Vec::new(),
        }
    }
}

impl<G: Game> Player<G> for Random<'_, G> {
    fn decide(&mut self, position: &G::Position, _: &[G::Position]) -> Result<Decision, String> {
        self.game.candidates(position, &mut self.candidates);
        while !self.candidates.is_empty() {
            let index = self.stream.index(self.candidates.len());
            let decision = self.candidates.swap_remove(index);
            if follow(self.game, position, decision).is_some() {
                return Ok(decision);
            }
        }
        Err("there is nothing to play".to_owned())
    }
}
