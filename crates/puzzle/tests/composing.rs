//! What a collection takes, and how problems are measured.

use sow_engine::kind::GameKind;
use sow_engine::rules::Rules;
use sow_puzzle::file::Puzzle;
use sow_puzzle::{Aids, Collection, Composer, Goals, Measures, Quest};
use std::sync::Arc;

const SOUTH: &str = "0,0,0,0,0,0,0,1/0,0,0,0,0,0,1,0";
const OTHER_SOUTH: &str = "0,0,0,0,0,0,0,1/1,0,0,0,0,0,1,0";
const NORTH: &str = "0,0,0,0,1,0,0,0/0,1,0,0,1,0,1,0";
const OTHER_NORTH: &str = "1,0,0,0,1,0,0,0/0,1,0,0,1,0,1,0";
const LINE: [&str; 7] = ["f8:b4", "f7", "b7", "f6", "b8", "f4", "f7:f5"];

#[test]
fn near_duplicates_are_refused() {
    let quest = Quest {
        rules: Rules::default_for(GameKind::Nsolo),
        columns: 8,
        seed: 1,
        nodes: 1,
        goals: Goals::default(),
        interest: 0,
        count: 1,
        tasks: 1,
    };
    let composer = Composer::new(quest, Aids::default());
    let problem = |north: &str, south: &str, line: &[&str], choices: u32| {
        let puzzle = Puzzle {
            position: format!("nsolo {north}/{south} S"),
            solution: line.iter().map(|turn| (*turn).to_owned()).collect(),
            measures: Some(Measures {
                choices,
                ..Measures::default()
            }),
            ..Puzzle::default()
        };
        Arc::new(composer.recall(&puzzle).expect("a problem"))
    };
    // The kept one, what it is compared with, whether that is taken too.
    let first = || problem(NORTH, SOUTH, &LINE, 5);
    for (other, is_taken) in [
        (first(), false),
        (problem(OTHER_NORTH, SOUTH, &LINE[..3], 5), false),
        (problem(NORTH, OTHER_SOUTH, &LINE[..3], 5), false),
        (problem(OTHER_NORTH, OTHER_SOUTH, &LINE, 5), false),
        (problem(OTHER_NORTH, OTHER_SOUTH, &LINE[..3], 5), true),
        (problem(NORTH, SOUTH, &["b7"], 5), false),
        (problem(NORTH, OTHER_SOUTH, &["b7"], 5), true),
    ] {
        let mut kept = Collection::default();
        assert!(kept.take(&[first()], 0));
        let shown = format!("{} {:?}", other.position, other.solution);
        assert_eq!(kept.take(&[other], 0), is_taken, "{shown}");
        assert_eq!(kept.problems.len(), 1 + usize::from(is_taken));
    }
    // Of what one task found the first that is good enough is taken, and no more.
    let mut kept = Collection::default();
    let found = [first(), problem(OTHER_NORTH, OTHER_SOUTH, &["b7"], 8)];
    let least = found[0].measures.interest() + 1;
    assert!(kept.take(&found, least));
    assert_eq!(kept.problems[0].measures.choices, 8);
    assert!(!kept.take(&found[..1], least));
    let foreign = Puzzle {
        position: "owela 1,0/0,0/0,0/0,2 S".to_owned(),
        ..Puzzle::default()
    };
    assert!(composer.recall(&foreign).is_err());
}

#[test]
fn whatever_a_problem_has_to_offer_adds_to_its_interest() {
    let plain = Measures {
        choices: 4,
        turns: 5,
        seeds: 30,
        nodes: 100,
        key_laps: 2,
        key_captures: 3,
        most_captures: 3,
        answer_captures: 3,
        cooks: 1,
        ..Measures::default()
    };
    let change = |change: &dyn Fn(&mut Measures)| {
        let mut measures = plain;
        change(&mut measures);
        measures
    };
    let richer: [&dyn Fn(&mut Measures); 10] = [
        &|of| of.choices = 5,
        &|of| of.turns = 7,
        &|of| of.seeds = 20,
        &|of| of.key_laps = 9,
        &|of| of.most_captures = 4,
        &|of| of.answer_captures = 4,
        &|of| of.endless = 1,
        &|of| of.drawing = 1,
        &|of| of.zugzwang = true,
        &|of| of.cooks = 0,
    ];
    for (number, richer) in richer.into_iter().enumerate() {
        let measures = change(richer);
        assert!(measures.interest() > plain.interest(), "number {number}");
        assert!(measures.difficulty() >= plain.difficulty());
        assert_ne!(measures.describe(), plain.describe(), "number {number}");
    }
    let hidden = change(&|of| of.greedy_fails = true);
    assert!(hidden.interest() > plain.interest() && hidden.difficulty() > plain.difficulty());
    assert!(change(&|of| of.most_captures = 4).refuses() && !plain.refuses());
    assert!(change(&|of| of.answer_captures = 4).sacrifices() && !plain.sacrifices());
    let hard = Measures {
        choices: 12,
        turns: 13,
        nodes: 1_000_000,
        greedy_fails: true,
        ..plain
    };
    assert_eq!(
        (Measures::default().difficulty(), hard.difficulty()),
        (1, 5)
    );
}
