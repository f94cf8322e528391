//! Players that search.

use super::{Player, Settings};
use sow_engine::game::{Decision, Game};
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

    fn weights<G: Game>(&self, game: &G) -> Weights {
        self.weights.unwrap_or(Weights::of(game.kind()))
    }
}

fn best(analysis: &Analysis) -> Result<Decision, String> {
    let line = analysis.lines.first();
    line.map(|line| line.decision)
        .ok_or_else(|| "there is nothing to play".to_owned())
}

/// Plays by principal-variation search, with one table for the whole game.
pub(super) struct AlphaBeta<'game, G: Game> {
    analyser: Analyser<'game, G>,
    settings: Settings,
}

impl<'game, G: Game> AlphaBeta<'game, G> {
    pub(super) fn new(
        game: &'game G,
        start: &G::Position,
        settings: Settings,
        endgames: Option<&'game dyn Endgames<G::Position>>,
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

impl<G: Game> Player<G> for AlphaBeta<'_, G> {
    fn decide(
        &mut self,
        position: &G::Position,
        before: &[G::Position],
    ) -> Result<Decision, String> {
        let (wish, limits) = (self.settings.wish(), self.settings.limits());
        best(
            &self
                .analyser
                .analyse_after(before, position, &wish, &limits, &mut |_| {}),
        )
    }
}

/// Plays by Monte-Carlo tree search, with a new tree for each decision.
pub(super) struct Simulating<'game, G: Game> {
    searcher: MonteCarlo<'game, G>,
    settings: Settings,
    stream: Stream,
}

impl<'game, G: Game> Simulating<'game, G> {
    pub(super) fn new(
        game: &'game G,
        start: &G::Position,
        settings: Settings,
        stream: Stream,
        endgames: Option<&'game dyn Endgames<G::Position>>,
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

impl<G: Game> Player<G> for Simulating<'_, G> {
    fn decide(
        &mut self,
        position: &G::Position,
        before: &[G::Position],
    ) -> Result<Decision, String> {
        let (wish, limits) = (self.settings.wish(), self.settings.limits());
        let seed = self.stream.below(u64::MAX);
        best(
            &self
                .searcher
                .analyse_after(before, position, &wish, &limits, seed, &mut |_| {}),
        )
    }
}
