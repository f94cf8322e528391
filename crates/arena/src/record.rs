//! Games that were played as records.

use crate::game::Played;
use sow_engine::game::Ending;
use sow_engine::notation::{Outcome, Record, RecordMove};
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;

/// The record of a game between South and North, with more headers behind the usual ones.
pub(crate) fn record(
    rules: Rules,
    start: &Setup,
    [south, north]: [String; 2],
    more: &[(&str, String)],
    played: &Played,
) -> Record {
    let headers = [
        ("game", rules.game().to_string()),
        ("rules", rules.describe()),
        ("start", start.to_string()),
        ("south", south),
        ("north", north),
    ];
    let termination = played.forfeit.as_ref();
    let termination = termination.map(|forfeit| ("termination", forfeit.to_string()));
    let result = match played.winner() {
        Some(Side::South) => Outcome::SouthWins,
        Some(Side::North) => Outcome::NorthWins,
        None => played.ending.as_ref().map_or(Outcome::Open, Ending::token),
    };
    let moves = played.turns.iter().map(|text| RecordMove {
        text: text.clone(),
        line: 0,
    });
    Record {
        line: 0,
        headers: headers
            .into_iter()
            .chain(more.iter().cloned())
            .chain(termination)
            .map(|(key, value)| (key.to_owned(), value))
            .collect(),
        moves: moves.collect(),
        result: Some(result),
    }
}
