//! What the exact methods have in common: threads, limits, distances, the choice of a method.

use sow_engine::game::{Board, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::notation::parse_position;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_search::alpha_beta::solve;
use sow_search::auto::{self, Reason};
use sow_search::solving::{self, Task};
use sow_search::{Limits, Objective, Solution, Status, proof_number};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Which method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Auto,
    AlphaBeta,
    ProofNumber,
}

struct Ask<'a> {
    setup: Setup,
    objective: Objective,
    method: Method,
    limits: Limits<'a>,
}

impl BoardVisitor for Ask<'_> {
    type Output = (Solution, Option<Reason>);

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let position = game.position(&self.setup);
        let (objective, limits) = (self.objective, &self.limits);
        match self.method {
            Method::Auto => {
                let (solution, why) =
                    auto::solve(&*game, &position, objective, limits, &mut |_| {});
                (solution, Some(why))
            }
            Method::AlphaBeta => (
                solve(&*game, &position, objective, limits, &mut |_| {}),
                None,
            ),
            Method::ProofNumber => (
                proof_number::solve(&*game, &position, objective, limits, &mut |_| {}),
                None,
            ),
        }
    }
}

fn ask(
    position: &str,
    rule: Option<&str>,
    objective: Objective,
    method: Method,
    limits: Limits<'_>,
) -> (Solution, Option<Reason>) {
    let setup = parse_position(position).expect("a position");
    let mut rules = Rules::default_for(setup.game);
    if let Some(rule) = rule {
        rules.set(rule).expect("a rule");
    }
    let columns = setup.columns;
    visit(
        rules,
        columns,
        Ask {
            setup,
            objective,
            method,
            limits,
        },
    )
}

const OWELA: &str = "owela 2x8/0x8/0x8/2x8 S";
const BAO: &str = "bao-kingulu 4x4/4x4 S";

#[test]
fn limits_hold_for_all_threads_together() {
    let stop = AtomicBool::new(true);
    for method in [Method::Auto, Method::AlphaBeta, Method::ProofNumber] {
        for threads in [1, 2, 7] {
            let limits = Limits {
                memory: 1 << 20,
                threads,
                ..Limits::default()
            };
            let ask = |limits| ask(OWELA, None, Objective::Margin, method, limits).0;
            let few = ask(Limits {
                nodes: 30_000,
                ..limits
            });
            assert_ne!(few.status, Status::Exact, "{method:?} {threads}");
            // Threads claim nodes in shares, which may be left over at the end.
            let unused = if threads == 1 {
                0
            } else {
                1024 * threads as u64
            };
            assert!(
                few.nodes <= 30_000 && few.nodes >= 30_000 - unused,
                "{few:?}"
            );
            let most = 4096 * threads as u64;
            let stopped = ask(Limits {
                stop: Some(&stop),
                ..limits
            });
            assert!(stopped.nodes <= most, "{method:?} {threads}: {stopped:?}");
            let late = ask(Limits {
                deadline: Some(Instant::now()),
                ..limits
            });
            assert!(late.nodes <= most, "{method:?} {threads}: {late:?}");
        }
    }
}

#[test]
fn one_thread_does_the_same_twice_and_several_find_the_same_value() {
    for method in [Method::AlphaBeta, Method::ProofNumber] {
        for objective in [Objective::Margin, Objective::Distance] {
            let with = |threads| {
                let limits = Limits {
                    threads,
                    ..Limits::default()
                };
                ask(BAO, None, objective, method, limits).0
            };
            let first = with(1);
            assert_eq!(first.status, Status::Exact);
            assert_eq!(first, with(1));
            for threads in [2, 7] {
                let other = with(threads);
                assert_eq!(other.status, Status::Exact);
                assert_eq!(other.outcome(), first.outcome());
                assert_eq!(other.distance, first.distance);
                if objective == Objective::Margin {
                    assert_eq!(other.margin(), first.margin());
                }
            }
        }
    }
}

