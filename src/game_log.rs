//! Games as other people write them down: lists of pits, and logs of one move a line.
//!
//! What is accepted stands in `docs/importing.md`. Nothing is looked up on a board here: that the
//! moves are legal is for the caller to find out.

use anyhow::{Result, bail};
use sow_engine::notation::{MoveText, Outcome};
use sow_engine::side::Side;

/// One game of a log.
#[derive(Debug, Default)]
pub(crate) struct Log {
    /// The line on which it begins, from 1.
    pub(crate) line: usize,
    /// Header lines in order, those that name players included.
    pub(crate) headers: Vec<(String, String)>,
    /// What the players set up, each with its line, the contents pit by pit.
    pub(crate) setups: Vec<(usize, Who, Vec<u8>)>,
    /// The moves in order.
    pub(crate) moves: Vec<LoggedMove>,
    /// The result, as it was written, with its line.
    pub(crate) result: Option<(usize, Stated)>,
}

/// One move of a log.
#[derive(Debug)]
pub(crate) struct LoggedMove {
    /// Its line, from 1.
    pub(crate) line: usize,
    /// Who is said to have played it.
    pub(crate) who: Option<Who>,
    /// The pit with its marks.
    pub(crate) text: MoveText,
}

/// How a player was named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// By his side, or by a name that a header gives to the side.
    Side(Side),
    /// By a number.
    Number(u8),
}

/// A result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stated {
    /// A result token, or a word for it.
    Token(Outcome),
    /// Somebody won.
    Won(Who),
}

impl Log {
    /// The value of a header.
    pub(crate) fn header(&self, key: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers
            .find(|(known, _)| known.eq_ignore_ascii_case(key))
            .map(|(_, value)| value.as_str())
    }

    fn has_play(&self) -> bool {
        !self.moves.is_empty() || self.result.is_some()
    }

    /// Whether players are numbered from 0.
    fn counts_players_from_0(&self) -> bool {
        let moves = self.moves.iter().filter_map(|played| played.who);
        let setups = self.setups.iter().map(|(_, who, _)| *who);
        moves.chain(setups).any(|who| who == Who::Number(0))
    }

    /// The side of a player; the first number is South's.
    pub(crate) fn side(&self, who: Who) -> Side {
        match who {
            Who::Side(side) => side,
            Who::Number(number) => {
                if number == u8::from(!self.counts_players_from_0()) {
                    Side::South
                } else {
                    Side::North
                }
            }
        }
    }

    /// Whether pits are numbered from 0 on rows or rings of `pits` pits: because a pit 0 was played,
    /// or because players are counted so and nothing speaks against it.
    pub(crate) fn counts_pits_from_0(&self, pits: usize) -> bool {
        let sowings = self.moves.iter().flat_map(|played| &played.text.0);
        let numbers: Vec<usize> = sowings
            .filter_map(|sowing| sowing.pit.parse().ok())
            .collect();
        numbers.contains(&0) || self.counts_players_from_0() && !numbers.contains(&pits)
    }

    /// The side of a word that names a player.
    fn who(&self, word: &str) -> Option<Who> {
        for side in Side::BOTH {
            let name = self.header(&side.to_string());
            if name.is_some_and(|name| name.eq_ignore_ascii_case(word)) {
                return Some(Who::Side(side));
            }
        }
        let word = word.to_ascii_lowercase();
        match word.as_str() {
            "south" | "s" | "bottom" | "first" => return Some(Who::Side(Side::South)),
            "north" | "n" | "top" | "second" => return Some(Who::Side(Side::North)),
            _ => {}
        }
        let number = word.strip_prefix("player").or(word.strip_prefix('p'))?;
        player_number(number.trim_start_matches(['-', '_', ' ', '#']))
    }
}

fn player_number(text: &str) -> Option<Who> {
    let number = text.parse::<u8>().ok()?;
    (number <= 2).then_some(Who::Number(number))
}

/// Whether a word can be a move: a pit by number, name or letter, with its marks.
fn as_move(word: &str) -> Option<MoveText> {
    let text = MoveText::parse(word).ok()?;
    let is_pit = |pit: &str| {
        let pit = pit.to_ascii_lowercase();
        let digits = pit.strip_prefix(['b', 'f']).unwrap_or(&pit);
        let numbered = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let lettered = matches!(pit.as_bytes(), [b'a'..=b'p']);
        numbered || lettered || pit == "pass" || pit == "stop"
    };
    let mut sowings = text.0.iter();
    sowings.all(|sowing| is_pit(&sowing.pit)).then_some(text)
}

/// The numbers of a set-up, separated by commas, slashes or white space.
fn as_numbers(text: &str) -> Option<Vec<u8>> {
    let words = text.split([',', '/', ' ', '\t', '[', ']']);
    words
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().ok())
        .collect()
}

