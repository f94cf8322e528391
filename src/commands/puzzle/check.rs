//! `sow puzzle check`: whether problems are what they say.

use super::{means, name, status, stipulation};
use crate::cli::PuzzleCheckArgs;
use crate::commands::{for_each, write_json};
use crate::context::{Context, Status};
use crate::input::Question;
use crate::long_work::stop_flag;
use crate::tables::{self, Known};
use anyhow::Result;
use serde::Serialize;
use sow_engine::game::{Board, Game};
use sow_engine::games::{self, BoardVisitor};
use sow_puzzle::{Report, Stipulation, Truth, check};
use std::io::Write;
use std::sync::atomic::AtomicBool;

#[derive(Serialize)]
struct CheckReport {
    id: Option<String>,
    position: String,
    rules: String,
    stipulation: String,
    /// Whether the problem is sound.
    sound: &'static str,
    /// Whether the goal can be reached.
    truth: &'static str,
    keys: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    open: Vec<String>,
    faults: Vec<String>,
    refutation: Vec<String>,
    cooks: Vec<CookReport>,
}

#[derive(Serialize)]
struct CookReport {
    turn: usize,
    stated: String,
    others: Vec<String>,
}

pub(crate) fn run(context: &Context, args: &PuzzleCheckArgs) -> Result<Status> {
    let stop = stop_flag()?;
    let tables = tables::open(args.limits.tables.folder.as_deref())?;
    for_each(context, &args.file, |out, question| {
        let stipulation = stipulation(question, args.stipulation.as_deref())?;
        let known = Known::new(&tables, question.rules, question.setup.columns);
        let mut report = games::visit(
            question.rules,
            question.setup.columns,
            Check {
                args,
                question,
                stipulation,
                known: known.as_ref(),
                stop: &stop,
            },
        );
        Known::finish(known)?;
        if args.cooks && !report.cooks.is_empty() {
            report
                .faults
                .push("later turns are not the only ones".to_owned());
        }
        if context.json {
            write_json(out, &in_json(question, stipulation, &report))?;
        } else {
            print(out, question, stipulation, &report)?;
        }
        Ok(status(report.verdict()))
    })
}

/// Checks with the game's own types.
struct Check<'a> {
    args: &'a PuzzleCheckArgs,
    question: &'a Question,
    stipulation: Stipulation,
    /// The endgame tables that fit.
    known: Option<&'a Known<'a>>,
    stop: &'a AtomicBool,
}

impl BoardVisitor for Check<'_> {
    type Output = Report;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Report {
        let puzzle = self.question.puzzle.as_ref();
        check(
            &*game,
            &game.position(&self.question.setup),
            self.stipulation,
            puzzle.map_or(&[], |puzzle| &puzzle.solution),
            &means(&self.args.limits, self.known, self.stop),
        )
    }
}

fn in_json(question: &Question, stipulation: Stipulation, report: &Report) -> CheckReport {
    CheckReport {
        id: question.puzzle.as_ref().map(|puzzle| puzzle.id.clone()),
        position: question.setup.to_string(),
        rules: question.rules.describe(),
        stipulation: stipulation.to_string(),
        sound: report.verdict().name(),
        truth: report.truth.name(),
        keys: report.keys.clone(),
        open: report.open.clone(),
        faults: report.faults.clone(),
        refutation: report.refutation.clone(),
        cooks: report
            .cooks
            .iter()
            .map(|cook| CookReport {
                turn: cook.number,
                stated: cook.stated.clone(),
                others: cook.others.clone(),
            })
            .collect(),
    }
}

fn print(
    out: &mut dyn Write,
    question: &Question,
    stipulation: Stipulation,
    report: &Report,
) -> Result<()> {
    let verdict = match report.verdict() {
        Truth::Yes => "sound",
        Truth::No => "NOT SOUND",
        Truth::Open => "not decided within the limits",
    };
    let key = match &report.keys[..] {
        [key] => format!(", key {key}"),
        _ => String::new(),
    };
    writeln!(out, "{}: {stipulation}: {verdict}{key}", name(question))?;
    for fault in &report.faults {
        writeln!(out, "  {fault}")?;
    }
    if !report.refutation.is_empty() {
        writeln!(out, "  refuted by {}", report.refutation.join(", "))?;
    }
    if !report.open.is_empty() {
        writeln!(out, "  still open: {}", report.open.join(", "))?;
    }
    for cook in &report.cooks {
        let others = cook.others.join(", ");
        writeln!(
            out,
            "  turn {}: {others} as well as {}",
            cook.number, cook.stated
        )?;
    }
    Ok(())
}
