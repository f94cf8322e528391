//! A move as a picture.

use std::fmt::Write;

use super::canvas::{Anchor, Canvas};
use super::colour::{CAPTURE, FAINT, GRID, HAND, INK, STOP, on_shade, shade};
use super::elide::{Line, lines};
use super::{Finish, LapPicture, MovePicture, grouped, laps};

/// The height of the row that stands for laps left out.
const GAP: f64 = 44.0;

/// Where things stand, in pixels.
struct Layout {
    pits: usize,
    most: u8,
    cell: f64,
    row: f64,
    left: f64,
    top: f64,
    /// Room for the notes on the right.
    notes: f64,
}

impl Layout {
    fn new(picture: &MovePicture) -> Self {
        let after = picture.laps.iter().map(|lap| lap.ring_after.as_slice());
        let rings = std::iter::once(picture.ring.as_slice()).chain(after);
        let cell = (760.0 / picture.pits() as f64).clamp(12.0, 40.0);
        Self {
            pits: picture.pits(),
            most: rings.flatten().copied().max().unwrap_or(0),
            cell,
            row: (cell * 0.72).clamp(13.0, 22.0),
            left: 74.0,
            top: 96.0,
            notes: match picture.laps.iter().any(|lap| lap.captured > 0) {
                true => 126.0,
                false => 74.0,
            },
        }
    }

    fn right(&self) -> f64 {
        self.left + self.cell * self.pits as f64
    }

    fn width(&self) -> f64 {
        (self.right() + self.notes).max(560.0)
    }

    /// The middle of a pit, in the row that begins at `y`.
    fn middle(&self, pit: usize, y: f64) -> (f64, f64) {
        (
            self.left + (pit as f64 + 0.5) * self.cell,
            y + self.row / 2.0,
        )
    }

    fn digits(&self) -> f64 {
        (self.cell * 0.46).clamp(7.0, 12.0)
    }
}

pub(super) fn draw(picture: &MovePicture, most: usize) -> String {
    let layout = Layout::new(picture);
    let rows = rows(&layout, picture, most);
    let mut canvas = Canvas::default();
    head(&mut canvas, &layout, picture);
    cells(&mut canvas, &layout, picture, &rows);
    let mut previous = None;
    for &(row, y) in &rows {
        match row {
            Row::Start => side_notes(&mut canvas, &layout, y, "start", ""),
            Row::Line(Line::LeftOut(count)) => gap(&mut canvas, &layout, y, count),
            Row::Line(Line::Lap(index)) => {
                let lap = &picture.laps[index];
                let mut hand = format!("sows {}", lap.hand);
                if lap.captured > 0 {
                    let _ = write!(hand, ", takes {}", lap.captured);
                }
                side_notes(&mut canvas, &layout, y, &grouped(index as u64 + 1), &hand);
                way(&mut canvas, &layout, lap, y, previous);
            }
        }
        previous = Some(row);
    }
    for &(row, y) in &rows {
        marks(&mut canvas, &layout, picture, row, y);
    }
    let bottom = rows.last().map_or(layout.top, |&(_, y)| y) + layout.row;
    if let Some(first) = picture.returns_to() {
        let equal = match first {
            0 => Row::Start,
            laps => Row::Line(Line::Lap(laps - 1)),
        };
        for &(_, y) in rows.iter().filter(|&&(row, _)| row == equal) {
            frame(&mut canvas, &layout, y);
        }
        frame(&mut canvas, &layout, bottom - layout.row);
    }
    let height = legend(&mut canvas, &layout, picture, bottom + 18.0);
    canvas.finish(layout.width(), height, title(picture), &picture.summary())
}

/// A row of the picture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Row {
    Start,
    Line(Line),
}

impl Row {
    /// The seeds shown in the row, if any.
    fn ring(self, picture: &MovePicture) -> Option<&[u8]> {
        match self {
            Self::Start => Some(&picture.ring),
            Self::Line(Line::Lap(index)) => Some(&picture.laps[index].ring_after),
            Self::Line(Line::LeftOut(_)) => None,
        }
    }
}

