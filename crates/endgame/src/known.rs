//! What tables tell a search, and the value of a position looked up.

use crate::format::TableError;
use crate::line::{best_line, look_up};
use crate::table::{Table, Tables};
use crate::value::Value;
use sow_engine::game::{Board, Contents, Game};
use sow_engine::games::{self, BoardVisitor};
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_random::Stream;
use sow_search::{EndgameValue, Endgames};
use std::sync::OnceLock;
use std::time::Instant;

/// The tables of one game, board and ruleset, for a search to ask.
#[derive(Debug)]
pub struct Known<'a> {
    tables: Vec<&'a Table>,
    /// The first table that could not be read. Nothing is answered from it.
    failed: OnceLock<TableError>,
}

impl<'a> Known<'a> {
    /// The tables that fit; `None` if none do.
    pub fn new(tables: &'a Tables, rules: Rules, columns: usize) -> Option<Self> {
        let tables = tables.of(rules, columns);
        (!tables.is_empty()).then(|| Self {
            tables,
            failed: OnceLock::new(),
        })
    }

    /// Any position in which something may be hidden, drawn from any layer: one that the player to move
    /// does not lose, nor wins in less than three decisions. `None` if it is none of these.
    pub fn draw(&self, stream: &mut Stream) -> Option<Setup> {
        let table = self.tables[stream.index(self.tables.len())];
        let layers: Vec<_> = table.layers().collect();
        let (layer, statistics) = layers[stream.index(layers.len())];
        if statistics.positions == 0 {
            return None;
        }
        let index = stream.below(statistics.positions);
        let setup = table.setup(layer, index);
        let is_rich = match self.readable(table.entry(layer, index))? {
            Value::Win(decisions) => decisions >= 3,
            Value::Draw => true,
            Value::Margin(to_come) => to_come >= 0,
            Value::Loss(_) => false,
        };
        is_rich.then_some(setup)
    }

    /// What was read; an error is kept, and only the first is told.
    fn readable(&self, read: Result<Option<Value>, TableError>) -> Option<Value> {
        read.unwrap_or_else(|error| {
            let _ = self.failed.set(error);
            None
        })
    }
}

impl Endgames for Known<'_> {
    fn value(&self, side: Side, contents: &Contents<'_>) -> Option<EndgameValue> {
        let value = self.readable(look_up(&self.tables, side, contents))?;
        Some(seen_by_south(&self.tables, value, side, contents))
    }

    fn names(&self) -> String {
        let stems = self
            .tables
            .iter()
            .filter_map(|table| table.path().file_stem());
        let names: Vec<_> = stems.map(|stem| stem.to_string_lossy()).collect();
        names.join(" ")
    }

    fn error(&self) -> Option<String> {
        self.failed.get().map(ToString::to_string)
    }
}

/// A looked-up value as South sees it, with the margin that is banked already.
fn seen_by_south(
    tables: &[&Table],
    value: Value,
    mover: Side,
    contents: &Contents<'_>,
) -> EndgameValue {
    let (winner, margin, distance) = match value {
        Value::Win(decisions) => (Some(mover), None, Some(u32::from(decisions))),
        Value::Loss(decisions) => (Some(mover.other()), None, Some(u32::from(decisions))),
        Value::Draw => (None, None, None),
        Value::Margin(to_come) => {
            let banked = tables.first().map_or(0, |table| table.banked(contents));
            let margin = i32::from(banked) + mover.sign() * i32::from(to_come);
            let winner = match margin {
                0 => None,
                1.. => Some(Side::South),
                _ => Some(Side::North),
            };
            (winner, Some(margin), None)
        }
    };
    EndgameValue {
        winner,
        margin,
        points: None,
        distance,
    }
}

/// A position looked up.
#[derive(Clone, Debug)]
pub struct Probed {
    /// The position.
    pub position: Setup,
    /// The rules.
    pub rules: Rules,
    /// Whether there is a table of this game, board and these rules at all.
    pub has_table: bool,
    /// Its value, seen by South; `None` if no table reaches it.
    pub value: Option<EndgameValue>,
    /// A line of best play, one text a turn; empty without a value.
    pub line: Vec<String>,
    /// How long it took.
    pub seconds: f64,
}

/// Looks a position up.
///
/// # Errors
/// [`TableError`] if a table is damaged.
///
/// # Panics
/// If the position is none of the rules' game.
pub fn probe(tables: &Tables, position: &Setup, rules: Rules) -> Result<Probed, TableError> {
    struct LookUp<'a>(&'a [&'a Table], &'a Setup);
    impl BoardVisitor for LookUp<'_> {
        type Output = Result<Option<(EndgameValue, Vec<String>)>, TableError>;
        fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
            let Self(tables, setup) = self;
            let position = game.position(setup);
            let (side, contents) = (position.side(), position.contents());
            let Some(value) = look_up(tables, side, &contents)? else {
                return Ok(None);
            };
            let line = best_line(tables, &*game, &position)?;
            Ok(Some((seen_by_south(tables, value, side, &contents), line)))
        }
    }
    let begun = Instant::now();
    let fitting = tables.of(rules, position.columns);
    let found = games::visit(rules, position.columns, LookUp(&fitting, position))?;
    let (value, line) = found.map_or((None, Vec::new()), |(value, line)| (Some(value), line));
    Ok(Probed {
        position: position.clone(),
        rules,
        has_table: !fitting.is_empty(),
        value,
        line,
        seconds: begun.elapsed().as_secs_f64(),
    })
}

#[cfg(feature = "serde")]
impl serde::Serialize for Probed {
    /// The fields of the program's JSON.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let status = if self.value.is_some() {
            "exact"
        } else {
            "unknown"
        };
        let outcome = self.value.map(|value| match value.winner {
            Some(Side::South) => "south",
            Some(Side::North) => "north",
            None => "draw",
        });
        let mut fields = serializer.serialize_struct("Probed", 10)?;
        fields.serialize_field("position", &self.position.to_string())?;
        fields.serialize_field("rules", &self.rules.describe())?;
        fields.serialize_field("status", status)?;
        fields.serialize_field("outcome", &outcome)?;
        fields.serialize_field("margin", &self.value.and_then(|value| value.margin))?;
        fields.serialize_field("distance", &self.value.and_then(|value| value.distance))?;
        fields.serialize_field("line", &self.line)?;
        fields.serialize_field("nodes", &1)?;
        fields.serialize_field("seconds", &self.seconds)?;
        fields.serialize_field("method", "table")?;
        fields.end()
    }
}
