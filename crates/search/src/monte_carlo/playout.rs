//! Playouts: to the end of the turn, then to the evaluation.
//!
//! Longer playouts, the best-looking of three random decisions each time, made the player weaker at
//! equal nodes: 2 decisions by 13 to 117 Elo points, 6 by 13 to 285, 16 by about as much again in four
//! rows (80 games a game and length, 10,000 and 20,000 nodes a move). A relay's outcome is only known by
//! playing it, so that a ply of a playout costs as much as a ply of the tree, and the evaluation is
//! the better judge.

use super::MonteCarlo;
use super::node::chance;
use crate::children::{Leads, lead};
use crate::evaluate::evaluate;
use crate::limits::Halt;
use crate::meter::Meter;
use sow_engine::game::{Board, Decision};
use sow_random::Stream;

/// Decisions after which a turn is judged half-way after all.
const LONGEST: usize = 24;

/// Decisions tried at random each time; the best-looking is taken.
const TRIES: usize = 3;

/// Who plays the playouts of one thread.
#[derive(Debug)]
pub(super) struct Player<'a, P: Board> {
    searcher: &'a MonteCarlo<'a, P>,
    stream: Stream,
    candidates: Vec<Decision>,
}

impl<'a, P: Board> Player<'a, P> {
    pub(super) fn new(searcher: &'a MonteCarlo<'a, P>, seed: u64, number: u64) -> Self {
        Self {
            searcher,
            stream: Stream::new(seed, number),
            candidates: Vec::new(),
        }
    }

    /// South's result, 0 to 1, as it might be.
    pub(super) fn play_out(&mut self, position: &P, meter: &mut Meter<'_>) -> Result<f32, Halt> {
        let game = self.searcher.ground.game;
        let mut at = *position;
        for _ in 0..LONGEST {
            if !at.is_mid_turn()
                && let Some(ending) = game.finished(&at)
            {
                return Ok(chance(self.searcher.ground.terms.value(&ending)));
            }
            if !at.is_mid_turn() || at.is_optional_move() {
                break;
            }
            match self.choose(&at, meter)? {
                Some(Leads::To(after)) => at = after,
                Some(Leads::Ends(value)) => return Ok(chance(value)),
                Some(Leads::Undecided(_)) | None => break,
            }
        }
        Ok(self.searcher.looks(&at))
    }

    /// The best-looking of a few decisions.
    fn choose(&mut self, at: &P, meter: &mut Meter<'_>) -> Result<Option<Leads<P>>, Halt> {
        let (game, terms) = (self.searcher.ground.game, &self.searcher.ground.terms);
        game.candidates(at, &mut self.candidates);
        let mut best = None::<(i32, Leads<P>)>;
        let mut tried = 0;
        while tried < TRIES && !self.candidates.is_empty() {
            let decision = self
                .candidates
                .swap_remove(self.stream.index(self.candidates.len()));
            meter.count()?;
            let Some(leads) = lead(game, terms, at, decision, meter.watch())? else {
                continue;
            };
            tried += 1;
            let side = at.side();
            let rank = match &leads {
                Leads::Ends(value) => side.sign() * value.signum() * i32::MAX,
                Leads::Undecided(_) => i32::MIN,
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
