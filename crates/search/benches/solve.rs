//! Time to solve exactly, lines left out: the hardest shipped problem of each game by outcome and
//! starts of two-row games by margin, by both methods, on one and two threads.

#![allow(missing_docs, reason = "criterion's macros declare functions")]

use criterion::{Criterion, criterion_group, criterion_main};
use serde::Deserialize;
use sow_engine::game::{Board, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::kind::GameKind;
use sow_engine::notation::parse_position;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_search::alpha_beta::solve;
use sow_search::{Limits, Objective, Solution, Status, proof_number};
use std::hint::black_box;
use std::path::Path;

#[derive(Deserialize)]
struct Puzzle {
    id: String,
    rules: String,
    position: String,
}

#[derive(Deserialize)]
struct PuzzleFile {
    puzzle: Vec<Puzzle>,
}

#[derive(Clone, Copy, Debug)]
enum Method {
    AlphaBeta,
    ProofNumber,
}

/// Solves once.
struct Solve<'a> {
    setup: &'a Setup,
    objective: Objective,
    method: Method,
    threads: usize,
}

impl BoardVisitor for Solve<'_> {
    type Output = Solution;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Solution {
        let limits = Limits {
            memory: 64 << 20,
            threads: self.threads,
            line: false,
            ..Limits::default()
        };
        let position = game.position(self.setup);
        let solution = match self.method {
            Method::AlphaBeta => solve(&*game, &position, self.objective, &limits, &mut |_| {}),
            Method::ProofNumber => {
                proof_number::solve(&*game, &position, self.objective, &limits, &mut |_| {})
            }
        };
        assert_eq!(solution.status, Status::Exact);
        solution
    }
}

/// A position with its rules and what is asked.
struct Problem {
    name: String,
    rules: Rules,
    setup: Setup,
    objective: Objective,
}

impl Problem {
    fn solve(&self, method: Method, threads: usize) -> Solution {
        let run = Solve {
            setup: &self.setup,
            objective: self.objective,
            method,
            threads,
        };
        visit(self.rules, self.setup.columns, run)
    }
}

fn problems() -> Vec<Problem> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/puzzles");
    let mut problems = Vec::new();
    for game in ["owela", "omweso", "nsolo", "bao-kingulu", "anywoli"] {
        let path = folder.join(format!("{game}.toml"));
        let text = std::fs::read_to_string(path).expect("a readable file");
        let file: PuzzleFile = toml::from_str(&text).expect("a puzzle file");
        let all = file.puzzle.into_iter().map(|puzzle| {
            let setup = parse_position(&puzzle.position).expect("a position");
            let rules =
                Rules::from_words(setup.game, puzzle.rules.split_whitespace()).expect("rules");
            Problem {
                name: puzzle.id,
                rules,
                setup,
                objective: Objective::Outcome,
            }
        });
        problems.extend(all.max_by_key(|problem| problem.solve(Method::AlphaBeta, 1).nodes));
    }
    for (kind, columns, objective) in [
        (GameKind::BaoKingulu, 6, Objective::Margin),
        (GameKind::BaoKingulu, 7, Objective::Margin),
        (GameKind::Anywoli, 6, Objective::Margin),
    ] {
        let rules = Rules::default_for(kind);
        problems.push(Problem {
            name: format!("{} 2x{columns} start", kind.name()),
            rules,
            setup: rules.start(columns),
            objective,
        });
    }
    problems
}

fn solving(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solve");
    group.sample_size(10);
    for problem in &problems() {
        for method in [Method::AlphaBeta, Method::ProofNumber] {
            for threads in [1, 2] {
                let name = format!("{} {method:?} {threads}", problem.name);
                group.bench_function(name, |bencher| {
                    bencher.iter(|| black_box(problem.solve(method, threads)));
                });
            }
        }
    }
    group.finish();
}

criterion_group!(benches, solving);
criterion_main!(benches);
