//! A match: every player against every other, every opening with both sides.

use crate::error::{ArenaError, Fault, PlayerError};
use crate::game::Played;
use crate::matches::{Entrant, Match, seats};
use crate::opening::Openings;
use crate::rating::{Scores, Test, Verdict};
use crate::record::record;
use crate::resume::{Differs, Headers, ResumeError, fits, whole_records};
use crate::run::{Run, Steps, columns};
use crate::seat::Seat;
use crate::sequence::in_sequence;
use serde::{Serialize, Serializer};
use sow_engine::game::{Board, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::notation::{Outcome, Record};
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use std::collections::VecDeque;

/// Games played between two looks at the test: a fixed number, so that a match stops at the same game
/// on any number of threads.
const BATCH: u64 = 32;

/// What is played.
#[derive(Clone, Debug)]
pub struct MatchPlan<'a> {
    /// The rules.
    pub rules: Rules,
    /// Positions to begin with, at least one.
    pub starts: &'a [Setup],
    /// The players, two or more.
    pub seats: &'a [Seat],
    /// Games of each two players, rounded up to pairs.
    pub games: u64,
    /// Random turns, or one more, before the players take over; 0 to play the positions as they are.
    pub random_turns: usize,
    /// Openings in which a short search sees one side ahead by more hundredths of a seed are drawn again;
    /// `None` to take every opening as it comes.
    pub uneven: Option<i32>,
    /// The test that ends the match of two players as soon as it is decided.
    pub test: Option<Test>,
    /// The seed of openings and players.
    pub seed: u64,
    /// Turns after which a game is broken off and counts as drawn.
    pub longest: usize,
}

impl<'a> MatchPlan<'a> {
    /// 200 games of each two players after six random turns or one more, from openings that are not too uneven.
    pub const fn new(rules: Rules, starts: &'a [Setup], seats: &'a [Seat]) -> Self {
        Self {
            rules,
            starts,
            seats,
            games: 200,
            random_turns: 6,
            uneven: Some(600),
            test: None,
            seed: 1,
            longest: 400,
        }
    }
}

/// Games of a match that an earlier run has played.
#[derive(Clone, Debug, Default)]
pub struct KeptGames {
    /// Bytes of whole games; what follows was cut off in the writing.
    pub length: usize,
    name: String,
    records: VecDeque<Record>,
}

impl KeptGames {
    /// The games of a text that an earlier run with the same plan has written; errors call it `name`.
    ///
    /// # Errors
    /// If it holds something else.
    pub fn read(name: &str, text: &str, seed: u64) -> Result<Self, ResumeError> {
        let (length, records) = whole_records(name, text, seed)?;
        Ok(Self {
            length,
            name: name.to_owned(),
            records: records.into(),
        })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.records.len()
    }
}

/// What one player scored against another.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The first position of the match.
    pub position: String,
    /// The rules, in words.
    pub rules: String,
    /// The players.
    pub players: [String; 2],
    /// Results seen by the first player.
    pub scores: Scores,
    /// Games that the first and the second player have lost without regard to the board.
    pub forfeits: [u64; 2],
    /// The test that was asked for.
    pub test: Option<Test>,
}

impl Serialize for Standing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let scores = &self.scores;
        let finite = |value: f64| value.is_finite().then_some(value);
        let elo = scores.elo();
        let form = Form {
            position: &self.position,
            rules: &self.rules,
            first: &self.players[0],
            second: &self.players[1],
            games: scores.games(),
            won: scores.won,
            drawn: scores.drawn,
            lost: scores.lost,
            forfeits: self.forfeits,
            pairs: scores.pairs,
            score: scores.share().value,
            elo: finite(elo.value),
            elo_low: finite(elo.low),
            elo_high: finite(elo.high),
            test: self.test.map(|test| TestForm {
                elo: [test.worse, test.better],
                error: test.error,
                log_likelihood_ratio: scores.log_likelihood_ratio(test.worse, test.better),
                bound: test.bound(),
                verdict: test.verdict(scores).name(),
            }),
        };
        form.serialize(serializer)
    }
}

