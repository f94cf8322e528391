//! Who wins when set-ups of Omweso meet.

use super::number::{count, grouped};
use super::percent::percent;
use super::prose::paragraph;
use super::table::Table;
use sow_arena::{SetupPair, SetupProofs, Winner};
use std::fmt::Write as _;

/// Pairs that are listed; of more the totals are told, and those that the second wins.
const MOST_PAIRS: usize = 40;

/// The columns of pairs as comma-separated values, fields of the JSON.
pub(crate) const COLUMNS: [&str; 4] = ["first", "second", "winner", "nodes"];

/// Pairs with who wins, and the totals.
pub(crate) fn text(found: &SetupProofs) -> String {
    let mut out = String::new();
    let heading = format!(
        "Set-ups of omweso, rules {}; up to {} a pair; b1, b2 … / f1, f2 …",
        found.rules.describe(),
        count(found.nodes, "node")
    );
    let _ = writeln!(out, "{}", paragraph(&heading));
    let all = found.pairs.len();
    let listed: Vec<&SetupPair> = if all <= MOST_PAIRS {
        found.pairs.iter().collect()
    } else {
        let lost = |pair: &&SetupPair| pair.winner == Some(Winner::Second);
        found.pairs.iter().filter(lost).take(MOST_PAIRS).collect()
    };
    if listed.len() < all && !listed.is_empty() {
        let shown = listed.len();
        let won = found.count(Some(Winner::Second));
        let _ = writeln!(out, "Pairs that the second player wins, {shown} of {won}:");
    }
    let mut table = Table::new(&["moves first", "second", "wins", ">nodes"]);
    for pair in &listed {
        table.row([
            pair.first.clone(),
            pair.second.clone(),
            who(pair.winner).to_owned(),
            grouped(pair.nodes),
        ]);
    }
    if !listed.is_empty() {
        let _ = writeln!(out, "{table}");
    }
    let [first, second, draws] =
        [Winner::First, Winner::Second, Winner::Draw].map(|winner| found.count(Some(winner)));
    let open = found.count(None);
    out += &paragraph(&format!(
        "Of {} the first player wins {first}, the second {second}; {}, {open} open.",
        count(all as u64, "pair"),
        count(draws, "draw")
    ));
    let decided = first + second + draws;
    if decided > 1 {
        let share = found.first_wins();
        out += &paragraph(&format!(
            "Moving first wins {} of the {decided} that are decided (95 %: {} to {}); {} stayed open.",
            percent(share.value),
            percent(share.low),
            percent(share.high),
            percent(open as f64 / all as f64)
        ));
    }
    out
}

const fn who(winner: Option<Winner>) -> &'static str {
    match winner {
        Some(Winner::First) => "first",
        Some(Winner::Second) => "second",
        Some(Winner::Draw) => "a draw",
        None => "open",
    }
}
