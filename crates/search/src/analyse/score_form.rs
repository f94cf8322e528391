//! Scores as they are written down, in JSON and in the files of books.

use super::Score;
use serde::{Deserialize, Serialize};
use sow_engine::side::Side;

/// More seeds than there are on any board, and than any estimate is worth.
const MOST_SEEDS: i32 = 100_000;

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

    /// What was read from a file may say anything: a guess does not become a proof, nor a number another one.
    fn try_from(form: ScoreForm) -> Result<Self, Self::Error> {
        let ScoreForm {
            proven,
            score,
            chance,
            outcome,
            within,
            margin,
        } = form;
        if proven != outcome.is_some() {
            return Err("a score is proven where it has an outcome, and only there");
        }
        let is_too_much = |margin: i32| margin.checked_abs().is_none_or(|seeds| seeds > MOST_SEEDS);
        let win = |winner: Side| match margin {
            Some(margin) if is_too_much(margin) || winner.sign() * margin < 0 => {
                Err("a score has a margin that its winner cannot have")
            }
            _ => Ok(Self::Win {
                winner,
                within,
                margin,
            }),
        };
        match (outcome, score, chance) {
            (Some(OutcomeName::South), None, None) => win(Side::South),
            (Some(OutcomeName::North), None, None) => win(Side::North),
            (Some(OutcomeName::Draw), None, None) => Ok(Self::Draw),
            (None, Some(seeds), None) if seeds.abs() <= f64::from(MOST_SEEDS) => {
                Ok(Self::Estimate((100.0 * seeds).round() as i32))
            }
            (None, None, Some(chance)) if (0.0..=1.0).contains(&chance) => {
                Ok(Self::Chance((10_000.0 * chance).round() as u16))
            }
            (None, None, None) => Err("a score says nothing"),
            _ => Err("a score says two things, or a number that none can be"),
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

    #[test]
    fn what_no_score_can_say_is_refused() {
        let read = |text: &str| serde_json::from_str::<Score>(text);
        for refused in [
            r#"{"proven":false,"outcome":"south"}"#,
            r#"{"proven":true,"score":1.5}"#,
            r#"{"proven":true}"#,
            r#"{"proven":false}"#,
            r#"{"proven":false,"score":1.5,"chance":0.5}"#,
            r#"{"proven":true,"outcome":"draw","score":0.0}"#,
            r#"{"proven":false,"score":1e300}"#,
            r#"{"proven":false,"score":-100001}"#,
            r#"{"proven":false,"chance":1.01}"#,
            r#"{"proven":false,"chance":-0.1}"#,
            r#"{"proven":true,"outcome":"south","margin":-2147483648}"#,
            r#"{"proven":true,"outcome":"south","margin":-1}"#,
            r#"{"proven":true,"outcome":"north","margin":1}"#,
            r#"{"proven":true,"outcome":"north","margin":-100001}"#,
        ] {
            assert!(read(refused).is_err(), "{refused}");
        }
        assert!(read(r#"{"proven":true,"outcome":"north","within":7,"margin":-3}"#).is_ok());
    }
}
