//! From the lines of a text to its games.

use super::words::{
    as_move, end_of, is_dash, is_filler, is_letter, is_number, is_plain_move, is_play, nobody_wins,
    player_number,
};
use super::{Header, Log, LoggedMove, LoggedSetup, Stated, Who};
use crate::attested::{TERMINATION, Why};
use crate::fault::Fault;
use sow_engine::notation::{Outcome, without_comment};
use sow_engine::side::Side;
use sow_engine::text::{closest, quoted};
use std::collections::HashSet;

/// The most bytes of a line: far more than the longest game needs that stands on one.
const LONGEST_LINE: usize = 1 << 20;

/// Headers with which a game begins, so that one of them after the moves of another begins the next. Their
/// values may look like moves.
const OPENING_KEYS: &[&str] = &[
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
const SETTINGS: &[&str] = &["game", "rules", "start"];

fn is_one_of(key: &str, known: &[&str]) -> bool {
    known.contains(&key)
}

/// Reads the games of a text, each or what is wrong with it. Bytes that are no text are an error of the game in
/// which they stand.
///
/// A new game begins where a header or a set-up that can begin one follows the moves of another.
pub fn read(bytes: &[u8]) -> Vec<Result<Log, Fault>> {
    let mut reader = Reader::default();
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        reader.add(index + 1, line);
    }
    reader.finish_game();
    reader.games
}

