//! Answers as they are written down in JSON.

use crate::retrograde::Census;
use crate::solution::{Score, Status};
use crate::solving::{Answer, Task};
use serde::Serialize;
use sow_engine::position::Position;
use sow_engine::side::Side;
use std::time::Duration;

/// The JSON of an answer: what every front end says of a solved position.
#[derive(Clone, Debug, Serialize)]
pub struct AnswerForm<'a> {
    /// The name of a problem, if the position comes from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<&'a str>,
    position: String,
    rules: String,
    objective: &'static str,
    status: &'static str,
    outcome: Option<&'static str>,
    margin: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<i16>,
    distance: Option<u32>,
    /// What is proven about a distance that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance_at_least: Option<u32>,
    line: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<[BoundForm; 2]>,
    nodes: u64,
    seconds: f64,
    method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    census: Option<CensusForm>,
}

/// What all positions that can be reached are worth to the player to move.
#[derive(Clone, Copy, Debug, Serialize)]
struct CensusForm {
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Those whose value depends on the history.
    open: u64,
    longest_win: Option<u32>,
}

impl From<&Census> for CensusForm {
    fn from(census: &Census) -> Self {
        Self {
            positions: census.positions,
            wins: census.wins,
            draws: census.draws,
            losses: census.losses,
            open: census.open,
            longest_win: census.longest_win,
        }
    }
}

/// One proven bound: what South gets at the least or at the most.
#[derive(Clone, Copy, Debug, Serialize)]
struct BoundForm {
    outcome: &'static str,
    margin: Option<i32>,
    points: Option<i16>,
}

impl From<&Score> for BoundForm {
    fn from(score: &Score) -> Self {
        Self {
            outcome: outcome_name(score.winner),
            margin: score.margin,
            points: score.points,
        }
    }
}

const fn outcome_name(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::South) => "south",
        Some(Side::North) => "north",
        None => "draw",
    }
}

impl Answer {
    /// The answer as it is written down: what was asked, what was found, and how long it took.
    pub fn form(&self, position: &Position, task: &Task<'_>, time: Duration) -> AnswerForm<'_> {
        let solution = &self.solution;
        let open = solution.lowest != solution.highest;
        let bounds = (solution.status == Status::Bound && open).then(|| {
            [
                BoundForm::from(&solution.lowest),
                BoundForm::from(&solution.highest),
            ]
        });
        AnswerForm {
            id: None,
            position: position.to_string(),
            rules: position.rules().describe(),
            objective: task.objective.name(),
            status: solution.status.name(),
            outcome: solution.outcome().map(outcome_name),
            margin: solution.margin(),
            points: solution.points(),
            distance: solution.distance,
            distance_at_least: (solution.distance.is_none() && solution.distance_at_least > 0)
                .then_some(solution.distance_at_least),
            line: &solution.line,
            bounds,
            nodes: solution.nodes,
            seconds: time.as_secs_f64(),
            method: solution.method,
            census: self.census.as_ref().map(CensusForm::from),
        }
    }
}
