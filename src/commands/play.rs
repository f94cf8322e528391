//! `sow play`: moves played one after another.

use super::{for_each, write_json};
use crate::cli::PlayArgs;
use crate::context::{Context, Status};
use crate::report::board::board;
use crate::report::letters::spell;
use crate::report::number::grouped;
use crate::report::prose::{paragraph, tell};
use crate::report::table::Table;
use crate::report::turn::{TurnReport, comment, is_undecided};
use anyhow::{Context as _, Result};
use serde::Serialize;
use sow_records::playing::Playing;

#[derive(Serialize)]
struct Report {
    position: String,
    rules: String,
    moves: Vec<TurnReport>,
    position_after: String,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

pub(crate) fn run(context: &Context, args: &PlayArgs) -> Result<Status> {
    for_each(context, &args.position, |out, question| {
        let mut game = Playing::new(question.rules, &question.setup);
        let mut reports = Vec::new();
        let mut table = Table::new(&[">", "player", "move", ">laps", ">captured", ""]);
        let mut status = Status::Done;
        for (index, text) in args.moves.iter().enumerate() {
            let before = game.position.clone();
            let turn = game
                .play(text, false)
                .with_context(|| format!("move {}", index + 1))?;
            table.row([
                format!("{}", index + 1),
                before.side.to_string(),
                spell(context.letters, &before, &turn.text),
                grouped(turn.laps),
                grouped(turn.captured),
                comment(&question.rules, &turn),
            ]);
            if is_undecided(&turn) {
                status = Status::Stopped;
            }
            reports.push(TurnReport::new(&question.rules, &turn, false));
        }
        let result = game
            .ending
            .as_ref()
            .map_or("*", |ending| ending.token().token());
        if context.json {
            write_json(
                out,
                &Report {
                    position: question.setup.to_string(),
                    rules: question.rules.describe(),
                    moves: reports,
                    position_after: game.position.to_string(),
                    result,
                    reason: game.ending.map(|ending| ending.reason.name()),
                },
            )?;
        } else {
            write!(
                out,
                "{table}\n{}\n\n{}",
                board(&game.position, context.letters),
                paragraph(&game.position.to_string())
            )?;
            if let Some(ending) = &game.ending {
                tell(out, &format!("{result} {ending}"))?;
            }
        }
        Ok(status)
    })
}
