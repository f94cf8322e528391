//! Analyses in words.

use crate::report::prose::wrap;
use crate::report::turn::count;
use crate::report::worth::worth;
use anyhow::Result;
use serde::Serialize;
use sow_arena::Found;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
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
pub(crate) fn print_book(out: &mut dyn Write, found: &Found) -> Result<()> {
    let (text, worth) = (&found.text, worth(&found.worth));
    writeln!(out, "The book plays {text}: {worth}\n")?;
    Ok(())
}

/// One block: a heading, and a line a move.
pub(crate) fn print(
    out: &mut dyn Write,
    side: Side,
    engine: Engine,
    analysis: &Analysis,
    time: Duration,
) -> Result<()> {
    let speed = analysis.nodes as f64 / time.as_secs_f64().max(1e-6) / 1e6;
    let unit = match engine {
        Engine::AlphaBeta => "sowing",
        Engine::MonteCarlo => "decision",
    };
    writeln!(
        out,
        "{} deep, {} in {:.2} s ({speed:.1} million a second){}",
        count(u64::from(analysis.depth), unit),
        count(analysis.nodes, "node"),
        time.as_secs_f64(),
        if analysis.complete {
            ", nothing left to search"
        } else {
            ""
        }
    )?;
    for line in &analysis.lines {
        let heading = format!("  {:<28} ", worth(&line.score));
        let letter = side.letter();
        let text = format!("{letter} {}", line.turns.join(" "));
        write!(out, "{}", wrap(&heading, &text))?;
    }
    Ok(())
}
