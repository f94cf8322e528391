//! `sow annotate`: where each side erred.

use super::replay::replay;
use super::write_json;
use crate::cli::AnnotateArgs;
use crate::context::{Context, Status};
use crate::files::Output;
use crate::long_work::{on_threads, progress, stop_flag};
use crate::records;
use crate::report::annotation;
use crate::report::letters::spell;
use crate::report::table::Table;
use crate::report::worth::worth;
use crate::tables::{self, Known};
use anyhow::{Result, anyhow};
use rayon::prelude::*;
use serde::Serialize;
use sow_arena::judge::{Effort, Judge, Opinion, of_ending, rank};
use sow_endgame::Tables;
use sow_engine::game::{Board, Game};
use sow_engine::games::{self, BoardVisitor};
use sow_engine::notation::Record;
use sow_engine::relay::Patience;
use sow_engine::rules::Fate;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::turn::{TurnEnd, turns};
use sow_records::replay::Replayed;
use sow_search::Endgames;
use sow_search::analyse::Score;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// How bad a turn is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mark {
    /// Nothing is wrong with it.
    None,
    /// It loses seeds, or a position that was not proven lost is now.
    Error,
    /// It turns a proven win into less, or a proven draw into a loss.
    Blunder,
}

impl Mark {
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Error => "?",
            Self::Blunder => "??",
        }
    }
}

/// A turn of a record with what is thought of it.
pub(crate) struct Note {
    /// The position before it.
    pub(crate) before: Setup,
    /// The turn.
    pub(crate) text: String,
    /// What the position was worth.
    pub(crate) worth: Score,
    /// What the turn left of it.
    pub(crate) after: Score,
    /// The better turn and what would have followed, if the turn was marked.
    pub(crate) better: Vec<String>,
    /// Hundredths of a seed lost, where both sides of the turn are told in seeds.
    pub(crate) lost: Option<i64>,
    /// How bad it was.
    pub(crate) mark: Mark,
    /// Turns without an end that were there to play.
    pub(crate) never: Vec<String>,
}

impl Note {
    /// What is said of a marked turn, without a full stop.
    pub(crate) fn comment(&self) -> String {
        let mut parts = Vec::new();
        if self.mark != Mark::None {
            let lost = match (self.mark, self.lost) {
                (_, Some(lost)) => {
                    let about = if self.worth.is_proven() && self.after.is_proven() {
                        ""
                    } else {
                        "about "
                    };
                    let seeds = lost as f64 / 100.0;
                    format!("loses {about}{seeds} seeds")
                }
                (Mark::Blunder, None) if is_won(&self.worth, self.before.side) => {
                    "throws a win away".to_owned()
                }
                (Mark::Blunder, None) => "throws a draw away".to_owned(),
                (_, None) => "loses the game".to_owned(),
            };
            let better = self.better.first();
            parts.push(better.map_or(lost.clone(), |better| format!("{lost}; better {better}")));
        }
        if !self.never.is_empty() {
            parts.push(format!("never-ending: {}", self.never.join(", ")));
        }
        parts.join("; ")
    }
}

/// A record with notes.
pub(crate) struct Annotated {
    /// The record.
    pub(crate) record: Record,
    /// A note a turn.
    pub(crate) notes: Vec<Note>,
    /// How it ended, in words.
    pub(crate) result: String,
    /// What becomes of never-ending moves by the rules, in words.
    pub(crate) never: &'static str,
}

impl Annotated {
    /// Errors and blunders of a side.
    pub(crate) fn errors(&self, side: Side) -> [usize; 2] {
        [Mark::Error, Mark::Blunder].map(|mark| {
            let notes = self.notes.iter();
            notes
                .filter(|note| note.before.side == side && note.mark == mark)
                .count()
        })
    }
}

#[derive(Serialize)]
struct Report<'a> {
    line: usize,
    headers: Vec<(&'a str, &'a str)>,
    moves: Vec<NoteReport<'a>>,
    result: &'a str,
    errors: [usize; 2],
    blunders: [usize; 2],
}

#[derive(Serialize)]
struct NoteReport<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    player: &'static str,
    position: String,
    before: Score,
    after: Score,
    mark: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<f64>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    better: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    never: &'a [String],
}

