//! Exact values and best moves.

use crate::errors::{SearchError, TableError, raise, to_json};
use crate::work::{self, deadline};
use pyo3::{FromPyObject, Py, PyAny, PyErr, PyResult, Python};
use sow_endgame::{Known, Tables};
use sow_engine::notation::parse_position;
use sow_engine::position::Position;
use sow_engine::setup::Setup;
use sow_search::analyse::{MOST_DEPTH, Wish};
use sow_search::analysing::{self, Engine};
use sow_search::solving::{self, Method};
use sow_search::{Endgames, Limits, Objective};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// What a search may spend.
#[derive(Clone, Copy, Debug, FromPyObject)]
pub(crate) struct Effort {
    seconds: Option<f64>,
    nodes: Option<u64>,
    memory: usize,
    threads: usize,
}

impl Effort {
    pub(crate) fn limits(self, stop: &AtomicBool) -> Limits<'_> {
        Limits {
            nodes: self.nodes.unwrap_or(u64::MAX),
            deadline: deadline(self.seconds),
            stop: Some(stop),
            memory: self.memory,
            threads: self.threads.max(1),
            line: true,
        }
    }
}

/// The one of some choices that has a name.
fn choose<T: Copy>(
    what: &str,
    name: &str,
    choices: &[T],
    name_of: fn(T) -> &'static str,
) -> PyResult<T> {
    let found = choices.iter().find(|&&choice| name_of(choice) == name);
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = choices.iter().map(|&choice| name_of(choice)).collect();
        let known = names.join(", ");
        SearchError::new_err(format!("unknown {what} `{name}`; there are {known}"))
    })
}

/// The tables that fit a position.
fn known<'a>(tables: Option<&'a Arc<Tables>>, position: &Position) -> Option<Known<'a>> {
    Known::new(tables?, position.rules(), position.setup().columns)
}

/// An exception for a table that could not be read.
fn check(known: Option<&Known<'_>>) -> PyResult<()> {
    let error = known.and_then(Endgames::error);
    error.map_or(Ok(()), |error| Err(TableError::new_err(error)))
}

/// The exact value as JSON.
pub(crate) fn solve(
    py: Python<'_>,
    position: &Position,
    (objective, method): (&str, &str),
    effort: Effort,
    line: bool,
    tables: Option<Arc<Tables>>,
    ear: Option<Py<PyAny>>,
) -> PyResult<String> {
    use Objective::{Distance, Margin, Outcome, Points};
    let objectives = [Outcome, Margin, Points, Distance];
    let objective = choose("objective", objective, &objectives, |it| it.name())?;
    let method = choose("method", method, &Method::ALL, |it| it.name())?;
    let found = work::run(py, ear.as_ref(), |watch| {
        let known = known(tables.as_ref(), position);
        let begun = Instant::now();
        watch.tell(|| "{\"done\":0,\"depth\":0}".to_owned());
        let task = solving::Task {
            objective,
            method,
            limits: Limits {
                line,
                ..effort.limits(&watch.stop)
            },
            endgames: known.as_ref().map(|known| known as &dyn Endgames),
            ..solving::Task::default()
        };
        let answer = solving::solve(position, &task, &mut |progress| {
            watch.tell(|| {
                format!(
                    "{{\"done\":{},\"depth\":{}}}",
                    progress.nodes, progress.depth
                )
            });
        });
        let answer = answer.map_err(raise!(SearchError))?;
        check(known.as_ref())?;
        to_json(&answer.form(position, &task, begun.elapsed()))
    })?;
    found.map_err(|error: PyErr| error)
}

/// The best moves as JSON; each depth is told.
pub(crate) fn analyse(
    py: Python<'_>,
    position: &Position,
    (engine, lines, depth, seed): (&str, usize, u32, u64),
    before: &[String],
    effort: Effort,
    tables: Option<Arc<Tables>>,
    ear: Option<Py<PyAny>>,
) -> PyResult<String> {
    let engines = [Engine::AlphaBeta, Engine::MonteCarlo];
    let engine = choose("engine", engine, &engines, |it| it.name())?;
    if !(1..=MOST_DEPTH).contains(&depth) {
        return Err(SearchError::new_err(format!(
            "depth is 1 to {MOST_DEPTH} sowings, not {depth}"
        )));
    }
    let before: Result<Vec<Setup>, PyErr> = before
        .iter()
        .map(|line| parse_position(line).map_err(raise!(PositionError)))
        .collect();
    let before = before?;
    work::run(py, ear.as_ref(), |watch| {
        let known = known(tables.as_ref(), position);
        let begun = Instant::now();
        let task = analysing::Task {
            engine,
            wish: Wish { lines, depth },
            limits: effort.limits(&watch.stop),
            seed,
            endgames: known.as_ref().map(|known| known as &dyn Endgames),
            before: &before,
        };
        let analysis = analysing::analyse(position, &task, &mut |known| {
            watch.tell_all(|| {
                to_json(&known.form(position, engine, begun.elapsed())).unwrap_or_default()
            });
        });
        let analysis = analysis.map_err(raise!(PositionError))?;
        check(known.as_ref())?;
        to_json(&analysis.form(position, engine, begun.elapsed()))
    })?
}
