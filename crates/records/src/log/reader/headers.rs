//! Header lines of a log, and those that only look like one.

use super::{Reader, Suspect};
use crate::attested::{TERMINATION, Why};
use crate::fault::Fault;
use crate::log::Header;
use crate::log::words::{is_plain_move, is_play};
use sow_engine::notation::without_comment;
use sow_engine::side::Side;
use sow_engine::text::{closest, quoted};

/// Headers with which a game begins, so that one of them after the moves of another begins the next. Their
/// values may look like moves.
pub(super) const OPENING_KEYS: &[&str] = &[
    "game", "rules", "start", "event", "site", "date", "round", "id", "game-id", "match", "title",
    "name", "players", "south", "north", "white", "black", "source", "board",
];

/// Further headers whose values may look like moves.
const FACTS: &[&str] = &[
    "number",
    "no",
    "nr",
    "seed",
    "elo",
    "rating",
    "south-elo",
    "north-elo",
    "time",
    "year",
    "month",
    "day",
    "moves",
    "turns",
    "plies",
    "length",
    "depth",
    "columns",
    "points",
    "score",
    "margin",
    "note",
    "comment",
    "result",
    "winner",
    "termination",
    "time-control",
    "clock",
    "nodes",
    "version",
    "series",
    "pair",
];

/// Headers that say what is played; a second one that says something else is an error.
pub(super) const SETTINGS: &[&str] = &["game", "rules", "start"];

pub(super) fn is_one_of(key: &str, known: &[&str]) -> bool {
    known.contains(&key)
}

impl Reader {
    pub(super) fn add_header(
        &mut self,
        line: usize,
        key: String,
        value: &str,
    ) -> Result<(), Fault> {
        let said = without_comment(value);
        if self.has_play() || key == "result" || key == "winner" {
            let words: Vec<&str> = said.split_whitespace().collect();
            return match key.as_str() {
                "result" => self.add_result_words(line, &words),
                "winner" => self.add_winner(line, &words),
                TERMINATION if Why::in_words(said).is_some() => {
                    self.log.why = Why::in_words(said);
                    Ok(())
                }
                _ if !words.is_empty() && words.iter().all(|word| is_play(word)) => {
                    Err(self.nobody(line, &key, said))
                }
                _ => Err(Fault::of(
                    line,
                    &key,
                    format!(
                        "`{}:` stands among the moves; headers come before them, and those of the next game begin with `game:`",
                        quoted(&key)
                    ),
                )),
            };
        }
        let is_setting = is_one_of(&key, SETTINGS);
        let value = if is_setting { said } else { value };
        // Looked up for these keys alone: there may be a million others.
        let other = is_setting.then(|| self.log.header(&key));
        if let Some(other) = other.flatten() {
            if other.value != value {
                return Err(Fault::of(
                    line,
                    &key,
                    format!(
                        "a second `{key}:` that says something else than that of line {}",
                        other.line
                    ),
                ));
            }
            return Ok(());
        }
        self.suspect(line, &key, said)?;
        for (side, name) in Side::BOTH.into_iter().zip(&mut self.names) {
            if key.eq_ignore_ascii_case(&side.to_string()) {
                *name = Some(value.to_owned());
            }
        }
        if key == TERMINATION {
            self.log.why = Why::in_words(value);
        }
        self.log.headers.push(Header {
            line,
            key,
            value: value.to_owned(),
        });
        Ok(())
    }

    /// Looks whether a header is rather a move of a player whom nothing names.
    pub(super) fn suspect(&mut self, line: usize, key: &str, value: &str) -> Result<(), Fault> {
        let mut words = value.split_whitespace().peekable();
        let is_fact = is_one_of(key, OPENING_KEYS) && !matches!(key, "white" | "black")
            || is_one_of(key, FACTS);
        // Moves of both on one line: `White: b3 / Black: b3`.
        let begins = words.peek().is_some_and(|word| is_plain_move(word));
        if !is_fact && begins && value.contains(':') {
            return Err(self.nobody(line, key, value));
        }
        if is_fact || words.peek().is_none() || !words.clone().all(is_play) {
            return Ok(());
        }
        let repeated = self.suspected.contains(key);
        if words.any(is_plain_move) || repeated || self.meant(key).is_some() {
            return Err(self.nobody(line, key, value));
        }
        self.suspected.insert(key.to_owned());
        self.suspect.get_or_insert_with(|| Suspect {
            line,
            key: key.to_owned(),
        });
        Ok(())
    }

    /// The player whom a misspelt word means.
    pub(super) fn meant(&self, word: &str) -> Option<&str> {
        let names = self.names.iter().flatten().map(String::as_str);
        closest(
            word,
            ["south", "north", "player", "bottom", "top"]
                .into_iter()
                .chain(names),
        )
    }

    pub(super) fn nobody(&self, line: usize, key: &str, value: &str) -> Fault {
        let hint = self
            .meant(key)
            .map_or_else(String::new, |name| format!(" (did you mean {name}?)"));
        Fault::of(
            line,
            key,
            format!(
                "`{}` plays {}, but nothing says who that is{hint}; players are South and North, 1 and 2, or names that lines `south: NAME` and `north: NAME` give",
                quoted(key),
                quoted(value)
            ),
        )
    }
}
