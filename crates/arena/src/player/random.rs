//! The random player.

use super::Player;
use sow_engine::game::{Decision, Game, Outcome};
use sow_engine::relay::Patience;
use sow_engine::trace::Unobserved;
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

    fn is_legal(&self, position: &G::Position, decision: Decision) -> bool {
        let step = self
            .game
            .play(position, decision, &Patience::UNLIMITED, &mut Unobserved);
        match step.outcome {
            Outcome::Position(_) | Outcome::Wins(..) => true,
            Outcome::NeverEnds(_) | Outcome::Unfinished(_) => {
                self.game.never_ending(position).is_some()
            }
            Outcome::Illegal(_) => false,
        }
    }
}

impl<G: Game> Player<G> for Random<'_, G> {
    fn decide(&mut self, position: &G::Position, _: &[G::Position]) -> Result<Decision, String> {
        self.game.candidates(position, &mut self.candidates);
        while !self.candidates.is_empty() {
            let index = self.stream.index(self.candidates.len());
            let decision = self.candidates.swap_remove(index);
            if self.is_legal(position, decision) {
                return Ok(decision);
            }
        }
        Err("there is nothing to play".to_owned())
    }
}
