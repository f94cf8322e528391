//! Game records from files.

use crate::files::{as_text, read_bytes};
use anyhow::{Result, anyhow, bail};
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use sow_arena::packed;
use sow_engine::notation::{Outcome, Record, RecordError, parse_records, read_records};
pub(crate) use sow_records::replay::rules_and_start;
use std::path::Path;

/// The records of a file or of standard input, at least one.
pub(crate) fn read(argument: &str) -> Result<Vec<Record>> {
    of_text(argument, &read_text(argument)?)
}

/// The text of the records of a file or of standard input, packed ones unpacked.
pub(crate) fn read_text(argument: &str) -> Result<String> {
    let bytes = read_bytes(argument)?;
    if bytes.starts_with(packed::NAME) {
        return packed::unpack(&bytes).map_err(|error| anyhow!("{argument}, {error}"));
    }
    let is_standard = argument == "-";
    as_text(
        bytes,
        if is_standard {
            "standard input"
        } else {
            argument
        },
    )
}

/// Whether records are packed that are written to a file of this name.
pub(crate) fn is_packed(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "sowgames")
}

/// The records of a text that was read from a file or from standard input, at least one.
pub(crate) fn of_text(argument: &str, text: &str) -> Result<Vec<Record>> {
    let records = parse_records(text).map_err(|error| anyhow!("{argument}: {error}"))?;
    if records.is_empty() {
        bail!("{argument} holds no game record");
    }
    Ok(records)
}

/// The records of a file or of standard input, each or what is wrong with it; at least one.
pub(crate) fn read_each(argument: &str) -> Result<Vec<Result<Record, RecordError>>> {
    each_of_text(argument, &read_text(argument)?)
}

/// As [`read_each`] for a text that was read.
pub(crate) fn each_of_text(argument: &str, text: &str) -> Result<Vec<Result<Record, RecordError>>> {
    let records = read_records(text);
    if records.is_empty() {
        bail!("{argument} holds no game record");
    }
    Ok(records)
}

/// A record in JSON.
#[derive(serde::Serialize)]
pub(crate) struct RecordReport<'a> {
    headers: Headers<'a>,
    moves: Vec<&'a str>,
    result: &'static str,
}

impl<'a> RecordReport<'a> {
    pub(crate) fn new(record: &'a Record) -> Self {
        let moves = record.moves.iter();
        Self {
            headers: Headers(&record.headers),
            moves: moves.map(|played| played.text.as_str()).collect(),
            result: record.result.unwrap_or(Outcome::Open).token(),
        }
    }
}

/// The header lines of a record as an object, in their order. A key that occurs again has a list.
pub(crate) struct Headers<'a>(pub(crate) &'a [(String, String)]);

impl Serialize for Headers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (place, (key, _)) in self.0.iter().enumerate() {
            if self.0[..place].iter().any(|(other, _)| other == key) {
                continue;
            }
            let same = self.0.iter().filter(|(other, _)| other == key);
            let values: Vec<&String> = same.map(|(_, value)| value).collect();
            match values[..] {
                [one] => map.serialize_entry(key, one)?,
                _ => map.serialize_entry(key, &values)?,
            }
        }
        map.end()
    }
}
