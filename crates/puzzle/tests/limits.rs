//! Limits hold inside a search turn by turn, and never change an answer.

use sow_engine::game::Contents;
use sow_engine::notation::parse_position;
use sow_engine::rules::Rules;
use sow_engine::side::Side;
use sow_puzzle::{Means, Question, Truth, check, holds};
use sow_search::{EndgameValue, Endgames, Limits};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

fn question(position: &str, text: &str) -> Question {
    let setup = parse_position(position).expect("a position");
    let rules = Rules::default_for(setup.game);
    Question::new(setup, rules, text).expect("a question")
}

/// A table that knows nothing and asks for an end when it has been asked so often.
#[derive(Debug)]
struct Stopper<'a> {
    asked: AtomicU32,
    after: u32,
    stop: &'a AtomicBool,
}

impl Endgames for Stopper<'_> {
    fn value(&self, _: Side, _: &Contents<'_>) -> Option<EndgameValue> {
        if self.asked.fetch_add(1, Ordering::Relaxed) + 1 >= self.after {
            self.stop.store(true, Ordering::Relaxed);
        }
        None
    }
}

const BOARD: &str = "owela 2,2,2,2/2,2,2,2/2,2,2,2/2,2,2,2 S";

#[test]
fn who_is_asked_to_stop_stops_at_once() {
    for after in [1, 10, 77] {
        let stop = AtomicBool::new(false);
        let stopper = Stopper {
            asked: AtomicU32::new(0),
            after,
            stop: &stop,
        };
        let means = Means {
            limits: Limits {
                stop: Some(&stop),
                ..Limits::default()
            },
            endgames: Some(&stopper),
            ..Means::default()
        };
        let checked = check(&question(BOARD, "win in 9 turns"), &[], &means);
        assert_eq!(checked.verdict(), Truth::Open);
        let asked = stopper.asked.load(Ordering::Relaxed);
        // Once more for each first turn, of which none is followed.
        assert!(
            asked <= after + 16,
            "asked {asked} times, {after} were enough"
        );
    }
}

#[test]
fn with_little_memory_the_answer_is_the_same() {
    let answer = |position: &str, text: &str, memory| {
        let limits = Limits {
            memory,
            nodes: 100_000,
            ..Limits::default()
        };
        let means = Means {
            limits,
            ..Means::default()
        };
        holds(&question(position, text), &means)
    };
    let mut answers = [0; 3];
    for position in [
        "owela 0,1,0/0,2,1/1,0,1/1,0,2 S",
        "owela 1,1,0/0,2,0/0,0,1/1,1,2 S",
        "nsolo 1,2/1,0/1,0/0,1 S",
        "omweso 1,0,2/0,2,1/1,0,1/1,0,2 S",
    ] {
        for turns in 1..=4 {
            let text = format!("win in {turns} turns");
            let roomy = answer(position, &text, 64 << 20);
            assert_eq!(answer(position, &text, 2000), roomy, "{position} {text}");
            answers[roomy as usize] += 1;
        }
    }
    assert!(
        answers[0] > 0 && answers[1] > 0 && answers[2] == 0,
        "{answers:?}"
    );
}
