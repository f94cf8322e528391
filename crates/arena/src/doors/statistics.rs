//! What a collection of games says.

use crate::error::ArenaError;
use crate::run::{Run, columns};
use crate::spread::try_spread;
use crate::statistics::{Distribution, Openings, Results, Share, Statistics};
use serde::{Serialize, Serializer};
use sow_engine::game::{Board, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::notation::Outcome;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::turn::PlayError;
use std::collections::{BTreeMap, HashSet};
use thiserror::Error;

/// Games that are counted in one go.
const PART: usize = 64;

/// A game to be counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// Where it began.
    pub start: Setup,
    /// Its turns.
    pub texts: Vec<String>,
    /// The result that is attested; it counts where the rules leave the game open.
    pub attested: Option<Outcome>,
    /// The word for the reason of that.
    pub reason: &'static str,
}

/// Why games cannot be counted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CountError {
    /// A turn cannot be played.
    #[error("game {}, move {}: {why}", game + 1, turn + 1)]
    Turn {
        /// The number of the game, from 0.
        game: usize,
        /// The number of the turn, from 0.
        turn: usize,
        /// What is wrong with it.
        why: PlayError,
    },
    /// The games do not belong together, or there are no threads.
    #[error(transparent)]
    Arena(#[from] ArenaError),
}

/// What a collection of games says.
#[derive(Clone, Debug, PartialEq)]
pub struct Collection {
    /// The rules of the games.
    pub rules: Rules,
    /// The columns of their boards.
    pub columns: usize,
    /// Games that differ from all others in their start or moves.
    pub distinct: usize,
    /// Everything that was counted.
    pub statistics: Statistics,
    /// Openings with fewer games are not told.
    pub least: u64,
}

impl Collection {
    /// Calls `each` with every opening that is told, each followed by those that go on from it, the most
    /// frequent first.
    pub fn openings(&self, each: &mut dyn FnMut(&[String], &Results)) {
        list(&self.statistics.openings, self.least, &mut Vec::new(), each);
    }

    /// The distributions by name.
    pub const fn distributions(&self) -> [(&'static str, &Distribution); 4] {
        let statistics = &self.statistics;
        [
            ("turns a game", &statistics.turns),
            ("laps a turn", &statistics.laps),
            ("seeds captured by a turn", &statistics.captured),
            ("choices at a turn", &statistics.choices),
        ]
    }
}

fn list(
    tree: &Openings,
    least: u64,
    moves: &mut Vec<String>,
    each: &mut dyn FnMut(&[String], &Results),
) {
    let mut next: Vec<_> = tree.next.iter().collect();
    next.sort_by_key(|(_, below)| std::cmp::Reverse(below.results.games()));
    for (turn, below) in next {
        if below.results.games() < least {
            continue;
        }
        moves.push(turn.clone());
        each(moves, &below.results);
        list(below, least, moves, each);
        moves.pop();
    }
}

/// Counts games of one ruleset and one size; the openings to a depth of `depth` turns, of which those with fewer
/// than `least` games are not told.
///
/// # Errors
/// The first turn that cannot be played.
pub fn count(
    rules: Rules,
    games: &[Moves],
    depth: usize,
    least: u64,
    run: &Run<'_>,
) -> Result<Collection, CountError> {
    let columns = columns(rules, games.iter().map(|game| &game.start))?;
    let counter = visit(rules, columns, Make);
    let parts: Vec<&[Moves]> = games.chunks(PART).collect();
    let counted = run.pool()?.install(|| {
        try_spread(parts.len(), |index| {
            let counted = counter.count(parts[index], depth);
            counted.map_err(|(game, turn, why)| CountError::Turn {
                game: index * PART + game,
                turn,
                why,
            })
        })
    })?;
    let mut statistics = Statistics::default();
    for part in &counted {
        statistics.join(part);
    }
    Ok(Collection {
        rules,
        columns,
        distinct: distinct(games),
        statistics,
        least,
    })
}

/// How many games differ in start or moves.
fn distinct(games: &[Moves]) -> usize {
    let lines = games.iter().map(|game| (&game.start, &game.texts));
    lines.collect::<HashSet<_>>().len()
}

/// Counts games, without the board's type.
trait Counter: Sync {
    /// The statistics of some games, or the game and the turn that cannot be played.
    fn count(&self, games: &[Moves], depth: usize)
    -> Result<Statistics, (usize, usize, PlayError)>;
}

struct Ground<P>(Box<dyn Game<P>>);

impl<P: Board> Counter for Ground<P> {
    fn count(
        &self,
        games: &[Moves],
        depth: usize,
    ) -> Result<Statistics, (usize, usize, PlayError)> {
        let mut statistics = Statistics::default();
        for (number, moves) in games.iter().enumerate() {
            let start = self.0.position(&moves.start);
            let texts: Vec<&str> = moves.texts.iter().map(String::as_str).collect();
            let attested = (moves.attested, moves.reason);
            statistics
                .add(&*self.0, &start, &texts, attested, depth)
                .map_err(|(turn, why)| (number, turn, why))?;
        }
        Ok(statistics)
    }
}

struct Make;

impl BoardVisitor for Make {
    type Output = Box<dyn Counter>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        Box::new(Ground(game))
    }
}

