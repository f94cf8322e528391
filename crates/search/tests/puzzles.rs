//! Every problem of `data/puzzles` is what it says.

use serde::Deserialize;
use sow_engine::game::Game;
use sow_engine::games::{GameVisitor, visit};
use sow_engine::notation::parse_position;
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::trace::Unobserved;
use sow_engine::turn::{self, TurnEnd};
use sow_search::{Limits, Objective, Solver};
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Puzzle {
    id: String,
    game: String,
    rules: String,
    position: String,
    stipulation: String,
    solution: Vec<String>,
    unique: bool,
    plies: Option<u32>,
    difficulty: u8,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleFile {
    puzzle: Vec<Puzzle>,
}

fn puzzles() -> Vec<Puzzle> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/puzzles");
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder of the puzzles") {
        let path = entry.expect("an entry").path();
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            let text = std::fs::read_to_string(&path).expect("a readable file");
            let file: PuzzleFile = toml::from_str(&text).expect("a puzzle file");
            all.extend(file.puzzle);
        }
    }
    all
}

fn rules_of(puzzle: &Puzzle, setup: &Setup) -> Rules {
    let mut rules = Rules::default_for(setup.game);
    for word in puzzle.rules.split_whitespace() {
        if word.contains('=') {
            rules.set(word).expect("a rule");
        } else {
            rules = Rules::named(setup.game, word).expect("a ruleset");
        }
    }
    rules
}

/// Checks one problem.
struct Check<'a> {
    puzzle: &'a Puzzle,
    setup: Setup,
}

impl GameVisitor for Check<'_> {
    type Output = ();
    fn visit<G: Game + 'static>(self, game: G) {
        let puzzle = self.puzzle;
        let position = game.position(&self.setup);
        let seeds = usize::from(game.seeds(&position));
        let solver = Solver::new(&game, Objective::Outcome, seeds, 64 << 20);
        let solution = solver.solve(&position, &Limits::default(), &mut |_| {});
        assert_eq!(solution.outcome(), Some(Some(Side::South)), "{}", puzzle.id);
        assert_eq!(solution.distance, puzzle.plies, "{}", puzzle.id);
        follow(&game, &solver, puzzle, position);
        let key = puzzle.solution[0].split('+').next().expect("a key");
        for turn in turn::turns(&game, &position, &Patience::UNLIMITED, true) {
            let wins = winner(&game, &solver, &position, &turn.end) == Some(Side::South);
            if turn.text == key {
                assert!(wins, "{}: {key} does not win", puzzle.id);
            } else {
                assert!(
                    !(wins && puzzle.unique),
                    "{}: {} wins too",
                    puzzle.id,
                    turn.text
                );
            }
        }
    }
}

/// The winner after a turn, both sides playing best.
fn winner<G: Game>(
    game: &G,
    solver: &Solver<'_, G>,
    before: &G::Position,
    end: &TurnEnd<G::Position>,
) -> Option<Side> {
    match end {
        TurnEnd::Position(after) => {
            let limits = Limits {
                line: false,
                ..Limits::default()
            };
            let solution = solver.solve(after, &limits, &mut |_| {});
            solution.outcome().expect("a solved position")
        }
        TurnEnd::Wins(_, ending) => ending.winner,
        TurnEnd::NeverEnds(_) => game.never_ending(before)?.winner,
        TurnEnd::Unfinished(why) => panic!("{why:?}"),
    }
}

/// Plays the stated line: every turn is legal, South keeps the win, and the last one ends the game.
fn follow<G: Game>(game: &G, solver: &Solver<'_, G>, puzzle: &Puzzle, start: G::Position) {
    let mut at = start;
    for (number, text) in puzzle.solution.iter().enumerate() {
        let turn = turn::play_text(game, &at, text, &Patience::UNLIMITED, &mut Unobserved)
            .unwrap_or_else(|error| panic!("{}: {error}", puzzle.id));
        let won = winner(game, solver, &at, &turn.end);
        assert_eq!(won, Some(Side::South), "{}: after {text}", puzzle.id);
        match turn.end {
            TurnEnd::Position(after) => at = after,
            _ => return assert_eq!(number + 1, puzzle.solution.len(), "{}", puzzle.id),
        }
    }
    let ending = game.finished(&at).unwrap_or_else(|| {
        let turns = turn::turns(game, &at, &Patience::UNLIMITED, false);
        let legal = turns.iter().any(|turn| {
            !matches!(turn.end, TurnEnd::NeverEnds(_)) || game.never_ending(&at).is_some()
        });
        assert!(!legal, "{}: the line stops before the end", puzzle.id);
        game.stuck(&at)
    });
    assert_eq!(ending.winner, Some(Side::South), "{}", puzzle.id);
}

#[test]
fn every_puzzle_is_sound() {
    let puzzles = puzzles();
    let mut by_game: BTreeMap<&str, usize> = BTreeMap::new();
    for puzzle in &puzzles {
        let setup = parse_position(&puzzle.position).expect("a position");
        assert_eq!(setup.game.name(), puzzle.game, "{}", puzzle.id);
        assert_eq!(setup.side, Side::South, "{}", puzzle.id);
        assert_eq!(puzzle.stipulation, "South to move and win", "{}", puzzle.id);
        assert!(
            puzzle.source.starts_with("composed by this project"),
            "{}",
            puzzle.id
        );
        assert!((1..=5).contains(&puzzle.difficulty), "{}", puzzle.id);
        let rules = rules_of(puzzle, &setup);
        let columns = setup.columns;
        visit(rules, columns, Check { puzzle, setup });
        *by_game.entry(&puzzle.game).or_default() += 1;
    }
    assert_eq!(by_game.len(), 5);
    assert!(by_game.values().all(|&count| count >= 2), "{by_game:?}");
    let ids: std::collections::BTreeSet<&str> =
        puzzles.iter().map(|puzzle| puzzle.id.as_str()).collect();
    assert_eq!(ids.len(), puzzles.len(), "an id is used twice");
}
