//! What a log says of the result of a game.

use super::Reader;
use super::moves::not_understood;
use crate::attested::Why;
use crate::fault::Fault;
use crate::log::Stated;
use crate::log::words::{end_of, nobody_wins, player_number};
use sow_engine::notation::Outcome;
use sow_engine::text::quoted;

impl Reader {
    /// `GAMEOVER WINNER 1`, `GAMEOVER DRAW`, `GAMEOVER`.
    pub(super) fn add_over(&mut self, line: usize, words: &[&str]) -> Result<(), Fault> {
        match words {
            [] => Ok(()),
            [first, rest @ ..] if first.trim_end_matches(':').eq_ignore_ascii_case("winner") => {
                self.add_winner(line, rest)
            }
            [word] if word.eq_ignore_ascii_case("nobody") => {
                self.state(line, Stated::Token(Outcome::Open), None)
            }
            _ => self.add_result_words(line, words),
        }
    }

    /// The player who won, and perhaps why.
    pub(super) fn add_winner(&mut self, line: usize, words: &[&str]) -> Result<(), Fault> {
        let named = match words {
            [first, second, ..] if first.eq_ignore_ascii_case("player") => {
                player_number(second).map(|who| (who, 2))
            }
            [first, ..] => self
                .who(first)
                .or_else(|| player_number(first))
                .map(|who| (who, 1)),
            [] => None,
        };
        if let Some((who, taken)) = named {
            let rest = words[taken..].join(" ");
            let why = Why::in_words(&rest);
            if rest.is_empty() || why.is_some() {
                return self.state(line, Stated::Won(who), why);
            }
            return Err(not_understood(line, words[taken]));
        }
        self.add_result_words(line, words)
    }

    /// A result that fills the rest of its line.
    pub(super) fn add_result_words(&mut self, line: usize, words: &[&str]) -> Result<(), Fault> {
        if let Some((outcome, taken)) = Outcome::from_words(words) {
            return match words.get(taken) {
                None => self.state(line, Stated::Token(outcome), None),
                Some(_) => {
                    let rest = words[taken..].join(" ");
                    match Why::in_words(&rest) {
                        Some(why) => self.state(line, Stated::Token(outcome), Some(why)),
                        None => Err(not_understood(line, words[taken])),
                    }
                }
            };
        }
        if let Some((stated, why)) = nobody_wins(words) {
            return self.state(line, stated, why);
        }
        let first = words.first().copied().unwrap_or_default();
        if let Some((stated, why)) = self.who(first).and_then(|who| end_of(who, &words[1..])) {
            return self.state(line, stated, why);
        }
        Err(Fault::of(
            line,
            first,
            format!(
                "`{}` is no result; results are 1-0, 0-1, 1/2, annulled and *, or words such as `South wins`, `North resigns`, `draw`",
                quoted(first)
            ),
        ))
    }

    pub(super) fn state(
        &mut self,
        line: usize,
        stated: Stated,
        why: Option<Why>,
    ) -> Result<(), Fault> {
        if let Some((first, known)) = self.log.result {
            if known == stated {
                return Ok(());
            }
            return Err(Fault::new(
                line,
                format!(
                    "a second result, after that of line {first}; a new game begins with its headers or its set-ups"
                ),
            ));
        }
        self.log.result = Some((line, stated));
        self.log.why = why.or(self.log.why);
        Ok(())
    }
}
