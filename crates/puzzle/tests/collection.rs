//! Every problem of `data/puzzles` is what it says, and there are enough of them.

use sow_arena::{Seat, take_turn};
use sow_engine::game::{Board, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::kind::GameKind;
use sow_engine::notation::parse_position;
use sow_engine::referee::referee;
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::turn::TurnEnd;
use sow_puzzle::file::{Puzzle, parse};
use sow_puzzle::{Goal, Means, Question, Truth, check, holds};
use sow_random::Stream;
use sow_search::Limits;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Problems of each game, at least.
const LEAST: usize = 25;

/// What is asked of every game.
const KINDS: [&str; 6] = [
    "win",
    "win in",
    "win everything",
    "save the draw",
    "capture at least",
    "find the only move",
];

fn puzzles() -> Vec<Puzzle> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/puzzles");
    let mut all = Vec::new();
    for game in GameKind::ALL {
        let path = folder.join(format!("{game}.toml"));
        let text = std::fs::read_to_string(path).expect("a readable file");
        let puzzles = parse(&text).expect("a puzzle file");
        let difficulties: Vec<_> = puzzles.iter().map(|puzzle| puzzle.difficulty).collect();
        assert!(difficulties.is_sorted(), "{game}: from easy to hard");
        assert!(puzzles.iter().all(|puzzle| puzzle.game == game.name()));
        all.extend(puzzles);
    }
    all
}

fn rules_of(puzzle: &Puzzle, setup: &Setup) -> Rules {
    Rules::from_words(setup.game, puzzle.rules.split_whitespace()).expect("rules")
}

/// Checks one problem.
fn check_puzzle(puzzle: &Puzzle, setup: &Setup, rules: Rules) {
    let id = &puzzle.id;
    let question = Question::new(setup.clone(), rules, &puzzle.stipulation).expect("a question");
    let stipulation = question.stipulation().to_string();
    assert_eq!(stipulation, puzzle.stipulation, "{id}");
    let means = Means {
        limits: Limits {
            memory: 16 << 20,
            ..Limits::default()
        },
        ..Means::default()
    };
    let solution = &puzzle.solution;
    let checked = check(&question, solution, &means);
    assert_eq!(checked.verdict(), Truth::Yes, "{id}: {checked:?}");
    let key = solution[0].split('+').next().expect("a key");
    assert_eq!(checked.keys, [key], "{id}");
    if let Some(measures) = &puzzle.measures {
        assert_eq!(measures.cooks as usize, checked.cooks.len(), "{id}");
        // Composing has a limit, within which a zugzwang may stay unknown.
        if measures.zugzwang {
            let is_better = passing_is_better(&question, key, &means);
            assert!(is_better, "{id}: no zugzwang");
        }
    }
}

/// Whether the goal is out of reach where the opponent may pass after the key.
fn passing_is_better(question: &Question, key: &str, means: &Means<'_>) -> bool {
    let (position, stipulation) = (question.position(), question.stipulation());
    let by_value = match stipulation.goal {
        Goal::Win | Goal::Draw | Goal::OnlyMove | Goal::Lead(_) => stipulation.turns.is_none(),
        Goal::Everything => !position.game.has_four_rows() && stipulation.turns.is_none(),
        _ => false,
    };
    let rules = *question.rules();
    let referee = referee(rules, position.columns);
    let key = referee.play(position, key, &Patience::UNLIMITED);
    let TurnEnd::Position(mut passed) = key.expect("a turn").end else {
        return false;
    };
    if !by_value || passed.side == stipulation.side || referee.ending(&passed).is_some() {
        return false;
    }
    passed.side = stipulation.side;
    // What the only move keeps is the win, if there is one.
    let ask = |setup: &Setup, text: &str| {
        let question = Question::new(setup.clone(), rules, text).expect("a question");
        holds(&question, means)
    };
    let is_won = stipulation.goal == Goal::OnlyMove && ask(position, "win") == Truth::Yes;
    let meant = if is_won {
        "win".to_owned()
    } else {
        stipulation.to_string()
    };
    ask(&passed, &meant) == Truth::No
}

/// Whether a greedy player never finds the key.
struct Greedy<'a> {
    setup: &'a Setup,
    key: &'a str,
}

impl BoardVisitor for Greedy<'_> {
    type Output = bool;
    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> bool {
        greedy_never_plays(&*game, &game.position(self.setup), self.key)
    }
}

fn greedy_never_plays<P: Board>(game: &dyn Game<P>, position: &P, key: &str) -> bool {
    let greedy = Seat::parse("greedy", game.kind(), &()).expect("a player");
    let setup = game.setup(position);
    (0..12).all(|index| {
        let turn = take_turn(game.rules(), &setup, &[], &greedy, Stream::new(1, index));
        let turn = turn.expect("a turn").expect("a turn");
        turn.split('+').next() != Some(key)
    })
}

#[test]
fn every_puzzle_is_sound() {
    let puzzles = puzzles();
    let ids: BTreeSet<&str> = puzzles.iter().map(|puzzle| puzzle.id.as_str()).collect();
    assert_eq!(ids.len(), puzzles.len(), "an id is used twice");
    let mut by_game: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut kinds = BTreeSet::new();
    for puzzle in &puzzles {
        let id = &puzzle.id;
        let setup = parse_position(&puzzle.position).expect("a position");
        assert_eq!(setup.game.name(), puzzle.game, "{id}");
        assert!(
            puzzle.source.starts_with("composed by this project"),
            "{id}"
        );
        assert!(matches!(puzzle.difficulty, Some(1..=5)), "{id}");
        assert_eq!(puzzle.unique, Some(true), "{id}");
        let rules = rules_of(puzzle, &setup);
        let columns = setup.columns;
        check_puzzle(puzzle, &setup, rules);
        let key = puzzle.solution[0].split('+').next().expect("a key");
        let setup = &setup;
        let fails = visit(rules, columns, Greedy { setup, key });
        if let Some(measures) = &puzzle.measures {
            assert!(
                !measures.greedy_fails || fails,
                "{id}: greedy finds the key"
            );
        }
        let goal = puzzle.stipulation.trim_start_matches("South to move and ");
        for kind in KINDS {
            if goal.starts_with(kind) {
                kinds.insert((puzzle.game.as_str(), kind));
            }
        }
        let counts = by_game.entry(&puzzle.game).or_default();
        counts.0 += 1;
        counts.1 += usize::from(fails);
    }
    for game in GameKind::ALL {
        let (count, greedy_fails) = by_game.get(game.name()).copied().unwrap_or_default();
        assert!(count >= LEAST, "{game}: {count} problems");
        assert!(greedy_fails > 0, "{game}: a greedy player finds every key");
        for kind in KINDS {
            assert!(
                kinds.contains(&(game.name(), kind)),
                "{game}: none to {kind}"
            );
        }
    }
}
