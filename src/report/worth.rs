//! Scores of searches and proofs in words.

use sow_arena::chance;
use sow_engine::kind::GameKind;
use sow_engine::side::Side;
use sow_search::analyse::Score;

/// A score of a game in words, estimates as chances.
pub(crate) fn chances(game: GameKind, score: &Score) -> String {
    if score.is_proven() {
        return worth(score);
    }
    let south = 100.0 * chance(game, score);
    match south.round() {
        50.0 => "even".to_owned(),
        even if even > 50.0 => format!("{even:.0} % for South"),
        _ => format!("{:.0} % for North", 100.0 - south),
    }
}

/// A score in words, estimates with a sign that says so.
pub(crate) fn worth(score: &Score) -> String {
    match score {
        Score::Estimate(0) => "about even".to_owned(),
        Score::Estimate(hundredths) => {
            let leader = if *hundredths > 0 {
                Side::South
            } else {
                Side::North
            };
            format!(
                "about {:.2} for {leader}",
                f64::from(hundredths.abs()) / 100.0
            )
        }
        Score::Chance(parts) => {
            let south = f64::from(*parts) / 100.0;
            if south >= 50.0 {
                format!("{south:.1} % for South")
            } else {
                format!("{:.1} % for North", 100.0 - south)
            }
        }
        Score::Draw => "a draw (proven)".to_owned(),
        Score::Win {
            winner,
            within,
            margin,
        } => match (margin, within) {
            (Some(margin), _) => format!("{winner} wins by {} (proven)", margin.abs()),
            (None, Some(0)) => format!("{winner} has won"),
            (None, Some(within)) => format!("{winner} wins within {within} (proven)"),
            (None, None) => format!("{winner} wins (proven)"),
        },
    }
}
