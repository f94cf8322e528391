//! `sow annotate`: where each side erred.

use super::board::text;
use super::replay::replay;
use super::{of_arena, write_json};
use crate::cli::AnnotateArgs;
use crate::context::{Context, Status};
use crate::files::Output;
use crate::long_work::{Watched, stop_flag};
use crate::page::{Content, Played, TurnNote, with};
use crate::records;
use crate::report::notes;
use crate::report::turn::is_undecided;
use crate::tables::{self, Known};
use anyhow::{Result, bail};
use sow_arena::{Annotated, Effort, PlayedThrough, Scrutiny, annotate};
use sow_engine::notation::{Record, RecordError, RecordMove};
use sow_records::replay::Replayed;
use sow_search::Endgames;
use std::io::Write as _;

pub(crate) fn run(context: &Context, args: &AnnotateArgs) -> Result<Status> {
    let mut games = Vec::new();
    let mut status = Status::Done;
    for record in records::read_each(&args.file)? {
        let line = record
            .as_ref()
            .map_or_else(RecordError::line, |record| record.line);
        let played = record
            .map_err(anyhow::Error::from)
            .and_then(|record| Ok((replay(context, &record)?, record)));
        match played {
            Ok((played, record)) => games.push(played_through(record, played)),
            Err(error) => {
                status = Status::Bad;
                crate::streams::say(&format!(
                    "sow: {}, record of line {line}: {error:#}",
                    args.file
                ));
            }
        }
    }
    if games.is_empty() {
        bail!("{} holds no game that can be annotated", args.file);
    }
    let stop = stop_flag()?;
    let tables = tables::open(args.tables.folder.as_deref())?;
    let html_file = Output::open_if(args.html.as_deref())?;
    let scrutiny = Scrutiny {
        effort: Effort {
            memory: usize::try_from(args.memory).unwrap_or(usize::MAX),
            ..Effort::nodes(args.nodes)
        },
        error: args.error,
    };
    let watched = Watched::new(
        context,
        &args.file,
        "{bar:30} {human_pos} of {human_len} positions, {eta} left",
    );
    let run = watched.run(args.threads, &stop);
    let endgames = |rules, columns| {
        let known = Known::new(&tables, rules, columns)?;
        Some(Box::new(known) as Box<dyn Endgames>)
    };
    let annotated = annotate(games, &scrutiny, &endgames, &run).map_err(of_arena);
    watched.finish();
    let annotated = annotated?;
    let complete = annotated.iter().all(Option::is_some);
    let annotated: Vec<Annotated> = annotated.into_iter().flatten().collect();
    let mut out = crate::streams::stdout();
    for (index, game) in annotated.iter().enumerate() {
        if context.json {
            write_json(&mut out, game)?;
        } else {
            let space = if index > 0 { "\n" } else { "" };
            write!(
                out,
                "{space}{}",
                notes::text(game, args.error, context.letters)
            )?;
        }
    }
    if !complete {
        context.note("interrupted; the games that were finished were printed");
        return Ok(Status::Stopped);
    }
    if let Some(mut file) = html_file {
        file.replace(&with(&content(&annotated))?)?;
        file.finish()?;
    }
    Ok(status)
}

fn played_through(record: Record, played: Replayed) -> PlayedThrough {
    // Where a move leads that was not followed to its end is not known, so that nothing can be said of it.
    let decided = played.turns.into_iter();
    let turns = decided.filter(|(_, turn)| !is_undecided(turn));
    PlayedThrough {
        rules: played.rules,
        turns: turns.map(|(before, turn)| (before, turn.text)).collect(),
        last: played.game.position,
        ending: played.game.ending,
        line: record.line,
        headers: record.headers,
    }
}

/// The games with their notes, for the page.
fn content(games: &[Annotated]) -> Content {
    Content {
        records: games.iter().map(noted).collect(),
        ..Content::default()
    }
}

fn noted(annotated: &Annotated) -> Played {
    let game = &annotated.game;
    let start = game.turns.first().map_or(&game.last, |(before, _)| before);
    let moves = game.turns.iter().map(|(_, text)| RecordMove {
        text: text.clone(),
        line: game.line,
    });
    let record = Record {
        line: game.line,
        headers: game.headers.clone(),
        moves: moves.collect(),
        result: game.ending.as_ref().map(sow_engine::game::Ending::token),
    };
    let notes = annotated.notes.iter().map(|note| TurnNote {
        mark: note.mark.text(),
        before: note.worth,
        after: note.after,
        better: note.better.clone(),
        comment: note.comment(),
    });
    Played {
        text: text(&record, &game.rules, start),
        notes: notes.collect(),
    }
}
