//! `sow match`: players against each other, every opening with both sides.

use super::selfplay::{fits, whole_records};
use super::write_json;
use crate::cli::MatchArgs;
use crate::context::{Context, Status};
use crate::files::Growing;
use crate::input::{self, Question};
use crate::long_work::{SaveClock, progress, stop_flag, thread_pool};
use crate::players::{self, Seat};
use crate::report::record::record;
use crate::report::table::Table;
use crate::report::turn::count as count_of;
use crate::sequence::in_sequence;
use anyhow::{Result, anyhow, bail};
use indicatif::ProgressBar;
use rayon::ThreadPool;
use serde::Serialize;
use sow_arena::matches::{Entrant, Match};
use sow_arena::opening::Openings;
use sow_arena::rating::{Scores, Test, Verdict};
use sow_engine::game::{Board, Game};
use sow_engine::games::{self, BoardVisitor};
use sow_engine::notation::{Outcome, Record};
use std::collections::VecDeque;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Games played between two looks at the test: a fixed number, so that a match stops at the same game
/// on any number of threads.
const BATCH: u64 = 32;

/// What one player scored against another.
struct Standing {
    first: usize,
    second: usize,
    scores: Scores,
    /// Games that either has lost without regard to the board.
    forfeits: [u64; 2],
}

#[derive(Serialize)]
struct Report {
    position: String,
    rules: String,
    first: String,
    second: String,
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// Games that the first and the second player have lost without regard to the board.
    forfeits: [u64; 2],
    pairs: [u64; 5],
    score: f64,
    /// Infinite differences are `null`.
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<TestReport>,
}

#[derive(Serialize)]
struct TestReport {
    elo: [f64; 2],
    error: f64,
    log_likelihood_ratio: f64,
    bound: f64,
    verdict: &'static str,
}

pub(crate) fn run(context: &Context, args: &MatchArgs) -> Result<Status> {
    let stop = stop_flag()?;
    let questions = input::alike(context, &args.position)?;
    let first = &questions[0];
    if args.players.len() < 2 {
        bail!("a match needs two players, such as alpha-beta:nodes=20000 greedy");
    }
    if args.sprt.is_some() && args.players.len() > 2 {
        bail!(
            "--sprt tests two players, and {} are given",
            args.players.len()
        );
    }
    let seats: Vec<Seat> = players::seated(context, &args.players, first.setup.game)?
        .into_iter()
        .map(|seat| seat.within(args.move_time))
        .collect();
    let results = games::visit(
        first.rules,
        first.setup.columns,
        Play {
            context,
            args,
            questions: &questions,
            seats: &seats,
            pool: &thread_pool(args.threads)?,
            stop: &stop,
        },
    )?;
    let mut out = crate::streams::stdout();
    if context.json {
        for result in &results {
            write_json(&mut out, &report(args, first, &seats, result))?;
        }
    } else {
        print(&mut out, args, first, &seats, &results)?;
    }
    Ok(if stop.load(Ordering::Relaxed) {
        Status::Stopped
    } else {
        Status::Done
    })
}

/// Plays every player against every other.
struct Play<'a> {
    context: &'a Context,
    args: &'a MatchArgs,
    questions: &'a [Question],
    seats: &'a [Seat],
    pool: &'a ThreadPool,
    stop: &'a AtomicBool,
}

/// The file of the games.
#[derive(Default)]
struct Games {
    file: Option<(Growing, SaveClock)>,
    /// Those of an earlier run that have not been counted yet.
    kept: VecDeque<Record>,
}

/// A game that was played.
struct Done {
    record: Record,
    /// The score of South.
    south: f64,
}

impl BoardVisitor for Play<'_> {
    type Output = Result<Vec<Standing>>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Result<Vec<Standing>> {
        let arena = Match {
            game: &*game,
            openings: Openings {
                starts: input::positions(&*game, self.questions),
                turns: self.args.random_turns as usize,
                uneven: i32::try_from(self.args.uneven.saturating_mul(100)).ok(),
            },
            seed: self.args.seed,
            longest: self.args.longest as usize,
        };
        let count = self.seats.len() as u64;
        let mut games = match &self.args.output {
            Some(path) => open(path, self.args.seed)?,
            None => Games::default(),
        };
        if !games.kept.is_empty() {
            let kept = count_of(games.kept.len() as u64, "game");
            self.context
                .note(&format!("going on after {kept} that were played before"));
        }
        let bar = progress(
            self.context,
            self.games() * count * (count - 1) / 2,
            "{bar:30} {pos} of {len} games, {eta} left",
        );
        let mut results = Vec::new();
        for first in 0..self.seats.len() {
            for second in first + 1..self.seats.len() {
                results.push(self.pairing(&arena, [first, second], &mut games, &bar)?);
            }
        }
        bar.finish_and_clear();
        if let Some(record) = games.kept.front() {
            bail!(
                "{}, line {}: the match has fewer games than the file; name another file",
                self.args
                    .output
                    .as_deref()
                    .unwrap_or(Path::new(""))
                    .display(),
                record.line
            );
        }
        if let Some((file, _)) = &games.file {
            file.sync()?;
        }
        Ok(results)
    }
}

