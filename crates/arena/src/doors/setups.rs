//! Set-ups of Omweso against each other, and the search for strong ones.

mod ground;
mod json;
mod notation;

use crate::arrangement::{Arrangement, Hunt, Measure, Payoff};
use crate::diary::{Checkpoint, Diary};
use crate::error::ArenaError;
use crate::first_turns::Series;
use crate::run::{Run, Steps};
use crate::seat::Seat;
use crate::spread::try_spread;
use ground::{Ground, Make};
use json::Entry;
pub(super) use notation::sum;
pub use notation::{SetupsError, parse_setup, spell_setup};
use serde::Serialize;
use sow_engine::games::visit;
use sow_engine::kind::GameKind;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_random::Stream;
use sow_search::Endgames;
use std::collections::HashMap;

/// Set-ups drawn at random to begin a search with, besides the usual one.
const DRAWN: u64 = 7;

/// What is done with the set-ups that are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupsTask {
    /// They play each other, or those of one list those of the other.
    Play,
    /// Good answers to them are looked for, for so many generations.
    Answer(u64),
    /// Strong ones are looked for against a growing pool, for so many generations.
    Search(u64),
}

/// What is played.
#[derive(Clone, Debug)]
pub struct SetupsPlan<'a> {
    /// The rules.
    pub rules: Rules,
    /// The start of the game.
    pub usual: &'a Setup,
    /// Set-ups that play.
    pub given: &'a [Arrangement],
    /// Set-ups that they play against; without any they play each other.
    pub against: &'a [Arrangement],
    /// What is done with them.
    pub task: SetupsTask,
    /// Set-ups tried in a generation.
    pub tries: u64,
    /// The most seeds that a pit of a new set-up may hold.
    pub cap: Option<u8>,
    /// Whether match points count instead of games won.
    pub points: bool,
    /// Games of each two set-ups from either side, at least one.
    pub games: u64,
    /// Who plays them: South and North.
    pub seats: [&'a Seat; 2],
    /// How they are played.
    pub series: Series,
    /// Nodes of the attempt to prove what each set-up gets against each other; 0 for none.
    pub proof: u64,
}

impl SetupsPlan<'_> {
    /// Everything that a duel depends on.
    fn work(&self) -> String {
        format!(
            "set-ups of {} columns by {}, players {} and {}, {} games, waver {}, longest {}, seed {}",
            self.usual.columns,
            self.rules.describe(),
            self.seats[0],
            self.seats[1],
            self.games,
            self.series.waver,
            self.series.longest,
            self.series.seed
        )
    }

    fn check(&self) -> Result<(), SetupsError> {
        if self.rules.game() != GameKind::Omweso {
            return Err(SetupsError::Game(self.rules.game()));
        }
        if self.games == 0 {
            return Err(SetupsError::NoGames);
        }
        let searches = matches!(self.task, SetupsTask::Search(_));
        if self.given.is_empty() && self.against.is_empty() && !searches {
            return Err(SetupsError::Nothing);
        }
        check_cap(self.cap, &self.usual.rings[0])
    }
}

/// Whether pits that hold so many at most can hold the seeds of a player.
pub(super) fn check_cap(cap: Option<u8>, usual: &[u8]) -> Result<(), SetupsError> {
    let seeds = sum(usual);
    match cap {
        Some(cap) if usize::from(cap) * usual.len() < seeds => Err(SetupsError::Cap {
            pits: usual.len(),
            cap,
            seeds,
        }),
        _ => Ok(()),
    }
}

/// What is proven about a set-up that moves first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetupProof {
    /// The set-up that it plays against.
    pub against: String,
    /// The least and the most match points of the set-up that moves first.
    pub points: [i16; 2],
}

/// What was found out about a set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupRow {
    /// The set-up.
    pub setup: Arrangement,
    /// Its first moves that never end.
    pub never: Vec<String>,
    /// Against each column, none against itself.
    pub payoffs: Vec<Option<Payoff>>,
    /// What is proven.
    pub proofs: Vec<SetupProof>,
}

