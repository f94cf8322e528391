//! First moves in JSON and in checkpoints.

use super::{Finding, FirstMoves};
use crate::tally::Tally;
use serde::{Deserialize, Serialize, Serializer};
use sow_search::analyse::Score;

/// One entry of the checkpoint.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Entry {
    Judged {
        turns: String,
        #[serde(flatten)]
        score: Score,
        line: Vec<String>,
        nodes: u64,
    },
    /// The results of some games, of the player who makes the first move.
    Played {
        turns: String,
        games: u64,
        won: u64,
        drawn: u64,
        lost: u64,
    },
}

#[derive(Serialize)]
struct Form<'a> {
    position: String,
    rules: String,
    nodes: u64,
    proof: u64,
    players: &'a [String; 2],
    seed: u64,
    complete: bool,
    turns: Vec<TurnForm<'a>>,
    games: TallyForm,
    searched: u64,
}

#[derive(Serialize)]
struct TurnForm<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    #[serde(flatten)]
    score: Option<Score>,
    line: &'a [String],
    nodes: u64,
    games: TallyForm,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    replies: Vec<TurnForm<'a>>,
}

impl<'a> From<&'a Finding> for TurnForm<'a> {
    fn from(finding: &'a Finding) -> Self {
        Self {
            text: finding.turns.last().map_or("", String::as_str),
            score: finding.score,
            line: &finding.line,
            nodes: finding.nodes,
            games: finding.tally.into(),
            replies: Vec::new(),
        }
    }
}

/// Games seen by the player who makes the first move.
#[derive(Serialize)]
struct TallyForm {
    won: u64,
    drawn: u64,
    lost: u64,
    share: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl From<Tally> for TallyForm {
    fn from(tally: Tally) -> Self {
        let share = (tally.games() > 0).then(|| tally.share());
        Self {
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
            share: share.map(|share| share.value),
            low: share.map(|share| share.low),
            high: share.map(|share| share.high),
        }
    }
}

impl Serialize for FirstMoves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let turns = self.moves.iter().map(|first| TurnForm {
            score: first.score(),
            games: first.tally().into(),
            replies: first.replies.iter().map(TurnForm::from).collect(),
            ..TurnForm::from(&first.first)
        });
        let form = Form {
            position: self.root.to_string(),
            rules: self.rules.describe(),
            nodes: self.effort.nodes,
            proof: self.effort.proof,
            players: &self.players,
            seed: self.seed,
            complete: self.complete,
            turns: turns.collect(),
            games: self.tally().into(),
            searched: self.searched(),
        };
        form.serialize(serializer)
    }
}
