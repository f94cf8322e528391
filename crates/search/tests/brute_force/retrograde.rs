//! Retrograde analysis against brute force: the value of every position that can be reached.

use crate::graph::{self, Graph};
use crate::methods::Method;
use sow_engine::game::{Board, Game};
use sow_engine::games::BoardVisitor;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_search::retrograde::{self, NotEnumerable};
use sow_search::{EndgameValue, Limits, Objective, Status};

const OUTCOME: Objective = Objective::Outcome;
const MARGIN: Objective = Objective::Margin;
const POINTS: Objective = Objective::Points;

/// Compares all positions below the set-up; returns how many.
struct Compare {
    setup: Setup,
    objective: Objective,
    threads: usize,
}

/// A value on the scale of the brute-force solver.
fn number(four_rows: bool, objective: Objective, value: &EndgameValue) -> i32 {
    let sign = value.winner.map_or(0, Side::sign);
    match objective {
        Objective::Points if four_rows => i32::from(value.points.expect("points")),
        Objective::Margin => {
            let margin = value.margin.expect("a margin");
            margin + if four_rows { sign * 10_000 } else { 0 }
        }
        _ => sign,
    }
}

impl BoardVisitor for Compare {
    type Output = usize;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> usize {
        let root = game.position(&self.setup);
        let objective = self.objective;
        let graph = Graph::new(&*game, objective, &[root], 1_000_000).expect("a small graph");
        let values = graph.values();
        let four_rows = game.kind().has_four_rows();
        let timed = four_rows && objective == OUTCOME;
        let distances = timed.then(|| graph.distances(&*game, objective, &values));
        let limits = Limits {
            threads: self.threads,
            ..Limits::default()
        };
        let known = retrograde::values(&*game, &root, objective, &limits)
            .expect("a position between turns")
            .expect("memory enough");
        let mut compared = 0;
        for (i, position) in graph.positions.iter().enumerate() {
            // Where the game is over there is nothing to ask, and a choice is no position.
            if game.finished(position).is_some() || position.is_mid_turn() {
                continue;
            }
            let what = || format!("{:?}", game.setup(position));
            let found = known
                .value(position.side(), &position.contents())
                .unwrap_or_else(|| panic!("{}", what()));
            let expected = match objective {
                OUTCOME => values[i].signum(),
                _ => values[i],
            };
            assert_eq!(number(four_rows, objective, &found), expected, "{}", what());
            if let Some(distances) = &distances {
                assert_eq!(found.distance, distances[i], "{}", what());
            }
            compared += 1;
        }
        let (solution, census) =
            retrograde::solve(&*game, &root, objective, &limits, &mut |_| {}).expect("the same");
        let census = census.expect("memory enough");
        assert_eq!(solution.status, Status::Exact);
        let found = graph::number(four_rows, objective, &solution.lowest);
        assert_eq!(
            found,
            if objective == OUTCOME {
                values[0].signum()
            } else {
                values[0]
            }
        );
        assert!(!solution.line.is_empty());
        assert_eq!(
            census.positions,
            census.wins + census.draws + census.losses + census.open
        );
        assert_eq!(census.open, 0);
        compared
    }
}

#[test]
fn retrograde_analysis_equals_brute_force_at_every_position() {
    let mut compared = 0;
    for (position, rules, objective) in [
        ("owela 2x3/0x3/0x3/2,2,0 S", &[][..], OUTCOME),
        ("owela 2x2/2,0/0,2/2x2 S", &[], MARGIN),
        (
            "omweso 4x2/0x2/0x2/4x2 S uncaptured unmoved:SN",
            &[],
            OUTCOME,
        ),
        (
            "omweso 2x2/0x2/0x2/2x2 S uncaptured unmoved:SN",
            &["never-ending=mover-loses"],
            MARGIN,
        ),
        (
            "omweso 3,2/0x2/0x2/3,2 S",
            &["never-ending=illegal", "both-end-columns=no"],
            POINTS,
        ),
        ("nsolo 2x2/0,2/2,0/2x2 S", &[], OUTCOME),
        (
            "nsolo 2x2/0,2/2,0/2x2 S",
            &["sanderson", "bonus=up-to-k"],
            MARGIN,
        ),
        ("anywoli 4x2/4x2 S", &["wikipedia"], MARGIN),
        ("anywoli 4x3/4x3 S", &[], OUTCOME),
        ("anywoli 4x3/4x3 N 4-8 last:S", &[], MARGIN),
        (
            "anywoli 4x3/4x3 S",
            &["extra-move=optional", "last-seeds=mover-takes"],
            MARGIN,
        ),
        ("anywoli 4x3/4x3 S", &["never-ending=annul"], MARGIN),
        ("anywoli 4x3/4x3 S", &["never-ending=mover-loses"], MARGIN),
        ("anywoli 4x4/4x4 S", &[], MARGIN),
        ("bao-kingulu 4x3/4x3 S", &[], MARGIN),
        (
            "bao-kingulu 4x3/4x3 S",
            &["reserved-seeds=bank", "never-ending=annul"],
            MARGIN,
        ),
        ("bao-kingulu 4x4/4x4 S", &[], MARGIN),
    ] {
        for threads in [1, 3] {
            compared += graph::run(position, rules, |setup| Compare {
                setup,
                objective,
                threads,
            });
        }
    }
    assert!(compared > 100_000, "{compared}");
}

