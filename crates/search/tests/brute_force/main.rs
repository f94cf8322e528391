//! The solver against a brute-force solver that shares no code with it.

mod cycles;
mod exact;
mod graph;
mod lines;
