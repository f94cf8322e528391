//! Boards drawn with lines, as they lie between the players.

use crate::report::turn::count;
use anstyle::Style;
use sow_engine::pit;
use sow_engine::setup::Setup;
use sow_engine::side::Side;

/// Draws a board with pit names, seeds and the player to move. With `letters`, pits bear the
/// published Omweso letters where the board has eight columns.
pub(crate) fn board(setup: &Setup, letters: bool) -> String {
    Drawing {
        setup,
        letters: letters && setup.columns == 8 && setup.game.has_four_rows(),
    }
    .draw()
}

struct Drawing<'a> {
    setup: &'a Setup,
    letters: bool,
}

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

impl Drawing<'_> {
    fn draw(&self) -> String {
        let setup = self.setup;
        let rows = setup.printed_rows();
        let margin = if setup.game.has_four_rows() { 5 } else { 0 };
        let width = self.cell_width();
        let rule = |left: &str, middle: &str, right: &str, line: &str| {
            let cells = vec![line.repeat(width + 2); setup.columns].join(middle);
            format!("{:margin$} {DIM}{left}{cells}{right}{DIM:#}\n", "")
        };
        let mut text = format!("{}\n{}\n", self.title(), self.player(Side::North));
        text += &self.names(&rows[0], Side::North, margin, width);
        text += &rule("┌", "┬", "┐", "─");
        let half = rows.len() / 2;
        for (index, row) in rows.iter().enumerate() {
            if index == half {
                text += &rule("╞", "╪", "╡", "═");
            } else if index > 0 {
                text += &rule("├", "┼", "┤", "─");
            }
            let label = if !setup.game.has_four_rows() {
                ""
            } else if row.1[0] < setup.columns {
                "back"
            } else {
                "front"
            };
            text += &format!("{label:>margin$} {DIM}│{DIM:#}");
            for &at in &row.1 {
                text += &format!(" {} {DIM}│{DIM:#}", self.cell(row.0, at, width));
            }
            text.push('\n');
            if self.letters && index + 1 == half {
                text += &self.names(row, Side::North, margin, width);
            }
            if self.letters && index == half {
                // The front row has letters of its own; they stand below it.
                text += &self.names(row, Side::South, margin, width);
            }
        }
        text += &rule("└", "┴", "┘", "─");
        text += &self.names(&rows[rows.len() - 1], Side::South, margin, width);
        text += &self.player(Side::South);
        text
    }

    fn title(&self) -> String {
        let setup = self.setup;
        let line = setup.to_string();
        let flags: Vec<&str> = line
            .split(' ')
            .skip(3)
            .filter(|field| !field.starts_with(|letter: char| letter.is_ascii_digit()))
            .collect();
        let flags = if flags.is_empty() {
            String::new()
        } else {
            format!(" · {}", flags.join(" · "))
        };
        format!(
            "{BOLD}{} {}×{}{BOLD:#}{flags}",
            setup.game,
            setup.game.rows(),
            setup.columns
        )
    }

    fn player(&self, side: Side) -> String {
        let setup = self.setup;
        let turn = if setup.side == side { "▸ " } else { "  " };
        let moves = if setup.side == side { " to move" } else { "" };
        let store = if setup.game.has_four_rows() {
            String::new()
        } else {
            format!(" · store {}", setup.stores[side.index()])
        };
        format!(
            "{BOLD}{turn}{side}{BOLD:#}{moves} · {}{store}",
            count(setup.seeds_of(side) as u64, "seed")
        )
    }

    /// The pit names of a row, as its owner calls them.
    fn names(&self, row: &(usize, Vec<usize>), side: Side, margin: usize, width: usize) -> String {
        let setup = self.setup;
        let mut text = format!("{:margin$}  ", "");
        for &at in &row.1 {
            let name = if self.letters {
                let letter = pit::letter(at);
                if side == Side::North {
                    letter.to_ascii_uppercase()
                } else {
                    letter
                }
                .to_string()
            } else {
                pit::name(setup.game, setup.columns, at)
            };
            text += &format!("{name:^cell$}", cell = width + 3);
        }
        format!("{DIM}{}{DIM:#}\n", text.trim_end())
    }

    fn cell(&self, ring: usize, at: usize, width: usize) -> String {
        let seeds = self.setup.rings[ring][at];
        let star = if self.setup.reserved[at] { "*" } else { "" };
        if seeds == 0 && star.is_empty() {
            format!("{DIM}{:>width$}{DIM:#}", "·")
        } else {
            format!("{:>width$}", format!("{seeds}{star}"))
        }
    }

    fn cell_width(&self) -> usize {
        let setup = self.setup;
        let cells = setup
            .rings
            .iter()
            .flatten()
            .zip(setup.reserved.iter().cycle());
        cells
            .map(|(seeds, &star)| seeds.to_string().len() + usize::from(star))
            .max()
            .unwrap_or(1)
            .max(2)
    }
}
