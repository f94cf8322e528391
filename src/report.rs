//! Forms of output, one file each.

pub(crate) mod analysis;
pub(crate) mod board;
pub(crate) mod book;
pub(crate) mod chart;
pub(crate) mod first_moves;
pub(crate) mod letters;
pub(crate) mod line;
pub(crate) mod looked_up;
pub(crate) mod move_picture;
pub(crate) mod notes;
pub(crate) mod number;
pub(crate) mod page;
pub(crate) mod percent;
pub(crate) mod problem;
pub(crate) mod prose;
pub(crate) mod setup_proofs;
pub(crate) mod setups;
pub(crate) mod solution;
pub(crate) mod standings;
pub(crate) mod statistics;
pub(crate) mod statistics_page;
pub(crate) mod table;
pub(crate) mod turn;
pub(crate) mod width;
pub(crate) mod worth;
