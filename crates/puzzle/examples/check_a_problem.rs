//! Solves a problem, checks the solution, and looks for another problem of the same game.

use sow_engine::notation::parse_position;
use sow_engine::rules::Rules;
use sow_puzzle::{Aids, Composer, Goals, Means, Quest, Question, check, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position = parse_position("nsolo 1,2/1,0/1,0/0,1 S")?;
    let rules = Rules::default_for(position.game);
    let question = Question::new(position, rules, "win")?;
    let solved = solve(&question, 200, &Means::default());
    let line: Vec<String> = solved.line().map(|turn| turn.turn.clone()).collect();
    println!("{}: {}", question.stipulation(), line.join(", "));
    let checked = check(&question, &line, &Means::default());
    println!("keys {}", checked.keys.join(", "));
    for fault in &checked.faults {
        println!("  {fault}");
    }
    let quest = Quest {
        rules,
        columns: 4,
        seed: 1,
        nodes: 2000,
        goals: Goals::default(),
        interest: 0,
        count: 1,
        tasks: 4,
    };
    let composer = Composer::new(quest, Aids::default());
    let mut found = (0..4).flat_map(|number| composer.task(number));
    if let Some(problem) = found.next() {
        println!("{}: {}", problem.position, problem.stipulation);
    }
    Ok(())
}
