//! `sow analyse`: the best moves of a position with their scores, deeper and deeper.

use super::{for_each, write_json};
use crate::book_file::{Found, Lookup};
use crate::cli::{AnalyseArgs, EngineArg};
use crate::context::{Context, Status};
use crate::input::Question;
use crate::long_work::stop_flag;
use crate::report::board::board;
use crate::report::prose::wrap;
use crate::report::turn::count;
use crate::report::worth::worth;
use crate::tables::{self, Known};
use anyhow::{Result, anyhow};
use serde::Serialize;
use sow_engine::game::{Board, Game};
use sow_engine::games::{self, BoardVisitor};
use sow_search::analyse::{Line, MOST_DEPTH, Score, Wish};
use sow_search::evaluate::Weights;
use sow_search::{Analyser, Analysis, Endgames, Limits, MonteCarlo, Objective};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

impl EngineArg {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alpha-beta",
            Self::Mcts => "mcts",
        }
    }
}

/// What one depth found.
#[derive(Serialize)]
struct Report<'a> {
    position: String,
    rules: String,
    depth: u32,
    complete: bool,
    lines: Vec<LineReport<'a>>,
    nodes: u64,
    seconds: f64,
    engine: &'static str,
}

/// One move. Scores are seen by South.
#[derive(Serialize)]
struct LineReport<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    #[serde(flatten)]
    score: Score,
    /// Simulations that began with the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u64>,
    line: &'a [String],
}

impl<'a> LineReport<'a> {
    fn new(line: &'a Line) -> Self {
        Self {
            text: line.turns.first().map_or("", String::as_str),
            score: line.score,
            visits: line.visits,
            line: &line.turns,
        }
    }
}

pub(crate) fn run(context: &Context, args: &AnalyseArgs) -> Result<Status> {
    let stop = stop_flag()?;
    let tables = tables::open(args.tables.folder.as_deref())?;
    let book = args.book.as_deref().map(Lookup::read).transpose()?;
    for_each(context, &args.position, |out, question| {
        if !context.json {
            writeln!(out, "{}\n", board(&question.setup, false))?;
        }
        if let Some(ending) = question.referee().ending(&question.setup) {
            if context.json {
                write_json(out, &report(args, question, &nothing(), Duration::ZERO))?;
            } else {
                writeln!(out, "The game is over: {}.", ending)?;
            }
            return Ok(Status::Done);
        }
        let known = Known::new(&tables, question.rules, question.setup.columns);
        let deepest = games::visit(
            question.rules,
            question.setup.columns,
            Analyse {
                context,
                args,
                question,
                known: known.as_ref(),
                book: book.as_ref(),
                out,
                stop: &stop,
            },
        )?;
        Known::finish(known)?;
        let interrupted = stop.load(Ordering::Relaxed);
        Ok(if interrupted && deepest == 0 {
            Status::Stopped
        } else {
            Status::Done
        })
    })
}

fn nothing() -> Analysis {
    Analysis {
        depth: 0,
        lines: Vec::new(),
        nodes: 0,
        complete: true,
    }
}

/// Analyses with the game's own types, and prints each depth as it is done; returns the deepest.
struct Analyse<'a> {
    context: &'a Context,
    args: &'a AnalyseArgs,
    question: &'a Question,
    /// Endgame tables that fit.
    known: Option<&'a Known<'a>>,
    book: Option<&'a Lookup>,
    out: &'a mut dyn Write,
    stop: &'a AtomicBool,
}

