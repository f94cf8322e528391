//! `sow openings`: first moves, an opening book, set-ups.

mod book;
mod first;
mod setups;

use crate::cli::OpeningsArgs;
use crate::context::{Context, Status};
use crate::input::Question;
use crate::players;
use crate::proofs::Proofs;
use crate::tables::{self, Known};
use anyhow::{Result, bail};
use sow_arena::{Effort, Seat, Series};
use sow_engine::kind::GameKind;
use sow_search::Endgames;

pub(crate) fn run(context: &Context, args: &OpeningsArgs) -> Result<Status> {
    let question = root(context, args)?;
    if args.time.is_some() {
        context.note("what is limited by time comes out differently each time");
    }
    let tables = tables::open(args.tables.folder.as_deref())?;
    let proofs = Proofs::open(args.proofs.proofs.as_deref())?;
    let (rules, columns) = (question.rules, question.setup.columns);
    let known = Known::with_proofs(&tables, &proofs, rules, columns);
    let endgames = known.as_ref().map(|known| known as &dyn Endgames);
    if args.setups.setups {
        setups::run(context, args, &question, endgames)
    } else if let Some(path) = &args.book {
        book::run(context, args, &question, endgames, path)
    } else {
        first::run(context, args, &question, endgames)
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
    if name.contains([':', ' ']) {
        if args.columns.is_some() {
            bail!("{name} says how many columns there are; leave --columns away");
        }
        return super::only_one(context, name);
    }
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
