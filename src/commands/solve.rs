//! `sow solve`: the exact value of a position with a line of best play.

use super::{for_each, write_json};
use crate::cli::{MethodArg, ObjectiveArg, SolveArgs};
use crate::context::{Context, Status};
use crate::input::{Puzzle, Question};
use crate::long_work::{progress, stop_flag};
use crate::report::board::board;
use crate::report::prose::wrap;
use crate::report::turn::count;
use crate::tables::{self, Known};
use anyhow::{Result, bail};
use serde::Serialize;
use sow_engine::game::{Board, Game};
use sow_engine::games::{self, BoardVisitor};
use sow_engine::side::Side;
use sow_search::evaluate::Weights;
use sow_search::{
    AlphaBeta, Endgames, Limits, MonteCarlo, Objective, Progress, ProofNumber, Score, Solution,
    Status as Proof, auto, auto::Reason, retrograde, retrograde::Census,
};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often the progress is drawn.
const TICK: Duration = Duration::from_millis(200);

#[derive(Serialize)]
struct Report<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    position: String,
    rules: String,
    objective: &'static str,
    status: &'static str,
    outcome: Option<&'static str>,
    margin: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<i16>,
    distance: Option<u32>,
    /// What is proven about a distance that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance_at_least: Option<u32>,
    line: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<[Bound; 2]>,
    nodes: u64,
    seconds: f64,
    method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    census: Option<Counts>,
}

/// What all positions that can be reached are worth to the player to move.
#[derive(Serialize)]
struct Counts {
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Those whose value depends on the history.
    open: u64,
    longest_win: Option<u32>,
}

impl From<&Census> for Counts {
    fn from(census: &Census) -> Self {
        Self {
            positions: census.positions,
            wins: census.wins,
            draws: census.draws,
            losses: census.losses,
            open: census.open,
            longest_win: census.longest_win,
        }
    }
}

/// One proven bound: what South gets at the least or at the most.
#[derive(Serialize)]
struct Bound {
    outcome: &'static str,
    margin: Option<i32>,
    points: Option<i16>,
}

impl From<&Score> for Bound {
    fn from(score: &Score) -> Self {
        Self {
            outcome: outcome_name(score.winner),
            margin: score.margin,
            points: score.points,
        }
    }
}

const fn outcome_name(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::South) => "south",
        Some(Side::North) => "north",
        None => "draw",
    }
}

impl ObjectiveArg {
    const fn name(self) -> &'static str {
        match self {
            Self::Outcome => "outcome",
            Self::Margin => "margin",
            Self::Points => "points",
            Self::Distance => "distance",
        }
    }

    const fn objective(self) -> Objective {
        match self {
            Self::Outcome => Objective::Outcome,
            Self::Margin => Objective::Margin,
            Self::Points => Objective::Points,
            Self::Distance => Objective::Distance,
        }
    }
}

pub(crate) fn run(context: &Context, args: &SolveArgs) -> Result<Status> {
    if (args.method, args.objective) == (MethodArg::Mcts, ObjectiveArg::Distance) {
        bail!(
            "Monte-Carlo tree search finds no distances; ask another method, or another objective"
        );
    }
    let stop = stop_flag()?;
    let tables = tables::open(args.tables.folder.as_deref())?;
    for_each(context, &args.position, |out, question| {
        let begun = Instant::now();
        let known = Known::new(&tables, question.rules, question.setup.columns);
        let found = games::visit(
            question.rules,
            question.setup.columns,
            Solve {
                context,
                args,
                question,
                known: known.as_ref(),
                stop: &stop,
            },
        )?;
        Known::finish(known)?;
        let time = begun.elapsed();
        if context.json {
            write_json(out, &report(args, question, &found, time))?;
        } else {
            print(out, args, question, &found, time)?;
        }
        let solution = &found.solution;
        let interrupted = stop.load(Ordering::Relaxed) && solution.status != Proof::Exact;
        if interrupted {
            context.note("interrupted; what is proven so far was printed");
        }
        Ok(if solution.status == Proof::Exact {
            Status::Done
        } else {
            Status::Stopped
        })
    })
}

/// Solves with the game's own types.
struct Solve<'a> {
    context: &'a Context,
    args: &'a SolveArgs,
    question: &'a Question,
    /// The tables that fit the question.
    known: Option<&'a Known<'a>>,
    stop: &'a AtomicBool,
}