/// The rows with their upper edges.
fn rows(layout: &Layout, picture: &MovePicture, most: usize) -> Vec<(Row, f64)> {
    let mut y = layout.top;
    let mut rows = vec![(Row::Start, y)];
    for line in lines(picture.laps.len(), most) {
        y += match rows.last() {
            Some((Row::Line(Line::LeftOut(_)), _)) => GAP,
            _ => layout.row,
        };
        rows.push((Row::Line(line), y));
    }
    rows
}

fn title(picture: &MovePicture) -> &str {
    if picture.title.is_empty() {
        "A relay move in space and time"
    } else {
        &picture.title
    }
}

fn head(canvas: &mut Canvas, layout: &Layout, picture: &MovePicture) {
    canvas.raw(format_args!("<g font-weight=\"600\">"));
    canvas.text(
        (layout.left, 34.0),
        19.0,
        Anchor::Start,
        INK,
        title(picture),
    );
    canvas.raw(format_args!("</g>"));
    canvas.text(
        (layout.left, 56.0),
        13.0,
        Anchor::Start,
        FAINT,
        &picture.summary(),
    );
    let names: Vec<String> = (0..layout.pits).map(|pit| picture.name(pit)).collect();
    let longest = names
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(1);
    let room = longest as f64 * layout.digits() * 0.62 + 3.0;
    let step = (room / layout.cell).ceil().max(1.0) as usize;
    for (pit, name) in names.iter().enumerate().step_by(step) {
        let (x, _) = layout.middle(pit, 0.0);
        let y = layout.top - 7.0;
        canvas.text((x, y), layout.digits(), Anchor::Middle, FAINT, name);
    }
    let y = layout.top - 7.0;
    canvas.text((layout.left - 12.0, y), 11.0, Anchor::End, FAINT, "lap");
}

