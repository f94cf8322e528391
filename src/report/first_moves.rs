//! First moves with what they are worth.

use super::letters::spell;
use super::line::line_of_play;
use super::number::{count, grouped};
use super::percent::share;
use super::prose::paragraph;
use super::table::Table;
use super::worth::worth;
use serde::Serialize;
use sow_arena::{Finding, FirstMoves, Tally};
use sow_search::analyse::Score;
use std::fmt::Write as _;

/// The columns of first moves as comma-separated values: the reply is empty where replies were not looked at.
pub(crate) const COLUMNS: [&str; 13] = [
    "move", "reply", "proven", "score", "chance", "outcome", "within", "margin", "line", "nodes",
    "won", "drawn", "lost",
];

/// A line of first moves in a table.
#[derive(Serialize)]
pub(crate) struct Line<'a> {
    #[serde(rename = "move")]
    first: &'a str,
    reply: Option<&'a str>,
    #[serde(flatten)]
    score: Option<Score>,
    line: &'a [String],
    nodes: u64,
    /// Games won, drawn and lost by the player who makes the first move.
    won: u64,
    drawn: u64,
    lost: u64,
}

/// Every line that was looked at, a row each.
pub(crate) fn lines(found: &FirstMoves) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    for group in &found.moves {
        if group.replies.is_empty() {
            lines.push(line(&group.first));
        }
        lines.extend(group.replies.iter().map(line));
    }
    lines
}

fn line(finding: &Finding) -> Line<'_> {
    let Tally { won, drawn, lost } = finding.tally;
    Line {
        first: &finding.turns[0],
        reply: finding.turns.get(1).map(String::as_str),
        score: finding.score,
        line: &finding.line,
        nodes: finding.nodes,
        won,
        drawn,
        lost,
    }
}

/// First moves as text.
pub(crate) fn text(found: &FirstMoves, letters: bool) -> String {
    let mut out = String::new();
    let (side, effort) = (found.root.side, found.effort);
    let means = format!(
        "rules {}; each line {} of search and {} of proof; {} a line, {} against {}",
        found.rules.describe(),
        count(effort.nodes, "node"),
        grouped(effort.proof),
        count(found.games, "game"),
        found.players[0],
        found.players[1]
    );
    let _ = writeln!(
        out,
        "{}{}",
        paragraph(&found.root.to_string()),
        paragraph(&means)
    );
    let mut table = Table::new(&[
        ">",
        "move",
        "worth",
        ">points in games, 95 %",
        ">games",
        "_goes on",
    ])
    .keyed(2);
    for (index, group) in found.moves.iter().enumerate() {
        table.row([
            (index + 1).to_string(),
            spell(letters, &found.root, &group.first.turns[0]),
            group.score().as_ref().map_or(String::new(), worth),
            share(&group.tally()),
            grouped(group.tally().games()),
            goes_on(found, &group.first.turns[0], &group.line(), letters),
        ]);
    }
    let _ = write!(out, "{table}");
    if found.pairs {
        let _ = writeln!(out, "\nReplies, the best for {} first:", side.other());
        let mut answered = found.root.clone();
        answered.side = side.other();
        let mut table = Table::new(&["move", "reply", "worth", ">points in games, 95 %"]).keyed(2);
        for group in &found.moves {
            let mut first = spell(letters, &found.root, &group.first.turns[0]);
            for reply in &group.replies {
                table.row([
                    std::mem::take(&mut first),
                    spell(letters, &answered, &reply.turns[1]),
                    reply.score.as_ref().map_or(String::new(), worth),
                    share(&reply.tally),
                ]);
            }
        }
        let _ = write!(out, "{table}");
    }
    let tally = found.tally();
    if let Some(group) = found.moves.first().filter(|group| group.score().is_some()) {
        let score = group.score().as_ref().map_or(String::new(), worth);
        let best = spell(letters, &found.root, &group.first.turns[0]);
        let text = format!("Best by search: {best}, {score}.");
        let _ = write!(out, "\n{}", paragraph(&text));
    }
    if tally.games() > 0 {
        let text = format!(
            "Games over all these lines: {side} scores {} in {}.",
            share(&tally),
            count(tally.games(), "game")
        );
        out += &paragraph(&text);
    }
    out
}

/// What follows a first move by the search.
fn goes_on(found: &FirstMoves, first: &str, turns: &[&str], letters: bool) -> String {
    // A line that begins with the move itself would say it twice.
    let rest = match turns {
        [itself, rest @ ..] if *itself == first => rest,
        turns => turns,
    };
    let mut answered = found.root.clone();
    answered.side = answered.side.other();
    line_of_play(&answered, rest, letters)
}
