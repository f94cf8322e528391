//! The standings of a match.

use super::table::Table;
use super::turn::count;
use sow_arena::{Standing, Verdict};
use sow_engine::notation::Record;
use std::fmt::Write as _;

/// The standings as text; `openings` and `random_turns` say where the games began.
pub(crate) fn text(openings: &str, random_turns: u32, standings: &[Standing]) -> String {
    let mut text = String::new();
    let rules = standings.first().map_or("", |standing| &standing.rules);
    let _ = writeln!(
        text,
        "{openings}, {rules}, {random_turns} random turns, both sides of each opening\n"
    );
    let mut table = Table::new(&[
        "player", "against", ">games", ">won", ">drawn", ">lost", ">score", ">Elo", ">95 %",
    ]);
    for standing in standings {
        let scores = &standing.scores;
        let (share, elo) = (scores.share(), scores.elo());
        let [first, second] = standing.players.clone();
        table.row([
            first,
            second,
            scores.games().to_string(),
            scores.won.to_string(),
            scores.drawn.to_string(),
            scores.lost.to_string(),
            format!("{:.1} %", 100.0 * share.value),
            points(elo.value),
            format!("{} … {}", points(elo.low), points(elo.high)),
        ]);
    }
    let _ = write!(text, "{table}");
    for standing in standings {
        for (player, &forfeits) in standing.players.iter().zip(&standing.forfeits) {
            if forfeits > 0 {
                let _ = writeln!(
                    text,
                    "{player} lost {} without regard to the board; the records say why.",
                    count(forfeits, "game")
                );
            }
        }
    }
    if let [standing] = standings {
        text += &verdict(standing).unwrap_or_default();
    }
    text
}

/// What the test says, if there is one.
fn verdict(standing: &Standing) -> Option<String> {
    let test = standing.test?;
    let first = &standing.players[0];
    let verdict = match test.verdict(&standing.scores) {
        Verdict::Better => format!("{first} is better"),
        Verdict::NotBetter => format!("{first} is not better"),
        Verdict::Open => "not decided yet".to_owned(),
    };
    let scores = &standing.scores;
    Some(format!(
        "\nTest of {:+} against {:+} Elo: {verdict}; log-likelihood ratio {:.2}, decided at ±{:.2}\n",
        test.worse,
        test.better,
        scores.log_likelihood_ratio(test.worse, test.better),
        test.bound()
    ))
}

/// A difference in Elo points.
fn points(elo: f64) -> String {
    if elo.is_finite() {
        format!("{elo:+.0}")
    } else if elo > 0.0 {
        "all won".to_owned()
    } else {
        "all lost".to_owned()
    }
}

/// Why the game of a record was lost without regard to the board, if it was.
pub(crate) fn forfeit(record: &Record) -> Option<String> {
    let reason = record.header("termination")?;
    let header = |key: &str| record.header(key).unwrap_or_default();
    let (south, north) = (header("south"), header("north"));
    let number: u64 = header("number").parse().unwrap_or(0);
    // The first player is South in every other game, beginning with the first.
    let (first, second) = if number.is_multiple_of(2) {
        (north, south)
    } else {
        (south, north)
    };
    let named = match reason.split_once(' ') {
        Some(("South", rest)) => format!("{south} {rest}"),
        Some(("North", rest)) => format!("{north} {rest}"),
        _ => reason.to_owned(),
    };
    Some(format!("{first} against {second}, game {number}: {named}"))
}
