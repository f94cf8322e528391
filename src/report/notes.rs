//! An annotated game as text.

use super::letters::spell;
use super::prose::{paragraph, wrap};
use super::table::Table;
use super::worth::worth;
use sow_arena::Annotated;
use sow_engine::side::Side;
use std::fmt::Write as _;

/// The notes as text; `letters`: pits by the published letters.
pub(crate) fn text(game: &Annotated, letters: bool) -> String {
    let mut out = String::new();
    for (key, value) in &game.game.headers {
        out += &wrap(&format!("{key}: "), value);
    }
    let _ = writeln!(out);
    let mut table = Table::new(&[">", "player", "move", "", "worth after it", ""]);
    for (index, note) in game.notes.iter().enumerate() {
        table.row([
            (index + 1).to_string(),
            note.before.side.to_string(),
            spell(letters, &note.before, &note.text),
            note.mark.text().to_owned(),
            worth(&note.after),
            note.comment(),
        ]);
    }
    let _ = write!(out, "{table}");
    let _ = write!(out, "\n{}", wrap("Result: ", &game.result()));
    for side in Side::BOTH {
        let [errors, blunders] = game.errors(side);
        let _ = writeln!(out, "{side}: {errors} ? and {blunders} ??");
    }
    if game.notes.iter().any(|note| !note.never.is_empty()) {
        out += &paragraph(&format!(
            "Never-ending moves are named where one could have been tried; {}.",
            game.never()
        ));
    }
    out
}
