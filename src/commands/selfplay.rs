//! `sow selfplay`: numbered games, written down as they finish.

use crate::cli::SelfPlayArgs;
use crate::context::{Context, Status};
use crate::files::Growing;
use crate::input::{self, Question};
use crate::long_work::{SaveClock, progress, stop_flag, thread_pool};
use crate::players::{self, Seat};
use crate::report::record::record;
use anyhow::{Result, anyhow, bail};
use sow_arena::matches::Entrant;
use sow_arena::opening::Openings;
use sow_arena::selfplay::SelfPlay;
use sow_arena::spread::in_order;
use sow_engine::game::{Board, Game};
use sow_engine::games::{self, BoardVisitor};
use sow_engine::kind::GameKind;
use sow_engine::notation::{Record, parse_records};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

pub(crate) fn run(context: &Context, args: &SelfPlayArgs) -> Result<Status> {
    let stop = stop_flag()?;
    // The name of a game alone is its start.
    let start = match GameKind::from_name(&args.game) {
        Some(_) => format!("{}:start", args.game),
        None => args.game.clone(),
    };
    let questions = input::alike(context, &start)?;
    let first = &questions[0];
    let seats = players::seated(context, [&args.south, &args.north], first.setup.game)?;
    games::visit(
        first.rules,
        first.setup.columns,
        Play {
            context,
            args,
            questions: &questions,
            seats: &seats,
            stop: &stop,
        },
    )?;
    Ok(if stop.load(Ordering::Relaxed) {
        context.note("interrupted; the same command goes on from here");
        Status::Stopped
    } else {
        Status::Done
    })
}

/// Plays the games of this shard.
struct Play<'a> {
    context: &'a Context,
    args: &'a SelfPlayArgs,
    questions: &'a [Question],
    seats: &'a [Seat],
    stop: &'a AtomicBool,
}

impl BoardVisitor for Play<'_> {
    type Output = Result<()>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Result<()> {
        let selfplay = SelfPlay {
            game: &*game,
            openings: Openings {
                starts: input::positions(&*game, self.questions),
                turns: self.args.random_turns as usize,
                uneven: None,
            },
            entrants: [
                &self.seats[0] as &dyn Entrant<P>,
                &self.seats[1] as &dyn Entrant<P>,
            ],
            swaps: self.args.swap,
            seed: self.args.seed,
            longest: self.args.longest as usize,
        };
        let shard = &self.args.shard;
        let numbers: Vec<u64> = (shard.index..self.args.games)
            .step_by(shard.count as usize)
            .collect();
        let headers = |number: u64| {
            let seats = selfplay.seats(number);
            [
                ("rules", game.rules().describe()),
                ("south", self.seats[seats[0]].to_string()),
                ("north", self.seats[seats[1]].to_string()),
                ("seed", self.args.seed.to_string()),
                ("number", (number + 1).to_string()),
            ]
        };
        let (mut out, done) = match &self.args.output {
            None => (Output::Standard(crate::streams::stdout()), 0),
            Some(path) => {
                let (file, done) = open(path, &numbers, &headers)?;
                (Output::File(file, SaveClock::new()), done)
            }
        };
        if done > 0 {
            self.context.note(&format!(
                "going on after {done} games that were played before"
            ));
        }
        let bar = progress(
            self.context,
            numbers.len() as u64,
            "{bar:30} {pos} of {len} games, {per_sec}, {eta} left",
        );
        bar.set_position(done as u64);
        let pool = thread_pool(self.args.threads)?;
        let left = &numbers[done..];
        let (sender, finished) = mpsc::sync_channel(1024);
        std::thread::scope(|scope| {
            let (pool, selfplay, headers, stop) = (&pool, &selfplay, &headers, self.stop);
            scope.spawn(move || {
                pool.install(|| {
                    // Few wait to be written, as games begin in their order.
                    in_order(left.len(), &|place| {
                        let number = left[place];
                        if stop.load(Ordering::Relaxed) {
                            return;
                        }
                        let text = selfplay.game(number).map(|game| {
                            let [_, south, north, seed, number] = headers(number);
                            let players = [south.1, north.1];
                            let more = [seed, number];
                            let record =
                                record(selfplay.game, &game.start, players, &more, &game.played);
                            format!("{record}\n")
                        });
                        // Nobody listens any more where writing has failed.
                        let _ = sender.send((place, text));
                    });
                });
            });
            // Games are written in their order; those that finish early wait.
            let mut waiting = BTreeMap::new();
            let mut next = 0;
            let written: Result<()> = finished.iter().try_for_each(|(place, text)| {
                waiting.insert(place, text.map_err(|error| anyhow!("{error}"))?);
                while let Some(text) = waiting.remove(&next) {
                    out.write(&text)?;
                    next += 1;
                    bar.inc(1);
                }
                Ok(())
            });
            if written.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            drop(finished);
            written
        })?;
        out.finish()?;
        bar.finish_and_clear();
        Ok(())
    }
}

/// Where records go.
enum Output {
    Standard(crate::streams::Output),
    File(Growing, SaveClock),
}

impl Output {
    /// Writes one whole record.
    fn write(&mut self, text: &str) -> Result<()> {
        match self {
            Self::Standard(out) => out.write_all(text.as_bytes())?,
            Self::File(file, clock) => {
                file.add(text)?;
                if clock.is_due() {
                    file.sync()?;
                }
            }
        }
        Ok(())
    }

    /// Brings to the disk what was written.
    fn finish(&self) -> Result<()> {
        match self {
            Self::Standard(_) => Ok(()),
            Self::File(file, _) => file.sync(),
        }
    }
}

/// Opens the file of a run to add to it, a game that was cut off in the writing taken away; says how
/// many games it holds.
fn open(
    path: &Path,
    numbers: &[u64],
    headers: &impl Fn(u64) -> [(&'static str, String); 5],
) -> Result<(Growing, usize)> {
    let (mut file, text) = Growing::open(path)?;
    let whole = text.rfind("\n\n").map_or(0, |end| end + 2);
    let records = parse_records(&text[..whole])
        .map_err(|error| anyhow!("{} holds no self-play: {error}", path.display()))?;
    if records.len() > numbers.len() {
        bail!(
            "{} holds {} games already, and {} are asked for",
            path.display(),
            records.len(),
            numbers.len()
        );
    }
    for (record, &number) in records.iter().zip(numbers) {
        fits(record, &headers(number)).map_err(|error| {
            anyhow!(
                "{} holds games of another run: {error}; name another file, or the settings of that run",
                path.display()
            )
        })?;
    }
    if whole == 0 && !text.is_empty() && !text.starts_with("game:") {
        bail!("{} holds something else than games", path.display());
    }
    file.cut(whole)?;
    Ok((file, records.len()))
}

/// Whether a record can be one of this run.
fn fits(record: &Record, headers: &[(&'static str, String)]) -> Result<()> {
    for (key, value) in headers {
        let found = record.header(key).unwrap_or("missing");
        if found != value {
            bail!("line {}: `{key}` is {found}, not {value}", record.line);
        }
    }
    Ok(())
}
