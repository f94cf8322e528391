//! A fixed search whose node count is the signature of how the heuristic search behaves.

use serde::Serialize;
use sow_engine::game::{Board, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::notation::PositionError;
use sow_engine::referee::read_position;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_search::analyse::Wish;
use sow_search::{Limits, analyse};
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

/// What the search came to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Signature {
    /// Its node count.
    pub signature: u64,
    /// The same.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
}

/// Searches fixed positions to fixed depths.
///
/// # Errors
/// None, unless one of the positions is damaged.
pub fn bench() -> Result<Signature, PositionError> {
    let begun = Instant::now();
    let mut nodes = 0;
    for &(text, depth) in POSITIONS {
        let (rules, setup) = read_position(text, |game, _| {
            Ok::<_, PositionError>(Rules::default_for(game))
        })?;
        nodes += visit(rules, setup.columns, Search { setup, depth });
    }
    Ok(Signature {
        signature: nodes,
        nodes,
        seconds: begun.elapsed().as_secs_f64(),
    })
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
