//! Which laps of a long move are shown.

/// A line of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// The lap with this index.
    Lap(usize),
    /// This many laps are left out here.
    LeftOut(usize),
}

/// The lines for `count` laps when at most `most` are shown: two thirds from the beginning, the
/// rest from the end.
pub(super) fn lines(count: usize, most: usize) -> Vec<Line> {
    if count <= most {
        return (0..count).map(Line::Lap).collect();
    }
    let tail = most / 3;
    let head = most - tail;
    let mut lines: Vec<Line> = (0..head).map(Line::Lap).collect();
    lines.push(Line::LeftOut(count - most));
    lines.extend((count - tail..count).map(Line::Lap));
    lines
}
