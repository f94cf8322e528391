//! `sow`: solve and analyse relay-sowing mancala from the command line.
//!
//! Arguments are parsed ([`cli`]), resolved ([`context`], [`input`]), then run ([`commands`]).
//! Results go to standard output, notes and progress to standard error.

mod book_file;
mod cli;
mod commands;
mod context;
mod diary;
mod files;
mod game_log;
mod input;
mod long_work;
mod players;
mod playing;
mod records;
mod report;
mod tables;
mod units;

use clap::Parser;
use context::{Context, Status};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli::Cli { common, command } = cli::Cli::parse();
    let context = Context::new(common);
    match commands::run(&context, command) {
        Ok(status) => ExitCode::from(status as u8),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("sow: {error:#}");
            ExitCode::from(Status::Bad as u8)
        }
    }
}

/// Whether whoever read the output has gone: nothing to complain about.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe)
}
