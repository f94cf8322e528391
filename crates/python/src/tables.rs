//! Endgame tables: opened, looked into, asked.

use crate::errors::{TableError, raise, to_json};
use crate::position::Position;
use crate::work;
use pyo3::{PyRef, PyResult, Python, pyclass, pymethods};
use serde::Serialize;
use sow_endgame::{Scale, probe};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

/// The tables of a folder, or one.
#[pyclass(frozen, module = "sow._sow")]
#[derive(Debug)]
pub(crate) struct Tables(Arc<sow_endgame::Tables>);

impl Tables {
    pub(crate) fn shared(&self) -> Arc<sow_endgame::Tables> {
        Arc::clone(&self.0)
    }
}

#[derive(Serialize)]
struct LayerRow {
    table: String,
    game: &'static str,
    rules: String,
    columns: usize,
    layer: String,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    zugzwangs: u64,
    longest_win: Option<u16>,
    largest_margin: Option<u16>,
    example: Option<String>,
    bytes: u64,
}

#[pymethods]
impl Tables {
    /// The table of a file, or all of a folder.
    #[staticmethod]
    fn at(path: PathBuf) -> PyResult<Self> {
        let tables = sow_endgame::Tables::at(&path).map_err(raise!(TableError))?;
        Ok(Self(Arc::new(tables)))
    }

    /// Those of the folder that a variable of the environment names, or of the current folder, or else those that come with
    /// the package.
    #[staticmethod]
    fn find(variable: Option<OsString>) -> PyResult<Self> {
        let found = sow_endgame::Tables::find(None, variable.as_deref(), None);
        let tables = match found.map_err(raise!(TableError))? {
            Some(tables) => tables,
            None => sow::shipped::tables().map_err(raise!(TableError))?,
        };
        Ok(Self(Arc::new(tables)))
    }

    /// The files, those that come with the package by their names alone.
    #[getter]
    fn files(&self) -> Vec<PathBuf> {
        self.0.iter().map(|table| table.path().to_owned()).collect()
    }

    /// What they hold, layer by layer, as JSON.
    fn layers(&self) -> PyResult<String> {
        let mut rows = Vec::new();
        for table in self.0.iter() {
            let rules = table.rules();
            let has_outcomes = Scale::of(rules.game()) == Scale::Outcome;
            let stem = table.path().file_stem().unwrap_or_default();
            for (layer, statistics) in table.layers() {
                let has_win = statistics.extreme > 0;
                rows.push(LayerRow {
                    table: stem.to_string_lossy().into_owned(),
                    game: rules.game().name(),
                    rules: rules.describe(),
                    columns: table.columns(),
                    layer: layer.to_string(),
                    positions: statistics.positions,
                    wins: statistics.wins,
                    draws: statistics.draws,
                    losses: statistics.losses,
                    zugzwangs: statistics.zugzwangs,
                    longest_win: (has_outcomes && has_win).then_some(statistics.extreme),
                    largest_margin: (!has_outcomes).then_some(statistics.extreme),
                    example: has_win
                        .then(|| table.setup(layer, statistics.extreme_index).to_string()),
                    bytes: table.layer_bytes(layer),
                });
            }
        }
        to_json(&rows)
    }

    /// The value of a position as JSON, and whether there is a table of its game, board and rules at all.
    fn probe(&self, py: Python<'_>, position: PyRef<'_, Position>) -> PyResult<(String, bool)> {
        let checked = position.in_play()?.clone();
        let tables = &self.0;
        let probed = work::run(py, None, |_| {
            probe(tables, checked.setup(), checked.rules())
        })?;
        let probed = probed.map_err(raise!(TableError))?;
        Ok((to_json(&probed)?, probed.has_table))
    }

    /// The position of a layer with a number, by the name of its table.
    fn position(&self, table: &str, layer: &str, index: u64) -> PyResult<Position> {
        let found = self.0.iter().find(|known| {
            let stem = known.path().file_stem();
            stem.is_some_and(|stem| stem.to_string_lossy() == table)
        });
        let found =
            found.ok_or_else(|| TableError::new_err(format!("there is no table `{table}`")))?;
        let of_layer = found
            .layers()
            .find(|(known, _)| known.to_string() == layer)
            .ok_or_else(|| TableError::new_err(format!("{table} has no layer `{layer}`")))?;
        if index >= of_layer.1.positions {
            return Err(TableError::new_err(format!(
                "layer {layer} of {table} has {} positions, numbered from 0, and no {index}",
                of_layer.1.positions
            )));
        }
        let setup = found.setup(of_layer.0, index);
        let checked = sow_engine::position::Position::new(found.rules(), setup);
        Ok(Position::of(checked.map_err(raise!(PositionError))?))
    }
}
