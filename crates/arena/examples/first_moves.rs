//! Which first move of Bao Kingulu on six columns is the best, as search and games between searchers see it.
//!
//! `cargo run --release -p sow-arena --example first_moves`

use sow_arena::{Effort, FirstMovesPlan, Run, Seat, Series, compare_first_moves};
use sow_engine::kind::GameKind;
use sow_engine::rules::Rules;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Rules::default_for(GameKind::BaoKingulu);
    let player = Seat::parse("alpha-beta:nodes=200", rules.game(), &())?;
    let plan = FirstMovesPlan {
        rules,
        root: &rules.start(6),
        pairs: false,
        effort: Effort::nodes(2000),
        games: 8,
        seats: [&player, &player],
        series: Series {
            seed: 1,
            longest: 400,
            waver: 0.1,
        },
    };
    let found = compare_first_moves(&plan, None, None, &Run::default())?;
    for first in &found.moves {
        let share = first.tally().share();
        println!(
            "{}  {:?}  {:.2}",
            first.first.turns[0],
            first.score(),
            share.value
        );
    }
    // The same in the form of `sow openings --json`.
    println!("{}", serde_json::to_string(&found)?);
    Ok(())
}
