//! `sow solve`.

use crate::cli::SolveArgs;
use crate::context::{Context, Status};
use anyhow::Result;

pub(crate) fn run(_: &Context, _: &SolveArgs) -> Result<Status> {
    Ok(Status::Done)
}
