//! `sow match`: players against each other, every opening with both sides.

use super::write_json;
use crate::cli::MatchArgs;
use crate::context::{Context, Status};
use crate::files::Output;
use crate::input::{self, Question};
use crate::long_work::{on_threads, progress, stop_flag};
use crate::players::{self, Seat};
use crate::report::record::record;
use crate::report::table::Table;
use anyhow::{Result, anyhow, bail};
use indicatif::ProgressBar;
use serde::Serialize;
use sow_arena::matches::{Entrant, Match, Pair};
use sow_arena::opening::Openings;
use sow_arena::rating::{Scores, Test, Verdict};
use sow_engine::game::{Board, Game};
use sow_engine::games::{self, BoardVisitor};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// Pairs played between two looks at the test: a fixed number, so that a match stops at the same game
/// on any number of threads.
const BATCH: u64 = 16;

/// What one player scored against another.
struct Standing {
    first: usize,
    second: usize,
    scores: Scores,
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
    let seats = players::seated(context, &args.players, first.setup.game)?;
    let results = on_threads(args.threads, || {
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
        )
    })??;
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
    stop: &'a AtomicBool,
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
        let pairs = self.args.games.div_ceil(2);
        let count = self.seats.len() as u64;
        let bar = progress(
            self.context,
            pairs * count * (count - 1) / 2,
            "{bar:30} {pos} of {len} pairs of games, {eta} left",
        );
        let mut results = Vec::new();
        let mut file = self
            .args
            .output
            .as_deref()
            .map(Output::open)
            .transpose()?
            .map(|file| (file, String::new()));
        for first in 0..self.seats.len() {
            for second in first + 1..self.seats.len() {
                let scores = self.pairing(&arena, [first, second], file.as_mut(), &bar)?;
                results.push(Standing {
                    first,
                    second,
                    scores,
                });
            }
        }
        bar.finish_and_clear();
        if let Some((file, _)) = file {
            file.finish()?;
        }
        Ok(results)
    }
}

impl Play<'_> {
    /// Plays one player against another until all pairs are played, the test is decided or the user
    /// has enough.
    fn pairing<P: Board>(
        &self,
        arena: &Match<'_, P>,
        sides: [usize; 2],
        mut file: Option<&mut (Output, String)>,
        bar: &ProgressBar,
    ) -> Result<Scores> {
        let entrants: [&dyn Entrant<P>; 2] = sides.map(|side| &self.seats[side] as _);
        let pairs = self.args.games.div_ceil(2);
        let mut scores = Scores::default();
        let mut done = 0;
        while done < pairs && !self.stop.load(Ordering::Relaxed) {
            let batch = done..pairs.min(done + BATCH);
            done = batch.end;
            let played = arena
                .pairs(entrants, batch)
                .map_err(|error| anyhow!("{error}"))?;
            bar.inc(played.len() as u64);
            for pair in &played {
                scores.add(pair.points());
                if let Some((_, text)) = &mut file {
                    *text += &self.records(arena.game, sides, pair);
                }
            }
            if let Some((file, text)) = &mut file {
                file.replace(text)?;
            }
            if self
                .test()
                .is_some_and(|test| test.verdict(&scores) != Verdict::Open)
            {
                break;
            }
        }
        Ok(scores)
    }

    /// Both games of a pair as records.
    fn records<P: Board>(
        &self,
        game: &dyn Game<P>,
        [first, second]: [usize; 2],
        pair: &Pair<P>,
    ) -> String {
        let mut text = String::new();
        for (played, [south, north]) in pair.games.iter().zip([[first, second], [second, first]]) {
            let players = [south, north].map(|seat| self.seats[seat].to_string());
            text += &format!("{}\n", record(game, &pair.opening, players, &[], played));
        }
        text
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
