//! Boards drawn with lines, as they lie between the players.

use super::number::{count, grouped};
use super::width::width;
use anstyle::Style;
use sow_engine::pit;
use sow_engine::setup::Setup;
use sow_engine::side::Side;

/// Draws a board with pit names, seeds and the player to move, so that it fits a line. With `letters`, pits bear
/// the published Omweso letters where the board has eight columns.
pub(crate) fn board(setup: &Setup, letters: bool) -> String {
    drawn(setup, letters, width())
}

/// As [`board`], in so many columns: with room around the seeds if there is any, else pit by pit side by side, else
/// in parts one below the other, each with some columns of all rows.
pub(crate) fn drawn(setup: &Setup, letters: bool, width: usize) -> String {
    let mut drawing = Drawing {
        setup,
        letters: letters && setup.columns == 8 && setup.game.has_four_rows(),
        dense: false,
    };
    drawing.dense = drawing.width(setup.columns) > width;
    let most = (1..=setup.columns)
        .rev()
        .find(|&columns| drawing.width(columns) <= width)
        .unwrap_or(1);
    let parts = setup.columns.div_ceil(most);
    drawing.draw(setup.columns.div_ceil(parts))
}

struct Drawing<'a> {
    setup: &'a Setup,
    letters: bool,
    /// No space around the seeds, and pits have numbers for names.
    dense: bool,
}

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// Some pits of a printed row: the ring, and the pits from left to right.
type Row = (usize, Vec<usize>);

impl Drawing<'_> {
    /// The columns of a terminal that so many columns of the board take.
    fn width(&self, columns: usize) -> usize {
        self.margin() + 2 + columns * (self.cell_width() + self.space() + 1)
    }

    /// What the names of the rows take.
    fn margin(&self) -> usize {
        if self.setup.game.has_four_rows() {
            5
        } else {
            0
        }
    }

    /// What is left free around the seeds of a pit.
    const fn space(&self) -> usize {
        if self.dense { 0 } else { 2 }
    }

    /// Draws `columns` columns at a time.
    fn draw(&self, columns: usize) -> String {
        let rows = self.setup.printed_rows();
        let mut text = format!("{}\n{}\n", self.title(), self.player(Side::North));
        for first in (0..self.setup.columns).step_by(columns) {
            let end = self.setup.columns.min(first + columns);
            let part: Vec<Row> = rows
                .iter()
                .map(|(ring, pits)| (*ring, pits[first..end].to_vec()))
                .collect();
            if first > 0 {
                text.push('\n');
            }
            text += &self.part(&part);
        }
        text + &self.player(Side::South)
    }

    /// The rows, or some columns of all of them, in a frame.
    fn part(&self, rows: &[Row]) -> String {
        let (margin, width) = (self.margin(), self.cell_width());
        let rule = |left: &str, middle: &str, right: &str, line: &str| {
            let cells = vec![line.repeat(width + self.space()); rows[0].1.len()].join(middle);
            format!("{:margin$} {DIM}{left}{cells}{right}{DIM:#}\n", "")
        };
        let mut text = self.names(&rows[0], Side::North, margin, width);
        text += &rule("┌", "┬", "┐", "─");
        let half = rows.len() / 2;
        for (index, row) in rows.iter().enumerate() {
            if index == half {
                text += &rule("╞", "╪", "╡", "═");
            } else if index > 0 {
                text += &rule("├", "┼", "┤", "─");
            }
            let label = if !self.setup.game.has_four_rows() {
                ""
            } else if row.1[0] < self.setup.columns {
                "back"
            } else {
                "front"
            };
            let space = if self.dense { "" } else { " " };
            text += &format!("{label:>margin$} {DIM}│{DIM:#}");
            for &at in &row.1 {
                let cell = self.cell(row.0, at, width);
                text += &format!("{space}{cell}{space}{DIM}│{DIM:#}");
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
        text + &self.names(&rows[rows.len() - 1], Side::South, margin, width)
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
            format!(" · store {}", grouped(setup.stores[side.index()]))
        };
        format!(
            "{BOLD}{turn}{side}{BOLD:#}{moves} · {}{store}",
            count(setup.seeds_of(side) as u64, "seed")
        )
    }

    /// The pit names of a row, as its owner calls them.
    fn names(&self, row: &Row, side: Side, margin: usize, width: usize) -> String {
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
            } else if self.dense {
                // The row says whether it is front or back.
                let name = pit::name(setup.game, setup.columns, at);
                name.trim_start_matches(['b', 'f']).to_owned()
            } else {
                pit::name(setup.game, setup.columns, at)
            };
            if self.dense {
                text += &format!("{name:>width$} ");
            } else {
                text += &format!("{name:^cell$}", cell = width + 3);
            }
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
