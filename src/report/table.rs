//! Aligned columns of text that fit a line.

use super::prose;
use super::width::width;
use anstyle::Style;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Width, presets};
use std::fmt;
use textwrap::core::display_width;

/// Space between two columns.
const GAP: usize = 2;

/// What stands below its row is moved in by so much.
const INDENT: &str = "    ";

/// A column of text is wrapped to no less than this before columns go into a second table.
const NARROW: usize = 12;

/// A table that grows row by row.
///
/// A heading that begins with `>` aligns its column to the right, for numbers, which are never wrapped. One that
/// begins with `_` is that of a last column whose cells stand below their rows where there is no place beside
/// them: positions and lines of play. Columns whose cells are all empty are left out.
///
/// Columns that do not fit even so follow in further tables, behind the first columns again.
pub(crate) struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
    /// So many columns name the row.
    keys: usize,
}

struct Column {
    heading: String,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Number,
    Beneath,
}

impl Table {
    pub(crate) fn new(headings: &[&str]) -> Self {
        let columns = headings.iter().map(|heading| {
            let (kind, heading) = match heading.split_at_checked(1) {
                Some((">", rest)) => (Kind::Number, rest),
                Some(("_", rest)) => (Kind::Beneath, rest),
                _ => (Kind::Text, *heading),
            };
            Column {
                heading: heading.to_owned(),
                kind,
            }
        });
        Self {
            columns: columns.collect(),
            rows: Vec::new(),
            keys: 1,
        }
    }

    /// The first `keys` columns name a row, and are repeated where not all columns fit.
    pub(crate) fn keyed(mut self, keys: usize) -> Self {
        self.keys = keys;
        self
    }

    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        debug_assert_eq!(N, self.columns.len());
        self.rows.push(cells.into());
    }

    /// The table in lines of so many columns.
    fn fit(&self, width: usize) -> String {
        let mut used: Vec<usize> = (0..self.columns.len())
            .filter(|&column| self.rows.iter().any(|row| !row[column].is_empty()))
            .collect();
        let natural: Vec<usize> = (0..self.columns.len())
            .map(|column| self.widest(column, display_width))
            .collect();
        if total(&used, &natural) <= width {
            return self.block(&used, &natural, None, width);
        }
        let beneath = used
            .pop_if(|&mut last| self.columns[last].kind == Kind::Beneath)
            .filter(|_| !used.is_empty());
        let least: Vec<usize> = (0..self.columns.len())
            .map(|column| self.least(column))
            .collect();
        let mut blocks = Vec::new();
        let (keys, mut rest): (Vec<usize>, Vec<usize>) =
            used.iter().partition(|&&column| column < self.keys);
        loop {
            let mut block = keys.clone();
            while let Some(&next) = rest.first() {
                block.push(next);
                // One column at least, or this would never end.
                if block.len() > keys.len() + 1 && total(&block, &least) > width {
                    block.pop();
                    break;
                }
                rest.remove(0);
            }
            let below = beneath.filter(|_| rest.is_empty());
            let widths = self.spread(&block, &least, &natural, width);
            blocks.push(self.block(&block, &widths, below, width));
            if rest.is_empty() {
                break;
            }
        }
        blocks.join("\n")
    }

    /// The most of what a measure finds in the cells of a column and its heading.
    fn widest(&self, column: usize, measure: impl Fn(&str) -> usize) -> usize {
        let cells = self.rows.iter().map(|row| row[column].as_str());
        cells
            .chain([self.columns[column].heading.as_str()])
            .map(measure)
            .max()
            .unwrap_or(0)
    }

    /// The width without which a column cannot be read: whole numbers, whole words.
    fn least(&self, column: usize) -> usize {
        let word = |text: &str| {
            let words = text.split([' ', prose::BREAK]);
            words.map(display_width).max().unwrap_or(0)
        };
        match self.columns[column].kind {
            Kind::Number => {
                let cells = self.rows.iter().map(|row| display_width(&row[column]));
                let heading = word(&self.columns[column].heading);
                cells.chain([heading]).max().unwrap_or(0)
            }
            Kind::Text | Kind::Beneath => self
                .widest(column, word)
                .max(NARROW.min(self.widest(column, display_width))),
        }
    }

    /// Gives what is left of a line to the columns that could use it, first to what is wrapped most.
    fn spread(
        &self,
        block: &[usize],
        least: &[usize],
        natural: &[usize],
        width: usize,
    ) -> Vec<usize> {
        let mut widths = least.to_vec();
        // Words of a single column may be wider than the line.
        for &column in block {
            if self.columns[column].kind != Kind::Number {
                widths[column] = widths[column].min(width);
            }
        }
        let mut left = width.saturating_sub(total(block, &widths));
        while left > 0 {
            let neediest = block
                .iter()
                .copied()
                .filter(|&column| widths[column] < natural[column])
                .max_by_key(|&column| natural[column] * 100 / widths[column].max(1));
            let Some(column) = neediest else { break };
            widths[column] += 1;
            left -= 1;
        }
        widths
    }

    /// Some columns side by side, and `beneath` below each row.
    fn block(
        &self,
        columns: &[usize],
        widths: &[usize],
        beneath: Option<usize>,
        width: usize,
    ) -> String {
        let mut table = comfy_table::Table::new();
        table
            .load_preset(presets::NOTHING)
            .set_content_arrangement(ContentArrangement::Disabled);
        let wrapped = |text: &str, column: usize| prose::lines("", text, widths[column].max(1));
        let mut heights = Vec::new();
        let mut add = |cells: Vec<Vec<String>>| {
            heights.push(cells.iter().map(Vec::len).max().unwrap_or(1));
            cells.into_iter().map(|lines| lines.join("\n")).collect()
        };
        let headings = columns
            .iter()
            .map(|&column| wrapped(&self.columns[column].heading, column));
        let headings: Vec<String> = add(headings.collect());
        table.add_row(headings);
        for row in &self.rows {
            // Leading spaces of a cell are its indent.
            let cells = columns.iter().map(|&column| {
                let text = row[column].trim_start();
                let indent = &row[column][..row[column].len() - text.len()];
                let inner = widths[column].saturating_sub(indent.len()).max(1);
                let lines = prose::lines("", text, inner);
                lines.iter().map(|line| format!("{indent}{line}")).collect()
            });
            let cells: Vec<String> = add(cells.collect());
            table.add_row(cells);
        }
        for (place, &column) in columns.iter().enumerate() {
            let Some(laid_out) = table.column_mut(place) else {
                continue;
            };
            let gap = if place + 1 < columns.len() { GAP } else { 0 };
            laid_out.set_padding((0, gap as u16));
            laid_out.set_constraint(ColumnConstraint::Absolute(Width::Fixed(
                (widths[column] + gap) as u16,
            )));
            laid_out.set_cell_alignment(match self.columns[column].kind {
                Kind::Number => CellAlignment::Right,
                Kind::Text | Kind::Beneath => CellAlignment::Left,
            });
        }
        let dim = Style::new().dimmed();
        let mut lines = table.lines();
        let mut text = String::new();
        let mut heading: Vec<String> = lines
            .by_ref()
            .take(heights[0])
            .map(|line| line.trim_end().to_owned())
            .collect();
        if let Some(column) = beneath {
            heading.push(format!("{INDENT}{}", self.columns[column].heading));
        }
        for line in heading {
            text += &format!("{dim}{line}{dim:#}\n");
        }
        for (row, height) in self.rows.iter().zip(&heights[1..]) {
            for line in lines.by_ref().take(*height) {
                text += line.trim_end();
                text.push('\n');
            }
            if let Some(cell) = beneath
                .map(|column| &row[column])
                .filter(|cell| !cell.is_empty())
            {
                for line in prose::lines(INDENT, cell, width) {
                    text += &line;
                    text.push('\n');
                }
            }
        }
        text
    }
}

