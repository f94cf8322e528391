//! One game from start to end.

use crate::error::PlayerError;
use crate::player::Player;
use ahash::RandomState;
use sow_engine::game::{Board, Decision, Ending, Game};
use sow_engine::lead::{Leads, lead};
use sow_engine::scribe::Scribe;
use sow_engine::side::Side;
use std::collections::HashSet;
use std::fmt;

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The turns as texts, South's and North's by turns.
    pub turns: Vec<String>,
    /// The result; `None` where the game was broken off.
    pub ending: Option<Ending>,
    /// Who has lost without regard to the board, `None` as a rule; there is no `ending` then.
    pub forfeit: Option<Forfeit>,
    /// Decisions taken.
    pub decisions: usize,
}

/// A game that a player has lost without regard to the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// Who has lost.
    pub by: Side,
    /// Why, in a few words.
    pub reason: String,
}

/// As a record says it.
impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What another program has said, as a header can hold it.
        let reason = self.reason.replace(char::is_control, " ").replace('#', "№");
        write!(f, "{} forfeits: {reason}", self.by)
    }
}

impl Played {
    /// Who has won.
    pub fn winner(&self) -> Option<Side> {
        match &self.forfeit {
            Some(forfeit) => Some(forfeit.by.other()),
            None => self.ending.and_then(|ending| ending.winner),
        }
    }

    /// The score of South: 1, 0.5 or 0. A game broken off or annulled counts as drawn.
    pub fn south(&self) -> f64 {
        match self.winner() {
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
pub(crate) fn play<P: Board>(
    game: &dyn Game<P>,
    start: &P,
    players: [&mut dyn Player<P>; 2],
    longest: usize,
) -> Result<Played, PlayerError> {
    let mut scribe = Scribe::new(game);
    let mut seen: HashSet<P, RandomState> =
        HashSet::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
    let mut before = Vec::new();
    let mut position = *start;
    let mut decisions = 0;
    let mut forfeit = None;
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
        let turn = match take_turn(game, player, &position, &before) {
            Ok(Taken::Turn(turn)) => turn,
            Ok(Taken::Stuck) => break Some(game.stuck(&position)),
            Ok(Taken::Undecided) => break None,
            Err(PlayerError::Forfeits(reason)) => {
                let by = position.side();
                forfeit = Some(Forfeit { by, reason });
                break None;
            }
            Err(error) => return Err(error),
        };
        decisions += turn.decisions.len();
        for (at, decision) in &turn.decisions {
            scribe.add(at, *decision);
        }
        match turn.end {
            Leads::To(after) => position = after,
            Leads::Ends(ending) => break Some(ending),
            Leads::Undecided(_) => break None,
        }
    };
    Ok(Played {
        turns: scribe.finish(),
        ending,
        forfeit,
        decisions,
    })
}

/// The text of one turn of a player at `position`, between turns, after the positions `before` have
/// occurred; `None` if he has no legal turn or the game is over.
///
/// # Errors
/// What the player says if he cannot go on.
pub(crate) fn one_turn<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    mut before: Vec<P>,
    player: &mut dyn Player<P>,
) -> Result<Option<String>, PlayerError> {
    if game.finished(position).is_some() {
        return Ok(None);
    }
    before.push(*position);
    let Taken::Turn(turn) = take_turn(game, player, position, &before)? else {
        return Ok(None);
    };
    let mut scribe = Scribe::new(game);
    for (at, decision) in &turn.decisions {
        scribe.add(at, *decision);
    }
    Ok(scribe.finish().pop())
}

/// A turn.
pub(crate) struct Turn<P> {
    /// Each with the position where it was taken.
    pub(crate) decisions: Vec<(P, Decision)>,
    /// What it leads to.
    pub(crate) end: Leads<P>,
}

/// What a player did who was asked for a turn.
pub(crate) enum Taken<P> {
    /// He took one.
    Turn(Turn<P>),
    /// He had no legal one.
    Stuck,
    /// He had none that can be followed to its end.
    Undecided,
}

/// Lets a player take his turn. Sowings that cannot be followed to their end are not offered to him.
pub(crate) fn take_turn<P: Board>(
    game: &dyn Game<P>,
    player: &mut dyn Player<P>,
    start: &P,
    before: &[P],
) -> Result<Taken<P>, PlayerError> {
    let mut candidates = Vec::new();
    game.candidates(start, &mut candidates);
    let mut undecided = candidates
        .iter()
        .any(|&decision| matches!(lead(game, start, decision), Some(Leads::Undecided(_))));
    loop {
        let Some(first) = decide(game, player, start, &candidates, before)? else {
            return Ok(if undecided {
                Taken::Undecided
            } else {
                Taken::Stuck
            });
        };
        match finish_turn(game, player, start, first, before)? {
            Some(Turn {
                end: Leads::Undecided(_),
                ..
            }) => undecided = true,
            Some(turn) => return Ok(Taken::Turn(turn)),
            None => {}
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
) -> Result<Option<Turn<P>>, PlayerError> {
    let mut decisions = vec![(*start, first)];
    let (mut at, mut decision) = (*start, first);
    let mut candidates = Vec::new();
    loop {
        let end = match lead(game, &at, decision) {
            None => return Ok(None),
            Some(Leads::To(after)) if after.is_mid_turn() => {
                if decisions.iter().any(|(known, _)| *known == after) {
                    // Coming back to a choice within one turn is a turn without an end.
                    game.never_ending(&at).map(Leads::Ends)
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
) -> Result<Option<Decision>, PlayerError> {
    let mut legal = candidates
        .iter()
        .copied()
        .filter(|&decision| can_be_chosen(game, at, decision));
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

/// Whether a candidate is legal and can be followed to what it leads to.
pub(crate) fn can_be_chosen<P: Board>(game: &dyn Game<P>, at: &P, decision: Decision) -> bool {
    matches!(
        lead(game, at, decision),
        Some(Leads::To(_) | Leads::Ends(_))
    )
}
