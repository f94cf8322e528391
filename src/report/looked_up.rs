//! A position that was looked up, in words.

use super::prose::wrap;
use super::turn::count;
use anyhow::Result;
use sow_endgame::Probed;
use std::io::Write;

pub(crate) fn print(out: &mut dyn Write, probed: &Probed) -> Result<()> {
    let Some(value) = probed.value else {
        let why = if probed.has_table {
            "the tables do not reach this position"
        } else {
            "there is no table of this game, board and these rules"
        };
        writeln!(out, "Unknown: {why}.")?;
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
        format!(" within {}", count(u64::from(decisions), "decision"))
    });
    writeln!(out, "{result} with best play{distance}. (exact, looked up)")?;
    if !probed.line.is_empty() {
        let line = probed.line.join(", ");
        let line = format!("{} to move: {line}", probed.position.side);
        write!(out, "{}", wrap("Best play: ", &line))?;
    }
    Ok(())
}
