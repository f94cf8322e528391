//! What a collection of games says: results, lengths, laps, captures, choices, endings, openings.

use sow_engine::game::Ending;
use sow_engine::notation::Outcome as Token;
use sow_engine::side::Side;
use std::collections::BTreeMap;

/// Beyond this many standard errors lie 5 % of a normal distribution.
const TWO_SIDED_95: f64 = 1.959_964;

/// Numbers counted one by one, with their mean, spread and distribution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distribution {
    /// How often each small number occurred, up to the largest of them that did.
    small: Vec<u64>,
    /// The same for others.
    large: BTreeMap<u64, u64>,
}

/// Numbers below this are small.
const SMALL: u64 = 256;

impl Distribution {
    /// Counts a number.
    #[inline]
    pub fn add(&mut self, value: u64) {
        self.add_times(value, 1);
    }

    #[inline]
    fn add_times(&mut self, value: u64, count: u64) {
        if value >= SMALL {
            *self.large.entry(value).or_default() += count;
            return;
        }
        if self.small.len() <= value as usize {
            self.small.resize(value as usize + 1, 0);
        }
        self.small[value as usize] += count;
    }

    fn join(&mut self, other: &Self) {
        for (value, count) in other.counts() {
            self.add_times(value, count);
        }
    }

    /// How often each number occurred, in ascending order.
    pub fn counts(&self) -> impl Iterator<Item = (u64, u64)> {
        let small = (0..).zip(&self.small).filter(|(_, count)| **count > 0);
        let counts = small.map(|(value, &count)| (value, count));
        counts.chain(self.large.iter().map(|(&value, &count)| (value, count)))
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.counts().map(|(_, count)| count).sum()
    }

    /// Their mean, 0 if there are none.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self
            .counts()
            .map(|(value, count)| value as f64 * count as f64)
            .sum();
        sum / (self.count().max(1) as f64)
    }

    /// Half the width of the 95 % confidence interval of the mean.
    pub fn error(&self) -> f64 {
        let mean = self.mean();
        let squares = self.counts();
        let sum: f64 = squares
            .map(|(value, count)| (value as f64 - mean).powi(2) * count as f64)
            .sum();
        let count = self.count() as f64;
        TWO_SIDED_95 * (sum / (count - 1.0).max(1.0) / count.max(1.0)).sqrt()
    }

    /// The number that is not exceeded by this share of all, 0 if there are none.
    pub fn quantile(&self, share: f64) -> u64 {
        let mut left = (share * self.count() as f64).ceil() as u64;
        for (value, count) in self.counts() {
            if count >= left {
                return value;
            }
            left -= count;
        }
        0
    }

    /// The largest number, 0 if there are none.
    pub fn largest(&self) -> u64 {
        let large = self.large.keys().next_back().copied();
        large.unwrap_or_else(|| self.small.len().saturating_sub(1) as u64)
    }
}

/// Part of a whole with its 95 % confidence interval (Wilson 1927).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The part.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Share {
    /// `part` of `whole`; nothing is known of the share of nothing.
    pub fn of(part: u64, whole: u64) -> Self {
        Self::of_points(part as f64, whole)
    }

    /// As [`Share::of`] for points, where half ones occur: a little too wide then.
    pub fn of_points(points: f64, whole: u64) -> Self {
        if whole == 0 {
            return Self {
                value: 0.0,
                low: 0.0,
                high: 1.0,
            };
        }
        let count = whole as f64;
        let value = points / count;
        let z = TWO_SIDED_95 * TWO_SIDED_95 / count;
        let middle = (value + z / 2.0) / (1.0 + z);
        let half =
            TWO_SIDED_95 / (1.0 + z) * (value * (1.0 - value) / count + z / (4.0 * count)).sqrt();
        Self {
            value,
            low: (middle - half).max(0.0),
            high: (middle + half).min(1.0),
        }
    }
}

/// Results of games, seen by South.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games that South won.
    pub south: u64,
    /// Games that North won.
    pub north: u64,
    /// Drawn games.
    pub drawn: u64,
    /// Games annulled because a move did not end.
    pub annulled: u64,
    /// Games without a result.
    pub open: u64,
}

impl Results {
    fn add(&mut self, result: Token) {
        match result {
            Token::Open => self.open += 1,
            Token::SouthWins => self.south += 1,
            Token::NorthWins => self.north += 1,
            Token::Annulled => self.annulled += 1,
            Token::Draw => self.drawn += 1,
        }
    }

    fn join(&mut self, other: &Self) {
        self.south += other.south;
        self.north += other.north;
        self.drawn += other.drawn;
        self.annulled += other.annulled;
        self.open += other.open;
    }

    /// All games.
    pub const fn games(&self) -> u64 {
        self.decided() + self.open
    }

    /// Games with a result.
    pub const fn decided(&self) -> u64 {
        self.south + self.north + self.drawn + self.annulled
    }

    /// South's share of the points of games with a result; draws and annulled games count half.
    pub fn score(&self) -> Share {
        let points = self.south as f64 + (self.drawn + self.annulled) as f64 / 2.0;
        Share::of_points(points, self.decided())
    }
}

/// The openings that were played: a tree of turns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Openings {
    /// Results of the games that came here.
    pub results: Results,
    /// The next turns by their texts.
    pub next: BTreeMap<String, Self>,
}

impl Openings {
    fn add(&mut self, turns: &[String], result: Token) {
        self.results.add(result);
        if let Some((turn, rest)) = turns.split_first() {
            if let Some(known) = self.next.get_mut(turn) {
                return known.add(rest, result);
            }
            self.next.entry(turn.clone()).or_default().add(rest, result);
        }
    }

