//! Decisions as the turns that people read.

use sow_engine::game::{Board, Decision, Game};
use sow_engine::turn::append_text;

/// Collects decisions into one text for each turn; further sowings of a turn are joined by `+`.
#[derive(Debug)]
pub(crate) struct Scribe<'a, G: Game> {
    game: &'a G,
    turns: Vec<String>,
    turn: String,
    sowing: String,
    start: Option<G::Position>,
}

impl<'a, G: Game> Scribe<'a, G> {
    pub(crate) fn new(game: &'a G) -> Self {
        Self {
            game,
            turns: Vec::new(),
            turn: String::new(),
            sowing: String::new(),
            start: None,
        }
    }

    /// Adds a decision at `before`.
    pub(crate) fn add(&mut self, before: &G::Position, decision: Decision) {
        let begins = !before.is_mid_turn() || before.is_optional_move();
        if begins {
            let goes_on = self
                .start
                .is_some_and(|start| start.side() == before.side());
            self.finish_sowing();
            if !goes_on {
                self.finish_turn();
            }
            self.start = Some(*before);
        }
        let start = self.start.unwrap_or(*before);
        append_text(self.game, &start, decision, &mut self.sowing);
    }

    fn finish_sowing(&mut self) {
        if !self.sowing.is_empty() {
            if !self.turn.is_empty() {
                self.turn += "+";
            }
            self.turn += &std::mem::take(&mut self.sowing);
        }
    }

    fn finish_turn(&mut self) {
        if !self.turn.is_empty() {
            self.turns.push(std::mem::take(&mut self.turn));
        }
    }

    /// The turns so far.
    pub(crate) fn finish(mut self) -> Vec<String> {
        self.finish_sowing();
        self.finish_turn();
        self.turns
    }
}
