//! `sow puzzle list`: the problems that come with the program, or those of a file.

use crate::cli::PuzzleListArgs;
use crate::commands::write_json;
use crate::context::{Context, Status};
use crate::input::{Puzzle, read_text, shipped_problems};
use crate::report::table::Table;
use crate::shipped;
use anyhow::{Context as _, Result, bail};
use serde::Serialize;
use sow_engine::kind::GameKind;
use std::io::Write as _;
use std::path::Path;

#[derive(Serialize)]
struct Report<'a> {
    id: &'a str,
    game: &'a str,
    rules: &'a str,
    position: &'a str,
    stipulation: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<u8>,
    source: &'a str,
}

pub(crate) fn run(context: &Context, args: &PuzzleListArgs) -> Result<Status> {
    let mut out = crate::streams::stdout();
    let mut table = Table::new(&["name", "game", "columns", "difficulty", "what is asked"]);
    for puzzle in puzzles(args.what.as_deref())? {
        if context.json {
            let report = Report {
                id: &puzzle.id,
                game: &puzzle.game,
                rules: &puzzle.rules,
                position: &puzzle.position,
                stipulation: &puzzle.stipulation,
                plies: puzzle.plies,
                difficulty: puzzle.difficulty,
                source: &puzzle.source,
            };
            write_json(&mut out, &report)?;
            continue;
        }
        let setup = sow_engine::notation::parse_position(&puzzle.position);
        let setup = setup.with_context(|| format!("puzzle {}", puzzle.id))?;
        table.row([
            puzzle.id,
            setup.game.name().to_owned(),
            setup.columns.to_string(),
            puzzle
                .difficulty
                .map_or_else(String::new, |difficulty| difficulty.to_string()),
            puzzle.stipulation,
        ]);
    }
    if !context.json {
        write!(out, "{table}")?;
    }
    Ok(Status::Done)
}

/// The problems of a file, or those in the program, of one game or of all.
fn puzzles(what: Option<&str>) -> Result<Vec<Puzzle>> {
    let game = what.and_then(GameKind::from_name);
    if let Some(name) = what.filter(|_| game.is_none()) {
        let text = match shipped::puzzle_file(name) {
            _ if Path::new(name).exists() => read_text(name)?,
            Some(text) => text?,
            None => bail!(
                "`{name}` is neither a game nor a puzzle file{}; the games are {}",
                GameKind::suggestion(name),
                GameKind::names()
            ),
        };
        let puzzles = sow_puzzle::file::parse(&text);
        return puzzles.with_context(|| format!("{name} is not a puzzle file"));
    }
    let mut found = shipped_problems()?;
    if let Some(game) = game {
        found.retain(|puzzle| GameKind::from_name(&puzzle.game) == Some(game));
    }
    Ok(found)
}
