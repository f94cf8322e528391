//! `sow loops check`: does each move end, and the proof.

use crate::cli::LoopsCheckArgs;
use crate::commands::trace::pit_name;
use crate::commands::{for_each, write_json};
use crate::context::{Context, Status};
use crate::input::Question;
use crate::report::board::board;
use crate::report::turn::{TurnReport, comment, is_undecided};
use anyhow::Result;
use serde::Serialize;
use sow_engine::certificate::Residues;
use sow_engine::referee;
use sow_engine::relay::{NeverEnding, Patience};
use sow_engine::ring::{Circuit, Ring};
use sow_engine::setup::Setup;
use sow_engine::turn::{Turn, TurnEnd};
use std::io::Write;

#[derive(Serialize)]
struct Report {
    position: String,
    rules: String,
    turns: Vec<CheckedTurn>,
}

#[derive(Serialize)]
struct CheckedTurn {
    #[serde(flatten)]
    turn: TurnReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<State>,
}

/// The state that a proof speaks of: the ring of the sowing, counted from the pit of the last seed.
#[derive(Serialize)]
struct State {
    /// Laps played when it was reached.
    after_laps: u64,
    /// The pit in which the last seed lies.
    pit: String,
    /// The ring from that pit on, in the direction of sowing.
    ring: Vec<u8>,
    /// The residues of the hand and of each pit, in the same order, where they are the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    residues: Option<Vec<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    modulus: Option<u32>,
}

pub(crate) fn run(context: &Context, args: &LoopsCheckArgs) -> Result<Status> {
    for_each(context, &args.position, |out, question| {
        let patience = Patience::from(args.patience);
        let referee = question.referee();
        let mut turns = referee.turns(&question.setup, &patience, false);
        if let Some(text) = &args.text {
            // A turn of Nsolo is found by its sowing: which stones it strips decides nothing here.
            turns.retain(|turn| turn.text == *text);
            if turns.is_empty() {
                turns.push(referee.play(&question.setup, text, &patience)?);
            }
        }
        let checked: Vec<(Turn<Setup>, Option<State>)> = turns
            .into_iter()
            .map(|turn| {
                let state = match &turn.end {
                    TurnEnd::NeverEnds(proof) => state(question, &turn, proof),
                    _ => None,
                };
                (turn, state)
            })
            .collect();
        let undecided = checked.iter().any(|(turn, _)| is_undecided(turn));
        if context.json {
            let turns = checked
                .into_iter()
                .map(|(turn, state)| CheckedTurn {
                    turn: TurnReport::new(&question.rules, &turn, false),
                    state,
                })
                .collect();
            let (position, rules) = (question.setup.to_string(), question.rules.describe());
            write_json(
                out,
                &Report {
                    position,
                    rules,
                    turns,
                },
            )?;
        } else {
            writeln!(out, "{}\n", board(&question.setup, false))?;
            for (turn, state) in &checked {
                print(out, question, turn, state.as_ref())?;
            }
        }
        Ok(if undecided {
            Status::Stopped
        } else {
            Status::Done
        })
    })
}

/// Plays the move up to the state of its proof.
fn state(question: &Question, turn: &Turn<Setup>, proof: &NeverEnding) -> Option<State> {
    let patience = Patience {
        laps: proof.after_laps,
        period_laps: u64::MAX,
    };
    let most = usize::try_from(proof.after_laps).ok()?;
    // Where never-ending moves are illegal they cannot be played by name.
    let mut rules = question.rules;
    rules.set("never-ending=annul").ok()?;
    let setup = &question.setup;
    let referee = referee::referee(rules, setup.columns);
    let (_, recorder) = referee.trace(setup, &turn.text, &patience, most).ok()?;
    let lap = recorder.laps.into_iter().nth(most.checked_sub(1)?)?;
    let mirrored = question.rules.is_mirrored();
    let ring = &lap.rings[if setup.game.has_four_rows() {
        setup.side.index()
    } else {
        0
    }];
    let pits = ring.len();
    let along = |steps: usize| {
        if mirrored {
            (lap.landing + pits - steps) % pits
        } else {
            (lap.landing + steps) % pits
        }
    };
    let from_landing: Vec<u8> = (0..pits).map(|steps| ring[along(steps)]).collect();
    let residues = proof.residues.then(|| residues(&from_landing));
    Some(State {
        after_laps: proof.after_laps,
        pit: pit_name(setup, lap.landing),
        modulus: residues.as_ref().map(|_| pits as u32 + 1),
        ring: from_landing,
        residues,
    })
}

/// The residues as theory has them: 0 for the hand, the seeds of the pit in which the last seed lies,
/// then `d + x + 1` for each pit `d` places on with `x` seeds, modulo one more than the pits.
fn residues(ring: &[u8]) -> Vec<u32> {
    let modulus = ring.len() as u32 + 1;
    let pit = |(distance, &seeds): (u32, &u8)| match distance {
        0 => u32::from(seeds) % modulus,
        _ => (distance + u32::from(seeds) + 1) % modulus,
    };
    let list: Vec<u32> = [0].into_iter().chain((0..).zip(ring).map(pit)).collect();
    debug_assert!(
        Residues::new(&Circuit::<72>::new(ring.len()), &Ring::new(ring), 0)
            .classes()
            .all(|class| list.contains(&class))
    );
    list
}

fn print(
    out: &mut dyn Write,
    question: &Question,
    turn: &Turn<Setup>,
    state: Option<&State>,
) -> Result<()> {
    match &turn.end {
        TurnEnd::Position(_) | TurnEnd::Wins(..) => {
            let captured = if turn.captured > 0 {
                format!(", captures {}", turn.captured)
            } else {
                String::new()
            };
            let laps = if turn.laps == 1 { "lap" } else { "laps" };
            writeln!(
                out,
                "{:8} ends after {} {laps}{captured}",
                turn.text, turn.laps
            )?;
        }
        _ => writeln!(out, "{:8} {}", turn.text, comment(&question.rules, turn))?,
    }
    let (TurnEnd::NeverEnds(proof), Some(state)) = (&turn.end, state) else {
        return Ok(());
    };
    let pits = state.ring.len();
    let cells = |values: &mut dyn Iterator<Item = String>| {
        values
            .map(|value| format!("{value:>3}"))
            .collect::<String>()
    };
    writeln!(
        out,
        "         After lap {} the last seed lies in {}. The ring from there on:",
        state.after_laps, state.pit
    )?;
    writeln!(
        out,
        "           seeds   {}",
        cells(&mut state.ring.iter().map(ToString::to_string))
    )?;
    if let (Some(residues), Some(modulus)) = (&state.residues, state.modulus) {
        writeln!(
            out,
            "           residue {}",
            cells(&mut residues[1..].iter().map(ToString::to_string))
        )?;
        let mut sorted = residues.clone();
        sorted.sort_unstable();
        sorted.dedup();
        writeln!(
            out,
            "         A residue is the seeds of the first pit, and places + seeds + 1 further on, modulo {modulus};\n         \
             with 0 for the hand they are {{{}}}.\n         \
             Every lap only exchanges two of them, and ending in an empty pit needs two neighbours modulo {modulus}.\n         \
             There are none, and nothing can be captured: the move never ends.",
            sorted
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        )?;
        if let Some(period) = proof.period {
            writeln!(
                out,
                "         Indeed the same state comes back every {period} laps."
            )?;
        }
    } else if let Some(period) = proof.period {
        writeln!(
            out,
            "         The same {pits} pits with the same seeds, and the last seed in the same pit, come back\n         \
             after {period} laps in which nothing was captured: the move never ends."
        )?;
    }
    Ok(())
}
