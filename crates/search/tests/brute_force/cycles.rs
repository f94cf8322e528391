//! Repeated positions: where a naive table goes wrong, and rules whose cycles are not constant.

use crate::graph::{self, Graph, run};
use crate::methods::Method;
use sow_engine::game::{Board, Game};
use sow_engine::games::BoardVisitor;
use sow_engine::setup::Setup;
use sow_search::{Limits, Objective, Solution, Status};

/// Counts the positions whose value a table of everything gets wrong, and solves exactly those.
struct CatchNaive {
    setup: Setup,
    objective: Objective,
    all: bool,
    stride: usize,
}

impl BoardVisitor for CatchNaive {
    type Output = usize;
    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> usize {
        let roots = graph::roots(&*game, &self.setup, self.all);
        let graph = Graph::new(&*game, self.objective, &roots, 300_000).expect("a small graph");
        let values = graph.values();
        let seeds = usize::from(game.seeds(&roots[0]));
        let limits = Limits {
            line: false,
            ..Limits::default()
        };
        let four_rows = game.kind().has_four_rows();
        let mut wrong = 0;
        for (i, position) in graph.positions.iter().enumerate().step_by(self.stride) {
            if graph.naive_value(i) == values[i] {
                continue;
            }
            wrong += 1;
            // With a fresh table, and with so small a one that nothing stays in it for long.
            for (method, memory) in [
                (Method::AlphaBeta, 1 << 20),
                (Method::AlphaBeta, 1 << 8),
                (Method::ProofNumber, 1 << 20),
            ] {
                let solve = method.solver(&*game, self.objective, seeds, memory);
                let solution = solve(position, &limits);
                assert_eq!(solution.status, Status::Exact);
                let found = graph::number(four_rows, self.objective, &solution.lowest);
                assert_eq!(found, values[i], "{:?}", game.setup(position));
            }
        }
        wrong
    }
}

#[test]
fn right_where_a_naive_table_is_wrong() {
    for (position, objective, all, stride) in [
        ("nsolo 2x2/0x2/0x2/2x2 S", Objective::Outcome, true, 41),
        ("anywoli 4x4/4x4 S", Objective::Outcome, false, 67),
        ("anywoli 4x4/4x4 S", Objective::Margin, false, 67),
    ] {
        let wrong = run(position, &[], |setup| CatchNaive {
            setup,
            objective,
            all,
            stride,
        });
        assert!(wrong > 0, "{position}: no position tells the tables apart");
    }
}

/// Solves positions whose tree of histories is small enough.
struct ByHistories {
    setup: Setup,
}

impl BoardVisitor for ByHistories {
    type Output = usize;
    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> usize {
        let root = game.position(&self.setup);
        let objective = Objective::Margin;
        let graph = Graph::new(&*game, objective, &[root], 300_000)
            .unwrap_or_else(|| panic!("{:?}", game.rules()));
        let seeds = usize::from(game.seeds(&root));
        let solvers = Method::ALL.map(|method| method.solver(&*game, objective, seeds, 1 << 20));
        let limits = Limits {
            line: false,
            ..Limits::default()
        };
        let mut compared = 0;
        for (i, position) in graph.positions.iter().enumerate().step_by(3) {
            let Some(value) = graph.value_by_histories(i, 20_000) else {
                continue;
            };
            for solve in &solvers {
                let solution = solve(position, &limits);
                assert_eq!(solution.status, Status::Exact);
                assert_eq!(solution.margin(), Some(value), "{:?}", game.setup(position));
            }
            compared += 1;
        }
        compared
    }
}

#[test]
fn follows_histories_where_cycles_are_not_constant() {
    for (position, rules) in [
        ("anywoli 4x2/4x2 S", &["repetition=row-owner"][..]),
        ("anywoli 4x3/4x3 S", &["repetition=row-owner"]),
        ("bao-kingulu 4x3/4x3 S", &["repetition=row-owner"]),
        ("bao-kingulu 4x2/4x2 S", &["sow-from-reserved=yes"]),
        ("bao-kingulu 4x2/4x2 S", &["end-in-reserved=relay"]),
    ] {
        let compared = run(position, rules, |setup| ByHistories { setup });
        assert!(compared > 0, "{position} {rules:?}");
    }
}

/// One position, by a table of everything, by brute force, and by every method.
struct Single {
    setup: Setup,
    objective: Objective,
    threads: usize,
}

