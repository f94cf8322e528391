//! `sow stats`: what game records say.

use super::write_json;
use crate::cli::StatsArgs;
use crate::context::{Context, Status};
use crate::files::Output;
use crate::records::{self, rules_and_start};
use crate::report::{statistics, statistics_page};
use crate::rows::Rows;
use anyhow::{Result, anyhow, bail};
use sow_arena::{Collection, CountError, Moves, Run, count, count_written};
use sow_engine::notation::Record;
use sow_engine::rules::Rules;
use sow_records::attested::{Attested, Why};
use sow_records::playing::Playing;
use std::io::Write as _;
use std::path::Path;

pub(crate) fn run(context: &Context, args: &StatsArgs) -> Result<Status> {
    let report = Report::open(context, args.csv.as_deref(), args.html.as_deref())?;
    let texts = args.files.iter().map(|file| records::read_text(file));
    let texts = texts.collect::<Result<Vec<String>>>()?;
    let (found, status) = match written(context, args, &texts)? {
        Some(found) => (found, Status::Done),
        None => one_by_one(context, args, &texts)?,
    };
    report.tell(context, &found)?;
    Ok(status)
}

/// How games are counted.
fn counting(args: &StatsArgs) -> Run<'static> {
    Run {
        threads: args.threads.map_or(0, |threads| threads as usize),
        ..Run::default()
    }
}

/// Counts games that are all written as self-play writes them; `None` if they are not, or something is wrong with them.
fn written(context: &Context, args: &StatsArgs, texts: &[String]) -> Result<Option<Collection>> {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let beginning = |headers: &[(&str, &str)]| {
        let owned = |&(key, value): &(&str, &str)| (key.to_owned(), value.to_owned());
        let record = Record {
            headers: headers.iter().map(owned).collect(),
            ..Record::default()
        };
        rules_and_start(&context.asked, &record).ok()
    };
    let run = counting(args);
    Ok(count_written(
        &texts, &beginning, args.depth, args.least, &run,
    )?)
}

/// Counts games however they are written; those that cannot be read or played are told and left out.
fn one_by_one(
    context: &Context,
    args: &StatsArgs,
    texts: &[String],
) -> Result<(Collection, Status)> {
    let mut games = Vec::new();
    let mut lines: Vec<(String, Vec<usize>)> = Vec::new();
    let mut kind = None::<(Rules, usize)>;
    let mut status = Status::Done;
    for (file, text) in args.files.iter().zip(texts) {
        for record in records::each_of_text(file, text)? {
            let read = record.map_err(anyhow::Error::from).and_then(|record| {
                let rules = rules_and_start(&context.asked, &record)
                    .map_err(|error| anyhow!("line {}: {error:#}", record.line))?;
                Ok((record, rules))
            });
            let (record, (rules, start)) = match read {
                Ok(read) => read,
                Err(error) => {
                    leave_out(&format!("{file}, {error:#}"));
                    status = Status::Bad;
                    continue;
                }
            };
            let line = record.line;
            let (expected, columns) = *kind.get_or_insert((rules, start.columns));
            if (expected, columns) != (rules, start.columns) {
                bail!(
                    "{file}, line {line}: {} {} on {} columns among games of {} {} on {columns}; statistics are of one game, size and ruleset",
                    rules.game(),
                    rules.describe(),
                    start.columns,
                    expected.game(),
                    expected.describe(),
                );
            }
            lines.push((
                file.clone(),
                record.moves.iter().map(|played| played.line).collect(),
            ));
            let attested = Attested::of(&record);
            games.push(Moves {
                start,
                attested: attested.outcome,
                reason: attested.why.map_or("attested", Why::name),
                texts: record.moves.into_iter().map(|played| played.text).collect(),
            });
        }
    }
    let Some((rules, _)) = kind else {
        bail!("there are no games");
    };
    loop {
        match count(rules, &games, args.depth, args.least, &counting(args)) {
            Ok(found) => return Ok((found, status)),
            Err(CountError::Turn { game, .. }) => {
                status = Status::Bad;
                leave_out_illegal(rules, game, &mut games, &mut lines);
                if games.is_empty() {
                    bail!("there is no game that can be played to its end");
                }
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// Says what is wrong with a game that is not counted.
fn leave_out(what: &str) {
    crate::streams::say(&format!("sow: {what}; this game is left out"));
}

/// Takes out the games with a turn that is not legal; one is `found` already.
fn leave_out_illegal(
    rules: Rules,
    found: usize,
    games: &mut Vec<Moves>,
    lines: &mut Vec<(String, Vec<usize>)>,
) {
    let fault = |game: &Moves| {
        let mut playing = Playing::new(rules, &game.start);
        let mut texts = game.texts.iter().enumerate();
        texts.find_map(|(turn, text)| playing.play(text, true).err().map(|why| (turn, why)))
    };
    let kept: Vec<bool> = games
        .iter()
        .zip(lines.iter())
        .enumerate()
        .map(|(index, (game, (file, lines)))| {
            let Some((turn, why)) = fault(game) else {
                return index != found;
            };
            let line = lines.get(turn).copied().unwrap_or_default();
            leave_out(&format!("{file}, line {line}, move {}: {why}", turn + 1));
            false
        })
        .collect();
    let mut keep = kept.iter();
    games.retain(|_| keep.next().copied().unwrap_or(true));
    let mut keep = kept.iter();
    lines.retain(|_| keep.next().copied().unwrap_or(true));
}

/// Where a collection of games is told.
pub(crate) struct Report {
    rows: Option<Rows>,
    html_file: Option<Output>,
}

impl Report {
    /// Tries the files of the options, before the work begins.
    pub(crate) fn open(context: &Context, csv: Option<&Path>, html: Option<&Path>) -> Result<Self> {
        Ok(Self {
            rows: Rows::open_if(context, csv, statistics::COLUMNS)?,
            html_file: Output::open_if(html)?,
        })
    }

    /// Tells what was found.
    pub(crate) fn tell(self, context: &Context, found: &Collection) -> Result<()> {
        let Self {
            mut rows,
            html_file,
        } = self;
        let games = found.statistics.results.games();
        if (found.distinct as u64) < games {
            context.note(&format!(
                "only {} of {games} games are different; the intervals take all for independent and are too narrow",
                found.distinct
            ));
        }
        if found.statistics.contradicted > 0 {
            context.note(&format!(
                "{} of the records state another result than the rules give; that of the rules is counted",
                found.statistics.contradicted
            ));
        }
        if let Some(rows) = &mut rows {
            for row in statistics::rows(found) {
                rows.add(row)?;
            }
        }
        let mut out = Rows::other_output(rows.as_ref());
        Rows::finish(rows)?;
        if let Some(mut file) = html_file {
            file.replace(&statistics_page::page(found))?;
            file.finish()?;
        }
        if context.json {
            write_json(&mut out, found)?;
        } else {
            write!(out, "{}", statistics::text(found))?;
        }
        Ok(())
    }
}
