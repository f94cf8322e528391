//! `sow import`: games as others log them, checked by the rules and written as records.

use super::write_json;
use crate::cli::ImportArgs;
use crate::context::{Context, Status};
use crate::files::{Output, read_bytes};
use crate::long_work::is_stopped;
use crate::report::number::{count as nouns, grouped};
use anyhow::{Context as _, Result, bail};
use rayon::prelude::*;
use serde::Serialize;
use sow_engine::notation::{Outcome, Record};
use sow_records::fault::Fault;
use sow_records::import::{Wish, import};
use sow_records::log;
use std::io::Write;
use std::path::Path;

/// Files that are read and played before their games are written.
const PART: usize = 256;

#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    line: usize,
    moves: usize,
    result: &'static str,
    ok: bool,
    record: String,
}

#[derive(Serialize)]
struct FaultReport<'a> {
    file: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<&'a str>,
    error: &'a str,
    ok: bool,
}

/// What became of the games of all files.
#[derive(Default)]
struct Count {
    files: usize,
    imported: u64,
    failed: u64,
}

pub(crate) fn run(context: &Context, args: &ImportArgs) -> Result<Status> {
    let wish = Wish {
        game: args.game.clone(),
        start: args.start.clone(),
        pits_from: args.pits_from,
        asked: context.asked.clone(),
    };
    let mut files = Vec::new();
    for path in &args.paths {
        find_files(path, &mut files)?;
    }
    if let Some(output) = args
        .output
        .as_deref()
        .and_then(|path| path.canonicalize().ok())
    {
        let is_output = |file: &&String| {
            Path::new(file)
                .canonicalize()
                .is_ok_and(|file| file == output)
        };
        if let Some(file) = files.iter().find(is_output) {
            bail!("{file} is read, and would be written over; name another file for the output");
        }
    }
    let mut output = Output::open_if(args.output.as_deref())?;
    let mut out = crate::streams::stdout();
    let mut count = Count::default();
    let mut records = String::new();
    let mut stopped = false;
    for part in files.chunks(PART) {
        stopped = is_stopped();
        if stopped {
            break;
        }
        let played: Vec<_> = part
            .par_iter()
            .map(|file| games(context, &wish, file))
            .collect();
        for (file, games) in part.iter().zip(played) {
            count.files += 1;
            for game in games {
                tell(context, &mut out, file, &game)?;
                match game {
                    Ok(record) => {
                        let text = record.to_string();
                        let gap = if count.imported > 0 { "\n" } else { "" };
                        if output.is_some() {
                            records += gap;
                            records += &text;
                        } else if !context.json {
                            write!(out, "{gap}{text}")?;
                        }
                        count.imported += 1;
                    }
                    Err(_) => count.failed += 1,
                }
            }
        }
    }
    if let Some(file) = output.as_mut().filter(|_| count.imported > 0) {
        file.replace(&records)?;
    }
    if let Some(file) = output.filter(|_| count.imported > 0) {
        file.finish()?;
    }
    if count.files > 1 || count.failed > 0 {
        out.flush()?;
        context.note(&format!(
            "{} of {} of {} imported",
            grouped(count.imported),
            nouns(count.imported + count.failed, "game"),
            nouns(count.files as u64, "file")
        ));
    }
    Ok(if stopped {
        Status::Stopped
    } else if count.failed > 0 {
        Status::No
    } else {
        Status::Done
    })
}

/// The files that a path stands for: itself, or all files in and below a folder whose names do not begin with a
/// dot, in the order of their names.
fn find_files(path: &str, found: &mut Vec<String>) -> Result<()> {
    if path == "-" || !Path::new(path).is_dir() {
        if path != "-" && !Path::new(path).exists() {
            bail!("there is no file and no folder `{path}`");
        }
        found.push(path.to_owned());
        return Ok(());
    }
    let read = || -> std::io::Result<Vec<_>> {
        let mut entries = std::fs::read_dir(path)?.collect::<Result<Vec<_>, _>>()?;
        entries.sort_by_key(std::fs::DirEntry::file_name);
        Ok(entries)
    };
    for entry in read().with_context(|| format!("{path} cannot be read"))? {
        let name = entry.path().display().to_string();
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        // A link to a folder may lead back to where it stands.
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        if is_link && entry.path().is_dir() {
            continue;
        }
        find_files(&name, found)?;
    }
    Ok(())
}

/// The games of a file as records, each or what is wrong with it.
fn games(context: &Context, wish: &Wish, file: &str) -> Vec<Result<Record, Fault>> {
    let fault = |line: usize, text: String| Fault {
        line,
        word: None,
        text,
    };
    let bytes = match read_bytes(file) {
        Ok(bytes) => bytes,
        Err(error) => return vec![Err(fault(1, format!("{error:#}")))],
    };
    let games = log::read(&bytes);
    if games.is_empty() {
        return vec![Err(fault(1, "the file holds no game".to_owned()))];
    }
    let games = games.into_iter().map(|game| {
        let log = game?;
        let imported = import(&log, wish)?;
        context
            .check(&imported.rules, &imported.start)
            .map_err(|error| fault(log.line, format!("{error:#}")))?;
        Ok(imported.record)
    });
    games.collect()
}

/// Says what became of a game.
fn tell(
    context: &Context,
    out: &mut dyn Write,
    file: &str,
    game: &Result<Record, Fault>,
) -> Result<()> {
    match game {
        Ok(record) if context.json => write_json(
            out,
            &Report {
                file,
                line: record.line,
                moves: record.moves.len(),
                result: record.result.unwrap_or(Outcome::Open).token(),
                ok: true,
                record: record.to_string(),
            },
        ),
        Err(fault) if context.json => write_json(
            out,
            &FaultReport {
                file,
                line: fault.line,
                word: fault.word.as_deref(),
                error: &fault.text,
                ok: false,
            },
        ),
        Err(fault) => {
            out.flush()?;
            crate::streams::say(&format!("sow: {file}: {fault}"));
            Ok(())
        }
        Ok(_) => Ok(()),
    }
}
