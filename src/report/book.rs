//! What an opening book came to.

use super::line::wrapped;
use super::number::grouped;
use super::prose::{paragraph, wrap};
use super::worth::worth;
use sow_arena::Grown;
use std::path::Path;

/// The book of a file in a few lines.
pub(crate) fn text(path: &Path, grown: &Grown, letters: bool) -> String {
    let end = if grown.complete {
        "; nothing is left to expand"
    } else {
        ""
    };
    let size = format!(
        "{}: {} positions, {} of them expanded, {} deep{end}",
        path.display(),
        grouped(grown.positions as u64),
        grouped(grown.expanded as u64),
        grouped(grown.deepest as u64),
    );
    paragraph(&size)
        + &wrap("Worth by the book: ", &worth(&grown.worth))
        + &wrapped("Best line: ", &grown.root, &grown.line, letters)
}
