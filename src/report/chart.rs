//! Bar charts as SVG pictures that stand in a page.

use super::page::escape;
use std::fmt::Write as _;

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 236.0;
const LEFT: f64 = 48.0;
const RIGHT: f64 = 412.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 188.0;

/// One bar: its label and how often.
pub(crate) type Bar = (String, u64);

/// A chart of counts. At most eight labels are printed.
pub(crate) fn bars(title: &str, axis: &str, bars: &[Bar]) -> String {
    let most = bars
        .iter()
        .map(|(_, count)| *count)
        .max()
        .unwrap_or(0)
        .max(1);
    let top = round_up(most);
    let slot = (RIGHT - LEFT) / bars.len().max(1) as f64;
    // What follows the name has a line of its own.
    let (name, rest) = title.split_once(": ").unwrap_or((title, ""));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         font-family=\"system-ui,sans-serif\" font-size=\"13\"><title>{title}</title>\
         <text x=\"8\" y=\"17\" font-size=\"14\" font-weight=\"600\">{name}</text>\
         <text x=\"8\" y=\"34\" class=\"soft\">{rest}</text>",
        title = escape(title),
        name = escape(name),
        rest = escape(rest),
    );
    for quarter in 0..=4 {
        let count = top * quarter / 4;
        let y = height(count, top);
        let _ = write!(
            svg,
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{RIGHT}\" y2=\"{y:.1}\" class=\"grid\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" class=\"soft\">{}</text>",
            LEFT - 6.0,
            y + 4.0,
            short(count)
        );
    }
    let every = bars.len().div_ceil(8).max(1);
    for (place, (label, count)) in bars.iter().enumerate() {
        let x = LEFT + slot * place as f64;
        let y = height(*count, top);
        let _ = write!(
            svg,
            "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" class=\"bar\"><title>{}: {count}</title></rect>",
            x + slot * 0.08,
            slot * 0.84,
            BOTTOM - y,
            escape(label)
        );
        if place % every == 0 {
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" class=\"soft\">{}</text>",
                x + slot / 2.0,
                BOTTOM + 16.0,
                escape(label)
            );
        }
    }
    let _ = write!(
        svg,
        "<line x1=\"{LEFT}\" y1=\"{BOTTOM}\" x2=\"{RIGHT}\" y2=\"{BOTTOM}\" class=\"axis\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text></svg>",
        (LEFT + RIGHT) / 2.0,
        HEIGHT - 8.0,
        escape(axis)
    );
    svg
}

/// Parts of a whole beside each other with a key; each has its name and the class of its colour.
pub(crate) fn parts(parts: &[(&str, u64, &str)]) -> String {
    let whole: u64 = parts.iter().map(|(_, count, _)| count).sum();
    let there = || parts.iter().filter(|(_, count, _)| *count > 0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} 30\" preserveAspectRatio=\"none\" class=\"parts\" role=\"img\"><title>Results</title>"
    );
    let mut x = 0.0;
    for (name, count, class) in there() {
        let width = WIDTH * *count as f64 / whole.max(1) as f64;
        let _ = write!(
            svg,
            "<rect class=\"{class}\" x=\"{x:.1}\" width=\"{width:.1}\" height=\"30\"><title>{name}: {count}</title></rect>"
        );
        x += width;
    }
    svg.push_str("</svg>\n<ul class=\"key\">");
    for (name, count, class) in there() {
        let share = 100.0 * *count as f64 / whole.max(1) as f64;
        let _ = write!(
            svg,
            "<li><i class=\"{class}\"></i>{name}: {count} ({share:.1} %)</li>"
        );
    }
    svg.push_str("</ul>");
    svg
}

fn height(count: u64, top: u64) -> f64 {
    BOTTOM - (BOTTOM - TOP) * count as f64 / top as f64
}

/// The next number of one digit and zeros that four parts can divide.
fn round_up(most: u64) -> u64 {
    let mut step = 1;
    loop {
        for digit in [4, 8, 12, 20] {
            if digit * step >= most {
                return digit * step;
            }
        }
        step *= 10;
    }
}

/// A count in few characters.
fn short(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..10_000_000 => format!("{}k", count / 1000),
        _ => format!("{}M", count / 1_000_000),
    }
}
