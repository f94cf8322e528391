//! Matches: every opening twice, with the sides exchanged.

use crate::error::PlayerError;
use crate::game::{Played, play};
use crate::opening::Openings;
use crate::player::{Player, Settings};
use sow_engine::game::{Board, Game};
use sow_random::Stream;

/// Whoever can sit down to a game: a [`Settings`], or a program behind a pipe.
pub trait Entrant<P: Board>: Sync {
    /// A player for one game from `start`, with random numbers of its own.
    ///
    /// # Errors
    /// One sentence, if there is nobody to play.
    fn enter<'game>(
        &'game self,
        game: &'game dyn Game<P>,
        start: &P,
        stream: Stream,
    ) -> Result<Box<dyn Player<P> + 'game>, PlayerError>;
}

impl<P: Board> Entrant<P> for Settings {
    fn enter<'game>(
        &'game self,
        game: &'game dyn Game<P>,
        start: &P,
        stream: Stream,
    ) -> Result<Box<dyn Player<P> + 'game>, PlayerError> {
        Ok(self.player(game, start, stream, None))
    }
}

/// The players who are South and North in a game, as numbers of `0` and `1`: the first entrant is South in
/// the games with even numbers, and each pair of games has one opening.
pub(crate) const fn seats(number: u64) -> [usize; 2] {
    if number.is_multiple_of(2) {
        [0, 1]
    } else {
        [1, 0]
    }
}

/// What is played.
#[derive(Debug)]
pub(crate) struct Match<'game, P: Board> {
    /// The game.
    pub game: &'game dyn Game<P>,
    /// Where its games begin.
    pub openings: &'game Openings<P>,
    /// The seed of openings and players.
    pub seed: u64,
    /// Turns after which a game is broken off and counts as drawn.
    pub longest: usize,
}

impl<P: Board> Match<'_, P> {
    /// Plays the game with a number, from 0, and says where it began.
    ///
    /// # Errors
    /// What a player says who cannot go on.
    pub(crate) fn game(
        &self,
        entrants: [&dyn Entrant<P>; 2],
        number: u64,
    ) -> Result<(P, Played), PlayerError> {
        let opening = self.openings.opening(self.game, self.seed, number / 2);
        // Apart from the streams of the openings, whose numbers are small.
        let stream = |side: u64| Stream::new(!self.seed, 2 * number + side);
        let [south, north] = seats(number);
        let mut south = entrants[south].enter(self.game, &opening, stream(0))?;
        let mut north = entrants[north].enter(self.game, &opening, stream(1))?;
        let players: [&mut dyn Player<P>; 2] = [&mut *south, &mut *north];
        let played = play(self.game, &opening, players, self.longest)?;
        Ok((opening, played))
    }
}
