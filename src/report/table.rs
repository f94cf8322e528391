//! Aligned columns of text.

use anstyle::Style;
use std::fmt;

/// A table that grows row by row. A heading that begins with `>` aligns its column to the right;
/// columns whose cells are all empty are left out.
pub(crate) struct Table {
    headings: Vec<(String, bool)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(headings: &[&str]) -> Self {
        let headings = headings
            .iter()
            .map(|heading| match heading.strip_prefix('>') {
                Some(heading) => (heading.to_owned(), true),
                None => ((*heading).to_owned(), false),
            })
            .collect();
        Self {
            headings,
            rows: Vec::new(),
        }
    }

    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        debug_assert_eq!(N, self.headings.len());
        self.rows.push(cells.into());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let used: Vec<usize> = (0..self.headings.len())
            .filter(|&column| self.rows.iter().any(|row| !row[column].is_empty()))
            .collect();
        let widths: Vec<usize> = (0..self.headings.len())
            .map(|column| {
                let cells = self.rows.iter().map(|row| row[column].chars().count());
                cells
                    .chain([self.headings[column].0.chars().count()])
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        let line = |cells: &dyn Fn(usize) -> String| {
            let parts: Vec<String> = used
                .iter()
                .map(|&column| {
                    let (cell, width) = (cells(column), widths[column]);
                    if self.headings[column].1 {
                        format!("{cell:>width$}")
                    } else {
                        format!("{cell:<width$}")
                    }
                })
                .collect();
            parts.join("  ").trim_end().to_owned()
        };
        let dim = Style::new().dimmed();
        writeln!(
            f,
            "{dim}{}{dim:#}",
            line(&|column| self.headings[column].0.clone())
        )?;
        for row in &self.rows {
            writeln!(f, "{}", line(&|column| row[column].clone()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_empty_ones_left_out() {
        let mut table = Table::new(&["move", ">laps", "note"]);
        table.row(["b1".to_owned(), "5".to_owned(), String::new()]);
        table.row(["f12".to_owned(), "1234".to_owned(), String::new()]);
        let text = anstream::adapter::strip_str(&table.to_string()).to_string();
        assert_eq!(text, "move  laps\nb1       5\nf12   1234\n");
    }
}
