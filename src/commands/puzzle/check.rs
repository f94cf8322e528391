//! `sow puzzle check`: whether problems are what they say.

use super::{means, question, status};
use crate::cli::PuzzleCheckArgs;
use crate::commands::{for_each, write_json};
use crate::context::{Context, Status};
use crate::long_work::stop_flag;
use crate::report::problem;
use crate::tables::{self, Known};
use anyhow::Result;

pub(crate) fn run(context: &Context, args: &PuzzleCheckArgs) -> Result<Status> {
    let stop = stop_flag()?;
    let tables = tables::open(args.limits.tables.folder.as_deref())?;
    for_each(context, &args.file, |out, asked| {
        let question = question(asked, args.stipulation.as_deref())?;
        let solution = asked.puzzle.as_ref().map(|puzzle| &puzzle.solution[..]);
        let known = Known::new(&tables, asked.rules, asked.setup.columns);
        let means = means(&args.limits, known.as_ref(), &stop);
        let mut checked = sow_puzzle::check(&question, solution.unwrap_or_default(), &means);
        Known::finish(known)?;
        if args.cooks {
            checked.refuse_cooks();
        }
        if context.json {
            write_json(out, &checked)?;
        } else {
            problem::checked(out, &checked, context.letters)?;
        }
        Ok(status(checked.verdict()))
    })
}
