//! One game from start to end.

use crate::player::Player;
use ahash::RandomState;
use sow_engine::game::{Board, Decision, Ending, Game, Outcome};
use sow_engine::relay::Patience;
use sow_engine::scribe::Scribe;
use sow_engine::side::Side;
use std::collections::HashSet;

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The turns as texts, South's and North's by turns.
    pub turns: Vec<String>,
    /// The result; `None` where the game was broken off.
    pub ending: Option<Ending>,
    /// Decisions taken.
    pub decisions: usize,
}

impl Played {
    /// The score of South: 1, 0.5 or 0. A game broken off or annulled counts as drawn.
    pub fn south(&self) -> f64 {
        match self.ending.and_then(|ending| ending.winner) {
            Some(Side::South) => 1.0,
            Some(Side::North) => 0.0,
            None => 0.5,
        }
    }
}

/// Plays a game between South and North from a position between turns, and breaks it off after
/// `longest` turns; each sowing of Anywoli counts as one.
///
/// # Errors
/// What a player says who cannot go on.
pub fn play<P: Board>(
    game: &dyn Game<P>,
    start: &P,
    players: [&mut dyn Player<P>; 2],
    longest: usize,
) -> Result<Played, String> {
    let mut scribe = Scribe::new(game);
    let mut seen: HashSet<P, RandomState> =
        HashSet::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
    let mut before = Vec::new();
    let mut position = *start;
    let mut decisions = 0;
    let ending = loop {
        let ending = match game.finished(&position) {
            None if !seen.insert(position) => game.repeated(&position),
            finished => finished,
        };
        if ending.is_some() || before.len() == longest {
            break ending;
        }
        before.push(position);
        let player = &mut *players[position.side().index()];
        let Some(turn) = take_turn(game, player, &position, &before)? else {
            break Some(game.stuck(&position));
        };
        decisions += turn.decisions.len();
        for (at, decision) in &turn.decisions {
            scribe.add(at, *decision);
        }
        match turn.end {
            End::To(after) => position = after,
            End::Over(ending) => break Some(ending),
        }
    };
    Ok(Played {
        turns: scribe.finish(),
        ending,
        decisions,
    })
}

/// The text of one turn of a player at `position`, between turns, after the positions `before` have
/// occurred; `None` if he has no legal turn or the game is over.
///
/// # Errors
/// What the player says if he cannot go on.
pub fn one_turn<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    mut before: Vec<P>,
    player: &mut dyn Player<P>,
) -> Result<Option<String>, String> {
    if game.finished(position).is_some() {
        return Ok(None);
    }
    before.push(*position);
    let turn = take_turn(game, player, position, &before)?;
    Ok(turn.and_then(|turn| {
        let mut scribe = Scribe::new(game);
        for (at, decision) in &turn.decisions {
            scribe.add(at, *decision);
        }
        scribe.finish().pop()
    }))
}

/// What a decision or a turn came to.
pub(crate) enum End<P> {
    To(P),
    Over(Ending),
}

/// A turn.
struct Turn<P> {
    /// Each with the position where it was taken.
    decisions: Vec<(P, Decision)>,
    end: End<P>,
}

/// Lets a player take his turn; `None` if he has no legal one.
fn take_turn<P: Board>(
    game: &dyn Game<P>,
    player: &mut dyn Player<P>,
    start: &P,
    before: &[P],
) -> Result<Option<Turn<P>>, String> {
    let mut candidates = Vec::new();
    game.candidates(start, &mut candidates);
    loop {
        let Some(first) = decide(game, player, start, &candidates, before)? else {
            return Ok(None);
        };
        if let Some(turn) = finish_turn(game, player, start, first, before)? {
            return Ok(Some(turn));
        }
        // The choices that came after it lead to no legal end.
        candidates.retain(|&decision| decision != first);
    }
}

/// Plays a turn to its end from its first decision on; `None` if it comes to no legal end.
fn finish_turn<P: Board>(
    game: &dyn Game<P>,
    player: &mut dyn Player<P>,
    start: &P,
    first: Decision,
    before: &[P],
) -> Result<Option<Turn<P>>, String> {
    let mut decisions = vec![(*start, first)];
    let (mut at, mut decision) = (*start, first);
    let mut candidates = Vec::new();
    loop {
        let end = match follow(game, &at, decision) {
            None => return Ok(None),
            Some(End::To(after)) if after.is_mid_turn() => {
                if decisions.iter().any(|(known, _)| *known == after) {
                    // Coming back to a choice within one turn is a turn without an end.
                    game.never_ending(&at).map(End::Over)
                } else {
                    game.candidates(&after, &mut candidates);
                    let Some(next) = decide(game, player, &after, &candidates, before)? else {
                        return Ok(None);
                    };
                    decisions.push((after, next));
                    (at, decision) = (after, next);
                    continue;
                }
            }
            end => end,
        };
        return Ok(end.map(|end| Turn { decisions, end }));
    }
}

/// One of the legal decisions, `None` if there is none. Nobody is asked where there is no choice.
fn decide<P: Board>(
    game: &dyn Game<P>,
    player: &mut dyn Player<P>,
    at: &P,
    candidates: &[Decision],
    before: &[P],
) -> Result<Option<Decision>, String> {
    let mut legal = candidates
        .iter()
        .copied()
        .filter(|&decision| follow(game, at, decision).is_some());
    match (legal.next(), legal.next()) {
        (Some(first), Some(_)) => {
            let wanted = player.decide(at, before)?;
            Ok(Some(if candidates.contains(&wanted) {
                wanted
            } else {
                first
            }))
        }
        (only, _) => Ok(only),
    }
}

/// What a decision leads to; `None` if it is illegal.
pub(crate) fn follow<P: Board>(game: &dyn Game<P>, at: &P, decision: Decision) -> Option<End<P>> {
    let step = game.play(at, decision, &Patience::UNLIMITED, None);
    match step.outcome {
        Outcome::Position(after) => Some(End::To(after)),
        Outcome::Wins(_, ending) => Some(End::Over(ending)),
        // A lap cap is the policy of the rules: a move that reaches it counts as never-ending.
        Outcome::NeverEnds(_) | Outcome::Unfinished(_) => game.never_ending(at).map(End::Over),
        Outcome::Illegal(_) => None,
    }
}
