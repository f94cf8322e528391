//! What a solution says, held against the truth.

use crate::cases::Case;
use crate::truth::{Graph, WIN, value};
use sow_engine::game::Ending;
use sow_engine::position::Position;
use sow_engine::referee::{Referee, referee};
use sow_engine::relay::{Patience, Unfinished};
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::turn::TurnEnd;
use sow_search::solving::{Method, Task, solve};
use sow_search::{Objective, Score, Solution, Status};
use std::collections::HashSet;

/// Positions of a graph.
const MOST: usize = 700;

/// Nodes of a tree of histories.
const HISTORIES: u32 = 60_000;

/// How much was looked at.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) cases: u64,
    pub(crate) too_large: u64,
    pub(crate) open: u64,
    pub(crate) by_histories: u64,
    pub(crate) solutions: u64,
    pub(crate) exact: u64,
    pub(crate) bounds: u64,
    pub(crate) distances: u64,
    pub(crate) lines: u64,
}

/// What is true of the start.
struct Truth {
    four_rows: bool,
    /// Repetitions within one cycle are worth the same.
    constant: bool,
    /// What South gets at the least and at the most, whatever comes of turns that nobody can follow.
    low: i64,
    high: i64,
    graph: Graph,
}

/// Everything that some method says and that is not so.
pub(crate) fn check(case: &Case, tally: &mut Tally) -> Vec<String> {
    tally.cases += 1;
    let referee = referee(case.rules, case.setup.columns);
    let setup = &case.setup;
    let Some(graph) = Graph::new(&*referee, setup, case.objective, MOST) else {
        tally.too_large += 1;
        return Vec::new();
    };
    let mut faults = Vec::new();
    let mut worth = |open: Side| {
        let found = graph.value(open);
        let histories = graph.by_histories(open, HISTORIES);
        if let (Some(found), Some(histories)) = (found, histories)
            && found != histories
        {
            faults.push(format!("the truth is {found} or {histories}"));
        }
        tally.by_histories += u64::from(histories.is_some());
        found.or(histories)
    };
    let (low, high) = (worth(Side::South), worth(Side::North));
    let (Some(low), Some(high)) = (low, high) else {
        tally.too_large += 1;
        return faults;
    };
    tally.open += u64::from(graph.has_open);
    let truth = Truth {
        four_rows: setup.game.has_four_rows(),
        constant: case.rules.cycles_are_constant(),
        low,
        high,
        graph,
    };
    for solution in solutions(case) {
        truth.judge(&solution, case, &*referee, tally, &mut faults);
    }
    faults
}

/// Asks every method.
fn solutions(case: &Case) -> Vec<Solution> {
    let position = match Position::new(case.rules, case.setup.clone()) {
        Ok(position) => position,
        Err(why) => panic!("{}: {why}", case.words()),
    };
    let asked = |&method: &Method| {
        let mut limits = case.limits();
        match method {
            Method::MonteCarlo => {
                limits.nodes = limits.nodes.min(3_000);
                limits.memory = limits.memory.max(60_000);
            }
            Method::Retrograde => limits.memory = 16 << 20,
            Method::Auto | Method::AlphaBeta | Method::ProofNumber => {}
        }
        let task = Task {
            objective: case.objective,
            method,
            limits,
            endgames: None,
            checkpoint: None,
        };
        let answer = solve(&position, &task, &mut |_| {}).ok()?;
        Some(Solution {
            method: method.name(),
            ..answer.solution
        })
    };
    Method::ALL.iter().filter_map(asked).collect()
}

impl Truth {
    /// A stated bound as a number, as weak as it can be meant.
    fn number(&self, score: &Score, objective: Objective, lower: bool) -> i64 {
        let sign = i64::from(score.winner.map_or(0, Side::sign));
        let slack = if lower { -99_999 } else { 99_999 };
        match objective {
            _ if !self.four_rows => score.margin.map_or(sign, i64::from),
            Objective::Outcome | Objective::Distance => sign,
            Objective::Points => i64::from(score.points.expect("points")),
            Objective::Margin if sign == 0 => 0,
            Objective::Margin => sign * WIN + score.margin.map_or(slack, i64::from),
        }
    }

    fn asks_for_sign(&self, objective: Objective) -> bool {
        !self.four_rows && objective != Objective::Margin
    }

