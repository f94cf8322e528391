//! `sow loops`: never-ending moves.

mod check;

pub(crate) use check::run as check;
