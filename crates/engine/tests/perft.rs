//! Perft counts from `data/perft/*.perft`, one file a game, each naming where its counts come from.
//!
//! Rows with more leaves than a budget are left out; `SOW_PERFT_NODES=N` sets another one.

use sow_engine::notation::parse_position;
use sow_engine::referee::{Referee, referee};
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use std::path::Path;

/// The most leaves that a row of a plain test run may have.
const NODES: u64 = 4_000_000;

/// The position and rules that the rows below them belong to.
struct Entry {
    position: Setup,
    referee: Box<dyn Referee>,
}

impl Entry {
    fn new(position: &str, rules: &str) -> Self {
        let position = parse_position(position).expect("a position");
        let in_force = Rules::from_words(position.game, rules.split_whitespace()).expect("rules");
        let referee = referee(in_force, position.columns);
        Self { position, referee }
    }

    fn check(&self, row: &str, place: &str) -> bool {
        let numbers: Vec<u64> = row
            .split_whitespace()
            .map(|number| number.parse().expect("a number"))
            .collect();
        let &[depth, nodes] = &numbers[..] else {
            panic!("{place}: a row is written `perft DEPTH NODES`");
        };
        if nodes > node_budget() {
            return false;
        }
        let (setup, depth) = (&self.position, depth as u32);
        assert_eq!(
            self.referee.perft(setup, depth),
            nodes,
            "{place}: {setup} under {}, depth {depth}",
            self.referee.rules().describe()
        );
        if nodes < 1_000 {
            let parts = self.referee.divide(setup, depth);
            let sum: u64 = parts.iter().map(|(_, leaves)| leaves).sum();
            assert_eq!(sum, nodes, "{place}: the parts below each first decision");
        }
        true
    }
}

fn node_budget() -> u64 {
    std::env::var("SOW_PERFT_NODES")
        .ok()
        .and_then(|number| number.parse().ok())
        .unwrap_or(NODES)
}

/// Checks every row of a file within the budget; returns how many there were.
fn check(file: &str) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../data/perft")
        .join(file);
    let text = std::fs::read_to_string(path).expect("a file of perft counts");
    let (mut position, mut entry, mut rows) = (String::new(), None, 0);
    for (index, line) in text.lines().enumerate() {
        let place = format!("{file} line {}", index + 1);
        match line.split_once(' ') {
            _ if line.is_empty() || line.starts_with('#') => {}
            Some(("position", rest)) => rest.clone_into(&mut position),
            Some(("rules", rest)) => entry = Some(Entry::new(&position, rest)),
            Some(("perft", rest)) => {
                let entry: &Entry = entry.as_ref().expect("`rules` above the rows");
                rows += usize::from(entry.check(rest, &place));
            }
            _ => panic!("{place}: `{line}` is no line of a perft file"),
        }
    }
    rows
}

#[test]
fn published_counts_of_the_two_mcgill_rulesets() {
    assert_eq!(check("published.perft"), 12);
}

#[test]
fn omweso() {
    assert!(check("omweso.perft") > 150);
}

#[test]
fn owela() {
    assert!(check("owela.perft") > 150);
}

#[test]
fn nsolo() {
    assert!(check("nsolo.perft") > 100);
}

#[test]
fn bao_kingulu() {
    assert!(check("bao-kingulu.perft") > 40);
}

#[test]
fn anywoli() {
    assert!(check("anywoli.perft") > 80);
}
