//! Players as they are named on the command line, with the files that their names mention.

use crate::context::Context;
use crate::long_work::stop_flag;
use crate::memory::parse_memory;
use crate::proofs;
use crate::tables::{self, Known};
use anyhow::{Context as _, Result};
use sow_arena::{Fault, Lookup, Seat, Shelf, TablesOf};
use sow_endgame::Tables;
use sow_engine::kind::GameKind;
use sow_proof::Strategy;
use sow_search::Endgames;
use std::path::Path;

/// The files of this machine.
struct Files;

impl Shelf for Files {
    fn book(&self, path: &Path) -> Result<Lookup, Fault> {
        Ok(book(path)?)
    }

    fn certificate(&self, path: &Path) -> Result<Strategy, Fault> {
        Ok(proofs::read(path)?)
    }

    fn tables(&self, folder: &Path) -> Result<Box<TablesOf>, Fault> {
        // Opened once a run, and needed to its end.
        let tables: &'static Tables = Box::leak(Box::new(tables::open(Some(folder))?));
        Ok(Box::new(|rules, columns| {
            let known = Known::new(tables, rules, columns)?;
            Some(Box::new(known) as Box<dyn Endgames + Send>)
        }))
    }

    fn memory(&self, size: &str) -> Result<u64, Fault> {
        Ok(parse_memory(size)?)
    }
}

/// Reads an opening book.
pub(crate) fn book(path: &Path) -> Result<Lookup> {
    let name = path.display().to_string();
    let text = sow_files::text(path).with_context(|| format!("the book {name} cannot be read"))?;
    Ok(Lookup::read(&name, &text)?)
}

/// Reads the name of a player of `game`.
pub(crate) fn parse(text: &str, game: GameKind) -> Result<Seat> {
    Ok(Seat::parse(text, game, &Files)?)
}

/// Reads the names of players of `game`; a note tells if their games depend on the machine.
pub(crate) fn seated(
    context: &Context,
    names: impl IntoIterator<Item = impl AsRef<str>>,
    game: GameKind,
) -> Result<Vec<Seat>> {
    let stop = stop_flag()?;
    let seats = names
        .into_iter()
        .map(|name| Ok(parse(name.as_ref(), game)?.until(&stop)))
        .collect::<Result<Vec<_>>>()?;
    if seats.iter().any(Seat::is_timed) {
        context.note("players limited by time play other games each time");
    }
    Ok(seats)
}
