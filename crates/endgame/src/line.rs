//! Best play by the tables, as text.

use crate::format::TableError;
use crate::table::Table;
use crate::value::{Scale, Value};
use sow_engine::game::{Board, Contents, Decision, Ending, Game, Outcome};
use sow_engine::lead::Leads;
use sow_engine::relay::Patience;
use sow_engine::scribe::Scribe;
use sow_engine::side::Side;
use sow_engine::turn_ends::Turns;

/// No line is followed further.
const MOST_TURNS: usize = 2000;

/// The value of a position between turns by the first of some tables that covers it, seen by the player to move.
///
/// # Errors
/// [`TableError`] if a table is damaged.
pub(crate) fn look_up(
    tables: &[&Table],
    side: Side,
    contents: &Contents<'_>,
) -> Result<Option<Value>, TableError> {
    for table in tables {
        if let Some(value) = table.probe(side, contents)? {
            return Ok(Some(value));
        }
    }
    Ok(None)
}

/// A line of best play from a position that some tables cover, one text a turn; it stops where the game
/// is over, where a position occurs again, or where the tables know no more.
///
/// # Errors
/// [`TableError`] if a table is damaged.
pub(crate) fn best_line<P: Board>(
    tables: &[&Table],
    game: &dyn Game<P>,
    position: &P,
) -> Result<Vec<String>, TableError> {
    let mut scribe = Scribe::new(game);
    let mut met = vec![*position];
    let mut at = *position;
    let mut turns = Turns::new();
    while met.len() < MOST_TURNS && game.finished(&at).is_none() {
        let Some(best) = best_turn(tables, game, &at, &mut turns, &met)? else {
            break;
        };
        for decision in best.decisions {
            scribe.add(&at, decision);
            let step = game.play(&at, decision, &Patience::UNLIMITED, None);
            if let Outcome::Position(after) = step.outcome {
                at = after;
            }
        }
        if matches!(best.leaf, Leads::Ends(_)) || met.contains(&at) {
            break;
        }
        met.push(at);
    }
    Ok(scribe.finish())
}

struct Choice<P> {
    leaf: Leads<P>,
    decisions: Vec<Decision>,
}

/// The best turn; among equals one that ends the game, then one that takes seeds out of play, then one
/// to a new position. `None` if the tables do not know every turn's value.
fn best_turn<P: Board>(
    tables: &[&Table],
    game: &dyn Game<P>,
    position: &P,
    turns: &mut Turns<P>,
    met: &[P],
) -> Result<Option<Choice<P>>, TableError> {
    let mover = position.side();
    let on_board = |board: &P| -> u32 {
        let contents = board.contents();
        contents
            .rings
            .iter()
            .flat_map(|ring| ring.iter())
            .map(|&seeds| u32::from(seeds))
            .sum()
    };
    let mut best: Option<(i32, u8, Choice<P>)> = None;
    let mut unknown = false;
    let mut failed = None;
    turns.each(game, position, &mut |leaf, cost, decisions| {
        let (value, kind) = match &leaf {
            Leads::Undecided(_) => (None, 0),
            Leads::Ends(ending) => (Some(ended(game, ending, mover)), 3),
            Leads::To(after) => match game.finished(after) {
                Some(ending) => (Some(ended(game, &ending, mover)), 3),
                None => {
                    let value =
                        look_up(tables, after.side(), &after.contents()).unwrap_or_else(|error| {
                            failed = Some(error);
                            None
                        });
                    let kind = if on_board(after) < on_board(position) {
                        2
                    } else {
                        u8::from(!met.contains(after))
                    };
                    (
                        value.map(|value| seen_by(game, tables, mover, after, value)),
                        kind,
                    )
                }
            },
        };
        let Some(value) = value else {
            unknown = true;
            return;
        };
        let value = value - value.signum() * i32::from(cost) * i32::from(value.abs() > NEAR / 2);
        if best
            .as_ref()
            .is_none_or(|(known, known_kind, _)| (value, kind) > (*known, *known_kind))
        {
            let decisions = decisions.to_vec();
            best = Some((value, kind, Choice { leaf, decisions }));
        }
    });
    match failed {
        Some(error) => Err(error),
        None if unknown => Ok(None),
        None => Ok(best.map(|(_, _, choice)| choice)),
    }
}

/// A win at once, on the scale of choices; margins are far below.
const NEAR: i32 = 1_000_000;

fn ended<P: Board>(game: &dyn Game<P>, ending: &Ending, mover: Side) -> i32 {
    match (Scale::of(game.kind()), ending.winner) {
        (Scale::Margin, _) => mover.sign() * ending.margin,
        (Scale::Outcome, None) => 0,
        (Scale::Outcome, Some(winner)) => mover.sign() * winner.sign() * NEAR,
    }
}

/// The value of a position after a turn, seen by the player whose turn it was.
fn seen_by<P: Board>(
    game: &dyn Game<P>,
    tables: &[&Table],
    mover: Side,
    after: &P,
    value: Value,
) -> i32 {
    let turned = if after.side() == mover { 1 } else { -1 };
    match value {
        Value::Win(decisions) => turned * (NEAR - i32::from(decisions)),
        Value::Draw => 0,
        Value::Loss(decisions) => turned * (i32::from(decisions) - NEAR),
        Value::Margin(margin) => {
            debug_assert!(!game.kind().has_four_rows());
            let banked = tables
                .first()
                .map_or(0, |table| table.banked(&after.contents()));
            turned * i32::from(margin) + mover.sign() * i32::from(banked)
        }
    }
}