impl SetupRow {
    /// All its games.
    pub fn all(&self) -> Payoff {
        let mut all = Payoff::default();
        for payoff in self.payoffs.iter().flatten() {
            all.join(payoff);
        }
        all
    }
}

/// Everything that was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupsTable {
    /// The rules.
    pub rules: Rules,
    /// South and North of the games.
    pub players: [String; 2],
    /// Games of each two set-ups from either side.
    pub games: u64,
    /// The seed of the games.
    pub seed: u64,
    /// Whether match points count instead of games won.
    pub by_points: bool,
    /// Whether everything was done that was asked for.
    pub complete: bool,
    /// Those that play, the best first where they were looked for.
    pub rows: Vec<SetupRow>,
    /// Those that they play against.
    pub columns: Vec<Arrangement>,
}

impl SetupsTable {
    /// All games, each row's seen by its set-up.
    pub fn total(&self) -> Payoff {
        let mut total = Payoff::default();
        for row in &self.rows {
            total.join(&row.all());
        }
        total
    }
}

/// Lets set-ups of Omweso play each other, or looks for strong ones. What is done is noted in the checkpoint, and
/// what this holds already is not done again. Steps of the work are rounds of duels, nobody knows of how many.
///
/// # Errors
/// If the plan makes no sense, if a player cannot go on, or if a table or the checkpoint cannot be read or written.
pub fn measure_setups(
    plan: &SetupsPlan<'_>,
    endgames: Option<&dyn Endgames>,
    checkpoint: Option<Checkpoint<'_>>,
    run: &Run<'_>,
) -> Result<SetupsTable, ArenaError> {
    plan.check()?;
    let ground = visit(plan.rules, plan.usual.columns, Make { plan, endgames });
    let (rows, columns) = run
        .pool()?
        .install(|| rows(plan, &*ground, checkpoint, run))?;
    if let Some(error) = endgames.and_then(Endgames::error) {
        return Err(ArenaError::Table(error));
    }
    Ok(SetupsTable {
        rules: plan.rules,
        players: plan.seats.map(ToString::to_string),
        games: plan.games,
        seed: plan.series.seed,
        by_points: plan.points,
        complete: !run.is_stopped(),
        rows,
        columns,
    })
}

/// Duels by their set-ups.
type Duels = HashMap<[Arrangement; 2], Payoff>;

/// Duels that are played as they are asked for.
struct Measured<'a> {
    plan: &'a SetupsPlan<'a>,
    ground: &'a dyn Ground,
    run: &'a Run<'a>,
    diary: Diary<'a>,
    steps: Steps<'a>,
    known: Duels,
    failed: Option<ArenaError>,
}

impl Measured<'_> {
    /// The shares of the first of each pair; `None` if the work was stopped or has failed.
    fn shares(&mut self, pairs: &[[Arrangement; 2]]) -> Option<Vec<f64>> {
        self.steps.add(1);
        match self.play(pairs) {
            Ok(true) => {
                let share = |pair| self.known[pair].share(self.plan.points);
                Some(pairs.iter().map(share).collect())
            }
            Ok(false) => None,
            Err(error) => {
                self.failed = Some(error);
                None
            }
        }
    }

    /// Plays the duels that are not known yet; false if it was stopped.
    fn play(&mut self, pairs: &[[Arrangement; 2]]) -> Result<bool, ArenaError> {
        let mut fresh: Vec<&[Arrangement; 2]> = Vec::new();
        for pair in pairs {
            if !self.known.contains_key(pair) && !fresh.contains(&pair) {
                fresh.push(pair);
            }
        }
        let played = try_spread(fresh.len(), |number| {
            let pair = fresh[number];
            if self.run.is_stopped() {
                return Ok(None);
            }
            let payoff = self.ground.duel(pair)?;
            self.diary
                .note(&Entry::new(pair, self.plan.games, &payoff))?;
            Ok::<_, ArenaError>(Some((pair.clone(), payoff)))
        })?;
        let complete = played.iter().all(Option::is_some);
        self.known.extend(played.into_iter().flatten());
        Ok(complete)
    }
}

