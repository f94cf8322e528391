//! Boards as SVG pictures: pits with their seeds to look at and their numbers to read.

use sow_engine::pit;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use std::fmt::Write as _;

/// The distance between the centres of neighbouring pits.
const STEP: f64 = 64.0;
/// The radius of a pit.
const RADIUS: f64 = 27.0;
/// The radius of a seed.
const SEED: f64 = 4.2;
/// Space around the pits.
const BORDER: f64 = 44.0;
/// The extra gap between the two players' rows.
const GAP: f64 = 14.0;
/// More seeds than this are told by the number alone.
const MOST_SEEDS_DRAWN: u8 = 24;

/// The style of a board picture; said of its own parts alone, as it may stand within a page.
const STYLE: &str = "\
.sow-board text{font-family:system-ui,sans-serif;fill:#3b2a1a}\
.sow-board .wood{fill:#d9b27c;stroke:#8a5a2b;stroke-width:2}\
.sow-board .pit{fill:#a9743c;stroke:#7a4d22;stroke-width:1}\
.sow-board .reserved{stroke:#b3261e;stroke-width:3.5}\
.sow-board .seed{fill:#f5ead7;stroke:#6b5334;stroke-width:.7}\
.sow-board .count{font-size:13px;font-weight:700;text-anchor:middle;fill:#fffaf0;stroke:#4a2f14;stroke-width:3;paint-order:stroke}\
.sow-board .name{font-size:11px;text-anchor:middle;opacity:.75}\
.sow-board .player{font-size:15px;font-weight:600;stroke:#fff;stroke-width:3;paint-order:stroke}\
.sow-board .centre{stroke:#8a5a2b;stroke-width:2.5}";

/// Draws a board with its players as a complete SVG document.
pub fn board_svg(setup: &Setup) -> String {
    draw(setup, &|pit, _| pit::name(setup.game, setup.columns, pit))
}

/// As [`board_svg`], with the published letters for names on boards of four rows with eight columns, North's in
/// capitals.
pub fn board_svg_with_letters(setup: &Setup) -> String {
    if !setup.game.has_four_rows() || setup.columns != 8 {
        return board_svg(setup);
    }
    draw(setup, &|pit, side| {
        let letter = pit::letter(pit);
        match side {
            Side::South => letter.to_string(),
            Side::North => letter.to_ascii_uppercase().to_string(),
        }
    })
}

fn draw(setup: &Setup, name: &dyn Fn(usize, Side) -> String) -> String {
    let rows = setup.printed_rows();
    let half = rows.len() / 2;
    let width = 2.0 * BORDER + STEP * (setup.columns as f64 - 1.0) + 2.0 * RADIUS;
    let inner = STEP * (rows.len() as f64 - 1.0) + 2.0 * RADIUS + GAP;
    let height = inner + 2.0 * (BORDER + 12.0);
    let top = BORDER + 12.0 + RADIUS;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sow-board\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n\
         <title>{setup}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"wood\" x=\"8\" y=\"30\" width=\"{}\" height=\"{}\" rx=\"18\"/>\n",
        width - 16.0,
        height - 60.0
    );
    let middle = top + STEP * half as f64 - STEP / 2.0 + GAP / 2.0;
    let _ = writeln!(
        svg,
        "<line class=\"centre\" x1=\"8\" y1=\"{middle}\" x2=\"{}\" y2=\"{middle}\"/>",
        width - 8.0
    );
    for (index, (ring, pits)) in rows.iter().enumerate() {
        let gap = if index >= half { GAP } else { 0.0 };
        let y = top + STEP * index as f64 + gap;
        for (column, &at) in pits.iter().enumerate() {
            let x = BORDER + RADIUS + STEP * column as f64;
            let side = if index < half {
                Side::North
            } else {
                Side::South
            };
            let name = name(at, side);
            draw_pit(
                &mut svg,
                x,
                y,
                setup.rings[*ring][at],
                setup.reserved[at],
                &name,
            );
        }
    }
    player(&mut svg, setup, Side::North, 20.0);
    player(&mut svg, setup, Side::South, height - 10.0);
    svg.push_str("</svg>\n");
    svg
}

fn player(svg: &mut String, setup: &Setup, side: Side, y: f64) {
    let turn = if setup.side == side { "▸ " } else { "" };
    let moves = if setup.side == side { " to move" } else { "" };
    let store = match setup.game.has_four_rows() {
        true => String::new(),
        false => format!(" · store {}", setup.stores[side.index()]),
    };
    let _ = writeln!(
        svg,
        "<text class=\"player\" x=\"14\" y=\"{y}\">{turn}{side}{moves} · {} seeds{store}</text>",
        setup.seeds_of(side)
    );
}

fn draw_pit(svg: &mut String, x: f64, y: f64, seeds: u8, reserved: bool, name: &str) {
    let class = if reserved { "pit reserved" } else { "pit" };
    let _ = writeln!(
        svg,
        "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\"/>"
    );
    for (dx, dy) in seed_places(seeds.min(MOST_SEEDS_DRAWN)) {
        let _ = writeln!(
            svg,
            "<circle class=\"seed\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{SEED}\"/>",
            x + dx,
            y + dy - 3.0
        );
    }
    let _ = writeln!(
        svg,
        "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">{name}</text>",
        x - RADIUS + 3.0,
        y - RADIUS + 6.0
    );
    if seeds > 0 {
        let _ = writeln!(
            svg,
            "<text class=\"count\" x=\"{x}\" y=\"{:.1}\">{seeds}</text>",
            y + RADIUS - 3.0
        );
    }
}

/// Where the seeds of a pit lie: a sunflower, which fills a disc evenly for any number.
fn seed_places(seeds: u8) -> impl Iterator<Item = (f64, f64)> {
    const GOLDEN_ANGLE: f64 = 2.399_963_229_728_653;
    (0..seeds).map(move |seed| {
        let distance = if seeds == 1 {
            0.0
        } else {
            5.0 + 3.0 * f64::from(seed).sqrt()
        };
        let angle = f64::from(seed) * GOLDEN_ANGLE;
        (distance * angle.cos(), distance * angle.sin())
    })
}