/// Reads the games of a text.
///
/// A new game begins where a header or a set-up follows the moves of another.
///
/// # Errors
/// One sentence with the line.
pub(crate) fn parse(text: &str) -> Result<Vec<Log>> {
    let mut logs: Vec<Log> = Vec::new();
    let mut log = Log::default();
    for (index, raw) in text.lines().enumerate() {
        let line = index + 1;
        let content = raw.split('#').next().unwrap_or_default().trim();
        if content.is_empty() {
            continue;
        }
        let opening = as_header(&log, content);
        if opening.is_some() && log.has_play() {
            logs.push(std::mem::take(&mut log));
        }
        if log.line == 0 {
            log.line = line;
        }
        match opening {
            Some(Opening::Header(key, value)) => log.headers.push((key, value)),
            Some(Opening::Setup(who, words)) => {
                let Some(numbers) = as_numbers(&words) else {
                    bail!(
                        "line {line}: `{words}` is no set-up; write the seeds of the pits, such as 4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0"
                    );
                };
                log.setups.push((line, who, numbers));
            }
            Some(Opening::Nothing) => {}
            None => read_moves(&mut log, line, content)?,
        }
    }
    if log.line > 0 {
        logs.push(log);
    }
    Ok(logs)
}

/// A line that comes before the moves.
enum Opening {
    Header(String, String),
    Setup(Who, String),
    /// A line of a log that says nothing about the game.
    Nothing,
}

fn as_header(log: &Log, line: &str) -> Option<Opening> {
    let mut words = line.split_whitespace();
    let first = words.next()?.to_ascii_lowercase();
    if first == "start" {
        return Some(Opening::Nothing);
    }
    if matches!(first.as_str(), "init" | "setup" | "set-up") {
        let named = words.next()?;
        let name = named.trim_end_matches(':');
        let who = log.who(name).or_else(|| player_number(name))?;
        let rest: Vec<&str> = words
            .filter(|word| !matches!(*word, "true" | "false"))
            .collect();
        return Some(Opening::Setup(who, rest.join(" ")));
    }
    let (key, value) = line.split_once(':')?;
    let plain = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
    let is_key = key.starts_with(char::is_alphabetic) && key.chars().all(plain);
    let spaced = value.is_empty() || value.starts_with(char::is_whitespace);
    let value = value.trim();
    // `South: b3` is a move, `south: Nantume` names a player.
    let mut played = value.split_whitespace();
    let is_turn =
        log.who(key).is_some() && played.next().is_some() && value.split_whitespace().all(is_play);
    // Once moves have been played, a player's name begins a move, right or wrong.
    let is_player = log.has_play() && log.who(key).is_some();
    (is_key && spaced && !is_turn && !is_player && as_move(key).is_none())
        .then(|| Opening::Header(key.to_ascii_lowercase(), value.to_owned()))
}

/// Words between a player and his pit.
fn is_filler(word: &str) -> bool {
    let words = [
        "plays", "played", "moves", "sows", "pit", "from", "->", "-", ":", "move", "turn", "play",
    ];
    words.contains(&word.to_ascii_lowercase().as_str())
}

/// A word that may stand after `South:` in a move.
fn is_play(word: &str) -> bool {
    as_move(word).is_some() || is_filler(word) || Outcome::from_token(word).is_some()
}

