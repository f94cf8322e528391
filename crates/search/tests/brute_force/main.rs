//! The exact methods against a brute-force solver that shares no code with them.

mod cycles;
mod endgames;
mod exact;
mod graph;
mod lines;
mod methods;
mod retrograde;
