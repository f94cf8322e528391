//! Whether the move of a pit ends on a ring without captures: `cargo run -p sow-loops --example decide_a_ring -- 3,1,0,1,0,1 1`.

use sow_loops::check::{Proof, Question, Verdict, check};
use sow_loops::start::Start;
use std::sync::atomic::AtomicBool;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let ring = arguments.next().unwrap_or("3,1,0,1,0,1".to_owned());
    let ring: Vec<u32> = ring.split(',').map(str::parse).collect::<Result<_, _>>()?;
    let pit: usize = arguments.next().unwrap_or("1".to_owned()).parse()?;
    let start = Start::new(&ring, pit.saturating_sub(1))?;
    let question = Question {
        limit: 1_000_000,
        period: true,
    };
    match check(&start, question, &AtomicBool::new(false)) {
        Verdict::Ends { laps, pit } => println!("ends after {laps} laps in pit {}", pit + 1),
        Verdict::Never { proof, period } => {
            let why = match proof {
                Proof::Residues(_) => "by its residues",
                Proof::Return { .. } => "as it comes back",
            };
            match period {
                Some(period) => println!("never ends, {why}; its period is {period}"),
                None => println!("never ends, {why}"),
            }
        }
        Verdict::Undecided { laps } => println!("not decided after {laps} laps"),
    }
    Ok(())
}
