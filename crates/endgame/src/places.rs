//! Where tables are looked for.

use crate::format::{EXTENSION, TableError};
use crate::table::{Table, Tables};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The folder of the tables that come with the program.
pub const SHIPPED: &str = "data/tables";

/// The environment variable that names a folder of tables.
pub const VARIABLE: &str = "SOW_TABLES";

/// Named in place of a folder, to do without tables.
const NO_TABLES: &str = "none";

/// Why there are no tables where they were looked for.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// A table cannot be used.
    #[error(transparent)]
    Table(#[from] TableError),
    /// What was named is no folder.
    #[error("{} is not a folder of tables", .0.display())]
    NoFolder(PathBuf),
    /// A folder without tables.
    #[error("{} holds no tables (*.{EXTENSION})", .0.display())]
    Empty(PathBuf),
}

impl Tables {
    /// Opens the tables of the folder that is named, or else of the one that [`VARIABLE`] says, or else of [`SHIPPED`] in the
    /// current folder, or beside or above the file `program`. `None` if nothing was named and there is no such
    /// folder; `none` asks for no tables.
    ///
    /// # Errors
    /// [`PlaceError`] if what was named is no folder, or a table cannot be used.
    pub fn find(
        named: Option<&Path>,
        variable: Option<&OsStr>,
        program: Option<&Path>,
    ) -> Result<Option<Self>, PlaceError> {
        if let Some(folder) = named.or_else(|| variable.map(Path::new)) {
            if folder.as_os_str().is_empty() || folder.as_os_str() == NO_TABLES {
                return Ok(Some(Self::default()));
            }
            if !folder.is_dir() {
                return Err(PlaceError::NoFolder(folder.to_owned()));
            }
            return Ok(Some(Self::open(folder)?));
        }
        let above = program
            .into_iter()
            .flat_map(|program| program.ancestors().skip(1));
        let shipped = std::iter::once(Path::new(""))
            .chain(above)
            .map(|folder| folder.join(SHIPPED))
            .find(|folder| folder.is_dir());
        let found = shipped.map(|folder| Self::open(&folder));
        Ok(found.transpose()?)
    }

    /// The table of a file, or all of a folder, in the order of their names; at least one.
    ///
    /// # Errors
    /// [`PlaceError`] if there is none, or one cannot be used.
    pub fn at(path: &Path) -> Result<Self, PlaceError> {
        if !path.is_dir() {
            return Ok(Self::from(vec![Table::open(path)?]));
        }
        let tables = Self::open(path)?;
        if tables.iter().next().is_none() {
            return Err(PlaceError::Empty(path.to_owned()));
        }
        Ok(tables)
    }
}
