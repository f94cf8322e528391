//! `sow loops check`: does each move end, and the proof.

use super::state::{self, State};
use crate::cli::LoopsCheckArgs;
use crate::commands::trace::pit_name;
use crate::commands::{for_each, write_json};
use crate::context::{Context, Status};
use crate::input::Question;
use crate::report::board::board;
use crate::report::letters::spell;
use crate::report::number::{count, grouped};
use crate::report::prose::{prose_width, wrap};
use crate::report::turn::{TurnReport, comment, is_undecided};
use anyhow::Result;
use serde::Serialize;
use sow_engine::kind::GameKind;
use sow_engine::pit;
use sow_engine::relay::{NeverEnding, Patience};
use sow_engine::setup::Setup;
use sow_engine::turn::{Turn, TurnEnd};
use sow_loops::check::stop_behind;
use sow_loops::period::{Outcome, PeriodRun};
use sow_loops::start::Start;
use sow_records::playing::MoveError;
use std::io::Write;

/// Laps after which a return up to rotation is no longer waited for: about ten seconds.
const MOST_ROTATION_LAPS: u64 = 3_000_000_000;

/// Laps run backwards at the most; chains have a handful of laps in the mean.
const MOST_LAPS_BACK: u64 = 1_000_000;

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
    state: Option<StateReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    backwards: Option<Backwards>,
}

/// What is told of the state that a proof speaks of.
#[derive(Serialize)]
struct StateReport {
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
    /// With `--rotation`: the ring comes back after so many laps, turned by so many pits.
    #[serde(skip_serializing_if = "Option::is_none")]
    rotation: Option<Rotation>,
}

#[derive(Serialize)]
struct Rotation {
    laps: u64,
    turned: usize,
    period: u64,
}

/// With `--backwards`: a stop behind the first state of a move that nothing interfered with.
#[derive(Serialize)]
struct Backwards {
    laps: u64,
    pit: String,
}

/// A turn with what has been found out about it.
struct Checked {
    turn: Turn<Setup>,
    state: Option<StateReport>,
    backwards: Option<Backwards>,
}

pub(crate) fn run(context: &Context, args: &LoopsCheckArgs) -> Result<Status> {
    for_each(context, &args.position, |out, question| {
        let checked: Vec<Checked> = turns(args, question)?
            .into_iter()
            .map(|turn| examine(args, question, turn))
            .collect();
        let undecided = checked.iter().any(|checked| is_undecided(&checked.turn));
        if context.json {
            let turns = checked
                .into_iter()
                .map(
                    |Checked {
                         turn,
                         state,
                         backwards,
                     }| CheckedTurn {
                        turn: TurnReport::new(&question.rules, &turn, false),
                        state,
                        backwards,
                    },
                )
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
            writeln!(out, "{}\n", board(&question.setup, context.letters))?;
            for checked in &checked {
                print(out, question, context.letters, checked)?;
            }
        }
        Ok(if undecided {
            Status::Stopped
        } else {
            Status::Done
        })
    })
}

/// The turns asked for. One of Nsolo is found by its sowing: which stones it strips decides nothing.
fn turns(args: &LoopsCheckArgs, question: &Question) -> Result<Vec<Turn<Setup>>> {
    let patience = Patience::from(args.patience);
    let referee = question.referee();
    let mut turns = referee.turns(&question.setup, &patience, false);
    if let Some(text) = &args.text {
        turns.retain(|turn| turn.text == *text);
        if turns.is_empty() {
            let played = referee.play(&question.setup, text, &patience);
            turns.push(
                played.map_err(|error| MoveError::refused(&*referee, &question.setup, error))?,
            );
        }
    }
    Ok(turns)
}

/// Finds the state of a proof, and what else was asked for.
fn examine(args: &LoopsCheckArgs, question: &Question, turn: Turn<Setup>) -> Checked {
    let state = match &turn.end {
        TurnEnd::NeverEnds(proof) => {
            state::of_proof(&question.rules, &question.setup, &turn, proof)
                .map(|state| report(args, question, proof, state))
        }
        _ => None,
    };
    let backwards = if args.backwards {
        backwards(question, &turn)
    } else {
        None
    };
    Checked {
        turn,
        state,
        backwards,
    }
}

fn report(
    args: &LoopsCheckArgs,
    question: &Question,
    proof: &NeverEnding,
    state: State,
) -> StateReport {
    let residues = proof.residues.then(|| residues(&state.ring));
    // The engine asks for the residues exactly where a pure relay is left: nothing can be captured
    // any more, so that turning the ring changes nothing.
    let pure = proof.residues || question.setup.game == GameKind::Nsolo;
    StateReport {
        after_laps: state.after_laps,
        pit: pit_name(&question.setup, state.landing),
        modulus: residues.as_ref().map(|_| state.ring.len() as u32 + 1),
        residues,
        rotation: if args.rotation && pure {
            rotation(args, &state.ring)
        } else {
            None
        },
        ring: state.ring,
    }
}

/// Runs a pure relay to its return up to rotation.
fn rotation(args: &LoopsCheckArgs, ring: &[u8]) -> Option<Rotation> {
    let mut run = PeriodRun::new(Start::new(ring, 0).ok()?);
    match run.advance(
        args.patience.laps.unwrap_or(MOST_ROTATION_LAPS),
        &false.into(),
    )? {
        Outcome::Returns {
            period,
            up_to_rotation,
            turned,
        } => Some(Rotation {
            laps: up_to_rotation,
            turned,
            period,
        }),
        Outcome::Ends { .. } => None,
    }
}

