//! A move as lines of text.

use std::fmt::Write;

use super::elide::{Line, lines};
use super::{Finish, LapPicture, MovePicture, grouped, laps};

pub(super) fn draw(picture: &MovePicture, columns: usize, most: usize) -> String {
    let layout = Layout::new(picture, columns);
    let mut text = String::new();
    if !picture.title.is_empty() {
        let _ = writeln!(text, "{}", picture.title);
    }
    let _ = writeln!(text, "{}\n", picture.summary());
    names(&mut text, picture, layout);
    row(&mut text, picture, None, layout, "");
    let last = picture.laps.len().saturating_sub(1);
    for line in lines(picture.laps.len(), most) {
        match line {
            Line::Lap(index) => {
                let end = match picture.finish {
                    Finish::Ends if index == last => "ends",
                    Finish::Returns { .. } if index == last => match picture.returns_to() {
                        Some(0) => "the start again",
                        _ => "the same again",
                    },
                    Finish::Returns { .. } if picture.returns_to() == Some(index + 1) => {
                        "comes back"
                    }
                    _ => "",
                };
                row(&mut text, picture, Some(index), layout, end);
            }
            Line::LeftOut(count) => {
                let _ = writeln!(
                    text,
                    "{:>6} {:>4} … {} not shown …",
                    "",
                    "",
                    laps(count as u64)
                );
            }
        }
    }
    text
}

/// What the marks of the text mean, a line a mark; only those that can be seen.
pub(super) fn legend(picture: &MovePicture) -> String {
    let captures = picture.laps.iter().any(|lap| lap.captured > 0);
    let rings = || picture.laps.iter().map(|lap| &lap.ring_after);
    let rings = || rings().chain([&picture.ring]).flatten();
    let mut text = "[3] the last seed fell here; the next lap lifts what lies here\n".to_owned();
    text += "'.  the seeds of the lap were lifted here\n";
    for (seen, meaning) in [
        (captures, "{3} seeds were captured here or opposite"),
        (rings().any(|&seeds| seeds == 0), " .  an empty pit"),
    ] {
        if seen {
            let _ = writeln!(text, "{meaning}");
        }
    }
    text
}

/// How wide the drawing is.
#[derive(Clone, Copy)]
struct Layout {
    /// Of the terminal.
    columns: usize,
    /// Of a pit: number and marks on both sides where that fits, else one character and a mark.
    cell: usize,
    /// Pits on a line.
    pits: usize,
}

impl Layout {
    fn new(picture: &MovePicture, columns: usize) -> Self {
        let rings = picture.laps.iter().flat_map(|lap| &lap.ring_after);
        let most = rings.chain(&picture.ring).copied().max().unwrap_or(0);
        let roomy = most.to_string().len() + 2;
        let cell = if LEFT + roomy * picture.pits() <= columns {
            roomy
        } else {
            2
        };
        let fit = (columns.saturating_sub(LEFT) / cell).max(1);
        // Lines of equal length, if it takes several.
        let lines = picture.pits().div_ceil(fit);
        Self {
            columns,
            cell,
            pits: picture.pits().div_ceil(lines.max(1)).max(1),
        }
    }
}

/// Columns before the first pit.
const LEFT: usize = 12;

fn names(text: &mut String, picture: &MovePicture, layout: Layout) {
    let width = layout.cell;
    let names: Vec<String> = (0..picture.pits()).map(|pit| picture.name(pit)).collect();
    for (line, part) in names.chunks(layout.pits).enumerate() {
        let [lap, hand] = if line == 0 { ["lap", "hand"] } else { [""; 2] };
        let _ = write!(text, "{lap:>6} {hand:>4} ");
        // Where not every name fits, that of the first pit of the line.
        let mut skip = 0;
        for (place, name) in part.iter().enumerate() {
            if skip > 0 {
                skip -= 1;
            } else if name.len() < width {
                let _ = write!(text, "{name:>0$} ", width - 1);
            } else if place == 0 {
                let cells = (name.len() + 1).div_ceil(width);
                let _ = write!(text, " {name:<0$}", cells * width - 1);
                skip = cells - 1;
            } else {
                let _ = write!(text, "{:width$}", "");
            }
        }
        truncate_end(text);
        text.push('\n');
    }
}

fn row(text: &mut String, picture: &MovePicture, index: Option<usize>, layout: Layout, end: &str) {
    let lap = index.map(|index| &picture.laps[index]);
    let next = picture.laps.get(index.map_or(0, |index| index + 1));
    let (number, hand) = match (index, lap) {
        (Some(index), Some(lap)) => (grouped(index as u64 + 1), lap.hand.to_string()),
        _ => ("start".to_owned(), String::new()),
    };
    let ring = lap.map_or(&picture.ring, |lap| &lap.ring_after);
    let mut line = format!("{number:>6} {hand:>4} ");
    for (pit, &seeds) in ring.iter().enumerate() {
        if pit > 0 && pit.is_multiple_of(layout.pits) {
            truncate_end(&mut line);
            let _ = writeln!(text, "{line}");
            line = " ".repeat(LEFT);
        }
        cell(&mut line, seeds, marks(lap, next, pit), layout.cell);
    }
    truncate_end(&mut line);
    let captured = lap.filter(|lap| lap.captured > 0);
    let captured = captured.map(|lap| format!("captures {}", lap.captured));
    let notes = captured.iter().map(String::as_str).chain([end]);
    for note in notes.filter(|note| !note.is_empty()) {
        if line.chars().count() + 2 + note.len() > layout.columns {
            let _ = writeln!(text, "{line}");
            line = " ".repeat(LEFT);
        }
        let _ = write!(line, "  {note}");
    }
    let _ = writeln!(text, "{line}");
}

/// What stands before and after the number of a pit.
fn marks(lap: Option<&LapPicture>, next: Option<&LapPicture>, pit: usize) -> (char, char) {
    match lap {
        Some(lap) if lap.landing == pit && MovePicture::captures_at_landing(lap) => ('{', '}'),
        Some(lap) if lap.taken.iter().any(|&(taken, _)| taken == pit) => ('{', '}'),
        Some(lap) if lap.landing == pit => ('[', ']'),
        Some(lap) if lap.from == pit => ('\'', ' '),
        None if next.is_some_and(|next| next.from == pit) => ('[', ']'),
        _ => (' ', ' '),
    }
}

fn cell(text: &mut String, seeds: u8, (before, after): (char, char), width: usize) {
    if width == 2 {
        let mark = if before == ' ' { ' ' } else { before };
        let _ = write!(text, "{mark}{}", one_character(seeds));
        return;
    }
    let number = format!(
        "{before}{}",
        if seeds == 0 {
            ".".to_owned()
        } else {
            seeds.to_string()
        }
    );
    let _ = write!(text, "{number:>0$}{after}", width - 1);
}

/// 0 as a point, 1–9, then a–z for 10–35, and `#` for more.
fn one_character(seeds: u8) -> char {
    match seeds {
        0 => '.',
        1..=9 => char::from(b'0' + seeds),
        10..=35 => char::from(b'a' + seeds - 10),
        _ => '#',
    }
}

fn truncate_end(text: &mut String) {
    text.truncate(text.trim_end().len());
}
