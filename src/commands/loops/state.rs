//! The state of a sowing that a proof speaks of.

use sow_engine::referee;
use sow_engine::relay::{NeverEnding, Patience};
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::turn::Turn;

/// A ring with its last seed just fallen, turned so that sowing goes from pit 0 upwards.
pub(super) struct State {
    /// Laps played when it was reached.
    pub(super) after_laps: u64,
    /// The ring index, as set-ups count, of the pit of the last seed.
    pub(super) landing: usize,
    /// The ring from that pit on, in the direction of sowing.
    pub(super) ring: Vec<u8>,
}

/// Plays a never-ending turn up to the state of its proof.
pub(super) fn of_proof(
    rules: &Rules,
    setup: &Setup,
    turn: &Turn<Setup>,
    proof: &NeverEnding,
) -> Option<State> {
    let laps = proof.after_laps;
    // Where never-ending moves are illegal they cannot be played by name.
    let mut rules = *rules;
    rules.set("never-ending=annul").ok()?;
    let most = usize::try_from(laps).ok()?;
    let patience = Patience {
        laps,
        period_laps: u64::MAX,
        ..Patience::UNLIMITED
    };
    let referee = referee::referee(rules, setup.columns);
    let (_, recorder) = referee.trace(setup, &turn.text, &patience, most).ok()?;
    let lap = recorder.laps.into_iter().nth(most.checked_sub(1)?)?;
    let ring = &lap.rings[if setup.game.has_four_rows() {
        setup.side.index()
    } else {
        0
    }];
    let pits = ring.len();
    let along = |steps: usize| match rules.is_mirrored() {
        true => (lap.landing + pits - steps) % pits,
        false => (lap.landing + steps) % pits,
    };
    Some(State {
        after_laps: laps,
        landing: lap.landing,
        ring: (0..pits).map(|steps| ring[along(steps)]).collect(),
    })
}
