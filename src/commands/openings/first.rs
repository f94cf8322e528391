//! Every first move, and every pair of first moves, by search and by games.

use super::{effort, ended, seats, series};
use crate::checkpoint::CheckpointFile;
use crate::cli::OpeningsArgs;
use crate::commands::{of_arena, write_json};
use crate::context::{Context, Status};
use crate::input::Question;
use crate::long_work::{Watched, stop_flag};
use crate::report::first_moves;
use crate::report::prose::tell;
use crate::rows::Rows;
use anyhow::{Result, bail};
use sow_arena::{FirstMovesPlan, compare_first_moves};
use sow_search::Endgames;
use std::io::Write as _;

pub(super) fn run(
    context: &Context,
    args: &OpeningsArgs,
    question: &Question,
    endgames: Option<&dyn Endgames>,
) -> Result<Status> {
    let [south, north] = seats(context, args, question.setup.game)?;
    let rows = Rows::open_if(context, args.csv.as_deref(), first_moves::COLUMNS)?;
    let mut out = Rows::other_output(rows.as_ref());
    if let Some(ending) = question.referee().ending(&question.setup) {
        if context.json {
            bail!("the game is over, so there are no moves to compare: {ending}");
        }
        tell(&mut *out, &format!("The game is over: {ending}."))?;
        Rows::finish(rows)?;
        return Ok(Status::Done);
    }
    let stop = stop_flag()?;
    let plan = FirstMovesPlan {
        rules: question.rules,
        root: &question.setup,
        pairs: args.pairs,
        effort: effort(args),
        games: args.games,
        seats: [&south, &north],
        series: series(args),
    };
    let file = CheckpointFile::open_if(args.checkpoint.as_deref())?;
    let checkpoint = file.as_ref().map(CheckpointFile::checkpoint);
    let watched = Watched::new(
        context,
        &question.board(),
        "{bar:30} {human_pos} of {human_len} searches and series of games, {eta} left",
    );
    let run = watched.run(args.threads, &stop);
    let found = compare_first_moves(&plan, endgames, checkpoint, &run);
    watched.finish();
    let found = found.map_err(of_arena)?;
    if let Some(mut rows) = rows {
        for line in first_moves::lines(&found) {
            rows.add_object(&line)?;
        }
        Rows::finish(Some(rows))?;
    }
    if context.json {
        write_json(&mut out, &found)?;
    } else {
        write!(out, "{}", first_moves::text(&found, context.letters))?;
    }
    Ok(ended(context, args, found.complete))
}
