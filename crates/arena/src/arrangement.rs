//! Arrangements of the seeds before the first move, as the players of Omweso agree on or choose for
//! themselves: what they score against each other, and the search for strong ones.

use crate::error::PlayerError;
use crate::first_turns::Series;
use crate::match_points::Worths;
use crate::matches::Entrant;
use crate::tally::Tally;
use sow_engine::game::{Board, Ending, Game};
use sow_engine::relay::Patience;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::turn::{TurnEnd, turns};
use sow_random::Stream;
use std::collections::BTreeMap;

/// The seeds of one player by ring index.
pub type Arrangement = Vec<u8>;

/// The position in which the first arrangement is South's, and South moves first.
pub(crate) fn position<P: Board>(game: &dyn Game<P>, first: &[u8], second: &[u8]) -> P {
    let mut setup: Setup = game.rules().start(game.columns());
    setup.rings = [first.to_vec(), second.to_vec()];
    game.position(&setup)
}

/// The first moves that never end. Nothing is captured in a first move, so that the other player's
/// arrangement plays no part in it.
pub(crate) fn never_ending<P: Board>(game: &dyn Game<P>, arrangement: &[u8]) -> Vec<String> {
    let start = position(game, arrangement, arrangement);
    turns(game, &start, &Patience::UNLIMITED, false)
        .into_iter()
        .filter(|turn| matches!(turn.end, TurnEnd::NeverEnds(_)))
        .map(|turn| turn.text)
        .collect()
}

/// Games that ended in one way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// Games that the first arrangement won so.
    pub won: u64,
    /// Games that it lost so.
    pub lost: u64,
    /// What each was worth, in match points.
    pub points: u64,
}

/// What one arrangement scored against another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Payoff {
    /// Results of the first arrangement.
    pub tally: Tally,
    /// Results of whoever moved first.
    pub first: Tally,
    /// Decided games by the reason and by what they were worth.
    pub endings: BTreeMap<(String, u64), Ended>,
}

impl Payoff {
    fn add(&mut self, ending: Option<&Ending>, side: Side) {
        let score = |side| crate::first_turns::points_of(side, ending);
        self.tally.add(score(side));
        self.first.add(score(Side::South));
        if let Some((ending, winner)) = ending.and_then(|ending| Some((ending, ending.winner?))) {
            let points = u64::from(ending.points);
            let key = (ending.reason.name().to_owned(), points);
            let ended = self.endings.entry(key).or_default();
            ended.points = points;
            if winner == side {
                ended.won += 1;
            } else {
                ended.lost += 1;
            }
        }
    }

    /// Adds other results.
    pub fn join(&mut self, other: &Self) {
        self.tally = self.tally.and(other.tally);
        self.first = self.first.and(other.first);
        for (key, more) in &other.endings {
            let ended = self.endings.entry(key.clone()).or_default();
            ended.points = more.points;
            ended.won += more.won;
            ended.lost += more.lost;
        }
    }

    /// The same games seen by the second arrangement.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let endings = self.endings.iter().map(|(key, ended)| {
            let turned = Ended {
                won: ended.lost,
                lost: ended.won,
                ..*ended
            };
            (key.clone(), turned)
        });
        Self {
            tally: Tally {
                won: self.tally.lost,
                lost: self.tally.won,
                ..self.tally
            },
            first: self.first,
            endings: endings.collect(),
        }
    }

    /// Match points won and lost.
    pub fn points(&self) -> [u64; 2] {
        let endings = self.endings.values();
        endings.fold([0, 0], |[won, lost], ended| {
            [
                won + ended.won * ended.points,
                lost + ended.lost * ended.points,
            ]
        })
    }

    /// Decided games by what they were worth.
    pub fn worths(&self) -> Worths {
        let games = self.endings.values();
        Worths {
            games: games
                .map(|ended| (ended.points as usize, ended.won, ended.lost))
                .collect(),
        }
    }

    /// The first arrangement's share of games, or of the match points, from 0 to 1; even without
    /// games.
    pub fn share(&self, by_points: bool) -> f64 {
        let [won, lost] = self.points();
        if by_points && won + lost > 0 {
            won as f64 / (won + lost) as f64
        } else if by_points || self.tally.games() == 0 {
            0.5
        } else {
            self.tally.share().value
        }
    }
}

