//! An annotated game as text.

use super::letters::spell;
use super::prose::{paragraph, wrap};
use super::table::Table;
use super::worth::chances;
use sow_arena::Annotated;
use sow_engine::side::Side;
use std::fmt::Write as _;

/// The notes as text; `error`: the seeds that make a turn an error; `letters`: pits by the published letters.
pub(crate) fn text(game: &Annotated, error: f64, letters: bool) -> String {
    let mut out = String::new();
    for (key, value) in &game.game.headers {
        out += &wrap(&format!("{key}: "), value);
    }
    let _ = writeln!(out);
    let mut table = Table::new(&[">", "player", "move", "", "after it", ""]);
    for (index, note) in game.notes.iter().enumerate() {
        table.row([
            (index + 1).to_string(),
            note.before.side.to_string(),
            spell(letters, &note.before, &note.text),
            note.mark.text().to_owned(),
            chances(note.before.game, &note.after),
            note.comment(),
        ]);
    }
    let _ = write!(out, "{table}");
    let _ = write!(out, "\n{}", wrap("Result: ", &game.result()));
    for side in Side::BOTH {
        let [errors, blunders] = game.errors(side);
        let _ = writeln!(out, "{side}: {errors} ? and {blunders} ??");
    }
    out += &paragraph(&format!(
        "A turn is marked where another one is better by the same search: ? if it loses {} or more, ?? if it throws \
         the game away. Per cents are chances as the engine estimates them; what is proven counts the turns before, \
         so that coming back to an earlier position is a repetition.",
        match error {
            1.0 => "a seed".to_owned(),
            error => format!("{error} seeds"),
        }
    ));
    if game.notes.iter().any(|note| !note.never.is_empty()) {
        out += &paragraph(&format!(
            "Never-ending moves are named where one could have been tried; {}.",
            game.never()
        ));
    }
    out
}