#[test]
fn a_distance_that_is_cut_short_is_a_bound() {
    let limits = Limits {
        line: false,
        ..Limits::default()
    };
    for method in [Method::Auto, Method::AlphaBeta, Method::ProofNumber] {
        let outcome = ask(BAO, None, Objective::Outcome, method, limits).0;
        let whole = ask(BAO, None, Objective::Distance, method, limits).0;
        assert!(outcome.outcome().is_some_and(|winner| winner.is_some()));
        let distance = whole.distance.expect("a forced win");
        assert_eq!(whole.distance_at_least, distance);
        // Enough for the outcome and for a first look at the distance.
        let cut = Limits {
            nodes: outcome.nodes + (whole.nodes - outcome.nodes) / 2,
            ..limits
        };
        let cut = ask(BAO, None, Objective::Distance, method, cut).0;
        assert_eq!(cut.status, Status::Bound, "{method:?} {cut:?}");
        assert_eq!(cut.outcome(), outcome.outcome());
        assert_eq!(cut.distance, None);
        assert!(cut.distance_at_least > 0 && cut.distance_at_least <= distance);
    }
}

#[test]
fn the_chosen_method_suits_the_position() {
    let limits = Limits::default();
    let choose = |position, rule, limits| {
        let (solution, why) = ask(position, rule, Objective::Outcome, Method::Auto, limits);
        assert_eq!(solution.status, Status::Exact);
        (solution.method, why.expect("a reason"))
    };
    let small = Limits {
        memory: 1 << 16,
        ..limits
    };
    assert_eq!(
        choose(BAO, None, limits),
        ("proof-number", Reason::MostlyFaster)
    );
    assert_eq!(
        choose(BAO, None, small),
        ("alpha-beta", Reason::LittleMemory)
    );
    let rule = Some("repetition=row-owner");
    assert_eq!(
        choose("anywoli 4x2/4x2 S", rule, limits),
        ("proof-number", Reason::MostlyFaster)
    );
}

/// Margins of small two-row boards: all that can be reached is enumerated while proof-number search goes round.
#[test]
fn what_can_be_enumerated_is() {
    let ask = |position: &str, method, nodes| {
        let task = Task {
            objective: Objective::Margin,
            method,
            limits: Limits {
                nodes,
                ..Limits::default()
            },
            ..Task::default()
        };
        let position = position.parse().expect("a position");
        solving::solve(&position, &task, &mut |_| {}).expect("an answer")
    };
    let position = "anywoli 3x5/3x5 S";
    let chosen = ask(position, solving::Method::Auto, u64::MAX);
    let enumerated = ask(position, solving::Method::Retrograde, u64::MAX);
    assert_eq!(chosen.why, Some(Reason::FewPositions));
    assert_eq!(chosen.solution.method, "retrograde");
    assert_eq!(chosen.solution.margin(), enumerated.solution.margin());
    assert!(chosen.is_exact());
    // A limit on nodes holds for both together.
    for nodes in [1_100_000, 1_400_000] {
        let cut = ask("anywoli 4x6/4x6 S", solving::Method::Auto, nodes);
        assert!(cut.solution.nodes <= nodes, "{cut:?}");
    }
}

#[test]
fn a_relay_that_is_given_up_is_no_proof() {
    // Its sowings take more laps than anybody has counted.
    let position = "bao-kingulu 17,20,19,12,13,20/14,13,12,19,21,20 S";
    let stop = AtomicBool::new(true);
    let limits = Limits {
        stop: Some(&stop),
        nodes: 100,
        ..Limits::default()
    };
    for method in [Method::AlphaBeta, Method::ProofNumber, Method::Auto] {
        let (solution, _) = ask(position, None, Objective::Outcome, method, limits);
        assert_eq!(solution.status, Status::Unknown, "{method:?}");
        assert!(solution.line.is_empty());
    }
}