/// Plays `games` games with either side to move first. The first entrant plays the first arrangement.
/// The games depend on the arrangements and on the seed of the series alone.
///
/// # Errors
/// What a player says who cannot go on.
pub(crate) fn duel<P: Board>(
    game: &dyn Game<P>,
    [first, second]: [&[u8]; 2],
    series: &Series,
    [one, other]: [&dyn Entrant<P>; 2],
    games: u64,
) -> Result<Payoff, PlayerError> {
    let mut payoff = Payoff::default();
    let number = fingerprint(first, second) << 20;
    for index in 0..games {
        let start = position(game, first, second);
        let played = series.game(game, &start, [one, other], number + 2 * index)?;
        payoff.add(played.ending.as_ref(), Side::South);
        let start = position(game, second, first);
        let played = series.game(game, &start, [other, one], number + 2 * index + 1)?;
        payoff.add(played.ending.as_ref(), Side::North);
    }
    Ok(payoff)
}

/// A number of 32 bits that pairs of arrangements hardly share (FNV-1a).
fn fingerprint(first: &[u8], second: &[u8]) -> u64 {
    let bytes = first.iter().chain([&255]).chain(second);
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash >> 32
}

/// How arrangements are searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hunt {
    /// Rounds of trying.
    pub generations: u64,
    /// Arrangements tried in each.
    pub tries: u64,
    /// The most seeds of a pit.
    pub cap: Option<u8>,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// Plays pairs of arrangements, in order; `None` if it was stopped.
pub(crate) type Measure<'a> = dyn FnMut(&[[Arrangement; 2]]) -> Option<Vec<f64>> + 'a;

/// How many of the best are varied.
const PARENTS: usize = 4;

impl Hunt {
    /// Lets a pool grow: in each generation variations of its best members and new arrangements play
    /// the whole pool, and the best of them joins it if it scores more than half. Returns the pool,
    /// the best first, with its shares against the others; what it has come to if it was stopped.
    ///
    /// # Panics
    /// If there is nothing in the pool to begin with.
    pub(crate) fn grow(
        &self,
        pool: Vec<Arrangement>,
        measure: &mut Measure<'_>,
    ) -> Vec<Arrangement> {
        let mut pool = pool;
        for generation in 0..self.generations {
            let Some(shares) = shares_of(&pool, &pool, measure) else {
                break;
            };
            let ranked = sorted(&pool, &shares);
            let tried = self.variations(generation, &ranked, &pool);
            let Some(shares) = shares_of(&tried, &pool, measure) else {
                break;
            };
            let best = sorted_with(&tried, &shares).into_iter().next();
            if let Some((best, _)) = best.filter(|(_, share)| *share > 0.5) {
                pool.push(best);
            }
        }
        match shares_of(&pool, &pool, measure) {
            Some(shares) => sorted(&pool, &shares),
            None => pool,
        }
    }

    /// Looks for good answers to some arrangements by varying the best found so far. Returns the best
    /// answers, the best first.
    ///
    /// # Panics
    /// If there is nothing to begin with.
    pub(crate) fn answer(
        &self,
        begin: Vec<Arrangement>,
        targets: &[Arrangement],
        measure: &mut Measure<'_>,
    ) -> Vec<Arrangement> {
        let mut best = begin;
        for generation in 0..self.generations {
            let mut tried = best.clone();
            tried.extend(self.variations(generation, &best, &best));
            let Some(shares) = shares_of(&tried, targets, measure) else {
                break;
            };
            best = sorted(&tried, &shares);
            best.truncate(2 * PARENTS);
        }
        best
    }

    /// Variations of the best, and every fourth time something new; none that is `known`.
    fn variations(
        &self,
        generation: u64,
        best: &[Arrangement],
        known: &[Arrangement],
    ) -> Vec<Arrangement> {
        let mut tried: Vec<Arrangement> = Vec::new();
        for index in 0..self.tries {
            let mut stream = Stream::new(self.seed, generation * self.tries + index);
            let parent = &best[stream.index(best.len().min(PARENTS))];
            let seeds = parent.iter().map(|&seeds| u32::from(seeds)).sum();
            let made = if stream.below(4) == 0 {
                self.random(parent.len(), seeds, &mut stream)
            } else {
                self.varied(parent, &mut stream)
            };
            if !known.contains(&made) && !tried.contains(&made) {
                tried.push(made);
            }
        }
        tried
    }

    /// Seeds thrown into pits at random.
    ///
    /// # Panics
    /// If the pits cannot hold so many.
    pub(crate) fn random(&self, pits: usize, seeds: u32, stream: &mut Stream) -> Arrangement {
        let cap = self.cap.unwrap_or(u8::MAX);
        assert!(pits as u64 * u64::from(cap) >= u64::from(seeds));
        let mut made = vec![0; pits];
        for _ in 0..seeds {
            loop {
                let pit = stream.index(pits);
                if made[pit] < cap {
                    made[pit] += 1;
                    break;
                }
            }
        }
        made
    }

