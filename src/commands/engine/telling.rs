//! What an engine says while it thinks.

use sow_search::Analysis;
use sow_search::analyse::Score;
use std::fmt::Write as _;
use std::time::Duration;

/// The lines about one depth, one for each of the best moves, the best first.
pub(super) fn lines(analysis: &Analysis, time: Duration) -> String {
    let mut text = String::new();
    for (index, line) in analysis.lines.iter().enumerate() {
        let _ = writeln!(
            text,
            "info depth {} nodes {} milliseconds {} line {} {} turns {}",
            analysis.depth,
            analysis.nodes,
            time.as_millis(),
            index + 1,
            score(&line.score),
            line.turns.join(" ")
        );
    }
    text
}

/// What a move leads to, seen by South.
fn score(score: &Score) -> String {
    match score {
        Score::Estimate(hundredths) => format!("estimate {:.2}", f64::from(*hundredths) / 100.0),
        Score::Chance(parts) => format!("chance {:.4}", f64::from(*parts) / 10_000.0),
        Score::Draw => "draw".to_owned(),
        Score::Win {
            winner,
            within,
            margin,
        } => {
            let mut text = format!("win {}", winner.letter());
            if let Some(within) = within {
                let _ = write!(text, " within {within}");
            }
            if let Some(margin) = margin {
                let _ = write!(text, " margin {margin}");
            }
            text
        }
    }
}
