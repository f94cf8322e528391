//! What an opening book came to.

use super::prose::wrap;
use super::worth::worth;
use sow_arena::Grown;
use std::path::Path;

/// The book of a file in a few lines.
pub(crate) fn text(path: &Path, grown: &Grown) -> String {
    let end = if grown.complete {
        "; nothing is left to expand"
    } else {
        ""
    };
    let letter = grown.root.side.letter();
    let line = format!("{letter} {}", grown.line.join(" "));
    format!(
        "{}: {} positions, {} of them expanded, {} deep{end}\nWorth by the book: {}\n{}",
        path.display(),
        grown.positions,
        grown.expanded,
        grown.deepest,
        worth(&grown.worth),
        wrap("Best line: ", &line)
    )
}