#[derive(Serialize)]
struct Form<'a> {
    position: &'a str,
    rules: &'a str,
    first: &'a str,
    second: &'a str,
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    forfeits: [u64; 2],
    pairs: [u64; 5],
    score: f64,
    /// Infinite differences are `null`.
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<TestForm>,
}

#[derive(Serialize)]
struct TestForm {
    elo: [f64; 2],
    error: f64,
    log_likelihood_ratio: f64,
    bound: f64,
    verdict: &'static str,
}

/// Plays every player against every other until all games are played, the test is decided or somebody has
/// enough. `kept` are games of an earlier run, which are counted and not played again; `save` is handed every other
/// game in its order. A player who cannot go on loses the game. Steps of the work are games.
///
/// # Errors
/// If the kept games are those of another match, if a game cannot be played, or what `save` says.
pub fn play_match(
    plan: &MatchPlan<'_>,
    mut kept: KeptGames,
    run: &Run<'_>,
    save: &mut dyn FnMut(&Record) -> Result<(), Fault>,
) -> Result<Vec<Standing>, ArenaError> {
    let columns = columns(plan.rules, plan.starts)?;
    let ground = visit(plan.rules, columns, Make(plan));
    let count = plan.seats.len() as u64;
    let steps = run.steps(plan.all() * count * count.saturating_sub(1) / 2);
    let pool = run.pool()?;
    let mut standings = Vec::new();
    for first in 0..plan.seats.len() {
        for second in first + 1..plan.seats.len() {
            let pairing = Pairing {
                plan,
                run,
                ground: &*ground,
                pool: &pool,
                players: [&plan.seats[first], &plan.seats[second]],
                steps: &steps,
            };
            standings.push(pairing.play(&mut kept, save)?);
        }
    }
    match kept.records.front() {
        Some(record) => Err(ResumeError::TooManyOfMatch {
            line: record.line,
            name: kept.name,
        }
        .into()),
        None => Ok(standings),
    }
}

impl MatchPlan<'_> {
    /// Games of each two players.
    const fn all(&self) -> u64 {
        2 * self.games.div_ceil(2)
    }
}

/// A game that was played.
struct Done {
    record: Record,
    /// The score of South.
    south: f64,
}

/// One player against another.
struct Pairing<'a> {
    plan: &'a MatchPlan<'a>,
    run: &'a Run<'a>,
    ground: &'a dyn Games,
    pool: &'a rayon::ThreadPool,
    players: [&'a Seat; 2],
    steps: &'a Steps<'a>,
}

/// What is counted game by game.
struct Count {
    scores: Scores,
    forfeits: [u64; 2],
    /// The score of the first player in the first game of a pair.
    half: Option<f64>,
    done: u64,
}

impl Count {
    fn add(&mut self, done: &Done) {
        let [south, _] = seats(self.done);
        let score = if south == 0 {
            done.south
        } else {
            1.0 - done.south
        };
        if done.record.header("termination").is_some() {
            self.forfeits[usize::from(score > 0.5)] += 1;
        }
        match self.half.take() {
            None => self.half = Some(score),
            Some(earlier) => self.scores.add([earlier, score]),
        }
        self.done += 1;
    }
}

