//! Shares of points with their intervals.

use sow_arena::tally::Tally;

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
