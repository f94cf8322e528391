//! Who wins when two set-ups of Omweso meet, by proof: of given pairs, or of many drawn at random.

use super::setups::{SetupsError, parse_setup, spell_setup, sum};
use crate::Share;
use crate::arrangement::{Arrangement, Hunt};
use crate::diary::{Checkpoint, Diary};
use crate::error::ArenaError;
use crate::run::Run;
use crate::spread::try_spread;
use crate::tally::Tally;
use serde::{Deserialize, Serialize};
use sow_engine::kind::GameKind;
use sow_engine::position::Position;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_random::Stream;
use sow_search::solving::{Method, Task, solve};
use sow_search::{Endgames, Limits};
use std::collections::HashMap;

/// Which pairs are looked at, and how hard.
#[derive(Clone, Copy, Debug)]
pub struct SetupProofsPlan<'a> {
    /// The rules.
    pub rules: Rules,
    /// The start of the game, for the size of the board and the seeds of a player.
    pub usual: &'a Setup,
    /// Set-ups that move first.
    pub given: &'a [Arrangement],
    /// Set-ups that they meet. Without any and without drawn ones those given meet each other.
    pub against: &'a [Arrangement],
    /// Set-ups drawn at random that those given meet; without any given, pairs of which both are drawn.
    pub drawn: u64,
    /// The most seeds that a pit of a drawn set-up may hold.
    pub cap: Option<u8>,
    /// The seed of the drawing.
    pub seed: u64,
    /// Nodes for each pair.
    pub nodes: u64,
    /// Bytes for the table of each thread.
    pub memory: usize,
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// Who moves first.
    First,
    /// The other.
    Second,
    /// Nobody.
    Draw,
}

/// What is proven about a pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetupPair {
    /// The set-up that moves first, `b1,…/f1,…`.
    pub first: String,
    /// The set-up that it meets.
    pub second: String,
    /// Who wins, `None` if that stayed open.
    pub winner: Option<Winner>,
    /// Positions that were searched.
    pub nodes: u64,
}

/// Everything that was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupProofs {
    /// The rules.
    pub rules: Rules,
    /// Nodes for each pair.
    pub nodes: u64,
    /// The seed of the drawing.
    pub seed: u64,
    /// Whether all pairs were looked at.
    pub complete: bool,
    /// The pairs.
    pub pairs: Vec<SetupPair>,
}

impl SetupProofs {
    /// How many pairs have ended so; `None` for those that stayed open.
    pub fn count(&self, winner: Option<Winner>) -> u64 {
        self.pairs
            .iter()
            .filter(|pair| pair.winner == winner)
            .count() as u64
    }

    /// The share of the pairs that whoever moves first wins, among those that are not open, with its 95 % interval as
    /// of a sample.
    pub fn first_wins(&self) -> Share {
        Tally {
            won: self.count(Some(Winner::First)),
            drawn: 0,
            lost: self.count(Some(Winner::Second)) + self.count(Some(Winner::Draw)),
        }
        .share()
    }
}

#[derive(Serialize)]
struct Form<'a> {
    rules: String,
    nodes: u64,
    seed: u64,
    complete: bool,
    first: u64,
    second: u64,
    draws: u64,
    open: u64,
    pairs: &'a [SetupPair],
}

impl Serialize for SetupProofs {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = Form {
            rules: self.rules.describe(),
            nodes: self.nodes,
            seed: self.seed,
            complete: self.complete,
            first: self.count(Some(Winner::First)),
            second: self.count(Some(Winner::Second)),
            draws: self.count(Some(Winner::Draw)),
            open: self.count(None),
            pairs: &self.pairs,
        };
        form.serialize(serializer)
    }
}

/// A line of the diary: a pair, and the limit that it was looked at with.
#[derive(Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    pair: SetupPair,
    limit: u64,
}

