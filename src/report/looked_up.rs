//! A position that was looked up, in words.

use super::line::wrapped;
use super::number::count;
use super::prose::paragraph;
use anyhow::Result;
use sow_endgame::Probed;
use std::io::Write;

pub(crate) fn print(out: &mut dyn Write, probed: &Probed, letters: bool) -> Result<()> {
    let Some(value) = probed.value else {
        let why = if probed.has_table {
            "the tables do not reach this position"
        } else {
            "there is no table of this game, board and these rules"
        };
        write!(out, "{}", paragraph(&format!("Unknown: {why}.")))?;
        return Ok(());
    };
    let result = match (value.winner, value.margin) {
        (None, _) => "A draw".to_owned(),
        (Some(winner), Some(margin)) => {
            let seeds = count(u64::from(margin.unsigned_abs()), "seed");
            format!("{winner} wins by {seeds}")
        }
        (Some(winner), None) => format!("{winner} wins"),
    };
    let distance = value.distance.map_or_else(String::new, |decisions| {
        format!(", within {}", count(u64::from(decisions), "decision"))
    });
    let text = format!("{result} with best play{distance}. (exact, looked up)");
    write!(out, "{}", paragraph(&text))?;
    if !probed.line.is_empty() {
        let line = wrapped("Best play: ", &probed.position, &probed.line, letters);
        write!(out, "{line}")?;
    }
    Ok(())
}
