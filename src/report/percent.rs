//! Shares of points with their intervals.

use sow_arena::{Share, Tally};

/// The share of points with its 95 % confidence interval, in per cent; empty without games.
pub(crate) fn share(tally: &Tally) -> String {
    if tally.games() == 0 {
        return String::new();
    }
    let share = tally.share();
    format!(
        "{:.0} % ({:.0} … {:.0})",
        100.0 * share.value,
        100.0 * share.low,
        100.0 * share.high
    )
}

/// A share in per cent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// The ends of an interval in per cent.
pub(crate) fn interval(share: &Share) -> String {
    format!("{:.1} … {:.1}", 100.0 * share.low, 100.0 * share.high)
}
