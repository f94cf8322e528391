//! Finds problems in games that the engine plays against itself: South to move and win, with exactly
//! one winning turn.
//!
//! ```text
//! cargo run --release -p sow-search --example mine_puzzles -- GAME SEED GAMES [COLUMNS] [RULES…]
//! ```
//!
//! Prints a TOML entry for each problem found, the most interesting first. The same arguments give
//! the same problems.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use sow_engine::game::{Board, Game};
use sow_engine::games::{GameVisitor, visit};
use sow_engine::kind::GameKind;
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::side::Side;
use sow_engine::turn::{self, Turn, TurnEnd};
use sow_search::{Limits, Objective, Solution, Solver, Status};
use std::ops::RangeInclusive;
use std::process::ExitCode;

/// Turns after which a game is given up.
const LONGEST_GAME: usize = 300;
/// Turns before which no problem is looked for.
const OPENING: usize = 6;
/// How many of the last positions of a game are looked at.
const LAST: usize = 40;
/// Nodes to see whether South wins.
const FIRST_LOOK: u64 = 100_000;
/// Nodes for the whole solution and for each other turn.
const SECOND_LOOK: u64 = 400_000;
/// Fewest and most turns to choose from.
const CHOICES: RangeInclusive<usize> = 3..=40;
/// Fewest turns of a solution, both players' counted.
const SHORTEST: usize = 5;
/// Most turns of a solution.
const LONGEST: usize = 13;

/// What to look for.
struct Miner {
    rules: Rules,
    columns: usize,
    seed: u64,
    games: u64,
}

/// A problem with what makes it interesting.
struct Problem {
    position: String,
    solution: Solution,
    turns: usize,
    /// Another turn captures more than the key.
    is_modest: bool,
    choices: usize,
}

impl Problem {
    fn interest(&self) -> u64 {
        let turns = self.turns.min(9) as u64;
        let work = u64::from(self.solution.nodes.ilog2());
        turns * 6 + u64::from(self.is_modest) * 40 + self.choices.min(8) as u64 * 10 + work * 4
    }

    /// 1 (easy) to 5.
    fn difficulty(&self) -> u64 {
        let length = self.turns as u64 / 4;
        let work = self.solution.nodes.ilog10() as u64;
        ((length + work + u64::from(self.is_modest)) / 2).clamp(1, 5)
    }
}

impl GameVisitor for Miner {
    type Output = Vec<Problem>;

    fn visit<G: Game + 'static>(self, game: G) -> Vec<Problem> {
        let mut problems = Vec::new();
        for number in 0..self.games {
            let stream = self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number;
            let mut random = Xoshiro256PlusPlus::seed_from_u64(stream);
            let start = game.position(&self.rules.start(self.columns));
            // One problem a game: those of one game look alike.
            let best = positions(&game, start, &mut random)
                .iter()
                .rev()
                .take(LAST)
                .filter_map(|position| problem(&game, position))
                .max_by_key(Problem::interest);
            problems.extend(best);
        }
        problems.sort_by_key(|problem| std::cmp::Reverse(problem.interest()));
        problems
    }
}

/// The positions of a game with South to move, after the opening.
fn positions<G: Game>(
    game: &G,
    start: G::Position,
    random: &mut Xoshiro256PlusPlus,
) -> Vec<G::Position> {
    let mut met = Vec::new();
    let mut at = start;
    for number in 0..LONGEST_GAME {
        if game.finished(&at).is_some() {
            break;
        }
        if number >= OPENING && at.side() == Side::South && !at.is_mid_turn() {
            met.push(at);
        }
        let turns = turn::turns(game, &at, &Patience::UNLIMITED, true);
        let nexts: Vec<G::Position> = turns
            .iter()
            .filter_map(|turn| match turn.end {
                TurnEnd::Position(after) => Some(after),
                _ => None,
            })
            .collect();
        let Some(next) = choose(game, &at, &nexts, random) else {
            break;
        };
        at = next;
    }
    met
}

/// A careless player: often the greediest turn, else any.
fn choose<G: Game>(
    game: &G,
    at: &G::Position,
    nexts: &[G::Position],
    random: &mut Xoshiro256PlusPlus,
) -> Option<G::Position> {
    if nexts.is_empty() {
        return None;
    }
    let any = nexts[random.random_range(0..nexts.len() as u32) as usize];
    if random.random_range(0..3_u32) == 0 {
        return Some(any);
    }
    let gain = |next: &&G::Position| at.side().sign() * i32::from(game.margin(next));
    nexts.iter().max_by_key(gain).copied()
}

