//! What the results of a match say about strength: Elo with error bars, and a sequential test.
//!
//! Each opening is played twice with the sides exchanged. The two games are not independent, so the
//! pair is the sample: its score is 0, ¼, ½, ¾ or 1 (the "pentanomial" model of computer chess).

/// Beyond this many standard errors lie 5 % of a normal distribution.
pub(crate) const TWO_SIDED_95: f64 = 1.959_964;

/// Scores of pairs of games, seen by the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    /// Games won, drawn and lost.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// Pairs with 0 to 4 half points.
    pub pairs: [u64; 5],
}

/// An estimate with the ends of its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Scores {
    /// Adds the two games of an opening, as 0, 0.5 or 1 each.
    pub fn add(&mut self, games: [f64; 2]) {
        for game in games {
            match game {
                1.0 => self.won += 1,
                0.0 => self.lost += 1,
                _ => self.drawn += 1,
            }
        }
        let half_points = (2.0 * (games[0] + games[1])).round() as usize;
        self.pairs[half_points.min(4)] += 1;
    }

    /// The same seen by the second player.
    pub fn reversed(&self) -> Self {
        let mut pairs = self.pairs;
        pairs.reverse();
        Self {
            won: self.lost,
            drawn: self.drawn,
            lost: self.won,
            pairs,
        }
    }

    /// Games played.
    pub const fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Pairs, and the mean and variance of their scores.
    fn moments(&self) -> (f64, f64, f64) {
        let score = |half_points: usize| half_points as f64 / 4.0;
        let count: u64 = self.pairs.iter().sum();
        let count = count as f64;
        let weighed = |value: &dyn Fn(f64) -> f64| {
            let pairs = self.pairs.iter().enumerate();
            pairs.map(|(i, &n)| n as f64 * value(score(i))).sum::<f64>() / count.max(1.0)
        };
        let mean = weighed(&|score| score);
        let variance = weighed(&|score| (score - mean).powi(2));
        (count, mean, variance)
    }

    /// The share of points with its interval.
    pub fn share(&self) -> Estimate {
        let (count, mean, variance) = self.moments();
        // One imagined pair of each extreme keeps the interval open where all results are equal.
        let spread = (variance * count + 0.5) / (count + 2.0);
        let error = TWO_SIDED_95 * (spread / (count + 2.0)).sqrt();
        Estimate {
            value: mean,
            low: (mean - error).max(0.0),
            high: (mean + error).min(1.0),
        }
    }

    /// The difference in Elo points that the share stands for; infinite where all games were won.
    pub fn elo(&self) -> Estimate {
        let Estimate { value, low, high } = self.share();
        Estimate {
            value: elo(value),
            low: elo(low),
            high: elo(high),
        }
    }

    /// The logarithm of the likelihood of `better` against `worse`, both differences in Elo points:
    /// the generalised sequential probability ratio test in its normal approximation (Van den Bergh
    /// 2018). 0 as long as all pairs have the same score.
    pub fn log_likelihood_ratio(&self, worse: f64, better: f64) -> f64 {
        let (count, mean, variance) = self.moments();
        if variance <= 0.0 {
            return 0.0;
        }
        let (worse, better) = (share_of(worse), share_of(better));
        count * (better - worse) * (2.0 * mean - worse - better) / (2.0 * variance)
    }
}

/// A sequential probability ratio test (Wald 1945) of two differences in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// No more than this, in Elo points, is the one hypothesis.
    pub worse: f64,
    /// At least this is the other.
    pub better: f64,
    /// How often either may be taken for the other.
    pub error: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first player is better.
    Better,
    /// He is not.
    NotBetter,
    /// More games are needed.
    Open,
}

impl Verdict {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::NotBetter => "not-better",
            Self::Open => "open",
        }
    }
}

impl Test {
    /// The ratio of likelihoods at which it ends, as a logarithm.
    pub fn bound(&self) -> f64 {
        ((1.0 - self.error) / self.error).ln()
    }

    /// What it says of scores.
    pub fn verdict(&self, scores: &Scores) -> Verdict {
        let ratio = scores.log_likelihood_ratio(self.worse, self.better);
        if ratio >= self.bound() {
            Verdict::Better
        } else if ratio <= -self.bound() {
            Verdict::NotBetter
        } else {
            Verdict::Open
        }
    }
}

/// The difference in Elo points of a share of points.
pub(crate) fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The share of points of a difference in Elo points.
pub(crate) fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(pairs: [u64; 5]) -> Scores {
        let mut scores = Scores::default();
        let games = [[0.0, 0.0], [0.5, 0.0], [0.5, 0.5], [1.0, 0.5], [1.0, 1.0]];
        for (games, count) in games.into_iter().zip(pairs) {
            for _ in 0..count {
                scores.add(games);
            }
        }
        scores
    }

    #[test]
    fn equal_players_have_no_difference() {
        let scores = scores([10, 5, 20, 5, 10]);
        assert_eq!(scores.games(), 100);
        assert_eq!(scores.pairs, [10, 5, 20, 5, 10]);
        let elo = scores.elo();
        assert!(
            elo.value.abs() < 1e-9 && elo.low < -10.0 && elo.high > 10.0,
            "{elo:?}"
        );
        assert_eq!(scores.log_likelihood_ratio(-5.0, 5.0), 0.0);
    }

    #[test]
    fn three_quarters_of_the_points_are_191_elo() {
        let scores = scores([0, 0, 50, 0, 50]);
        assert_eq!(scores.share().value, 0.75);
        assert!((scores.elo().value - 190.85).abs() < 0.01);
        assert!((share_of(190.85) - 0.75).abs() < 1e-5);
        assert!((scores.reversed().elo().value + 190.85).abs() < 0.01);
    }

    #[test]
    fn an_interval_narrows_with_games_and_stays_open_for_equal_results() {
        let few = scores([1, 2, 5, 2, 1]).elo();
        let many = scores([100, 200, 500, 200, 100]).elo();
        assert!(many.high - many.low < few.high - few.low);
        let all = scores([0, 0, 0, 0, 20]).elo();
        assert!(all.value.is_infinite() && all.low > 100.0 && all.low.is_finite());
    }

    #[test]
    fn a_test_decides_for_the_stronger_and_against_the_equal() {
        let test = Test {
            worse: 0.0,
            better: 20.0,
            error: 0.05,
        };
        assert_eq!(test.verdict(&scores([5, 10, 20, 10, 5])), Verdict::Open);
        assert_eq!(
            test.verdict(&scores([50, 100, 200, 250, 200])),
            Verdict::Better
        );
        let equal = scores([1000, 1000, 2000, 1000, 1000]);
        assert_eq!(test.verdict(&equal), Verdict::NotBetter);
        assert!((test.bound() - 2.944).abs() < 0.001);
    }
}
