//! Where set-ups are played: all that is compiled for each board.

use super::notation::spell_setup;
use super::{SetupProof, SetupsPlan};
use crate::arrangement::{Arrangement, Payoff, duel, never_ending, position};
use crate::error::PlayerError;
use crate::matches::Entrant;
use sow_engine::game::{Board, Game};
use sow_engine::games::BoardVisitor;
use sow_search::{AlphaBeta, Endgames, Limits, Objective};
use std::sync::atomic::AtomicBool;

/// Where set-ups are played, without the board's type.
pub(super) trait Ground: Send + Sync {
    /// What the first of a pair scores against the second.
    fn duel(&self, pair: &[Arrangement; 2]) -> Result<Payoff, PlayerError>;

    /// The first moves of a set-up that never end.
    fn never_ending(&self, setup: &[u8]) -> Vec<String>;

    /// What can be proven in match points where the first set-up moves first.
    fn prove(&self, first: &[u8], second: &[u8], stop: &AtomicBool) -> Option<SetupProof>;
}

struct OnBoard<'a, P> {
    game: Box<dyn Game<P>>,
    plan: &'a SetupsPlan<'a>,
    endgames: Option<&'a dyn Endgames>,
}

impl<P: Board> Ground for OnBoard<'_, P> {
    fn duel(&self, pair: &[Arrangement; 2]) -> Result<Payoff, PlayerError> {
        let players: [&dyn Entrant<P>; 2] = self.plan.seats.map(|seat| seat as _);
        let sides = [pair[0].as_slice(), pair[1].as_slice()];
        let SetupsPlan { series, games, .. } = self.plan;
        duel(&*self.game, sides, series, players, *games)
    }

    fn never_ending(&self, setup: &[u8]) -> Vec<String> {
        never_ending(&*self.game, setup)
    }

    fn prove(&self, first: &[u8], second: &[u8], stop: &AtomicBool) -> Option<SetupProof> {
        if self.plan.proof == 0 {
            return None;
        }
        let start = position(&*self.game, first, second);
        let limits = Limits {
            nodes: self.plan.proof,
            stop: Some(stop),
            line: false,
            ..Limits::default()
        };
        let seeds = usize::from(self.game.seeds(&start));
        let mut solver = AlphaBeta::new(&*self.game, Objective::Points, seeds, limits.memory);
        if let Some(endgames) = self.endgames {
            solver = solver.with_endgames(endgames);
        }
        let solution = solver.solve(&start, &limits, &mut |_| {});
        Some(SetupProof {
            against: spell_setup(second),
            points: [solution.lowest.points?, solution.highest.points?],
        })
    }
}

pub(super) struct Make<'a> {
    pub(super) plan: &'a SetupsPlan<'a>,
    pub(super) endgames: Option<&'a dyn Endgames>,
}

impl<'a> BoardVisitor for Make<'a> {
    type Output = Box<dyn Ground + 'a>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        Box::new(OnBoard {
            game,
            plan: self.plan,
            endgames: self.endgames,
        })
    }
}
