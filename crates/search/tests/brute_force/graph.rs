//! A brute-force solver, written apart from the search: the whole graph of positions that can be
//! reached, turn by turn as the engine lists them, and a fixpoint over it.

use ahash::RandomState;
use sow_engine::game::{Board, Ending, Game, Outcome};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::notation::parse_position;
use sow_engine::relay::Patience;
use sow_engine::rules::{Fate, Rules};
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::turn::{self, TurnEnd};
use sow_search::{Objective, Score};
use std::collections::HashMap;

/// Runs for the game of a position line, under its default rules with some options set, each
/// `KEY=VALUE` or the name of a ruleset.
pub(crate) fn run<V: BoardVisitor>(
    position: &str,
    options: &[&str],
    visitor: impl FnOnce(Setup) -> V,
) -> V::Output {
    let setup = parse_position(position).expect("a position");
    let rules = Rules::from_words(setup.game, options.iter().copied()).expect("rules");
    let columns = setup.columns;
    visit(rules, columns, visitor(setup))
}

/// A score of the solver on the scale of [`value`].
pub(crate) fn number(four_rows: bool, objective: Objective, score: &Score) -> i32 {
    let sign = match score.winner {
        Some(Side::South) => 1,
        Some(Side::North) => -1,
        None => 0,
    };
    match objective {
        Objective::Outcome | Objective::Distance => sign,
        Objective::Margin => {
            let margin = score.margin.expect("a margin");
            if four_rows {
                sign * 10_000 + margin
            } else {
                margin
            }
        }
        Objective::Points => i32::from(score.points.expect("points")),
    }
}

/// Where a turn leads.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Edge {
    /// To another position.
    To(usize),
    /// To the end of the game, with South's value.
    End(i32),
}

/// All positions that can be reached from some roots, the roots first.
#[derive(Debug)]
pub(crate) struct Graph<P> {
    pub(crate) positions: Vec<P>,
    edges: Vec<Vec<Edge>>,
    /// Whether the game is over there; the only edge tells how.
    over: Vec<bool>,
    /// South's value of meeting the position again.
    cycle: Vec<i32>,
    /// Seeds that cannot come back into play: no cycle crosses levels.
    level: Vec<u32>,
}

/// South's value of a result: a win in a four-row game is worth 10,000 and the seeds.
pub(crate) fn value(four_rows: bool, objective: Objective, ending: &Ending) -> i32 {
    let sign = match ending.winner {
        Some(Side::South) => 1,
        Some(Side::North) => -1,
        None => 0,
    };
    match objective {
        Objective::Outcome | Objective::Distance => sign,
        Objective::Margin if four_rows => sign * 10_000 + ending.margin * sign.abs(),
        Objective::Margin => ending.margin,
        Objective::Points => sign * i32::from(ending.points),
    }
}

impl<P: Board> Graph<P> {
    /// The graph below `roots`, `None` if it has more than `most` positions.
    pub(crate) fn new(
        game: &dyn Game<P>,
        objective: Objective,
        roots: &[P],
        most: usize,
    ) -> Option<Self> {
        let four_rows = game.kind().has_four_rows();
        let worth = |ending: &Ending| value(four_rows, objective, ending);
        let mut index: HashMap<P, usize, RandomState> =
            HashMap::with_hasher(RandomState::with_seeds(5, 6, 7, 8));
        let mut graph = Self {
            positions: roots.to_vec(),
            edges: Vec::new(),
            over: Vec::new(),
            cycle: Vec::new(),
            level: Vec::new(),
        };
        index.extend(roots.iter().copied().zip(0..));
        while graph.edges.len() < graph.positions.len() {
            let position = graph.positions[graph.edges.len()];
            let mut edges = Vec::new();
            for turn in turn::turns(game, &position, &Patience::UNLIMITED, true) {
                match turn.end {
                    TurnEnd::Position(after) => {
                        let next = graph.positions.len();
                        let at = *index.entry(after).or_insert(next);
                        if at == next {
                            graph.positions.push(after);
                        }
                        edges.push(Edge::To(at));
                    }
                    TurnEnd::Wins(_, ending) => edges.push(Edge::End(worth(&ending))),
                    TurnEnd::NeverEnds(_) if game.fate() == Fate::Illegal => {}
                    TurnEnd::NeverEnds(_) => {
                        let ending = game.never_ending(&position).expect("not illegal");
                        edges.push(Edge::End(worth(&ending)));
                    }
                    TurnEnd::Unfinished(_) => return None,
                }
            }
            graph.over.push(edges.is_empty());
            if let Some(ending) = game.finished(&position) {
                edges = vec![Edge::End(worth(&ending))];
            } else if edges.is_empty() {
                edges.push(Edge::End(worth(&game.stuck(&position))));
            }
            graph.edges.push(edges);
            graph
                .cycle
                .push(game.repeated(&position).map_or(0, |ending| worth(&ending)));
            graph.level.push(banked(&position));
            if graph.positions.len() > most {
                return None;
            }
        }
        Some(graph)
    }

