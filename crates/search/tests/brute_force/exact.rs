//! The solver against brute force, on every position that can be reached on small boards.

use crate::graph::{self, Graph};
use sow_engine::game::Game;
use sow_engine::games::GameVisitor;
use sow_engine::setup::Setup;
use sow_search::{Limits, Objective, Solver, Status};

/// A root, its rules as `KEY=VALUE`, and what is asked.
struct Case<'a> {
    position: &'a str,
    rules: &'a [&'a str],
    objective: Objective,
    /// All set-ups of as many seeds rather than this one.
    all: bool,
    stride: usize,
}

/// Solves every `stride`-th position of the graph below the set-up, or below all set-ups of as many
/// seeds; returns how many were solved.
struct Compare {
    setup: Setup,
    objective: Objective,
    all: bool,
    memory: usize,
    stride: usize,
}

impl GameVisitor for Compare {
    type Output = usize;
    fn visit<G: Game + 'static>(self, game: G) -> usize {
        let roots = graph::roots(&game, &self.setup, self.all);
        let graph = Graph::new(&game, self.objective, &roots, 1_000_000).expect("a small graph");
        let values = graph.values();
        let seeds = usize::from(game.seeds(&roots[0]));
        let solver = Solver::new(&game, self.objective, seeds, self.memory);
        let limits = Limits {
            line: false,
            ..Limits::default()
        };
        let mut solved = 0;
        for (position, &value) in graph.positions.iter().zip(&values).step_by(self.stride) {
            let solution = solver.solve(position, &limits, &mut |_| {});
            assert_eq!(solution.status, Status::Exact, "{position:?}");
            let four_rows = game.kind().has_four_rows();
            for score in [solution.lowest, solution.highest] {
                assert_eq!(
                    graph::number(four_rows, self.objective, &score),
                    value,
                    "{:?}",
                    game.setup(position)
                );
            }
            solved += 1;
        }
        solved
    }
}

const OUTCOME: Objective = Objective::Outcome;
const MARGIN: Objective = Objective::Margin;
const POINTS: Objective = Objective::Points;

const fn one<'a>(
    position: &'a str,
    rules: &'a [&'a str],
    objective: Objective,
    stride: usize,
) -> Case<'a> {
    Case {
        position,
        rules,
        objective,
        all: false,
        stride,
    }
}

const fn all<'a>(
    position: &'a str,
    rules: &'a [&'a str],
    objective: Objective,
    stride: usize,
) -> Case<'a> {
    Case {
        position,
        rules,
        objective,
        all: true,
        stride,
    }
}

const CASES: &[Case<'_>] = &[
    all("owela 2x2/0x2/0x2/2x2 S", &[], OUTCOME, 5),
    all("owela 2x2/0x2/0x2/2x2 S", &[], MARGIN, 5),
    all(
        "owela 3,2/0x2/0x2/3,2 S",
        &["capture=inner-suffices"],
        OUTCOME,
        29,
    ),
    all("owela 2x3/0x3/0x3/2,0,0 S", &[], OUTCOME, 29),
    all(
        "owela 2x3/0x3/0x3/2,2,0 S",
        &["capture=inner-suffices"],
        OUTCOME,
        199,
    ),
    one("owela 2x2/2,0/0,2/2x2 S", &[], MARGIN, 1),
    all("omweso 2x2/0x2/0x2/2x2 S", &[], OUTCOME, 5),
    all(
        "omweso 2x2/0x2/0x2/2x2 S uncaptured unmoved:SN",
        &[],
        MARGIN,
        5,
    ),
    all(
        "omweso 3,2/0x2/0x2/3,2 S",
        &["never-ending=illegal", "both-end-columns=no"],
        POINTS,
        29,
    ),
    all(
        "omweso 2x2/0x2/0x2/2x2 S",
        &["never-ending=mover-loses", "akawumbi=off"],
        MARGIN,
        5,
    ),
    all("omweso 2x3/0x3/0x3/2,0,0 S", &[], OUTCOME, 29),
    all(
        "omweso 2x3/0x3/0x3/2,2,0 S",
        &["both-end-columns=no", "front-row-cleared=no"],
        OUTCOME,
        199,
    ),
    one("nsolo 2x2/0,2/2,0/2x2 S", &[], OUTCOME, 1),
    one("nsolo 2x2/0,2/2,0/2x2 S", &[], MARGIN, 1),
    one(
        "nsolo 2x2/0,2/2,0/2x2 S",
        &["sanderson", "bonus=up-to-k"],
        MARGIN,
        1,
    ),
    all(
        "nsolo 2x2/0x2/0x2/2x2 S",
        &["never-ending=illegal"],
        OUTCOME,
        5,
    ),
    one("anywoli 4x2/4x2 S", &[], OUTCOME, 1),
    one("anywoli 4x2/4x2 S", &["wikipedia"], MARGIN, 1),
    one("anywoli 4x3/4x3 S", &[], OUTCOME, 1),
    one("anywoli 4x3/4x3 S", &[], MARGIN, 1),
    one(
        "anywoli 4x3/4x3 S",
        &["extra-move=optional", "last-seeds=mover-takes"],
        MARGIN,
        1,
    ),
    one("anywoli 4x3/4x3 S", &["never-ending=annul"], MARGIN, 1),
    one(
        "anywoli 4x3/4x3 S",
        &["never-ending=mover-loses"],
        MARGIN,
        1,
    ),
    one("anywoli 4x4/4x4 S", &[], OUTCOME, 7),
    one("anywoli 4x4/4x4 S", &[], MARGIN, 7),
    one("bao-kingulu 4x2/4x2 S", &[], MARGIN, 1),
    one("bao-kingulu 4x3/4x3 S", &[], OUTCOME, 1),
    one(
        "bao-kingulu 4x3/4x3 S",
        &["reserved-seeds=bank", "never-ending=annul"],
        MARGIN,
        1,
    ),
    one("bao-kingulu 4x4/4x4 S", &[], MARGIN, 3),
];

fn compare_all(memory: usize, thinner: usize) {
    for case in CASES {
        let start = std::time::Instant::now();
        let solved = graph::run(case.position, case.rules, |setup| Compare {
            setup,
            objective: case.objective,
            all: case.all,
            memory,
            stride: case.stride * thinner,
        });
        assert!(solved > 0);
        eprintln!(
            "{} {:?} {:?}: {solved} positions {:?}",
            case.position,
            case.rules,
            case.objective,
            start.elapsed()
        );
    }
}

#[test]
fn equals_brute_force_on_small_boards() {
    compare_all(64 << 20, 1);
}

#[test]
fn equals_brute_force_with_a_tiny_table() {
    compare_all(1 << 12, 7);
}
