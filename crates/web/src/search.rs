//! What searches say of a position: best lines, exact values, problems. One thread, limits in nodes, no clock: a
//! worker that takes too long is ended by the page.

use crate::question::Table;
use serde_json::{Value, json};
use sow_engine::game::{Board, Game};
use sow_engine::games::{self, BoardVisitor};
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_puzzle::judge::{Choice, Method, Next};
use sow_puzzle::{Judge, Means, Stipulation, Tree, Truth, tree};
use sow_search::analyse::{Analysis, Wish};
use sow_search::proof_number::TreeLimits;
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

impl BoardVisitor for Puzzle<'_> {
    type Output = Result<Value, String>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let game = &*game;
        let setup = &self.table.setup;
        let stipulation = Stipulation::parse(self.stipulation, setup.game, setup.side)
            .map_err(|error| error.to_string())?;
        let root = game.position(setup);
        let means = Means {
            limits: self.effort.limits(),
            method: Method::Both,
            endgames: None,
        };
        let judge = Judge::new(game, stipulation, &root, &means);
        let mut state = judge.root(&root);
        for (index, text) in self.moves.iter().enumerate() {
            let choice = judge
                .choices(&state)
                .unwrap_or_default()
                .into_iter()
                .find(|choice| choice.turn.text == *text)
                .ok_or_else(|| format!("{text} is no turn of the problem here"))?;
            state = match choice.next {
                Next::Goes(after) => after,
                Next::Decided(reached) => {
                    let last = index + 1 == self.moves.len();
                    return if last {
                        Ok(json!({ "over": true, "reached": reached }))
                    } else {
                        Err(format!("the problem is over after {text}"))
                    };
                }
                Next::Open => return Err(format!("{text} is not decided")),
            };
        }
        let holds = judge.holds(&state);
        let asked = state.position.side() == stipulation.side;
        let choices = judge.choices(&state).unwrap_or_default();
        let judged: Vec<(String, Truth)> = choices
            .iter()
            .map(|choice| (choice.turn.text.clone(), judge.of_choice(choice)))
            .collect();
        let reply = (!asked)
            .then(|| reply(&judge, &root, &choices, &judged, self.moves))
            .flatten();
        Ok(json!({
            "over": false,
            "asked": asked,
            "holds": holds.name(),
            "right": judged.iter().filter(|(_, truth)| *truth == Truth::Yes).map(|(text, _)| text).collect::<Vec<_>>(),
            "reply": reply,
        }))
    }
}

/// What the opponent answers: what refutes, or else what holds out longest.
fn reply<P: Board>(
    judge: &Judge<'_, P>,
    root: &P,
    choices: &[Choice<P>],
    judged: &[(String, Truth)],
    moves: &[String],
) -> Option<String> {
    let refutes = judged.iter().find(|(_, truth)| *truth == Truth::No);
    if let Some((text, _)) =
        refutes.or_else(|| judged.iter().find(|(_, truth)| *truth == Truth::Open))
    {
        return Some(text.clone());
    }
    let size = TreeLimits {
        depth: 60,
        turns: 4000,
    };
    let whole = tree::solution(judge, root, size);
    let longest = whole.as_ref().and_then(|tree| {
        let mut at: &Tree = tree;
        for text in moves {
            at = at.children().iter().find(|child| child.turn == *text)?;
        }
        at.children().iter().max_by_key(|child| child.depth())
    });
    match longest {
        Some(child) => Some(child.turn.clone()),
        // Off the written solution: whatever captures most.
        None => choices
            .iter()
            .max_by_key(|choice| choice.turn.captured)
            .map(|choice| choice.turn.text.clone()),
    }
}

/// Runs a search on the board that the table needs.
pub(crate) fn on_board<V: BoardVisitor>(table: &Table, search: V) -> V::Output {
    games::visit(table.rules, table.setup.columns, search)
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