impl BoardVisitor for Single {
    /// The naive value, the right one, and those of the methods.
    type Output = (i32, i32, Vec<i32>);

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let position = game.position(&self.setup);
        let graph =
            Graph::new(&*game, self.objective, &[position], 300_000).expect("a small graph");
        let seeds = usize::from(game.seeds(&position));
        let limits = Limits {
            threads: self.threads,
            ..Limits::default()
        };
        let number = |solution: &Solution| {
            let four_rows = game.kind().has_four_rows();
            graph::number(four_rows, self.objective, &solution.lowest)
        };
        let found = Method::ALL.map(|method| {
            let solution =
                method.solver(&*game, self.objective, seeds, 1 << 20)(&position, &limits);
            assert_eq!(solution.status, Status::Exact);
            number(&solution)
        });
        // Simulations need not get to the end, but must not come to a wrong one.
        let few = Limits {
            nodes: 300_000,
            ..limits
        };
        let simulated =
            Method::MonteCarlo.solver(&*game, self.objective, seeds, 1 << 28)(&position, &few);
        if simulated.status == Status::Exact {
            assert_eq!(number(&simulated), found[0], "{:?}", self.setup);
        }
        (graph.naive_value(0), graph.values()[0], found.to_vec())
    }
}

/// Positions at which a table that keeps values resting on repetitions goes wrong: mined from all that
/// can be reached from the starts of small boards. The naive value, then the right one.
const TRAPS: [(&str, Objective, i32, i32); 9] = [
    ("nsolo 0,0/2,2/2,1/0,1 N", Objective::Outcome, 0, 1),
    ("nsolo 0,0/2,2/0,2/2,0 N", Objective::Outcome, 0, 1),
    (
        "anywoli 0,0,1,2/0,3,1,1 S 12-12 last:S",
        Objective::Outcome,
        0,
        1,
    ),
    (
        "anywoli 0,0,1,1/1,1,12,0 S 8-8 last:S",
        Objective::Outcome,
        0,
        1,
    ),
    (
        "anywoli 1,0,2,1/0,0,3,1 N 16-8 last:S",
        Objective::Outcome,
        1,
        0,
    ),
    (
        "anywoli 0,0,1,3/2,0,2,0 N 12-12 last:S",
        Objective::Outcome,
        0,
        -1,
    ),
    (
        "anywoli 2,0,0,12/2,2,1,1 S 8-4 last:S",
        Objective::Margin,
        8,
        16,
    ),
    (
        "anywoli 0,0,1,13/1,1,0,0 S 12-4 last:S",
        Objective::Margin,
        0,
        -8,
    ),
    (
        "anywoli 0,1,3,3/3,0,2,0 N 8-12 last:N",
        Objective::Margin,
        -8,
        -16,
    ),
];

#[test]
fn traps_of_the_graph_history_interaction_are_seen_through() {
    for (position, objective, naive, right) in TRAPS {
        for threads in [1, 2, 7] {
            let found = run(position, &[], |setup| Single {
                setup,
                objective,
                threads,
            });
            let ours = vec![right; Method::ALL.len()];
            assert_eq!(found, (naive, right, ours), "{position} {objective:?}");
        }
    }
}

/// One position within a limit on nodes, by every method; the margin and the turns of each line.
struct Within {
    setup: Setup,
    nodes: u64,
}

impl BoardVisitor for Within {
    type Output = Vec<(Option<i32>, bool)>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let position = game.position(&self.setup);
        let seeds = usize::from(game.seeds(&position));
        let limits = Limits {
            nodes: self.nodes,
            ..Limits::default()
        };
        let solve = |method: Method| {
            let solve = method.solver(&*game, Objective::Margin, seeds, 64 << 20);
            let solution = solve(&position, &limits);
            assert!(solution.nodes <= self.nodes);
            (solution.margin(), solution.line.is_empty())
        };
        Method::ALL.map(solve).to_vec()
    }
}

/// The tree of histories has far more nodes than that.
#[test]
fn two_games_with_constant_cycles_bound_the_value_where_cycles_are_not_constant() {
    for (position, rule, margin) in [
        ("bao-kingulu 4x4/4x4 S", "end-in-reserved=relay", 28),
        ("bao-kingulu 2x4/2x4 S", "sow-from-reserved=yes", -4),
        ("bao-kingulu 2x4/2x4 N", "sow-from-reserved=yes", 4),
        ("anywoli 4x4/4x4 S", "repetition=row-owner", 16),
    ] {
        let found = run(position, &[rule], |setup| Within {
            setup,
            nodes: 50_000,
        });
        let wanted = vec![(Some(margin), false); Method::ALL.len()];
        assert_eq!(found, wanted, "{position} {rule}");
    }
}
