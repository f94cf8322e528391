//! `sow stats`: what game records say.

use super::write_json;
use crate::cli::StatsArgs;
use crate::context::{Context, Status};
use crate::files::Output;
use crate::records::{self, rules_and_start};
use crate::report::{statistics, statistics_page};
use crate::rows::Rows;
use anyhow::{Result, anyhow, bail};
use sow_arena::{CountError, Moves, Run, count};
use sow_engine::rules::Rules;
use sow_records::attested::{Attested, Why};
use sow_records::playing::Playing;
use std::io::Write as _;

pub(crate) fn run(context: &Context, args: &StatsArgs) -> Result<Status> {
    let mut rows = Rows::open_if(context, args.csv.as_deref(), statistics::COLUMNS)?;
    let html_file = Output::open_if(args.html.as_deref())?;
    let mut games = Vec::new();
    let mut lines: Vec<(String, Vec<usize>)> = Vec::new();
    let mut kind = None::<(Rules, usize)>;
    let mut status = Status::Done;
    for file in &args.files {
        for record in records::read_each(file)? {
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
    let watched = Run {
        threads: args.threads.map_or(0, |threads| threads as usize),
        ..Run::default()
    };
    let found = loop {
        match count(rules, &games, args.depth, args.least, &watched) {
            Ok(found) => break found,
            Err(CountError::Turn { game, .. }) => {
                status = Status::Bad;
                leave_out_illegal(rules, game, &mut games, &mut lines);
                if games.is_empty() {
                    bail!("there is no game that can be played to its end");
                }
            }
            Err(error) => return Err(error.into()),
        }
    };
    if found.distinct < games.len() {
        context.note(&format!(
            "only {} of {} games are different; the intervals take all for independent and are too narrow",
            found.distinct,
            games.len()
        ));
    }
    if found.statistics.contradicted > 0 {
        context.note(&format!(
            "{} of the records state another result than the rules give; that of the rules is counted",
            found.statistics.contradicted
        ));
    }
    if let Some(rows) = &mut rows {
        for row in statistics::rows(&found) {
            rows.add(row)?;
        }
    }
    let mut out = Rows::other_output(rows.as_ref());
    Rows::finish(rows)?;
    if let Some(mut file) = html_file {
        file.replace(&statistics_page::page(&found))?;
        file.finish()?;
    }
    if context.json {
        write_json(&mut out, &found)?;
    } else {
        write!(out, "{}", statistics::text(&found))?;
    }
    Ok(status)
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
