//! Pages to look at: self-contained HTML with pictures in it.

use super::picture;
use crate::commands::trace::{board_after, pit_name};
use sow_engine::setup::Setup;
use sow_engine::trace::{LapEnd, Recorder};
use sow_engine::turn::Turn;
use std::fmt::Write as _;

const STYLE: &str = "\
body{font-family:system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#2b2118;background:#fffdf8}\
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}\
svg{max-width:100%;height:auto}\
code{background:#f3ead9;padding:.1em .3em;border-radius:.2em;overflow-wrap:anywhere}\
.laps{display:grid;grid-template-columns:repeat(auto-fill,minmax(19rem,1fr));gap:1rem}\
figure{margin:0;border:1px solid #e4d6bd;border-radius:.5rem;padding:.6rem;background:#fff}\
figcaption{font-size:.9rem;margin-bottom:.3rem}\
table{border-collapse:collapse}td,th{padding:.15rem .8rem .15rem 0;text-align:right;font-variant-numeric:tabular-nums}\
td:first-child,th:first-child{text-align:left}\
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(26rem,1fr));gap:1rem}";

/// Text with the characters that HTML gives a meaning to written out.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A page up to its heading.
pub(crate) fn begin(title: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <h1>{title}</h1>\n"
    )
}

/// The page of a move: its picture in space and time, and the board after each lap.
pub(crate) fn of_move(
    start: &Setup,
    turn: &Turn<Setup>,
    watched: &Recorder,
    result: &str,
) -> String {
    let mut page = begin(&format!(
        "{}: {} plays {}",
        start.game, start.side, turn.text
    ));
    let _ = write!(
        page,
        "<p><code>{}</code></p>\n{}\n<p>{}</p>\n<h2>In space and time</h2>\n{}\n<h2>Lap by lap</h2>\n<div class=\"laps\">\n",
        escape(&start.to_string()),
        picture::board(start),
        escape(result),
        super::move_picture::picture(start, turn, watched).svg(MOST_LAPS),
    );
    for (index, lap) in watched.laps.iter().enumerate() {
        let then = match lap.end {
            LapEnd::Relay => "lifted and sown on".to_owned(),
            LapEnd::Capture { from, hand } => {
                format!("captures {hand}, sown on from {}", pit_name(start, from))
            }
            LapEnd::Stop => "the sowing stops".to_owned(),
        };
        let _ = writeln!(
            page,
            "<figure><figcaption>Lap {}: {} seeds from {} to {}; {then}</figcaption>\n{}</figure>",
            index + 1,
            lap.hand,
            pit_name(start, lap.from),
            pit_name(start, lap.landing),
            picture::board(&board_after(start, lap)),
        );
    }
    page.push_str("</div>\n");
    let left_out = watched.seen - watched.laps.len() as u64;
    if left_out > 0 {
        let _ = writeln!(page, "<p>{left_out} more laps are not shown.</p>");
    }
    page.push_str("</body>\n</html>\n");
    page
}

/// The most laps that a picture in space and time draws before it leaves out the middle.
pub(crate) const MOST_LAPS: usize = 400;
