//! `sow perft`: counting decisions.

use super::{for_each, write_json};
use crate::cli::PerftArgs;
use crate::context::{Context, Status};
use crate::long_work::{progress, stop_flag};
use crate::report::letters::spell;
use crate::report::number::{grouped, speed};
use crate::report::table::Table;
use anyhow::Result;
use serde::Serialize;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Calls between two looks at the bar.
const CALLS: u32 = 1 << 12;

#[derive(Serialize)]
struct Report {
    position: String,
    rules: String,
    depth: u32,
    /// All leaves, or those that were counted before the interrupt.
    nodes: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Part>>,
}

#[derive(Serialize)]
struct Part {
    #[serde(rename = "move")]
    text: String,
    nodes: u64,
}

pub(crate) fn run(context: &Context, args: &PerftArgs) -> Result<Status> {
    let stop = stop_flag()?;
    for_each(context, &args.position, |out, question| {
        let referee = question.referee();
        let bar = progress(context, &question.board(), 0, "{spinner} {msg}, {elapsed}");
        let begun = Instant::now();
        let (mut counted, mut calls) = (0_u64, 0_u32);
        let mut watch = |leaves: u64| {
            counted = counted.saturating_add(leaves);
            calls = calls.wrapping_add(1);
            if calls.is_multiple_of(CALLS) {
                bar.set_message(format!(
                    "{} leaves, {}",
                    grouped(counted),
                    speed(counted, "node", begun.elapsed())
                ));
                bar.tick();
            }
            !stop.load(Ordering::Relaxed)
        };
        let parts = args
            .divide
            .then(|| referee.divide_while(&question.setup, args.depth, &mut watch));
        let nodes = match &parts {
            Some((parts, complete)) if args.depth > 0 => {
                complete.then(|| parts.iter().map(|(_, nodes)| nodes).sum())
            }
            _ => referee.perft_while(&question.setup, args.depth, &mut watch),
        };
        let (complete, nodes) = (nodes.is_some(), nodes.unwrap_or(counted));
        let parts = parts.map(|(parts, _)| parts);
        bar.finish_and_clear();
        if context.json {
            let divide = parts.map(|parts| {
                parts
                    .into_iter()
                    .map(|(text, nodes)| Part { text, nodes })
                    .collect()
            });
            let (position, rules) = (question.setup.to_string(), question.rules.describe());
            write_json(
                out,
                &Report {
                    position,
                    rules,
                    depth: args.depth,
                    nodes,
                    interrupted: !complete,
                    divide,
                },
            )?;
        } else {
            if let Some(parts) = parts {
                let mut table = Table::new(&["decision", ">nodes"]);
                for (text, nodes) in parts {
                    let text = spell(context.letters, &question.setup, &text);
                    table.row([text, grouped(nodes)]);
                }
                write!(out, "{table}")?;
            }
            let more = if complete { "" } else { "at least " };
            writeln!(out, "perft {}: {more}{}", args.depth, grouped(nodes))?;
        }
        if complete {
            return Ok(Status::Done);
        }
        context.note("interrupted; what had been counted was printed");
        Ok(Status::Stopped)
    })
}
