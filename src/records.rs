//! Game records from files.

use crate::input::read_text;
use anyhow::{Result, anyhow, bail};
use sow_engine::notation::{Record, RecordError, parse_records, read_records};
pub(crate) use sow_records::replay::rules_and_start;

/// The records of a file or of standard input, at least one.
pub(crate) fn read(argument: &str) -> Result<Vec<Record>> {
    let text = read_text(argument)?;
    let records = parse_records(&text).map_err(|error| anyhow!("{argument}: {error}"))?;
    if records.is_empty() {
        bail!("{argument} holds no game record");
    }
    Ok(records)
}

/// The records of a file or of standard input, each or what is wrong with it; at least one.
pub(crate) fn read_each(argument: &str) -> Result<Vec<Result<Record, RecordError>>> {
    let records = read_records(&read_text(argument)?);
    if records.is_empty() {
        bail!("{argument} holds no game record");
    }
    Ok(records)
}
