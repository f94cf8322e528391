//! Fits the weights of the evaluation to games of the engine against itself, and measures them.
//!
//! ```text
//! cargo run --release -p sow-search --example tune -- fit GAME GAMES SEED [WEIGHTS]
//! cargo run --release -p sow-search --example tune -- match GAME PAIRS SEED NODES [FIRST [SECOND]]
//! ```
//!
//! `fit` plays games with the present weights from random openings and fits the weights to the
//! results of their open positions by logistic regression; it prints them with a seed worth 100, on the
//! board in four rows and banked in two.
//!
//! `match` plays two sets of weights against each other, each move searched for NODES nodes. Every
//! opening is played twice with the players exchanged. Openings are random, and kept only if a
//! search finds them about even. A set is `material`, `own` (that of the game), or weights such as
//! `seeds=100,mobility=20`; FIRST is `own` and SECOND `material` if not given. The same arguments
//! give the same games.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use sow_engine::game::{Board, Ending, Game, Outcome};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::kind::GameKind;
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::side::Side;
use sow_engine::turn::{TurnEnd, choose_turn};
use sow_search::analyse::{Analyser, Score, Wish};
use sow_search::evaluate::{COUNTS, Features, NAMES, Weights, features};
use sow_search::{Analysis, Limits};
use std::collections::HashSet;
use std::process::ExitCode;

/// Decisions after which a game is a draw.
const LONGEST: usize = 400;
/// Turns played at random at the beginning.
const RANDOM_TURNS: usize = 6;
/// Openings in which one side is ahead by more than this, in hundredths of a seed, are not played.
const UNEVEN: i32 = 600;
/// Nodes to see whether an opening is even, and for each move of the games that are fitted.
const LOOK: u64 = 3000;
/// Steps of the regression.
const STEPS: usize = 4000;

/// A position on the way, with what it looked like to South.
struct Sample {
    features: [f64; COUNTS],
    /// South's result: 1, 0.5 or 0.
    result: f64,
}

/// The player: one set of weights with a table of its own.
struct Player<'game, P: Board> {
    game: &'game dyn Game<P>,
    weights: Weights,
    nodes: u64,
}

impl<'game, P: Board> Player<'game, P> {
    fn analyser(&self, position: &P) -> Analyser<'game, P> {
        let seeds = usize::from(self.game.seeds(position));
        Analyser::new(self.game, self.weights, seeds, 1 << 19)
    }

    fn think(&self, analyser: &Analyser<'_, P>, position: &P) -> Analysis {
        let limits = Limits {
            nodes: self.nodes,
            ..Limits::default()
        };
        analyser.analyse(position, &Wish::default(), &limits, &mut |_| {})
    }
}

/// South's result of an ending.
fn result(ending: Option<&Ending>) -> f64 {
    match ending.and_then(|ending| ending.winner) {
        Some(Side::South) => 1.0,
        Some(Side::North) => 0.0,
        None => 0.5,
    }
}

