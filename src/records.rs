//! Game records and the rules that they are played by.

use crate::context::Context;
use crate::input::read_text;
use anyhow::{Result, anyhow, bail};
use sow_engine::kind::GameKind;
use sow_engine::notation::{Record, parse_records};
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;

/// The records of a file or of standard input, at least one.
pub(crate) fn read(argument: &str) -> Result<Vec<Record>> {
    let text = read_text(argument)?;
    let records = parse_records(&text).map_err(|error| anyhow!("{argument}: {error}"))?;
    if records.is_empty() {
        bail!("{argument} holds no game record");
    }
    Ok(records)
}

/// The rules of a record, changed by what the command line asks for, and its start.
pub(crate) fn rules_and_start(context: &Context, record: &Record) -> Result<(Rules, Setup)> {
    let field = record.setting("rules").unwrap_or_default();
    let (rules, start) = match (record.setting("start"), record.setting("game")) {
        (Some(start), _) => context.asked.position(start, field)?,
        (None, Some(game)) => context.asked.position(&format!("{game}:start"), field)?,
        (None, None) => bail!(
            "the record has neither a `start:` nor a `game:` line, so nobody can tell what is played"
        ),
    };
    if let Some(game) = record
        .setting("game")
        .filter(|game| GameKind::with_ruleset(game).is_none_or(|(kind, _)| kind != start.game))
    {
        bail!(
            "the record says `game: {game}` and starts from a position of {}",
            start.game
        );
    }
    Ok((rules, start))
}
