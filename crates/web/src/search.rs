//! What searches say of a position: best lines, exact values, problems. One thread, limits in nodes, no clock: a
//! worker that takes too long is ended by the page.

use crate::question::Table;
use serde_json::{Value, json};
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_puzzle::{Advice, Means, Question, advise};
use sow_search::analyse::{Analysis, Wish};
use sow_search::{Limits, Objective, analysing, solving};

/// Told what is known so far.
pub(crate) type Report<'a> = dyn FnMut(Value) + Send + 'a;

/// What a search may spend.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    pub(crate) nodes: u64,
    pub(crate) memory: usize,
}

impl Effort {
    fn limits(self) -> Limits<'static> {
        Limits {
            nodes: self.nodes,
            memory: self.memory,
            ..Limits::default()
        }
    }
}

/// The best moves, deeper and deeper.
pub(crate) fn analyse(
    table: &Table,
    before: &[Setup],
    wish: Wish,
    effort: Effort,
    report: &mut Report<'_>,
) -> Result<Value, String> {
    let task = analysing::Task {
        wish,
        limits: effort.limits(),
        before,
        ..analysing::Task::default()
    };
    let found = analysing::analyse(&table.position()?, &task, &mut |known| report(lines(known)));
    found
        .map(|analysis| lines(&analysis))
        .map_err(|error| error.to_string())
}

fn lines(analysis: &Analysis) -> Value {
    let lines: Vec<Value> = analysis
        .lines
        .iter()
        .map(|line| {
            json!({
                "move": line.turns.first(),
                "score": line.score,
                "turns": line.turns,
            })
        })
        .collect();
    json!({
        "depth": analysis.depth, "nodes": analysis.nodes, "complete": analysis.complete,
        "lines": lines,
    })
}

/// The exact value with a line.
pub(crate) fn solve(
    table: &Table,
    effort: Effort,
    report: &mut Report<'_>,
) -> Result<Value, String> {
    // The winner of a two-row game is told by the seeds, and they are what people ask for.
    let objective = if table.setup.game.has_four_rows() {
        Objective::Outcome
    } else {
        Objective::Margin
    };
    let task = solving::Task {
        objective,
        limits: effort.limits(),
        ..solving::Task::default()
    };
    let answer = solving::solve(&table.position()?, &task, &mut |progress| {
        report(json!({ "nodes": progress.nodes, "depth": progress.depth }));
    });
    let found = answer.map_err(|error| error.to_string())?.solution;
    Ok(json!({
        "status": found.status.name(),
        "outcome": found.outcome().map(outcome),
        "margin": found.margin(),
        "distance": found.distance,
        "line": found.line,
        "nodes": found.nodes,
        "method": found.method,
    }))
}

fn outcome(winner: Option<Side>) -> &'static str {
    winner.map_or("draw", crate::board::side_name)
}

/// Whether a problem can still be solved after some turns, and by which.
pub(crate) struct Puzzle<'a> {
    pub(crate) table: &'a Table,
    pub(crate) stipulation: &'a str,
    /// The turns played since the start of the problem, whole turns.
    pub(crate) moves: &'a [String],
    pub(crate) effort: Effort,
}

impl Puzzle<'_> {
    pub(crate) fn advise(&self) -> Result<Value, String> {
        let (setup, rules) = (self.table.setup.clone(), self.table.rules);
        let question = Question::new(setup, rules, self.stipulation);
        let question = question.map_err(|error| error.to_string())?;
        let means = Means {
            limits: self.effort.limits(),
            ..Means::default()
        };
        let advice = advise(&question, self.moves, &means).map_err(|error| error.to_string())?;
        Ok(match advice {
            Advice::Over { reached } => json!({ "over": true, "reached": reached }),
            Advice::Goes {
                is_asked,
                holds,
                right,
                reply,
            } => json!({
                "over": false,
                "asked": is_asked,
                "holds": holds.name(),
                "right": right,
                "reply": reply,
            }),
        })
    }
}

/// The problems of a puzzle file.
pub(crate) fn puzzles(text: &str) -> Result<Value, String> {
    let read = sow_puzzle::file::parse(text).map_err(|error| error.to_string())?;
    let read: Vec<Value> = read
        .into_iter()
        .map(|puzzle| {
            json!({
                "id": puzzle.id, "game": puzzle.position.split(' ').next(), "rules": puzzle.rules,
                "position": puzzle.position, "stipulation": puzzle.stipulation,
                "solution": puzzle.solution, "unique": puzzle.unique, "plies": puzzle.plies,
                "difficulty": puzzle.difficulty, "source": puzzle.source,
            })
        })
        .collect();
    Ok(json!({ "puzzles": read }))
}
