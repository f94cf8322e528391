//! Moves of a log with their numbers and players.

use super::Reader;
use crate::fault::Fault;
use crate::log::words::{
    as_move, end_of, is_dash, is_filler, is_letter, is_number, nobody_wins, player_number,
};
use crate::log::{LoggedMove, Stated, Who};
use sow_engine::notation::Outcome;
use sow_engine::side::Side;
use sow_engine::text::quoted;

impl Reader {
    /// The side of a word that names a player.
    pub(super) fn who(&self, word: &str) -> Option<Who> {
        for (side, name) in Side::BOTH.into_iter().zip(&self.names) {
            if name
                .as_deref()
                .is_some_and(|name| name.eq_ignore_ascii_case(word))
            {
                return Some(Who::Side(side));
            }
        }
        let is = |known: &[&str]| known.iter().any(|known| known.eq_ignore_ascii_case(word));
        if is(&["south", "s", "bottom", "first"]) {
            return Some(Who::Side(Side::South));
        }
        if is(&["north", "n", "top", "second"]) {
            return Some(Who::Side(Side::North));
        }
        let word = word.to_ascii_lowercase();
        let number = word.strip_prefix("player").or(word.strip_prefix('p'))?;
        player_number(number.trim_start_matches(['-', '_', ' ', '#']))
    }

    /// A name of several words at the beginning of a line, with what follows it.
    pub(super) fn long_name<'a>(&self, content: &'a str) -> Option<(Who, &'a str)> {
        Side::BOTH
            .into_iter()
            .zip(&self.names)
            .find_map(|(side, name)| {
                let name = name.as_deref().filter(|name| name.contains(' '))?;
                let rest = content.get(name.len()..)?;
                let fits = content[..name.len()].eq_ignore_ascii_case(name)
                    && rest.starts_with(|next: char| next == ':' || next.is_whitespace());
                fits.then(|| (Who::Side(side), rest.trim_start_matches([':', ' ', '\t'])))
            })
    }

    pub(super) fn add_moves(&mut self, line: usize, content: &str) -> Result<(), Fault> {
        let (mut who, content) = match self.long_name(content) {
            Some((who, rest)) => (Some(who), rest),
            None => (None, content),
        };
        // `South:b3`, `1.b3` and `South, b3` are taken apart; the colon of a move (`f6:f1`) is not.
        let mut parts = Vec::new();
        for word in content.split_whitespace() {
            match word.split_once([':', '.', ')']) {
                Some((head, tail))
                    if !tail.is_empty()
                        && as_move(word).is_none()
                        && Outcome::from_token(word).is_none() =>
                {
                    parts.push(format!("{head}:"));
                    parts.push(tail.to_owned());
                }
                _ => parts.push(word.to_owned()),
            }
        }
        let words: Vec<&str> = parts.iter().map(String::as_str).collect();
        // Only after such a word is a bare number a player: `PIT 0 12`.
        let has_verb = words.first().is_some_and(|word| {
            ["pit", "move", "play", "turn"]
                .iter()
                .any(|verb| verb.eq_ignore_ascii_case(word))
        });
        let is_first = self.log.moves.len() == self.initials.len() && self.initials.len() < 2;
        let mut at = 0;
        while at < words.len() {
            let word = words[at];
            let bare = word.trim_end_matches([':', ',', ';', ')', '.']);
            let ends_line = |taken: usize| at + taken == words.len();
            if who.is_none() && !has_verb {
                let result = Outcome::from_words(&words[at..]);
                if let Some((outcome, taken)) =
                    result.filter(|&(_, taken)| taken == 1 || ends_line(taken))
                {
                    self.state(line, Stated::Token(outcome), None)?;
                    at += taken;
                    continue;
                }
                if let Some((stated, why)) = nobody_wins(&words[at..]) {
                    return self.state(line, stated, why);
                }
            } else if let Some((stated, why)) = who.and_then(|who| end_of(who, &words[at..])) {
                // What follows says how.
                return self.state(line, stated, why);
            }
            at += 1;
            let is_number = is_number(bare);
            if let Some(outcome) = Outcome::from_token(bare) {
                self.state(line, Stated::Token(outcome), None)?;
            } else if bare.is_empty() || is_filler(bare) {
                let before = at >= 2 && is_number_word(words[at - 2]);
                let after = words.get(at).is_some_and(|next| is_number_word(next));
                if is_dash(word) && before && after && who.is_none() {
                    return Err(Fault::of(
                        line,
                        word,
                        format!(
                            "`{} {word} {}` can be a player with his pit, two moves or a result; write `player 1: 12`, or the moves without `{word}`",
                            words[at - 2],
                            words[at]
                        ),
                    ));
                }
            } else if is_number && bare.len() < word.len() && !word.ends_with([',', ';']) {
                self.number_move(line, bare)?;
            } else if bare.eq_ignore_ascii_case("player") && at < words.len() {
                let number = words[at].trim_end_matches([':', ',', ';']);
                let Some(player) = player_number(number) else {
                    return Err(no_player(line, number, &format!("player {number}")));
                };
                at += 1;
                who = Some(player);
            } else if is_number && has_verb && who.is_none() && at < words.len() {
                who = Some(player_number(bare).ok_or_else(|| no_player(line, bare, bare))?);
            } else if let Some(player) = self
                .who(bare)
                .filter(|_| at < words.len() || as_move(bare).is_none())
            {
                who = Some(player);
            } else if let Some(text) = as_move(bare) {
                if self.log.result.is_some() {
                    return Err(Fault::of(
                        line,
                        bare,
                        format!(
                            "`{bare}` follows the result; a new game begins with its headers or its set-ups"
                        ),
                    ));
                }
                // `South: h` may as well name him.
                if is_first && who.is_some() && is_letter(bare) && content.contains(':') {
                    self.initials.push(line);
                }
                self.log.moves.push(LoggedMove {
                    line,
                    who: who.take(),
                    text,
                });
            } else {
                let next = words.get(at).copied().unwrap_or_default();
                return Err(if word.ends_with(':') && as_move(next).is_some() {
                    self.nobody(line, bare, next)
                } else {
                    not_understood(line, bare)
                });
            }
        }
        if who.is_some() {
            return Err(Fault::new(line, "a player is named, but no pit"));
        }
        Ok(())
    }

    /// The number of a move: each is that of the one before or the next. Otherwise the numbers are players.
    pub(super) fn number_move(&mut self, line: usize, digits: &str) -> Result<(), Fault> {
        let number = digits.parse::<usize>().unwrap_or(usize::MAX);
        let fits = match self.numbers.last {
            // A fragment may begin anywhere.
            None => true,
            Some(last) => number == last || number == last.saturating_add(1),
        };
        if !fits {
            return Err(Fault::of(
                line,
                digits,
                format!(
                    "the number `{digits}` does not follow that of the move before; if it is a player's, write `player {digits}: `"
                ),
            ));
        }
        self.numbers.last = Some(number);
        Ok(())
    }
}

fn is_number_word(word: &str) -> bool {
    is_number(word.trim_end_matches([',', ';']))
}

pub(super) fn no_player(line: usize, word: &str, told: &str) -> Fault {
    Fault::of(
        line,
        word,
        format!(
            "`{}` is no player; players are 1 and 2, or 0 and 1",
            quoted(told)
        ),
    )
}

pub(super) fn not_understood(line: usize, word: &str) -> Fault {
    Fault::of(
        line,
        word,
        format!(
            "`{}` is neither a pit, nor a player, nor a result; write moves such as `b3`, `South: b3` or `player 1: 12`, and headers such as `game: omweso`",
            quoted(word)
        ),
    )
}
