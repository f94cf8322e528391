//! The text of positions, moves and game records.

mod drawing;
mod moves;
mod position;
mod record;

pub use drawing::{Drawing, draw, parse_drawing};
pub use moves::{MoveText, MoveTextError, Sowing};
pub use position::{PositionError, looks_like_rows, parse_position, without_comment};
pub use record::{Outcome, Record, RecordError, RecordMove, parse_records, read_records};
