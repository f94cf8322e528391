//! Self-play: numbered games, handed over as records in their order.

use super::statistics::Collection;
use crate::counting::Counter;
use crate::error::{ArenaError, Fault, PlayerError};
use crate::game::Played;
use crate::made::MovesWriter;
use crate::matches::Entrant;
use crate::opening::Openings;
use crate::random_game::RandomTable;
use crate::record::record;
use crate::resume::{Headers, ResumeError, fits, whole_records};
use crate::run::{Run, columns};
use crate::seat::Seat;
use crate::selfplay::SelfPlay;
use crate::sequence::in_sequence;
use crate::statistics::Statistics;
use ahash::RandomState;
use sow_engine::game::{Board, Ending, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::notation::{Outcome, Record};
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use std::collections::HashSet;
use std::io::Write as _;

/// Random games that a thread plays in one go.
const PART: u64 = 128;

/// What is played.
#[derive(Clone, Debug)]
pub struct SelfPlayPlan<'a> {
    /// The rules.
    pub rules: Rules,
    /// Positions to begin with, at least one.
    pub starts: &'a [Setup],
    /// Who plays; the first is South.
    pub seats: [&'a Seat; 2],
    /// Whether the players exchange sides in every other game.
    pub swaps: bool,
    /// Random turns, or one more, before the players take over.
    pub random_turns: usize,
    /// The seed of openings and players.
    pub seed: u64,
    /// Turns after which a game is broken off, without a result.
    pub longest: usize,
    /// The numbers of the games, in the order in which they are handed over.
    pub numbers: Numbers,
}

/// The numbers of some games, from 0: every so many-th.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The first.
    pub first: u64,
    /// From one to the next, at least 1.
    pub step: u64,
    /// They stay below this.
    pub end: u64,
}

impl Numbers {
    const fn count(&self) -> u64 {
        self.end.saturating_sub(self.first).div_ceil(self.step)
    }

    const fn at(&self, place: u64) -> u64 {
        self.first.saturating_add(self.step.saturating_mul(place))
    }

    /// Up to `count` of them from a place on.
    fn part(&self, place: u64, count: u64) -> Self {
        Self {
            first: self.at(place),
            end: self.end.min(self.at(place.saturating_add(count))),
            step: self.step,
        }
    }

    fn each(self) -> impl Iterator<Item = u64> {
        (0..self.count()).map(move |place| self.at(place))
    }
}

/// What a text holds of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resumed {
    /// Bytes of whole games; what follows was cut off in the writing.
    pub length: usize,
    /// Games that are done.
    pub games: usize,
}

impl SelfPlayPlan<'_> {
    /// Whether nobody thinks.
    fn is_random(&self) -> bool {
        self.seats.iter().all(|seat| seat.is_random())
    }

    /// The headers of a game that depend on the plan and on its number alone.
    fn headers(&self, number: u64) -> Headers {
        let [south, north] = seats(self.swaps, number).map(|seat| self.seats[seat].to_string());
        [
            ("rules", self.rules.describe()),
            ("south", south),
            ("north", north),
            ("seed", self.seed.to_string()),
            ("number", (number + 1).to_string()),
        ]
    }

    /// How much of the plan a text holds, so that the rest can be played.
    ///
    /// # Errors
    /// If it is not what an earlier run with this plan has written.
    pub fn resume(&self, name: &str, text: &str) -> Result<Resumed, ResumeError> {
        // Part by part: as records, games take many times the memory of their text.
        let (mut games, mut length, mut lines) = (0, 0, 0);
        loop {
            let rest = &text[length..];
            let part = part_of(rest);
            let (whole, mut records) = match whole_records(name, part, self.seed) {
                // The line that is told is one of the whole text.
                Err(_) if length > 0 => {
                    let (length, records) = whole_records(name, text, self.seed)?;
                    let games = self.fit(name, 0, &records)?;
                    return Ok(Resumed { length, games });
                }
                found => found?,
            };
            for record in &mut records {
                record.line += lines;
            }
            games = self.fit(name, games, &records)?;
            length += whole;
            lines += part.matches('\n').count();
            if part.len() == rest.len() {
                return Ok(Resumed { length, games });
            }
        }
    }

    /// The same for a part of a file, which holds whole games that follow `done` others; says how many there are with
    /// them.
    ///
    /// # Errors
    /// As [`SelfPlayPlan::resume`].
    pub fn resume_after(&self, name: &str, done: usize, text: &str) -> Result<usize, ResumeError> {
        let (_, records) = whole_records(name, text, self.seed)?;
        self.fit(name, done, &records)
    }

    /// Games that are handed over at once, as long as there are so many.
    pub fn games_at_once(&self) -> usize {
        if self.is_random() { PART as usize } else { 1 }
    }

    /// Whether records are those that follow `done` games; how many there are with them.
    fn fit(&self, name: &str, done: usize, records: &[Record]) -> Result<usize, ResumeError> {
        let found = done + records.len();
        if found as u64 > self.numbers.count() {
            return Err(ResumeError::TooMany {
                name: name.to_owned(),
                found,
                wanted: self.numbers.count(),
            });
        }
        for (place, record) in records.iter().enumerate() {
            let headers = self.headers(self.numbers.at((done + place) as u64));
            fits(record, headers).map_err(|why| ResumeError::Other {
                name: name.to_owned(),
                work: "run",
                why,
            })?;
        }
        Ok(found)
    }
}

