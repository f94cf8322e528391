//! Where endgame tables are looked for.

use anyhow::{Context as _, Result, bail};
use sow_endgame::{EXTENSION, Table, Tables};
use std::path::{Path, PathBuf};

/// The folder of the tables that come with the program.
pub(crate) const SHIPPED: &str = "data/tables";

/// The variable that names a folder of tables.
const VARIABLE: &str = "SOW_TABLES";

/// Opens the tables of the folder that the user has named, or else of `$SOW_TABLES`, or else those that
/// come with the program: `data/tables` in the current folder, or beside or above the program's file. No
/// folder at all is fine unless one was named.
pub(crate) fn open(named: Option<&Path>) -> Result<Tables> {
    let wanted = named
        .map(Path::to_owned)
        .or_else(|| std::env::var_os(VARIABLE).map(PathBuf::from));
    if let Some(folder) = wanted {
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