    /// The value of every position, without history, under rules with constant cycles.
    pub(crate) fn values(&self) -> Vec<i32> {
        let mut thresholds: Vec<i32> = self.cycle.clone();
        thresholds.extend(self.edges.iter().flatten().filter_map(|edge| match edge {
            Edge::End(value) => Some(*value),
            Edge::To(_) => None,
        }));
        thresholds.sort_unstable();
        thresholds.dedup();
        let mut values = vec![i32::MIN; self.positions.len()];
        for threshold in thresholds {
            for (value, reached) in values.iter_mut().zip(self.at_least(threshold)) {
                if reached {
                    *value = threshold;
                }
            }
        }
        values
    }

    /// Where South can make sure of `threshold`: what depends on endless play counts as its
    /// cycle does.
    fn at_least(&self, threshold: i32) -> Vec<bool> {
        let mut reached: Vec<bool> = self.cycle.iter().map(|&cycle| cycle >= threshold).collect();
        let mut order: Vec<usize> = (0..self.positions.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(self.level[i]));
        for level in order.chunk_by(|&a, &b| self.level[a] == self.level[b]) {
            loop {
                let mut changed = false;
                for &i in level.iter().rev() {
                    let new = self.looks_reached(i, threshold, &reached);
                    changed |= new != reached[i];
                    reached[i] = new;
                }
                if !changed {
                    break;
                }
            }
        }
        reached
    }

    fn looks_reached(&self, i: usize, threshold: i32, reached: &[bool]) -> bool {
        let mut edges = self.edges[i].iter().map(|edge| match *edge {
            Edge::To(to) => reached[to],
            Edge::End(value) => value >= threshold,
        });
        match self.positions[i].side() {
            Side::South => edges.any(|reached| reached),
            Side::North => edges.all(|reached| reached),
        }
    }

    /// Decisions to the end where one player can force his value, and it is better than endless play:
    /// he hurries, the other delays.
    pub(crate) fn distances(
        &self,
        game: &dyn Game<P>,
        objective: Objective,
        values: &[i32],
    ) -> Vec<Option<u32>> {
        let turns = self.turns_by_decisions(game, objective);
        let mut goals: Vec<(Side, i32)> = values
            .iter()
            .zip(&self.cycle)
            .filter(|(value, cycle)| value != cycle)
            .map(|(&value, &cycle)| {
                let side = if value > cycle {
                    Side::South
                } else {
                    Side::North
                };
                (side, value)
            })
            .collect();
        goals.sort_unstable();
        goals.dedup();
        let mut distances = vec![None; values.len()];
        for (side, goal) in goals {
            for (i, plies) in self.plies_to(&turns, side, goal).into_iter().enumerate() {
                let better = if side == Side::South {
                    goal > self.cycle[i]
                } else {
                    goal < self.cycle[i]
                };
                if better && values[i] == goal {
                    distances[i] = plies;
                }
            }
        }
        distances
    }

    /// Every way through a turn at every position, with the decisions that it takes.
    fn turns_by_decisions(
        &self,
        game: &dyn Game<P>,
        objective: Objective,
    ) -> Vec<Vec<(Edge, u32)>> {
        let mut index = HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        index.extend(self.positions.iter().copied().zip(0..));
        let walk = Walk {
            game,
            objective,
            index: &index,
        };
        let turns = self.positions.iter().map(|position| {
            let mut ways = Vec::new();
            walk.extend(position, 0, &mut Vec::new(), &mut ways);
            ways
        });
        turns.collect()
    }

    /// Decisions in which `side` can end the game with `goal` or better.
    fn plies_to(&self, turns: &[Vec<(Edge, u32)>], side: Side, goal: i32) -> Vec<Option<u32>> {
        let suffices = |value: i32| match side {
            Side::South => value >= goal,
            Side::North => value <= goal,
        };
        let mut plies: Vec<Option<u32>> = vec![None; self.edges.len()];
        // Ways cost more than one decision at times, so a quiet round is no sign of the end.
        let most_cost = turns.iter().flatten().map(|&(_, cost)| cost).max();
        let mut quiet = 0;
        for limit in 0.. {
            let mut changed = false;
            for i in 0..plies.len() {
                if plies[i].is_some() {
                    continue;
                }
                let reaches = |&(edge, cost): &(Edge, u32)| match edge {
                    Edge::To(to) => plies[to].is_some_and(|plies| plies + cost <= limit),
                    Edge::End(value) => cost <= limit && suffices(value),
                };
                let reached = match self.edges[i][..] {
                    [Edge::End(value)] if self.over[i] => suffices(value),
                    _ if self.positions[i].side() == side => turns[i].iter().any(reaches),
                    _ => turns[i].iter().all(reaches),
                };
                if reached {
                    plies[i] = Some(limit);
                    changed = true;
                }
            }
            quiet = if changed { 0 } else { quiet + 1 };
            if quiet > most_cost.unwrap_or(0) {
                break;
            }
        }
        plies
    }

