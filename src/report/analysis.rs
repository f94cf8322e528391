//! Analyses in words.

use crate::report::letters::spell;
use crate::report::line::wrapped;
use crate::report::number::{count, work};
use crate::report::prose::paragraph;
use crate::report::worth::worth;
use anyhow::Result;
use serde::Serialize;
use sow_arena::Found;
use sow_engine::setup::Setup;
use sow_search::Analysis;
use sow_search::analyse::Score;
use sow_search::analysing::Engine;
use std::io::Write;
use std::time::Duration;

/// What an opening book says, in JSON.
#[derive(Serialize)]
pub(crate) struct BookReport<'a> {
    position: String,
    book: bool,
    #[serde(rename = "move")]
    text: &'a str,
    #[serde(flatten)]
    score: Score,
}

impl<'a> BookReport<'a> {
    pub(crate) fn new(setup: &Setup, found: &'a Found) -> Self {
        Self {
            position: setup.to_string(),
            book: true,
            text: &found.text,
            score: found.worth,
        }
    }
}

/// What an opening book says.
pub(crate) fn print_book(
    out: &mut dyn Write,
    position: &Setup,
    letters: bool,
    found: &Found,
) -> Result<()> {
    let text = spell(letters, position, &found.text);
    let text = format!("The book plays {text}: {}", worth(&found.worth));
    writeln!(out, "{}", paragraph(&text))?;
    Ok(())
}

/// One block: a heading, and a line a move.
pub(crate) fn print(
    out: &mut dyn Write,
    position: &Setup,
    letters: bool,
    engine: Engine,
    analysis: &Analysis,
    time: Duration,
) -> Result<()> {
    let unit = match engine {
        Engine::AlphaBeta => "sowing",
        Engine::MonteCarlo => "decision",
    };
    let heading = format!(
        "{} deep, {}{}",
        count(u64::from(analysis.depth), unit),
        work(analysis.nodes, "node", time),
        if analysis.complete {
            ", nothing left to search"
        } else {
            ""
        }
    );
    write!(out, "{}", paragraph(&heading))?;
    for line in &analysis.lines {
        let heading = format!("  {:<28} ", worth(&line.score));
        write!(out, "{}", wrapped(&heading, position, &line.turns, letters))?;
    }
    Ok(())
}
