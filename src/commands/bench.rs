//! `sow bench`: a fixed search whose node count is the signature of how the search behaves.

use super::write_json;
use crate::context::{Context, Status};
use anyhow::Result;
use std::io::Write as _;

pub(crate) fn run(context: &Context) -> Result<Status> {
    let found = sow_arena::bench()?;
    let mut out = crate::streams::stdout();
    if context.json {
        write_json(&mut out, &found)?;
    } else {
        let speed = found.nodes as f64 / found.seconds.max(1e-6) / 1e6;
        writeln!(
            out,
            "Signature {}: {} nodes in {:.2} s ({speed:.1} million a second)",
            found.signature, found.nodes, found.seconds
        )?;
    }
    Ok(Status::Done)
}
