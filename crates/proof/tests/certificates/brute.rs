//! All positions below one, and who can make sure of what from each: a fixpoint over the whole graph, written apart
//! from the library and from any search.

use sow_engine::game::{Board, Decision, Ending, Game, Outcome, Reason};
use sow_engine::relay::Patience;
use sow_engine::side::Side;
use sow_proof::Least;
use std::collections::HashMap;

/// Where a turn leads.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Leads {
    To(usize),
    Ends(Ending),
}

/// A whole turn.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub(crate) decisions: Vec<Decision>,
    pub(crate) leads: Leads,
}

/// The graph below a root, which comes first.
pub(crate) struct Graph<P> {
    pub(crate) positions: Vec<P>,
    pub(crate) index: HashMap<P, usize>,
    /// Empty where the game is over.
    pub(crate) turns: Vec<Vec<Turn>>,
    over: Vec<Option<Ending>>,
    endless: Vec<Ending>,
}

const DRAW: Ending = Ending {
    winner: None,
    reason: Reason::Repetition,
    margin: 0,
    points: 0,
};

impl<P: Board> Graph<P> {
    pub(crate) fn new(game: &dyn Game<P>, root: P) -> Self {
        let mut graph = Self {
            positions: vec![root],
            index: HashMap::from([(root, 0)]),
            turns: Vec::new(),
            over: Vec::new(),
            endless: Vec::new(),
        };
        while let Some(&position) = graph.positions.get(graph.turns.len()) {
            assert!(graph.positions.len() < 300_000, "too large");
            let mut turns = Vec::new();
            let mut over = game.finished(&position).filter(|_| !position.is_mid_turn());
            if over.is_none() {
                graph.extend(
                    game,
                    &position,
                    &mut Vec::new(),
                    &mut Vec::new(),
                    &mut turns,
                );
                if turns.is_empty() {
                    over = Some(game.stuck(&position));
                }
            }
            graph.turns.push(turns);
            graph.over.push(over);
            graph.endless.push(game.repeated(&position).unwrap_or(DRAW));
        }
        graph
    }

    fn extend(
        &mut self,
        game: &dyn Game<P>,
        position: &P,
        decisions: &mut Vec<Decision>,
        met: &mut Vec<P>,
        turns: &mut Vec<Turn>,
    ) {
        let mut candidates = Vec::new();
        game.candidates(position, &mut candidates);
        for decision in candidates {
            decisions.push(decision);
            let step = game.play(position, decision, &Patience::UNLIMITED, None);
            let leads = match step.outcome {
                Outcome::Position(after) if after.is_mid_turn() && !met.contains(&after) => {
                    met.push(after);
                    self.extend(game, &after, decisions, met, turns);
                    met.pop();
                    None
                }
                Outcome::Position(after) if after.is_mid_turn() => {
                    game.never_ending(position).map(Leads::Ends)
                }
                Outcome::Position(after) => {
                    let next = self.positions.len();
                    let at = *self.index.entry(after).or_insert(next);
                    if at == next {
                        self.positions.push(after);
                    }
                    Some(Leads::To(at))
                }
                Outcome::Wins(_, ending) => Some(Leads::Ends(ending)),
                Outcome::NeverEnds(_) => game.never_ending(position).map(Leads::Ends),
                Outcome::Illegal(_) => None,
                Outcome::Unfinished(why) => panic!("{why:?}"),
            };
            if let Some(leads) = leads {
                let decisions = decisions.clone();
                turns.push(Turn { decisions, leads });
            }
            decisions.pop();
        }
    }

    /// Where the holder can make sure of his result, and by which turn where he is to move. With `constant` false he
    /// may not count on any repetition.
    pub(crate) fn strategy(
        &self,
        holder: Side,
        least: Least,
        constant: bool,
    ) -> Vec<Option<usize>> {
        let count = self.positions.len();
        let good_for_ever: Vec<bool> = (0..count)
            .map(|at| constant && least.met_by(&self.endless[at], holder))
            .collect();
        // The largest set in which he gets there, or to a position where going on for ever is good, again and again.
        let mut holds = vec![true; count];
        loop {
            let mut found: Vec<Option<usize>> = vec![None; count];
            let mut grown = true;
            while grown {
                grown = false;
                for at in 0..count {
                    if found[at].is_some() {
                        continue;
                    }
                    let is_good = |turn: &Turn| match turn.leads {
                        Leads::Ends(ending) => least.met_by(&ending, holder),
                        Leads::To(after) => {
                            found[after].is_some() || good_for_ever[at] && holds[after]
                        }
                    };
                    let turns = &self.turns[at];
                    found[at] = if let Some(ending) = self.over[at] {
                        least.met_by(&ending, holder).then_some(0)
                    } else if self.positions[at].side() == holder {
                        turns.iter().position(is_good)
                    } else {
                        turns.iter().all(is_good).then_some(0)
                    };
                    grown |= found[at].is_some();
                }
            }
            let now: Vec<bool> = found.iter().map(Option::is_some).collect();
            if now == holds {
                return found;
            }
            holds = now;
        }
    }
}
