//! What a search keeps between runs: it ends with the same answer, and what is damaged or of another question is refused.

use sow_search::checkpoint::Checkpoint;
use sow_search::solving::{Method, Task, Unsolvable, solve};
use sow_search::{Limits, Objective, Solution, Status};
use std::io::{self, Read, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A file in memory.
#[derive(Debug, Default)]
struct Kept(Mutex<Vec<u8>>);

impl Kept {
    fn bytes(&self) -> Vec<u8> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl Checkpoint for Kept {
    fn load(&self) -> io::Result<Option<Box<dyn Read + '_>>> {
        let bytes = self.bytes();
        Ok((!bytes.is_empty()).then(|| Box::new(io::Cursor::new(bytes)) as Box<dyn Read>))
    }

    fn save(&self, fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) {
        let mut bytes = Vec::new();
        fill(&mut bytes).expect("memory can be written");
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = bytes;
    }

    fn every(&self) -> Duration {
        Duration::from_millis(3)
    }
}

fn ask(
    position: &str,
    objective: Objective,
    nodes: u64,
    checkpoint: Option<&dyn Checkpoint>,
) -> Result<Solution, Unsolvable> {
    let task = Task {
        objective,
        method: Method::ProofNumber,
        limits: Limits {
            nodes,
            memory: 16 << 20,
            ..Limits::default()
        },
        endgames: None,
        checkpoint,
    };
    let position = position.parse().expect("a position");
    Ok(solve(&position, &task, &mut |_| {})?.solution)
}

/// Cut off again and again, each time after fewer nodes than the answer takes.
#[test]
fn a_search_goes_on_where_it_was_stopped() {
    for (position, objective) in [
        ("owela:start:5", Objective::Margin),
        ("nsolo:start:4", Objective::Outcome),
        ("omweso:start:4", Objective::Points),
        // Here repetitions are worth different things, and there are three tables.
        ("anywoli 4x5/4x5 S", Objective::Margin),
    ] {
        let calm = ask(position, objective, u64::MAX, None).expect("an answer");
        assert_eq!(calm.status, Status::Exact, "{position}");
        let kept = Kept::default();
        let share = (calm.nodes / 20).max(256);
        let mut runs = 0;
        let resumed = loop {
            let found = ask(position, objective, share, Some(&kept)).expect("an answer");
            runs += 1;
            if found.status == Status::Exact {
                break found;
            }
            assert!(runs < 100, "{position} never ends");
        };
        assert_eq!(
            (resumed.lowest, resumed.highest),
            (calm.lowest, calm.highest),
            "{position}"
        );
        assert!(runs > 1, "{position} was never cut off");
    }
}

#[test]
fn a_checkpoint_of_another_question_is_refused() {
    let kept = Kept::default();
    ask("owela:start:4", Objective::Outcome, 500, Some(&kept)).expect("an answer");
    for (position, objective) in [
        ("owela:start:4", Objective::Margin),
        ("owela:start:5", Objective::Outcome),
        ("omweso:start:4", Objective::Outcome),
    ] {
        let refused = ask(position, objective, 500, Some(&kept));
        let Err(Unsolvable::Checkpoint(why)) = refused else {
            panic!("{position} takes it: {refused:?}");
        };
        assert!(why.contains("is about owela on 4 columns"), "{why}");
    }
}

#[test]
fn damaged_checkpoints_are_refused() {
    let kept = Kept::default();
    ask("owela:start:4", Objective::Outcome, 3_000, Some(&kept)).expect("an answer");
    let whole = kept.bytes();
    let take = |bytes: Vec<u8>| {
        let damaged = Kept(Mutex::new(bytes));
        let taken = ask("owela:start:4", Objective::Outcome, 10, Some(&damaged));
        matches!(taken, Err(Unsolvable::Checkpoint(_)))
    };
    assert!(!take(whole.clone()));
    for at in (0..whole.len()).step_by(whole.len().div_ceil(400)) {
        let mut changed = whole.clone();
        changed[at] ^= 1 << (at % 8);
        assert!(take(changed), "byte {at} of {}", whole.len());
        assert!(at == 0 || take(whole[..at].to_vec()), "cut at {at}");
    }
    assert!(take([&whole[..], b"more"].concat()));
}

#[test]
fn only_proof_number_search_keeps_anything() {
    let kept = Kept::default();
    for method in Method::ALL {
        let task = Task {
            method,
            checkpoint: Some(&kept),
            ..Task::default()
        };
        let position = "bao-kingulu 2,1/1,2 S".parse().expect("a position");
        let answer = solve(&position, &task, &mut |_| {});
        let keeps = matches!(method, Method::Auto | Method::ProofNumber);
        assert_eq!(answer.is_ok(), keeps, "{method:?}");
    }
}
