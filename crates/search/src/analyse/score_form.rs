//! Scores as they are written down, in JSON and in the files of books.

use super::Score;
use serde::{Deserialize, Serialize};
use sow_engine::side::Side;

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum OutcomeName {
    South,
    North,
    Draw,
}

/// A score, seen by South.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ScoreForm {
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

impl From<Score> for ScoreForm {
    fn from(score: Score) -> Self {
        let mut form = Self {
            proven: score.is_proven(),
            score: None,
            chance: None,
            outcome: None,
            within: None,
            margin: None,
        };
        match score {
            Score::Estimate(hundredths) => form.score = Some(f64::from(hundredths) / 100.0),
            Score::Chance(parts) => form.chance = Some(f64::from(parts) / 10_000.0),
            Score::Draw => form.outcome = Some(OutcomeName::Draw),
            Score::Win {
                winner,
                within,
                margin,
            } => {
                form.outcome = Some(match winner {
                    Side::South => OutcomeName::South,
                    Side::North => OutcomeName::North,
                });
                (form.within, form.margin) = (within, margin);
            }
        }
        form
    }
}

impl TryFrom<ScoreForm> for Score {
    type Error = &'static str;

    fn try_from(form: ScoreForm) -> Result<Self, Self::Error> {
        let hundredths = |seeds: f64| (100.0 * seeds).round() as i32;
        let win = |winner| Self::Win {
            winner,
            within: form.within,
            margin: form.margin,
        };
        match (form.outcome, form.score, form.chance) {
            (Some(OutcomeName::South), _, _) => Ok(win(Side::South)),
            (Some(OutcomeName::North), _, _) => Ok(win(Side::North)),
            (Some(OutcomeName::Draw), _, _) => Ok(Self::Draw),
            (None, Some(seeds), _) => Ok(Self::Estimate(hundredths(seeds))),
            (None, None, Some(chance)) => Ok(Self::Chance((10_000.0 * chance).round() as u16)),
            (None, None, None) => Err("a score says nothing"),
        }
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
            let text = serde_json::to_string(&score).expect("JSON");
            let read: Score = serde_json::from_str(&text).expect("a score");
            assert_eq!(read, score, "{text}");
        }
        assert!(serde_json::from_str::<Score>(r#"{"proven":false}"#).is_err());
    }
}
