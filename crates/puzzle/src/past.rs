//! What a turn is worth in a game that has come here by other positions.
//!
//! A way to the goal that leads through a position of the line already played is none: there the game is over as the
//! rules say of a repetition. What the value of a position without a past says is taken where it must be the same:
//! where no earlier position can be met again, and where each that can be met makes the answer neither better nor
//! worse. Everything else is asked again of the game with its past.

use crate::judge::{Choice, Judge, Means, Next, State, Truth};
use sow_engine::game::{Board, Contents};
use sow_engine::past::WithPast;
use sow_search::{EndgameValue, Endgames};

/// The positions of a line between turns, each with whether the goal can be reached from it alone.
#[derive(Clone, Debug)]
pub(crate) struct Past<P>(Vec<(P, Truth)>);

impl<P: Board> Past<P> {
    /// No past.
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    /// The past of a position's first turn.
    pub(crate) fn of(position: &P, truth: Truth) -> Self {
        Self(vec![(*position, truth)])
    }

    /// The line goes on from here.
    pub(crate) fn push(&mut self, position: &P, truth: Truth) {
        self.0.push((*position, truth));
    }

    /// What a choice leads to after these positions: the end, if it comes back to one of them.
    pub(crate) fn next(&self, judge: &Judge<'_, P>, choice: &Choice<P>) -> Next<P> {
        match choice.next {
            Next::Goes(state) if self.is_repetition(judge, &state.position) => {
                Next::Decided(judge.of_repetition(&state.position))
            }
            next => next,
        }
    }

    fn is_repetition(&self, judge: &Judge<'_, P>, position: &P) -> bool {
        let mut met = self.0.iter().map(|(position, _)| position);
        !position.is_mid_turn()
            && met.any(|met| met == position)
            && judge.game.repeated(position).is_some()
    }

    /// What a choice is worth after these positions. `judge` asks without a past.
    pub(crate) fn of_choice(&self, judge: &Judge<'_, P>, choice: &Choice<P>) -> Truth {
        match self.next(judge, choice) {
            Next::Decided(reached) => reached.into(),
            Next::Goes(state) => self.holds(judge, &state),
            Next::Open => Truth::Open,
        }
    }

    /// Whether the goal can be reached from a state that is none of these positions, after them.
    pub(crate) fn holds(&self, judge: &Judge<'_, P>, state: &State<P>) -> Truth {
        let game = judge.game;
        let seeds = on_board(&state.position.contents());
        // Seeds never come back onto the board.
        let met = self.0.iter().filter(|(position, _)| {
            let is_in_reach = on_board(&position.contents()) <= seeds;
            is_in_reach && !position.is_mid_turn() && game.repeated(position).is_some()
        });
        let met: Vec<(P, Truth)> = met.copied().collect();
        let alone = judge.holds(state);
        // Whether a position's being over cannot help where nothing else does, or cannot spoil what would do. Where a
        // repetition is worth the same on all of a cycle, neither can it if the position is worth that much itself: see
        // `sow_search::cycles`.
        let has_values = !judge.is_bounded() && game.rules().cycles_are_constant();
        let helps_not = |&(position, truth): &(P, Truth)| {
            !judge.of_repetition(&position) || has_values && truth == Truth::Yes
        };
        let spoils_not = |&(position, truth): &(P, Truth)| {
            judge.of_repetition(&position) || has_values && truth == Truth::No
        };
        let is_same = match alone {
            Truth::Open => true,
            Truth::No => met.iter().all(helps_not),
            Truth::Yes => met.iter().all(spoils_not),
        };
        if is_same {
            return alone;
        }
        let positions = met.into_iter().map(|(position, _)| position).collect();
        let with_past = WithPast::new(game, positions);
        let tables = judge
            .means
            .endgames
            .map(|known| Tables::new(known, &with_past));
        let means = Means {
            endgames: tables.as_ref().map(|tables| tables as &dyn Endgames),
            ..judge.means
        };
        judge.in_game(&with_past, &means).holds(state)
    }
}

fn on_board(contents: &Contents<'_>) -> u32 {
    let rings = contents.rings.iter().flat_map(|ring| ring.iter());
    rings.map(|&seeds| u32::from(seeds)).sum()
}

/// An endgame table, asked in a game with a past: it tells only what the past cannot change.
#[derive(Debug)]
struct Tables<'a> {
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

impl<'a> Tables<'a> {
    fn new<P: Board>(known: &'a dyn Endgames, game: &WithPast<'_, P>) -> Self {
        use sow_engine::game::Game;
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

impl Endgames for Tables<'_> {
    fn value(&self, side: sow_engine::side::Side, contents: &Contents<'_>) -> Option<EndgameValue> {
        let value = self.known.value(side, contents)?;
        let seeds = on_board(contents);
        let holds = self.past.iter().all(|met| met.leaves(&value, seeds));
        holds.then_some(value)
    }
}
