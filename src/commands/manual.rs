//! `sow completions`, `sow man` and `sow install-extras`: all made from the one definition of the command line.

use super::write_json;
use crate::cli::{CompletionsArgs, InstallExtrasArgs, command};
use crate::context::{Context, Status};
use crate::files::write_file;
use anyhow::{Context as _, Result};
use clap::Command;
use clap_complete::Shell;
use serde::Serialize;
use std::io::Write as _;
use std::path::Path;

/// Where shells look for completions.
const COMPLETIONS: [(Shell, &str); 3] = [
    (Shell::Bash, "share/bash-completion/completions/sow"),
    (Shell::Zsh, "share/zsh/site-functions/_sow"),
    (Shell::Fish, "share/fish/vendor_completions.d/sow.fish"),
];

/// Where `man` looks for pages of programs.
const PAGES: &str = "share/man/man1";

#[derive(Serialize)]
struct Report {
    files: Vec<String>,
}

pub(crate) fn completions(args: &CompletionsArgs) -> Result<Status> {
    crate::streams::write_raw(&completion(args.shell))?;
    Ok(Status::Done)
}

fn completion(shell: Shell) -> Vec<u8> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command(), "sow", &mut text);
    text
}

pub(crate) fn man() -> Result<Status> {
    let mut text = Vec::new();
    let command = command();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    for sub in command.get_subcommands() {
        let page = sub.clone().display_name(format!("sow {}", sub.get_name()));
        clap_mangen::Man::new(page).render(&mut text)?;
    }
    crate::streams::write_raw(&text)?;
    Ok(Status::Done)
}

pub(crate) fn install(context: &Context, args: &InstallExtrasArgs) -> Result<Status> {
    let mut files = Vec::new();
    for (shell, place) in COMPLETIONS {
        files.push((place.to_owned(), completion(shell)));
    }
    let mut command = command().disable_help_subcommand(true);
    command.build();
    pages(&command, &mut files)?;
    let mut out = crate::streams::stdout();
    let mut report = Report { files: Vec::new() };
    for (place, text) in files {
        let path = args.folder.join(place);
        let folder = path.parent().unwrap_or(Path::new(""));
        std::fs::create_dir_all(folder)
            .with_context(|| format!("{} cannot be made", folder.display()))?;
        write_file(&path, std::str::from_utf8(&text)?)?;
        report.files.push(path.display().to_string());
    }
    if context.json {
        write_json(&mut out, &report)?;
    } else {
        for file in &report.files {
            writeln!(out, "{file}")?;
        }
    }
    Ok(Status::Done)
}

/// The page of a command, and those of the commands below it.
fn pages(command: &Command, files: &mut Vec<(String, Vec<u8>)>) -> Result<()> {
    let page = clap_mangen::Man::new(command.clone());
    let mut text = Vec::new();
    page.render(&mut text)?;
    files.push((format!("{PAGES}/{}", page.get_filename()), text));
    command
        .get_subcommands()
        .try_for_each(|command| pages(command, files))
}
