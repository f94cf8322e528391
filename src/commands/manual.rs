//! `sow completions` and `sow man`: both made from the one definition of the command line.

use crate::cli::{Cli, CompletionsArgs};
use crate::context::Status;
use anyhow::Result;
use clap::CommandFactory;

pub(crate) fn completions(args: &CompletionsArgs) -> Result<Status> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "sow", &mut text);
    crate::streams::write_raw(&text)?;
    Ok(Status::Done)
}

pub(crate) fn man() -> Result<Status> {
    let mut text = Vec::new();
    let command = Cli::command();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    for sub in command.get_subcommands() {
        let page = sub.clone().display_name(format!("sow {}", sub.get_name()));
        clap_mangen::Man::new(page).render(&mut text)?;
    }
    crate::streams::write_raw(&text)?;
    Ok(Status::Done)
}
