//! Stipulations decided turn by turn and by the value of the game agree, and wrong problems are seen to be
//! wrong.

use sow_engine::kind::GameKind;
use sow_engine::notation::parse_position;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_puzzle::{
    Branch, Checked, Fault, Means, Method, Question, Tree, Truth, check, holds, solve,
};
use sow_random::Stream;
use sow_search::Limits;

fn means(method: Method) -> Means<'static> {
    Means {
        limits: Limits {
            nodes: 200_000,
            memory: 1 << 20,
            ..Limits::default()
        },
        method,
        endgames: None,
    }
}

fn question(setup: Setup, text: &str) -> Question {
    let rules = Rules::default_for(setup.game);
    Question::new(setup, rules, text).expect("a question")
}

/// Positions of four-row games, where a repetition is a draw: to win at all is to win in some number of
/// turns.
fn wins_in_some_number_of_turns(game: GameKind, columns: usize) -> [u32; 3] {
    let mut counts = [0; 3];
    for number in 0..60 {
        let mut stream = Stream::new(7, number);
        let mut setup = Setup::empty(game, columns);
        for ring in &mut setup.rings {
            for _ in 0..2 + stream.index(4) {
                let pit = stream.index(ring.len());
                ring[pit] += 1;
            }
        }
        let truth = |text, method| holds(&question(setup.clone(), text), &means(method));
        let by_value = truth("win", Method::ProofNumber);
        assert_eq!(by_value, truth("win", Method::AlphaBeta), "{setup}");
        let by_turns = truth("win in 40 turns", Method::Both);
        if by_turns != Truth::Open {
            assert_eq!(by_value, by_turns, "{setup}");
        }
        counts[by_turns as usize] += 1;
    }
    counts
}

#[test]
fn winning_at_all_is_winning_in_some_number_of_turns() {
    for (game, columns) in [
        (GameKind::Owela, 3),
        (GameKind::Omweso, 2),
        (GameKind::Nsolo, 2),
    ] {
        let [yes, no, _] = wins_in_some_number_of_turns(game, columns);
        assert!(yes > 4 && no > 4, "{game}: {yes} wins, {no} others");
    }
}

fn ask(position: &str, text: &str, solution: &[&str]) -> (Checked, Option<Tree>) {
    let question = question(parse_position(position).expect("a position"), text);
    let solution: Vec<String> = solution.iter().map(|turn| (*turn).to_owned()).collect();
    let means = means(Method::Both);
    let checked = check(&question, &solution, &means);
    (checked, solve(&question, 400, &means).tree)
}

/// A problem of Nsolo whose solution has four turns of South.
const NSOLO: &str = "nsolo 0,0,0,0,1,0,0,0/0,1,0,0,1,0,1,0/0,0,0,0,0,0,0,1/0,0,0,0,0,0,1,0 S";
const LINE: [&str; 7] = ["f8:b4", "f7", "b7", "f6", "b8", "f4", "f7:f5"];

#[test]
fn a_sound_problem_passes() {
    let (report, tree) = ask(NSOLO, "win", &LINE);
    assert_eq!(report.verdict(), Truth::Yes, "{report:?}");
    assert_eq!(report.keys, ["f8:b4"]);
    let tree = tree.expect("a tree");
    assert_eq!(tree.children()[0].turn, "f8:b4");
    assert!(tree.is_complete() && tree.depth() >= LINE.len());
}

#[test]
fn wrong_problems_are_refuted() {
    let short = ask(NSOLO, "win in 1 turn", &[]).0;
    assert_eq!(short.truth, Truth::No);
    assert!(!short.refutation.is_empty(), "{short:?}");
    let draw = ask(NSOLO, "save the draw", &[]).0;
    assert_eq!(draw.faults, [Fault::CanWin(Side::South)]);
    let other_key = ask(NSOLO, "win", &["b7"]).0;
    let (number, turn) = (1, "b7".to_owned());
    assert_eq!(other_key.faults, [Fault::Misses { number, turn }]);
    // The answer that refutes it is legal: it can be followed.
    let [b7, answer] = &other_key.refutation[..] else {
        panic!("{other_key:?}");
    };
    assert_eq!(b7, "b7");
    let followed = ask(NSOLO, "win", &["b7", answer]).0;
    assert!(!matches!(followed.faults[0], Fault::Illegal { .. }));
    let illegal = ask(NSOLO, "win", &["f1"]).0;
    let (number, turn) = (1, "f1".to_owned());
    assert_eq!(illegal.faults, [Fault::Illegal { number, turn }]);
    let too_long: Vec<&str> = LINE.into_iter().chain(["b8"]).collect();
    let too_long = ask(NSOLO, "win", &too_long).0;
    assert_eq!(too_long.verdict(), Truth::No, "{too_long:?}");
}

#[test]
fn a_capture_is_counted_over_the_turns() {
    // b2 relays into the empty f2 opposite seeds in both pits.
    let owela = "owela 0,0,0/0,3,0/0,0,0/0,0,2 N";
    let (report, _) = ask(owela, "North to move and capture at least 1", &[]);
    assert_ne!(report.truth, Truth::Open);
    let more = ask(
        owela,
        "North to move and capture at least 90 in 2 turns",
        &[],
    )
    .0;
    assert_eq!(more.truth, Truth::No);
}

#[test]
fn a_goal_of_turns_has_a_tree_in_which_every_end_reaches_it() {
    fn ends(tree: &Tree) -> bool {
        match &tree.below {
            Branch::Turns(turns) => !turns.is_empty() && turns.iter().all(ends),
            below => *below == Branch::Reached,
        }
    }
    let (report, tree) = ask(NSOLO, "win in 6 turns", &[]);
    assert_eq!(report.truth, Truth::Yes, "{report:?}");
    let tree = tree.expect("a tree");
    assert!(ends(&tree));
    // South hurries, whatever time there is.
    let fewest = (1..=6)
        .find(|turns| {
            let report = ask(NSOLO, &format!("win in {turns} turns"), &[]).0;
            report.truth == Truth::Yes
        })
        .expect("a win");
    assert_eq!(tree.depth(), 2 * fewest - 1);
    assert_eq!(tree.children()[0].turn, LINE[0]);
}