/// Numbers with their mean.
#[derive(Serialize)]
struct DistributionForm {
    count: u64,
    mean: f64,
    error: f64,
    median: u64,
    largest: u64,
}

impl From<&Distribution> for DistributionForm {
    fn from(distribution: &Distribution) -> Self {
        Self {
            count: distribution.count(),
            mean: distribution.mean(),
            error: distribution.error(),
            median: distribution.quantile(0.5),
            largest: distribution.largest(),
        }
    }
}

#[derive(Serialize)]
struct ResultsForm {
    games: u64,
    south: u64,
    north: u64,
    drawn: u64,
    annulled: u64,
    open: u64,
    /// South's share of the points, with its 95 % confidence interval.
    score: [f64; 3],
}

impl From<&Results> for ResultsForm {
    fn from(results: &Results) -> Self {
        let Share { value, low, high } = results.score();
        Self {
            games: results.games(),
            south: results.south,
            north: results.north,
            drawn: results.drawn,
            annulled: results.annulled,
            open: results.open,
            score: [value, low, high],
        }
    }
}

#[derive(Serialize)]
struct OpeningForm {
    moves: Vec<String>,
    #[serde(flatten)]
    results: ResultsForm,
}

#[derive(Serialize)]
struct Form<'a> {
    game: &'static str,
    rules: String,
    columns: usize,
    distinct: usize,
    results: ResultsForm,
    /// The player who moved first in place of South.
    first_player: ResultsForm,
    /// Games of these whose result is attested alone.
    attested: u64,
    /// Games whose attested result is not that of the rules.
    contradicted: u64,
    reasons: &'a BTreeMap<&'static str, u64>,
    turns: DistributionForm,
    laps: DistributionForm,
    captured: DistributionForm,
    choices: DistributionForm,
    never_ending: [f64; 3],
    never_ending_sowings: u64,
    repeating_games: u64,
    openings: Vec<OpeningForm>,
}

impl Serialize for Collection {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let statistics = &self.statistics;
        let Share { value, low, high } = statistics.never_ending_share();
        let mut openings = Vec::new();
        self.openings(&mut |moves, results| {
            openings.push(OpeningForm {
                moves: moves.to_vec(),
                results: results.into(),
            });
        });
        let form = Form {
            game: self.rules.game().name(),
            rules: self.rules.describe(),
            columns: self.columns,
            distinct: self.distinct,
            results: (&statistics.results).into(),
            first_player: (&statistics.first_player).into(),
            attested: statistics.attested,
            contradicted: statistics.contradicted,
            reasons: &statistics.reasons,
            turns: (&statistics.turns).into(),
            laps: (&statistics.laps).into(),
            captured: (&statistics.captured).into(),
            choices: (&statistics.choices).into(),
            never_ending: [value, low, high],
            never_ending_sowings: statistics.never_ending,
            repeating_games: statistics.repeating,
            openings,
        };
        form.serialize(serializer)
    }
}