/// Opens the file of a match to add to it.
fn open(path: &Path, seed: u64) -> Result<Games> {
    let (mut file, text) = Growing::open(path)?;
    let (whole, records) = whole_records(path, &text, seed)?;
    file.cut(whole)?;
    Ok(Games {
        file: Some((file, SaveClock::new())),
        kept: records.into(),
    })
}

impl Play<'_> {
    /// Games of each two players.
    fn games(&self) -> u64 {
        2 * self.args.games.div_ceil(2)
    }

    /// Plays one player against another until all games are played, the test is decided or the user
    /// has enough.
    fn pairing<P: Board>(
        &self,
        arena: &Match<'_, P>,
        sides: [usize; 2],
        games: &mut Games,
        bar: &ProgressBar,
    ) -> Result<Standing> {
        let entrants: [&dyn Entrant<P>; 2] = sides.map(|side| &self.seats[side] as _);
        let all = self.games();
        let mut standing = Standing {
            first: sides[0],
            second: sides[1],
            scores: Scores::default(),
            forfeits: [0; 2],
        };
        // The score of the first player in the first game of a pair.
        let mut half = None;
        let mut count = |number: u64, done: &Done| {
            let [south, _] = Match::<P>::seats(number);
            let score = if south == 0 {
                done.south
            } else {
                1.0 - done.south
            };
            if done.record.header("termination").is_some() {
                standing.forfeits[usize::from(score > 0.5)] += 1;
            }
            match half.take() {
                None => half = Some(score),
                Some(earlier) => standing.scores.add([earlier, score]),
            }
            bar.inc(1);
            standing.scores
        };
        let mut done = 0;
        while done < all && !self.stop.load(Ordering::Relaxed) {
            let end = all.min((done / BATCH + 1) * BATCH);
            let mut scores = Scores::default();
            while done < end
                && let Some(record) = games.kept.pop_front()
            {
                scores = count(done, &self.known(arena, sides, done, record)?);
                done += 1;
            }
            let first = done;
            let play = |index: usize| {
                let number = first + index as u64;
                let played = arena.game(entrants, number);
                let (opening, played) = played.map_err(|error| anyhow!("{error}"))?;
                let headers = self.headers(arena.game, sides, number);
                let [_, south, north, seed, number] = headers;
                let players = [south.1, north.1];
                let record = record(arena.game, &opening, players, &[seed, number], &played);
                let south = played.south();
                Ok(Done { record, south })
            };
            let left = (end - first) as usize;
            in_sequence(self.pool, left, self.stop, play, |game| {
                if let Some((file, clock)) = &mut games.file {
                    file.add(&format!("{}\n", game.record))?;
                    if clock.is_due() {
                        file.sync()?;
                    }
                }
                scores = count(done, &game);
                done += 1;
                if let Some(reason) = game.record.header("termination") {
                    let players = sides.map(|side| self.seats[side].to_string());
                    bar.suspend(|| {
                        self.context.note(&format!(
                            "{} against {}, game {done}: {}",
                            players[0],
                            players[1],
                            named(reason, &game.record)
                        ));
                    });
                }
                Ok(())
            })?;
            if self
                .test()
                .is_some_and(|test| test.verdict(&scores) != Verdict::Open)
            {
                break;
            }
        }
        Ok(standing)
    }

    /// What tells the game of one pairing with a number from all others.
    fn headers<P: Board>(
        &self,
        game: &dyn Game<P>,
        sides: [usize; 2],
        number: u64,
    ) -> [(&'static str, String); 5] {
        let [south, north] = Match::<P>::seats(number).map(|seat| &self.seats[sides[seat]]);
        [
            ("rules", game.rules().describe()),
            ("south", south.to_string()),
            ("north", north.to_string()),
            ("seed", self.args.seed.to_string()),
            ("number", (number + 1).to_string()),
        ]
    }

    /// A game that an earlier run has played.
    fn known<P: Board>(
        &self,
        arena: &Match<'_, P>,
        sides: [usize; 2],
        number: u64,
        record: Record,
    ) -> Result<Done> {
        let other = |error: String| {
            let path = self.args.output.as_deref().unwrap_or(Path::new(""));
            anyhow!(
                "{} holds games of another match: {error}; name another file, or the settings of that match",
                path.display()
            )
        };
        fits(&record, &self.headers(arena.game, sides, number))
            .map_err(|error| other(error.to_string()))?;
        if number == 0 {
            let opening = arena.openings.opening(arena.game, arena.seed, 0);
            let start = arena.game.setup(&opening).to_string();
            if record.header("start") != Some(&start) {
                return Err(other(format!(
                    "line {}: the first opening is {start}",
                    record.line
                )));
            }
        }
        let south = match record.result {
            Some(Outcome::SouthWins) => 1.0,
            Some(Outcome::NorthWins) => 0.0,
            _ => 0.5,
        };
        Ok(Done { record, south })
    }

    fn test(&self) -> Option<Test> {
        test(self.args)
    }
}

