//! Bar charts as SVG pictures that stand in a page.

use super::page::escape;
use std::fmt::Write as _;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 628.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 196.0;

/// One bar: its label and how often.
pub(crate) type Bar = (String, u64);

/// A chart of counts. At most about a dozen labels are printed.
pub(crate) fn bars(title: &str, axis: &str, bars: &[Bar]) -> String {
    let most = bars
        .iter()
        .map(|(_, count)| *count)
        .max()
        .unwrap_or(0)
        .max(1);
    let top = round_up(most);
    let slot = (RIGHT - LEFT) / bars.len().max(1) as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         font-family=\"system-ui,sans-serif\" font-size=\"12\" fill=\"#2b2118\"><title>{title}</title>\
         <text x=\"{LEFT}\" y=\"18\" font-size=\"14\" font-weight=\"600\">{title}</text>",
        title = escape(title),
    );
    for quarter in 0..=4 {
        let count = top * quarter / 4;
        let y = height(count, top);
        let _ = write!(
            svg,
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{RIGHT}\" y2=\"{y:.1}\" stroke=\"#e4d6bd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#7a6a55\">{}</text>",
            LEFT - 6.0,
            y + 4.0,
            short(count)
        );
    }
    let every = bars.len().div_ceil(12).max(1);
    for (place, (label, count)) in bars.iter().enumerate() {
        let x = LEFT + slot * place as f64;
        let y = height(*count, top);
        let _ = write!(
            svg,
            "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"#a9743c\"><title>{}: {count}</title></rect>",
            x + slot * 0.08,
            slot * 0.84,
            BOTTOM - y,
            escape(label)
        );
        if place % every == 0 {
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#7a6a55\">{}</text>",
                x + slot / 2.0,
                BOTTOM + 16.0,
                escape(label)
            );
        }
    }
    let _ = write!(
        svg,
        "<line x1=\"{LEFT}\" y1=\"{BOTTOM}\" x2=\"{RIGHT}\" y2=\"{BOTTOM}\" stroke=\"#7a6a55\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text></svg>",
        (LEFT + RIGHT) / 2.0,
        HEIGHT - 8.0,
        escape(axis)
    );
    svg
}

/// Parts of a whole beside each other, each with its name and colour.
pub(crate) fn parts(parts: &[(&str, u64, &str)]) -> String {
    let whole: u64 = parts.iter().map(|(_, count, _)| count).sum();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} 62\" role=\"img\" \
         font-family=\"system-ui,sans-serif\" font-size=\"12\"><title>Results</title>"
    );
    let mut x = 8.0;
    for (name, count, colour) in parts.iter().filter(|(_, count, _)| *count > 0) {
        let width = (WIDTH - 16.0) * *count as f64 / whole.max(1) as f64;
        let _ = write!(
            svg,
            "<rect x=\"{x:.1}\" y=\"8\" width=\"{width:.1}\" height=\"26\" fill=\"{colour}\"><title>{name}: {count}</title></rect>"
        );
        // A name that would not fit is told by the title alone.
        if width > 7.0 * name.len() as f64 {
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"52\" text-anchor=\"middle\" fill=\"#2b2118\">{name}</text>",
                x + width / 2.0
            );
        }
        x += width;
    }
    svg.push_str("</svg>");
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
