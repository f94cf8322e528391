//! `sow bench`: a fixed search whose node count is the signature of how the search behaves.

use super::write_json;
use crate::context::{Context, Status};
use crate::report::number::work;
use crate::report::prose::tell;
use anyhow::Result;
use std::time::Duration;

pub(crate) fn run(context: &Context) -> Result<Status> {
    let found = sow_arena::bench()?;
    let mut out = crate::streams::stdout();
    if context.json {
        write_json(&mut out, &found)?;
    } else {
        let time = Duration::from_secs_f64(found.seconds);
        let text = format!(
            "Signature {}: {}",
            found.signature,
            work(found.nodes, "node", time)
        );
        tell(&mut out, &text)?;
    }
    Ok(Status::Done)
}
