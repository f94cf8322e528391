//! The standings of a match.

use super::number::{count, grouped};
use super::prose::{BREAK, paragraph};
use super::table::Table;
use sow_arena::{Standing, Verdict};
use sow_engine::notation::Record;
use std::fmt::Write as _;

/// The standings as text; `openings` and `random_turns` say where the games began.
pub(crate) fn text(openings: &str, random_turns: u32, standings: &[Standing]) -> String {
    let mut text = String::new();
    let rules = standings.first().map_or("", |standing| &standing.rules);
    let heading =
        format!("{openings}, {rules}, {random_turns} random turns, both sides of each opening");
    let _ = writeln!(text, "{}", paragraph(&heading));
    let mut table = Table::new(&[
        "player", "against", ">games", ">won", ">drawn", ">lost", ">score", ">Elo", ">95 %",
    ])
    .keyed(2);
    for standing in standings {
        let scores = &standing.scores;
        let (share, elo) = (scores.share(), scores.elo());
        // A player's settings can stand below its name.
        let player = |name: &String| name.replace(':', &format!(":{BREAK}"));
        let [first, second] = [0, 1].map(|place| player(&standing.players[place]));
        table.row([
            first,
            second,
            grouped(scores.games()),
            grouped(scores.won),
            grouped(scores.drawn),
            grouped(scores.lost),
            format!("{:.1} %", 100.0 * share.value),
            points(elo.value),
            format!("{} … {}", points(elo.low), points(elo.high)),
        ]);
    }
    let _ = write!(text, "{table}");
    for standing in standings {
        for (player, &forfeits) in standing.players.iter().zip(&standing.forfeits) {
            if forfeits > 0 {
                text += &paragraph(&format!(
                    "{player} lost {} without regard to the board; the records say why.",
                    count(forfeits, "game")
                ));
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
    let text = format!(
        "Test of {:+} against {:+} Elo: {verdict}; log-likelihood ratio {:.2}, decided at ±{:.2}",
        test.worse,
        test.better,
        scores.log_likelihood_ratio(test.worse, test.better),
        test.bound()
    );
    Some(format!("\n{}", paragraph(&text)))
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
