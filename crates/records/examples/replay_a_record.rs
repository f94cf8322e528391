//! A game record checked by the rules: `cargo run -p sow-records --example replay_a_record -- game.txt`.

use sow_engine::notation::parse_records;
use sow_records::asked::AskedRules;
use sow_records::replay::replay;

const GAME: &str = "game: bao-kingulu\nstart: bao-kingulu:start:3\n\n1 3 2 2 1-0\n";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(path)?,
        None => GAME.to_owned(),
    };
    for record in parse_records(&text)? {
        let replayed = replay(&AskedRules::default(), &record)?;
        for (before, turn) in &replayed.turns {
            println!("{before}: {} ({} laps)", turn.text, turn.laps);
        }
        println!("{}: {}", replayed.game.position, replayed.result());
    }
    Ok(())
}