/// The width of some columns side by side.
fn total(columns: &[usize], widths: &[usize]) -> usize {
    let inner: usize = columns.iter().map(|&column| widths[column]).sum();
    inner + GAP * columns.len().saturating_sub(1)
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fit(width()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(table: &Table, width: usize) -> String {
        let text = anstream::adapter::strip_str(&table.fit(width)).to_string();
        for line in text.lines() {
            assert!(display_width(line) <= width, "{line}");
        }
        text
    }

    fn cells<const N: usize>(cells: [&str; N]) -> [String; N] {
        cells.map(str::to_owned)
    }

    #[test]
    fn columns_are_aligned_and_empty_ones_left_out() {
        let mut table = Table::new(&["move", ">laps", "note"]);
        table.row(cells(["b1", "5", ""]));
        table.row(cells(["f12", "1234", ""]));
        assert_eq!(plain(&table, 80), "move  laps\nb1       5\nf12   1234\n");
    }

    #[test]
    fn what_has_no_place_beside_stands_beneath() {
        let mut table = Table::new(&["move", ">laps", "_position after"]);
        table.row(cells(["b1", "5", "2x8/2x8/2x8/2x8 S"]));
        table.row(cells(["f12", "12", ""]));
        assert_eq!(
            plain(&table, 40),
            "move  laps  position after\nb1       5  2x8/2x8/2x8/2x8 S\nf12     12\n"
        );
        assert_eq!(
            plain(&table, 26),
            "move  laps\n    position after\nb1       5\n    2x8/2x8/2x8/2x8 S\nf12     12\n"
        );
    }

    #[test]
    fn text_is_wrapped_and_numbers_are_not() {
        let mut table = Table::new(&["name", ">longest ending", "what is said"]);
        table.row(cells(["  a", "12,345", "one two three four five six"]));
        table.row(cells(["b", "1", "one"]));
        assert_eq!(
            plain(&table, 32),
            "name   longest  what is said\n        ending\n  a     12,345  one two three\n                four five six\nb            1  one\n"
        );
    }

    #[test]
    fn columns_without_a_place_follow_behind_the_first_again() {
        let mut table = Table::new(&[">seeds", ">starts", ">shortest", ">longest"]);
        table.row(cells(["11", "1,000,000", "55", "77"]));
        assert_eq!(
            plain(&table, 26),
            "seeds     starts  shortest\n   11  1,000,000        55\n\nseeds  longest\n   11       77\n"
        );
    }
}
