//! Monte-Carlo tree search: what it proves is what the exact solver says, and equal searches are equal.

use sow_engine::game::{Board, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::kind::GameKind;
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::turn::{TurnEnd, choose_turn};
use sow_random::Stream;
use sow_search::alpha_beta::solve;
use sow_search::analyse::{Score, Wish};
use sow_search::evaluate::Weights;
use sow_search::{Limits, MonteCarlo, Objective, Status, monte_carlo};

const GAMES: [(GameKind, usize); 5] = [
    (GameKind::Omweso, 2),
    (GameKind::Owela, 2),
    (GameKind::Nsolo, 2),
    (GameKind::BaoKingulu, 3),
    (GameKind::Anywoli, 2),
];

/// Positions of games played at random.
fn positions<P: Board>(game: &dyn Game<P>, games: u64) -> Vec<P> {
    let mut positions = Vec::new();
    for index in 0..games {
        let mut stream = Stream::new(5, index);
        let mut position = game.position(&game.rules().start(game.columns()));
        for _ in 0..40 {
            if game.finished(&position).is_some() {
                break;
            }
            positions.push(position);
            let mut choose = |below: usize| stream.index(below);
            match choose_turn(game, &position, &Patience::UNLIMITED, &mut choose)
                .map(|turn| turn.end)
            {
                Some(TurnEnd::Position(after)) => position = after,
                _ => break,
            }
        }
    }
    positions
}

/// Solves positions by both methods; says how many Monte-Carlo proved.
struct Agrees {
    threads: usize,
    memory: usize,
    objective: Objective,
}

impl BoardVisitor for Agrees {
    type Output = [usize; 2];

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> [usize; 2] {
        let mut counts = [0; 2];
        for position in positions(&*game, 6) {
            let limits = Limits {
                threads: self.threads,
                memory: self.memory,
                nodes: 300_000,
                ..Limits::default()
            };
            let seeds = usize::from(game.seeds(&position));
            let weights = Weights::of(game.kind());
            let found = MonteCarlo::new(&*game, self.objective, weights, seeds, self.memory).solve(
                &position,
                &limits,
                &mut |_| {},
            );
            let right = solve(
                &*game,
                &position,
                self.objective,
                &Limits::default(),
                &mut |_| {},
            );
            assert_eq!(right.status, Status::Exact);
            counts[1] += 1;
            match found.status {
                Status::Exact => {
                    counts[0] += 1;
                    assert_eq!(found.outcome(), right.outcome(), "{position:?}");
                    if self.objective == Objective::Margin {
                        assert_eq!(found.margin(), right.margin(), "{position:?}");
                    }
                }
                Status::Bound | Status::Unknown => {
                    if let (Some(least), Some(value)) = (found.lowest.margin, right.margin()) {
                        assert!(least <= value, "{position:?}");
                    }
                }
            }
        }
        counts
    }
}

#[test]
fn what_simulations_prove_is_what_the_solver_says() {
    for (kind, columns) in GAMES {
        for threads in [1, 2, 7] {
            for objective in [Objective::Outcome, Objective::Margin] {
                let agrees = Agrees {
                    threads,
                    memory: 1 << 28,
                    objective,
                };
                let [proven, all] = visit(Rules::default_for(kind), columns, agrees);
                assert!(2 * proven >= all, "{kind}: {proven} of {all} proven");
            }
        }
    }
}

#[test]
fn a_full_tree_proves_less_and_nothing_false() {
    for (kind, columns) in GAMES {
        let agrees = Agrees {
            threads: 1,
            memory: 2000,
            objective: Objective::Outcome,
        };
        visit(Rules::default_for(kind), columns, agrees);
    }
}

/// What a search with next to no memory spends.
struct Full;

impl BoardVisitor for Full {
    type Output = u64;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> u64 {
        let start = game.position(&game.rules().start(game.columns()));
        let limits = Limits {
            nodes: 5000,
            memory: 0,
            ..Limits::default()
        };
        monte_carlo::solve(&*game, &start, Objective::Outcome, &limits, &mut |_| {}).nodes
    }
}

#[test]
fn a_search_whose_tree_is_full_still_ends_at_its_limit() {
    for (kind, columns) in GAMES {
        let nodes = visit(Rules::default_for(kind), 2 * columns, Full);
        assert_eq!(nodes, 5000, "{kind}");
    }
}

/// Analyses a start and returns what was found.
struct AtStart;

impl BoardVisitor for AtStart {
    type Output = (u64, Vec<(String, Score, Option<u64>)>);

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let start = game.position(&game.rules().start(game.columns()));
        let seeds = usize::from(game.seeds(&start));
        let limits = Limits {
            nodes: 20_000,
            ..Limits::default()
        };
        let wish = Wish {
            lines: 100,
            ..Wish::default()
        };
        let analysis = MonteCarlo::new(
            &*game,
            Objective::Outcome,
            Weights::of(game.kind()),
            seeds,
            1 << 24,
        )
        .analyse(&start, &wish, &limits, 3, &mut |_| {});
        let lines = analysis.lines.into_iter();
        let lines = lines.map(|line| (line.turns.join(" "), line.score, line.visits));
        (analysis.nodes, lines.collect())
    }
}

#[test]
fn equal_searches_find_the_same() {
    for (kind, columns) in GAMES {
        let columns = 2 * columns;
        let search = || visit(Rules::default_for(kind), columns, AtStart);
        let (nodes, lines) = search();
        assert!(nodes <= 20_000 && !lines.is_empty(), "{kind}: {nodes}");
        assert_eq!((nodes, lines), search(), "{kind}");
    }
}