/// What a line that is not of moves says.
enum Opening<'a> {
    Header(String, &'a str),
    Setup(Who, String),
    /// A line of a log that says that a game begins.
    Start,
    Over(Vec<&'a str>),
}

/// A header whose value can be read as a move of a player whom nothing names.
struct Suspect {
    line: usize,
    key: String,
}

/// How moves are numbered, found out from their numbers.
#[derive(Default)]
struct Numbers {
    last: Option<usize>,
}

#[derive(Default)]
struct Reader {
    games: Vec<Result<Log, Fault>>,
    log: Log,
    /// What is wrong with the game; the rest of it is skipped.
    fault: Option<Fault>,
    /// The line before was blank.
    blank: bool,
    /// Names of South and North.
    names: [Option<String>; 2],
    /// The first header whose value can be read as a move.
    suspect: Option<Suspect>,
    /// The keys of all of them.
    suspected: HashSet<String>,
    /// Lines `South: h` before any other move: a letter that may as well be a name.
    initials: Vec<usize>,
    has_start: bool,
    numbers: Numbers,
}

impl Reader {
    fn has_play(&self) -> bool {
        !self.log.moves.is_empty() || self.log.result.is_some() || self.fault.is_some()
    }

    fn finish_game(&mut self) {
        let Self {
            log,
            fault,
            suspect,
            initials,
            ..
        } = std::mem::take(self).keep(&mut self.games);
        if log.line == 0 {
            return;
        }
        let game = match fault.or_else(|| doubtful(&log, suspect.as_ref(), &initials)) {
            Some(fault) => Err(fault),
            None => complete(log),
        };
        self.games.push(game);
    }

    /// Gives the games read so far back, and leaves the rest.
    fn keep(mut self, games: &mut Vec<Result<Log, Fault>>) -> Self {
        *games = std::mem::take(&mut self.games);
        self
    }

    fn add(&mut self, line: usize, bytes: &[u8]) {
        let blank = std::mem::replace(&mut self.blank, false);
        let text = std::str::from_utf8(bytes).unwrap_or_default().trim();
        if text.is_empty() && bytes.trim_ascii().is_empty() {
            self.blank = true;
            return;
        }
        if self.log.line == 0 && !text.starts_with('#') {
            self.log.line = line;
        }
        if bytes.len() > LONGEST_LINE {
            let told = format!(
                "it has {} bytes, and no line of a log has more than {LONGEST_LINE}",
                bytes.len()
            );
            self.fault.get_or_insert(Fault::new(line, told));
            return;
        }
        if text.is_empty() {
            let told = "it is not text in UTF-8";
            self.fault.get_or_insert(Fault::new(line, told));
            return;
        }
        let content = without_comment(text);
        if content.is_empty() {
            self.blank = blank;
            return;
        }
        let opening = self.opening(text, content);
        match &opening {
            Some(opening) if self.begins_another(opening, blank) => {
                self.finish_game();
                self.log.line = line;
            }
            _ => {}
        }
        if self.fault.is_some() {
            return;
        }
        let added = match opening {
            Some(opening) => self.add_opening(line, opening),
            None => self.add_moves(line, content),
        };
        if let Err(fault) = added {
            self.fault = Some(fault);
        }
    }

    /// What a line says that is not of moves.
    fn opening<'a>(&self, text: &'a str, content: &'a str) -> Option<Opening<'a>> {
        let mut words = content.split_whitespace();
        let first = words.next()?.to_ascii_lowercase();
        match first.trim_end_matches(':') {
            "start" if !content.contains(':') => return Some(Opening::Start),
            "gameover" | "game-over" => return Some(Opening::Over(words.collect())),
            "game"
                if words.clone().next().is_some_and(|word| {
                    word.trim_end_matches(':').eq_ignore_ascii_case("over")
                }) =>
            {
                return Some(Opening::Over(words.skip(1).collect()));
            }
            "init" | "setup" | "set-up" => {
                let name = words.next()?.trim_end_matches(':');
                let who = self.who(name).or_else(|| player_number(name))?;
                let rest = words.filter(|word| !matches!(*word, "true" | "false"));
                return Some(Opening::Setup(who, rest.collect::<Vec<_>>().join(" ")));
            }
            _ => {}
        }
        let (key, value) = text.split_once(':')?;
        let plain = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
        let is_key = key.starts_with(char::is_alphabetic) && key.chars().all(plain);
        let spaced = value.is_empty() || value.starts_with(char::is_whitespace);
        if !is_key || !spaced || as_move(key).is_some() {
            return None;
        }
        // `South: b3` is a move, `south: Nantume` names a player. Once moves have been played, a player's
        // name begins a move, right or wrong; and after a blank line it may name a player of the next game.
        if self.who(key).is_some() {
            let said = without_comment(value);
            let is_turn = !said.is_empty() && said.split_whitespace().all(is_play);
            let is_next = self.blank_before_names(said);
            if is_turn || self.has_play() && !is_next {
                return None;
            }
        }
        Some(Opening::Header(key.to_lowercase(), value.trim()))
    }

    /// Whether a player's line after the moves of a finished game can only name him in the next.
    fn blank_before_names(&self, value: &str) -> bool {
        let is_over = self.log.result.is_some() || self.fault.is_some();
        is_over && !value.split_whitespace().any(is_play) && !value.is_empty()
    }

    /// Whether a line that is not of moves begins another game.
    fn begins_another(&self, opening: &Opening<'_>, blank: bool) -> bool {
        let log = &self.log;
        match opening {
            Opening::Over(_) => false,
            Opening::Start => self.has_start || self.has_play(),
            Opening::Setup(who, _) => {
                self.has_play() || log.setups.iter().any(|setup| setup.who == *who)
            }
            Opening::Header(key, _) if self.has_play() => {
                let is_setting = is_one_of(key, SETTINGS);
                let is_opening =
                    is_one_of(key, OPENING_KEYS) || log.result.is_some() || self.fault.is_some();
                is_setting || blank && is_opening && key != "result"
            }
            // Headers, a blank line and headers are two games, the first without a move.
            Opening::Header(..) => blank && !log.headers.is_empty(),
        }
    }

    fn add_opening(&mut self, line: usize, opening: Opening<'_>) -> Result<(), Fault> {
        match opening {
            Opening::Start => self.has_start = true,
            Opening::Setup(who, words) => {
                let Some(seeds) = as_numbers(&words) else {
                    return Err(Fault::of(
                        line,
                        &words,
                        format!(
                            "`{}` is no set-up; write the seeds of the pits, such as 4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0",
                            quoted(&words)
                        ),
                    ));
                };
                self.log.setups.push(LoggedSetup { line, who, seeds });
            }
            Opening::Over(words) => self.add_over(line, &words)?,
            Opening::Header(key, value) => self.add_header(line, key, value)?,
        }
        Ok(())
    }

    fn add_header(&mut self, line: usize, key: String, value: &str) -> Result<(), Fault> {
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
    fn suspect(&mut self, line: usize, key: &str, value: &str) -> Result<(), Fault> {
        let mut words = value.split_whitespace().peekable();
        let is_fact = is_one_of(key, OPENING_KEYS) && !matches!(key, "white" | "black")
            || is_one_of(key, FACTS);
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
    fn meant(&self, word: &str) -> Option<&str> {
        let names = self.names.iter().flatten().map(String::as_str);
        closest(
            word,
            ["south", "north", "player", "bottom", "top"]
                .into_iter()
                .chain(names),
        )
    }

    fn nobody(&self, line: usize, key: &str, value: &str) -> Fault {
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

    /// `GAMEOVER WINNER 1`, `GAMEOVER DRAW`, `GAMEOVER`.
    fn add_over(&mut self, line: usize, words: &[&str]) -> Result<(), Fault> {
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
    fn add_winner(&mut self, line: usize, words: &[&str]) -> Result<(), Fault> {
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
    fn add_result_words(&mut self, line: usize, words: &[&str]) -> Result<(), Fault> {
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

    fn state(&mut self, line: usize, stated: Stated, why: Option<Why>) -> Result<(), Fault> {
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

    /// The side of a word that names a player.
    fn who(&self, word: &str) -> Option<Who> {
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
    fn long_name<'a>(&self, content: &'a str) -> Option<(Who, &'a str)> {
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

    fn add_moves(&mut self, line: usize, content: &str) -> Result<(), Fault> {
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
    fn number_move(&mut self, line: usize, digits: &str) -> Result<(), Fault> {
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

fn no_player(line: usize, word: &str, told: &str) -> Fault {
    Fault::of(
        line,
        word,
        format!(
            "`{}` is no player; players are 1 and 2, or 0 and 1",
            quoted(told)
        ),
    )
}

fn not_understood(line: usize, word: &str) -> Fault {
    Fault::of(
        line,
        word,
        format!(
            "`{}` is neither a pit, nor a player, nor a result; write moves such as `b3`, `South: b3` or `player 1: 12`, and headers such as `game: omweso`",
            quoted(word)
        ),
    )
}

/// The numbers of a set-up, separated by commas, slashes or white space.
fn as_numbers(text: &str) -> Option<Vec<u8>> {
    let words = text.split([',', '/', ' ', '\t', '[', ']']);
    words
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().ok())
        .collect()
}

/// What in a whole game could be read in two ways.
fn doubtful(log: &Log, suspect: Option<&Suspect>, initials: &[usize]) -> Option<Fault> {
    if let Some(suspect) = suspect.filter(|_| log.moves.is_empty()) {
        return Some(Fault::of(
            suspect.line,
            &suspect.key,
            format!(
                "the game has no move, unless `{}:` begins one; then say who that is by a line `south: NAME` or `north: NAME`",
                quoted(&suspect.key)
            ),
        ));
    }
    let is_lettered = |played: &LoggedMove| {
        let mut sowings = played.text.0.iter();
        sowings.any(|sowing| is_letter(&sowing.pit))
    };
    let others = log
        .moves
        .iter()
        .filter(|played| !initials.contains(&played.line));
    let letters = others.clone().filter(|played| is_lettered(played)).count();
    let is_doubtful = letters < others.count() || log.moves.len() == initials.len();
    initials.first().filter(|_| is_doubtful).map(|&line| {
        Fault::new(
            line,
            "the letter can be a player's name or a pit; write the pit as b1 or f1, or the name in full",
        )
    })
}

/// Settles how players are numbered.
fn complete(mut log: Log) -> Result<Log, Fault> {
    let numbers: Vec<u8> = log
        .named()
        .filter_map(|who| match who {
            Who::Number(number) => Some(number),
            Who::Side(_) => None,
        })
        .collect();
    log.players_from_0 = numbers.contains(&0);
    if log.players_from_0 && numbers.contains(&2) {
        return Err(Fault::new(
            log.line,
            "the players of this game are 0, 1 and 2; two of these numbers name them",
        ));
    }
    Ok(log)
}
