//! What single words and short phrases of a log stand for.

use super::{Stated, Who};
use crate::attested::Why;
use sow_engine::notation::{MoveText, Outcome};

/// Whether a word can be a move: a pit by number, name or letter, with its marks.
pub(super) fn as_move(word: &str) -> Option<MoveText> {
    let text = MoveText::parse(word).ok()?;
    let is_pit = |pit: &str| {
        let numbered = |digits: &str| {
            !digits.is_empty()
                && digits.len() < 4
                && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        numbered(pit.strip_prefix(['b', 'f']).unwrap_or(pit))
            || is_letter(pit)
            || pit == "pass"
            || pit == "stop"
    };
    let mut sowings = text.0.iter();
    sowings.all(|sowing| is_pit(&sowing.pit)).then_some(text)
}

/// Whether a word is one of the published letters of pits.
pub(super) fn is_letter(pit: &str) -> bool {
    matches!(pit.as_bytes(), [b'a'..=b'p' | b'A'..=b'P'])
}

/// Whether a word is a move and can hardly be anything else: no bare number and no bare letter.
pub(super) fn is_plain_move(word: &str) -> bool {
    as_move(word).is_some_and(|_| !is_number(word) && !is_letter(word))
}

pub(super) fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The player of a number: 1 and 2, or 0 and 1.
pub(super) fn player_number(text: &str) -> Option<Who> {
    let number = text.parse::<u8>().ok()?;
    (number <= 2).then_some(Who::Number(number))
}

/// Words between a player and his pit.
pub(super) fn is_filler(word: &str) -> bool {
    let words = [
        "plays", "played", "moves", "sows", "pit", "from", "->", "-", ":", "move", "turn", "play",
    ];
    words.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// A filler that can as well stand between two numbers that are no player and pit.
pub(super) fn is_dash(word: &str) -> bool {
    matches!(word, "-" | ":" | "->" | "–" | "—")
}

/// A word that may stand after `South:` in a move.
pub(super) fn is_play(word: &str) -> bool {
    as_move(word).is_some() || is_filler(word) || Outcome::from_token(word).is_some()
}

/// What a player is said to have done at the end, with the words behind his name: `wins`, `won by 4`,
/// `resigns`, `loses on time`.
pub(super) fn end_of(who: Who, words: &[&str]) -> Option<(Stated, Option<Why>)> {
    let first = words
        .first()?
        .trim_end_matches([',', ';', '.', '!'])
        .to_ascii_lowercase();
    let rest = words.join(" ");
    let why = Why::in_words(&rest);
    match first.as_str() {
        "wins" | "won" | "win" | "winner" => Some((Stated::Won(who), why)),
        "loses" | "lost" | "loss" => Some((Stated::Lost(who), why)),
        "resigns" | "resigned" | "surrenders" | "surrendered" => {
            Some((Stated::Lost(who), Some(Why::Resignation)))
        }
        "gives" | "gave" if why == Some(Why::Resignation) => Some((Stated::Lost(who), why)),
        "timeout" | "timed" | "overstepped" | "oversteps" => {
            Some((Stated::Lost(who), Some(Why::Time)))
        }
        _ => None,
    }
}

/// A result that no player is named for: `draw`, `drawn by agreement`, `annulled`, `cancelled`.
pub(super) fn nobody_wins(words: &[&str]) -> Option<(Stated, Option<Why>)> {
    let first = words
        .first()?
        .trim_end_matches([',', ';', '.', '!'])
        .to_ascii_lowercase();
    let outcome = match first.as_str() {
        "draw" | "drawn" | "tie" | "tied" => Outcome::Draw,
        "annulled" | "cancelled" | "canceled" | "void" | "aborted" => Outcome::Annulled,
        _ => return None,
    };
    let rest = &words[1..];
    let why = Why::in_words(&rest.join(" "));
    // `draw` may have its reason behind it, and nothing else.
    (rest.is_empty() || why.is_some()).then_some((Stated::Token(outcome), why))
}
