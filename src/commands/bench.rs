//! `sow bench`: a fixed search whose node count is the signature of how the search behaves.

use super::write_json;
use crate::context::{Context, Status};
use anyhow::Result;
use serde::Serialize;
use sow_engine::game::{Board, Game};
use sow_engine::games::{self, BoardVisitor};
use sow_engine::referee::read_position;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_search::analyse::Wish;
use sow_search::{Limits, analyse};
use std::io::Write as _;
use std::time::Instant;

/// Memory of each search: a part of what the signature stands for.
const MEMORY: usize = 4 << 20;

/// Starts and positions amid play, each with the depth of its search. Any change here changes the
/// signature.
const POSITIONS: &[(&str, u32)] = &[
    ("omweso:start", 13),
    ("owela:start", 14),
    ("nsolo:start", 6),
    ("bao-kingulu:start", 22),
    ("anywoli:start", 12),
    ("owela:start:4", 22),
    ("omweso:start:4", 18),
    ("nsolo:start:4", 12),
    ("bao-kingulu:start:9", 14),
    ("anywoli:start:6", 16),
    (
        "omweso 1,3,0,2,4,0,1,5/2,0,4,1,0,3,2,4/0,5,1,2,3,0,4,1/3,1,0,4,2,2,0,5 N",
        10,
    ),
    (
        "owela 0,2,3,1,0,4,2,5/1,0,2,3,4,0,1,2/3,0,1,2,0,5,1,2/2,4,0,1,3,0,2,3 S",
        12,
    ),
];

#[derive(Serialize)]
struct Report {
    signature: u64,
    nodes: u64,
    seconds: f64,
}

pub(crate) fn run(context: &Context) -> Result<Status> {
    let begun = Instant::now();
    let mut nodes = 0;
    for &(text, depth) in POSITIONS {
        let setup = position(text)?;
        let rules = Rules::default_for(setup.game);
        nodes += games::visit(rules, setup.columns, Search { setup, depth });
    }
    let report = Report {
        signature: nodes,
        nodes,
        seconds: begun.elapsed().as_secs_f64(),
    };
    let mut out = crate::streams::stdout();
    if context.json {
        write_json(&mut out, &report)?;
    } else {
        let speed = report.nodes as f64 / report.seconds.max(1e-6) / 1e6;
        writeln!(
            out,
            "Signature {}: {} nodes in {:.2} s ({speed:.1} million a second)",
            report.signature, report.nodes, report.seconds
        )?;
    }
    Ok(Status::Done)
}

/// A position under the default rules of its game.
fn position(text: &str) -> Result<Setup> {
    let (_, setup) = read_position(text, |game, _| {
        Ok::<_, anyhow::Error>(Rules::default_for(game))
    })?;
    Ok(setup)
}

/// Searches one position; returns the nodes.
struct Search {
    setup: Setup,
    depth: u32,
}

impl BoardVisitor for Search {
    type Output = u64;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> u64 {
        let limits = Limits {
            memory: MEMORY,
            ..Limits::default()
        };
        let wish = Wish {
            lines: 1,
            depth: self.depth,
        };
        let position = game.position(&self.setup);
        analyse(&*game, &position, &wish, &limits, &mut |_| {}).nodes
    }
}
