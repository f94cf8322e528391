//! `sow perft`: counting decisions.

use super::{for_each, write_json};
use crate::cli::PerftArgs;
use crate::context::{Context, Status};
use crate::report::table::Table;
use anyhow::Result;
use serde::Serialize;

#[derive(Serialize)]
struct Report {
    position: String,
    rules: String,
    depth: u32,
    nodes: u64,
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
    for_each(context, &args.position, |out, question| {
        let referee = question.referee();
        let parts = args
            .divide
            .then(|| referee.divide(&question.setup, args.depth));
        let nodes = match &parts {
            Some(parts) if args.depth > 0 => parts.iter().map(|(_, nodes)| nodes).sum(),
            _ => referee.perft(&question.setup, args.depth),
        };
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
                    divide,
                },
            )?;
        } else {
            if let Some(parts) = parts {
                let mut table = Table::new(&["decision", ">nodes"]);
                for (text, nodes) in parts {
                    table.row([text, nodes.to_string()]);
                }
                write!(out, "{table}")?;
            }
            writeln!(out, "perft {}: {nodes}", args.depth)?;
        }
        Ok(Status::Done)
    })
}
