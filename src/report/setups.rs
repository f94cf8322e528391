//! Set-ups of Omweso against each other.

use super::number::{count, grouped, share as part};
use super::percent::share;
use super::prose::{paragraph, wrap};
use super::table::Table;
use super::width::width;
use sow_arena::{Payoff, SetupsTable, spell_setup};
use std::fmt::Write as _;

/// Set-ups of a table that is printed side by side.
const MOST_COLUMNS: usize = 12;

/// The columns of set-ups as comma-separated values, fields of the JSON.
pub(crate) const COLUMNS: [&str; 6] = ["setup", "share", "low", "high", "points", "never"];

/// Set-ups with what they score.
pub(crate) fn text(found: &SetupsTable) -> String {
    let mut out = String::new();
    let text = format!(
        "Set-ups of omweso, rules {}; {} from either side, {} against {}; b1, b2 … / f1, f2 …",
        found.rules.describe(),
        count(found.games, "game"),
        found.players[0],
        found.players[1]
    );
    let _ = writeln!(out, "{}", paragraph(&text));
    let mut table = Table::new(&[
        ">",
        "set-up",
        ">games won, 95 %",
        ">points",
        ">games",
        "_never-ending first moves",
    ])
    .keyed(2);
    for (index, row) in found.rows.iter().enumerate() {
        let all = row.all();
        let [won, lost] = all.points();
        table.row([
            (index + 1).to_string(),
            spell_setup(&row.setup),
            share(&all.tally),
            format!("{} : {}", grouped(won), grouped(lost)),
            grouped(all.tally.games()),
            row.never.join(" "),
        ]);
    }
    let _ = writeln!(out, "{table}");
    payoffs(&mut out, found);
    let total = found.total();
    out += &paragraph(&format!(
        "Whoever moves first scores {} in {}.",
        share(&total.first),
        count(total.first.games(), "game")
    ));
    endings(&mut out, &total);
    if let Some(leading) = found.rows.first() {
        let worths = leading.all().worths();
        if let (Some(real), Some(plain)) = (worths.chance(), worths.as_plain_wins().chance()) {
            out += &paragraph(&format!(
                "Set-up 1 wins a match to 12 points with chance {:.0} %; if every win were worth one point, {:.0} %.",
                100.0 * real,
                100.0 * plain
            ));
        }
    }
    for row in &found.rows {
        for proof in &row.proofs {
            let [lowest, highest] = proof.points;
            let text = if lowest == highest {
                format!("exactly {lowest}")
            } else {
                format!("{lowest} to {highest}")
            };
            out += &paragraph(&format!(
                "Proven: {} moving first against {} gets {text} match points (negative: the other's).",
                spell_setup(&row.setup),
                proof.against
            ));
        }
    }
    out
}

/// The pay-off of each row against each column, in per cent.
fn payoffs(out: &mut String, found: &SetupsTable) {
    let what = if found.by_points {
        "match points"
    } else {
        "games"
    };
    let most = MOST_COLUMNS.min((width() - 5) / 5);
    let shown = found.columns.len().min(most);
    let mut heading = format!("Pay-off, per cent of {what}, row against column");
    if shown < found.columns.len() {
        heading += &format!(" (the first {shown} of {})", found.columns.len());
    }
    let _ = write!(out, "{}     ", paragraph(&heading));
    for column in 1..=shown {
        let _ = write!(out, "{column:>5}");
    }
    let _ = writeln!(out);
    for (index, row) in found.rows.iter().enumerate() {
        let _ = write!(out, "{:>5}", index + 1);
        for payoff in row.payoffs.iter().take(shown) {
            let _ = match payoff {
                Some(payoff) => write!(out, "{:>5.0}", 100.0 * payoff.share(found.by_points)),
                None => write!(out, "{:>5}", "·"),
            };
        }
        let _ = writeln!(out);
    }
    if found.rows.iter().map(|row| &row.setup).ne(&found.columns) {
        let _ = writeln!(out, "Columns:");
        for (index, column) in found.columns.iter().take(shown).enumerate() {
            out.push_str(&wrap(&format!("{:>5}  ", index + 1), &spell_setup(column)));
        }
    }
    let _ = writeln!(out);
}

/// How games ended, and what each way of winning brought.
fn endings(out: &mut String, total: &Payoff) {
    let all: u64 = total
        .endings
        .values()
        .map(|ended| (ended.won + ended.lost) * ended.points)
        .sum();
    let mut table = Table::new(&["won by", ">worth", ">games", ">share of all points"]);
    for ((reason, points), ended) in &total.endings {
        let games = ended.won + ended.lost;
        table.row([
            reason.clone(),
            points.to_string(),
            grouped(games),
            part(games * points, all),
        ]);
    }
    let _ = writeln!(out, "\n{table}");
}
