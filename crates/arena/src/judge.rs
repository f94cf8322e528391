//! What a position is worth: proven where a proof is within reach, else as a search estimates it.

use sow_engine::game::{Board, Decision, Ending, Game};
use sow_engine::kind::GameKind;
use sow_engine::past::WithPast;
use sow_engine::side::Side;
use sow_search::analyse::{Analyser, MOST_DEPTH, Score, Wish};
use sow_search::evaluate::Weights;
use sow_search::past::on_board;
use sow_search::{AlphaBeta, Endgames, Limits, Objective, Solution};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a judge may spend on one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Nodes of the proof; 0 to attempt none.
    pub proof: u64,
    /// Nodes of the search.
    pub nodes: u64,
    /// Sowings that the search looks ahead.
    pub depth: u32,
    /// Time of proof and of search, each; what is said then depends on the machine.
    pub time: Option<Duration>,
    /// Bytes for the tables of proof and search, half each.
    pub memory: usize,
}

impl Effort {
    /// As many nodes for the proof as for the search.
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            proof: nodes,
            nodes,
            depth: MOST_DEPTH,
            time: None,
            memory: 16 << 20,
        }
    }
}

/// What a judge says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opinion {
    /// Its worth, seen by South.
    pub score: Score,
    /// What is expected to follow, one text a turn; empty where the game is over.
    pub line: Vec<String>,
    /// The decision that begins the line, where the search chose it.
    pub decision: Option<Decision>,
    /// Positions searched.
    pub nodes: u64,
}

/// Judges positions of one game. Proofs are kept from one position to the next.
#[derive(Debug)]
pub(crate) struct Judge<'game, P: Board> {
    game: &'game dyn Game<P>,
    solver: AlphaBeta<'game, P>,
    analyser: Analyser<'game, P>,
    effort: Effort,
}

impl<'game, P: Board> Judge<'game, P> {
    /// A judge of positions of at most `seeds` seeds, who asks `endgames`.
    pub(crate) fn new(
        game: &'game dyn Game<P>,
        seeds: usize,
        effort: Effort,
        endgames: Option<&'game dyn Endgames>,
    ) -> Self {
        let memory = effort.memory / 2;
        let mut solver = AlphaBeta::new(game, objective(game), seeds, memory);
        let mut analyser = Analyser::new(game, Weights::of(game.kind()), seeds, memory);
        if let Some(endgames) = endgames {
            solver = solver.with_endgames(endgames);
            analyser = analyser.with_endgames(endgames);
        }
        Self {
            game,
            solver,
            analyser,
            effort,
        }
    }

    /// Judges a position of a game in which the positions `before` have occurred; `None` if `stop`
    /// was set before the judgement was complete. What is proven holds in that game: a way back to an
    /// earlier position is what the rules make of a repetition.
    ///
    /// A judge who is asked about several positions of a game is asked about later ones first: what was
    /// proven with more behind it holds with less.
    pub(crate) fn judge(&self, before: &[P], position: &P, stop: &AtomicBool) -> Option<Opinion> {
        if let Some(ending) = self.game.finished(position) {
            return Some(over(&ending, self.game));
        }
        let is_repeated = !position.is_mid_turn() && before.contains(position);
        if let Some(ending) = is_repeated.then(|| self.game.repeated(position)).flatten() {
            return Some(over(&ending, self.game));
        }
        let deadline = || {
            let time = self.effort.time;
            time.and_then(|time| Instant::now().checked_add(time))
        };
        let limits = Limits {
            nodes: self.effort.nodes,
            deadline: deadline(),
            stop: Some(stop),
            line: true,
            ..Limits::default()
        };
        let wish = Wish {
            lines: 1,
            depth: self.effort.depth,
        };
        let found = self
            .analyser
            .analyse_after(before, position, &wish, &limits, &mut |_| {});
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let Some(line) = found.lines.into_iter().next() else {
            return Some(over(&self.game.stuck(position), self.game));
        };
        let mut opinion = Opinion {
            score: line.score,
            line: line.turns,
            decision: Some(line.decision),
            nodes: found.nodes,
        };
        let knows_all = match opinion.score {
            Score::Win { margin, .. } => self.game.kind().has_four_rows() || margin.is_some(),
            Score::Draw => true,
            Score::Estimate(_) | Score::Chance(_) => false,
        };
        if !knows_all && self.effort.proof > 0 {
            let limits = Limits {
                nodes: self.effort.proof,
                deadline: deadline(),
                ..limits
            };
            let mut solution = self.solver.solve(position, &limits, &mut |_| {});
            opinion.nodes += solution.nodes;
            let met = self.met(before, position);
            let is_draw = solution.outcome() == Some(None);
            if solution.outcome().is_some() && !met.is_empty() && !(is_draw && self.draws_stay()) {
                solution = self.solve_after(met, position, &limits);
                opinion.nodes += solution.nodes;
            }
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(winner) = solution.outcome() {
                opinion.score = proven(winner, solution.margin(), solution.distance, self.game);
                if !solution.line.is_empty() {
                    opinion.line = solution.line;
                    opinion.decision = None;
                }
            }
        }
        Some(opinion)
    }
}