/// Rows and columns of the table.
fn rows(
    plan: &SetupsPlan<'_>,
    ground: &dyn Ground,
    checkpoint: Option<Checkpoint<'_>>,
    run: &Run<'_>,
) -> Result<(Vec<SetupRow>, Vec<Arrangement>), ArenaError> {
    let (diary, entries) = Diary::open::<Entry>(checkpoint, &plan.work())?;
    let mut measured = Measured {
        plan,
        ground,
        run,
        diary,
        steps: run.steps(0),
        known: Duels::new(),
        failed: None,
    };
    for entry in entries {
        let pair = [&entry.first, &entry.second].map(|text| parse_setup(text, plan.usual));
        let [first, second] = pair;
        measured.known.insert([first?, second?], entry.payoff());
    }
    let (rows, columns) = choose(plan, &mut |pairs| measured.shares(pairs));
    // A set-up plays itself only where there is nothing else to play.
    let alone = rows == columns && rows.len() == 1;
    let mut pairs = Vec::new();
    for row in &rows {
        let others = columns.iter().filter(|column| alone || *column != row);
        pairs.extend(others.map(|column| [row.clone(), column.clone()]));
    }
    // Stopped or not, what has been played is reported.
    let _ = measured.shares(&pairs);
    if let Some(error) = measured.failed {
        return Err(error);
    }
    let known = measured.known;
    let rows = rows.into_iter().map(|setup| {
        let payoffs = columns
            .iter()
            .map(|column| known.get(&[setup.clone(), column.clone()]).cloned());
        let others = columns.iter().filter(|column| alone || **column != setup);
        SetupRow {
            never: ground.never_ending(&setup),
            payoffs: payoffs.collect(),
            proofs: others
                .filter_map(|column| ground.prove(&setup, column, run.stop))
                .collect(),
            setup,
        }
    });
    Ok((rows.collect(), columns))
}

/// The set-ups that play and those that they play against, looked for if that is the task.
fn choose(
    plan: &SetupsPlan<'_>,
    measure: &mut Measure<'_>,
) -> (Vec<Arrangement>, Vec<Arrangement>) {
    let generations = match plan.task {
        SetupsTask::Play => 0,
        SetupsTask::Answer(generations) | SetupsTask::Search(generations) => generations,
    };
    let hunt = Hunt {
        generations,
        tries: plan.tries,
        cap: plan.cap,
        seed: plan.series.seed,
    };
    let all: Vec<Arrangement> = plan.given.iter().chain(plan.against).cloned().collect();
    match plan.task {
        SetupsTask::Search(_) => {
            let mut pool = all;
            pool.extend(beginning(plan, &hunt));
            let pool = hunt.grow(distinct(pool), measure);
            (pool.clone(), pool)
        }
        SetupsTask::Answer(_) => {
            let targets = distinct(all);
            let begin = beginning(plan, &hunt);
            (hunt.answer(begin, &targets, measure), targets)
        }
        SetupsTask::Play if plan.against.is_empty() || plan.given.is_empty() => {
            let all = distinct(all);
            (all.clone(), all)
        }
        SetupsTask::Play => (
            distinct(plan.given.to_vec()),
            distinct(plan.against.to_vec()),
        ),
    }
}

/// What a search begins with.
fn beginning(plan: &SetupsPlan<'_>, hunt: &Hunt) -> Vec<Arrangement> {
    let usual = &plan.usual.rings[0];
    let mut begin = Vec::new();
    let fits = |cap| usual.iter().all(|&seeds| seeds <= cap);
    if plan.cap.is_none_or(fits) {
        begin.push(usual.clone());
    }
    for index in 0..DRAWN {
        let mut stream = Stream::new(!plan.series.seed, index);
        let drawn = hunt.random(usual.len(), sum(usual) as u32, &mut stream);
        if !begin.contains(&drawn) {
            begin.push(drawn);
        }
    }
    begin
}

fn distinct(items: Vec<Arrangement>) -> Vec<Arrangement> {
    let mut kept = Vec::new();
    for item in items {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    kept
}