/// The least and the most, where histories decide.
struct Between {
    setup: Setup,
}

impl BoardVisitor for Between {
    /// Positions whose value depends on no history, and others.
    type Output = [usize; 2];

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> [usize; 2] {
        let root = game.position(&self.setup);
        let graph = Graph::new(&*game, MARGIN, &[root], 300_000).expect("a small graph");
        let limits = Limits::default();
        let known = retrograde::values(&*game, &root, MARGIN, &limits)
            .expect("a position between turns")
            .expect("memory enough");
        let few = Limits {
            nodes: 20_000,
            line: false,
            ..limits
        };
        let seeds = usize::from(game.seeds(&root));
        let solvers = Method::ALL.map(|method| method.solver(&*game, MARGIN, seeds, 1 << 20));
        let mut count = [0; 2];
        for (i, position) in graph.positions.iter().enumerate() {
            if game.finished(position).is_some() {
                continue;
            }
            let found = solvers.iter().map(|solve| solve(position, &few));
            let searched: Vec<i32> = found.filter_map(|solution| solution.margin()).collect();
            if let Some(found) = known.value(position.side(), &position.contents()) {
                // The searches need no histories either.
                let margin = found.margin.expect("a margin");
                assert_eq!(searched, [margin; 2], "{:?}", game.setup(position));
            }
            let Some(found) = known.value(position.side(), &position.contents()) else {
                count[1] += 1;
                continue;
            };
            count[0] += 1;
            if let Some(value) = graph.value_by_histories(i, 20_000) {
                assert_eq!(found.margin, Some(value), "{:?}", game.setup(position));
            }
        }
        count
    }
}

#[test]
fn retrograde_analysis_tells_only_what_no_history_changes() {
    for (position, rules) in [
        ("anywoli 4x2/4x2 S", &["repetition=row-owner"][..]),
        ("anywoli 4x3/4x3 S", &["repetition=row-owner"]),
        ("bao-kingulu 4x3/4x3 S", &["repetition=row-owner"]),
        ("bao-kingulu 4x2/4x2 S", &["sow-from-reserved=yes"]),
        ("bao-kingulu 4x2/4x2 S", &["end-in-reserved=relay"]),
        ("bao-kingulu 3x3/3x3 S", &["end-in-reserved=relay"]),
        // What is best for South here is not best for North in the same place.
        (
            "bao-kingulu 6x2/6x2 S",
            &[
                "end-in-reserved=relay",
                "sow-from-reserved=yes",
                "penultimate=always",
                "skip-origin=yes",
            ],
        ),
    ] {
        let [told, open] = graph::run(position, rules, |setup| Between { setup });
        assert!(told > 0, "{position} {rules:?}");
        eprintln!("{position} {rules:?}: {told} told, {open} open");
    }
}

/// How many positions there are.
struct Count {
    setup: Setup,
    limits: Limits<'static>,
}

impl BoardVisitor for Count {
    type Output = Result<Option<u64>, NotEnumerable>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let root = game.position(&self.setup);
        let found = retrograde::solve(&*game, &root, MARGIN, &self.limits, &mut |_| {});
        found.map(|(solution, census)| {
            assert_eq!(census.is_none(), solution.status == Status::Unknown);
            census.map(|census| census.positions)
        })
    }
}

#[test]
fn positions_are_as_many_as_counted_elsewhere_and_limits_are_kept() {
    let count = |rules: &[&str], position, limits| {
        graph::run(position, rules, |setup| Count { setup, limits })
    };
    // 1.18 million, without the mark of who took the last group.
    let five = "anywoli 4x5/4x5 S";
    let limits = Limits::default();
    assert_eq!(
        count(&["last-seeds=mover-takes"], five, limits),
        Ok(Some(1_181_387))
    );
    // Too little memory, too few positions: unknown.
    let little = Limits {
        memory: 1 << 16,
        ..limits
    };
    assert_eq!(count(&[], "anywoli 4x4/4x4 S", little), Ok(None));
    let few = Limits {
        nodes: 1000,
        ..limits
    };
    assert_eq!(count(&[], "anywoli 4x4/4x4 S", few), Ok(None));
    assert_eq!(
        count(&[], "anywoli 20x4/20x4 S", limits),
        Err(NotEnumerable::TooManySeeds(160))
    );
}
