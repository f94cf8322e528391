//! First moves with what they are worth.

use super::percent::share;
use super::table::Table;
use super::turn::count;
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
pub(crate) fn text(found: &FirstMoves) -> String {
    let mut out = String::new();
    let (side, effort) = (found.root.side, found.effort);
    let _ = writeln!(
        out,
        "{}\nrules {}; each line {} of search and {} of proof; {} a line, {} against {}\n",
        found.root,
        found.rules.describe(),
        count(effort.nodes, "node"),
        effort.proof,
        count(found.games, "game"),
        found.players[0],
        found.players[1]
    );
    let mut table = Table::new(&[
        ">",
        "move",
        "worth",
        ">points in games, 95 %",
        ">games",
        "goes on",
    ]);
    for (index, group) in found.moves.iter().enumerate() {
        table.row([
            (index + 1).to_string(),
            group.first.turns[0].clone(),
            group.score().as_ref().map_or(String::new(), worth),
            share(&group.tally()),
            group.tally().games().to_string(),
            group.line().join(" "),
        ]);
    }
    let _ = write!(out, "{table}");
    if found.pairs {
        let _ = writeln!(out, "\nReplies, the best for {} first:", side.other());
        for group in &found.moves {
            let _ = writeln!(out, "{}", group.first.turns[0]);
            let last = group.replies.len().saturating_sub(1);
            for (index, reply) in group.replies.iter().enumerate() {
                let branch = if index == last { "└─" } else { "├─" };
                let score = reply.score.as_ref().map_or(String::new(), worth);
                let text = format!(
                    "{branch} {:<8} {score:<28} {}",
                    reply.turns[1],
                    share(&reply.tally)
                );
                let _ = writeln!(out, "{}", text.trim_end());
            }
        }
    }
    let tally = found.tally();
    if let Some(group) = found.moves.first().filter(|group| group.score().is_some()) {
        let score = group.score().as_ref().map_or(String::new(), worth);
        let _ = writeln!(out, "\nBest by search: {}, {score}.", group.first.turns[0]);
    }
    if tally.games() > 0 {
        let _ = writeln!(
            out,
            "Games over all these lines: {side} scores {} in {}.",
            share(&tally),
            count(tally.games(), "game")
        );
    }
    out
}