    fn join(&mut self, other: &Self) {
        self.results.join(&other.results);
        for (turn, below) in &other.next {
            self.next.entry(turn.clone()).or_default().join(below);
        }
    }
}

/// What a collection of games says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Results by side.
    pub results: Results,
    /// Games won by the player who moved first.
    pub first_player: Results,
    /// Games of these whose result does not follow from their moves, but is attested: resigned, lost on time,
    /// agreed drawn.
    pub attested: u64,
    /// Games whose attested result is not that of the rules, which is the one that is counted.
    pub contradicted: u64,
    /// Why games were over.
    pub reasons: BTreeMap<&'static str, u64>,
    /// Turns a game.
    pub turns: Distribution,
    /// Laps a turn.
    pub laps: Distribution,
    /// Seeds captured by a turn.
    pub captured: Distribution,
    /// Sowings to choose from at the start of a turn, never-ending ones left out.
    pub choices: Distribution,
    /// Sowings that the player could have begun with and that never end.
    pub never_ending: u64,
    /// Games in which a position came back, whatever the rules make of it.
    pub repeating: u64,
    /// South's seeds minus North's at the end, and how often.
    margins: BTreeMap<i32, u64>,
    /// The first turns.
    pub openings: Openings,
}

impl Statistics {
    /// Counts a game that was played through: who was to move in it first, how many turns it had, how the rules ended it,
    /// what is attested of its result with the word for the reason, and its opening. What is attested counts where the
    /// rules leave the game open.
    pub(crate) fn add(
        &mut self,
        first: Side,
        turns: usize,
        ending: Option<Ending>,
        attested: (Option<Token>, &'static str),
        opening: &[String],
    ) {
        let (stated, why) = attested;
        let stated = stated.filter(|&stated| stated != Token::Open);
        let result = ending
            .as_ref()
            .map(Ending::token)
            .or(stated)
            .unwrap_or(Token::Open);
        let for_first = match (first, result) {
            (Side::North, Token::SouthWins) => Token::NorthWins,
            (Side::North, Token::NorthWins) => Token::SouthWins,
            (_, result) => result,
        };
        self.results.add(result);
        self.first_player.add(for_first);
        self.turns.add(turns as u64);
        let reason = match (&ending, stated) {
            (Some(ending), _) => ending.reason.name(),
            (None, Some(_)) => why,
            (None, None) => "open",
        };
        *self.reasons.entry(reason).or_default() += 1;
        self.attested += u64::from(ending.is_none() && stated.is_some());
        self.contradicted +=
            u64::from(ending.is_some() && stated.is_some_and(|stated| stated != result));
        if let Some(ending) = ending {
            *self.margins.entry(ending.margin).or_default() += 1;
        }
        self.openings.add(opening, result);
    }

    /// Adds what other games say.
    pub fn join(&mut self, other: &Self) {
        self.results.join(&other.results);
        self.first_player.join(&other.first_player);
        for (&reason, &count) in &other.reasons {
            *self.reasons.entry(reason).or_default() += count;
        }
        self.turns.join(&other.turns);
        self.laps.join(&other.laps);
        self.captured.join(&other.captured);
        self.choices.join(&other.choices);
        self.attested += other.attested;
        self.contradicted += other.contradicted;
        self.never_ending += other.never_ending;
        self.repeating += other.repeating;
        for (&margin, &count) in &other.margins {
            *self.margins.entry(margin).or_default() += count;
        }
        self.openings.join(&other.openings);
    }

    /// South's seeds minus North's at the end of games with a result, and how often.
    pub fn margins(&self) -> impl Iterator<Item = (i32, u64)> {
        self.margins.iter().map(|(&margin, &count)| (margin, count))
    }

    /// Sowings that never end, among all that players could have begun with.
    pub fn never_ending_share(&self) -> Share {
        let ending: u64 = self
            .choices
            .counts()
            .map(|(choices, count)| choices * count)
            .sum();
        Share::of(self.never_ending, ending + self.never_ending)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distribution_knows_its_mean_error_and_quantiles() {
        let mut distribution = Distribution::default();
        for value in [1, 2, 2, 3, 7] {
            distribution.add(value);
        }
        assert_eq!(distribution.count(), 5);
        assert!((distribution.mean() - 3.0).abs() < 1e-12);
        // The sample's variance is 22/4, its standard error sqrt(5.5 / 5).
        assert!((distribution.error() - TWO_SIDED_95 * 1.1_f64.sqrt()).abs() < 1e-12);
        assert_eq!(distribution.quantile(0.5), 2);
        assert_eq!(distribution.largest(), 7);
        let mut larger = distribution.clone();
        larger.add(SMALL + 3);
        larger.join(&distribution);
        assert_eq!((larger.count(), larger.largest()), (11, SMALL + 3));
        assert_eq!(larger.counts().nth(1), Some((2, 4)));
        assert_eq!(Distribution::default().quantile(0.5), 0);
    }

    #[test]
    fn a_share_has_the_interval_of_wilson() {
        let share = Share::of(8, 10);
        assert!(
            (share.low - 0.490).abs() < 1e-3 && (share.high - 0.943).abs() < 1e-3,
            "{share:?}"
        );
        let none = Share::of(0, 100);
        assert!(none.low < 1e-12 && (none.high - 0.037).abs() < 1e-3);
    }
}
