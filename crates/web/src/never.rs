//! Why a turn never ends, to be drawn.

use crate::board::{key, ring_of_mover};
use crate::turn::TurnReport;
use serde::Serialize;
use sow_engine::referee::Referee;
use sow_engine::relay::Patience;
use sow_engine::setup::Setup;
use sow_engine::turn::TurnEnd;

/// Laps of a period that are drawn at most.
const MOST_LAPS: usize = 2000;

/// Laps spent on the period of a turn that its residues have settled.
const PERIOD_LAPS: u64 = 200_000;

/// The proof of a never-ending turn.
#[derive(Serialize)]
pub(crate) struct Proof {
    turn: TurnReport,
    /// The pits of the ring in sowing order, by key.
    pits: Vec<String>,
    /// The ring index of the pit at which the laps that come back begin.
    begins: usize,
    /// Where the laps of one period end, by ring index; cut at a thousand or two.
    landings: Vec<usize>,
    /// Whether all laps of the period are there, so that the ring closes.
    closes: bool,
}

/// Proves that a turn never ends.
///
/// # Errors
/// One sentence, where it does end or cannot be played.
pub(crate) fn prove(referee: &dyn Referee, setup: &Setup, text: &str) -> Result<Proof, String> {
    let patience = Patience {
        laps: u64::MAX,
        period_laps: PERIOD_LAPS,
        ..Patience::UNLIMITED
    };
    // A turn that the rules forbid is listed with its proof, and cannot be played by name.
    let turn = referee
        .turns(setup, &patience, false)
        .into_iter()
        .find(|turn| turn.text == text)
        .ok_or_else(|| format!("{text} is no turn of this position"))?;
    let TurnEnd::NeverEnds(proof) = &turn.end else {
        return Err(format!("{text} comes to an end"));
    };
    let length = |laps: u64| usize::try_from(laps).unwrap_or(usize::MAX);
    let begin = length(proof.after_laps);
    let wanted = proof.period.map_or(MOST_LAPS, length).min(MOST_LAPS);
    let watched = watch(
        referee,
        setup,
        text,
        &patience,
        begin.saturating_add(wanted),
    );
    let ring = ring_of_mover(setup);
    let pits = setup.rings[ring].len();
    let laps = watched.get(begin..).unwrap_or_default();
    Ok(Proof {
        pits: (0..pits).map(|at| key(setup, ring, at)).collect(),
        begins: laps.first().map_or(0, |lap| lap.0),
        landings: laps.iter().map(|lap| lap.1).collect(),
        closes: proof
            .period
            .is_some_and(|period| length(period) == laps.len()),
        turn: TurnReport::new(referee, setup, &turn, true),
    })
}

/// Where the first laps of a turn begin and end.
fn watch(
    referee: &dyn Referee,
    setup: &Setup,
    text: &str,
    patience: &Patience,
    most: usize,
) -> Vec<(usize, usize)> {
    // Rules that let never-ending moves be played show their laps; the sowing is the same.
    let mut rules = referee.rules();
    if rules.set("never-ending=annul").is_err() {
        return Vec::new();
    }
    let lenient = sow_engine::referee::referee(rules, setup.columns);
    match lenient.trace(setup, text, patience, most) {
        Ok((_, watched)) => {
            let laps = watched.laps.iter();
            laps.map(|lap| (lap.from, lap.landing)).collect()
        }
        Err(_) => Vec::new(),
    }
}