/// What was found out.
struct Found {
    solution: Solution,
    /// Why its method was chosen, if the program chose.
    why: Option<Reason>,
    /// What is said of all positions that can be reached.
    census: Option<Census>,
}

impl From<Solution> for Found {
    fn from(solution: Solution) -> Self {
        Self {
            solution,
            why: None,
            census: None,
        }
    }
}

impl BoardVisitor for Solve<'_> {
    type Output = Result<Found>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let limits = Limits {
            nodes: self.args.nodes.unwrap_or(u64::MAX),
            deadline: self
                .args
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            stop: Some(self.stop),
            memory: usize::try_from(self.args.memory).unwrap_or(usize::MAX),
            threads: self.args.threads as usize,
            line: true,
        };
        let bar = progress(self.context, 0, "{spinner} {msg}, {elapsed}");
        bar.enable_steady_tick(TICK);
        let begun = Instant::now();
        let position = game.position(&self.question.setup);
        let mut show = |progress: &Progress| {
            let depth = count(u64::from(progress.depth), "decision");
            let nodes = count(progress.nodes, "node");
            let speed = speed(progress.nodes, begun.elapsed());
            bar.set_message(format!("{nodes} ({speed}), {depth} deep"));
        };
        let objective = self.args.objective.objective();
        let seeds = usize::from(game.seeds(&position));
        let known = self.known.map(|known| known as &dyn Endgames);
        let found = match self.args.method {
            MethodArg::Auto => {
                let (solution, why) = auto::solve_with_endgames(
                    &*game, &position, objective, &limits, known, &mut show,
                );
                Found {
                    why: Some(why),
                    ..Found::from(solution)
                }
            }
            MethodArg::AlphaBeta => {
                let mut solver = AlphaBeta::new(&*game, objective, seeds, limits.memory);
                if let Some(known) = known {
                    solver = solver.with_endgames(known);
                }
                Found::from(solver.solve(&position, &limits, &mut show))
            }
            MethodArg::ProofNumber => {
                let mut solver = ProofNumber::new(&*game, objective, seeds, limits.memory);
                if let Some(known) = known {
                    solver = solver.with_endgames(known);
                }
                Found::from(solver.solve(&position, &limits, &mut show))
            }
            MethodArg::Mcts => {
                let weights = Weights::of(game.kind());
                let mut solver = MonteCarlo::new(&*game, objective, weights, seeds, limits.memory);
                if let Some(known) = known {
                    solver = solver.with_endgames(known);
                }
                Found::from(solver.solve(&position, &limits, &mut show))
            }
            MethodArg::Retrograde => {
                let (solution, census) =
                    retrograde::solve(&*game, &position, objective, &limits, &mut show)?;
                Found {
                    census,
                    ..Found::from(solution)
                }
            }
        };
        bar.finish_and_clear();
        Ok(found)
    }
}

fn report<'a>(
    args: &SolveArgs,
    question: &'a Question,
    found: &'a Found,
    time: Duration,
) -> Report<'a> {
    let solution = &found.solution;
    let open = solution.lowest != solution.highest;
    let bounds = (solution.status == Proof::Bound && open).then(|| {
        [
            Bound::from(&solution.lowest),
            Bound::from(&solution.highest),
        ]
    });
    Report {
        id: question.puzzle.as_ref().map(|puzzle| puzzle.id.as_str()),
        position: question.setup.to_string(),
        rules: question.rules.describe(),
        objective: args.objective.name(),
        status: solution.status.name(),
        outcome: solution.outcome().map(outcome_name),
        margin: solution.margin(),
        points: solution.points(),
        distance: solution.distance,
        distance_at_least: (solution.distance.is_none() && solution.distance_at_least > 0)
            .then_some(solution.distance_at_least),
        line: &solution.line,
        bounds,
        nodes: solution.nodes,
        seconds: time.as_secs_f64(),
        method: solution.method,
        census: found.census.as_ref().map(Counts::from),
    }
}

