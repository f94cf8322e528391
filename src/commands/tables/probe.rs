//! `sow tables probe`: the exact value of a position, looked up.

use crate::cli::TablesProbeArgs;
use crate::commands::{for_each, write_json};
use crate::context::{Context, Status};
use crate::report::looked_up;
use crate::tables;
use anyhow::Result;

pub(crate) fn run(context: &Context, args: &TablesProbeArgs) -> Result<Status> {
    let tables = tables::open(args.tables.as_deref())?;
    for_each(context, &args.position, |out, question| {
        let probed = sow_endgame::probe(&tables, &question.setup, question.rules)?;
        if context.json {
            write_json(out, &probed)?;
        } else {
            looked_up::print(out, &probed)?;
        }
        Ok(match probed.value {
            Some(_) => Status::Done,
            None => Status::Stopped,
        })
    })
}
