//! What a turn is worth in a game that has come here by other positions.
//!
//! A way to the goal that leads through a position of the line already played is none: there the game is over as the
//! rules say of a repetition. What the value of a position without a past says is taken where it must be the same:
//! where no earlier position can be met again, and where each that can be met makes the answer neither better nor
//! worse. Everything else is asked again of the game with its past.

use crate::judge::{Choice, Judge, Means, Next, State, Truth};
use sow_engine::game::Board;
use sow_engine::past::WithPast;
use sow_search::Endgames;
use sow_search::past::{EndgamesAfter, on_board};

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
            .map(|known| EndgamesAfter::new(known, &with_past));
        let means = Means {
            endgames: tables.as_ref().map(|tables| tables as &dyn Endgames),
            ..judge.means
        };
        judge.in_game(&with_past, &means).holds(state)
    }
}
