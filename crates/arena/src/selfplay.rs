//! Self-play: numbered games, each the same whatever is played beside it.

use crate::error::PlayerError;
use crate::game::{Played, play};
use crate::matches::Entrant;
use crate::opening::Openings;
use crate::player::Player;
use crate::random_game::RandomTable;
use sow_engine::game::{Board, Ending, Game};
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
        let [for_south, for_north] = self.streams(number);
        let mut south = south.enter(self.game, &start, for_south)?;
        let mut north = north.enter(self.game, &start, for_north)?;
        let players: [&mut dyn Player<P>; 2] = [&mut *south, &mut *north];
        Ok((start, play(self.game, &start, players, self.longest)?))
    }

    /// Plays the game with a number between random players, and says where it began and how it ended. It is that of
    /// [`SelfPlay::game`]; its decisions are left at the table.
    pub(crate) fn random_game(
        &self,
        table: &mut RandomTable<'_, P>,
        number: u64,
    ) -> Result<(P, Option<Ending>), PlayerError> {
        let start = self.openings.opening(self.game, self.seed, number);
        let ending = table.play(&start, self.streams(number), self.longest)?;
        Ok((start, ending))
    }

    /// The random numbers of South and North.
    fn streams(&self, number: u64) -> [Stream; 2] {
        // Apart from the streams of the openings.
        [0, 1].map(|side| Stream::new(!self.seed, 2 * number + side))
    }
}
