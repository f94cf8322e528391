//! Perft: how many ways there are to decide `depth` times, a check on move generation.
//!
//! Each decision counts one ply: a pit, a direction where both are allowed, a whole strip, each
//! further sowing. A never-ending move counts at the last ply and is not expanded above it, unless
//! the rules forbid it; nothing is counted below a finished game.

use crate::game::{Board, Decision, Game, Outcome};
use crate::relay::Patience;
use crate::rules::Fate;
use crate::turn::append_text;

/// The number of leaves `depth` decisions below a position.
pub fn perft<P: Board>(game: &dyn Game<P>, position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if !position.is_mid_turn() && game.finished(position).is_some() {
        return 0;
    }
    if depth == 1 && game.bonus(position).is_some() {
        // The last ply is a strip: its ways need not be walked through to be counted.
        return u64::try_from(game.strip_count(position)).unwrap_or(u64::MAX);
    }
    let mut decisions = Vec::new();
    game.candidates(position, &mut decisions);
    decisions
        .into_iter()
        .map(|decision| below(game, position, decision, depth))
        .sum()
}

/// The leaves below each first decision, with its text.
pub fn divide<P: Board>(game: &dyn Game<P>, position: &P, depth: u32) -> Vec<(String, u64)> {
    let mut decisions = Vec::new();
    if depth > 0 && game.finished(position).is_none() {
        game.candidates(position, &mut decisions);
    }
    let mut parts = Vec::new();
    for decision in decisions {
        let played = game.play(position, decision, &Patience::UNLIMITED, None);
        if matches!(played.outcome, Outcome::Illegal(_)) {
            continue;
        }
        let mut text = String::new();
        append_text(game, position, decision, &mut text);
        parts.push((text, below(game, position, decision, depth)));
    }
    parts
}

/// The leaves that `decision` leads to, itself being one of `depth` decisions.
fn below<P: Board>(game: &dyn Game<P>, position: &P, decision: Decision, depth: u32) -> u64 {
    let step = game.play(position, decision, &Patience::UNLIMITED, None);
    match step.outcome {
        Outcome::Illegal(_) => 0,
        Outcome::NeverEnds(_) => u64::from(depth == 1 && game.fate() != Fate::Illegal),
        Outcome::Wins(..) | Outcome::Unfinished(_) => u64::from(depth == 1),
        Outcome::Position(after) if after.is_mid_decision() => perft(game, &after, depth),
        Outcome::Position(after) => perft(game, &after, depth - 1),
    }
}