pub(crate) fn run(context: &Context, args: &AnnotateArgs) -> Result<Status> {
    let mut replayed = Vec::new();
    for record in records::read(&args.file)? {
        let played = replay(context, &record)
            .map_err(|error| anyhow!("{}, record of line {}: {error}", args.file, record.line))?;
        replayed.push((record, played));
    }
    let stop = stop_flag()?;
    let tables = tables::open(args.tables.folder.as_deref())?;
    let positions: usize = replayed
        .iter()
        .map(|(_, played)| played.turns.len() + 1)
        .sum();
    let html_file = Output::open_if(args.html.as_deref())?;
    let bar = progress(
        context,
        positions as u64,
        "{bar:30} {pos} of {len} positions, {eta} left",
    );
    let annotated: Vec<Option<Annotated>> = on_threads(args.threads, || {
        replayed
            .into_par_iter()
            .map(|(record, played)| annotate(args, record, &played, &tables, &stop, &|| bar.inc(1)))
            .collect::<Result<_>>()
    })??;
    bar.finish_and_clear();
    let complete = annotated.iter().all(Option::is_some);
    let annotated: Vec<Annotated> = annotated.into_iter().flatten().collect();
    let mut out = crate::streams::stdout();
    for (index, game) in annotated.iter().enumerate() {
        if context.json {
            write_json(&mut out, &report(game))?;
        } else {
            if index > 0 {
                writeln!(out)?;
            }
            print(&mut out, context, game)?;
        }
    }
    if !complete {
        context.note("interrupted; the games that were finished were printed");
        return Ok(Status::Stopped);
    }
    if let Some(mut file) = html_file {
        file.replace(&annotation::page(&annotated))?;
        file.finish()?;
    }
    Ok(Status::Done)
}

/// Judges every position of a game; `None` if it was stopped.
fn annotate(
    args: &AnnotateArgs,
    record: Record,
    replayed: &Replayed,
    tables: &Tables,
    stop: &AtomicBool,
    done: &(dyn Fn() + Sync),
) -> Result<Option<Annotated>> {
    let known = Known::new(tables, replayed.rules, replayed.start.columns);
    let visitor = Opinions {
        args,
        replayed,
        known: known.as_ref(),
        stop,
        done,
    };
    let judged = games::visit(replayed.rules, replayed.start.columns, visitor);
    Known::finish(known)?;
    let Some((opinions, never)) = judged else {
        return Ok(None);
    };
    let notes = replayed
        .turns
        .iter()
        .zip(opinions.windows(2))
        .zip(never)
        .map(|(((before, turn), opinions), never)| {
            note(args, before, &turn.text, &opinions[0], &opinions[1], never)
        })
        .collect();
    Ok(Some(Annotated {
        notes,
        result: match &replayed.game.ending {
            Some(ending) => ending.to_string(),
            None => "open".to_owned(),
        },
        never: match replayed.rules.fate() {
            Fate::Illegal => "by these rules they are not legal",
            Fate::Annul => "by these rules they annul the game",
            Fate::MoverLoses => "by these rules they lose the game",
        },
        record,
    }))
}

/// Judges with the game's own types: an opinion on each position, the last one included, and the
/// never-ending turns of each but the last.
struct Opinions<'a> {
    args: &'a AnnotateArgs,
    replayed: &'a Replayed,
    /// The endgame tables that fit.
    known: Option<&'a Known<'a>>,
    stop: &'a AtomicBool,
    done: &'a (dyn Fn() + Sync),
}

impl BoardVisitor for Opinions<'_> {
    type Output = Option<(Vec<Opinion>, Vec<Vec<String>>)>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let before = self.replayed.turns.iter().map(|(before, _)| before);
        let positions: Vec<P> = before.map(|setup| game.position(setup)).collect();
        let start = game.position(&self.replayed.start);
        let effort = Effort {
            memory: usize::try_from(self.args.memory).unwrap_or(usize::MAX),
            ..Effort::nodes(self.args.nodes)
        };
        let known = self.known.map(|known| known as &dyn Endgames);
        let judge = Judge::new(&*game, usize::from(game.seeds(&start)), effort, known);
        let mut opinions = Vec::new();
        // From the end backwards, so that what is proven there helps the proofs before it.
        opinions.push(match &self.replayed.game.ending {
            Some(ending) => Opinion {
                score: of_ending(ending, &*game),
                line: Vec::new(),
                decision: None,
                nodes: 0,
            },
            None => {
                let last = game.position(&self.replayed.game.position);
                judge.judge(&positions, &last, self.stop)?
            }
        });
        (self.done)();
        for (index, position) in positions.iter().enumerate().rev() {
            opinions.push(judge.judge(&positions[..index], position, self.stop)?);
            (self.done)();
        }
        opinions.reverse();
        let never = positions
            .iter()
            .map(|position| {
                turns(&*game, position, &Patience::UNLIMITED, false)
                    .into_iter()
                    .filter(|turn| matches!(turn.end, TurnEnd::NeverEnds(_)))
                    .map(|turn| turn.text)
                    .collect()
            })
            .collect();
        (!self.stop.load(Ordering::Relaxed)).then_some((opinions, never))
    }
}

