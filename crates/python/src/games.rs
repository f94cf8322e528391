//! Game records: read, replayed, played, counted.

use crate::errors::{LimitError, RecordError, raise, to_json};
use crate::position::Position;
use crate::turn::{EndingRow, TurnRow, side_name};
use crate::work;
use pyo3::{Py, PyAny, PyErr, PyRef, PyResult, Python, pyfunction};
use serde::Serialize;
use sow_arena::{
    ArenaError, CountError, Moves, Numbers, Run, Seat, SelfPlayPlan, count, play_games,
};
use sow_engine::notation::{Record, parse_records};
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_records::asked::AskedRules;
use sow_records::attested::{Attested, Why};
use sow_records::replay::{replay as play_through, rules_and_start};
use std::sync::atomic::Ordering;

#[derive(Serialize)]
struct RecordForm {
    text: String,
    line: usize,
    headers: Vec<(String, String)>,
    moves: Vec<String>,
    result: Option<&'static str>,
}

/// The records of a text, as JSON.
#[pyfunction]
pub(crate) fn read_records(text: &str) -> PyResult<String> {
    let records = parse_records(text).map_err(raise!(RecordError))?;
    let forms: Vec<RecordForm> = records
        .iter()
        .map(|record| RecordForm {
            text: record.to_string(),
            line: record.line,
            headers: record.headers.clone(),
            moves: record
                .moves
                .iter()
                .map(|played| played.text.clone())
                .collect(),
            result: record.result.map(|result| result.token()),
        })
        .collect();
    to_json(&forms)
}

#[derive(Serialize)]
struct ReplayForm {
    start: String,
    rules: String,
    game: &'static str,
    turns: Vec<ReplayedTurn>,
    after: String,
    repetitions: Vec<(usize, usize)>,
    ending: Option<EndingRow>,
    result: &'static str,
    agrees: bool,
}

#[derive(Serialize)]
struct ReplayedTurn {
    number: usize,
    side: &'static str,
    before: String,
    #[serde(flatten)]
    turn: TurnRow,
}

/// The only record of a text.
fn only(text: &str) -> PyResult<Record> {
    let mut records = parse_records(text).map_err(raise!(RecordError))?;
    match (records.pop(), records.len()) {
        (Some(record), 0) => Ok(record),
        (None, _) => Err(RecordError::new_err("there is no game record in the text")),
        (Some(_), more) => Err(RecordError::new_err(format!(
            "there are {} game records in the text; Record.read reads them all",
            more + 1
        ))),
    }
}

/// A record played through by the rules, as JSON.
#[pyfunction]
pub(crate) fn replay(py: Python<'_>, text: &str) -> PyResult<String> {
    let record = only(text)?;
    let played = py.detach(|| play_through(&AskedRules::default(), &record));
    let played = played.map_err(raise!(RecordError))?;
    let referee = played.game.referee();
    let turns = played.turns.iter().enumerate();
    let turns = turns.map(|(index, (before, turn))| ReplayedTurn {
        number: index + 1,
        side: side_name(before.side),
        before: before.to_string(),
        turn: TurnRow::new(referee, turn),
    });
    to_json(&ReplayForm {
        start: played.start.to_string(),
        rules: played.rules.describe(),
        game: played.start.game.name(),
        turns: turns.collect(),
        after: played.game.position.to_string(),
        repetitions: played
            .game
            .repetitions
            .iter()
            .map(|repetition| (repetition.first, repetition.again))
            .collect(),
        ending: played.by_rules().map(EndingRow::new),
        result: played.result().token(),
        agrees: played.agrees(),
    })
}

