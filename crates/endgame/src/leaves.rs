//! The ends of a turn, as the engine has them.

pub(crate) use sow_engine::leaves::{Leaf, Turns};