    /// Values by depth-first search with a memory for everything, path-dependent or not: wrong.
    pub(crate) fn naive_value(&self, root: usize) -> i32 {
        self.naive(
            root,
            &mut Vec::new(),
            &mut HashMap::with_hasher(RandomState::with_seeds(1, 1, 1, 1)),
        )
    }

    fn naive(
        &self,
        i: usize,
        path: &mut Vec<usize>,
        memory: &mut HashMap<usize, i32, RandomState>,
    ) -> i32 {
        if path.contains(&i) {
            return self.cycle[i];
        }
        if let Some(&known) = memory.get(&i) {
            return known;
        }
        path.push(i);
        let values = self.edges[i].iter().map(|edge| match *edge {
            Edge::To(to) => self.naive(to, path, memory),
            Edge::End(value) => value,
        });
        let value = match self.positions[i].side() {
            Side::South => values.max(),
            Side::North => values.min(),
        };
        path.pop();
        let value = value.expect("every position has an edge");
        memory.insert(i, value);
        value
    }

    /// The value by the tree of histories, for rules whose cycles are not constant; `None` if that
    /// takes more than `most` positions.
    pub(crate) fn value_by_histories(&self, root: usize, most: u64) -> Option<i32> {
        let mut left = most;
        self.histories(root, &mut vec![false; self.positions.len()], &mut left)
    }

    fn histories(&self, i: usize, on_path: &mut [bool], left: &mut u64) -> Option<i32> {
        *left = left.checked_sub(1)?;
        if on_path[i] {
            return Some(self.cycle[i]);
        }
        on_path[i] = true;
        let mut best: Option<i32> = None;
        for edge in &self.edges[i] {
            let value = match *edge {
                Edge::To(to) => self.histories(to, on_path, left)?,
                Edge::End(value) => value,
            };
            best = Some(match (best, self.positions[i].side()) {
                (None, _) => value,
                (Some(best), Side::South) => best.max(value),
                (Some(best), Side::North) => best.min(value),
            });
        }
        on_path[i] = false;
        best
    }
}

/// Walks through turns decision by decision.
struct Walk<'w, P: Board> {
    game: &'w dyn Game<P>,
    objective: Objective,
    index: &'w HashMap<P, usize, RandomState>,
}

impl<P: Board> Walk<'_, P> {
    fn extend(&self, position: &P, cost: u32, met: &mut Vec<P>, ways: &mut Vec<(Edge, u32)>) {
        let game = self.game;
        let worth = |ending: &Ending| {
            let value = value(game.kind().has_four_rows(), self.objective, ending);
            Edge::End(value)
        };
        let mut decisions = Vec::new();
        game.candidates(position, &mut decisions);
        for decision in decisions {
            let step = game.play(position, decision, &Patience::UNLIMITED, None);
            match step.outcome {
                Outcome::Position(after) if !after.is_mid_turn() => {
                    ways.push((Edge::To(self.index[&after]), cost + 1));
                }
                Outcome::Position(after) if met.contains(&after) => {
                    let ending = game.never_ending(&after);
                    ways.extend(ending.map(|ending| (worth(&ending), cost + 1)));
                }
                Outcome::Position(after) => {
                    met.push(after);
                    let cost = cost + u32::from(!after.is_mid_decision());
                    self.extend(&after, cost, met, ways);
                    met.pop();
                }
                Outcome::Wins(_, ending) => ways.push((worth(&ending), cost + 1)),
                Outcome::NeverEnds(_) => {
                    let ending = game.never_ending(position);
                    ways.extend(ending.map(|ending| (worth(&ending), cost + 1)));
                }
                Outcome::Unfinished(_) => panic!("a move that is not followed"),
                Outcome::Illegal(_) => {}
            }
        }
    }
}

/// The position of a set-up, or those of all set-ups of a four-row game with as many seeds.
pub(crate) fn roots<P: Board>(game: &dyn Game<P>, setup: &Setup, all: bool) -> Vec<P> {
    if !all {
        return vec![game.position(setup)];
    }
    let pits = 2 * setup.columns;
    let mut roots = Vec::new();
    for board in distributions(2 * pits, setup.seeds_on_board() as u8) {
        let mut setup = setup.clone();
        setup.rings = [board[..pits].to_vec(), board[pits..].to_vec()];
        for side in Side::BOTH {
            setup.side = side;
            roots.push(game.position(&setup));
        }
    }
    roots
}

/// Every way to put `seeds` seeds into `pits` pits.
fn distributions(pits: usize, seeds: u8) -> Vec<Vec<u8>> {
    if pits == 1 {
        return vec![vec![seeds]];
    }
    let mut all = Vec::new();
    for first in 0..=seeds {
        for mut rest in distributions(pits - 1, seeds - first) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}

/// Seeds in stores and reserved pits.
fn banked<P: Board>(position: &P) -> u32 {
    let contents = position.contents();
    let reserved: u32 = (0..128)
        .filter(|pit| contents.reserved >> pit & 1 == 1)
        .map(|pit: usize| u32::from(contents.rings[0][pit]))
        .sum();
    contents
        .stores
        .iter()
        .map(|&seeds| u32::from(seeds))
        .sum::<u32>()
        + reserved
}
