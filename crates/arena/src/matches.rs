//! Matches: every opening twice, with the sides exchanged.

use crate::game::{Played, play};
use crate::opening::Openings;
use crate::player::{Player, Settings};
use crate::spread::try_spread;
use sow_engine::game::{Board, Game};
use sow_random::Stream;
use std::ops::Range;

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
    ) -> Result<Box<dyn Player<P> + 'game>, String>;
}

impl<P: Board> Entrant<P> for Settings {
    fn enter<'game>(
        &'game self,
        game: &'game dyn Game<P>,
        start: &P,
        stream: Stream,
    ) -> Result<Box<dyn Player<P> + 'game>, String> {
        Ok(self.player(game, start, stream, None))
    }
}

/// Two games from one opening.
#[derive(Clone, Debug)]
pub struct Pair<P> {
    /// Where both began.
    pub opening: P,
    /// The game with the first entrant as South, and the one with him as North.
    pub games: [Played; 2],
}

impl<P> Pair<P> {
    /// The points of the first entrant in either game.
    pub fn points(&self) -> [f64; 2] {
        [self.games[0].south(), 1.0 - self.games[1].south()]
    }
}

/// What is played.
#[derive(Debug)]
pub struct Match<'game, P: Board> {
    /// The game.
    pub game: &'game dyn Game<P>,
    /// Where its games begin.
    pub openings: Openings<P>,
    /// The seed of openings and players.
    pub seed: u64,
    /// Turns after which a game is broken off and counts as drawn.
    pub longest: usize,
}

impl<P: Board> Match<'_, P> {
    /// Plays the pairs with these numbers beside each other, on the threads of the pool that this is
    /// called in; the order of the result is that of the numbers.
    ///
    /// # Errors
    /// What the first entrant says who cannot go on.
    pub fn pairs(
        &self,
        entrants: [&dyn Entrant<P>; 2],
        numbers: Range<u64>,
    ) -> Result<Vec<Pair<P>>, String> {
        let count = numbers.end.saturating_sub(numbers.start);
        try_spread(count as usize, |index| {
            self.pair(entrants, numbers.start + index as u64)
        })
    }

    fn pair(&self, [first, second]: [&dyn Entrant<P>; 2], number: u64) -> Result<Pair<P>, String> {
        let opening = self.openings.opening(self.game, self.seed, number);
        let game = |[south, north]: [&dyn Entrant<P>; 2], half: u64| {
            // Apart from the streams of the openings, whose numbers are small.
            let stream = |side: u64| Stream::new(!self.seed, 4 * number + 2 * half + side);
            let mut south = south.enter(self.game, &opening, stream(0))?;
            let mut north = north.enter(self.game, &opening, stream(1))?;
            play(
                self.game,
                &opening,
                [&mut *south, &mut *north],
                self.longest,
            )
        };
        Ok(Pair {
            opening,
            games: [game([first, second], 0)?, game([second, first], 1)?],
        })
    }
}