/// Plays a game between South and North; returns South's result. `watch` sees each position.
fn play<P: Board>(
    game: &dyn Game<P>,
    start: &P,
    players: [&Player<'_, P>; 2],
    watch: &mut dyn FnMut(&P, &Analysis),
) -> f64 {
    let analysers = players.map(|player| player.analyser(start));
    let mut position = *start;
    let mut seen = HashSet::new();
    for _ in 0..LONGEST {
        if !position.is_mid_turn() {
            if let Some(ending) = game.finished(&position) {
                return result(Some(&ending));
            }
            if !seen.insert(position) {
                return result(game.repeated(&position).as_ref());
            }
        }
        let mover = position.side().index();
        let analysis = players[mover].think(&analysers[mover], &position);
        let Some(line) = analysis.lines.first() else {
            return result(Some(&game.stuck(&position)));
        };
        watch(&position, &analysis);
        let step = game.play(&position, line.decision, &Patience::UNLIMITED, None);
        match step.outcome {
            Outcome::Position(after) => position = after,
            Outcome::Wins(_, ending) => return result(Some(&ending)),
            _ => return result(game.never_ending(&position).as_ref()),
        }
    }
    0.5
}

/// A random opening in which neither side is far ahead.
fn opening<P: Board>(game: &dyn Game<P>, random: &mut Xoshiro256PlusPlus) -> P {
    let judge = Player {
        game,
        weights: Weights::MATERIAL,
        nodes: LOOK,
    };
    loop {
        let mut position = game.position(&game.rules().start(game.columns()));
        let turns = RANDOM_TURNS + random.random_range(0..2_u32) as usize;
        let mut over = false;
        for _ in 0..turns {
            let mut choose = |below: usize| random.random_range(0..below as u64) as usize;
            match choose_turn(game, &position, &Patience::UNLIMITED, &mut choose)
                .map(|turn| turn.end)
            {
                Some(TurnEnd::Position(after)) => position = after,
                _ => over = true,
            }
            if over || game.finished(&position).is_some() {
                over = true;
                break;
            }
        }
        if over {
            continue;
        }
        let analysis = judge.think(&judge.analyser(&position), &position);
        let even = analysis.lines.first().is_some_and(
            |line| matches!(line.score, Score::Estimate(value) if value.abs() <= UNEVEN),
        );
        if even {
            return position;
        }
    }
}

/// What is asked on the command line.
struct Task {
    fit: bool,
    games: u64,
    seed: u64,
    nodes: u64,
    first: Weights,
    second: Weights,
}

impl BoardVisitor for Task {
    type Output = ();

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) {
        if self.fit {
            self.fit(&*game);
        } else {
            self.measure(&*game);
        }
    }
}

impl Task {
    /// The random numbers of one game.
    fn random(&self, index: u64) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ index)
    }

    fn measure<P: Board>(&self, game: &dyn Game<P>) {
        let [first, second] = [self.first, self.second].map(|weights| Player {
            game,
            weights,
            nodes: self.nodes,
        });
        let mut pairs = Vec::new();
        let mut counts = [0; 3];
        for index in 0..self.games {
            let start = opening(game, &mut self.random(index));
            let as_south = play(game, &start, [&first, &second], &mut |_, _| {});
            let as_north = 1.0 - play(game, &start, [&second, &first], &mut |_, _| {});
            for result in [as_south, as_north] {
                counts[(2.0 * result) as usize] += 1;
            }
            pairs.push((as_south + as_north) / 2.0);
        }
        // The two games of an opening are no independent samples, so pairs are counted.
        let count = pairs.len() as f64;
        let mean = pairs.iter().sum::<f64>() / count;
        let spread = pairs.iter().map(|pair| (pair - mean).powi(2)).sum::<f64>();
        let error = (spread / (count - 1.0).max(1.0) / count).sqrt();
        let elo = |score: f64| {
            let score = score.clamp(0.001, 0.999);
            400.0 * (score / (1.0 - score)).log10()
        };
        println!(
            "{}: won {}, drawn {}, lost {} of {} games: {:.1} % ± {:.1} (95 %), Elo {:+.0} [{:+.0}, {:+.0}]",
            game.kind(),
            counts[2],
            counts[1],
            counts[0],
            2 * pairs.len(),
            100.0 * mean,
            196.0 * error,
            elo(mean),
            elo(mean - 1.96 * error),
            elo(mean + 1.96 * error),
        );
    }

    fn fit<P: Board>(&self, game: &dyn Game<P>) {
        let player = Player {
            game,
            weights: self.first,
            nodes: LOOK,
        };
        let mut samples = Vec::new();
        for index in 0..self.games {
            let mut random = self.random(index);
            let start = opening(game, &mut random);
            let mut seen = Vec::new();
            let result = play(
                game,
                &start,
                [&player, &player],
                &mut |position, analysis| {
                    // What is settled already teaches the search nothing.
                    let open = !analysis.lines[0].score.is_proven();
                    if open && !position.is_mid_turn() {
                        let Features(counts) = features(game, position);
                        let sign = position.side().sign();
                        seen.push(counts.map(|count| f64::from(sign * count)));
                    }
                },
            );
            samples.extend(seen.into_iter().map(|features| Sample { features, result }));
        }
        report(game.kind(), &samples, &regress(&samples));
    }
}

