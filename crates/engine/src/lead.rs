//! What a decision leads to, with the rules' word on sowings that never end: the one place where the end of a
//! sowing becomes a position, a result, or nothing that is known.

use crate::game::{Board, Decision, Ending, Game, Outcome, Step};
use crate::kind::GameKind;
use crate::relay::{Patience, Unfinished};
use crate::rules::Fate;

/// What a decision, or a whole turn, leads to. `E` says what an ending is worth to the one who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leads<P, E = Ending> {
    /// Play goes on.
    To(P),
    /// The game is over.
    Ends(E),
    /// The sowing was not followed to a decision: nothing is known of it, and it is no result.
    Undecided(Unfinished),
}

impl<P, E> Leads<P, E> {
    /// The same with endings told in another way.
    #[inline]
    pub fn map_ending<F>(self, tell: impl FnOnce(E) -> F) -> Leads<P, F> {
        match self {
            Self::To(after) => Leads::To(after),
            Self::Ends(ending) => Leads::Ends(tell(ending)),
            Self::Undecided(why) => Leads::Undecided(why),
        }
    }
}

/// Whether the rules let every candidate of every position be played, so that only a pit that would pass 255, on a
/// crowded board, leaves a sowing undecided.
pub fn allows_every_candidate<P: Board>(game: &dyn Game<P>) -> bool {
    // The one game in which a candidate can turn out to be illegal though it ends.
    game.fate() != Fate::Illegal && game.kind() != GameKind::BaoKingulu
}

/// Plays a candidate decision to its end; `None` if it turns out to be illegal.
///
/// # Panics
/// As [`Game::play`].
#[inline]
pub fn lead<P: Board>(game: &dyn Game<P>, position: &P, decision: Decision) -> Option<Leads<P>> {
    follow(game, position, decision, &Patience::UNLIMITED)
}

/// The same for as long as `patience` lasts; beyond it the sowing is undecided.
///
/// # Panics
/// As [`Game::play`].
#[inline]
pub fn follow<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    decision: Decision,
    patience: &Patience,
) -> Option<Leads<P>> {
    read(
        game,
        position,
        game.play(position, decision, patience, None),
    )
}

/// What a step from `position` leads to; `None` if it was illegal.
#[inline]
pub fn read<P: Board>(game: &dyn Game<P>, position: &P, step: Step<P>) -> Option<Leads<P>> {
    match step.outcome {
        Outcome::Position(after) => Some(Leads::To(after)),
        Outcome::Wins(_, ending) => Some(Leads::Ends(ending)),
        // A lap cap is the policy of the rules: a sowing that reaches it counts as never-ending.
        Outcome::NeverEnds(_) | Outcome::Unfinished(Unfinished::Cap) => {
            game.never_ending(position).map(Leads::Ends)
        }
        Outcome::Unfinished(why) => Some(Leads::Undecided(why)),
        Outcome::Illegal(_) => None,
    }
}
