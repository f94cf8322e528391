//! The branches below a root: all that is compiled for each board.

use super::FirstMovesPlan;
use crate::error::PlayerError;
use crate::first_turns::{Branch, FirstTurns, Reach, points_of};
use crate::judge::Opinion;
use crate::matches::Entrant;
use crate::spread::spread;
use sow_engine::game::{Board, Game};
use sow_engine::games::BoardVisitor;
use sow_search::Endgames;
use std::sync::atomic::AtomicBool;

/// The branches below a root, without the board's type.
pub(super) trait Branches: Send + Sync {
    /// The turns of each.
    fn turns(&self) -> Vec<Vec<String>>;

    /// Whether somebody is to move after a branch.
    fn is_open(&self, index: usize) -> bool;

    /// What a branch leads to; `None` if `stop` was set.
    fn judge(&self, index: usize, stop: &AtomicBool) -> Option<Opinion>;

    /// What the player who makes the first move scores in the game with a number from a branch.
    fn play(&self, index: usize, number: u64) -> Result<f64, PlayerError>;
}

struct Ground<'a, P> {
    game: Box<dyn Game<P>>,
    plan: &'a FirstMovesPlan<'a>,
    endgames: Option<&'a dyn Endgames>,
    branches: Vec<Branch<P>>,
}

impl<P: Board> Branches for Ground<'_, P> {
    fn turns(&self) -> Vec<Vec<String>> {
        let branches = self.branches.iter();
        branches.map(|branch| branch.turns.clone()).collect()
    }

    fn is_open(&self, index: usize) -> bool {
        matches!(self.branches[index].reach, Reach::Position(_))
    }

    fn judge(&self, index: usize, stop: &AtomicBool) -> Option<Opinion> {
        let first_turns = FirstTurns {
            game: &*self.game,
            effort: self.plan.effort,
            endgames: self.endgames,
        };
        first_turns.opinion(&self.branches[index], stop)
    }

    fn play(&self, index: usize, number: u64) -> Result<f64, PlayerError> {
        let ending = match &self.branches[index].reach {
            Reach::Over(ending) => Some(*ending),
            Reach::Position(at) => {
                let players: [&dyn Entrant<P>; 2] = self.plan.seats.map(|seat| seat as _);
                let series = &self.plan.series;
                series.game(&*self.game, at, players, number)?.ending
            }
        };
        Ok(points_of(self.plan.root.side, ending.as_ref()))
    }
}

pub(super) struct Make<'a> {
    pub(super) plan: &'a FirstMovesPlan<'a>,
    pub(super) endgames: Option<&'a dyn Endgames>,
    pub(super) stop: &'a AtomicBool,
}

impl<'a> BoardVisitor for Make<'a> {
    type Output = Box<dyn Branches + 'a>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let first_turns = FirstTurns {
            game: &*game,
            effort: self.plan.effort,
            endgames: self.endgames,
        };
        let root = Branch {
            turns: Vec::new(),
            before: Vec::new(),
            reach: Reach::Position(game.position(self.plan.root)),
        };
        let mut branches = first_turns.extend(&root, self.stop).unwrap_or_default();
        if self.plan.pairs {
            let longer = spread(branches.len(), |index| {
                first_turns.extend(&branches[index], self.stop)
            });
            let longer: Option<Vec<_>> = longer.into_iter().collect();
            let pairs = branches.into_iter().zip(longer.unwrap_or_default());
            branches = pairs
                .flat_map(|(branch, longer)| {
                    if longer.is_empty() {
                        vec![branch]
                    } else {
                        longer
                    }
                })
                .collect();
        }
        Box::new(Ground {
            game,
            plan: self.plan,
            endgames: self.endgames,
            branches,
        })
    }
}