impl Pairing<'_> {
    /// Plays until all games are played, the test is decided or somebody has enough.
    fn play(
        &self,
        kept: &mut KeptGames,
        save: &mut dyn FnMut(&Record) -> Result<(), Fault>,
    ) -> Result<Standing, ArenaError> {
        let (plan, all) = (self.plan, self.plan.all());
        let mut count = Count {
            scores: Scores::default(),
            forfeits: [0; 2],
            half: None,
            done: 0,
        };
        while count.done < all && !self.run.is_stopped() {
            let end = all.min((count.done / BATCH + 1) * BATCH);
            while count.done < end
                && let Some(record) = kept.records.pop_front()
            {
                count.add(&self.known(count.done, record, &kept.name)?);
                self.steps.add(1);
            }
            let first = count.done;
            let task = |index: usize| self.game(first + index as u64);
            let left = (end - first) as usize;
            in_sequence(self.pool, left, self.run.stop, task, |done| {
                save(&done.record).map_err(ArenaError::Save)?;
                count.add(&done);
                self.steps.add(1);
                Ok(())
            })?;
            let is_open = |test: Test| test.verdict(&count.scores) == Verdict::Open;
            if !plan.test.is_none_or(is_open) {
                break;
            }
        }
        Ok(Standing {
            position: plan.starts[0].to_string(),
            rules: plan.rules.describe(),
            players: self.players.map(ToString::to_string),
            scores: count.scores,
            forfeits: count.forfeits,
            test: plan.test,
        })
    }

    /// What tells the game with a number from all others.
    fn headers(&self, number: u64) -> Headers {
        let [south, north] = seats(number).map(|seat| self.players[seat].to_string());
        [
            ("rules", self.plan.rules.describe()),
            ("south", south),
            ("north", north),
            ("seed", self.plan.seed.to_string()),
            ("number", (number + 1).to_string()),
        ]
    }

    /// Plays the game with a number.
    fn game(&self, number: u64) -> Result<Done, ArenaError> {
        let (opening, played) = self.ground.game(self.players, number)?;
        let [_, south, north, seed, number] = self.headers(number);
        let players = [south.1, north.1];
        Ok(Done {
            record: record(self.plan.rules, &opening, players, &[seed, number], &played),
            south: played.south(),
        })
    }

    /// A game that an earlier run has played.
    fn known(&self, number: u64, record: Record, name: &str) -> Result<Done, ResumeError> {
        self.check(number, &record)
            .map_err(|why| ResumeError::Other {
                name: name.to_owned(),
                work: "match",
                why,
            })?;
        let south = match record.result {
            Some(Outcome::SouthWins) => 1.0,
            Some(Outcome::NorthWins) => 0.0,
            _ => 0.5,
        };
        Ok(Done { record, south })
    }

    /// Whether a record can be that of the game with a number.
    fn check(&self, number: u64, record: &Record) -> Result<(), Differs> {
        fits(record, self.headers(number))?;
        if number == 0 {
            let wanted = self.ground.opening(0).to_string();
            if record.header("start") != Some(&wanted) {
                return Err(Differs::Opening {
                    line: record.line,
                    wanted,
                });
            }
        }
        Ok(())
    }
}

/// Where a match is played, without the board's type.
trait Games: Sync {
    /// The opening of a pair of games.
    fn opening(&self, pair: u64) -> Setup;

    /// Plays the game with a number, the first player South if it is even; says where it began.
    fn game(&self, players: [&Seat; 2], number: u64) -> Result<(Setup, Played), PlayerError>;
}

struct Ground<P: Board> {
    game: Box<dyn Game<P>>,
    openings: Openings<P>,
    seed: u64,
    longest: usize,
}

impl<P: Board> Games for Ground<P> {
    fn opening(&self, pair: u64) -> Setup {
        let opening = self.openings.opening(&*self.game, self.seed, pair);
        self.game.setup(&opening)
    }

    fn game(&self, players: [&Seat; 2], number: u64) -> Result<(Setup, Played), PlayerError> {
        let arena = Match {
            game: &*self.game,
            openings: &self.openings,
            seed: self.seed,
            longest: self.longest,
        };
        let entrants: [&dyn Entrant<P>; 2] = players.map(|seat| seat as _);
        let (opening, played) = arena.game(entrants, number)?;
        Ok((self.game.setup(&opening), played))
    }
}

struct Make<'a>(&'a MatchPlan<'a>);

impl BoardVisitor for Make<'_> {
    type Output = Box<dyn Games>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let plan = self.0;
        Box::new(Ground {
            openings: Openings::of(&*game, plan.starts, plan.random_turns, plan.uneven),
            game,
            seed: plan.seed,
            longest: plan.longest,
        })
    }
}
