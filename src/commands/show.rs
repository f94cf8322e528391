//! `sow show`: the board as a drawing.

use super::{for_each, write_file, write_json};
use crate::cli::ShowArgs;
use crate::context::{Context, Status};
use crate::report::board::{board, drawn};
use anyhow::Result;
use serde::Serialize;
use sow_engine::notation::draw;
use sow_loops::draw::{board_svg, board_svg_with_letters};

#[derive(Serialize)]
struct Report {
    position: String,
    rules: String,
    rows: Vec<Vec<u8>>,
    drawing: String,
}

pub(crate) fn run(context: &Context, args: &ShowArgs) -> Result<Status> {
    for_each(context, &args.position, |out, question| {
        let setup = &question.setup;
        if let Some(path) = &args.svg {
            let picture = match context.letters {
                true => board_svg_with_letters(setup),
                false => board_svg(setup),
            };
            write_file(path, &picture)?;
        }
        if context.json {
            // One form for all readers, however wide their terminals are.
            let drawing = drawn(setup, context.letters, usize::MAX);
            let drawing = anstream::adapter::strip_str(&drawing).to_string();
            let rules = question.rules.describe();
            write_json(
                out,
                &Report {
                    position: setup.to_string(),
                    rules,
                    rows: setup.rows(),
                    drawing,
                },
            )?;
        } else if args.plain {
            write!(out, "{}", draw(setup))?;
        } else {
            writeln!(out, "{}", board(setup, context.letters))?;
        }
        Ok(Status::Done)
    })
}
