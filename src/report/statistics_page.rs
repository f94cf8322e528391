//! The page of a collection of games: one file with plots and tables.

use super::chart::{Bar, bars, parts};
use super::page::{begin, escape};
use super::percent::{interval, percent};
use sow_arena::{Collection, Distribution, Share, Statistics};
use std::fmt::Write as _;

/// Bars of a distribution are at most this many.
const MOST_BARS: u64 = 40;

/// The page.
pub(crate) fn page(found: &Collection) -> String {
    let (rules, statistics) = (&found.rules, &found.statistics);
    let results = &statistics.results;
    let mut page = begin(&format!(
        "{} games of {} on {} columns",
        results.games(),
        rules.game(),
        found.columns
    ));
    let _ = writeln!(
        page,
        "<p>Rules: <code>{}</code></p>\n<h2>Results</h2>",
        escape(&rules.describe())
    );
    page += &parts(&[
        ("South won", results.south, "south"),
        ("drawn", results.drawn, "drawn"),
        ("annulled", results.annulled, "annulled"),
        ("open", results.open, "open"),
        ("North won", results.north, "north"),
    ]);
    page += "<div class=\"two\"><div class=\"scroll\"><table><tr><th></th><th>games</th><th>share</th><th>95 %</th></tr>";
    for (name, count) in [
        ("South won", results.south),
        ("North won", results.north),
        ("drawn", results.drawn),
        ("annulled", results.annulled),
        ("without a result", results.open),
        ("with a position that came back", statistics.repeating),
    ] {
        row(&mut page, name, count, &Share::of(count, results.games()));
    }
    for (reason, &count) in &statistics.reasons {
        row(
            &mut page,
            &format!("ended by {reason}"),
            count,
            &Share::of(count, results.games()),
        );
    }
    page += "</table></div>\n<div class=\"card\">\n";
    let (south, first) = (results.score(), statistics.first_player.score());
    let _ = writeln!(
        page,
        "<p>South scores {} ({}), the player who moved first {} ({}).</p>",
        percent(south.value),
        interval(&south),
        percent(first.value),
        interval(&first)
    );
    let never = statistics.never_ending_share();
    let _ = writeln!(
        page,
        "<p>{} of the sowings that could be begun with never end: {:.2e} of all ({:.2e} … {:.2e}).</p>",
        statistics.never_ending, never.value, never.low, never.high
    );
    page += "</div></div>\n<h2>Distributions</h2>\n<div class=\"charts\">\n";
    for (title, axis, distribution) in [
        ("Length of games", "turns", &statistics.turns),
        ("Choices at a turn", "sowings that end", &statistics.choices),
        ("Seeds captured by a turn", "seeds", &statistics.captured),
    ] {
        page += &bars(&headline(title, distribution), axis, &even(distribution));
    }
    page += &bars(
        &headline("Laps of a turn", &statistics.laps),
        "laps, each bar twice as wide as the one before",
        &doubling(&statistics.laps),
    );
    page += &bars(
        "Margins",
        "South's seeds minus North's",
        &margins(statistics),
    );
    page += "\n</div>\n<h2>Openings</h2>\n<div class=\"scroll\"><table><tr><th>turns</th><th>games</th><th>South</th><th>95 %</th></tr>";
    found.openings(&mut |moves, results| {
        let name = format!(
            "{}{}",
            "\u{2003}".repeat(moves.len() - 1),
            moves.last().map_or("", String::as_str)
        );
        row(&mut page, &name, results.games(), &results.score());
    });
    page += "</table></div>\n</body>\n</html>\n";
    page
}

fn row(page: &mut String, name: &str, count: u64, share: &Share) {
    let _ = write!(
        page,
        "<tr><td>{}</td><td>{count}</td><td>{}</td><td>{}</td></tr>",
        escape(name),
        percent(share.value),
        interval(share)
    );
}

fn headline(title: &str, distribution: &Distribution) -> String {
    format!(
        "{title}: mean {:.2} ± {:.2}, at most {}",
        distribution.mean(),
        distribution.error(),
        distribution.largest()
    )
}

/// Bars of equal width.
fn even(distribution: &Distribution) -> Vec<Bar> {
    let least = distribution.counts().next().map_or(0, |(value, _)| value);
    let width = (distribution.largest() - least + 1)
        .div_ceil(MOST_BARS)
        .max(1);
    let mut bars: Vec<Bar> = (least..=distribution.largest())
        .step_by(width as usize)
        .map(|value| (value.to_string(), 0))
        .collect();
    for (value, count) in distribution.counts() {
        bars[((value - least) / width) as usize].1 += count;
    }
    bars
}

/// Bars 0, 1, 2 to 3, 4 to 7, and so on.
fn doubling(distribution: &Distribution) -> Vec<Bar> {
    let place = |value: u64| value.checked_ilog2().map_or(0, |power| power as usize + 1);
    let mut bars: Vec<Bar> = (0..=place(distribution.largest()))
        .map(|place| match place {
            0 => ("0".to_owned(), 0),
            place => ((1_u64 << (place - 1)).to_string(), 0),
        })
        .collect();
    for (value, count) in distribution.counts() {
        bars[place(value)].1 += count;
    }
    bars
}

/// Margins, in bars of equal width with one around 0.
fn margins(statistics: &Statistics) -> Vec<Bar> {
    let largest = statistics
        .margins()
        .map(|(margin, _)| i64::from(margin).abs())
        .max()
        .unwrap_or(0);
    // Odd, so that a draw stands in the middle of a bar.
    let width = (2 * largest / MOST_BARS as i64 + 1) | 1;
    let side = (largest + width / 2) / width;
    let mut bars: Vec<Bar> = (-side..=side)
        .map(|place| (format!("{:+}", place * width), 0))
        .collect();
    for (margin, count) in statistics.margins() {
        let place = (i64::from(margin) + width / 2).div_euclid(width) + side;
        bars[place as usize].1 += count;
    }
    bars
}
