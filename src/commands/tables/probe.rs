//! `sow tables probe`: the exact value of a position, looked up.

use crate::cli::TablesProbeArgs;
use crate::commands::{for_each, write_json};
use crate::context::{Context, Status};
use crate::input::Question;
use crate::report::prose::wrap;
use crate::report::turn::count;
use crate::tables::{self, seen_by_south};
use anyhow::Result;
use serde::Serialize;
use sow_endgame::{Table, best_line, probe};
use sow_engine::game::{Board, Game};
use sow_engine::games::{self, BoardVisitor};
use sow_engine::side::Side;
use sow_search::EndgameValue;
use std::io::Write;
use std::time::Instant;

#[derive(Serialize)]
struct Report {
    position: String,
    rules: String,
    status: &'static str,
    outcome: Option<&'static str>,
    margin: Option<i32>,
    distance: Option<u32>,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
    method: &'static str,
}

/// What was looked up, seen by South.
struct Answer {
    value: EndgameValue,
    line: Vec<String>,
}

pub(crate) fn run(context: &Context, args: &TablesProbeArgs) -> Result<Status> {
    let tables = tables::open(args.tables.as_deref())?;
    for_each(context, &args.position, |out, question| {
        let begun = Instant::now();
        let fitting = tables.of(question.rules, question.setup.columns);
        let look_up = LookUp {
            tables: &fitting,
            question,
        };
        let answer = games::visit(question.rules, question.setup.columns, look_up)?;
        let seconds = begun.elapsed().as_secs_f64();
        if context.json {
            write_json(out, &report(question, answer.as_ref(), seconds))?;
        } else {
            print(out, question, answer.as_ref(), &fitting)?;
        }
        Ok(if answer.is_some() {
            Status::Done
        } else {
            Status::Stopped
        })
    })
}

struct LookUp<'a> {
    tables: &'a [&'a Table],
    question: &'a Question,
}

impl BoardVisitor for LookUp<'_> {
    type Output = Result<Option<Answer>>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let position = game.position(&self.question.setup);
        let Some(value) = probe(self.tables, position.side(), &position.contents())? else {
            return Ok(None);
        };
        let mover = position.side();
        let line = best_line(self.tables, &*game, &position)?;
        let banked = self
            .tables
            .first()
            .map_or(0, |table| table.banked(&position.contents()));
        Ok(Some(Answer {
            value: seen_by_south(value, mover, banked),
            line,
        }))
    }
}

fn report(question: &Question, answer: Option<&Answer>, seconds: f64) -> Report {
    Report {
        position: question.setup.to_string(),
        rules: question.rules.describe(),
        status: if answer.is_some() { "exact" } else { "unknown" },
        outcome: answer.map(|answer| match answer.value.winner {
            Some(Side::South) => "south",
            Some(Side::North) => "north",
            None => "draw",
        }),
        margin: answer.and_then(|answer| answer.value.margin),
        distance: answer.and_then(|answer| answer.value.distance),
        line: answer.map_or_else(Vec::new, |answer| answer.line.clone()),
        nodes: 1,
        seconds,
        method: "table",
    }
}

fn print(
    out: &mut dyn Write,
    question: &Question,
    answer: Option<&Answer>,
    tables: &[&Table],
) -> Result<()> {
    let Some(answer) = answer else {
        let why = if tables.is_empty() {
            "there is no table of this game, board and these rules"
        } else {
            "the tables do not reach this position"
        };
        writeln!(out, "Unknown: {why}.")?;
        return Ok(());
    };
    let result = match (answer.value.winner, answer.value.margin) {
        (None, _) => "A draw".to_owned(),
        (Some(winner), Some(margin)) => {
            let seeds = count(u64::from(margin.unsigned_abs()), "seed");
            format!("{winner} wins by {seeds}")
        }
        (Some(winner), None) => format!("{winner} wins"),
    };
    let distance = answer.value.distance.map_or_else(String::new, |decisions| {
        format!(" within {}", count(u64::from(decisions), "decision"))
    });
    writeln!(out, "{result} with best play{distance}. (exact, looked up)")?;
    if !answer.line.is_empty() {
        let line = answer.line.join(", ");
        let line = format!("{} to move: {line}", question.setup.side);
        write!(out, "{}", wrap("Best play: ", &line))?;
    }
    Ok(())
}
