//! `sow loops`: never-ending moves.

mod census;
mod check;
mod draw;
mod find;
mod in_play;
mod period;
mod state;
mod survey;

use crate::cli::LoopsCommand;
use crate::context::{Context, Status};
use anyhow::Result;

pub(crate) fn run(context: &Context, command: LoopsCommand) -> Result<Status> {
    match command {
        LoopsCommand::Check(args) => check::run(context, &args),
        LoopsCommand::Period(args) => period::run(context, &args),
        LoopsCommand::Census(args) => census::run(context, &args),
        LoopsCommand::Survey(args) => survey::run(context, &args),
        LoopsCommand::Find(args) => find::run(context, &args),
        LoopsCommand::Draw(args) => draw::run(context, &args),
    }
}
