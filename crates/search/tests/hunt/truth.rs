//! A second solver, written apart from the search: positions as they are written, whole turns as the referee lists
//! them, and nothing of the search's own.

use sow_engine::game::Ending;
use sow_engine::kind::GameKind;
use sow_engine::referee::Referee;
use sow_engine::relay::{Patience, Unfinished};
use sow_engine::rules::{Fate, Rules};
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::turn::TurnEnd;
use sow_search::Objective;
use std::collections::{HashMap, HashSet};

/// Lifts won four-row games above drawn ones.
pub(crate) const WIN: i64 = 1_000_000;

/// Laps after which a turn is left out of the hunt.
const MOST_LAPS: u64 = 1 << 15;

/// South's value of a result.
pub(crate) fn value(four_rows: bool, objective: Objective, ending: &Ending) -> i64 {
    let sign = i64::from(ending.winner.map_or(0, Side::sign));
    match objective {
        _ if !four_rows => i64::from(ending.margin),
        Objective::Outcome | Objective::Distance => sign,
        Objective::Points => sign * i64::from(ending.points),
        Objective::Margin => sign * WIN + sign.abs() * i64::from(ending.margin),
    }
}

/// Where a turn leads.
#[derive(Clone, Copy, Debug)]
pub(crate) enum To {
    Node(usize),
    End(i64),
    /// Nobody can follow it: South gets something between these.
    Open(i64, i64),
}

impl To {
    /// South's value of an end, what nobody can follow being as bad for `open` as it can be.
    fn end(self, open: Side) -> Option<i64> {
        match (self, open) {
            (Self::Node(_), _) => None,
            (Self::End(value), _) => Some(value),
            (Self::Open(low, _), Side::South) => Some(low),
            (Self::Open(_, high), Side::North) => Some(high),
        }
    }
}

/// What South gets at the least and at the most from a position on, however the game goes on.
fn limits(rules: &Rules, here: &Setup, objective: Objective) -> (i64, i64) {
    let all = here.seeds_of(Side::South) as i64 + here.seeds_of(Side::North) as i64;
    if here.game.has_four_rows() {
        if (here.game, objective) == (GameKind::Nsolo, Objective::Margin)
            && rules.fate() != Fate::MoverLoses
        {
            // Nobody gets a stone back or takes one for himself.
            let [south, north] = Side::BOTH.map(|side| here.seeds_of(side) as i64);
            return (-WIN - north, WIN + south);
        }
        let most = match objective {
            Objective::Outcome | Objective::Distance => 1,
            Objective::Points if here.game == GameKind::Omweso => 12,
            Objective::Points => 1,
            Objective::Margin => WIN + all,
        };
        return (-most, most);
    }
    // What is banked stays banked, but for void games and forfeits.
    let fixed = matches!(rules, Rules::BaoKingulu(rules) if rules.never_lifts_reserved());
    let mut banked = i64::from(here.stores[0]) - i64::from(here.stores[1]);
    let mut free = 0;
    for (pit, &seeds) in here.rings[0].iter().enumerate() {
        match (fixed && here.reserved[pit], pit < here.columns) {
            (false, _) => free += i64::from(seeds),
            (true, true) => banked -= i64::from(seeds),
            (true, false) => banked += i64::from(seeds),
        }
    }
    let (low, high) = (banked - free, banked + free);
    match rules.fate() {
        Fate::Illegal => (low, high),
        Fate::Annul => (low.min(0), high.max(0)),
        Fate::MoverLoses => (-all, all),
    }
}

/// Everything that can be reached from one position, which is the first.
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Setup>,
    /// Where each turn leads, and its decisions.
    edges: Vec<Vec<(To, u32)>>,
    /// South's value where the game is over.
    over: Vec<Option<i64>>,
    /// South's value of meeting the position again.
    pub(crate) cycle: Vec<i64>,
    pub(crate) has_open: bool,
}

