//! What tables and certificates tell a search.

use crate::proofs::{self, Proofs};
use anyhow::{Result, bail};
use sow_endgame::{Tables, VARIABLE};
use sow_engine::game::Contents;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_proof::Strategy;
use sow_random::Stream;
use sow_search::{EndgameValue, Endgames};
use std::path::Path;

/// Opens the tables of the folder that the user has named, or else those that [`Tables::find`] finds, or else those in
/// the program.
pub(crate) fn open(named: Option<&Path>) -> Result<Tables> {
    let variable = std::env::var_os(VARIABLE);
    let program = std::env::current_exe().ok();
    let found = Tables::find(named, variable.as_deref(), program.as_deref())?;
    match found {
        Some(tables) => Ok(tables),
        None => crate::shipped::tables(),
    }
}

/// The table of a file, or all of a folder, at least one; without a path as [`open`].
pub(crate) fn at(path: Option<&Path>) -> Result<Tables> {
    match path {
        Some(path) => Ok(Tables::at(path)?),
        None => open(None),
    }
}

/// Where tables were looked for, and how many there are.
pub(crate) fn told(tables: &Tables) -> String {
    let mut folders: Vec<String> = Vec::new();
    for table in tables.iter() {
        let folder = table
            .path()
            .parent()
            .filter(|folder| *folder != Path::new(""));
        let folder = folder.map_or_else(
            || "the program".to_owned(),
            |folder| folder.display().to_string(),
        );
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    match tables.iter().count() {
        0 => "no tables".to_owned(),
        1 => format!("the table in {}", folders.join(", ")),
        count => format!("the {count} tables in {}", folders.join(", ")),
    }
}

/// What is known of one game, board and ruleset, for a search to ask.
#[derive(Debug)]
pub(crate) struct Known<'a> {
    /// The tables that fit.
    tables: Option<sow_endgame::Known<'a>>,
    /// The certificates that fit, with their names.
    proofs: Vec<(&'a str, &'a Strategy)>,
}

impl<'a> Known<'a> {
    /// The tables that fit; `None` if none do.
    pub(crate) fn new(tables: &'a Tables, rules: Rules, columns: usize) -> Option<Self> {
        let tables = sow_endgame::Known::new(tables, rules, columns)?;
        Some(Self {
            tables: Some(tables),
            proofs: Vec::new(),
        })
    }

    /// The tables and the certificates that fit; `None` if none do.
    pub(crate) fn with_proofs(
        tables: &'a Tables,
        proofs: &'a Proofs,
        rules: Rules,
        columns: usize,
    ) -> Option<Self> {
        let tables = sow_endgame::Known::new(tables, rules, columns);
        let proofs = proofs.of(rules, columns);
        (tables.is_some() || !proofs.is_empty()).then_some(Self { tables, proofs })
    }

    /// A position of a table in which something may be hidden, see [`sow_endgame::Known::draw`].
    pub(crate) fn draw(&self, stream: &mut Stream) -> Option<Setup> {
        self.tables.as_ref()?.draw(stream)
    }

    /// Tells of a table that could not be read.
    pub(crate) fn check(&self) -> Result<()> {
        match self.error() {
            Some(error) => bail!("{error}"),
            None => Ok(()),
        }
    }

    /// Tells of a table that could not be read, when the search is over.
    pub(crate) fn finish(asked: Option<Self>) -> Result<()> {
        asked.map_or(Ok(()), |known| known.check())
    }
}

impl Endgames for Known<'_> {
    fn value(&self, side: Side, contents: &Contents<'_>) -> Option<EndgameValue> {
        let tables = self.tables.as_ref();
        if let Some(value) = tables.and_then(|tables| tables.value(side, contents)) {
            return Some(value);
        }
        proofs::value(&self.proofs, side, contents)
    }

    fn names(&self) -> String {
        let tables = self.tables.as_ref().map(|tables| tables.names());
        let proofs = self.proofs.iter().map(|&(name, _)| name.to_owned());
        tables
            .into_iter()
            .chain(proofs)
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn error(&self) -> Option<String> {
        self.tables.as_ref()?.error()
    }
}
