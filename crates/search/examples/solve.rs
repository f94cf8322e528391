//! The exact value of a position: `cargo run --release --example solve -- "owela:start:4"`.

use sow_engine::position::Position;
use sow_search::Objective;
use sow_search::solving::{Task, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1);
    let position: Position = text.as_deref().unwrap_or("bao-kingulu:start:3").parse()?;
    let task = Task {
        objective: Objective::Margin,
        ..Task::default()
    };
    let solution = solve(&position, &task, &mut |_| {})?.solution;
    match solution.margin() {
        Some(margin) => println!(
            "South is {margin} seeds ahead in the end: {}",
            solution.line.join(" ")
        ),
        None => println!(
            "{}: between {:?} and {:?}",
            solution.status.name(),
            solution.lowest,
            solution.highest
        ),
    }
    Ok(())
}