/// The test that is asked for.
fn test(args: &MatchArgs) -> Option<Test> {
    args.sprt.as_ref().map(|&[worse, better]| Test {
        worse,
        better,
        error: args.error,
    })
}

fn report(args: &MatchArgs, question: &Question, seats: &[Seat], standing: &Standing) -> Report {
    let scores = &standing.scores;
    let finite = |value: f64| value.is_finite().then_some(value);
    let elo = scores.elo();
    Report {
        position: question.setup.to_string(),
        rules: question.rules.describe(),
        first: seats[standing.first].to_string(),
        second: seats[standing.second].to_string(),
        games: scores.games(),
        won: scores.won,
        drawn: scores.drawn,
        lost: scores.lost,
        forfeits: standing.forfeits,
        pairs: scores.pairs,
        score: scores.share().value,
        elo: finite(elo.value),
        elo_low: finite(elo.low),
        elo_high: finite(elo.high),
        test: test(args).map(|test| TestReport {
            elo: [test.worse, test.better],
            error: test.error,
            log_likelihood_ratio: scores.log_likelihood_ratio(test.worse, test.better),
            bound: test.bound(),
            verdict: test.verdict(scores).name(),
        }),
    }
}

fn print(
    out: &mut dyn Write,
    args: &MatchArgs,
    question: &Question,
    seats: &[Seat],
    standings: &[Standing],
) -> Result<()> {
    writeln!(
        out,
        "{}, {}, {} random turns, both sides of each opening\n",
        args.position,
        question.rules.describe(),
        args.random_turns
    )?;
    let mut table = Table::new(&[
        "player", "against", ">games", ">won", ">drawn", ">lost", ">score", ">Elo", ">95 %",
    ]);
    for standing in standings {
        let scores = &standing.scores;
        let (share, elo) = (scores.share(), scores.elo());
        table.row([
            seats[standing.first].to_string(),
            seats[standing.second].to_string(),
            scores.games().to_string(),
            scores.won.to_string(),
            scores.drawn.to_string(),
            scores.lost.to_string(),
            format!("{:.1} %", 100.0 * share.value),
            points(elo.value),
            format!("{} … {}", points(elo.low), points(elo.high)),
        ]);
    }
    write!(out, "{table}")?;
    for standing in standings {
        for (seat, forfeits) in [standing.first, standing.second]
            .into_iter()
            .zip(standing.forfeits)
        {
            if forfeits > 0 {
                writeln!(
                    out,
                    "{} lost {} without regard to the board; the records say why.",
                    seats[seat],
                    count_of(forfeits, "game")
                )?;
            }
        }
    }
    if let (Some(test), [standing]) = (test(args), standings) {
        let verdict = match test.verdict(&standing.scores) {
            Verdict::Better => format!("{} is better", seats[0]),
            Verdict::NotBetter => format!("{} is not better", seats[0]),
            Verdict::Open => "not decided yet".to_owned(),
        };
        writeln!(
            out,
            "\nTest of {:+} against {:+} Elo: {verdict}; log-likelihood ratio {:.2}, decided at ±{:.2}",
            test.worse,
            test.better,
            standing
                .scores
                .log_likelihood_ratio(test.worse, test.better),
            test.bound()
        )?;
    }
    Ok(())
}

/// A difference in Elo points.
fn points(elo: f64) -> String {
    if elo.is_finite() {
        format!("{elo:+.0}")
    } else if elo > 0.0 {
        "all won".to_owned()
    } else {
        "all lost".to_owned()
    }
}

/// The reason why a game was forfeited, with the player's name in place of his side.
fn named(reason: &str, record: &Record) -> String {
    let name = |side: &str| record.header(side).unwrap_or(side).to_owned();
    match reason.split_once(' ') {
        Some(("South", rest)) => format!("{} {rest}", name("south")),
        Some(("North", rest)) => format!("{} {rest}", name("north")),
        _ => reason.to_owned(),
    }
}
