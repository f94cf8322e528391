//! Every method against brute force, on every position that can be reached on small boards.

use crate::graph::{self, Graph};
use crate::methods::Method;
use sow_engine::game::{Board, Game};
use sow_engine::games::BoardVisitor;
use sow_engine::setup::Setup;
use sow_search::{Limits, Objective, Status};

/// A root, its rules as `KEY=VALUE`, and what is asked.
struct Case<'a> {
    position: &'a str,
    rules: &'a [&'a str],
    objective: Objective,
    /// All set-ups of as many seeds rather than this one.
    all: bool,
    stride: usize,
}

/// How the positions are solved.
#[derive(Clone, Copy, Debug)]
struct Way {
    method: Method,
    threads: usize,
    memory: usize,
    /// Nodes after which a position is given up.
    nodes: u64,
}

/// Solves every `stride`-th position of the graph below the set-up, or below all set-ups of as many
/// seeds, in every way; returns how many were solved and how many given up.
struct Compare<'a> {
    setup: Setup,
    case: &'a Case<'a>,
    ways: &'a [Way],
    stride: usize,
}

impl BoardVisitor for Compare<'_> {
    type Output = [usize; 2];

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> [usize; 2] {
        let objective = self.case.objective;
        let roots = graph::roots(&*game, &self.setup, self.case.all);
        let graph = Graph::new(&*game, objective, &roots, 1_000_000).expect("a small graph");
        let values = graph.values();
        let distances =
            (objective == Objective::Distance).then(|| graph.distances(&*game, objective, &values));
        let seeds = usize::from(game.seeds(&roots[0]));
        let four_rows = game.kind().has_four_rows();
        let mut count = [0; 2];
        for way in self.ways {
            let solve = way.method.solver(&*game, objective, seeds, way.memory);
            let limits = Limits {
                line: false,
                threads: way.threads,
                nodes: way.nodes,
                ..Limits::default()
            };
            for i in (0..values.len()).step_by(self.stride) {
                let position = &graph.positions[i];
                let solution = solve(position, &limits);
                if solution.status != Status::Exact {
                    assert!(solution.nodes <= way.nodes);
                    count[1] += 1;
                    continue;
                }
                let what = || format!("{:?} {way:?} {solution:?}", game.setup(position));
                for score in [solution.lowest, solution.highest] {
                    let found = graph::number(four_rows, objective, &score);
                    assert_eq!(found, values[i], "{}", what());
                }
                if let Some(distances) = &distances {
                    assert_eq!(solution.distance, distances[i], "{}", what());
                }
                count[0] += 1;
            }
        }
        count
    }
}

const OUTCOME: Objective = Objective::Outcome;
const MARGIN: Objective = Objective::Margin;
const POINTS: Objective = Objective::Points;
const DISTANCE: Objective = Objective::Distance;

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
    all("owela 2x2/0x2/0x2/2x2 S", &[], DISTANCE, 13),
    all("omweso 2x2/0x2/0x2/2x2 S", &[], DISTANCE, 13),
    all(
        "omweso 2x2/0x2/0x2/2x2 S",
        &["never-ending=mover-loses"],
        POINTS,
        13,
    ),
    one("nsolo 2x2/0,2/2,0/2x2 S", &[], DISTANCE, 1),
    one("anywoli 4x2/4x2 S", &[], DISTANCE, 1),
    one("anywoli 4x3/4x3 S", &[], DISTANCE, 1),
    one("anywoli 4x4/4x4 S", &[], DISTANCE, 31),
    one("bao-kingulu 4x2/4x2 S", &[], DISTANCE, 1),
    one("bao-kingulu 4x3/4x3 S", &[], DISTANCE, 1),
    one("bao-kingulu 4x4/4x4 S", &[], DISTANCE, 31),
];

/// Room for everything.
const LARGE: usize = 64 << 20;

/// Room for a few entries.
const TINY: usize = 1 << 10;

/// More than any position of the cases needs.
const NODES: u64 = 10_000_000;

/// All methods on so many threads.
fn ways(threads: usize, memory: usize, nodes: u64) -> Vec<Way> {
    let way = |method| Way {
        method,
        threads,
        memory,
        nodes,
    };
    Method::ALL.map(way).to_vec()
}

/// Compares every `thinner`-th of the positions that each case names; all of them if it is 0.
fn compare_all(ways: &[Way], thinner: usize) -> [usize; 2] {
    compare(CASES.iter(), ways, thinner)
}

fn compare<'a>(
    cases: impl Iterator<Item = &'a Case<'a>>,
    ways: &[Way],
    thinner: usize,
) -> [usize; 2] {
    let mut total = [0; 2];
    for case in cases {
        let start = std::time::Instant::now();
        let stride = (case.stride * thinner).max(1);
        let [solved, given_up] = graph::run(case.position, case.rules, |setup| Compare {
            setup,
            case,
            ways,
            stride,
        });
        total = [total[0] + solved, total[1] + given_up];
        eprintln!(
            "{} {:?} {:?}: {solved} solved, {given_up} given up, {:?}",
            case.position,
            case.rules,
            case.objective,
            start.elapsed()
        );
    }
    total
}

#[test]
fn equals_brute_force_on_small_boards() {
    let [_, given_up] = compare_all(&ways(1, LARGE, NODES), 2);
    assert_eq!(given_up, 0);
}

#[test]
fn equals_brute_force_with_a_tiny_table() {
    let [solved, given_up] = compare_all(&ways(1, TINY, 20_000), 41);
    assert!(solved > 3 * given_up, "{solved} solved, {given_up} not");
}

#[test]
fn equals_brute_force_on_several_threads() {
    let several = [
        ways(2, LARGE, NODES),
        ways(7, LARGE, NODES),
        ways(7, TINY, 20_000),
    ];
    compare_all(&several.concat(), 97);
}

/// Monte-Carlo tree search on several threads. It finds no distances, and gives up what takes a large tree.
fn simulations(thinner: usize) -> [usize; 2] {
    let way = |threads, memory| Way {
        method: Method::MonteCarlo,
        threads,
        memory,
        nodes: 6000,
    };
    let ways = [way(1, LARGE), way(2, LARGE), way(7, LARGE), way(7, TINY)];
    let cases = CASES.iter();
    compare(
        cases.filter(|case| case.objective != DISTANCE),
        &ways,
        thinner,
    )
}

#[test]
fn simulations_equal_brute_force_where_they_prove_something() {
    let [solved, given_up] = simulations(397);
    assert!(2 * solved > given_up, "{solved} solved, {given_up} not");
}

/// `cargo test --release -p sow-search --test brute_force -- --ignored --nocapture`
#[test]
#[ignore = "every single position of every case takes many minutes"]
fn equals_brute_force_everywhere() {
    let [_, given_up] = compare_all(&ways(1, LARGE, NODES), 0);
    assert_eq!(given_up, 0);
    // Starting threads and forgetting everything takes its time, so one in some of the positions.
    compare_all(&ways(1, TINY, 20_000), 3);
    compare_all(&[ways(2, LARGE, NODES), ways(7, LARGE, NODES)].concat(), 3);
    compare_all(&ways(7, TINY, 20_000), 7);
    simulations(7);
}