/// Says of pairs of set-ups who wins, as far as so many nodes prove it. Each pair is solved on one thread, so that what is
/// found does not depend on their number. What is done is noted in the checkpoint and not done again, unless it stayed
/// open and more nodes are allowed now. Steps of the work are pairs.
///
/// # Errors
/// If the plan makes no sense, or if a table or the checkpoint cannot be read or written.
pub fn prove_setups(
    plan: &SetupProofsPlan<'_>,
    endgames: Option<&dyn Endgames>,
    checkpoint: Option<Checkpoint<'_>>,
    run: &Run<'_>,
) -> Result<SetupProofs, ArenaError> {
    plan.check()?;
    let pairs = plan.pairs();
    let (diary, entries) = Diary::open::<Entry>(checkpoint, &plan.work())?;
    let mut known = HashMap::new();
    for Entry { pair, limit } in entries {
        // What is read has to be set-ups of this board.
        parse_setup(&pair.first, plan.usual)?;
        parse_setup(&pair.second, plan.usual)?;
        if pair.winner.is_some() || limit >= plan.nodes {
            known.insert([pair.first.clone(), pair.second.clone()], pair);
        }
    }
    let steps = run.steps(pairs.len() as u64);
    let found = run.pool()?.install(|| {
        try_spread(pairs.len(), |number| {
            let names = pairs[number].clone().map(|setup| spell_setup(&setup));
            let pair = match known.get(&names) {
                Some(pair) => Some(pair.clone()),
                None if run.is_stopped() => None,
                None => {
                    let pair = plan.prove(&pairs[number], names, endgames, run)?;
                    // Who was stopped does not know what the nodes would have shown.
                    let done = pair.winner.is_some() || !run.is_stopped();
                    if done {
                        diary.note(&Entry {
                            pair: pair.clone(),
                            limit: plan.nodes,
                        })?;
                    }
                    done.then_some(pair)
                }
            };
            steps.add(1);
            Ok::<_, ArenaError>(pair)
        })
    })?;
    if let Some(error) = endgames.and_then(Endgames::error) {
        return Err(ArenaError::Table(error));
    }
    let complete = found.iter().all(Option::is_some);
    Ok(SetupProofs {
        rules: plan.rules,
        nodes: plan.nodes,
        seed: plan.seed,
        complete,
        pairs: found.into_iter().flatten().collect(),
    })
}

impl SetupProofsPlan<'_> {
    /// Everything that the value of a pair depends on.
    fn work(&self) -> String {
        format!(
            "proofs of set-ups of {} columns by {}",
            self.usual.columns,
            self.rules.describe()
        )
    }

    fn check(&self) -> Result<(), SetupsError> {
        if self.rules.game() != GameKind::Omweso {
            return Err(SetupsError::Game(self.rules.game()));
        }
        if self.given.is_empty() && self.drawn == 0 {
            return Err(SetupsError::Nothing);
        }
        let usual = &self.usual.rings[0];
        super::setups::check_cap(self.cap, usual)
    }

    /// The pairs, who moves first before the other; none twice.
    fn pairs(&self) -> Vec<[Arrangement; 2]> {
        let hunt = Hunt {
            generations: 0,
            tries: 0,
            cap: self.cap,
            seed: self.seed,
        };
        let usual = &self.usual.rings[0];
        let draw = |number| {
            let mut stream = Stream::new(self.seed, number);
            hunt.random(usual.len(), sum(usual) as u32, &mut stream)
        };
        let mut pairs: Vec<[Arrangement; 2]> = Vec::new();
        if self.given.is_empty() {
            pairs.extend((0..self.drawn).map(|number| [draw(2 * number), draw(2 * number + 1)]));
        } else {
            let mut others = self.against.to_vec();
            others.extend((0..self.drawn).map(|number| draw(2 * number + 1)));
            let alone = others.is_empty();
            let others = if alone { self.given } else { &others };
            for first in self.given {
                // A set-up meets itself only where there is nothing else to meet.
                let met = others.iter();
                let met = met.filter(|second| !alone || others.len() == 1 || *second != first);
                pairs.extend(met.map(|second| [first.clone(), second.clone()]));
            }
        }
        let mut seen = std::collections::HashSet::new();
        pairs.retain(|pair| seen.insert(pair.clone()));
        pairs
    }

    fn prove(
        &self,
        pair: &[Arrangement; 2],
        [first, second]: [String; 2],
        endgames: Option<&dyn Endgames>,
        run: &Run<'_>,
    ) -> Result<SetupPair, ArenaError> {
        let mut start = self.rules.start(self.usual.columns);
        start.rings = pair.clone();
        let position =
            Position::new(self.rules, start).expect("set-ups have the seeds of the usual one");
        let task = Task {
            method: Method::ProofNumber,
            limits: Limits {
                nodes: self.nodes,
                stop: Some(run.stop),
                memory: self.memory,
                line: false,
                ..Limits::default()
            },
            endgames,
            ..Task::default()
        };
        // This method answers every question about an outcome.
        let solution = solve(&position, &task, &mut |_| {}).map(|answer| answer.solution);
        Ok(SetupPair {
            first,
            second,
            winner: solution.as_ref().ok().and_then(|solution| {
                Some(match solution.outcome()? {
                    Some(Side::South) => Winner::First,
                    Some(Side::North) => Winner::Second,
                    None => Winner::Draw,
                })
            }),
            nodes: solution.map_or(0, |solution| solution.nodes),
        })
    }
}
