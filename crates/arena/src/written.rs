//! Games as self-play writes them, found in a text without a copy of any of it.

use sow_engine::notation::Outcome;
use std::hash::{Hash, Hasher};

/// The headers of self-play, of which the first three say what is played.
const KEYS: [&str; 7] = ["game", "rules", "start", "south", "north", "seed", "number"];

/// How many of them say what is played.
const TELLING: usize = 3;

/// A game in a text. Two are equal if they have the same moves from the same start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written<'a> {
    /// The place of its start among those of all games.
    pub start: usize,
    /// Its moves, between spaces and line ends.
    moves: &'a str,
    /// The token at its end.
    pub result: Outcome,
}

impl<'a> Written<'a> {
    /// The moves.
    pub(crate) fn words(&self) -> impl Iterator<Item = &'a str> + Clone {
        self.moves
            .split([' ', '\n'])
            .filter(|word| !word.is_empty())
    }
}

impl PartialEq for Written<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start && self.words().eq(other.words())
    }
}

impl Eq for Written<'_> {}

impl Hash for Written<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.start.hash(state);
        for word in self.words() {
            word.hash(state);
        }
    }
}

/// Tells the place of a start by the headers that say what a game is.
pub(crate) type PlaceOf<'f, 'a> = dyn FnMut(&[(&'a str, &'a str)]) -> Option<usize> + 'f;

/// Adds the games of a text. `place` is told the headers that say what a game is and gives the place of its start.
/// `None` if anything stands there that self-play does not write, or if `place` says so.
pub(crate) fn written_games<'a>(
    text: &'a str,
    place: &mut PlaceOf<'_, 'a>,
    games: &mut Vec<Written<'a>>,
) -> Option<()> {
    let mut left = text;
    while !left.is_empty() {
        let (record, rest) = left.split_once("\n\n")?;
        left = rest;
        games.push(written_game(record, place)?);
    }
    Some(())
}

fn written_game<'a>(record: &'a str, place: &mut PlaceOf<'_, 'a>) -> Option<Written<'a>> {
    let mut telling = [("", ""); TELLING];
    let mut told = 0;
    let mut known = 0_u32;
    let mut left = record;
    while let Some((line, rest)) = left.split_once('\n') {
        let Some((key, value)) = line.split_once(": ") else {
            break;
        };
        let number = KEYS.iter().position(|known| *known == key)?;
        // Neither a second value nor one that is read in another way than it is written.
        if known >> number & 1 == 1 || value.is_empty() || value.trim() != value {
            return None;
        }
        known |= 1 << number;
        if number < TELLING {
            telling[told] = (key, value);
            told += 1;
        }
        left = rest;
    }
    let is_move = |byte: u8| {
        byte.is_ascii_lowercase()
            || byte.is_ascii_digit()
            || matches!(byte, b' ' | b'\n' | b':' | b',' | b'<' | b'>' | b'=' | b'+')
            || byte == b'*'
    };
    let (moves, token) = match left.rfind([' ', '\n']) {
        Some(end) => (&left[..end], &left[end + 1..]),
        None => ("", left),
    };
    let result = Outcome::ALL
        .into_iter()
        .find(|known| known.token() == token)?;
    if known & 0b101 == 0 || !moves.bytes().all(is_move) {
        return None;
    }
    Some(Written {
        start: place(&telling[..told])?,
        moves,
        result,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "game: owela\nrules: hus\nstart: owela:start\nsouth: random\nnorth: random\nseed: 1\nnumber: 1\nb1 f3\nb2 1-0\n\n";

    fn read(text: &str) -> Option<Vec<(Vec<&str>, Outcome)>> {
        let mut games = Vec::new();
        let mut place = |headers: &[(&str, &str)]| {
            assert_eq!(headers.first(), Some(&("game", "owela")));
            Some(0)
        };
        written_games(text, &mut place, &mut games)?;
        let found = games.iter();
        Some(
            found
                .map(|game| (game.words().collect(), game.result))
                .collect(),
        )
    }

    #[test]
    fn games_are_found_as_self_play_writes_them() {
        let twice = GAME.repeat(2);
        let games = read(&twice).expect("two games");
        assert_eq!(games.len(), 2);
        assert_eq!(games[1], (vec!["b1", "f3", "b2"], Outcome::SouthWins));
    }

    #[test]
    fn whatever_is_written_in_another_way_is_left_to_others() {
        for (from, to) in [
            ("seed: 1\n", "seed: 1\nevent: a match\n"),
            ("seed: 1\n", "seed: 1\nseed: 1\n"),
            ("seed: 1\n", "seed: 1\ntermination: time\n"),
            ("seed: 1\n", "seed:  1\n"),
            ("f3", "f3 # good"),
            ("f3", "F3"),
            ("1-0", "1 - 0"),
            ("1-0", ""),
            ("1-0\n\n", "1-0\n"),
            ("number: 1\n", "number: 1\n\n"),
            ("game: owela\n", "\u{feff}game: owela\n"),
            ("\n", "\r\n"),
        ] {
            let text = GAME.replace(from, to);
            assert_ne!(text, GAME, "{from}");
            assert_eq!(read(&text), None, "{to:?}");
        }
    }

    #[test]
    fn games_are_equal_by_their_moves_however_the_lines_are_broken() {
        let other = GAME.replace("f3\nb2", "f3 b2").replace("1-0", "0-1");
        let mut games = Vec::new();
        for text in [GAME, &other] {
            written_games(text, &mut |_| Some(3), &mut games).expect("a game");
        }
        assert_eq!(games[0], games[1]);
        let set: std::collections::HashSet<_> = games.iter().collect();
        assert_eq!(set.len(), 1);
    }
}
