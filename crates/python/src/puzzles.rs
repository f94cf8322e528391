//! Problems: read, solved, checked.

use crate::errors::{TableError, raise, to_json};
use crate::position::Position;
use crate::search::Effort;
use crate::tables::Tables;
use crate::work;
use pyo3::{Py, PyAny, PyRef, PyResult, Python, pyfunction};
use serde::Serialize;
use sow_endgame::Known;
use sow_puzzle::{Means, Method, Question, check, file, solve};
use sow_search::Endgames;

#[derive(Serialize)]
struct PuzzleForm {
    id: String,
    rules: String,
    position: String,
    stipulation: String,
    solution: Vec<String>,
    unique: Option<bool>,
    plies: Option<u32>,
    difficulty: Option<u8>,
    source: String,
}

/// The problems of a puzzle file, as JSON.
#[pyfunction]
pub(crate) fn read_puzzles(text: &str) -> PyResult<String> {
    let puzzles = file::parse(text).map_err(raise!(PuzzleError))?;
    let forms: Vec<PuzzleForm> = puzzles
        .into_iter()
        .map(|puzzle| PuzzleForm {
            id: puzzle.id,
            rules: puzzle.rules,
            position: puzzle.position,
            stipulation: puzzle.stipulation,
            solution: puzzle.solution,
            unique: puzzle.unique,
            plies: puzzle.plies,
            difficulty: puzzle.difficulty,
            source: puzzle.source,
        })
        .collect();
    to_json(&forms)
}

/// The puzzle files that come with the package: names and texts.
#[pyfunction]
pub(crate) fn shipped_puzzles() -> PyResult<Vec<(&'static str, String)>> {
    let files = sow::shipped::puzzle_files();
    files
        .map(|file| file.map_err(raise!(PuzzleError)))
        .collect()
}

/// Asks a question of a problem on a thread of its own; the answer is JSON.
fn ask<T: Serialize>(
    py: Python<'_>,
    position: PyRef<'_, Position>,
    stipulation: &str,
    effort: Effort,
    tables: Option<PyRef<'_, Tables>>,
    answer: impl FnOnce(&Question, &Means<'_>) -> T + Send,
) -> PyResult<String> {
    let checked = position.in_play()?.clone();
    let tables = tables.map(|tables| tables.shared());
    let question = Question::new(checked.setup().clone(), checked.rules(), stipulation)
        .map_err(raise!(PuzzleError))?;
    work::run(py, None::<&Py<PyAny>>, |watch| {
        let known = tables
            .as_ref()
            .and_then(|tables| Known::new(tables, checked.rules(), checked.setup().columns));
        let means = Means {
            limits: effort.limits(&watch.stop),
            method: Method::Both,
            endgames: known.as_ref().map(|known| known as &dyn Endgames),
        };
        let found = answer(&question, &means);
        if let Some(error) = known.as_ref().and_then(Endgames::error) {
            return Err(TableError::new_err(error));
        }
        to_json(&found)
    })?
}

/// Solves a problem and writes out a solution of about `most` turns, as JSON.
#[pyfunction]
pub(crate) fn solve_puzzle(
    py: Python<'_>,
    position: PyRef<'_, Position>,
    stipulation: &str,
    most: usize,
    effort: Effort,
    tables: Option<PyRef<'_, Tables>>,
) -> PyResult<String> {
    ask(
        py,
        position,
        stipulation,
        effort,
        tables,
        |question, means| solve(question, most, means),
    )
}

/// Checks a problem with its stated solution, as JSON.
#[pyfunction]
pub(crate) fn check_puzzle(
    py: Python<'_>,
    position: PyRef<'_, Position>,
    stipulation: &str,
    solution: Vec<String>,
    effort: Effort,
    tables: Option<PyRef<'_, Tables>>,
) -> PyResult<String> {
    ask(
        py,
        position,
        stipulation,
        effort,
        tables,
        |question, means| check(question, &solution, means),
    )
}
