//! All positions that can be reached, those in the middle of a turn included, decision by decision,
//! and plain retrograde analysis over them.

use sow_endgame::Value;
use sow_engine::game::{Board, Ending, Game, Outcome};
use sow_engine::relay::Patience;
use sow_engine::side::Side;
use std::collections::HashMap;

enum Edge {
    To(usize, u32),
    End(Ending, u32),
}

/// The graph below some roots.
pub(crate) struct Graph<P> {
    pub(crate) positions: Vec<P>,
    edges: Vec<Vec<Edge>>,
    /// South's margin of meeting the position again.
    cycle: Vec<i16>,
}

impl<P: Board> Graph<P> {
    pub(crate) fn new(game: &dyn Game<P>, roots: Vec<P>) -> Self {
        let mut graph = Self {
            positions: Vec::new(),
            edges: Vec::new(),
            cycle: Vec::new(),
        };
        let mut known = HashMap::new();
        for root in roots {
            graph.number(&mut known, root);
        }
        let mut at = 0;
        while at < graph.positions.len() {
            let position = graph.positions[at];
            let edges = graph.expand(game, &mut known, &position);
            graph.edges.push(edges);
            graph.cycle.push(
                game.repeated(&position)
                    .map_or(0, |ending| ending.margin as i16),
            );
            at += 1;
        }
        graph
    }

    fn number(&mut self, known: &mut HashMap<P, usize>, position: P) -> usize {
        let next = self.positions.len();
        let at = *known.entry(position).or_insert(next);
        if at == next {
            self.positions.push(position);
        }
        at
    }

    fn expand(
        &mut self,
        game: &dyn Game<P>,
        known: &mut HashMap<P, usize>,
        position: &P,
    ) -> Vec<Edge> {
        if !position.is_mid_turn()
            && let Some(ending) = game.finished(position)
        {
            return vec![Edge::End(ending, 0)];
        }
        let mut decisions = Vec::new();
        game.candidates(position, &mut decisions);
        let mut edges = Vec::new();
        for decision in decisions {
            let step = game.play(position, decision, &Patience::UNLIMITED, None);
            match step.outcome {
                Outcome::Position(after) => {
                    let cost = u32::from(!after.is_mid_decision());
                    edges.push(Edge::To(self.number(known, after), cost));
                }
                Outcome::Wins(_, ending) => edges.push(Edge::End(ending, 1)),
                Outcome::NeverEnds(_) | Outcome::Unfinished(_) => {
                    edges.extend(
                        game.never_ending(position)
                            .map(|ending| Edge::End(ending, 1)),
                    );
                }
                Outcome::Illegal(_) => {}
            }
        }
        if edges.is_empty() {
            assert!(!position.is_mid_turn(), "no case has turns without an end");
            edges.push(Edge::End(game.stuck(position), 0));
        }
        edges
    }

    /// Who wins each position, and in how many decisions.
    pub(crate) fn outcomes(&self) -> Vec<Value> {
        let [south, north] = Side::BOTH.map(|side| self.decisions_to_win(side));
        (0..self.positions.len())
            .map(|at| {
                let (ours, theirs) = match self.positions[at].side() {
                    Side::South => (south[at], north[at]),
                    Side::North => (north[at], south[at]),
                };
                match (ours, theirs) {
                    (Some(decisions), _) => Value::Win(decisions as u16),
                    (_, Some(decisions)) => Value::Loss(decisions as u16),
                    (None, None) => Value::Draw,
                }
            })
            .collect()
    }

    /// In how many decisions `side` can force a win: the least number for which the definition holds.
    fn decisions_to_win(&self, side: Side) -> Vec<Option<u32>> {
        let mut least: Vec<Option<u32>> = vec![None; self.positions.len()];
        let mut idle = 0;
        for most in 0.. {
            let mut changed = false;
            // A decision may cost nothing (the steps of a strip): settle those first.
            loop {
                let mut again = false;
                for at in 0..least.len() {
                    if least[at].is_some() {
                        continue;
                    }
                    let wins = |edge: &Edge| match *edge {
                        Edge::To(to, cost) => least[to].is_some_and(|to| to + cost <= most),
                        Edge::End(ending, cost) => ending.winner == Some(side) && cost <= most,
                    };
                    let wins = if self.positions[at].side() == side {
                        self.edges[at].iter().any(wins)
                    } else {
                        self.edges[at].iter().all(wins)
                    };
                    if wins {
                        least[at] = Some(most);
                        again = true;
                    }
                }
                changed |= again;
                if !again {
                    break;
                }
            }
            // No decision costs more than one, so two idle rounds are the end.
            idle = if changed { 0 } else { idle + 1 };
            if idle == 2 {
                break;
            }
        }
        least
    }

    /// South's margin at the end of each position.
    pub(crate) fn margins(&self) -> Vec<Value> {
        let mut thresholds: Vec<i16> = self.cycle.clone();
        thresholds.extend(self.edges.iter().flatten().filter_map(|edge| match edge {
            Edge::End(ending, _) => Some(ending.margin as i16),
            Edge::To(..) => None,
        }));
        thresholds.sort_unstable();
        thresholds.dedup();
        let mut margins = vec![i16::MIN; self.positions.len()];
        for threshold in thresholds {
            for (margin, reached) in margins.iter_mut().zip(self.at_least(threshold)) {
                if reached {
                    *margin = threshold;
                }
            }
        }
        margins.into_iter().map(Value::Margin).collect()
    }

    /// Where South can make sure of a margin. What depends on endless play counts as its cycle does: where that
    /// suffices, positions are struck out until no more can be, elsewhere they are added.
    fn at_least(&self, threshold: i16) -> Vec<bool> {
        let mut reached: Vec<bool> = self.cycle.iter().map(|&cycle| cycle >= threshold).collect();
        // Cycles with and without are on different levels, and values flow from level to level only
        // one way, so that alternating comes to an end.
        loop {
            let mut changed = false;
            for at in (0..reached.len()).rev() {
                let mut edges = self.edges[at].iter().map(|edge| match *edge {
                    Edge::To(to, _) => reached[to],
                    Edge::End(ending, _) => ending.margin >= i32::from(threshold),
                });
                let new = match self.positions[at].side() {
                    Side::South => edges.any(|reached| reached),
                    Side::North => edges.all(|reached| reached),
                };
                changed |= new != reached[at];
                reached[at] = new;
            }
            if !changed {
                return reached;
            }
        }
    }
}
