//! Set-ups in JSON and in checkpoints.

use super::notation::spell_setup;
use super::{SetupProof, SetupRow, SetupsTable};
use crate::arrangement::{Arrangement, Ended, Payoff};
use crate::tally::Tally;
use serde::{Deserialize, Serialize, Serializer};

/// A duel as the checkpoint keeps it.
#[derive(Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) first: String,
    pub(super) second: String,
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// Won, drawn and lost by whoever moved first.
    moved_first: [u64; 3],
    endings: Vec<EndedForm>,
}

#[derive(Serialize, Deserialize)]
struct EndedForm {
    reason: String,
    points: u64,
    won: u64,
    lost: u64,
}

/// The ways in which games ended.
fn endings(payoff: &Payoff) -> Vec<EndedForm> {
    let endings = payoff.endings.iter();
    endings
        .map(|((reason, points), ended)| EndedForm {
            reason: reason.clone(),
            points: *points,
            won: ended.won,
            lost: ended.lost,
        })
        .collect()
}

impl Entry {
    pub(super) fn new([first, second]: &[Arrangement; 2], games: u64, payoff: &Payoff) -> Self {
        Self {
            first: spell_setup(first),
            second: spell_setup(second),
            games,
            won: payoff.tally.won,
            drawn: payoff.tally.drawn,
            lost: payoff.tally.lost,
            moved_first: [payoff.first.won, payoff.first.drawn, payoff.first.lost],
            endings: endings(payoff),
        }
    }

    pub(super) fn payoff(&self) -> Payoff {
        let [won, drawn, lost] = self.moved_first;
        let endings = self.endings.iter().map(|ended| {
            let counts = Ended {
                won: ended.won,
                lost: ended.lost,
                points: ended.points,
            };
            ((ended.reason.clone(), ended.points), counts)
        });
        Payoff {
            tally: Tally {
                won: self.won,
                drawn: self.drawn,
                lost: self.lost,
            },
            first: Tally { won, drawn, lost },
            endings: endings.collect(),
        }
    }
}

#[derive(Serialize)]
struct Form<'a> {
    rules: String,
    players: &'a [String; 2],
    games: u64,
    seed: u64,
    complete: bool,
    setups: Vec<RowForm<'a>>,
    against: Vec<String>,
    first_mover: f64,
    endings: Vec<EndedForm>,
    match_chance: Option<f64>,
    match_chance_by_wins: Option<f64>,
}

#[derive(Serialize)]
struct RowForm<'a> {
    setup: String,
    share: f64,
    low: f64,
    high: f64,
    points: [u64; 2],
    never: &'a [String],
    /// Against each of `against`; `null` against itself.
    payoffs: Vec<Option<f64>>,
    #[serde(skip_serializing_if = "<[SetupProof]>::is_empty")]
    proofs: &'a [SetupProof],
}

impl Serialize for SetupsTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let total = self.total();
        let leading = self.rows.first().map(SetupRow::all).unwrap_or_default();
        let rows = self.rows.iter().map(|row| {
            let all = row.all();
            let share = all.tally.share();
            let payoffs = row.payoffs.iter();
            RowForm {
                setup: spell_setup(&row.setup),
                share: share.value,
                low: share.low,
                high: share.high,
                points: all.points(),
                never: &row.never,
                payoffs: payoffs
                    .map(|payoff| Some(payoff.as_ref()?.share(self.by_points)))
                    .collect(),
                proofs: &row.proofs,
            }
        });
        let form = Form {
            rules: self.rules.describe(),
            players: &self.players,
            games: self.games,
            seed: self.seed,
            complete: self.complete,
            setups: rows.collect(),
            against: self
                .columns
                .iter()
                .map(|column| spell_setup(column))
                .collect(),
            first_mover: total.first.share().value,
            endings: endings(&total),
            match_chance: leading.worths().chance(),
            match_chance_by_wins: leading.worths().as_plain_wins().chance(),
        };
        form.serialize(serializer)
    }
}
