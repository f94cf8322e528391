//! Endgame tables in a game that has a past ([`sow_engine::past`]).

use crate::endgames::{EndgameValue, Endgames};
use sow_engine::game::{Board, Contents, Game};
use sow_engine::past::WithPast;
use sow_engine::side::Side;

/// The seeds on the board: they never become more.
pub fn on_board(contents: &Contents<'_>) -> u32 {
    let rings = contents.rings.iter().flat_map(|ring| ring.iter());
    rings.map(|&seeds| u32::from(seeds)).sum()
}

/// An endgame table, asked in a game with a past: it tells only what the past cannot change.
#[derive(Debug)]
pub struct EndgamesAfter<'a> {
    known: &'a dyn Endgames,
    past: Vec<Met>,
}

/// A position of the past that the table knows. What it does not know cannot be met again from what it knows: a table
/// of positions covers all that they lead to.
#[derive(Debug)]
struct Met {
    seeds: u32,
    alone: EndgameValue,
    /// A repetition is a draw, in a game where nothing else counts.
    is_draw: bool,
    /// A repetition is worth what the position is worth.
    is_same: bool,
}

impl<'a> EndgamesAfter<'a> {
    /// The table `known` of the game without a past, asked in `game`.
    pub fn new<P: Board>(known: &'a dyn Endgames, game: &WithPast<'_, P>) -> Self {
        let met = game.past().iter().filter_map(|position| {
            let contents = position.contents();
            let alone = known.value(position.side(), &contents)?;
            let repeated = game.repeated(position)?;
            Some(Met {
                seeds: on_board(&contents),
                alone,
                is_draw: repeated.winner.is_none() && game.kind().has_four_rows(),
                is_same: repeated.winner == alone.winner
                    && alone.margin.is_none_or(|margin| margin == repeated.margin)
                    && alone.points.is_none(),
            })
        });
        Self {
            known,
            past: met.collect(),
        }
    }
}

impl Met {
    /// Whether a position with `seeds` on the board is worth `value` in spite of this one: where it is out of reach, and
    /// where whoever is to get the value has a way to it that does not come by here, and his opponent none by which he
    /// gets more. In games without margins a repetition is a draw, so that only the player who would win here loses by
    /// it; and with a shorter way to the win he does not come by.
    fn leaves(&self, value: &EndgameValue, seeds: u32) -> bool {
        if seeds < self.seeds || self.is_same {
            return true;
        }
        if !self.is_draw || value.points.is_some() {
            return false;
        }
        let sooner = value
            .distance
            .zip(self.alone.distance)
            .is_some_and(|(here, there)| here < there);
        value.winner.is_none() || value.winner != self.alone.winner || sooner
    }
}

impl Endgames for EndgamesAfter<'_> {
    fn value(&self, side: Side, contents: &Contents<'_>) -> Option<EndgameValue> {
        let value = self.known.value(side, contents)?;
        let seeds = on_board(contents);
        let holds = self.past.iter().all(|met| met.leaves(&value, seeds));
        holds.then_some(value)
    }

    fn names(&self) -> String {
        self.known.names()
    }

    fn error(&self) -> Option<String> {
        self.known.error()
    }
}