/// Games that the library plays: their records as texts.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python's keywords, one each")]
pub(crate) fn selfplay(
    py: Python<'_>,
    start: PyRef<'_, Position>,
    games: u64,
    players: [String; 2],
    swaps: bool,
    random_turns: usize,
    longest: usize,
    seed: u64,
    threads: usize,
    ear: Option<Py<PyAny>>,
) -> PyResult<Vec<String>> {
    let checked = start.in_play()?;
    let (rules, starts) = (checked.rules(), [checked.setup().clone()]);
    drop(start);
    let [south, north] = players;
    work::run(py, ear.as_ref(), |watch| {
        let seat = |name: &str| -> Result<Seat, PyErr> {
            let seat = Seat::parse(name, rules.game(), &()).map_err(raise!(PlayerError))?;
            Ok(seat.until(&watch.stop))
        };
        let seats = [seat(&south)?, seat(&north)?];
        let plan = SelfPlayPlan {
            rules,
            starts: &starts,
            seats: [&seats[0], &seats[1]],
            swaps,
            random_turns,
            seed,
            longest,
            numbers: Numbers {
                first: 0,
                step: 1,
                end: games,
            },
        };
        let progress = |done: u64, total: u64| {
            watch.tell(|| format!("{{\"done\":{done},\"total\":{total}}}"));
        };
        let run = Run {
            threads,
            stop: &watch.stop,
            progress: &progress,
        };
        let mut texts = Vec::new();
        play_games(&plan, 0, &run, &mut |text| {
            texts.push(text.to_owned());
            Ok(())
        })
        .map_err(|error| match error {
            ArenaError::OtherGame { .. } | ArenaError::NoStart => raise!(PositionError)(error),
            other => raise!(PlayerError)(other),
        })?;
        Ok(texts)
    })?
}

/// A record as a game to be counted.
fn moves_of(record: Record, place: usize) -> Result<(Rules, Moves), PyErr> {
    let in_game = |error: &dyn std::fmt::Display| {
        RecordError::new_err(format!("game {}: {error}", place + 1))
    };
    let asked = AskedRules::default();
    let (rules, start): (Rules, Setup) =
        rules_and_start(&asked, &record).map_err(|error| in_game(&error))?;
    let attested = Attested::of(&record);
    let moves = Moves {
        start,
        attested: attested.outcome,
        reason: attested.why.map_or("attested", Why::name),
        texts: record.moves.into_iter().map(|played| played.text).collect(),
    };
    Ok((rules, moves))
}

#[derive(Serialize)]
struct Counted<'a> {
    #[serde(flatten)]
    collection: &'a sow_arena::Collection,
    /// The distributions in full: value and how often.
    distributions: Vec<(&'static str, Vec<(u64, u64)>)>,
    margins: Vec<(i32, u64)>,
}

/// What games say, as JSON.
#[pyfunction]
pub(crate) fn statistics(
    py: Python<'_>,
    texts: Vec<String>,
    depth: usize,
    least: u64,
    threads: usize,
    ear: Option<Py<PyAny>>,
) -> PyResult<String> {
    work::run(py, ear.as_ref(), |watch| {
        let mut games = Vec::new();
        let mut kind = None::<(Rules, usize)>;
        for text in &texts {
            for record in parse_records(text).map_err(raise!(RecordError))? {
                if watch.stop.load(Ordering::Relaxed) {
                    return Err(LimitError::new_err("the count was stopped"));
                }
                let (rules, moves) = moves_of(record, games.len())?;
                let found = (rules, moves.start.columns);
                let expected = *kind.get_or_insert(found);
                if expected != found {
                    return Err(RecordError::new_err(format!(
                        "game {} is one of {} on {} columns among games of {} on {}; statistics are of one game, size and ruleset",
                        games.len() + 1,
                        found.0,
                        found.1,
                        expected.0,
                        expected.1
                    )));
                }
                games.push(moves);
            }
        }
        let Some((rules, _)) = kind else {
            return Err(RecordError::new_err("there are no games to count"));
        };
        let progress = |done: u64, total: u64| {
            watch.tell(|| format!("{{\"done\":{done},\"total\":{total}}}"));
        };
        let run = Run {
            threads,
            stop: &watch.stop,
            progress: &progress,
        };
        let found = count(rules, &games, depth, least, &run)
            .map_err(|error: CountError| raise!(RecordError)(error))?;
        to_json(&Counted {
            distributions: found
                .distributions()
                .into_iter()
                .map(|(name, distribution)| (name, distribution.counts().collect()))
                .collect(),
            margins: found.statistics.margins().collect(),
            collection: &found,
        })
    })?
}
