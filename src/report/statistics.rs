//! The statistics of games as text and as rows of comma-separated values.

use super::number::{count as counted, grouped};
use super::percent::{interval, percent};
use super::prose::{paragraph, wrap};
use super::table::Table;
use sow_arena::{Collection, Results, Share};
use std::fmt::Write as _;

/// The columns of [`rows`].
pub(crate) const COLUMNS: [&str; 3] = ["what", "value", "count"];

/// The distributions: what is counted, the number, how often.
pub(crate) fn rows(found: &Collection) -> Vec<[String; 3]> {
    let mut rows = Vec::new();
    for (name, distribution) in found.distributions() {
        for (value, count) in distribution.counts() {
            rows.push([name.to_owned(), value.to_string(), count.to_string()]);
        }
    }
    for (margin, count) in found.statistics.margins() {
        let name = "margin of South".to_owned();
        rows.push([name, margin.to_string(), count.to_string()]);
    }
    rows
}

/// The statistics as text.
pub(crate) fn text(found: &Collection) -> String {
    let mut out = String::new();
    let statistics = &found.statistics;
    let results = &statistics.results;
    let text = format!(
        "{} of {} ({}), {} columns",
        counted(results.games(), "game"),
        found.rules.game(),
        found.rules.describe(),
        found.columns
    );
    let _ = writeln!(out, "{}", paragraph(&text));
    let mut table = Table::new(&["", ">games", ">share", ">95 %"]);
    for (name, count) in [
        ("South won", results.south),
        ("North won", results.north),
        ("drawn", results.drawn),
        ("annulled", results.annulled),
        ("without a result", results.open),
        ("with a result attested alone", statistics.attested),
        ("with a position that came back", statistics.repeating),
    ] {
        let share = Share::of(count, results.games());
        table.row([
            name.to_owned(),
            grouped(count),
            percent(share.value),
            interval(&share),
        ]);
    }
    let _ = writeln!(out, "{table}");
    out += &paragraph(&if is_decided(results) {
        format!(
            "South scores {}, the first player {}.",
            score(results),
            score(&statistics.first_player)
        )
    } else {
        "No game has a result, so nobody has scored.".to_owned()
    });
    let reasons: Vec<String> = statistics
        .reasons
        .iter()
        .map(|(reason, count)| format!("{reason} {}", grouped(*count)))
        .collect();
    let reasons = wrap("How games ended: ", &format!("{}.", reasons.join(", ")));
    let _ = writeln!(out, "{reasons}");
    let mut table = Table::new(&["", ">mean", ">±", ">median", ">largest"]);
    for (name, distribution) in found.distributions() {
        table.row([
            name.to_owned(),
            format!("{:.2}", distribution.mean()),
            format!("{:.2}", distribution.error()),
            grouped(distribution.quantile(0.5)),
            grouped(distribution.largest()),
        ]);
    }
    let _ = writeln!(out, "{table}");
    let never = statistics.never_ending_share();
    let text = match statistics.never_ending {
        0 => format!(
            "Never-ending sowings: none of those that could be begun with (95 %: at most {}).",
            odds(never.high)
        ),
        count => format!(
            "Never-ending sowings: {}, {} of those that could be begun with (95 %: {} to {}).",
            grouped(count),
            odds(never.value),
            odds(never.low),
            odds(never.high)
        ),
    };
    let _ = writeln!(out, "{}", paragraph(&text));
    let mut table = Table::new(&["opening", ">games", ">South", ">95 %"]);
    found.openings(&mut |moves, results| {
        let indent = "  ".repeat(moves.len() - 1);
        let last = moves.last().map_or("", String::as_str);
        let share = results.score();
        table.row([
            format!("{indent}{last}"),
            grouped(results.games()),
            if is_decided(results) {
                percent(share.value)
            } else {
                "–".to_owned()
            },
            if is_decided(results) {
                interval(&share)
            } else {
                String::new()
            },
        ]);
    });
    let _ = write!(out, "{table}");
    out
}

/// Whether a game has been won, lost or drawn.
const fn is_decided(results: &Results) -> bool {
    results.south + results.north + results.drawn > 0
}

/// How often something happens: `one in 12,300`.
fn odds(share: f64) -> String {
    if share <= 0.0 {
        return "none".to_owned();
    }
    format!("one in {}", grouped((1.0 / share).round().max(1.0) as u64))
}

fn score(results: &Results) -> String {
    let share = results.score();
    format!("{} ({})", percent(share.value), interval(&share))
}