    fn judge(
        &self,
        solution: &Solution,
        case: &Case,
        referee: &dyn Referee,
        tally: &mut Tally,
        faults: &mut Vec<String>,
    ) {
        let objective = case.objective;
        let method = solution.method;
        tally.solutions += 1;
        let mut fault = |what: String| faults.push(format!("{method}: {what}: {solution:?}"));
        let low = self.number(&solution.lowest, objective, true);
        let high = self.number(&solution.highest, objective, false);
        if low > self.low || high < self.high || low > high {
            fault(format!(
                "says {low}..{high}, the truth is {}..{}",
                self.low, self.high
            ));
            return;
        }
        let is_exact = if self.asks_for_sign(objective) {
            low.signum() == high.signum()
        } else {
            low == high
        };
        match solution.status {
            Status::Exact => tally.exact += 1,
            Status::Bound => tally.bounds += 1,
            Status::Unknown => {}
        }
        if solution.status == Status::Exact && !is_exact {
            fault("calls that exact".to_owned());
        }
        if !is_exact {
            return;
        }
        self.judge_distance(solution, objective, tally, &mut fault);
        if !solution.line.is_empty() {
            tally.lines += 1;
            match self.play(solution, objective, referee, &case.setup) {
                Ok(end) if self.asks_for_sign(objective) && end.signum() == low.signum() => {}
                Ok(end) if end == low => {}
                Ok(end) => fault(format!("its line ends with {end}")),
                Err(why) => fault(why),
            }
        }
    }

    fn judge_distance(
        &self,
        solution: &Solution,
        objective: Objective,
        tally: &mut Tally,
        fault: &mut impl FnMut(String),
    ) {
        if self.graph.has_open {
            return;
        }
        let (lo, hi) = match self.asks_for_sign(objective) {
            false => (self.low, self.low),
            true => match self.low.signum() {
                1 => (1, i64::MAX),
                0 => (0, 0),
                _ => (i64::MIN, -1),
            },
        };
        let cycle = self.graph.cycle[0];
        let forced = if lo > cycle {
            self.graph.distance(Side::South, lo)
        } else if hi < cycle {
            self.graph.distance(Side::North, hi)
        } else {
            None
        };
        tally.distances += u64::from(solution.distance.is_some());
        if !self.constant {
            // Endless play has no one value that would say who has to end the game.
            let ways = [
                self.graph.distance(Side::South, lo),
                self.graph.distance(Side::North, hi),
            ];
            if solution.distance.is_some() && !ways.contains(&solution.distance) {
                fault(format!("the distance is one of {ways:?}"));
            }
            if objective == Objective::Distance
                && solution.status == Status::Exact
                && solution.distance.is_none()
                && forced.is_some()
            {
                fault(format!("exact without the distance {forced:?}"));
            }
            return;
        }
        if solution.distance.is_some() && solution.distance != forced {
            fault(format!("the distance is {forced:?}"));
        }
        if forced.is_some_and(|forced| solution.distance_at_least > forced) {
            fault(format!("the distance is only {forced:?}"));
        }
        let says_all = objective == Objective::Distance && solution.status == Status::Exact;
        if says_all && solution.distance.is_none() && forced.is_some() {
            fault(format!("exact without the distance {forced:?}"));
        }
    }

    /// Plays the line out: South's value at its end, by the rules' own words.
    fn play(
        &self,
        solution: &Solution,
        objective: Objective,
        referee: &dyn Referee,
        start: &Setup,
    ) -> Result<i64, String> {
        let worth = |ending: Ending| value(self.four_rows, objective, &ending);
        let mut at = start.clone();
        let mut met = HashSet::from([referee.repetition_key(&at)]);
        let mut over = referee.ending(&at);
        for text in solution.line.iter().flat_map(|turn| turn.split('+')) {
            if over.is_some() {
                return Err(format!("its line goes on with {text} after the end"));
            }
            let turn = referee
                .play(&at, text, &Patience::UNLIMITED)
                .map_err(|why| format!("its line: {why}"))?;
            match turn.end {
                TurnEnd::Position(after) => {
                    at = after;
                    over = referee.ending(&at);
                    if over.is_none() && !at.again && !met.insert(referee.repetition_key(&at)) {
                        // Play without an end counts as a draw where the rules let it go on.
                        return Ok(referee.repeated(&at).map_or(0, worth));
                    }
                }
                TurnEnd::Wins(_, ending) => over = Some(ending),
                TurnEnd::NeverEnds(_) | TurnEnd::Unfinished(Unfinished::Cap) => {
                    over = referee.never_ending(&at);
                }
                TurnEnd::Unfinished(_) => return Err(format!("nobody can follow {text}")),
            }
        }
        over.map(worth)
            .ok_or_else(|| "its line stops before the end".to_owned())
    }
}
