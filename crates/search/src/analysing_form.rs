//! Analyses as they are written down in JSON.

use crate::analyse::{Analysis, Line, Score};
use crate::analysing::Engine;
use serde::Serialize;
use sow_engine::position::Position;
use std::time::Duration;

/// The JSON of what one depth found.
#[derive(Clone, Debug, Serialize)]
pub struct AnalysisForm<'a> {
    position: String,
    rules: String,
    depth: u32,
    complete: bool,
    lines: Vec<LineForm<'a>>,
    nodes: u64,
    seconds: f64,
    engine: &'static str,
}

/// One move. Scores are seen by South.
#[derive(Clone, Debug, Serialize)]
struct LineForm<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    #[serde(flatten)]
    score: Score,
    /// Simulations that began with the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u64>,
    line: &'a [String],
}

impl<'a> LineForm<'a> {
    fn new(line: &'a Line) -> Self {
        Self {
            text: line.turns.first().map_or("", String::as_str),
            score: line.score,
            visits: line.visits,
            line: &line.turns,
        }
    }
}

impl Analysis {
    /// The analysis as it is written down: of which position, by whom, and how long it took.
    pub fn form(&self, position: &Position, engine: Engine, time: Duration) -> AnalysisForm<'_> {
        AnalysisForm {
            position: position.to_string(),
            rules: position.rules().describe(),
            depth: self.depth,
            complete: self.complete,
            lines: self.lines.iter().map(LineForm::new).collect(),
            nodes: self.nodes,
            seconds: time.as_secs_f64(),
            engine: engine.name(),
        }
    }
}
