//! What a player may spend on one turn, and who is told meanwhile.

use sow_search::Analysis;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Turns that a game goes on for when nobody knows.
const USUAL_TURNS: u32 = 30;

/// What one turn may take. Where nothing is limited, only a flag ends the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowance {
    /// Time for the whole turn.
    pub time: Option<Duration>,
    /// Nodes for each decision of it.
    pub nodes: Option<u64>,
    /// Sowings looked ahead; without a meaning for simulations.
    pub depth: Option<u32>,
    /// Best moves that are told of, at least one.
    pub lines: usize,
}

/// A clock for the rest of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// What is left on it.
    pub left: Duration,
    /// What is added after every turn.
    pub increment: Duration,
    /// Turns that it has to last for, this one included; nobody knows how many if `None`.
    pub turns: Option<u32>,
}

impl Clock {
    /// What this turn may take: an equal part for each turn to come, and most of what is added, but never more than half
    /// of what is left, or nine tenths if it is the last.
    pub fn share(&self) -> Duration {
        let turns = self.turns.unwrap_or(USUAL_TURNS).max(1);
        let most = self.left.mul_f64(if turns == 1 { 0.9 } else { 0.5 });
        most.min(self.left / turns + self.increment.mul_f64(0.8))
    }
}

/// Told of every depth that a player who searches has done for the first decision of a turn.
#[derive(Clone)]
pub struct Listener(pub Arc<dyn Fn(&Analysis) + Send + Sync>);

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listener")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_never_used_up() {
        let seconds = Duration::from_secs;
        let share = |left, increment, turns| {
            let clock = Clock {
                left: seconds(left),
                increment: seconds(increment),
                turns,
            };
            clock.share()
        };
        assert_eq!(share(300, 0, None), seconds(10));
        assert_eq!(share(300, 5, None), seconds(14));
        assert_eq!(share(10, 60, None), seconds(5));
        assert_eq!(share(10, 0, Some(1)), seconds(9));
        assert_eq!(share(10, 0, Some(0)), seconds(9));
        assert_eq!(share(0, 0, None), Duration::ZERO);
        // Whoever takes his share every time is never late.
        let mut left = seconds(60);
        for _ in 0..1000 {
            let clock = Clock {
                left,
                ..Clock::default()
            };
            left = left.checked_sub(clock.share()).expect("some time");
        }
    }
}
