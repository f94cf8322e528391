//! `sow merge`: the games of several shards in one file, none missing and none twice.

use crate::cli::MergeArgs;
use crate::context::{Context, Status};
use crate::files::{write_bytes, write_file};
use crate::records;
use anyhow::{Result, anyhow, bail};
use sow_arena::packed::{self, Packer};
use sow_engine::notation::Record;
use std::collections::BTreeMap;

/// Headers that differ from game to game.
const OWN: [&str; 4] = ["number", "start", "south", "north"];

pub(crate) fn run(context: &Context, args: &MergeArgs) -> Result<Status> {
    let mut games: BTreeMap<u64, (String, Record)> = BTreeMap::new();
    let mut doubles = 0_u64;
    for file in &args.files {
        for record in records::read(file)? {
            let number = number(&record)
                .ok_or_else(|| anyhow!("{file}, line {}: the game has no `number:` line; only games of sow selfplay can be merged", record.line))?;
            if let Some((other, first)) = games.values().next()
                && let Some(key) = differing(first, &record)
            {
                bail!(
                    "{file}, line {}: `{key}` is not that of {other}, line {}; games of one run are merged",
                    record.line,
                    first.line
                );
            }
            match games.get(&number) {
                None => {
                    games.insert(number, (file.clone(), record));
                }
                Some((other, first)) if first.to_string() == record.to_string() => {
                    context.note(&format!(
                        "game {number} stands in {other} and again in {file}; it is taken once"
                    ));
                    doubles += 1;
                }
                Some((other, first)) => bail!(
                    "game {number} in {other}, line {}, is another than in {file}, line {}; the runs had different settings",
                    first.line,
                    record.line
                ),
            }
        }
    }
    let missing = gaps(&games);
    if !missing.is_empty() {
        context.note(&format!("missing games: {}", missing.join(", ")));
        if !args.partial {
            context.note("nothing was written; --partial writes what there is");
            return Ok(Status::No);
        }
    }
    let records = games.values().map(|(_, record)| record);
    if records::is_packed(&args.output) {
        write_bytes(&args.output, &packed(records)?)?;
    } else {
        let text: String = records.map(|record| format!("{record}\n")).collect();
        write_file(&args.output, &text)?;
    }
    context.note(&format!(
        "{} games, {doubles} doubles left out",
        games.len()
    ));
    Ok(if missing.is_empty() {
        Status::Done
    } else {
        Status::No
    })
}

/// Records as the bytes of a file.
fn packed<'a>(records: impl Iterator<Item = &'a Record>) -> Result<Vec<u8>> {
    let mut bytes = packed::HEAD.to_vec();
    let mut packer = Packer::new();
    for record in records {
        packer.add(record)?;
        if packer.is_full() {
            bytes.extend(packer.finish());
        }
    }
    bytes.extend(packer.finish());
    Ok(bytes)
}

fn number(record: &Record) -> Option<u64> {
    record
        .header("number")?
        .parse()
        .ok()
        .filter(|&number| number > 0)
}

/// A header in which two games of one run cannot differ.
fn differing<'a>(first: &'a Record, other: &Record) -> Option<&'a str> {
    let common = first.headers.iter();
    common
        .filter(|(key, _)| !OWN.contains(&key.as_str()))
        .find(|(key, value)| other.header(key) != Some(value))
        .map(|(key, _)| key.as_str())
}

/// The numbers from 1 to the last that are missing, as ranges.
fn gaps(games: &BTreeMap<u64, (String, Record)>) -> Vec<String> {
    let mut gaps = Vec::new();
    let mut next = 1;
    for &number in games.keys() {
        if number == next + 1 {
            gaps.push(next.to_string());
        } else if number > next {
            gaps.push(format!("{next}..{}", number - 1));
        }
        next = number + 1;
    }
    gaps
}
