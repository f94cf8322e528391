//! Playouts: how a game might go on, quickly and not stupidly.

use super::MonteCarlo;
use super::node::chance;
use crate::children::{Leads, lead};
use crate::evaluate::evaluate;
use crate::limits::{Halt, Meter};
use sow_engine::game::{Board, Decision, Game};
use sow_random::Stream;

/// Decisions of a playout; what comes after is left to the evaluation.
const LENGTH: usize = 6;

/// Decisions tried at random each time; the best-looking is taken.
const TRIES: usize = 3;

/// Who plays the playouts of one thread.
#[derive(Debug)]
pub(super) struct Player<'a, G: Game> {
    searcher: &'a MonteCarlo<'a, G>,
    stream: Stream,
    candidates: Vec<Decision>,
}

impl<'a, G: Game> Player<'a, G> {
    pub(super) fn new(searcher: &'a MonteCarlo<'a, G>, seed: u64, number: u64) -> Self {
        Self {
            searcher,
            stream: Stream::new(seed, number),
            candidates: Vec::new(),
        }
    }

    /// South's result, 0 to 1, as it might be.
    pub(super) fn play_out(
        &mut self,
        position: &G::Position,
        meter: &mut Meter<'_>,
    ) -> Result<f32, Halt> {
        let game = self.searcher.game;
        let mut at = *position;
        for ply in 0.. {
            if !at.is_mid_turn()
                && let Some(ending) = game.finished(&at)
            {
                return Ok(chance(self.searcher.terms.value(&ending)));
            }
            // A turn is not judged half-way, but neither do playouts go on for ever.
            if ply >= LENGTH && (!at.is_mid_turn() || ply >= 4 * LENGTH) {
                break;
            }
            match self.choose(&at, meter)? {
                Some(Leads::To(after)) => at = after,
                Some(Leads::Ends(value)) => return Ok(chance(value)),
                None if !at.is_mid_turn() => {
                    return Ok(chance(self.searcher.terms.value(&game.stuck(&at))));
                }
                Some(Leads::Unknown) | None => break,
            }
        }
        Ok(self.searcher.looks(&at))
    }

    /// The best-looking of a few decisions.
    fn choose(
        &mut self,
        at: &G::Position,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Leads<G::Position>>, Halt> {
        let (game, terms) = (self.searcher.game, &self.searcher.terms);
        game.candidates(at, &mut self.candidates);
        let mut best = None::<(i32, Leads<G::Position>)>;
        let mut tried = 0;
        while tried < TRIES && !self.candidates.is_empty() {
            let decision = self
                .candidates
                .swap_remove(self.stream.index(self.candidates.len()));
            meter.count()?;
            let Some(leads) = lead(game, terms, at, decision) else {
                continue;
            };
            tried += 1;
            let side = at.side();
            let rank = match &leads {
                Leads::Ends(value) => side.sign() * value.signum() * i32::MAX,
                Leads::Unknown => i32::MIN,
                Leads::To(after) => {
                    let looks = evaluate(game, after, &self.searcher.weights);
                    if after.side() == side { looks } else { -looks }
                }
            };
            if best.as_ref().is_none_or(|(most, _)| rank > *most) {
                best = Some((rank, leads));
            }
        }
        Ok(best.map(|(_, leads)| leads))
    }
}
