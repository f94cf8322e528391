//! `sow board`: the page to play, step and analyse, with a position, records or problems in it.

use super::write_json;
use crate::cli::BoardArgs;
use crate::context::{Context, Status};
use crate::files::write_file;
use crate::input::{self, Entry, Input, Question};
use crate::page::{Content, Place, Played, Puzzles, with};
use crate::records::{self, rules_and_start};
use anyhow::{Context as _, Result, anyhow};
use serde::Serialize;
use sow_engine::notation::{Record, parse_records};
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(Serialize)]
struct Report {
    file: String,
    opened: bool,
}

pub(crate) fn run(context: &Context, args: &BoardArgs) -> Result<Status> {
    let content = match &args.position {
        None => Content::default(),
        Some(argument) => content(context, argument)?,
    };
    let page = with(&content)?;
    let (path, opened) = match &args.html {
        Some(path) => {
            write_file(path, &page)?;
            (path.clone(), false)
        }
        None => {
            let path = std::env::temp_dir().join(format!("sow-board-{}.html", std::process::id()));
            write_file(&path, &page)?;
            let opened = open(&path);
            (path, opened)
        }
    };
    let mut out = anstream::stdout().lock();
    let file = path.display().to_string();
    if context.json {
        write_json(&mut out, &Report { file, opened })?;
    } else {
        writeln!(out, "{file}")?;
    }
    if args.html.is_none() && !opened {
        context.note("no browser could be started; open the file in one");
    }
    Ok(Status::Done)
}

/// What an argument puts into the page.
fn content(context: &Context, argument: &str) -> Result<Content> {
    let path = Path::new(argument);
    let is_file = argument == "-" || path.is_file();
    if is_file
        && path
            .extension()
            .is_some_and(|extension| extension == "toml")
    {
        // Read once by the program, so that a damaged file is told of here.
        input::read(context, argument)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        return Ok(Content {
            puzzles: Some(Puzzles {
                name: name.into_owned(),
                text: input::read_text(argument)?,
            }),
            ..Content::default()
        });
    }
    if is_file && argument != "-" && is_record(&input::read_text(argument)?) {
        let records = records::read(argument)?;
        return Ok(Content {
            records: records
                .iter()
                .map(|record| played(context, record))
                .collect::<Result<_>>()?,
            ..Content::default()
        });
    }
    let questions = match input::read(context, argument)? {
        Input::One(question) => vec![*question],
        Input::Many(entries) => entries
            .into_iter()
            .map(|Entry { line, question }| {
                question.map_err(|error| anyhow!("{argument}, line {line}: {error:#}"))
            })
            .collect::<Result<_>>()?,
    };
    Ok(match &questions[..] {
        [one] => Content {
            position: Some(place(one)),
            ..Content::default()
        },
        // Several positions are records without moves.
        many => Content {
            records: many
                .iter()
                .map(|question| Played {
                    text: text(&Record::default(), &question.rules, &question.setup),
                    notes: Vec::new(),
                })
                .collect(),
            ..Content::default()
        },
    })
}

fn place(question: &Question) -> Place {
    Place {
        position: question.setup.to_string(),
        rules: question.rules.describe(),
    }
}

/// Whether a text is game records rather than positions: header lines, and no `side:` among them.
fn is_record(text: &str) -> bool {
    let Ok(records) = parse_records(text) else {
        return false;
    };
    records
        .first()
        .is_some_and(|record| !record.headers.is_empty() && record.header("side").is_none())
}

/// A record as the page reads it, checked here first.
fn played(context: &Context, record: &Record) -> Result<Played> {
    super::replay::replay(context, record)
        .with_context(|| format!("the record of line {}", record.line))?;
    let (rules, start) = rules_and_start(&context.asked, record)?;
    Ok(Played {
        text: text(record, &rules, &start),
        notes: Vec::new(),
    })
}

/// A record with its rules and its start written out.
pub(super) fn text(record: &Record, rules: &Rules, start: &Setup) -> String {
    let mut written = record.clone();
    written
        .headers
        .retain(|(key, _)| !["game", "rules", "start"].contains(&key.as_str()));
    let own = [
        ("game", start.game.to_string()),
        ("rules", rules.describe()),
        ("start", start.to_string()),
    ];
    for (place, (key, value)) in own.into_iter().enumerate() {
        written.headers.insert(place, (key.to_owned(), value));
    }
    written.to_string()
}

/// Shows a file in the reader's browser; false where nothing is there to do so.
fn open(path: &PathBuf) -> bool {
    let openers: &[(&str, &[&str])] = if cfg!(target_os = "macos") {
        &[("open", &[])]
    } else if cfg!(windows) {
        &[("cmd", &["/C", "start", ""])]
    } else {
        &[("xdg-open", &[])]
    };
    openers.iter().any(|(program, arguments)| {
        Command::new(program)
            .args(*arguments)
            .arg(path)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    })
}
