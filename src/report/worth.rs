//! Scores of searches and proofs, in words and in JSON.

use serde::{Deserialize, Serialize};
use sow_engine::side::Side;
use sow_search::analyse::Score;

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum OutcomeName {
    South,
    North,
    Draw,
}

/// A score in JSON, seen by South.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ScoreReport {
    /// Whether the outcome is proven; else `score` is an estimate.
    proven: bool,
    /// An estimate in seeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    /// South's expected result, a draw counting half, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    chance: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcome: Option<OutcomeName>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    within: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    margin: Option<i32>,
}

impl From<&Score> for ScoreReport {
    fn from(score: &Score) -> Self {
        let mut report = Self {
            proven: score.is_proven(),
            score: None,
            chance: None,
            outcome: None,
            within: None,
            margin: None,
        };
        match *score {
            Score::Estimate(hundredths) => report.score = Some(f64::from(hundredths) / 100.0),
            Score::Chance(parts) => report.chance = Some(f64::from(parts) / 10_000.0),
            Score::Draw => report.outcome = Some(OutcomeName::Draw),
            Score::Win {
                winner,
                within,
                margin,
            } => {
                report.outcome = Some(match winner {
                    Side::South => OutcomeName::South,
                    Side::North => OutcomeName::North,
                });
                (report.within, report.margin) = (within, margin);
            }
        }
        report
    }
}

impl ScoreReport {
    /// The score that was written, `None` if it says nothing.
    pub(crate) fn score(&self) -> Option<Score> {
        let hundredths = |seeds: f64| (100.0 * seeds).round() as i32;
        let win = |winner| Score::Win {
            winner,
            within: self.within,
            margin: self.margin,
        };
        match (self.outcome, self.score, self.chance) {
            (Some(OutcomeName::South), _, _) => Some(win(Side::South)),
            (Some(OutcomeName::North), _, _) => Some(win(Side::North)),
            (Some(OutcomeName::Draw), _, _) => Some(Score::Draw),
            (None, Some(seeds), _) => Some(Score::Estimate(hundredths(seeds))),
            (None, None, Some(chance)) => Some(Score::Chance((10_000.0 * chance).round() as u16)),
            (None, None, None) => None,
        }
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
            (None, Some(within)) => format!("{winner} wins within {within} (proven)"),
            (None, None) => format!("{winner} wins (proven)"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_back_as_they_were_written() {
        let win = |winner, within, margin| Score::Win {
            winner,
            within,
            margin,
        };
        for score in [
            Score::Estimate(-137),
            Score::Chance(5012),
            Score::Draw,
            win(Side::South, Some(12), None),
            win(Side::North, None, Some(-4)),
        ] {
            let text = serde_json::to_string(&ScoreReport::from(&score)).expect("JSON");
            let read: ScoreReport = serde_json::from_str(&text).expect("a score");
            assert_eq!(read.score(), Some(score), "{text}");
        }
    }
}
