//! `sow selfplay`: numbered games, written down as they finish.

use crate::cli::SelfPlayArgs;
use crate::context::{Context, Status};
use crate::files::Growing;
use crate::input::{self, Question};
use crate::long_work::{SaveClock, progress, stop_flag, thread_pool};
use crate::players::{self, Seat};
use crate::report::record::record;
use crate::sequence::in_sequence;
use anyhow::{Result, anyhow, bail};
use sow_arena::matches::Entrant;
use sow_arena::opening::Openings;
use sow_arena::selfplay::SelfPlay;
use sow_engine::game::{Board, Game};
use sow_engine::games::{self, BoardVisitor};
use sow_engine::kind::GameKind;
use sow_engine::notation::{Record, parse_records};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

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
        let numbers = Numbers {
            first: shard.index,
            step: shard.count,
            end: self.args.games,
        };
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
                let (file, done) = open(path, &numbers, self.args.seed, &headers)?;
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
            numbers.count(),
            "{bar:30} {pos} of {len} games, {per_sec}, {eta} left",
        );
        bar.set_position(done as u64);
        let pool = thread_pool(self.args.threads)?;
        let left = usize::try_from(numbers.count())?.saturating_sub(done);
        let play = |place: usize| {
            let number = numbers.at(done + place);
            let game = selfplay.game(number).map_err(|error| anyhow!("{error}"))?;
            let [_, south, north, seed, number] = headers(number);
            let players = [south.1, north.1];
            let record = record(
                selfplay.game,
                &game.start,
                players,
                &[seed, number],
                &game.played,
            );
            Ok(format!("{record}\n"))
        };
        in_sequence(&pool, left, self.stop, play, |text| {
            out.write(&text)?;
            bar.inc(1);
            Ok(())
        })?;
        out.finish()?;
        bar.finish_and_clear();
        Ok(())
    }
}

/// The numbers of the games of a shard, from 0.
struct Numbers {
    first: u64,
    step: u64,
    end: u64,
}

impl Numbers {
    const fn count(&self) -> u64 {
        self.end.saturating_sub(self.first).div_ceil(self.step)
    }

    const fn at(&self, place: usize) -> u64 {
        self.first + self.step * place as u64
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
    numbers: &Numbers,
    seed: u64,
    headers: &impl Fn(u64) -> [(&'static str, String); 5],
) -> Result<(Growing, usize)> {
    let (mut file, text) = Growing::open(path)?;
    let (whole, records) = whole_records(path, &text, seed)?;
    if records.len() as u64 > numbers.count() {
        bail!(
            "{} holds {} games already, and {} are asked for",
            path.display(),
            records.len(),
            numbers.count()
        );
    }
    for (place, record) in records.iter().enumerate() {
        fits(record, &headers(numbers.at(place))).map_err(|error| {
            anyhow!(
                "{} holds games of another run: {error}; name another file, or the settings of that run",
                path.display()
            )
        })?;
    }
    file.cut(whole)?;
    Ok((file, records.len()))
}

/// The whole records of a file that games are written to, and how many bytes they take: what follows was cut
/// off in the writing.
pub(super) fn whole_records(path: &Path, text: &str, seed: u64) -> Result<(usize, Vec<Record>)> {
    let whole = text.rfind("\n\n").map_or(0, |end| end + 2);
    if !is_torn(&text[whole..], seed) {
        bail!(
            "{} holds something else than games of this program; name another file",
            path.display()
        );
    }
    let records = parse_records(&text[..whole]).map_err(|error| {
        anyhow!(
            "{} holds something else than games: {error}",
            path.display()
        )
    })?;
    Ok((whole, records))
}

/// Whether a text can be the beginning of a record with this seed, and nothing that somebody might miss.
fn is_torn(text: &str, seed: u64) -> bool {
    const KEYS: [&str; 8] = [
        "game",
        "rules",
        "start",
        "south",
        "north",
        "seed",
        "number",
        "termination",
    ];
    let mut lines = text.split_inclusive('\n');
    let mut has_number = false;
    for line in &mut lines {
        let is_whole = line.ends_with('\n');
        let header = line.trim_end_matches('\n').split_once(": ");
        match header.filter(|(key, _)| KEYS.contains(key)) {
            Some(("seed", value)) if is_whole && value != seed.to_string() => return false,
            Some((key, _)) => has_number |= key == "number",
            // The moves, which follow the number of the game, or a header that was cut off.
            None => {
                let begins = |key: &&str| format!("{key}: ").starts_with(line);
                return has_number || !is_whole && KEYS.iter().any(begins);
            }
        }
    }
    true
}

/// Whether a record can be one of this run.
pub(super) fn fits(record: &Record, headers: &[(&'static str, String)]) -> Result<()> {
    for (key, value) in headers {
        let found = record.header(key).unwrap_or("missing");
        if found != value {
            bail!("line {}: `{key}` is {found}, not {value}", record.line);
        }
    }
    Ok(())
}
