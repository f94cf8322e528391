//! What comes with the program and is in it, so that it needs no other file: the page, problems, endgame tables.

use anyhow::{Context as _, Result, anyhow};
use sow_endgame::{Table, Tables};
use std::path::Path;

// Made by build.rs: PAGE and PUZZLES compressed, TABLES as they are.
include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// More bytes than anything has when it is unpacked.
const MOST: usize = 1 << 24;

/// Where the problems stand in the repository. A file of that name that is not there is taken from the program.
const PUZZLE_FOLDER: &str = "data/puzzles/";

/// The page to play, step and analyse.
pub(crate) fn page() -> Result<String> {
    unpack(PAGE).context("the page in the program")
}

/// The endgame tables.
///
/// # Errors
/// If one of them cannot be used, which the tests rule out.
pub fn tables() -> Result<Tables> {
    let tables = TABLES
        .iter()
        .map(|(name, bytes)| Table::of_bytes(Path::new(name), *bytes));
    let tables = tables.collect::<Result<Vec<_>, _>>()?;
    Ok(tables.into())
}

/// The texts of the files of problems, with their names.
///
/// # Errors
/// If one of them cannot be unpacked, which the tests rule out.
pub fn puzzle_files() -> impl Iterator<Item = Result<(&'static str, String)>> {
    PUZZLES
        .iter()
        .map(|(name, packed)| Ok((*name, unpack(packed).context(*name)?)))
}

/// The text of a file of problems by its name, with or without the folder.
pub(crate) fn puzzle_file(path: &str) -> Option<Result<String>> {
    let name = path.strip_prefix(PUZZLE_FOLDER).unwrap_or(path);
    let (_, packed) = PUZZLES.iter().find(|(known, _)| *known == name)?;
    Some(unpack(packed).with_context(|| name.to_owned()))
}

fn unpack(packed: &[u8]) -> Result<String> {
    let bytes = miniz_oxide::inflate::decompress_to_vec_with_limit(packed, MOST);
    let bytes = bytes.map_err(|error| anyhow!("it cannot be unpacked: {error}"))?;
    Ok(String::from_utf8(bytes)?)
}