/// The problem of a position, if it is one.
fn problem<G: Game>(game: &G, position: &G::Position) -> Option<Problem> {
    let seeds = usize::from(game.seeds(position));
    let solver = Solver::new(game, Objective::Outcome, seeds, 64 << 20);
    let turns = turn::turns(game, position, &Patience::UNLIMITED, true);
    if !CHOICES.contains(&turns.len()) {
        return None;
    }
    let look = Limits {
        nodes: FIRST_LOOK,
        line: false,
        ..Limits::default()
    };
    let south_wins = |solution: &Solution| solution.outcome() == Some(Some(Side::South));
    if !south_wins(&solver.solve(position, &look, &mut |_| {})) {
        return None;
    }
    let mut keys = Vec::new();
    for turn in &turns {
        if wins(game, &solver, turn)? {
            keys.push(turn);
        }
        if keys.len() > 1 {
            return None;
        }
    }
    let &[key] = &keys[..] else {
        return None;
    };
    let limits = Limits {
        nodes: SECOND_LOOK,
        ..Limits::default()
    };
    let solution = Solver::new(game, Objective::Outcome, seeds, 64 << 20).solve(
        position,
        &limits,
        &mut |_| {},
    );
    if !south_wins(&solution)
        || !(SHORTEST..=LONGEST).contains(&solution.line.len())
        || solution.line[0].split('+').next() != Some(&key.text)
    {
        return None;
    }
    Some(Problem {
        position: game.setup(position).to_string(),
        turns: solution.line.len(),
        solution,
        is_modest: turns.iter().any(|turn| turn.captured > key.captured),
        choices: turns.len(),
    })
}

/// Whether a turn wins for South; `None` if that stays open.
fn wins<G: Game>(game: &G, solver: &Solver<'_, G>, turn: &Turn<G::Position>) -> Option<bool> {
    let winner = match turn.end {
        TurnEnd::Wins(_, ending) => ending.winner,
        TurnEnd::NeverEnds(_) => None,
        TurnEnd::Unfinished(_) => return None,
        TurnEnd::Position(after) if game.finished(&after).is_some() => {
            game.finished(&after)?.winner
        }
        TurnEnd::Position(after) => {
            let limits = Limits {
                nodes: SECOND_LOOK,
                line: false,
                ..Limits::default()
            };
            let solution = solver.solve(&after, &limits, &mut |_| {});
            if solution.status == Status::Exact {
                solution.outcome()?
            } else if solution.highest.winner != Some(Side::South) {
                None
            } else {
                return None;
            }
        }
    };
    Some(winner == Some(Side::South))
}

fn print(game: GameKind, rules: &Rules, number: usize, problem: &Problem, command: &str) {
    let line: Vec<String> = problem
        .solution
        .line
        .iter()
        .map(|turn| format!("\"{turn}\""))
        .collect();
    println!("[[puzzle]]");
    println!("id = \"{game}-{number}\"");
    println!("game = \"{game}\"");
    println!("rules = \"{}\"", rules.describe());
    println!("position = \"{}\"", problem.position);
    println!("stipulation = \"South to move and win\"");
    println!("solution = [{}]", line.join(", "));
    println!("unique = true");
    if let Some(plies) = problem.solution.distance {
        println!("plies = {plies}");
    }
    println!("difficulty = {}", problem.difficulty());
    println!("source = \"composed by this project with `{command}`\"");
    println!(
        "# {} turns to choose from; {} positions searched{}",
        problem.choices,
        problem.solution.nodes,
        if problem.is_modest {
            "; another turn captures more"
        } else {
            ""
        }
    );
    println!();
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let usage = "usage: mine_puzzles GAME SEED GAMES [COLUMNS] [KEY=VALUE…]";
    let parse = || -> Option<(Rules, usize, u64, u64)> {
        let mut rules = Rules::default_for(GameKind::from_name(arguments.first()?)?);
        for setting in arguments.iter().skip(4) {
            rules.set(setting).ok()?;
        }
        let columns = match arguments.get(3) {
            Some(text) => text.parse().ok()?,
            None => rules.default_columns(),
        };
        rules.game().columns().contains(&columns).then_some(())?;
        Some((
            rules,
            columns,
            arguments.get(1)?.parse().ok()?,
            arguments.get(2)?.parse().ok()?,
        ))
    };
    let Some((rules, columns, seed, games)) = parse() else {
        eprintln!("{usage}");
        return ExitCode::from(2);
    };
    let command = format!(
        "cargo run --release -p sow-search --example mine_puzzles -- {}",
        arguments.join(" ")
    );
    let miner = Miner {
        rules,
        columns,
        seed,
        games,
    };
    let problems = visit(rules, columns, miner);
    for (number, problem) in problems.iter().enumerate() {
        print(rules.game(), &rules, number + 1, problem, &command);
    }
    ExitCode::SUCCESS
}
