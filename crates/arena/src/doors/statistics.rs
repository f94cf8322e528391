//! What a collection of games says.

use crate::counting::Counter;
use crate::error::ArenaError;
use crate::run::{Run, columns};
use crate::spread::try_spread;
use crate::statistics::{Distribution, Openings, Results, Share, Statistics};
use crate::written::{Written, written_games};
use serde::{Serialize, Serializer};
use sow_engine::game::{Board, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::notation::Outcome;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::turn::PlayError;
use std::collections::{BTreeMap, HashMap, HashSet};
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
trait Counts: Sync {
    /// The statistics of some games, or the game and the turn that cannot be played.
    fn count(&self, games: &[Moves], depth: usize)
    -> Result<Statistics, (usize, usize, PlayError)>;

    /// The same for games as they are written; `None` if a turn cannot be played.
    fn count_written(
        &self,
        starts: &[Setup],
        games: &[Written<'_>],
        depth: usize,
    ) -> Option<Statistics>;
}

struct Ground<P>(Box<dyn Game<P>>);

impl<P: Board> Counts for Ground<P> {
    fn count(
        &self,
        games: &[Moves],
        depth: usize,
    ) -> Result<Statistics, (usize, usize, PlayError)> {
        let mut counter = Counter::new(&*self.0, depth);
        for (number, moves) in games.iter().enumerate() {
            let start = self.0.position(&moves.start);
            let texts = moves.texts.iter().map(String::as_str);
            let attested = (moves.attested, moves.reason);
            counter
                .add_texts(&start, texts, attested)
                .map_err(|(turn, why)| (number, turn, why))?;
        }
        Ok(counter.finish())
    }

    fn count_written(
        &self,
        starts: &[Setup],
        games: &[Written<'_>],
        depth: usize,
    ) -> Option<Statistics> {
        let starts: Vec<P> = starts.iter().map(|start| self.0.position(start)).collect();
        let mut counter = Counter::new(&*self.0, depth);
        for game in games {
            let attested = (Some(game.result), "attested");
            counter
                .add_texts(&starts[game.start], game.words(), attested)
                .ok()?;
        }
        Some(counter.finish())
    }
}

struct Make;

impl BoardVisitor for Make {
    type Output = Box<dyn Counts>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        Box::new(Ground(game))
    }
}

/// The rules and the position that the headers of a game tell, `None` if they tell none.
pub type BeginningOf<'a> = dyn Fn(&[(&str, &str)]) -> Option<(Rules, Setup)> + 'a;

/// As [`count`] for the texts of files, where all games are written as [`crate::play_games`] writes them. `beginning` says
/// what the headers `game`, `rules` and `start` of a game mean. `None` if a game is written in another way, if it cannot be
/// played, or if its rules or its board are not those of the others: what is wrong with it, if anything, is for
/// [`count`] to say.
///
/// # Errors
/// If there are no threads.
pub fn count_written(
    texts: &[&str],
    beginning: &BeginningOf<'_>,
    depth: usize,
    least: u64,
    run: &Run<'_>,
) -> Result<Option<Collection>, CountError> {
    let mut starts = Starts::new(beginning);
    let mut games = Vec::new();
    for text in texts {
        if text.is_empty() {
            return Ok(None);
        }
        if written_games(text, &mut |headings| starts.place(headings), &mut games).is_none() {
            return Ok(None);
        }
    }
    let Some((rules, columns)) = starts.kind else {
        return Ok(None);
    };
    let counter = visit(rules, columns, Make);
    let parts: Vec<&[Written<'_>]> = games.chunks(PART).collect();
    let counted = run.pool()?.install(|| {
        try_spread(parts.len(), |index| {
            let counted = counter.count_written(&starts.setups, parts[index], depth);
            counted.ok_or(())
        })
    });
    let Ok(counted) = counted else {
        return Ok(None);
    };
    let mut statistics = Statistics::default();
    for part in &counted {
        statistics.join(part);
    }
    Ok(Some(Collection {
        rules,
        columns,
        distinct: games.iter().collect::<HashSet<_>>().len(),
        statistics,
        least,
    }))
}

/// The positions in which written games begin.
struct Starts<'a> {
    beginning: &'a BeginningOf<'a>,
    /// The headers of the last game, as they are written, and its place.
    last: Option<(Vec<(String, String)>, usize)>,
    kind: Option<(Rules, usize)>,
    setups: Vec<Setup>,
    places: HashMap<Setup, usize>,
}

impl<'a> Starts<'a> {
    fn new(beginning: &'a BeginningOf<'a>) -> Self {
        Self {
            beginning,
            last: None,
            kind: None,
            setups: Vec::new(),
            places: HashMap::new(),
        }
    }

    /// The place of the position that headers tell, if its game is that of the others.
    fn place(&mut self, headings: &[(&str, &str)]) -> Option<usize> {
        if let Some((known, place)) = &self.last
            && known.len() == headings.len()
            && known
                .iter()
                .zip(headings)
                .all(|((key, value), other)| (key.as_str(), value.as_str()) == *other)
        {
            return Some(*place);
        }
        let (rules, setup) = (self.beginning)(headings)?;
        let kind = (rules, setup.columns);
        if *self.kind.get_or_insert(kind) != kind {
            return None;
        }
        let place = *self.places.entry(setup).or_insert_with_key(|setup| {
            self.setups.push(setup.clone());
            self.setups.len() - 1
        });
        let owned = |&(key, value): &(&str, &str)| (key.to_owned(), value.to_owned());
        self.last = Some((headings.iter().map(owned).collect(), place));
        Some(place)
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
