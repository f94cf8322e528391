//! Self-play: numbered games, each the same whatever is played beside it.

use crate::game::{Played, play};
use crate::matches::Entrant;
use crate::opening::Openings;
use sow_engine::game::{Board, Game};
use sow_random::Stream;

/// What is played.
pub struct SelfPlay<'a, P: Board> {
    /// The game.
    pub game: &'a dyn Game<P>,
    /// Where its games begin.
    pub openings: Openings<P>,
    /// Who plays; the first is South.
    pub entrants: [&'a dyn Entrant<P>; 2],
    /// Whether the players exchange sides in every other game.
    pub swaps: bool,
    /// The seed of openings and players.
    pub seed: u64,
    /// Turns after which a game is broken off.
    pub longest: usize,
}

impl<P: Board> std::fmt::Debug for SelfPlay<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SelfPlay")
            .field("game", &self.game)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

/// A game with its circumstances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbered<P> {
    /// Its number, from 0.
    pub number: u64,
    /// Where it began.
    pub start: P,
    /// The numbers of the entrants who were South and North.
    pub seats: [usize; 2],
    /// The game.
    pub played: Played,
}

impl<P: Board> SelfPlay<'_, P> {
    /// The entrants who are South and North in a game.
    pub const fn seats(&self, number: u64) -> [usize; 2] {
        if self.swaps && number % 2 == 1 {
            [1, 0]
        } else {
            [0, 1]
        }
    }

    /// Plays the game with a number. It depends on the number, the seed and the settings alone, unless
    /// a player is limited by time.
    ///
    /// # Errors
    /// What a player says who cannot go on.
    pub fn game(&self, number: u64) -> Result<Numbered<P>, String> {
        let start = self.openings.opening(self.game, self.seed, number);
        let seats = self.seats(number);
        // Apart from the streams of the openings.
        let stream = |side: u64| Stream::new(!self.seed, 2 * number + side);
        let mut south = self.entrants[seats[0]].enter(self.game, &start, stream(0))?;
        let mut north = self.entrants[seats[1]].enter(self.game, &start, stream(1))?;
        let players: [&mut dyn crate::player::Player<P>; 2] = [&mut *south, &mut *north];
        Ok(Numbered {
            number,
            start,
            seats,
            played: play(self.game, &start, players, self.longest)?,
        })
    }
}
