//! `sow analyse`: the best moves of a position with their scores, deeper and deeper.

use super::{for_each, write_json};
use crate::cli::{AnalyseArgs, EngineArg};
use crate::context::{Context, Status};
use crate::input::Question;
use crate::long_work::stop_flag;
use crate::proofs::Proofs;
use crate::report::analysis::{self, BookReport};
use crate::report::board::board;
use crate::tables::{self, Known};
use anyhow::Result;
use sow_arena::Lookup;
use sow_search::analyse::{MOST_DEPTH, Wish};
use sow_search::analysing::{Engine, Task, analyse};
use sow_search::{Analysis, Endgames, Limits};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

impl EngineArg {
    pub(super) const fn engine(self) -> Engine {
        match self {
            Self::AlphaBeta => Engine::AlphaBeta,
            Self::Mcts => Engine::MonteCarlo,
        }
    }
}

pub(crate) fn run(context: &Context, args: &AnalyseArgs) -> Result<Status> {
    let stop = stop_flag()?;
    let tables = tables::open(args.tables.folder.as_deref())?;
    let proofs = Proofs::open(args.proofs.proofs.as_deref())?;
    let book = args.book.as_deref().map(crate::players::book).transpose()?;
    for_each(context, &args.position, |out, question| {
        if !context.json {
            writeln!(out, "{}\n", board(&question.setup, context.letters))?;
        }
        let mut teller = Teller {
            context,
            question,
            engine: args.engine.engine(),
            out,
        };
        if let Some(ending) = question.referee().ending(&question.setup) {
            if context.json {
                teller.tell(&Analysis::NOTHING_LEFT, Duration::ZERO)?;
            } else {
                writeln!(teller.out, "The game is over: {ending}.")?;
            }
            return Ok(Status::Done);
        }
        if let Some(book) = &book {
            teller.quote(book)?;
        }
        let (rules, columns) = (question.rules, question.setup.columns);
        let known = Known::with_proofs(&tables, &proofs, rules, columns);
        let task = task(args, known.as_ref(), &stop);
        let deepest = teller.follow(&task, &stop)?;
        known.as_ref().map_or(Ok(()), Known::check)?;
        let interrupted = stop.load(Ordering::Relaxed);
        if interrupted {
            context.note(if deepest > 0 {
                "interrupted; the last depth above is the best answer so far"
            } else {
                "interrupted before the first depth was done"
            });
        }
        Ok(if interrupted {
            Status::Stopped
        } else {
            Status::Done
        })
    })
}

/// What is asked of each position.
fn task<'a>(args: &AnalyseArgs, known: Option<&'a Known<'a>>, stop: &'a AtomicBool) -> Task<'a> {
    Task {
        engine: args.engine.engine(),
        wish: Wish {
            lines: args.lines as usize,
            depth: args.depth.unwrap_or(MOST_DEPTH),
        },
        limits: Limits {
            nodes: args.nodes.unwrap_or(u64::MAX),
            deadline: args
                .time()
                .and_then(|time| Instant::now().checked_add(time)),
            stop: Some(stop),
            memory: usize::try_from(args.memory).unwrap_or(usize::MAX),
            threads: args.threads as usize,
            line: true,
        },
        seed: args.seed,
        endgames: known.map(|known| known as &dyn Endgames),
        before: &[],
    }
}

/// Tells of one position what is found out about it, as it is found out.
struct Teller<'a> {
    context: &'a Context,
    question: &'a Question,
    engine: Engine,
    out: &'a mut dyn Write,
}

impl Teller<'_> {
    /// What the book says.
    fn quote(&mut self, book: &Lookup) -> Result<()> {
        let question = self.question;
        book.check(question.rules)?;
        let Some(found) = book.find(&question.setup) else {
            return Ok(());
        };
        if self.context.json {
            return write_json(self.out, &BookReport::new(&question.setup, found));
        }
        analysis::print_book(self.out, &question.setup, self.context.letters, found)
    }

    /// Analyses, and tells each depth as it is done; returns the deepest.
    fn follow(&mut self, task: &Task<'_>, stop: &AtomicBool) -> Result<u32> {
        let begun = Instant::now();
        let position = self.question.position()?;
        let (sender, depths) = mpsc::channel();
        let last = std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                // Moved in, so that listening ends with the search.
                let sender = sender;
                analyse(&position, task, &mut |analysis: &Analysis| {
                    // Nobody listens any more where the output was closed.
                    let _ = sender.send((analysis.clone(), begun.elapsed()));
                })
            });
            let mut told = Ok(());
            for (analysis, time) in depths {
                told = self.tell(&analysis, time);
                if told.is_err() {
                    stop.store(true, Ordering::Relaxed);
                    break;
                }
            }
            let last = match search.join() {
                Ok(last) => last?,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            told.map(|()| last)
        })?;
        if last.depth == 0 {
            self.tell(&last, begun.elapsed())?;
        }
        Ok(last.depth)
    }

    fn tell(&mut self, analysis: &Analysis, time: Duration) -> Result<()> {
        if self.context.json {
            let position = self.question.position()?;
            write_json(self.out, &analysis.form(&position, self.engine, time))?;
        } else {
            let (setup, letters) = (&self.question.setup, self.context.letters);
            analysis::print(self.out, setup, letters, self.engine, analysis, time)?;
        }
        self.out.flush()?;
        Ok(())
    }
}
