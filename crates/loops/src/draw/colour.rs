//! The colours of the pictures.

/// Letters and lines on paper.
pub(super) const INK: &str = "#2b2622";
/// Things of less weight.
pub(super) const FAINT: &str = "#8c8279";
/// Grid lines.
pub(super) const GRID: &str = "#e6ded3";
/// The hand on its way.
pub(super) const HAND: &str = "#0a7a80";
/// A stop.
pub(super) const STOP: &str = "#2b2622";
/// A capture.
pub(super) const CAPTURE: &str = "#c2185b";

/// Shades from an empty pit to the fullest one.
const SHADES: [(u8, u8, u8); 5] = [
    (253, 250, 244),
    (250, 226, 178),
    (233, 165, 89),
    (176, 92, 38),
    (84, 36, 14),
];

/// The shade for `seeds` where the fullest pit of the picture holds `most`; a root scale keeps the
/// small numbers apart.
pub(super) fn shade(seeds: u8, most: u8) -> String {
    let level = (f64::from(seeds) / f64::from(most.max(1))).sqrt() * (SHADES.len() - 1) as f64;
    let below = (level as usize).min(SHADES.len() - 2);
    let part = level - below as f64;
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
    let (a, b) = (SHADES[below], SHADES[below + 1]);
    let (red, green, blue) = (mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2));
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A colour for digits that can be read on [`shade`].
pub(super) fn on_shade(seeds: u8, most: u8) -> &'static str {
    if f64::from(seeds) > 0.42 * f64::from(most) {
        "#fff8ee"
    } else {
        "#5c4632"
    }
}