fn read_moves(log: &mut Log, line: usize, content: &str) -> Result<()> {
    // `South:b3`, `1.b3` and `South, b3` are taken apart; the colon of a move (`f6:f1`) is not.
    let mut words = Vec::new();
    for word in content.split_whitespace() {
        match word.split_once([':', '.', ')']) {
            Some((head, tail)) if !tail.is_empty() && as_move(word).is_none() => {
                words.push(format!("{head}:"));
                words.push(tail.to_owned());
            }
            _ => words.push(word.to_owned()),
        }
    }
    // Only after such a word is a bare number a player: `PIT 0 12`.
    let has_verb = words.first().is_some_and(|word| {
        matches!(
            word.to_ascii_lowercase().as_str(),
            "pit" | "move" | "play" | "turn"
        )
    });
    let mut who = None;
    let mut at = 0;
    while at < words.len() {
        let word = words[at].as_str();
        at += 1;
        let bare = word.trim_end_matches([':', ',', ';', ')', '.']);
        let is_number = !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit());
        if let Some(outcome) = Outcome::from_token(bare) {
            state(log, line, Stated::Token(outcome))?;
        } else if bare.eq_ignore_ascii_case("draw") || bare.eq_ignore_ascii_case("drawn") {
            state(log, line, Stated::Token(Outcome::Draw))?;
        } else if bare.is_empty() || is_filler(bare) {
            continue;
        } else if is_number && bare.len() < word.len() && !word.ends_with([',', ';']) {
            // The number of a move.
            continue;
        } else if bare.eq_ignore_ascii_case("player") && at < words.len() {
            let number = words[at].trim_end_matches([':', ',', ';']);
            let Some(player) = player_number(number) else {
                bail!("line {line}: `player {number}` is nobody; players are 1 and 2, or 0 and 1");
            };
            at += 1;
            who = Some(player);
        } else if is_number && has_verb && who.is_none() && at < words.len() {
            who = player_number(bare);
            if who.is_none() {
                bail!("line {line}: `{bare}` is no player; players are 1 and 2, or 0 and 1");
            }
        } else if let Some(player) = log
            .who(bare)
            .filter(|_| at < words.len() || as_move(bare).is_none())
        {
            who = Some(player);
        } else if matches!(bare.to_ascii_lowercase().as_str(), "wins" | "won") && who.is_some() {
            let winner = who.take().map_or(Stated::Token(Outcome::Open), Stated::Won);
            state(log, line, winner)?;
            // What follows says how.
            return Ok(());
        } else if let Some(text) = as_move(bare) {
            if log.result.is_some() {
                bail!(
                    "line {line}: `{bare}` follows the result; a new game begins with its headers or its set-ups"
                );
            }
            log.moves.push(LoggedMove {
                line,
                who: who.take(),
                text,
            });
        } else {
            bail!(
                "line {line}: `{bare}` is neither a pit, nor a player, nor a result; write moves such as `b3`, `South: b3` or `player 1: 12`, and headers such as `game: omweso`"
            );
        }
    }
    if who.is_some() {
        bail!("line {line}: a player is named, but no pit");
    }
    Ok(())
}

fn state(log: &mut Log, line: usize, stated: Stated) -> Result<()> {
    if log.result.is_some() {
        bail!("line {line}: a second result; a new game begins with its headers or its set-ups");
    }
    log.result = Some((line, stated));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Log {
        let mut logs = parse(text).expect("a log");
        assert_eq!(logs.len(), 1);
        logs.remove(0)
    }

    fn spelt(log: &Log) -> Vec<(Option<Side>, String)> {
        let moves = log.moves.iter();
        moves
            .map(|played| (played.who.map(|who| log.side(who)), played.text.to_string()))
            .collect()
    }

    #[test]
    fn the_same_moves_are_read_in_every_form() {
        for text in [
            "South: b3\nNorth: f6:f1x2\n",
            "1. South plays b3\n2. North plays f6:f1x2",
            "player 1: b3\nplayer 2: f6:f1x2",
            "PIT 0 b3\nPIT 1 f6:f1x2",
            "P1: b3\nP2: f6:f1x2",
            "south: Nantume\nnorth: Okot\nNantume: b3\nOkot: f6:f1x2",
            "S b3 N f6:f1x2",
        ] {
            let log = one(text);
            let want = [
                (Some(Side::South), "b3".to_owned()),
                (Some(Side::North), "f6:f1x2".to_owned()),
            ];
            assert_eq!(spelt(&log), want, "{text}");
        }
        assert_eq!(spelt(&one("b3 f6, 7\n1-0")).len(), 3);
    }

    #[test]
    fn numbers_count_from_0_where_a_0_is_played() {
        assert!(one("PIT 0 0\nPIT 1 10").counts_pits_from_0(16));
        assert!(one("PIT 0 3\nPIT 1 10").counts_pits_from_0(16));
        assert!(!one("PIT 0 3\nPIT 1 16").counts_pits_from_0(16));
        assert!(!one("3 10").counts_pits_from_0(16));
        assert!(one("3 0").counts_pits_from_0(16));
    }

    #[test]
    fn set_ups_results_and_further_games_are_read() {
        let text = "START Player-0 random\nINIT 0 true 4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0\nPIT 0 1\nplayer 1 wins by resignation\n\ngame: owela\nb1\ndraw\n";
        let logs = parse(text).expect("two logs");
        assert_eq!(logs.len(), 2);
        assert_eq!(logs[0].setups[0].2.len(), 16);
        let (line, result) = logs[0].result.expect("a result");
        assert_eq!((line, result), (4, Stated::Won(Who::Number(1))));
        assert_eq!(logs[0].side(Who::Number(1)), Side::North);
        assert_eq!(
            logs[1].result.map(|(_, stated)| stated),
            Some(Stated::Token(Outcome::Draw))
        );
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_line() {
        for (text, want) in [
            ("b3\nSouth: zebra", "line 2: `zebra`"),
            ("b3 1-0 b4", "line 1: `b4` follows the result"),
            ("PIT 7 3", "line 1: `7` is no player"),
            ("INIT 0 true 4,x", "line 1: `4,x` is no set-up"),
            ("b3\nSouth:", "line 2: "),
        ] {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.starts_with(want), "{text}: {error}");
        }
    }
}