/// Runs the sowing of a turn backwards from its start to the nearest stop, where the turn captured
/// nothing and every lap was a plain relay.
fn backwards(question: &Question, turn: &Turn<Setup>) -> Option<Backwards> {
    let setup = &question.setup;
    let plain = turn.captured == 0 && setup.game.has_four_rows() && !turn.text.contains(['=', '<']);
    if !plain || !matches!(turn.end, TurnEnd::Position(_) | TurnEnd::Wins(..)) {
        return None;
    }
    let name = turn.text.split(['>', ':']).next()?;
    let pit = pit::parse(setup.game, setup.columns, setup.side, name)?;
    let (pits, mirrored) = (2 * setup.columns, question.rules.is_mirrored());
    let along = |steps: usize| {
        if mirrored {
            (pit + pits - steps) % pits
        } else {
            (pit + steps) % pits
        }
    };
    let own = &setup.rings[setup.side.index()];
    let ring: Vec<u8> = (0..pits).map(|steps| own[along(steps)]).collect();
    let stop = stop_behind(&Start::new(&ring, 0).ok()?, MOST_LAPS_BACK)?;
    Some(Backwards {
        laps: stop.laps,
        pit: pit_name(setup, along(stop.pit)),
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
    [0].into_iter().chain((0..).zip(ring).map(pit)).collect()
}

/// What is said below a move is moved in by so much.
const INDENT: &str = "         ";

fn print(out: &mut dyn Write, question: &Question, letters: bool, checked: &Checked) -> Result<()> {
    let Checked {
        turn,
        state,
        backwards,
    } = checked;
    let verdict = match &turn.end {
        TurnEnd::Position(_) | TurnEnd::Wins(..) => {
            let captured = if turn.captured > 0 {
                format!(", captures {}", turn.captured)
            } else {
                String::new()
            };
            format!("ends after {}{captured}", count(turn.laps, "lap"))
        }
        _ => comment(&question.rules, turn),
    };
    let text = spell(letters, &question.setup, &turn.text);
    write!(out, "{}", wrap(&format!("{text:8} "), &verdict))?;
    let mut say = |text: &str| write!(out, "{}", wrap(INDENT, text));
    if let Some(Backwards { laps, pit }) = backwards {
        say(&format!(
            "{} behind its start lies a stop, the last seed alone in {pit}. Laps can be taken back one by one, so \
             a move with a stop behind it lies on a chain and must reach the next stop.",
            count(*laps, "lap")
        ))?;
    }
    let (TurnEnd::NeverEnds(proof), Some(state)) = (&turn.end, state) else {
        return Ok(());
    };
    say(&format!(
        "After lap {} the last seed lies in {}. The ring from there on:",
        grouped(state.after_laps),
        spell(letters, &question.setup, &state.pit)
    ))?;
    write!(out, "{}", ring(state))?;
    let mut say = |text: &str| write!(out, "{}", wrap(INDENT, text));
    if let (Some(residues), Some(modulus)) = (&state.residues, state.modulus) {
        let mut sorted = residues.clone();
        sorted.sort_unstable();
        sorted.dedup();
        let sorted: Vec<String> = sorted.iter().map(ToString::to_string).collect();
        say(&format!(
            "A residue is the seeds of the first pit, and places + seeds + 1 further on, modulo {modulus}; with 0 \
             for the hand they are {{{}}}.",
            sorted.join(" ")
        ))?;
        say(&format!(
            "Every lap only exchanges two of them, and ending in an empty pit needs two neighbours modulo {modulus}. \
             There are none, and nothing can be captured: the move never ends."
        ))?;
        if let Some(period) = proof.period {
            say(&format!(
                "Indeed the same state comes back every {}.",
                count(period, "lap")
            ))?;
        }
    } else if let Some(period) = proof.period {
        say(&format!(
            "The same {} pits with the same seeds, and the last seed in the same pit, come back after {} in which \
             nothing was captured: the move never ends.",
            state.ring.len(),
            count(period, "lap")
        ))?;
    }
    if let Some(Rotation {
        laps,
        turned,
        period,
    }) = &state.rotation
    {
        say(&format!(
            "After {} more the same ring lies before the last seed, turned by {}: that is a proof too, and the \
             period is {}.",
            count(*laps, "lap"),
            count(*turned as u64, "pit"),
            grouped(*period)
        ))?;
    }
    Ok(())
}

/// The seeds of a ring, and its residues if they are the proof, pit below pit; in parts if it does not fit a line.
fn ring(state: &StateReport) -> String {
    let (seeds, residue) = (format!("{INDENT}  seeds   "), format!("{INDENT}  residue "));
    let pits: Vec<String> = state.ring.iter().map(ToString::to_string).collect();
    let residues: Vec<String> = state
        .residues
        .iter()
        .flatten()
        .map(ToString::to_string)
        .collect();
    let cell = pits.iter().chain(&residues).map(String::len).max();
    let cell = cell.unwrap_or(1).max(2) + 1;
    let most = (prose_width() - seeds.len()) / cell;
    let cells = |first: &str, values: &[String]| {
        let cells: String = values
            .iter()
            .map(|value| format!("{value:>cell$}"))
            .collect();
        format!("{first}{cells}\n")
    };
    let mut text = String::new();
    for (part, pits) in pits.chunks(most.max(1)).enumerate() {
        text += &cells(&seeds, pits);
        // The first residue is that of the hand.
        let rest = residues
            .iter()
            .skip(1 + part * most.max(1))
            .take(pits.len());
        let rest: Vec<String> = rest.cloned().collect();
        if !rest.is_empty() {
            text += &cells(&residue, &rest);
        }
    }
    text
}