/// The beginning of a text up to the end of a record, about a mebibyte; all of it if there is no more.
fn part_of(text: &str) -> &str {
    let after = text.as_bytes().get(1 << 20..).unwrap_or_default();
    let end = after.windows(2).position(|pair| pair == b"\n\n");
    end.map_or(text, |end| &text[..(1 << 20) + end + 2])
}

/// The numbers of the players who are South and North in a game.
const fn seats(swaps: bool, number: u64) -> [usize; 2] {
    if swaps && number % 2 == 1 {
        [1, 0]
    } else {
        [0, 1]
    }
}

/// Plays the games of a plan but the first `done`, and hands each over as a record, in their order.
///
/// # Errors
/// What a player says who cannot go on, or what `write` says.
pub fn play_games(
    plan: &SelfPlayPlan<'_>,
    done: usize,
    run: &Run<'_>,
    write: &mut dyn FnMut(&str) -> Result<(), Fault>,
) -> Result<(), ArenaError> {
    let columns = columns(plan.rules, plan.starts)?;
    let ground = visit(plan.rules, columns, Make(plan));
    let pool = run.pool()?;
    let left = plan.numbers.count().saturating_sub(done as u64);
    let steps = run.steps(plan.numbers.count());
    steps.add(done as u64);
    // Random games are over sooner than a thread is asked for one.
    let part = plan.games_at_once() as u64;
    let task = |place: usize| {
        let numbers = plan.numbers.part(done as u64 + place as u64 * part, part);
        let text = if plan.is_random() {
            ground.random_games(plan, numbers)?
        } else {
            text_of(plan, &*ground, numbers.first)?
        };
        Ok((text, numbers.count()))
    };
    let parts = left.div_ceil(part) as usize;
    in_sequence(&pool, parts, run.stop, task, |(text, games)| {
        write(&text).map_err(ArenaError::Save)?;
        steps.add(games);
        Ok(())
    })
}

