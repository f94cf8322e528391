//! Rows of comma-separated values, for `--csv`.

use crate::context::Context;
use crate::files::Output;
use anyhow::{Result, anyhow, bail};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

/// Named in place of a file, for standard output.
const STANDARD: &str = "-";

/// A table in the making: the names of its columns, then its rows.
#[derive(Debug)]
pub(crate) struct Rows {
    names: Vec<String>,
    /// `None` for standard output, which has no other text then.
    file: Option<Output>,
    /// Of a file everything, of standard output what is not written yet.
    text: Vec<u8>,
}

impl Rows {
    /// Tries the place of an option, if one is named, before the work begins.
    pub(crate) fn open_if(
        context: &Context,
        path: Option<&Path>,
        names: impl IntoIterator<Item = impl Into<String>>,
    ) -> Result<Option<Self>> {
        let Some(path) = path else {
            return Ok(None);
        };
        if path.as_os_str() == STANDARD && context.json {
            bail!("--json and --csv - would both go to standard output; name a file for --csv");
        }
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        let file = (path.as_os_str() != STANDARD).then(|| Output::open(path));
        let mut rows = Self {
            names: Vec::new(),
            file: file.transpose()?,
            text: Vec::new(),
        };
        rows.add(&names)?;
        rows.names = names;
        Ok(Some(rows))
    }

    /// Where everything else is written: nowhere if the rows go to standard output.
    pub(crate) fn other_output(rows: Option<&Self>) -> Box<dyn Write> {
        match rows {
            Some(Self { file: None, .. }) => Box::new(std::io::sink()),
            _ => Box::new(crate::streams::stdout()),
        }
    }

    /// Adds a row.
    pub(crate) fn add(&mut self, cells: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Result<()> {
        let mut writer = csv::Writer::from_writer(&mut self.text);
        writer.write_record(cells)?;
        writer.flush()?;
        Ok(())
    }

    /// Adds what would be an object in JSON: its fields are the columns, those of an object within it `outer_inner`, and
    /// the elements of a list stand in one cell with spaces between them. A field that is not there is an empty cell.
    pub(crate) fn add_object(&mut self, object: &impl Serialize) -> Result<()> {
        let mut cells = BTreeMap::new();
        flatten(String::new(), &serde_json::to_value(object)?, &mut cells);
        let cells: Vec<String> = self
            .names
            .iter()
            .map(|name| cells.remove(name).unwrap_or_default())
            .collect();
        self.add(cells)
    }

    /// Writes what there is so far.
    pub(crate) fn save(&mut self) -> Result<()> {
        match &mut self.file {
            Some(file) => {
                let text = std::str::from_utf8(&self.text);
                file.replace(text.map_err(|_| anyhow!("rows that are no text"))?)
            }
            None => {
                crate::streams::stdout().write_all(&self.text)?;
                self.text.clear();
                Ok(())
            }
        }
    }

    /// Writes the table to its end, if there is one.
    pub(crate) fn finish(rows: Option<Self>) -> Result<()> {
        let Some(mut rows) = rows else {
            return Ok(());
        };
        rows.save()?;
        rows.file.map_or(Ok(()), Output::finish)
    }
}

/// The cells of a value, by the names of their columns.
fn flatten(name: String, value: &Value, cells: &mut BTreeMap<String, String>) {
    let Value::Object(fields) = value else {
        cells.insert(name, cell(value));
        return;
    };
    for (key, value) in fields {
        let name = if name.is_empty() {
            key.clone()
        } else {
            format!("{name}_{key}")
        };
        flatten(name, value, cells);
    }
}

/// A value in one cell.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(elements) => {
            let elements: Vec<String> = elements.iter().map(cell).collect();
            elements.join(" ")
        }
        other => other.to_string(),
    }
}
