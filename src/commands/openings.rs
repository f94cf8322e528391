//! `sow openings`: first moves, an opening book, set-ups.

mod book;
mod first;
mod setups;

use crate::cli::OpeningsArgs;
use crate::context::{Context, Status};
use crate::input::Question;
use crate::long_work::on_threads;
use crate::players::{self, Seat};
use crate::tables::{self, Known};
use anyhow::{Result, anyhow, bail};
use sow_arena::first_turns::Series;
use sow_arena::judge::Effort;
use sow_engine::games::{self, BoardVisitor};
use sow_engine::kind::GameKind;

pub(crate) fn run(context: &Context, args: &OpeningsArgs) -> Result<Status> {
    let question = root(context, args)?;
    if args.time.is_some() {
        context.note("what is limited by time comes out differently each time");
    }
    let tables = tables::open(args.tables.folder.as_deref())?;
    let known = Known::new(&tables, question.rules, question.setup.columns);
    if args.setups.setups {
        setups::run(context, args, &question, known.as_ref())
    } else if let Some(path) = &args.book {
        book::run(context, args, &question, known.as_ref(), path)
    } else {
        first::run(context, args, &question, known.as_ref())
    }
}

/// Work on the question with the game's own types, on the threads asked for; fails if a table could not be
/// read.
fn by_own_types<T: Send>(
    args: &OpeningsArgs,
    question: &Question,
    known: Option<&Known<'_>>,
    work: impl BoardVisitor<Output = Result<T>> + Send,
) -> Result<T> {
    let found = on_threads(args.threads, || {
        games::visit(question.rules, question.setup.columns, work)
    })??;
    match known.and_then(Known::error) {
        Some(error) => Err(anyhow!("{error}")),
        None => Ok(found),
    }
}

/// How work ended of which everything has been printed that was done.
fn ended(context: &Context, args: &OpeningsArgs, complete: bool) -> Status {
    if complete {
        return Status::Done;
    }
    context.note(if args.checkpoint.is_some() {
        "interrupted; the same command goes on from the checkpoint"
    } else {
        "interrupted; what was done so far was printed"
    });
    Status::Stopped
}

/// The tables that are asked, in words that follow the other things that the work depends on.
fn asked(known: Option<&Known<'_>>) -> String {
    known.map_or_else(String::new, |known| format!(", tables {}", known.names()))
}

/// Where everything begins.
fn root(context: &Context, args: &OpeningsArgs) -> Result<Question> {
    if let Some(from) = &args.from {
        let question = super::only_one(context, from)?;
        let wanted = args.game.as_deref();
        if let Some(game) = wanted.filter(|game| *game != question.setup.game.name()) {
            bail!(
                "{game} is asked for, but --from is a position of {}",
                question.setup.game
            );
        }
        return Ok(question);
    }
    let name = args.game.as_deref().unwrap_or_default();
    let columns = match args.columns {
        Some(columns) => format!(":{columns}"),
        None => String::new(),
    };
    let (rules, setup) = context
        .asked
        .position(&format!("{name}:start{columns}"), "")?;
    Ok(Question {
        setup,
        rules,
        puzzle: None,
    })
}

fn effort(args: &OpeningsArgs) -> Effort {
    Effort {
        proof: args.proof.unwrap_or(args.nodes),
        depth: args.depth,
        time: args.time,
        ..Effort::nodes(args.nodes)
    }
}

fn series(args: &OpeningsArgs) -> Series {
    Series {
        seed: args.seed,
        longest: args.longest as usize,
        waver: args.waver,
    }
}

/// The players of South and North.
fn seats(context: &Context, args: &OpeningsArgs, game: GameKind) -> Result<[Seat; 2]> {
    let seats = players::seated(context, &args.players, game)?;
    if args.waver == 0.0 && args.games > 1 {
        context.note("with --waver 0 players who search may play one game over and over, and intervals mean nothing");
    }
    match seats.as_slice() {
        [both] => Ok([both.clone(), both.clone()]),
        [south, north] => Ok([south.clone(), north.clone()]),
        _ => bail!("--player is given once for both sides, or twice for South and North"),
    }
}
