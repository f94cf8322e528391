//! The games and their rules in words.

use crate::errors::{RulesError, raise, to_json};
use pyo3::{PyResult, pyfunction};
use serde::Serialize;
use sow_engine::kind::GameKind;
use sow_engine::rulebook::book;
use sow_engine::rules::{Rules, rulesets};

#[derive(Serialize)]
struct GameRow {
    game: &'static str,
    title: &'static str,
    rows: usize,
    columns: usize,
    least_columns: usize,
    most_columns: usize,
    rulesets: Vec<&'static str>,
    played_where: &'static str,
}

/// All games in short, as JSON.
#[pyfunction]
pub(crate) fn games() -> PyResult<String> {
    let rows = GameKind::ALL.map(|game| GameRow {
        game: game.name(),
        title: book(game).title,
        rows: game.rows(),
        columns: Rules::default_for(game).default_columns(),
        least_columns: *game.columns().start(),
        most_columns: *game.columns().end(),
        rulesets: rulesets(game).iter().map(|(name, _)| *name).collect(),
        played_where: book(game).played_where,
    });
    to_json(&rows)
}

#[derive(Serialize)]
struct OptionRow {
    option: &'static str,
    value: String,
    default: String,
    values: Vec<&'static str>,
    question: &'static str,
    points: String,
}

/// The options of a game with their values under the rules that words name, as JSON.
#[pyfunction]
pub(crate) fn rules(game: &str, words: &str) -> PyResult<String> {
    let (kind, ruleset) = GameKind::with_ruleset(game).ok_or_else(|| {
        RulesError::new_err(format!(
            "unknown game `{game}`; the games are {}",
            GameKind::names()
        ))
    })?;
    let words = ruleset.into_iter().chain(words.split_whitespace());
    let rules = Rules::from_words(kind, words).map_err(raise!(RulesError))?;
    let default = Rules::default_for(kind);
    let default = default.options();
    let options = rules.options();
    let rows: Vec<OptionRow> = book(kind)
        .options
        .iter()
        .map(|option| OptionRow {
            option: option.key,
            value: options.get(option.key).unwrap_or_default(),
            default: default.get(option.key).unwrap_or_default(),
            values: option.values.iter().map(|value| value.value).collect(),
            question: option.question,
            points: option.points.join(" "),
        })
        .collect();
    to_json(&rows)
}

/// A length of time in seconds, such as that of `500ms`.
#[pyfunction]
pub(crate) fn seconds(text: &str) -> PyResult<f64> {
    let time = sow_arena::parse_duration(text).map_err(raise!(SearchError))?;
    Ok(time.as_secs_f64())
}

/// An amount of memory in bytes, such as that of `512MiB`.
#[pyfunction]
pub(crate) fn size(text: &str) -> PyResult<u64> {
    sow_arena::parse_size(text).map_err(raise!(SearchError))
}
