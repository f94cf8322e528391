//! Players that search.

use super::{Player, Settings};
use sow_engine::game::{Board, Decision, Game};
use sow_random::Stream;
use sow_search::analyse::{Analyser, MOST_DEPTH, Wish};
use sow_search::evaluate::Weights;
use sow_search::{Analysis, Endgames, Limits, MonteCarlo};
use std::time::Instant;

impl Settings {
    fn limits(&self) -> Limits<'static> {
        Limits {
            nodes: self.nodes.unwrap_or(u64::MAX),
            deadline: self.time.and_then(|time| Instant::now().checked_add(time)),
            memory: self.memory,
            ..Limits::default()
        }
    }

    fn wish(&self) -> Wish {
        Wish {
            lines: 1,
            depth: self.depth.unwrap_or(MOST_DEPTH),
        }
    }

    fn weights<P: Board>(&self, game: &dyn Game<P>) -> Weights {
        self.weights.unwrap_or(Weights::of(game.kind()))
    }
}

fn best(analysis: &Analysis) -> Result<Decision, String> {
    let line = analysis.lines.first();
    line.map(|line| line.decision)
        .ok_or_else(|| "there is nothing to play".to_owned())
}

/// Plays by principal-variation search, with one table for the whole game.
pub(super) struct AlphaBeta<'game, P: Board> {
    analyser: Analyser<'game, P>,
    settings: Settings,
}

impl<'game, P: Board> AlphaBeta<'game, P> {
    pub(super) fn new(
        game: &'game dyn Game<P>,
        start: &P,
        settings: Settings,
        endgames: Option<&'game dyn Endgames>,
    ) -> Self {
        let seeds = usize::from(game.seeds(start));
        let weights = settings.weights(game);
        let analyser = Analyser::new(game, weights, seeds, settings.memory);
        Self {
            analyser: match endgames {
                Some(endgames) => analyser.with_endgames(endgames),
                None => analyser,
            },
            settings,
        }
    }
}

impl<P: Board> Player<P> for AlphaBeta<'_, P> {
    fn decide(&mut self, position: &P, before: &[P]) -> Result<Decision, String> {
        let (wish, limits) = (self.settings.wish(), self.settings.limits());
        best(
            &self
                .analyser
                .analyse_after(before, position, &wish, &limits, &mut |_| {}),
        )
    }
}

/// Plays by Monte-Carlo tree search, with a new tree for each decision.
pub(super) struct Simulating<'game, P: Board> {
    searcher: MonteCarlo<'game, P>,
    settings: Settings,
    stream: Stream,
}

impl<'game, P: Board> Simulating<'game, P> {
    pub(super) fn new(
        game: &'game dyn Game<P>,
        start: &P,
        settings: Settings,
        stream: Stream,
        endgames: Option<&'game dyn Endgames>,
    ) -> Self {
        let seeds = usize::from(game.seeds(start));
        let weights = settings.weights(game);
        let searcher = MonteCarlo::new(game, settings.objective, weights, seeds, settings.memory);
        Self {
            searcher: match endgames {
                Some(endgames) => searcher.with_endgames(endgames),
                None => searcher,
            },
            settings,
            stream,
        }
    }
}

impl<P: Board> Player<P> for Simulating<'_, P> {
    fn decide(&mut self, position: &P, before: &[P]) -> Result<Decision, String> {
        let (wish, limits) = (self.settings.wish(), self.settings.limits());
        let seed = self.stream.below(u64::MAX);
        best(
            &self
                .searcher
                .analyse_after(before, position, &wish, &limits, seed, &mut |_| {}),
        )
    }
}