/// Plays the games of a plan and counts them as [`crate::count`] counts their records, openings to a depth of `depth`
/// turns, of which those with fewer than `least` games are not told. Where somebody sets the stop flag, those are
/// counted that were finished up to the first that was not. `why` gives the word for the reason for which a player has
/// lost without regard to the board, in the words of the record.
///
/// # Errors
/// What a player says who cannot go on.
pub fn summarize_games(
    plan: &SelfPlayPlan<'_>,
    depth: usize,
    least: u64,
    why: &(dyn Fn(&str) -> &'static str + Sync),
    run: &Run<'_>,
) -> Result<Collection, ArenaError> {
    let columns = columns(plan.rules, plan.starts)?;
    let ground = visit(plan.rules, columns, Make(plan));
    let pool = run.pool()?;
    let count = plan.numbers.count();
    let steps = run.steps(count);
    let part = plan.games_at_once() as u64;
    let task = |place: usize| {
        let numbers = plan.numbers.part(place as u64 * part, part);
        let counted = if plan.is_random() {
            ground.count_random(numbers, depth)?
        } else {
            ground.count(plan, numbers.first, depth, why)?
        };
        Ok((counted, numbers.count()))
    };
    let mut all = Counted::default();
    let parts = count.div_ceil(part) as usize;
    in_sequence(&pool, parts, run.stop, task, |(counted, games)| {
        all.statistics.join(&counted.statistics);
        all.hashes.extend(counted.hashes);
        all.games.extend(counted.games);
        steps.add(games);
        Ok(())
    })?;
    Ok(Collection {
        rules: plan.rules,
        columns,
        distinct: all.games.len() + distinct(&*ground, all.hashes)?,
        statistics: all.statistics,
        least,
    })
}

/// Games that were counted.
#[derive(Default)]
struct Counted {
    statistics: Statistics,
    /// Random games: a hash of the start and the moves of each, and its number.
    hashes: Vec<(u64, u64)>,
    /// Others: the start and the moves themselves.
    games: HashSet<(Setup, Vec<String>)>,
}

/// How many random games differ in start or moves. Those whose hashes agree are played again to be compared: to keep
/// ten million games would take more memory than they are worth.
fn distinct(ground: &dyn Games, mut hashes: Vec<(u64, u64)>) -> Result<usize, PlayerError> {
    hashes.sort_unstable();
    let mut distinct = 0;
    for alike in hashes.chunk_by(|one, other| one.0 == other.0) {
        distinct += match alike {
            [_] => 1,
            alike => ground.distinct(alike)?,
        };
    }
    Ok(distinct)
}

/// The game with a number as a record.
fn text_of(
    plan: &SelfPlayPlan<'_>,
    ground: &dyn Games,
    number: u64,
) -> Result<String, PlayerError> {
    let seats = seats(plan.swaps, number).map(|seat| plan.seats[seat]);
    let (start, played) = ground.game(seats, number)?;
    let [_, south, north, seed, number] = plan.headers(number);
    let players = [south.1, north.1];
    let record = record(plan.rules, &start, players, &[seed, number], &played);
    Ok(format!("{record}\n"))
}

/// Where games are played, without the board's type.
trait Games: Sync {
    /// The game with a number between South and North, and where it began.
    fn game(&self, players: [&Seat; 2], number: u64) -> Result<(Setup, Played), PlayerError>;

    /// The games with some numbers between random players, as records.
    fn random_games(
        &self,
        plan: &SelfPlayPlan<'_>,
        numbers: Numbers,
    ) -> Result<String, PlayerError>;

    /// The same, counted.
    fn count_random(&self, numbers: Numbers, depth: usize) -> Result<Counted, PlayerError>;

    /// The game with a number between the players of a plan, counted.
    fn count(
        &self,
        plan: &SelfPlayPlan<'_>,
        number: u64,
        depth: usize,
        why: &dyn Fn(&str) -> &'static str,
    ) -> Result<Counted, PlayerError>;

    /// How many of some random games, given by hashes and numbers, differ.
    fn distinct(&self, games: &[(u64, u64)]) -> Result<usize, PlayerError>;
}

/// For hashes that tell games apart.
fn hashes() -> RandomState {
    RandomState::with_seeds(5, 6, 7, 8)
}

/// The headers of random games up to that of their number, which is not among them. Most games of a run have the same.
fn random_heading(plan: &SelfPlayPlan<'_>, start: &Setup, number: u64) -> String {
    let [_, south, north, seed, _] = plan.headers(number);
    let nothing = Played {
        turns: Vec::new(),
        ending: None,
        forfeit: None,
        decisions: 0,
    };
    let mut heading = Record {
        result: None,
        ..record(plan.rules, start, [south.1, north.1], &[seed], &nothing)
    }
    .to_string();
    // The line of the moves, which is empty.
    heading.pop();
    heading
}

struct Ground<P> {
    game: Box<dyn Game<P>>,
    openings: Openings<P>,
    seed: u64,
    longest: usize,
}

impl<P: Board> Ground<P> {
    fn selfplay(&self) -> SelfPlay<'_, P> {
        SelfPlay {
            game: &*self.game,
            openings: &self.openings,
            seed: self.seed,
            longest: self.longest,
        }
    }
}

