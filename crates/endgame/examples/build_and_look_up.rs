//! Builds a small table in a temporary folder and looks a position up.

use sow_endgame::{Means, Plan, Tables, Watch, build, probe};
use sow_engine::notation::parse_position;
use sow_engine::rules::Rules;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position = parse_position("nsolo 0,1/1,0/1,0/0,1 S")?;
    let rules = Rules::default_for(position.game);
    let folder = tempfile::tempdir()?;
    let plan = Plan {
        rules,
        columns: position.columns,
        seeds: 2..=4,
    };
    let path = build(&plan, &Means::default(), folder.path(), &Watch::default())?;
    println!("built {}", path.display());
    let probed = probe(&Tables::open(folder.path())?, &position, rules)?;
    let value = probed
        .value
        .ok_or("the table covers all positions with four stones")?;
    let winner = value
        .winner
        .map_or("nobody".to_owned(), |side| side.to_string());
    println!("{position}: {winner} wins, {}", probed.line.join(", "));
    Ok(())
}
