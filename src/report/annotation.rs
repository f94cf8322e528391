//! A page of annotated games: the course of each as a curve, and the boards at its errors.

use super::page::{begin, escape};
use super::picture;
use super::worth::worth;
use sow_arena::{Annotated, Mark, Note};
use sow_engine::side::Side;
use sow_search::analyse::Score;
use std::fmt::Write as _;

/// Width and height of a curve.
const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 220.0;

/// Seeds beyond which a curve no longer rises; proven wins stand there.
const MOST_SEEDS: f64 = 16.0;

/// The page of some games.
pub(crate) fn page(games: &[Annotated]) -> String {
    let mut body = begin("Annotated games");
    for (index, game) in games.iter().enumerate() {
        let _ = writeln!(body, "<h2>Game {}</h2>\n<p>", index + 1);
        for (key, value) in &game.game.headers {
            let _ = writeln!(body, "{}: <code>{}</code><br>", escape(key), escape(value));
        }
        let _ = writeln!(body, "Result: {}</p>", escape(&game.result()));
        body += &curve(&game.notes);
        let [south, north] = Side::BOTH.map(|side| game.errors(side));
        let _ = writeln!(
            body,
            "<p>South: {} ? and {} ??; North: {} ? and {} ??. The curve shows what each move left, South's good above the middle, \
             as the search estimates it; at the border the outcome is proven.</p>\n<p>{}</p>\n<div class=\"laps\">",
            south[0],
            south[1],
            north[0],
            north[1],
            moves(&game.notes)
        );
        for (number, note) in game.notes.iter().enumerate() {
            if note.mark == Mark::None && note.never.is_empty() {
                continue;
            }
            let _ = writeln!(
                body,
                "<figure><figcaption><b>{}. {} {}{}</b> {}. Worth before: {}; after: {}.</figcaption>\n{}</figure>",
                number + 1,
                note.before.side,
                escape(&note.text),
                note.mark.text(),
                escape(&note.comment()),
                worth(&note.worth),
                worth(&note.after),
                picture::board(&note.before)
            );
        }
        body.push_str("</div>\n");
    }
    body.push_str("</body>\n</html>\n");
    body
}

/// The moves as text with their marks.
fn moves(notes: &[Note]) -> String {
    let mut text = String::new();
    for (index, note) in notes.iter().enumerate() {
        let _ = write!(
            text,
            "{}. {}&nbsp;{}<b>{}</b> ",
            index + 1,
            note.before.side.letter(),
            escape(&note.text),
            note.mark.text()
        );
    }
    text
}

/// How high a score stands, from -1 to 1.
fn height(score: &Score) -> f64 {
    match score {
        Score::Estimate(hundredths) => {
            (f64::from(*hundredths) / 100.0 / MOST_SEEDS).clamp(-0.94, 0.94)
        }
        Score::Chance(parts) => f64::from(*parts) / 5000.0 - 1.0,
        Score::Draw => 0.0,
        Score::Win { winner, .. } => f64::from(winner.sign()),
    }
}

fn curve(notes: &[Note]) -> String {
    let step = WIDTH / (notes.len().max(1) as f64);
    let y = |score: &Score| HEIGHT / 2.0 - height(score) * (HEIGHT / 2.0 - 8.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\">\n\
         <title>What each move left</title>\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#f3ead9\"/>\n\
         <line x1=\"0\" x2=\"{WIDTH}\" y1=\"{0}\" y2=\"{0}\" stroke=\"#8a5a2b\"/>\n<polyline fill=\"none\" stroke=\"#3b2a1a\" stroke-width=\"2\" points=\"",
        HEIGHT / 2.0
    );
    let place = |index: usize| step * (index as f64 + 0.5);
    for (index, note) in notes.iter().enumerate() {
        let _ = write!(svg, "{:.1},{:.1} ", place(index), y(&note.after));
    }
    svg.push_str("\"/>\n");
    for (index, note) in notes.iter().enumerate() {
        let colour = match note.mark {
            Mark::None => continue,
            Mark::Error => "#d98e04",
            Mark::Blunder => "#b3261e",
        };
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\" fill=\"{colour}\"><title>{}. {} {}{}</title></circle>",
            place(index),
            y(&note.after),
            index + 1,
            note.before.side,
            escape(&note.text),
            note.mark.text()
        );
    }
    svg.push_str("</svg>\n");
    svg
}
