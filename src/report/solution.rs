//! Solved positions in words.

use crate::input::{Puzzle, Question};
use crate::report::board::board;
use crate::report::line::wrapped;
use crate::report::number::{count, grouped, share, work};
use crate::report::prose::{paragraph, wrap};
use anyhow::Result;
use sow_engine::side::Side;
use sow_search::retrograde::Census;
use sow_search::solving::{Answer, Method, Task};
use sow_search::{Objective, Score, Solution, Status as Proof};
use std::io::Write;
use std::time::Duration;

/// The position, what it is worth, and how that was found out.
pub(crate) fn print(
    out: &mut dyn Write,
    question: &Question,
    task: &Task<'_>,
    answer: &Answer,
    time: Duration,
    letters: bool,
) -> Result<()> {
    let Answer {
        solution,
        why,
        census,
    } = answer;
    if let Some(Puzzle {
        id, stipulation, ..
    }) = &question.puzzle
    {
        writeln!(out, "{}", paragraph(&format!("{id}: {stipulation}")))?;
    }
    writeln!(out, "{}\n", board(&question.setup, letters))?;
    write!(out, "{}", paragraph(&verdict(task.objective, solution)))?;
    if !solution.line.is_empty() {
        write!(
            out,
            "\n{}",
            wrapped("Best play: ", &question.setup, &solution.line, letters)
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
            wrapped("Stated:    ", &question.setup, solution, letters)
        )?;
    }
    if let Some(census) = census {
        write!(out, "\n{}", wrap("Positions: ", &counted(census)))?;
    }
    let what = if task.method == Method::Retrograde {
        "position"
    } else {
        "node"
    };
    let means = format!(
        "{}, {}{}, rules {}",
        work(solution.nodes, what, time),
        solution.method,
        why.map_or_else(String::new, |why| format!(" (chosen: {})", why.words())),
        question.rules.describe()
    );
    write!(out, "\n{}", paragraph(&means))?;
    Ok(())
}

/// What all positions that can be reached are worth, in words.
fn counted(census: &Census) -> String {
    let mut words = format!(
        "{} can be reached; the player to move wins {}, draws {} ({}), loses {}",
        grouped(census.positions),
        grouped(census.wins),
        grouped(census.draws),
        share(census.draws, census.positions),
        grouped(census.losses)
    );
    if census.open > 0 {
        words += &format!("; {} depend on the history", grouped(census.open));
    }
    if let Some(longest) = census.longest_win {
        words += &format!(
            "; the longest win takes {}",
            count(u64::from(longest), "decision")
        );
    }
    words
}

/// The value in words.
fn verdict(objective: Objective, solution: &Solution) -> String {
    let worth = |score: &Score| {
        let who = match score.winner {
            Some(winner) => format!("{winner} wins"),
            None => "a draw".to_owned(),
        };
        match (objective, score.margin, score.points) {
            (Objective::Margin, Some(margin), _) if margin != 0 => {
                let leader = if margin > 0 { Side::South } else { Side::North };
                let seeds = count(u64::from(margin.unsigned_abs()), "seed");
                if score.winner == Some(leader) {
                    format!("{who} by {seeds}")
                } else {
                    format!("{who}, {seeds} ahead for {leader}")
                }
            }
            (Objective::Points, _, Some(points)) if points != 0 => {
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
                Some(distance) if distance > 0 && objective == Objective::Distance => {
                    format!(", in {}", count(u64::from(distance), "decision"))
                }
                Some(distance) if distance > 0 => {
                    format!(", within {}", count(u64::from(distance), "decision"))
                }
                _ => String::new(),
            };
            let value = worth(&solution.lowest);
            let value = value.replacen("a draw", "A draw", 1);
            format!("{value} with best play{distance}. (exact)")
        }
        Proof::Bound if objective == Objective::Distance && solution.outcome().is_some() => {
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
