//! Values of positions in two bytes, seen by the player to move.

use crate::objective::{Scale, WIN};
use crate::terms::Terms;
use sow_engine::game::{Board, Ending, Game};

/// Less than any value: no turn ends the game.
pub(super) const NOTHING: i16 = i16::MIN;

/// A four-row win: less the decisions that it takes, or and the seeds by which it is won.
const LIFT: i16 = 16_000;

/// What results and positions are worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    terms: Terms,
    /// Wins are told apart by the decisions that they take.
    timed: bool,
}

impl Worth {
    pub(super) fn new(terms: Terms) -> Self {
        Self {
            terms,
            timed: terms.scale == Scale::Winner,
        }
    }

    /// The scale of results.
    pub(super) const fn scale(&self) -> Scale {
        self.terms.scale
    }

    /// Whether wins are told apart by the decisions that they take.
    pub(super) const fn is_timed(&self) -> bool {
        self.timed
    }

    /// Seeds in play, see [`Terms::in_play`].
    pub(super) fn in_play<B: Board>(&self, position: &B) -> u16 {
        self.terms.in_play(position)
    }

    /// The value of endless play from a position, seen by the mover.
    pub(super) fn endless<P: Board>(&self, game: &dyn Game<P>, position: &P) -> i16 {
        self.seen(position, self.terms.cycle(game, position))
    }

    /// The value of a result after `cost` decisions from a position, seen by the mover there.
    pub(super) fn ending<B: Board>(&self, position: &B, ending: &Ending, cost: u16) -> i16 {
        let value = self.seen(position, self.terms.value(ending));
        if self.timed {
            value - value.signum() * (cost.min(i8::MAX as u16) as i16)
        } else {
            value
        }
    }

    /// South's value at a position as it is kept: seen by the mover, without what is in stores.
    fn seen<B: Board>(&self, position: &B, value: i32) -> i16 {
        let value = position.side().sign() * (value - self.terms.offset(position));
        let value = match self.terms.scale {
            Scale::Winner => value * i32::from(LIFT),
            Scale::WinnerThenSeeds => value - value.signum() * (WIN - i32::from(LIFT)),
            Scale::Seeds | Scale::Points => value,
        };
        value as i16
    }

    /// South's value of a position that is worth `kept` to the mover.
    pub(super) fn told<B: Board>(&self, position: &B, kept: i16) -> i32 {
        let value = i32::from(kept);
        let value = match self.terms.scale {
            Scale::Winner => value.signum(),
            Scale::WinnerThenSeeds => value + value.signum() * (WIN - i32::from(LIFT)),
            Scale::Seeds | Scale::Points => value,
        };
        position.side().sign() * value + self.terms.offset(position)
    }

    /// The decisions that a win or loss takes, where they are counted.
    pub(super) fn decisions(&self, kept: i16) -> Option<u32> {
        (self.timed && kept != 0).then(|| (LIFT - kept.abs()) as u32)
    }

    /// What goes with a turn: what it banks for the mover, or the decisions that it takes.
    pub(super) fn weight<B: Board>(&self, position: &B, after: &B, cost: u16) -> i8 {
        if self.timed {
            // The greatest weight stands for more than can be counted.
            return cost.min(i8::MAX as u16) as i8;
        }
        let gain = self.terms.offset(after) - self.terms.offset(position);
        (position.side().sign() * gain) as i8
    }

    /// The value of a turn that leads to a position with the value `kept`.
    #[inline(always)]
    pub(super) fn turn(&self, kept: i16, same_side: bool, weight: i8) -> i16 {
        let value = if same_side { kept } else { -kept };
        if self.timed {
            value - value.signum() * i16::from(weight).min(value.abs() - 1)
        } else {
            value + i16::from(weight)
        }
    }
}
