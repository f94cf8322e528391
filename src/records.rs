//! Game records and the rules that they are played by.

use crate::context::Context;
use crate::input::read_text;
use anyhow::{Result, anyhow, bail};
use sow_engine::kind::GameKind;
use sow_engine::notation::{Record, parse_records};
use sow_engine::referee::read_position;
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
    let rules_field = record.header("rules").unwrap_or_default();
    let rules_of = |game: GameKind| context.rules_for_settings(game, rules_field);
    let start = match (record.header("start"), record.header("game")) {
        (Some(start), _) => read_position(start, rules_of)?,
        (None, Some(game)) => read_position(&format!("{game}:start"), rules_of)?,
        (None, None) => bail!(
            "the record has neither a `start:` nor a `game:` line, so nobody can tell what is played"
        ),
    };
    if let Some(game) = record
        .header("game")
        .filter(|game| *game != start.game.name())
    {
        bail!(
            "the record says `game: {game}` and starts from a position of {}",
            start.game
        );
    }
    Ok((rules_of(start.game)?, start))
}
