//! Results of independent games from one position.

use crate::statistics::Share;

/// Games won, drawn and lost by one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub won: u64,
    /// Games drawn, annulled or broken off.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
}

impl Tally {
    /// Adds a game in which the player scored 1, 0.5 or 0.
    pub fn add(&mut self, score: f64) {
        match score {
            1.0 => self.won += 1,
            0.0 => self.lost += 1,
            _ => self.drawn += 1,
        }
    }

    /// Both together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
        }
    }

    /// Games played.
    pub const fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The share of points with its interval.
    pub fn share(&self) -> Share {
        let points = self.won as f64 + self.drawn as f64 / 2.0;
        Share::of_points(points, self.games())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted_and_added() {
        let mut tally = Tally::default();
        for score in [1.0, 0.5, 0.5, 0.0, 1.0] {
            tally.add(score);
        }
        let twice = tally.and(tally);
        assert_eq!((twice.won, twice.drawn, twice.lost), (4, 4, 2));
        assert_eq!(twice.games(), 10);
        assert_eq!(twice.share().value, 0.6);
    }
}
