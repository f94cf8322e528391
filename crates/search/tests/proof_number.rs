//! Proof-number search against alpha-beta, on every position that can be reached on small boards.

use sow_engine::game::{Board, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::notation::parse_position;
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::turn::{TurnEnd, turns};
use sow_search::proof_number::{self, Below, SolutionTree, TreeLimits};
use sow_search::{AlphaBeta, Limits, Objective, ProofNumber, Score, Status};
use std::sync::atomic::AtomicBool;

fn run<V: BoardVisitor>(
    position: &str,
    options: &[&str],
    visitor: impl FnOnce(Setup) -> V,
) -> V::Output {
    let setup = parse_position(position).expect("a position");
    let mut rules = Rules::default_for(setup.game);
    for option in options {
        rules.set(option).expect("a rule");
    }
    let columns = setup.columns;
    visit(rules, columns, visitor(setup))
}

/// The first `most` positions that can be reached, breadth first.
fn reachable<P: Board>(game: &dyn Game<P>, setup: &Setup, most: usize) -> Vec<P> {
    let mut positions = vec![game.position(setup)];
    let mut known: std::collections::HashSet<P> = positions.iter().copied().collect();
    let mut next = 0;
    while next < positions.len() && positions.len() < most {
        for turn in turns(game, &positions[next], &Patience::UNLIMITED, true) {
            if let TurnEnd::Position(after) = turn.end
                && known.insert(after)
            {
                positions.push(after);
            }
        }
        next += 1;
    }
    positions
}

/// What an answer says under an objective; alpha-beta may know more than was asked.
fn asked(objective: Objective, score: Score) -> Score {
    match objective {
        Objective::Outcome | Objective::Distance => Score {
            margin: None,
            points: None,
            ..score
        },
        Objective::Points => Score {
            margin: None,
            ..score
        },
        Objective::Margin => score,
    }
}

struct Compare {
    setup: Setup,
    objective: Objective,
    memory: usize,
    nodes: u64,
    stride: usize,
}

impl BoardVisitor for Compare {
    /// Positions solved and positions given up.
    type Output = [usize; 2];

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> [usize; 2] {
        let limits = Limits {
            line: false,
            ..Limits::default()
        };
        let tight = Limits {
            nodes: self.nodes,
            ..limits
        };
        let positions = reachable(&*game, &self.setup, 20_000);
        let seeds = usize::from(game.seeds(&positions[0]));
        let reference = AlphaBeta::new(&*game, self.objective, seeds, 64 << 20);
        let solver = ProofNumber::new(&*game, self.objective, seeds, self.memory);
        let mut count = [0; 2];
        for position in positions.iter().step_by(self.stride) {
            let right = reference.solve(position, &limits, &mut |_| {});
            let found = solver.solve(position, &tight, &mut |_| {});
            assert_eq!(found.method, "proof-number");
            if found.status != Status::Exact {
                assert_eq!(found.nodes, self.nodes);
                count[1] += 1;
                continue;
            }
            for (found, right) in [(found.lowest, right.lowest), (found.highest, right.highest)] {
                assert_eq!(
                    asked(self.objective, found),
                    asked(self.objective, right),
                    "{:?}",
                    game.setup(position)
                );
            }
            count[0] += 1;
        }
        count
    }
}

const CASES: &[(&str, &[&str], Objective, usize)] = &[
    ("owela 2x2/2,0/0,2/2x2 S", &[], Objective::Margin, 1),
    ("owela 2x3/2,0,0/0,0,2/2x3 S", &[], Objective::Outcome, 31),
    ("omweso 2x2/0x2/0x2/2x2 S", &[], Objective::Margin, 1),
    ("omweso 2x3/0x3/0x3/2x3 S", &[], Objective::Points, 3),
    (
        "omweso 2x2/2,0/0,2/2x2 S",
        &["never-ending=mover-loses"],
        Objective::Margin,
        1,
    ),
    ("nsolo 2x2/0,2/2,0/2x2 S", &[], Objective::Outcome, 1),
    ("nsolo 2x2/0,2/2,0/2x2 S", &[], Objective::Margin, 1),
    ("anywoli 4x2/4x2 S", &[], Objective::Margin, 1),
    ("anywoli 4x3/4x3 S", &[], Objective::Outcome, 1),
    (
        "anywoli 4x3/4x3 S",
        &["extra-move=optional"],
        Objective::Margin,
        1,
    ),
    (
        "anywoli 4x3/4x3 S",
        &["never-ending=annul"],
        Objective::Margin,
        1,
    ),
    ("anywoli 4x4/4x4 S", &[], Objective::Margin, 31),
    ("bao-kingulu 4x2/4x2 S", &[], Objective::Margin, 1),
    ("bao-kingulu 4x3/4x3 S", &[], Objective::Outcome, 1),
    (
        "bao-kingulu 4x3/4x3 S",
        &["reserved-seeds=bank", "never-ending=annul"],
        Objective::Margin,
        1,
    ),
    ("bao-kingulu 4x4/4x4 S", &[], Objective::Margin, 31),
];

fn compare(memory: usize, nodes: u64, thinner: usize) -> [usize; 2] {
    let mut total = [0; 2];
    for &(position, rules, objective, stride) in CASES {
        let count = run(position, rules, |setup| Compare {
            setup,
            objective,
            memory,
            nodes,
            stride: stride * thinner,
        });
        total = [total[0] + count[0], total[1] + count[1]];
    }
    total
}

#[test]
fn equals_alpha_beta() {
    let [solved, given_up] = compare(64 << 20, 1_000_000, 1);
    assert!(solved > 1000);
    assert_eq!(given_up, 0);
}

#[test]
fn equals_alpha_beta_with_a_tiny_table() {
    let [solved, given_up] = compare(1 << 13, 20_000, 7);
    assert!(solved > 10 * given_up, "{solved} solved, {given_up} not");
}

#[test]
fn follows_histories_where_cycles_are_not_constant() {
    for (position, rule) in [
        ("anywoli 4x2/4x2 S", "repetition=row-owner"),
        ("bao-kingulu 4x2/4x2 S", "sow-from-reserved=yes"),
        ("bao-kingulu 4x2/4x2 S", "end-in-reserved=relay"),
    ] {
        let [solved, _] = run(position, &[rule], |setup| Compare {
            setup,
            objective: Objective::Margin,
            memory: 1 << 20,
            nodes: 20_000,
            stride: 1,
        });
        assert!(solved > 0, "{position} {rule}");
    }
}

/// Replays trees and lines.
struct Trees {
    setup: Setup,
    stride: usize,
}

/// Checks that a complete tree shows every reply and that all its ends are won by `winner`.
fn check<P: Board>(game: &dyn Game<P>, tree: &SolutionTree<P>, winner: Side) {
    let Some(position) = &tree.position else {
        return;
    };
    let ending = match tree.below {
        Below::Over => Some(
            game.finished(position)
                .unwrap_or_else(|| game.stuck(position)),
        ),
        Below::Repeats => Some(game.repeated(position).expect("an end by repetition")),
        Below::Omitted => panic!("nothing is left out"),
        Below::Turns(_) => None,
    };
    if let Some(ending) = ending {
        assert_eq!(ending.winner, Some(winner));
        return;
    }
    let legal = turns(game, position, &Patience::UNLIMITED, true);
    let expected = if position.side() == winner {
        1
    } else {
        legal.len()
    };
    assert_eq!(tree.children().len(), expected);
    for child in tree.children() {
        let turn = legal.iter().find(|turn| turn.text == child.turn);
        match turn.expect("a legal turn").end {
            TurnEnd::Position(after) => assert_eq!(child.position, Some(after)),
            TurnEnd::Wins(_, ending) => assert_eq!(ending.winner, Some(winner)),
            TurnEnd::NeverEnds(_) | TurnEnd::Unfinished(_) => assert!(child.position.is_none()),
        }
        check(game, child, winner);
    }
}

impl BoardVisitor for Trees {
    type Output = usize;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> usize {
        let mut seen = 0;
        for position in reachable(&*game, &self.setup, 20_000)
            .iter()
            .step_by(self.stride)
        {
            let seeds = usize::from(game.seeds(position));
            let solver = ProofNumber::new(&*game, Objective::Outcome, seeds, 1 << 20);
            let solution = solver.solve(position, &Limits::default(), &mut |_| {});
            let mut at = *position;
            for text in &solution.line {
                let legal = turns(&*game, &at, &Patience::UNLIMITED, true);
                let turn = legal.iter().find(|turn| turn.text == *text);
                match turn.map(|turn| turn.end) {
                    Some(TurnEnd::Position(after)) => at = after,
                    Some(_) => {}
                    // A line joins the sowings of one player.
                    None => assert!(text.contains('+'), "{text} is legal"),
                }
            }
            let tree = solver.tree(position, &Limits::default(), TreeLimits::default());
            let tree = tree.expect("a solution");
            if let Some(Some(winner)) = solution.outcome() {
                assert!(tree.is_complete());
                check(&*game, &tree, winner);
                seen += 1;
            }
            let cut = TreeLimits {
                depth: 1,
                turns: 10_000,
            };
            let tree = solver
                .tree(position, &Limits::default(), cut)
                .expect("a solution");
            assert!(
                tree.children()
                    .iter()
                    .all(|child| child.children().is_empty())
            );
        }
        seen
    }
}

#[test]
fn solution_trees_are_legal() {
    for (position, stride) in [
        ("omweso 2x2/0x2/0x2/2x2 S", 1),
        ("nsolo 2x2/0,2/2,0/2x2 S", 17),
        ("anywoli 4x2/4x2 S", 1),
        ("bao-kingulu 4x2/4x2 S", 1),
    ] {
        let seen = run(position, &[], |setup| Trees { setup, stride });
        assert!(seen > 0, "{position}");
    }
}

/// Limits on one position of real size.
struct Limited(Setup);

impl BoardVisitor for Limited {
    type Output = ();

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) {
        let position = game.position(&self.0);
        let limits = Limits {
            nodes: 20_000,
            memory: 1 << 20,
            ..Limits::default()
        };
        let solve = |limits: &Limits<'_>| {
            proof_number::solve(&*game, &position, Objective::Margin, limits, &mut |_| {})
        };
        let first = solve(&limits);
        assert_ne!(first.status, Status::Exact);
        assert_eq!(first.nodes, 20_000);
        assert!(first.line.is_empty());
        assert_eq!(first, solve(&limits));
        let stop = AtomicBool::new(true);
        let stopped = solve(&Limits {
            stop: Some(&stop),
            nodes: u64::MAX,
            ..limits
        });
        assert!(stopped.nodes <= 4096);
        let late = solve(&Limits {
            deadline: Some(std::time::Instant::now()),
            nodes: u64::MAX,
            ..limits
        });
        assert!(late.nodes <= 4096);
    }
}

#[test]
fn limits_end_the_search() {
    run("owela 2x8/0x8/0x8/2x8 S", &[], Limited);
}

/// The same search twice.
struct Twice(Setup);

impl BoardVisitor for Twice {
    type Output = ();

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) {
        let position = game.position(&self.0);
        let limits = Limits::default();
        let solve =
            || proof_number::solve(&*game, &position, Objective::Margin, &limits, &mut |_| {});
        let first = solve();
        assert_eq!(first.status, Status::Exact);
        assert!(!first.line.is_empty());
        assert_eq!(first, solve());
    }
}

#[test]
fn equal_searches_visit_equal_nodes() {
    run("bao-kingulu 4x4/4x4 S", &[], Twice);
    run("anywoli 4x4/4x4 S", &[], Twice);
}