fn print(
    out: &mut dyn Write,
    args: &SolveArgs,
    question: &Question,
    found: &Found,
    time: Duration,
) -> Result<()> {
    let Found {
        solution,
        why,
        census,
    } = found;
    if let Some(Puzzle {
        id, stipulation, ..
    }) = &question.puzzle
    {
        writeln!(out, "{id}: {stipulation}\n")?;
    }
    writeln!(out, "{}\n", board(&question.setup, false))?;
    writeln!(out, "{}", verdict(args, solution))?;
    if !solution.line.is_empty() {
        write!(
            out,
            "\n{}",
            wrap("Best play: ", &numbered(question, &solution.line))
        )?;
    }
    if let Some(Puzzle { solution, .. }) = question
        .puzzle
        .as_ref()
        .filter(|puzzle| !puzzle.solution.is_empty())
    {
        write!(
            out,
            "\n{}",
            wrap("Stated:    ", &numbered(question, solution))
        )?;
    }
    if let Some(census) = census {
        write!(out, "\n{}", wrap("Positions: ", &counted(census)))?;
    }
    let speed = speed(solution.nodes, time);
    let what = if args.method == MethodArg::Retrograde {
        "position"
    } else {
        "node"
    };
    writeln!(
        out,
        "\n{} in {:.2} s ({speed}), {}{}, rules {}",
        count(solution.nodes, what),
        time.as_secs_f64(),
        solution.method,
        why.map_or_else(String::new, |why| format!(" (chosen: {})", why.words())),
        question.rules.describe()
    )?;
    Ok(())
}

/// What all positions that can be reached are worth, in words.
fn counted(census: &Census) -> String {
    let mut words = format!(
        "{} can be reached; the player to move wins {}, draws {} ({:.2} %), loses {}",
        census.positions,
        census.wins,
        census.draws,
        100.0 * census.draws as f64 / census.positions.max(1) as f64,
        census.losses
    );
    if census.open > 0 {
        words += &format!("; {} depend on the history", census.open);
    }
    if let Some(longest) = census.longest_win {
        words += &format!(
            "; the longest win takes {}",
            count(u64::from(longest), "decision")
        );
    }
    words
}

/// Nodes a second in words.
fn speed(nodes: u64, time: Duration) -> String {
    let millions = nodes as f64 / time.as_secs_f64().max(1e-6) / 1e6;
    format!("{millions:.1} million a second")
}

/// The value in words.
fn verdict(args: &SolveArgs, solution: &Solution) -> String {
    let worth = |score: &Score| {
        let who = match score.winner {
            Some(winner) => format!("{winner} wins"),
            None => "a draw".to_owned(),
        };
        match (args.objective, score.margin, score.points) {
            (ObjectiveArg::Margin, Some(margin), _) if margin != 0 => {
                let leader = if margin > 0 { Side::South } else { Side::North };
                format!(
                    "{who}, {} ahead for {leader}",
                    count(u64::from(margin.unsigned_abs()), "seed")
                )
            }
            (ObjectiveArg::Points, _, Some(points)) if points != 0 => {
                format!(
                    "{who} {}",
                    count(u64::from(points.unsigned_abs()), "match point")
                )
            }
            _ => who,
        }
    };
    match solution.status {
        Proof::Exact => {
            let distance = match solution.distance {
                Some(distance) if distance > 0 && args.objective == ObjectiveArg::Distance => {
                    format!(" in {}", count(u64::from(distance), "decision"))
                }
                Some(distance) if distance > 0 => {
                    format!(" within {}", count(u64::from(distance), "decision"))
                }
                _ => String::new(),
            };
            let value = worth(&solution.lowest);
            let value = value.replacen("a draw", "A draw", 1);
            format!("{value} with best play{distance}. (exact)")
        }
        Proof::Bound
            if args.objective == ObjectiveArg::Distance && solution.outcome().is_some() =>
        {
            format!(
                "{}, in {} or more with best play. (the outcome is exact, the distance a bound)",
                worth(&solution.lowest),
                count(u64::from(solution.distance_at_least), "decision")
            )
        }
        Proof::Bound => format!(
            "Not solved within the limits. Proven: at the least {}, at the most {}, seen by South.",
            worth(&solution.lowest),
            worth(&solution.highest)
        ),
        Proof::Unknown => "Unknown: the limits were reached before anything was proven.".to_owned(),
    }
}

/// The line with the players' letters: `S 3, N 5, S 6`.
fn numbered(question: &Question, line: &[String]) -> String {
    let referee = question.referee();
    let mut position = question.setup.clone();
    let mut words = Vec::new();
    for text in line {
        words.push(format!("{} {text}", position.side.letter()));
        let played = referee.play(&position, text, &sow_engine::relay::Patience::UNLIMITED);
        match played.ok().as_ref().and_then(crate::report::turn::after) {
            Some(after) => position = after.clone(),
            None => break,
        }
    }
    words.join(", ")
}