impl BoardVisitor for Analyse<'_> {
    type Output = Result<u32>;

    fn visit<P: Board>(mut self, game: Box<dyn Game<P>>) -> Result<u32> {
        let begun = Instant::now();
        let limits = Limits {
            nodes: self.args.nodes.unwrap_or(u64::MAX),
            deadline: self.args.time().and_then(|time| begun.checked_add(time)),
            stop: Some(self.stop),
            memory: usize::try_from(self.args.memory).unwrap_or(usize::MAX),
            threads: self.args.threads as usize,
            line: true,
        };
        let wish = Wish {
            lines: self.args.lines as usize,
            depth: self.args.depth.unwrap_or(MOST_DEPTH),
        };
        let position = game.position(&self.question.setup);
        if let Some(book) = self.book {
            book.check(&*game).map_err(|error| anyhow!("{error}"))?;
            if let Some(found) = book.find(&*game, &position) {
                self.say(found)?;
            }
        }
        let (sender, depths) = mpsc::channel();
        let last = std::thread::scope(|scope| {
            let (game, position, limits, wish) = (&*game, &position, &limits, &wish);
            let args = self.args;
            let known = self.known.map(|known| known as &dyn Endgames);
            let search = scope.spawn(move || {
                let on_depth = &mut |analysis: &Analysis| {
                    // Nobody listens any more where the output was closed.
                    let _ = sender.send((analysis.clone(), begun.elapsed()));
                };
                let seeds = usize::from(game.seeds(position));
                let weights = Weights::of(game.kind());
                match args.engine {
                    EngineArg::AlphaBeta => {
                        let mut analyser = Analyser::new(game, weights, seeds, limits.memory);
                        if let Some(known) = known {
                            analyser = analyser.with_endgames(known);
                        }
                        analyser.analyse(position, wish, limits, on_depth)
                    }
                    EngineArg::Mcts => {
                        let outcome = Objective::Outcome;
                        let mut searcher =
                            MonteCarlo::new(game, outcome, weights, seeds, limits.memory);
                        if let Some(known) = known {
                            searcher = searcher.with_endgames(known);
                        }
                        searcher.analyse(position, wish, limits, args.seed, on_depth)
                    }
                }
            });
            let mut printed = Ok(());
            for (analysis, time) in depths {
                printed = self.print(&analysis, time);
                if printed.is_err() {
                    self.stop.store(true, Ordering::Relaxed);
                    break;
                }
            }
            let last = match search.join() {
                Ok(last) => last,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            printed.map(|()| last)
        })?;
        if last.depth == 0 {
            self.print(&last, begun.elapsed())?;
        }
        Ok(last.depth)
    }
}

/// What the book says.
#[derive(Serialize)]
struct BookReport<'a> {
    position: String,
    book: bool,
    #[serde(rename = "move")]
    text: &'a str,
    #[serde(flatten)]
    score: Score,
}

impl Analyse<'_> {
    fn say(&mut self, found: &Found) -> Result<()> {
        if self.context.json {
            let report = BookReport {
                position: self.question.setup.to_string(),
                book: true,
                text: &found.text,
                score: found.worth,
            };
            return write_json(self.out, &report);
        }
        writeln!(
            self.out,
            "The book plays {}: {}\n",
            found.text,
            worth(&found.worth)
        )?;
        Ok(())
    }

    fn print(&mut self, analysis: &Analysis, time: Duration) -> Result<()> {
        if self.context.json {
            write_json(self.out, &report(self.args, self.question, analysis, time))?;
        } else {
            print(self.out, self.args, self.question, analysis, time)?;
        }
        self.out.flush()?;
        Ok(())
    }
}

fn report<'a>(
    args: &AnalyseArgs,
    question: &Question,
    analysis: &'a Analysis,
    time: Duration,
) -> Report<'a> {
    Report {
        position: question.setup.to_string(),
        rules: question.rules.describe(),
        depth: analysis.depth,
        complete: analysis.complete,
        lines: analysis.lines.iter().map(LineReport::new).collect(),
        nodes: analysis.nodes,
        seconds: time.as_secs_f64(),
        engine: args.engine.name(),
    }
}

/// One block: a heading, and a line a move.
fn print(
    out: &mut dyn Write,
    args: &AnalyseArgs,
    question: &Question,
    analysis: &Analysis,
    time: Duration,
) -> Result<()> {
    let speed = analysis.nodes as f64 / time.as_secs_f64().max(1e-6) / 1e6;
    let unit = match args.engine {
        EngineArg::AlphaBeta => "sowing",
        EngineArg::Mcts => "decision",
    };
    writeln!(
        out,
        "{} deep, {} in {:.2} s ({speed:.1} million a second){}",
        count(u64::from(analysis.depth), unit),
        count(analysis.nodes, "node"),
        time.as_secs_f64(),
        if analysis.complete {
            ", nothing left to search"
        } else {
            ""
        }
    )?;
    for line in &analysis.lines {
        let heading = format!("  {:<28} ", worth(&line.score));
        let letter = question.setup.side.letter();
        let text = format!("{letter} {}", line.turns.join(" "));
        write!(out, "{}", wrap(&heading, &text))?;
    }
    Ok(())
}
