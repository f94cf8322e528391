//! Every problem of `data/puzzles` is what it says, and there are enough of them.

use sow_arena::{Seat, take_turn};
use sow_engine::game::{Board, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::kind::GameKind;
use sow_engine::notation::parse_position;
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::turn::{TurnEnd, play_text};
use sow_puzzle::file::{Puzzle, parse};
use sow_puzzle::judge::Method;
use sow_puzzle::{Goal, Judge, Means, Stipulation, Truth, check};
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

/// Checks one problem; true if a greedy player never finds its key.
struct Check<'a> {
    puzzle: &'a Puzzle,
    setup: Setup,
}

impl BoardVisitor for Check<'_> {
    type Output = bool;
    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> bool {
        let Self { puzzle, setup } = self;
        let id = &puzzle.id;
        let position = game.position(&setup);
        let stipulation = Stipulation::parse(&puzzle.stipulation, setup.game, setup.side);
        let stipulation = stipulation.expect("a stipulation");
        assert_eq!(stipulation.to_string(), puzzle.stipulation, "{id}");
        let means = Means {
            limits: Limits {
                memory: 16 << 20,
                ..Limits::default()
            },
            method: Method::Both,
            endgames: None,
        };
        let solution = &puzzle.solution;
        let report = check(&*game, &position, stipulation, solution, &means);
        assert_eq!(report.verdict(), Truth::Yes, "{id}: {report:?}");
        let key = solution[0].split('+').next().expect("a key");
        assert_eq!(report.keys, [key], "{id}");
        if let Some(measures) = &puzzle.measures {
            assert_eq!(measures.cooks as usize, report.cooks.len(), "{id}");
            // Composing has a limit, within which a zugzwang may stay unknown.
            if measures.zugzwang {
                let is_better = passing_is_better(&*game, &position, stipulation, key, &means);
                assert!(is_better, "{id}: no zugzwang");
            }
        }
        greedy_never_plays(&*game, &position, key)
    }
}

/// Whether the goal is out of reach where the opponent may pass after the key.
fn passing_is_better<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    stipulation: Stipulation,
    key: &str,
    means: &Means<'_>,
) -> bool {
    let by_value = match stipulation.goal {
        Goal::Win | Goal::Draw | Goal::OnlyMove | Goal::Lead(_) => stipulation.turns.is_none(),
        Goal::Everything => !game.kind().has_four_rows() && stipulation.turns.is_none(),
        _ => false,
    };
    let patience = Patience::UNLIMITED;
    let key = play_text(game, position, key, &patience, None).expect("a turn");
    let TurnEnd::Position(after) = key.end else {
        return false;
    };
    let mut passed = game.setup(&after);
    if !by_value || passed.side == stipulation.side || game.finished(&after).is_some() {
        return false;
    }
    passed.side = stipulation.side;
    let passed = game.position(&passed);
    // What the only move keeps is the win, if there is one.
    let meant = if stipulation.goal == Goal::OnlyMove {
        let win = Stipulation::win(stipulation.side);
        let judge = Judge::new(game, win, position, means);
        if judge.holds(&judge.root(position)) == Truth::Yes {
            win
        } else {
            stipulation
        }
    } else {
        stipulation
    };
    let judge = Judge::new(game, meant, position, means);
    judge.holds(&judge.root(&passed)) == Truth::No
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
        let fails = visit(rules, columns, Check { puzzle, setup });
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
