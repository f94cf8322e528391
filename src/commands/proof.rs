//! `sow proof`: certificates of values.

mod check;
mod info;
mod show;

use crate::cli::ProofCommand;
use crate::context::{Context, Status};
use anyhow::Result;

pub(crate) fn run(context: &Context, command: ProofCommand) -> Result<Status> {
    match command {
        ProofCommand::Check(args) => check::run(context, &args),
        ProofCommand::Info(args) => info::run(context, &args),
        ProofCommand::Show(args) => show::run(context, &args),
    }
}