impl Graph {
    /// `None` if it has more than `most` positions or a turn is too long.
    pub(crate) fn new(
        referee: &dyn Referee,
        start: &Setup,
        objective: Objective,
        most: usize,
    ) -> Option<Self> {
        let four_rows = start.game.has_four_rows();
        let worth = |ending: Ending| value(four_rows, objective, &ending);
        let patience = Patience {
            laps: MOST_LAPS,
            ..Patience::UNLIMITED
        };
        let first = referee.repetition_key(start);
        let mut known = HashMap::from([(first.clone(), 0)]);
        let mut graph = Self {
            nodes: vec![first],
            edges: Vec::new(),
            over: Vec::new(),
            cycle: Vec::new(),
            has_open: false,
        };
        while graph.edges.len() < graph.nodes.len() {
            let here = graph.nodes[graph.edges.len()].clone();
            let strips: HashSet<String> = referee
                .turns(&here, &patience, false)
                .into_iter()
                .filter(|turn| turn.bonus > 0)
                .map(|turn| turn.text)
                .collect();
            let mut edges = Vec::new();
            for turn in referee.turns(&here, &patience, true) {
                let head = turn.text.split(':').next().unwrap_or_default();
                let marks = head.matches(['<', '>']).count();
                let cost = 1 + marks as u32 + u32::from(strips.contains(head));
                let to = match turn.end {
                    TurnEnd::Position(after) => {
                        let key = referee.repetition_key(&after);
                        let next = graph.nodes.len();
                        let at = *known.entry(key.clone()).or_insert(next);
                        if at == next {
                            graph.nodes.push(key);
                        }
                        To::Node(at)
                    }
                    TurnEnd::Wins(_, ending) => To::End(worth(ending)),
                    TurnEnd::NeverEnds(_) | TurnEnd::Unfinished(Unfinished::Cap) => {
                        match referee.never_ending(&here) {
                            Some(ending) => To::End(worth(ending)),
                            None => continue,
                        }
                    }
                    TurnEnd::Unfinished(Unfinished::PitOverflow) => {
                        graph.has_open = true;
                        let (low, high) = limits(&referee.rules(), &here, objective);
                        To::Open(low, high)
                    }
                    TurnEnd::Unfinished(Unfinished::Limit) => return None,
                };
                edges.push((to, cost));
            }
            // Where no turn can be completed the game is over, and nowhere else between turns.
            let ending = referee.ending(&here);
            assert_eq!(ending.is_some(), edges.is_empty(), "{here}");
            graph.over.push(ending.map(worth));
            graph.edges.push(edges);
            graph.cycle.push(referee.repeated(&here).map_or(0, worth));
            if graph.nodes.len() > most {
                return None;
            }
        }
        Some(graph)
    }

    fn mover(&self, node: usize) -> Side {
        self.nodes[node].side
    }