impl<P: Board> Games for Ground<P> {
    fn game(&self, players: [&Seat; 2], number: u64) -> Result<(Setup, Played), PlayerError> {
        let entrants: [&dyn Entrant<P>; 2] = players.map(|seat| seat as _);
        let (start, played) = self.selfplay().game(entrants, number)?;
        Ok((self.game.setup(&start), played))
    }

    fn random_games(
        &self,
        plan: &SelfPlayPlan<'_>,
        numbers: Numbers,
    ) -> Result<String, PlayerError> {
        let selfplay = self.selfplay();
        let mut table = RandomTable::new(&*self.game);
        let moves = MovesWriter::new(&*self.game);
        let mut text = Vec::new();
        let mut headings: [(Option<u64>, String); 2] = Default::default();
        for number in numbers.each() {
            let (start, ending) = selfplay.random_game(&mut table, number)?;
            let place = self.openings.place(number);
            let (known, heading) = &mut headings[seats(plan.swaps, number)[0]];
            if known.is_none() || *known != place {
                *heading = random_heading(plan, &self.game.setup(&start), number);
                *known = place;
            }
            text.extend_from_slice(heading.as_bytes());
            // A vector takes all that is written to it.
            let _ = writeln!(text, "number: {}", number + 1);
            let result = ending.as_ref().map_or(Outcome::Open, Ending::token);
            moves.write(start.side(), table.made(), result, &mut text);
            text.push(b'\n');
        }
        Ok(String::from_utf8(text).unwrap_or_default())
    }

    fn count_random(&self, numbers: Numbers, depth: usize) -> Result<Counted, PlayerError> {
        let selfplay = self.selfplay();
        let mut table = RandomTable::new(&*self.game);
        let mut counter = Counter::new(&*self.game, depth);
        let mut found = Vec::new();
        for number in numbers.each() {
            let (start, _) = selfplay.random_game(&mut table, number)?;
            counter.add_made(&start, table.made());
            found.push((hashes().hash_one((start, table.made())), number));
        }
        Ok(Counted {
            statistics: counter.finish(),
            hashes: found,
            ..Counted::default()
        })
    }

    fn count(
        &self,
        plan: &SelfPlayPlan<'_>,
        number: u64,
        depth: usize,
        why: &dyn Fn(&str) -> &'static str,
    ) -> Result<Counted, PlayerError> {
        let seats = seats(plan.swaps, number).map(|seat| plan.seats[seat]);
        let (setup, played) = self.game(seats, number)?;
        let start = self.game.position(&setup);
        let result = match played.winner() {
            Some(Side::South) => Some(Outcome::SouthWins),
            Some(Side::North) => Some(Outcome::NorthWins),
            None => played.ending.as_ref().map(Ending::token),
        };
        let reason = played
            .forfeit
            .as_ref()
            .map_or("attested", |forfeit| why(&forfeit.to_string()));
        let mut counter = Counter::new(&*self.game, depth);
        let texts = played.turns.iter().map(String::as_str);
        let legal = counter.add_texts(&start, texts, (result, reason));
        debug_assert!(legal.is_ok(), "players make legal moves: {legal:?}");
        Ok(Counted {
            statistics: counter.finish(),
            games: [(setup, played.turns)].into(),
            ..Counted::default()
        })
    }

    fn distinct(&self, games: &[(u64, u64)]) -> Result<usize, PlayerError> {
        let selfplay = self.selfplay();
        let mut table = RandomTable::new(&*self.game);
        let mut different = HashSet::new();
        for &(_, number) in games {
            let (start, _) = selfplay.random_game(&mut table, number)?;
            different.insert((self.game.setup(&start), table.made().to_vec()));
        }
        Ok(different.len())
    }
}

struct Make<'a>(&'a SelfPlayPlan<'a>);

impl BoardVisitor for Make<'_> {
    type Output = Box<dyn Games>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let plan = self.0;
        Box::new(Ground {
            openings: Openings::of(&*game, plan.starts, plan.random_turns, None),
            game,
            seed: plan.seed,
            longest: plan.longest,
        })
    }
}
