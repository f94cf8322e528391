//! `sow tables probe`: the exact value of a position, looked up.

use crate::cli::TablesProbeArgs;
use crate::commands::{for_each, write_json};
use crate::context::{Context, Status};
use crate::report::looked_up;
use crate::tables;
use anyhow::Result;
use sow_endgame::VARIABLE;

pub(crate) fn run(context: &Context, args: &TablesProbeArgs) -> Result<Status> {
    let tables = tables::open(args.tables.as_deref())?;
    let mut is_told = false;
    for_each(context, &args.position, |out, question| {
        let probed = sow_endgame::probe(&tables, &question.setup, question.rules)?;
        if context.json {
            write_json(out, &probed)?;
        } else {
            looked_up::print(out, &probed, context.letters)?;
        }
        if !probed.has_table && !is_told {
            context.note(&format!(
                "{} were looked through; --tables DIR or ${VARIABLE} names other tables, and `sow tables build` makes them",
                tables::told(&tables)
            ));
            is_told = true;
        }
        Ok(match probed.value {
            Some(_) => Status::Done,
            None => Status::Stopped,
        })
    })
}