fn is_won(score: &Score, side: Side) -> bool {
    matches!(score, Score::Win { winner, .. } if *winner == side)
}

/// The seeds that a score tells, in hundredths, seen by South.
fn seeds(score: &Score) -> Option<i64> {
    match score {
        Score::Estimate(hundredths) => Some(i64::from(*hundredths)),
        Score::Win { margin, .. } => margin.map(|margin| 100 * i64::from(margin)),
        Score::Draw => Some(0),
        Score::Chance(_) => None,
    }
}

fn note(
    args: &AnnotateArgs,
    before: &Setup,
    text: &str,
    first: &Opinion,
    second: &Opinion,
    never: Vec<String>,
) -> Note {
    let side = before.side;
    let played = second.score;
    // The search that went on after the turn saw more than the one before it.
    let best = if rank(&played, side) > rank(&first.score, side) {
        played
    } else {
        first.score
    };
    let other = side.other();
    let lost = match (seeds(&best), seeds(&played)) {
        // A proven win counts in seeds only against another proof.
        (Some(had), Some(has)) if best.is_proven() == played.is_proven() => {
            Some(i64::from(side.sign()) * (had - has)).filter(|&lost| lost > 0)
        }
        _ => None,
    };
    let is_drawn = |score: &Score| matches!(score, Score::Draw);
    let mark = if is_won(&best, side) && played.is_proven() && !is_won(&played, side)
        || is_drawn(&best) && is_won(&played, other)
    {
        Mark::Blunder
    } else if !best.is_proven() && is_won(&played, other)
        || lost.is_some_and(|lost| lost as f64 >= 100.0 * args.error)
        || best.is_proven() && played.is_proven() && lost.is_some()
    {
        Mark::Error
    } else {
        Mark::None
    };
    let better = if mark == Mark::None || first.line.first().is_some_and(|best| best == text) {
        Vec::new()
    } else {
        first.line.clone()
    };
    Note {
        before: before.clone(),
        text: text.to_owned(),
        worth: best,
        after: played,
        better,
        lost: lost.filter(|_| mark == Mark::Error),
        mark,
        never: never.into_iter().filter(|turn| turn != text).collect(),
    }
}

fn report(game: &Annotated) -> Report<'_> {
    let headers = game.record.headers.iter();
    let errors = Side::BOTH.map(|side| game.errors(side));
    Report {
        line: game.record.line,
        headers: headers
            .map(|(key, value)| (key.as_str(), value.as_str()))
            .collect(),
        moves: game
            .notes
            .iter()
            .map(|note| NoteReport {
                text: &note.text,
                player: match note.before.side {
                    Side::South => "south",
                    Side::North => "north",
                },
                position: note.before.to_string(),
                before: note.worth,
                after: note.after,
                mark: note.mark.text(),
                lost: note.lost.map(|lost| lost as f64 / 100.0),
                better: &note.better,
                never: &note.never,
            })
            .collect(),
        result: &game.result,
        errors: errors.map(|[errors, _]| errors),
        blunders: errors.map(|[_, blunders]| blunders),
    }
}

fn print(out: &mut dyn Write, context: &Context, game: &Annotated) -> Result<()> {
    for (key, value) in &game.record.headers {
        writeln!(out, "{key}: {value}")?;
    }
    writeln!(out)?;
    let mut table = Table::new(&[">", "player", "move", "", "worth after it", ""]);
    for (index, note) in game.notes.iter().enumerate() {
        table.row([
            (index + 1).to_string(),
            note.before.side.to_string(),
            spell(context.letters, &note.before, &note.text),
            note.mark.text().to_owned(),
            worth(&note.after),
            note.comment(),
        ]);
    }
    write!(out, "{table}")?;
    writeln!(out, "\nResult: {}", game.result)?;
    for side in Side::BOTH {
        let [errors, blunders] = game.errors(side);
        writeln!(out, "{side}: {errors} ? and {blunders} ??")?;
    }
    if game.notes.iter().any(|note| !note.never.is_empty()) {
        writeln!(
            out,
            "Never-ending moves are named where one could have been tried; {}.",
            game.never
        )?;
    }
    Ok(())
}
