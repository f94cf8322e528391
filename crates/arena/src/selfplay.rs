//! Self-play: numbered games, each the same whatever is played beside it.

use crate::error::PlayerError;
use crate::game::{Played, play};
use crate::matches::Entrant;
use crate::opening::Openings;
use crate::player::Player;
use sow_engine::game::{Board, Game};
use sow_random::Stream;

/// What is played.
pub(crate) struct SelfPlay<'a, P: Board> {
    /// The game.
    pub(crate) game: &'a dyn Game<P>,
    /// Where its games begin.
    pub(crate) openings: &'a Openings<P>,
    /// The seed of openings and players.
    pub(crate) seed: u64,
    /// Turns after which a game is broken off.
    pub(crate) longest: usize,
}

impl<P: Board> SelfPlay<'_, P> {
    /// Plays the game with a number between South and North; says where it began. It depends on the number,
    /// the seed and the settings alone, unless a player is limited by time.
    pub(crate) fn game(
        &self,
        [south, north]: [&dyn Entrant<P>; 2],
        number: u64,
    ) -> Result<(P, Played), PlayerError> {
        let start = self.openings.opening(self.game, self.seed, number);
        // Apart from the streams of the openings.
        let stream = |side: u64| Stream::new(!self.seed, 2 * number + side);
        let mut south = south.enter(self.game, &start, stream(0))?;
        let mut north = north.enter(self.game, &start, stream(1))?;
        let players: [&mut dyn Player<P>; 2] = [&mut *south, &mut *north];
        Ok((start, play(self.game, &start, players, self.longest)?))
    }
}
