//! Self-play: numbered games, handed over as records in their order.

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
use sow_engine::game::{Board, Ending, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::notation::{Outcome, Record};
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
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
        let (length, records) = whole_records(name, text, self.seed)?;
        if records.len() as u64 > self.numbers.count() {
            return Err(ResumeError::TooMany {
                name: name.to_owned(),
                found: records.len(),
                wanted: self.numbers.count(),
            });
        }
        for (place, record) in records.iter().enumerate() {
            let headers = self.headers(self.numbers.at(place as u64));
            fits(record, headers).map_err(|why| ResumeError::Other {
                name: name.to_owned(),
                work: "run",
                why,
            })?;
        }
        Ok(Resumed {
            length,
            games: records.len(),
        })
    }
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
    let part = if plan.is_random() { PART } else { 1 };
    let task = |place: usize| {
        let first = place as u64 * part;
        let numbers = Numbers {
            first: plan.numbers.at(done as u64 + first),
            end: plan.numbers.at(done as u64 + left.min(first + part)),
            ..plan.numbers
        };
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
