//! From the lines of a text to its games.

mod headers;
mod moves;
mod results;

use super::words::{as_move, is_letter, is_play, player_number};
use super::{Log, LoggedMove, LoggedSetup, Who};
use crate::fault::Fault;
use headers::{OPENING_KEYS, SETTINGS, is_one_of};
use sow_engine::notation::without_comment;
use sow_engine::text::quoted;
use std::collections::HashSet;

/// The most bytes of a line: far more than the longest game needs that stands on one.
const LONGEST_LINE: usize = 1 << 20;

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
