//! Lines of play: the one way in which all reports write them.

use super::letters::spell;
use super::prose::{TIED, wrap};
use sow_engine::setup::Setup;

/// Turns played one after another from a position, each with the letter of its player: `S b3, N f6, S b1`. The words
/// of a turn are tied together, for [`wrap`]; `letters`: pits by the published letters.
pub(crate) fn line_of_play<T: AsRef<str>>(start: &Setup, turns: &[T], letters: bool) -> String {
    let mut position = start.clone();
    let mut words = Vec::with_capacity(turns.len());
    for turn in turns {
        let text = spell(letters, &position, turn.as_ref());
        words.push(format!("{}{TIED}{text}", position.side.letter()));
        position.side = position.side.other();
    }
    words.join(", ")
}

/// A line of play behind some words, wrapped.
pub(crate) fn wrapped<T: AsRef<str>>(
    first: &str,
    start: &Setup,
    turns: &[T],
    letters: bool,
) -> String {
    wrap(first, &line_of_play(start, turns, letters))
}