    /// The value of the start without history, what nobody can follow being as bad for `open` as it can be; `None` where
    /// repetitions within one cycle are worth different things.
    pub(crate) fn value(&self, open: Side) -> Option<i64> {
        let parts = self.strongly_connected();
        for part in parts.iter().filter(|part| part.len() > 1) {
            if part
                .iter()
                .any(|&node| self.cycle[node] != self.cycle[part[0]])
            {
                return None;
            }
        }
        let mut thresholds: Vec<i64> = self.cycle.clone();
        thresholds.extend(self.over.iter().flatten());
        thresholds.extend(
            self.edges
                .iter()
                .flatten()
                .filter_map(|(to, _)| to.end(open)),
        );
        thresholds.sort_unstable();
        thresholds.dedup();
        // The greatest threshold that South reaches.
        let (mut low, mut high) = (0, thresholds.len());
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if self.reaches(&parts, thresholds[middle], open) {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(thresholds[low])
    }

    /// Whether South makes sure of `least` from the start: endless play within a part counts as its cycles do.
    fn reaches(&self, parts: &[Vec<usize>], least: i64, open: Side) -> bool {
        let mut good = vec![false; self.nodes.len()];
        for part in parts {
            for &node in part {
                good[node] = self.cycle[node] >= least;
            }
            loop {
                let mut changed = false;
                for &node in part {
                    let is_good = match self.over[node] {
                        Some(value) => value >= least,
                        None => {
                            let mut edges = self.edges[node].iter().map(|(to, _)| match *to {
                                To::Node(to) => good[to],
                                end => end.end(open).is_some_and(|value| value >= least),
                            });
                            match self.mover(node) {
                                Side::South => edges.any(|good| good),
                                Side::North => edges.all(|good| good),
                            }
                        }
                    };
                    changed |= is_good != good[node];
                    good[node] = is_good;
                }
                if !changed {
                    break;
                }
            }
        }
        good[0]
    }

    /// Strongly connected parts, those that others lead to first (Tarjan).
    fn strongly_connected(&self) -> Vec<Vec<usize>> {
        struct Walk<'g> {
            graph: &'g Graph,
            number: Vec<Option<usize>>,
            low: Vec<usize>,
            stack: Vec<usize>,
            on_stack: Vec<bool>,
            next: usize,
            parts: Vec<Vec<usize>>,
        }
        impl Walk<'_> {
            fn visit(&mut self, node: usize) {
                (self.number[node], self.low[node]) = (Some(self.next), self.next);
                self.next += 1;
                self.stack.push(node);
                self.on_stack[node] = true;
                for (to, _) in &self.graph.edges[node] {
                    if let To::Node(to) = *to {
                        match self.number[to] {
                            None => {
                                self.visit(to);
                                self.low[node] = self.low[node].min(self.low[to]);
                            }
                            Some(number) if self.on_stack[to] => {
                                self.low[node] = self.low[node].min(number);
                            }
                            Some(_) => {}
                        }
                    }
                }
                if Some(self.low[node]) == self.number[node] {
                    let start = self.stack.iter().rposition(|&other| other == node);
                    let part = self.stack.split_off(start.expect("it is on the stack"));
                    for &member in &part {
                        self.on_stack[member] = false;
                    }
                    self.parts.push(part);
                }
            }
        }
        let size = self.nodes.len();
        let mut walk = Walk {
            graph: self,
            number: vec![None; size],
            low: vec![0; size],
            stack: Vec::new(),
            on_stack: vec![false; size],
            next: 0,
            parts: Vec::new(),
        };
        walk.visit(0);
        walk.parts
    }

    /// The value of the start by the rules' own words: the tree of all histories, a repeated position worth what the
    /// rules say. `None` if that takes more than `budget` nodes.
    pub(crate) fn by_histories(&self, open: Side, mut budget: u32) -> Option<i64> {
        let mut on_path = vec![false; self.nodes.len()];
        self.history(0, i64::MIN, i64::MAX, open, &mut on_path, &mut budget)
    }

    fn history(
        &self,
        node: usize,
        mut low: i64,
        mut high: i64,
        open: Side,
        on_path: &mut [bool],
        budget: &mut u32,
    ) -> Option<i64> {
        *budget = budget.checked_sub(1)?;
        if let Some(value) = self.over[node] {
            return Some(value);
        }
        if on_path[node] {
            return Some(self.cycle[node]);
        }
        // In the middle of a turn the rules see no position.
        let is_position = !self.nodes[node].again;
        on_path[node] = is_position;
        let south = self.mover(node) == Side::South;
        let mut best = if south { i64::MIN } else { i64::MAX };
        for (to, _) in &self.edges[node] {
            let found = match *to {
                To::Node(to) => self.history(to, low, high, open, on_path, budget)?,
                end => end.end(open)?,
            };
            if south {
                best = best.max(found);
                low = low.max(best);
            } else {
                best = best.min(found);
                high = high.min(best);
            }
            if low >= high {
                break;
            }
        }
        on_path[node] = false;
        Some(best)
    }

    /// The decisions in which `side` can end the game with `goal` or better from the start, against the longest
    /// resistance.
    pub(crate) fn distance(&self, side: Side, goal: i64) -> Option<u32> {
        let suffices = |value: i64| match side {
            Side::South => value >= goal,
            Side::North => value <= goal,
        };
        let mut plies: Vec<Option<u32>> = vec![None; self.nodes.len()];
        let most_cost = self.edges.iter().flatten().map(|&(_, cost)| cost).max();
        let mut quiet = 0;
        for limit in 0.. {
            let before = plies.clone();
            for node in (0..plies.len()).filter(|&node| before[node].is_none()) {
                let reaches = |&(to, cost): &(To, u32)| match to {
                    To::Node(to) => before[to].is_some_and(|plies| plies + cost <= limit),
                    To::End(value) => cost <= limit && suffices(value),
                    To::Open(..) => false,
                };
                let reached = match self.over[node] {
                    Some(value) => suffices(value),
                    None if self.mover(node) == side => self.edges[node].iter().any(reaches),
                    None => self.edges[node].iter().all(reaches),
                };
                if reached {
                    plies[node] = Some(limit);
                }
            }
            quiet = if plies == before { quiet + 1 } else { 0 };
            if quiet > most_cost.unwrap_or(0) {
                break;
            }
        }
        plies[0]
    }
}