impl<P: Board> Judge<'_, P> {
    /// The positions of `before` that can be met again from `position` and then count as repeated.
    fn met(&self, before: &[P], position: &P) -> Vec<P> {
        let seeds = on_board(&position.contents());
        let met = before.iter().filter(|met| {
            let is_in_reach = on_board(&met.contents()) <= seeds;
            is_in_reach && !met.is_mid_turn() && self.game.repeated(met).is_some()
        });
        met.copied().collect()
    }

    /// Whether a position that is a draw alone is one in every game: where a repetition is a draw, whoever has one in
    /// hand has it still if earlier positions are draws as well.
    fn draws_stay(&self) -> bool {
        self.game.kind().has_four_rows() && self.game.rules().cycles_are_constant()
    }

    /// Solves a position of a game in which the positions `met` have occurred. Tables are not asked, as they know of
    /// no past.
    fn solve_after(&self, met: Vec<P>, position: &P, limits: &Limits<'_>) -> Solution {
        let game = WithPast::new(self.game, met);
        let seeds = usize::from(game.seeds(position));
        let memory = self.effort.memory / 2;
        AlphaBeta::new(&game, objective(self.game), seeds, memory).solve(
            position,
            limits,
            &mut |_| {},
        )
    }
}

/// What is proven: the winner of a two-row game is told by the seeds, and they are what people ask for.
fn objective<P: Board>(game: &dyn Game<P>) -> Objective {
    if game.kind().has_four_rows() {
        Objective::Outcome
    } else {
        Objective::Margin
    }
}

/// South's chances by a score of a game, 0 to 1; a draw counts half. Those of an estimate are fitted to games of the
/// engine against itself.
pub fn chance(game: GameKind, score: &Score) -> f64 {
    match *score {
        Score::Estimate(hundredths) => {
            let logits = f64::from(hundredths) * f64::from(Weights::steepness(game));
            1.0 / (1.0 + (-logits).exp())
        }
        Score::Chance(parts) => f64::from(parts) / 10_000.0,
        Score::Draw => 0.5,
        Score::Win { winner, .. } => f64::from(u8::from(winner == Side::South)),
    }
}

fn proven<P: Board>(
    winner: Option<Side>,
    margin: Option<i32>,
    within: Option<u32>,
    game: &dyn Game<P>,
) -> Score {
    match winner {
        None => Score::Draw,
        Some(winner) => Score::Win {
            winner,
            within,
            margin: margin.filter(|_| !game.kind().has_four_rows()),
        },
    }
}

/// The opinion of a game that is over.
fn over<P: Board>(ending: &Ending, game: &dyn Game<P>) -> Opinion {
    Opinion {
        score: of_ending(ending, game),
        line: Vec::new(),
        decision: None,
        nodes: 0,
    }
}

/// A result as a score.
pub(crate) fn of_ending<P: Board>(ending: &Ending, game: &dyn Game<P>) -> Score {
    proven(ending.winner, Some(ending.margin), Some(0), game)
}

/// Beyond any estimate.
const WON: i64 = 1_000_000;

/// How good a score is for a player: proven wins above all estimates, by more seeds or sooner; a
/// proven draw counts as even. Larger is better.
pub(crate) fn rank(score: &Score, side: Side) -> i64 {
    let south = match *score {
        Score::Estimate(hundredths) => i64::from(hundredths),
        // Half of the chances is even, and all of them stay below a proof.
        Score::Chance(parts) => i64::from(parts) - 5000,
        Score::Draw => 0,
        Score::Win {
            winner,
            within,
            margin,
        } => {
            let seeds = i64::from(margin.unwrap_or(0).abs());
            let haste = i64::from(within.unwrap_or(999).min(999));
            i64::from(winner.sign()) * (WON + 1000 * seeds - haste)
        }
    };
    i64::from(side.sign()) * south
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_even_for_a_draw_and_grow_with_the_estimate() {
        let of = |score| chance(GameKind::Owela, &score);
        assert!(
            (of(Score::Draw) - 0.5).abs() < 1e-9 && (of(Score::Estimate(0)) - 0.5).abs() < 1e-9
        );
        assert!(of(Score::Estimate(300)) > 0.6 && of(Score::Estimate(-300)) < 0.4);
        assert!((of(Score::Estimate(300)) + of(Score::Estimate(-300)) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn scores_are_ranked_by_who_wants_them() {
        let win = |winner, within, margin| Score::Win {
            winner,
            within,
            margin,
        };
        let falling = [
            win(Side::South, None, Some(9)),
            win(Side::South, None, Some(4)),
            win(Side::South, Some(3), None),
            win(Side::South, Some(7), None),
            Score::Estimate(250),
            Score::Draw,
            Score::Estimate(-10),
            win(Side::North, Some(9), None),
            win(Side::North, Some(1), None),
            win(Side::North, None, Some(-2)),
        ];
        for pair in falling.windows(2) {
            assert!(
                rank(&pair[0], Side::South) > rank(&pair[1], Side::South),
                "{pair:?}"
            );
            assert!(
                rank(&pair[0], Side::North) < rank(&pair[1], Side::North),
                "{pair:?}"
            );
        }
    }
}
