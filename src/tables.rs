//! Where endgame tables are looked for, and what they tell a search.

use crate::proofs::{self, Proofs};
use anyhow::{Context as _, Result, bail};
use sow_endgame::{EXTENSION, Table, TableError, Tables, Value, probe};
use sow_engine::game::Contents;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_proof::Strategy;
use sow_random::Stream;
use sow_search::{EndgameValue, Endgames};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The folder of the tables that come with the program.
pub(crate) const SHIPPED: &str = "data/tables";

/// The variable that names a folder of tables.
const VARIABLE: &str = "SOW_TABLES";

/// Named in place of a folder, to do without tables.
const NO_TABLES: &str = "none";

/// Opens the tables of the folder that the user has named, or else of `$SOW_TABLES`, or else those that
/// come with the program: `data/tables` in the current folder, or beside or above the program's file. No
/// folder at all is fine unless one was named; [`NO_TABLES`] asks for none.
pub(crate) fn open(named: Option<&Path>) -> Result<Tables> {
    let wanted = named
        .map(Path::to_owned)
        .or_else(|| std::env::var_os(VARIABLE).map(PathBuf::from));
    if let Some(folder) = wanted {
        if folder.as_os_str().is_empty() || folder.as_os_str() == NO_TABLES {
            return Ok(Tables::default());
        }
        if !folder.is_dir() {
            bail!("{} is not a folder of tables", folder.display());
        }
        return Ok(Tables::open(&folder)?);
    }
    match shipped() {
        Some(folder) => Ok(Tables::open(&folder)?),
        None => Ok(Tables::default()),
    }
}

fn shipped() -> Option<PathBuf> {
    let program = std::env::current_exe().ok();
    let above = program
        .iter()
        .flat_map(|program| program.ancestors().skip(1));
    std::iter::once(Path::new(""))
        .chain(above)
        .map(|folder| folder.join(SHIPPED))
        .find(|folder| folder.is_dir())
}

/// The tables of an argument: a file, or all of a folder.
pub(crate) fn of_argument(path: &Path) -> Result<Vec<Table>> {
    if !path.is_dir() {
        return Ok(vec![Table::open(path)?]);
    }
    let mut paths = Vec::new();
    let entries =
        std::fs::read_dir(path).with_context(|| format!("{} cannot be read", path.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|known| known == EXTENSION) {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        bail!("{} holds no tables (*.{EXTENSION})", path.display());
    }
    paths.sort();
    let mut tables = Vec::new();
    for path in paths {
        tables.push(Table::open(&path)?);
    }
    Ok(tables)
}

/// The tables of one game, board and ruleset, for a search to ask.
#[derive(Debug)]
pub(crate) struct Known<'a> {
    tables: Vec<&'a Table>,
    /// The certificates that fit, with their names.
    proofs: Vec<(&'a str, &'a Strategy)>,
    /// The first table that could not be read. Nothing is answered from it.
    failed: OnceLock<TableError>,
}

impl<'a> Known<'a> {
    /// The tables that fit; `None` if none do.
    pub(crate) fn new(tables: &'a Tables, rules: Rules, columns: usize) -> Option<Self> {
        Self::take(tables.of(rules, columns), Vec::new())
    }

    /// The tables and the certificates that fit; `None` if none do.
    pub(crate) fn with_proofs(
        tables: &'a Tables,
        proofs: &'a Proofs,
        rules: Rules,
        columns: usize,
    ) -> Option<Self> {
        Self::take(tables.of(rules, columns), proofs.of(rules, columns))
    }

    fn take(tables: Vec<&'a Table>, proofs: Vec<(&'a str, &'a Strategy)>) -> Option<Self> {
        (!tables.is_empty() || !proofs.is_empty()).then(|| Self {
            tables,
            proofs,
            failed: OnceLock::new(),
        })
    }

    /// Any position in which something may be hidden, drawn from any layer: one that the player to move
    /// does not lose, nor wins in less than three decisions. `None` if it is none of these.
    pub(crate) fn draw(&self, stream: &mut Stream) -> Option<Setup> {
        let table = self.tables[stream.index(self.tables.len())];
        let layers: Vec<_> = table.layers().collect();
        let (layer, statistics) = layers[stream.index(layers.len())];
        if statistics.positions == 0 {
            return None;
        }
        let index = stream.below(statistics.positions);
        let setup = table.setup(layer, index);
        let value = match table.entry(layer, index) {
            Ok(value) => value?,
            Err(error) => {
                // Only the first is told.
                let _ = self.failed.set(error);
                return None;
            }
        };
        let is_rich = match value {
            Value::Win(decisions) => decisions >= 3,
            Value::Draw => true,
            Value::Margin(to_come) => to_come >= 0,
            Value::Loss(_) => false,
        };
        is_rich.then_some(setup)
    }

    /// Their names, for work that goes on later and must find the same tables.
    pub(crate) fn names(&self) -> String {
        let stems = self
            .tables
            .iter()
            .filter_map(|table| table.path().file_stem());
        let names = stems.map(|stem| stem.to_string_lossy());
        let proofs = self.proofs.iter().map(|&(name, _)| name.into());
        names.chain(proofs).collect::<Vec<_>>().join(" ")
    }

    /// Why a table could not be read, if one could not.
    pub(crate) fn error(&self) -> Option<&TableError> {
        self.failed.get()
    }

    /// Tells of a table that could not be read.
    pub(crate) fn check(&self) -> Result<()> {
        match self.failed.get() {
            // A table error cannot be copied, and its words are all that is needed.
            Some(error) => bail!("{error}"),
            None => Ok(()),
        }
    }

    /// Tells of a table that could not be read.
    pub(crate) fn finish(asked: Option<Self>) -> Result<()> {
        match asked.and_then(|known| known.failed.into_inner()) {
            Some(error) => Err(error.into()),
            None => Ok(()),
        }
    }
}

impl Endgames for Known<'_> {
    fn value(&self, side: Side, contents: &Contents<'_>) -> Option<EndgameValue> {
        let value = match probe(&self.tables, side, contents) {
            Ok(Some(value)) => value,
            Ok(None) => return proofs::value(&self.proofs, side, contents),
            Err(error) => {
                // Only the first is told.
                let _ = self.failed.set(error);
                return None;
            }
        };
        let banked = self
            .tables
            .first()
            .map_or(0, |table| table.banked(contents));
        Some(seen_by_south(value, side, banked))
    }

    fn names(&self) -> String {
        Known::names(self)
    }

    fn error(&self) -> Option<String> {
        Known::error(self).map(ToString::to_string)
    }
}

/// A looked-up value as South sees it, with the margin that is banked already.
pub(crate) fn seen_by_south(value: Value, mover: Side, banked: i16) -> EndgameValue {
    let (winner, margin, distance) = match value {
        Value::Win(decisions) => (Some(mover), None, Some(u32::from(decisions))),
        Value::Loss(decisions) => (Some(mover.other()), None, Some(u32::from(decisions))),
        Value::Draw => (None, None, None),
        Value::Margin(to_come) => {
            let margin = i32::from(banked) + mover.sign() * i32::from(to_come);
            let winner = match margin {
                0 => None,
                1.. => Some(Side::South),
                _ => Some(Side::North),
            };
            (winner, Some(margin), None)
        }
    };
    EndgameValue {
        winner,
        margin,
        points: None,
        distance,
    }
}