    /// Some seeds moved from pits to others, once to three times.
    fn varied(&self, parent: &Arrangement, stream: &mut Stream) -> Arrangement {
        let mut made = parent.clone();
        let cap = self.cap.unwrap_or(u8::MAX);
        for _ in 0..=stream.index(3) {
            let filled: Vec<usize> = (0..made.len()).filter(|&pit| made[pit] > 0).collect();
            let from = filled[stream.index(filled.len())];
            let to = stream.index(made.len());
            let room = cap.saturating_sub(made[to]).min(made[from]);
            if from != to && room > 0 {
                let seeds = 1 + stream.below(u64::from(room)) as u8;
                made[from] -= seeds;
                made[to] += seeds;
            }
        }
        made
    }
}

/// The mean share of each row against all columns but itself.
fn shares_of(
    rows: &[Arrangement],
    columns: &[Arrangement],
    measure: &mut Measure<'_>,
) -> Option<Vec<f64>> {
    let mut pairs = Vec::new();
    for row in rows {
        let others = columns.iter().filter(|column| *column != row);
        pairs.extend(others.map(|column| [row.clone(), column.clone()]));
    }
    let mut found = measure(&pairs)?.into_iter();
    let means = rows.iter().map(|row| {
        let count = columns.iter().filter(|column| *column != row).count();
        let sum: f64 = found.by_ref().take(count).sum();
        if count == 0 { 0.5 } else { sum / count as f64 }
    });
    Some(means.collect())
}

fn sorted_with(items: &[Arrangement], shares: &[f64]) -> Vec<(Arrangement, f64)> {
    let mut ranked: Vec<_> = items.iter().cloned().zip(shares.iter().copied()).collect();
    ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
    ranked
}

fn sorted(items: &[Arrangement], shares: &[f64]) -> Vec<Arrangement> {
    let ranked = sorted_with(items, shares).into_iter();
    ranked.map(|(item, _)| item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Method, Settings};
    use sow_engine::games::{BoardVisitor, visit};
    use sow_engine::kind::GameKind;
    use sow_engine::rules::Rules;

    fn hunt() -> Hunt {
        Hunt {
            generations: 30,
            tries: 8,
            cap: Some(6),
            seed: 5,
        }
    }

    /// A made-up game: whoever has more seeds in his first pit wins.
    fn first_pit(pairs: &[[Arrangement; 2]]) -> Option<Vec<f64>> {
        let share = |[one, other]: &[Arrangement; 2]| match one[0].cmp(&other[0]) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        };
        Some(pairs.iter().map(share).collect())
    }

    #[test]
    fn a_growing_pool_and_answers_climb_as_far_as_the_cap() {
        let begin = vec![vec![2_u8; 8]];
        let pool = hunt().grow(begin.clone(), &mut first_pit);
        assert_eq!(pool[0][0], 6, "{pool:?}");
        assert!(pool.len() > 2);
        let answers = hunt().answer(begin.clone(), &[vec![4; 8]], &mut first_pit);
        assert!(answers[0][0] > 4, "{answers:?}");
        for made in pool.iter().chain(&answers) {
            assert_eq!(made.iter().map(|&seeds| u32::from(seeds)).sum::<u32>(), 16);
            assert!(made.iter().all(|&seeds| seeds <= 6), "{made:?}");
        }
        assert_eq!(pool, hunt().grow(begin.clone(), &mut first_pit));
        assert_eq!(hunt().grow(begin.clone(), &mut |_| None), begin);
    }

    struct Duel;

    impl BoardVisitor for Duel {
        type Output = ();

        fn visit<P: Board>(self, game: Box<dyn Game<P>>) {
            let player = Settings::of(Method::Greedy);
            let series = Series {
                seed: 1,
                longest: 300,
                waver: 0.1,
            };
            let (even, odd) = (vec![2; 16], [vec![4; 8], vec![0; 8]].concat());
            let run = || {
                let players: [&dyn Entrant<P>; 2] = [&player, &player];
                duel(&*game, [&even, &odd], &series, players, 5).expect("played")
            };
            let payoff = run();
            assert_eq!(payoff, run());
            assert_eq!(payoff.tally.games(), 10);
            assert_eq!(payoff.first.games(), 10);
            let endings = payoff.endings.values();
            let decided: u64 = endings.map(|ended| ended.won + ended.lost).sum();
            assert_eq!(decided, payoff.tally.won + payoff.tally.lost);
            let turned = payoff.reversed();
            assert_eq!(turned.tally.won, payoff.tally.lost);
            assert!((turned.share(true) + payoff.share(true) - 1.0).abs() < 1e-12);
            assert_eq!(turned.reversed(), payoff);
        }
    }

    #[test]
    fn a_duel_counts_every_game_once_and_is_the_same_each_time() {
        visit(Rules::default_for(GameKind::Omweso), 8, Duel);
    }
}
