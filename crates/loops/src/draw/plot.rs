//! A census as a plot: laps against seeds.

use super::canvas::{Anchor, Canvas};
use super::colour::{FAINT, GRID, INK};
use super::grouped;
use crate::census::CensusRow;

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 520.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 690.0;
const TOP: f64 = 84.0;
const BOTTOM: f64 = 456.0;

/// A curve of the plot.
struct Series {
    name: &'static str,
    colour: &'static str,
    of: fn(&CensusRow) -> Option<u64>,
}

const SERIES: [Series; 3] = [
    Series {
        name: "longest period",
        colour: "#0a7a80",
        of: |row| row.max_period,
    },
    Series {
        name: "longest ending move",
        colour: "#c4622d",
        of: |row| (row.longest_ending > 0).then_some(row.longest_ending),
    },
    Series {
        name: "shortest period",
        colour: "#6b5ca5",
        of: |row| row.min_period,
    },
];

/// The axes.
struct Axes {
    first: u32,
    last: u32,
    decades: u32,
}

impl Axes {
    fn x(&self, seeds: u32) -> f64 {
        let span = f64::from((self.last - self.first).max(1));
        LEFT + (RIGHT - LEFT) * f64::from(seeds - self.first) / span
    }

    fn y(&self, laps: u64) -> f64 {
        let level = (laps.max(1) as f64).log10() / f64::from(self.decades);
        BOTTOM - (BOTTOM - TOP) * level
    }
}

/// Laps against seeds, on a logarithmic axis: the longest ending move, the longest period and the
/// shortest, as a complete SVG document. The rows are of one ring, with ascending seeds.
///
/// Seeds without a never-ending move leave a gap in the periods. No rows give an empty plot.
pub fn census_svg(rows: &[CensusRow]) -> String {
    let largest = rows
        .iter()
        .flat_map(|row| SERIES.iter().filter_map(|series| (series.of)(row)))
        .max()
        .unwrap_or(1);
    let axes = Axes {
        first: rows.first().map_or(0, |row| row.seeds),
        last: rows.last().map_or(0, |row| row.seeds),
        decades: largest.to_string().len() as u32,
    };
    let pits = rows.first().map_or(0, |row| row.pits);
    let title = format!("Relay moves on a ring of {pits} pits");
    let mut canvas = Canvas::default();
    canvas.raw(format_args!("<g font-weight=\"600\">"));
    canvas.text((LEFT, 36.0), 19.0, Anchor::Start, INK, &title);
    canvas.raw(format_args!("</g>"));
    let subtitle = "laps, logarithmic, over all starts with so many seeds";
    canvas.text((LEFT, 58.0), 13.0, Anchor::Start, FAINT, subtitle);
    grid(&mut canvas, &axes);
    let mut labels = Vec::new();
    for series in &SERIES {
        if let Some(end) = curve(&mut canvas, &axes, series, rows) {
            labels.push((end, series));
        }
    }
    name_curves(&mut canvas, labels);
    canvas.finish(WIDTH, HEIGHT, &title, subtitle)
}

fn grid(canvas: &mut Canvas, axes: &Axes) {
    let style = format!(r#"stroke="{GRID}" stroke-width="1""#);
    for decade in 0..=axes.decades {
        let laps = 10_u64.pow(decade);
        let y = axes.y(laps);
        canvas.line((LEFT, y), (RIGHT, y), &style);
        let at = (LEFT - 10.0, y + 4.0);
        canvas.text(at, 12.0, Anchor::End, FAINT, &grouped(laps));
    }
    let step = (axes.last - axes.first).div_ceil(14).max(1);
    let tick = format!(r#"stroke="{FAINT}" stroke-width="1""#);
    for seeds in (axes.first..=axes.last).filter(|seeds| seeds.is_multiple_of(step)) {
        let x = axes.x(seeds);
        canvas.line((x, BOTTOM), (x, BOTTOM + 5.0), &tick);
        let at = (x, BOTTOM + 20.0);
        canvas.text(at, 12.0, Anchor::Middle, FAINT, &seeds.to_string());
    }
    canvas.line((LEFT, BOTTOM), (RIGHT, BOTTOM), &tick);
    let at = ((LEFT + RIGHT) / 2.0, BOTTOM + 42.0);
    canvas.text(at, 13.0, Anchor::Middle, INK, "seeds on the ring");
}

/// Draws a curve with its points and returns the height at which it ends.
fn curve(canvas: &mut Canvas, axes: &Axes, series: &Series, rows: &[CensusRow]) -> Option<f64> {
    let colour = series.colour;
    let point = |row: &CensusRow| {
        let laps = (series.of)(row)?;
        Some((axes.x(row.seeds), axes.y(laps)))
    };
    let line = format!(r#"stroke="{colour}" stroke-width="2" stroke-linecap="round""#);
    for pair in rows.windows(2) {
        if let (Some(from), Some(to)) = (point(&pair[0]), point(&pair[1])) {
            canvas.line(from, to, &line);
        }
    }
    let dot = format!(r##"fill="{colour}" stroke="#ffffff" stroke-width="1""##);
    let mut end = None;
    for at in rows.iter().filter_map(point) {
        canvas.circle(at, 3.4, &dot);
        end = Some(at.1);
    }
    end
}

/// Writes the names to the right of the curves' ends, moved apart where they would overlap.
fn name_curves(canvas: &mut Canvas, mut labels: Vec<(f64, &Series)>) {
    labels.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut lowest = f64::MIN;
    for (end, series) in labels {
        let y = end.max(lowest + 18.0);
        lowest = y;
        let at = (RIGHT + 12.0, y + 4.0);
        canvas.text(at, 13.0, Anchor::Start, series.colour, series.name);
    }
}
