//! Every turn of a position with what it leads to: `cargo run --example moves -- "owela:start:4"`.

use sow_engine::position::Position;
use sow_engine::relay::Patience;
use sow_engine::turn::TurnEnd;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1);
    let position: Position = text.as_deref().unwrap_or("owela:start:4").parse()?;
    for turn in position
        .referee()
        .turns(position.setup(), &Patience::UNLIMITED, true)
    {
        match turn.end {
            TurnEnd::Position(after) => println!("{:<6} {after}", turn.text),
            TurnEnd::Wins(_, ending) => println!("{:<6} {ending}", turn.text),
            TurnEnd::NeverEnds(_) => println!("{:<6} never ends", turn.text),
            TurnEnd::Unfinished(_) => println!("{:<6} undecided", turn.text),
        }
    }
    Ok(())
}
