//! Openings for matches: a few random turns after which neither side is far ahead.

use sow_engine::game::{Board, Game};
use sow_engine::relay::Patience;
use sow_engine::setup::Setup;
use sow_engine::turn::{TurnEnd, choose_turn};
use sow_random::Stream;
use sow_search::Limits;
use sow_search::analyse::{Analyser, Score, Wish};
use sow_search::evaluate::Weights;

/// Nodes of the search that says how even an opening is.
const LOOK: u64 = 3000;

/// How often a new opening is drawn before the most even one is taken.
const ATTEMPTS: usize = 200;

/// What openings are drawn from.
#[derive(Clone, Debug)]
pub(crate) struct Openings<P> {
    /// Positions to begin with, at least one.
    pub starts: Vec<P>,
    /// Random turns played from there, or one more; 0 to play the positions themselves in order.
    pub turns: usize,
    /// Hundredths of a seed by which the better side may be ahead as a short search sees it; `None` to
    /// take every opening as it comes.
    pub uneven: Option<i32>,
}

impl<P: Board> Openings<P> {
    /// Openings from set-ups of the game.
    pub(crate) fn of(
        game: &dyn Game<P>,
        starts: &[Setup],
        turns: usize,
        uneven: Option<i32>,
    ) -> Self {
        Self {
            starts: starts.iter().map(|setup| game.position(setup)).collect(),
            turns,
            uneven,
        }
    }

    /// Which of the positions to begin with is the opening with a number, `None` if random turns follow it.
    pub(crate) fn place(&self, index: u64) -> Option<u64> {
        (self.turns == 0).then(|| index % self.starts.len() as u64)
    }

    /// The opening with a number. The same seed and number give the same opening.
    ///
    /// # Panics
    /// If there are no positions to begin with.
    pub(crate) fn opening(&self, game: &dyn Game<P>, seed: u64, index: u64) -> P {
        if let Some(place) = self.place(index) {
            return self.starts[place as usize];
        }
        let mut stream = Stream::new(seed, index);
        let mut best = None::<(i32, P)>;
        for _ in 0..ATTEMPTS {
            let start = self.starts[stream.index(self.starts.len())];
            let turns = self.turns + stream.index(2);
            let Some(position) = played(game, start, turns, &mut stream) else {
                continue;
            };
            let Some(uneven) = self.uneven else {
                return position;
            };
            let ahead = lead(game, &position);
            if ahead <= uneven {
                return position;
            }
            if best.as_ref().is_none_or(|(least, _)| ahead < *least) {
                best = Some((ahead, position));
            }
        }
        best.map_or(self.starts[0], |(_, position)| position)
    }
}

/// The position after some random turns, `None` if the game was over by then.
fn played<P: Board>(game: &dyn Game<P>, start: P, turns: usize, stream: &mut Stream) -> Option<P> {
    let mut position = start;
    for _ in 0..turns {
        let mut choose = |below: usize| stream.index(below);
        let turn = choose_turn(game, &position, &Patience::UNLIMITED, &mut choose)?;
        position = match turn.end {
            TurnEnd::Position(after) if game.finished(&after).is_none() => after,
            _ => return None,
        };
    }
    Some(position)
}

/// How far the better side is ahead, in hundredths of a seed as a short search sees it.
fn lead<P: Board>(game: &dyn Game<P>, position: &P) -> i32 {
    let seeds = usize::from(game.seeds(position));
    let limits = Limits {
        nodes: LOOK,
        ..Limits::default()
    };
    let analysis = Analyser::new(game, Weights::of(game.kind()), seeds, 1 << 16).analyse(
        position,
        &Wish::default(),
        &limits,
        &mut |_| {},
    );
    match analysis.lines.first().map(|line| line.score) {
        Some(Score::Estimate(hundredths)) => hundredths.abs(),
        Some(Score::Draw) => 0,
        _ => i32::MAX,
    }
}
