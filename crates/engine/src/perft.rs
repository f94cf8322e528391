//! Perft: how many ways there are to decide `depth` times, a check on move generation.
//!
//! Each decision counts one ply: a pit, a direction where both are allowed, a whole strip, each
//! further sowing. A never-ending move counts at the last ply and is not expanded above it, unless
//! the rules forbid it; nothing is counted below a finished game.

use crate::game::{Board, Decision, Game, Outcome};
use crate::lead::allows_every_candidate;
use crate::relay::{Patience, Unfinished};
use crate::rules::Fate;
use crate::turn::append_text;

/// What is told of counting as it goes on: leaves since it was told last; false to stop.
pub type Watch<'a> = dyn FnMut(u64) -> bool + 'a;

/// The number of leaves `depth` decisions below a position.
pub fn perft<P: Board>(game: &dyn Game<P>, position: &P, depth: u32) -> u64 {
    perft_while(game, position, depth, &mut |_| true).unwrap_or(u64::MAX)
}

/// The same, watched; `None` if it was stopped.
pub fn perft_while<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    depth: u32,
    watch: &mut Watch<'_>,
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if !position.is_mid_turn() && game.finished(position).is_some() {
        return Some(0);
    }
    if depth == 1 && game.bonus(position).is_some() {
        // The last ply is a strip: its ways need not be walked through to be counted.
        return Some(u64::try_from(game.strip_count(position)).unwrap_or(u64::MAX));
    }
    if depth == 1 {
        let leaves = last_ply(game, position);
        return watch(leaves).then_some(leaves);
    }
    let mut decisions = Vec::new();
    game.candidates(position, &mut decisions);
    let mut leaves = 0_u64;
    for decision in decisions {
        leaves = below(game, position, decision, depth, watch)?.saturating_add(leaves);
    }
    Some(leaves)
}

/// The decisions at a position where the game goes on. Those are played of which the rules may forbid one, because it
/// never ends, say; the others only have to be counted.
fn last_ply<P: Board>(game: &dyn Game<P>, position: &P) -> u64 {
    let all_count = allows_every_candidate(game);
    if let Some(pits) = game.sowable(position) {
        let counted = if all_count {
            pits
        } else {
            game.over_at_once(position, pits)
        };
        let mut leaves = u64::from(counted.count_ones());
        let mut left = pits & !counted;
        while left != 0 {
            let pit = left.trailing_zeros() as u8;
            leaves += u64::from(is_leaf(game, position, Decision::Sow(pit)));
            left &= left - 1;
        }
        return leaves;
    }
    let mut decisions = Vec::new();
    game.candidates(position, &mut decisions);
    let leaves = decisions
        .iter()
        .filter(|&&decision| all_count || is_leaf(game, position, decision));
    leaves.count() as u64
}

/// Whether a decision counts at the last ply.
fn is_leaf<P: Board>(game: &dyn Game<P>, position: &P, decision: Decision) -> bool {
    let step = game.play(position, decision, &Patience::UNLIMITED, None);
    match step.outcome {
        Outcome::Illegal(_) => false,
        Outcome::NeverEnds(_) | Outcome::Unfinished(Unfinished::Cap) => {
            game.fate() != Fate::Illegal
        }
        Outcome::Position(_) | Outcome::Wins(..) | Outcome::Unfinished(_) => true,
    }
}

/// The leaves below each first decision, with its text.
pub fn divide<P: Board>(game: &dyn Game<P>, position: &P, depth: u32) -> Vec<(String, u64)> {
    let mut parts = Vec::new();
    divide_while(game, position, depth, &mut |_| true, &mut |text, leaves| {
        parts.push((text, leaves));
    });
    parts
}

/// The same, watched, and each part told when it is counted; whether all were.
pub fn divide_while<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    depth: u32,
    watch: &mut Watch<'_>,
    part: &mut dyn FnMut(String, u64),
) -> bool {
    let mut decisions = Vec::new();
    if depth > 0 && game.finished(position).is_none() {
        game.candidates(position, &mut decisions);
    }
    for decision in decisions {
        let played = game.play(position, decision, &Patience::UNLIMITED, None);
        if matches!(played.outcome, Outcome::Illegal(_)) {
            continue;
        }
        let mut text = String::new();
        append_text(game, position, decision, &mut text);
        let Some(leaves) = below(game, position, decision, depth, watch) else {
            return false;
        };
        part(text, leaves);
    }
    true
}

/// The leaves that `decision` leads to, itself being one of `depth` decisions; `None` if counting was stopped.
fn below<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    decision: Decision,
    depth: u32,
    watch: &mut Watch<'_>,
) -> Option<u64> {
    let step = game.play(position, decision, &Patience::UNLIMITED, None);
    match step.outcome {
        Outcome::Position(after) if after.is_mid_decision() => {
            perft_while(game, &after, depth, watch)
        }
        Outcome::Position(after) => perft_while(game, &after, depth - 1, watch),
        _ if depth == 1 => Some(u64::from(is_leaf(game, position, decision))),
        _ => Some(0),
    }
}
