//! A move as lines of text.

use std::fmt::Write;

use super::elide::{Line, lines};
use super::{Finish, LapPicture, MovePicture, grouped, laps};

pub(super) fn draw(picture: &MovePicture, columns: usize, most: usize) -> String {
    let width = cell_width(picture, columns);
    let mut text = String::new();
    if !picture.title.is_empty() {
        let _ = writeln!(text, "{}", picture.title);
    }
    let _ = writeln!(text, "{}\n", picture.summary());
    names(&mut text, picture, width);
    row(&mut text, picture, None, width);
    let last = picture.laps.len().saturating_sub(1);
    for line in lines(picture.laps.len(), most) {
        match line {
            Line::Lap(index) => {
                row(&mut text, picture, Some(index), width);
                text.push_str(match picture.finish {
                    Finish::Ends if index == last => "  ends",
                    Finish::Returns { .. } if index == last => match picture.returns_to() {
                        Some(0) => "  the start again",
                        _ => "  the same again",
                    },
                    Finish::Returns { .. } if picture.returns_to() == Some(index + 1) => {
                        "  comes back"
                    }
                    _ => "",
                });
            }
            Line::LeftOut(count) => {
                let _ = write!(
                    text,
                    "{:>6} {:>4} … {} not shown …",
                    "",
                    "",
                    laps(count as u64)
                );
            }
        }
        text.push('\n');
    }
    text
}

/// Columns for a pit: number and marks on both sides where that fits, else one character and a mark.
fn cell_width(picture: &MovePicture, columns: usize) -> usize {
    let rings = picture.laps.iter().flat_map(|lap| &lap.ring_after);
    let most = rings.chain(&picture.ring).copied().max().unwrap_or(0);
    let roomy = most.to_string().len() + 2;
    if LEFT + roomy * picture.pits() <= columns {
        roomy
    } else {
        2
    }
}

/// Columns before the first pit.
const LEFT: usize = 12;

fn names(text: &mut String, picture: &MovePicture, width: usize) {
    let _ = write!(text, "{:>6} {:>4} ", "lap", "hand");
    for pit in 0..picture.pits() {
        let name = picture.name(pit);
        if name.len() < width {
            let _ = write!(text, "{name:>0$} ", width - 1);
        } else {
            let _ = write!(text, "{:width$}", "");
        }
    }
    truncate_end(text);
    text.push('\n');
}

fn row(text: &mut String, picture: &MovePicture, index: Option<usize>, width: usize) {
    let lap = index.map(|index| &picture.laps[index]);
    let next = picture.laps.get(index.map_or(0, |index| index + 1));
    match (index, lap) {
        (Some(index), Some(lap)) => {
            let _ = write!(text, "{:>6} {:>4} ", grouped(index as u64 + 1), lap.hand);
        }
        _ => {
            let _ = write!(text, "{:>6} {:>4} ", "start", "");
        }
    }
    let ring = lap.map_or(&picture.ring, |lap| &lap.ring_after);
    for (pit, &seeds) in ring.iter().enumerate() {
        cell(text, seeds, marks(lap, next, pit), width);
    }
    truncate_end(text);
    if let Some(lap) = lap.filter(|lap| lap.captured > 0) {
        let _ = write!(text, "  captures {}", lap.captured);
    }
    if index.is_none() {
        text.push('\n');
    }
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
