//! Matches of Omweso: who first has twelve points, where games are worth 1, 2, 6 or 12.

/// Points that win a match.
pub(crate) const MATCH: usize = 12;

/// How often each player wins a game with how many points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Worths {
    /// Points, games that the first player won with them, games that the second player won.
    pub games: Vec<(usize, u64, u64)>,
}

impl Worths {
    /// The chance of the first player to win a match of independent games like these; draws are
    /// played again. `None` if no game was decided.
    pub fn chance(&self) -> Option<f64> {
        let decided: u64 = self.games.iter().map(|(_, won, lost)| won + lost).sum();
        if decided == 0 {
            return None;
        }
        let all = decided as f64;
        // chances[a][b]: the first player lacks a points, the second b.
        let mut chances = [[0.0; MATCH + 1]; MATCH + 1];
        for own in 0..=MATCH {
            for other in 0..=MATCH {
                chances[own][other] = if own == 0 {
                    1.0
                } else if other == 0 {
                    0.0
                } else {
                    let games = self.games.iter();
                    games
                        .map(|&(points, won, lost)| {
                            won as f64 / all * chances[own.saturating_sub(points)][other]
                                + lost as f64 / all * chances[own][other.saturating_sub(points)]
                        })
                        .sum()
                };
            }
        }
        Some(chances[MATCH][MATCH])
    }

    /// The same games if each were worth one point.
    #[must_use]
    pub fn as_plain_wins(&self) -> Self {
        let games = self.games.iter();
        let [won, lost] = games.fold([0, 0], |[won, lost], (_, w, l)| [won + w, lost + l]);
        Self {
            games: vec![(1, won, lost)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chance(games: &[(usize, u64, u64)]) -> f64 {
        let games = games.to_vec();
        Worths { games }.chance().expect("decided games")
    }

    #[test]
    fn a_match_is_even_between_equals_and_decided_by_one_billion() {
        assert!((chance(&[(1, 5, 5), (2, 3, 3), (12, 1, 1)]) - 0.5).abs() < 1e-12);
        assert!((chance(&[(12, 3, 1)]) - 0.75).abs() < 1e-12);
        assert_eq!(chance(&[(1, 7, 0)]), 1.0);
        assert_eq!(Worths::default().chance(), None);
    }

    #[test]
    fn twelve_single_wins_are_the_best_of_23() {
        // The chance of 12 or more of 23 games, each won with 0.6.
        let mut expected = 0.0;
        for wins in 12..=23_u64 {
            let ways = (0..wins).fold(1.0, |ways, i| ways * (23 - i) as f64 / (i + 1) as f64);
            expected += ways * 0.6_f64.powi(wins as i32) * 0.4_f64.powi(23 - wins as i32);
        }
        assert!((chance(&[(1, 6, 4)]) - expected).abs() < 1e-12);
        let richer = Worths {
            games: vec![(1, 4, 6), (12, 2, 0)],
        };
        assert!(richer.chance() > richer.as_plain_wins().chance());
    }
}
