//! The text of positions, moves and game records.

mod drawing;
mod moves;
mod position;
mod record;

pub use drawing::{draw, parse_drawing};
pub use moves::{MoveText, MoveTextError, Sowing};
pub use position::{PositionError, parse_position};
pub use record::{Outcome, Record, RecordError, RecordMove, parse_records};
