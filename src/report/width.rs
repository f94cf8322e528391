//! How wide a line may be.

use std::io::IsTerminal;
use std::sync::OnceLock;
use terminal_size::{Width, terminal_size_of};

/// Columns of a terminal that does not say how many it has, and of a pipe or a file.
const USUAL: usize = 80;

/// Narrower than this nothing is laid out: boards and tables could not be read any more.
const LEAST: usize = 40;

/// The columns of standard output: $COLUMNS if it is set, else those of the terminal, else 80.
pub(crate) fn width() -> usize {
    static WIDTH: OnceLock<usize> = OnceLock::new();
    *WIDTH.get_or_init(|| {
        let asked = std::env::var("COLUMNS").ok();
        let asked = asked.and_then(|columns| columns.parse().ok());
        let out = std::io::stdout();
        let terminal = || terminal_size_of(&out).map(|(Width(columns), _)| usize::from(columns));
        asked
            .or_else(terminal)
            .filter(|&columns| columns > 0)
            .unwrap_or(USUAL)
            .max(LEAST)
    })
}

/// The columns of standard error, if it is a terminal: what goes into files and pipes stays one line a message.
pub(crate) fn width_of_messages() -> Option<usize> {
    let err = std::io::stderr();
    err.is_terminal()
        .then(|| terminal_size_of(&err))
        .flatten()
        .map(|(Width(columns), _)| usize::from(columns).max(LEAST))
}