/// The seeds of all pits in all rows as shaded cells, empty pits left blank.
fn cells(canvas: &mut Canvas, layout: &Layout, picture: &MovePicture, rows: &[(Row, f64)]) {
    // One path a shade keeps the document small.
    let mut paths = vec![String::new(); usize::from(layout.most) + 1];
    let (width, height) = (layout.cell, layout.row);
    for &(row, y) in rows {
        for (pit, &seeds) in row.ring(picture).unwrap_or_default().iter().enumerate() {
            let x = layout.left + pit as f64 * layout.cell;
            let path = &mut paths[usize::from(seeds)];
            let _ = write!(path, "M{x:.1} {y:.1}h{width:.1}v{height:.1}h-{width:.1}z");
        }
    }
    canvas.raw(format_args!(r#"<g stroke="{GRID}" stroke-width="0.6">"#));
    for (seeds, path) in paths
        .iter()
        .enumerate()
        .filter(|(_, path)| !path.is_empty())
    {
        let fill = shade(seeds as u8, layout.most);
        canvas.raw(format_args!(r#"<path d="{path}" fill="{fill}"/>"#));
    }
    let size = layout.digits();
    canvas.raw(format_args!(
        r#"</g><g font-size="{size:.1}" text-anchor="middle">"#
    ));
    for &(row, y) in rows {
        for (pit, &seeds) in row.ring(picture).unwrap_or_default().iter().enumerate() {
            if seeds > 0 && (layout.cell >= 13.0 || seeds < 10) {
                let (x, middle) = layout.middle(pit, y);
                let (y, fill) = (middle + size * 0.36, on_shade(seeds, layout.most));
                canvas.raw(format_args!(
                    r#"<text x="{x:.1}" y="{y:.1}" fill="{fill}">{seeds}</text>"#
                ));
            }
        }
    }
    canvas.raw(format_args!("</g>"));
}

fn side_notes(canvas: &mut Canvas, layout: &Layout, y: f64, left: &str, right: &str) {
    let baseline = y + layout.row / 2.0 + 4.0;
    canvas.text((layout.left - 12.0, baseline), 11.0, Anchor::End, INK, left);
    canvas.text(
        (layout.right() + 12.0, baseline),
        11.0,
        Anchor::Start,
        FAINT,
        right,
    );
}

fn gap(canvas: &mut Canvas, layout: &Layout, y: f64, count: usize) {
    let text = format!("⋮  {} not shown  ⋮", laps(count as u64));
    let middle = (layout.left + layout.right()) / 2.0;
    let baseline = y + GAP / 2.0 + 4.0;
    canvas.text((middle, baseline), 12.0, Anchor::Middle, FAINT, &text);
}

/// The hand on its way: from the lifted pit in the row above to the last seed in the row at `y`,
/// leaving at one edge and coming back at the other as often as it passes. Below a gap only the
/// second half of the way can be shown.
fn way(canvas: &mut Canvas, layout: &Layout, lap: &LapPicture, y: f64, previous: Option<Row>) {
    let cut = matches!(previous, Some(Row::Line(Line::LeftOut(_))));
    let above = y - layout.row / 2.0;
    let below = y + layout.row / 2.0;
    let length = f64::from(lap.hand.max(1));
    let sign = if lap.clockwise { -1.0 } else { 1.0 };
    let style = format!(
        r#"stroke="{HAND}" stroke-width="1.6" stroke-linecap="round" stroke-opacity="0.85"{}"#,
        if cut {
            r#" stroke-dasharray="1 4""#
        } else {
            ""
        }
    );
    let first = if lap.clockwise {
        layout.pits as f64 - 0.5
    } else {
        -0.5
    };
    let edge = if lap.clockwise {
        -0.5
    } else {
        layout.pits as f64 - 0.5
    };
    let (mut done, mut place) = (0.0, lap.from as f64);
    while done < length {
        let steps = (length - done).min((edge - place).abs());
        let next = place + sign * steps;
        let point = |place: f64, done: f64| {
            let x = layout.left + (place + 0.5) * layout.cell;
            (x, above + (below - above) * (done / length))
        };
        canvas.line(point(place, done), point(next, done + steps), &style);
        done += steps;
        place = first;
    }
}

/// What a disc stands for.
#[derive(Clone, Copy)]
enum Mark {
    /// A last seed on a pit that is lifted next.
    Lift,
    /// A last seed that captures.
    Capture,
    /// The last seed of the move.
    End,
}

/// Marks the pit of the last seed of a row, or the first pit lifted.
fn marks(canvas: &mut Canvas, layout: &Layout, picture: &MovePicture, row: Row, y: f64) {
    let Row::Line(Line::Lap(index)) = row else {
        if let (Row::Start, Some(first)) = (row, picture.laps.first()) {
            let at = layout.middle(first.from, y);
            let seeds = u32::from(picture.ring[first.from]);
            disc(canvas, at, layout.row * 0.44, Mark::Lift, seeds);
        }
        return;
    };
    let lap = &picture.laps[index];
    let last = index + 1 == picture.laps.len();
    let at = layout.middle(lap.landing, y);
    let seeds = u32::from(lap.ring_after[lap.landing]);
    for &(pit, seeds) in lap.taken.iter().filter(|&&(pit, _)| pit != lap.landing) {
        disc(
            canvas,
            layout.middle(pit, y),
            layout.row * 0.36,
            Mark::Capture,
            seeds,
        );
    }
    let here = lap.taken.iter().find(|&&(pit, _)| pit == lap.landing);
    let seeds = here.map_or(seeds, |&(_, seeds)| seeds);
    let mark = if MovePicture::captures_at_landing(lap) {
        Mark::Capture
    } else if last && picture.finish == Finish::Ends {
        Mark::End
    } else {
        Mark::Lift
    };
    disc(canvas, at, layout.row * 0.44, mark, seeds);
    if let Some(next) = picture.laps.get(index + 1)
        && next.from != lap.landing
    {
        canvas.circle(
            layout.middle(next.from, y),
            2.5,
            &format!(r#"fill="{HAND}""#),
        );
    }
}

/// A disc with the number of seeds in the pit.
fn disc(canvas: &mut Canvas, (x, y): (f64, f64), radius: f64, mark: Mark, seeds: u32) {
    let (fill, stroke, ink) = match mark {
        Mark::Lift => ("#ffffff", HAND, INK),
        Mark::Capture => (CAPTURE, "#ffffff", "#ffffff"),
        Mark::End => (STOP, "#ffffff", "#ffffff"),
    };
    let style = format!(r#"fill="{fill}" stroke="{stroke}" stroke-width="1.5""#);
    if matches!(mark, Mark::End) {
        let corner = (x - radius, y - radius);
        canvas.rect(corner.0, corner.1, 2.0 * radius, 2.0 * radius, &style);
    } else {
        canvas.circle((x, y), radius, &style);
    }
    let size = if seeds < 10 { 1.3 } else { 1.05 } * radius;
    let baseline = (x, y + size * 0.36);
    canvas.text(baseline, size, Anchor::Middle, ink, &seeds.to_string());
}

/// Marks a row as one of two equal ones.
fn frame(canvas: &mut Canvas, layout: &Layout, y: f64) {
    let style = format!(r#"fill="none" stroke="{INK}" stroke-width="1.6" rx="2""#);
    let width = layout.right() - layout.left;
    canvas.rect(layout.left, y, width, layout.row, &style);
}

/// The legend from `y` on; returns the height of the picture.
fn legend(canvas: &mut Canvas, layout: &Layout, picture: &MovePicture, y: f64) -> f64 {
    let bottom = symbols(canvas, layout, picture, y);
    scale(canvas, layout, bottom);
    bottom + 34.0
}

fn symbols(canvas: &mut Canvas, layout: &Layout, picture: &MovePicture, y: f64) -> f64 {
    let mut x = layout.left;
    let mut y = y;
    let mut entry = |canvas: &mut Canvas, draw: &dyn Fn(&mut Canvas, (f64, f64)), text: &str| {
        let width = 22.0 + text.chars().count() as f64 * 6.3 + 18.0;
        if x > layout.left && x + width > layout.width() - 20.0 {
            x = layout.left;
            y += 22.0;
        }
        draw(canvas, (x + 8.0, y));
        canvas.text((x + 22.0, y + 4.0), 12.0, Anchor::Start, INK, text);
        x += width;
    };
    let lift = |canvas: &mut Canvas, at| disc(canvas, at, 7.5, Mark::Lift, 3);
    entry(canvas, &lift, "last seed; the whole pit is lifted and sown");
    if picture.laps.iter().any(|lap| lap.captured > 0) {
        let capture = |canvas: &mut Canvas, at| disc(canvas, at, 7.5, Mark::Capture, 2);
        entry(canvas, &capture, "capture");
    }
    if picture.finish == Finish::Ends {
        let end = |canvas: &mut Canvas, at| disc(canvas, at, 7.0, Mark::End, 1);
        entry(canvas, &end, "the end");
    }
    if picture.returns_to().is_some() {
        let frame = |canvas: &mut Canvas, (x, y): (f64, f64)| {
            let style = format!(r#"fill="none" stroke="{INK}" stroke-width="1.6" rx="2""#);
            canvas.rect(x - 7.0, y - 4.5, 15.0, 9.0, &style);
        };
        entry(canvas, &frame, "the same state");
    }
    y + 16.0
}

/// The shades with the numbers they stand for.
fn scale(canvas: &mut Canvas, layout: &Layout, y: f64) {
    let most = layout.most;
    let step = usize::from(most).div_ceil(16).max(1);
    canvas.text((layout.left, y + 11.0), 12.0, Anchor::Start, INK, "seeds");
    for (i, seeds) in (0..=most).step_by(step).enumerate() {
        let x = layout.left + 46.0 + i as f64 * 22.0;
        let fill = shade(seeds, most);
        let style = format!(r#"fill="{fill}" stroke="{GRID}" stroke-width="0.6""#);
        canvas.rect(x, y, 22.0, 15.0, &style);
        let colour = on_shade(seeds, most);
        let at = (x + 11.0, y + 11.0);
        canvas.text(at, 9.5, Anchor::Middle, colour, &seeds.to_string());
    }
}
