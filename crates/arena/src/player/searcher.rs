//! Players that search.

use super::{Ears, Player, Settings};
use crate::allowance::Listener;
use crate::error::PlayerError;
use crate::game::can_be_chosen;
use sow_engine::game::{Board, Decision, Game};
use sow_random::Stream;
use sow_search::analyse::{Analyser, MOST_DEPTH, Wish};
use sow_search::evaluate::Weights;
use sow_search::{Analysis, Endgames, Limits, MonteCarlo};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

impl Settings {
    fn limits<'a>(&self, stop: Option<&'a AtomicBool>, is_first: bool) -> Limits<'a> {
        let now = Instant::now();
        let time = self.time.and_then(|time| now.checked_add(time));
        // Something is left for the other decisions of the turn.
        let share = if is_first { 0.9 } else { 0.5 };
        let until = self
            .until
            .map(|until| now + until.saturating_duration_since(now).mul_f64(share));
        Limits {
            stop,
            nodes: self.nodes.unwrap_or(u64::MAX),
            deadline: time.into_iter().chain(until).min(),
            memory: self.memory,
            ..Limits::default()
        }
    }

    fn wish(&self) -> Wish {
        Wish {
            lines: self.lines,
            depth: self.depth.unwrap_or(MOST_DEPTH),
        }
    }

    fn weights<P: Board>(&self, game: &dyn Game<P>) -> Weights {
        self.weights.unwrap_or(Weights::of(game.kind()))
    }
}

impl Ears<'_> {
    /// Tells the listener of analyses of the first decision of a turn.
    fn teller(&self, is_first: bool) -> impl FnMut(&Analysis) + Send {
        let listener = self.listener.filter(|_| is_first);
        move |analysis| {
            if let Some(Listener(told)) = listener {
                told(analysis);
            }
        }
    }
}

/// The best decision of an analysis; any where it was stopped before it had one.
fn best<P: Board>(
    game: &dyn Game<P>,
    at: &P,
    analysis: &Analysis,
) -> Result<Decision, PlayerError> {
    let line = analysis.lines.first();
    line.map(|line| line.decision)
        .or_else(|| {
            let mut candidates = Vec::new();
            game.candidates(at, &mut candidates);
            candidates
                .into_iter()
                .find(|&decision| can_be_chosen(game, at, decision))
        })
        .ok_or(PlayerError::NoMove)
}

/// Plays by principal-variation search, with one table for the whole game.
pub(super) struct AlphaBeta<'game, P: Board> {
    game: &'game dyn Game<P>,
    analyser: Analyser<'game, P>,
    settings: Settings,
    ears: Ears<'game>,
}

impl<'game, P: Board> AlphaBeta<'game, P> {
    pub(super) fn new(
        game: &'game dyn Game<P>,
        start: &P,
        settings: Settings,
        endgames: Option<&'game dyn Endgames>,
        ears: Ears<'game>,
    ) -> Self {
        let seeds = usize::from(game.seeds(start));
        let weights = settings.weights(game);
        let analyser = Analyser::new(game, weights, seeds, settings.memory);
        Self {
            game,
            analyser: match endgames {
                Some(endgames) => analyser.with_endgames(endgames),
                None => analyser,
            },
            settings,
            ears,
        }
    }
}

impl<P: Board> Player<P> for AlphaBeta<'_, P> {
    fn decide(&mut self, position: &P, before: &[P]) -> Result<Decision, PlayerError> {
        let is_first = !position.is_mid_turn();
        let wish = self.settings.wish();
        let limits = self.settings.limits(self.ears.stop, is_first);
        let mut tell = self.ears.teller(is_first);
        let analysis = self
            .analyser
            .analyse_after(before, position, &wish, &limits, &mut tell);
        best(self.game, position, &analysis)
    }
}

/// Plays by Monte-Carlo tree search, with a new tree for each decision.
pub(super) struct Simulating<'game, P: Board> {
    game: &'game dyn Game<P>,
    searcher: MonteCarlo<'game, P>,
    settings: Settings,
    stream: Stream,
    ears: Ears<'game>,
}

impl<'game, P: Board> Simulating<'game, P> {
    pub(super) fn new(
        game: &'game dyn Game<P>,
        start: &P,
        settings: Settings,
        stream: Stream,
        endgames: Option<&'game dyn Endgames>,
        ears: Ears<'game>,
    ) -> Self {
        let seeds = usize::from(game.seeds(start));
        let weights = settings.weights(game);
        let searcher = MonteCarlo::new(game, settings.objective, weights, seeds, settings.memory);
        Self {
            game,
            searcher: match endgames {
                Some(endgames) => searcher.with_endgames(endgames),
                None => searcher,
            },
            settings,
            stream,
            ears,
        }
    }
}

impl<P: Board> Player<P> for Simulating<'_, P> {
    fn decide(&mut self, position: &P, before: &[P]) -> Result<Decision, PlayerError> {
        let is_first = !position.is_mid_turn();
        let wish = self.settings.wish();
        let limits = self.settings.limits(self.ears.stop, is_first);
        let mut tell = self.ears.teller(is_first);
        let seed = self.stream.below(u64::MAX);
        best(
            self.game,
            position,
            &self
                .searcher
                .analyse_after(before, position, &wish, &limits, seed, &mut tell),
        )
    }
}
