//! `sow tables`: endgame tables.

mod build;
mod info;
mod probe;
mod verify;

use crate::cli::TablesCommand;
use crate::context::{Context, Status};
use anyhow::Result;

pub(crate) fn run(context: &Context, command: TablesCommand) -> Result<Status> {
    match command {
        TablesCommand::Build(args) => build::run(context, &args),
        TablesCommand::Info(args) => info::run(context, &args),
        TablesCommand::Probe(args) => probe::run(context, &args),
        TablesCommand::Verify(args) => verify::run(context, &args),
    }
}