/// Logistic regression by gradient descent on counts scaled to equal spread (Adam).
fn regress(samples: &[Sample]) -> [f64; COUNTS] {
    let mut spread = [0.0; COUNTS];
    for sample in samples {
        for (spread, count) in spread.iter_mut().zip(&sample.features) {
            *spread += count * count;
        }
    }
    let spread = spread.map(|sum| (sum / samples.len() as f64).sqrt().max(1e-9));
    let (mut weights, mut mean, mut square) = ([0.0; COUNTS], [0.0; COUNTS], [0.0; COUNTS]);
    for step in 1..=STEPS {
        let mut slope = [0.0; COUNTS];
        for sample in samples {
            let sum: f64 = (0..COUNTS)
                .map(|i| weights[i] * sample.features[i] / spread[i])
                .sum();
            let miss = 1.0 / (1.0 + (-sum).exp()) - sample.result;
            for i in 0..COUNTS {
                slope[i] += miss * sample.features[i] / spread[i];
            }
        }
        for i in 0..COUNTS {
            let slope = slope[i] / samples.len() as f64 + 1e-4 * weights[i];
            mean[i] = 0.9 * mean[i] + 0.1 * slope;
            square[i] = 0.99 * square[i] + 0.01 * slope * slope;
            let [first, second] = [(0.9_f64, mean[i]), (0.99, square[i])]
                .map(|(kept, sum)| sum / (1.0 - kept.powi(step as i32)));
            weights[i] -= 0.01 * first / (second.sqrt() + 1e-8);
        }
    }
    std::array::from_fn(|i| {
        if spread[i] > 1e-6 {
            weights[i] / spread[i]
        } else {
            0.0
        }
    })
}

fn report(kind: GameKind, samples: &[Sample], weights: &[f64; COUNTS]) {
    // Banked seeds are the measure in two rows, seeds on the board in four.
    let unit = weights[usize::from(!kind.has_four_rows())];
    println!(
        "{kind}: {} positions, a seed is worth {unit:.4} logits",
        samples.len()
    );
    let words: Vec<_> = NAMES
        .iter()
        .zip(weights)
        .map(|(name, weight)| format!("{name}={:.0}", 100.0 * weight / unit))
        .collect();
    println!("{}", words.join(","));
}

/// Reads a set of weights.
fn weights(text: &str, game: GameKind) -> Option<Weights> {
    match text {
        "material" => return Some(Weights::MATERIAL),
        "own" => return Some(Weights::of(game)),
        _ => {}
    }
    let mut weights = Weights([0; COUNTS]);
    for part in text.split(',') {
        let (name, weight) = part.split_once('=')?;
        weights.set(name, weight.parse().ok()?).then_some(())?;
    }
    Some(weights)
}

fn task(words: &[String]) -> Option<(GameKind, Task)> {
    let game = GameKind::from_name(words.get(1)?)?;
    let fit = match words.first()?.as_str() {
        "fit" => true,
        "match" => false,
        _ => return None,
    };
    let set = |index: usize, default: &str| {
        weights(words.get(index).map_or(default, String::as_str), game)
    };
    let task = Task {
        fit,
        games: words.get(2)?.parse().ok()?,
        seed: words.get(3)?.parse().ok()?,
        nodes: if fit {
            LOOK
        } else {
            words.get(4)?.parse().ok()?
        },
        first: set(5 - usize::from(fit), "own")?,
        second: set(6, "material")?,
    };
    Some((game, task))
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some((game, task)) = task(&words) else {
        eprintln!(
            "usage: tune fit GAME GAMES SEED [WEIGHTS] | tune match GAME PAIRS SEED NODES [FIRST [SECOND]]"
        );
        return ExitCode::from(2);
    };
    let rules = Rules::default_for(game);
    visit(rules, rules.default_columns(), task);
    ExitCode::SUCCESS
}
