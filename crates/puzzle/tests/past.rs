//! Turns are worth what they are worth in a game that has come by the positions before them: held against a plain
//! search of all histories.

use sow_engine::game::{Ending, Reason};
use sow_engine::kind::GameKind;
use sow_engine::notation::parse_position;
use sow_engine::referee::{Referee, referee};
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::turn::TurnEnd;
use sow_puzzle::{Means, Question, Truth, check, solve};
use sow_random::Stream;
use sow_search::Limits;

/// Positions that a history search may enter before it gives up.
const MOST: u32 = 40_000;

/// Positions on one of its lines.
const DEEPEST: usize = 400;

/// A search of histories for one goal.
struct Histories<'a> {
    referee: &'a dyn Referee,
    reaches: &'a dyn Fn(&Ending) -> bool,
    side: Side,
    left: u32,
}

impl Histories<'_> {
    /// Whether the goal can be reached after the positions met; `None` if that takes too long to tell.
    fn holds(&mut self, setup: &Setup, met: &mut Vec<Setup>) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        if let Some(ending) = self.referee.ending(setup) {
            return Some((self.reaches)(&ending));
        }
        let key = self.referee.repetition_key(setup);
        if met.contains(&key) {
            // Where play may go on, it goes on for ever, which counts as a draw.
            let ending = self.referee.repeated(setup).unwrap_or(Ending {
                winner: None,
                reason: Reason::Repetition,
                margin: 0,
                points: 0,
            });
            return Some((self.reaches)(&ending));
        }
        if met.len() > DEEPEST {
            return None;
        }
        met.push(key);
        let mut found = Some(setup.side != self.side);
        for (_, end) in self.turns(setup) {
            let reached = match end {
                Ok(after) => self.holds(&after, met),
                Err(ending) => Some((self.reaches)(&ending)),
            };
            if reached != Some(setup.side != self.side) {
                found = reached;
                break;
            }
        }
        met.pop();
        found
    }

    fn turns(&self, setup: &Setup) -> Vec<(String, Result<Setup, Ending>)> {
        let turns = self.referee.turns(setup, &Patience::UNLIMITED, true);
        let legal = turns.into_iter().filter_map(|turn| {
            let end = match turn.end {
                TurnEnd::Position(after) => Ok(after),
                TurnEnd::Wins(_, ending) => Err(ending),
                TurnEnd::NeverEnds(_) | TurnEnd::Unfinished(_) => {
                    Err(self.referee.never_ending(setup)?)
                }
            };
            Some((turn.text, end))
        });
        legal.collect()
    }
}

/// First turns that reach a goal, with and without the position that they are played in as a past.
fn keys(question: &Question, reaches: &dyn Fn(&Ending) -> bool) -> Option<[Vec<String>; 2]> {
    let setup = question.position();
    let referee = referee(*question.rules(), setup.columns);
    let mut search = Histories {
        referee: &*referee,
        reaches,
        side: setup.side,
        left: MOST,
    };
    let mut keys = [Vec::new(), Vec::new()];
    // A position that may be repeated is no past.
    let root: &[Setup] = match referee.repeated(setup) {
        Some(_) => &[referee.repetition_key(setup)],
        None => &[],
    };
    for (text, end) in search.turns(setup) {
        for (keys, past) in keys.iter_mut().zip([root, &[]]) {
            let reached = match &end {
                Ok(after) => search.holds(after, &mut past.to_vec())?,
                Err(ending) => reaches(ending),
            };
            if reached {
                keys.push(text.clone());
            }
        }
    }
    Some(keys)
}

fn means() -> Means<'static> {
    Means {
        limits: Limits {
            memory: 1 << 20,
            ..Limits::default()
        },
        ..Means::default()
    }
}

fn thrown(game: GameKind, columns: usize, number: u64) -> Setup {
    let mut stream = Stream::new(5, number);
    let mut setup = Setup::empty(game, columns);
    for ring in setup.rings.iter_mut().filter(|ring| !ring.is_empty()) {
        for _ in 0..2 + stream.index(3) {
            let pit = stream.index(ring.len());
            ring[pit] += 1;
        }
    }
    if !game.has_four_rows() {
        setup.stores = [0, 1].map(|_| stream.index(3) as u16);
    }
    setup
}

#[test]
fn keys_are_those_of_a_search_of_histories() {
    let boards = [
        ("nsolo", 2),
        ("owela", 2),
        ("omweso", 2),
        ("anywoli", 2),
        ("anywoli repetition=row-owner", 2),
        ("bao-kingulu", 2),
        ("bao-kingulu repetition=row-owner", 2),
        ("owela repetition-draws=no", 2),
    ];
    let (mut told, mut spoilt) = (0, 0);
    for (words, columns) in boards {
        let mut words = words.split(' ');
        let game = GameKind::from_name(words.next().expect("a game")).expect("a game");
        let mut rules = Rules::default_for(game);
        let has_option = words.all(|option| rules.set(option).is_ok());
        assert!(has_option, "{game}: an option that is none");
        for number in 0..60 {
            let setup = thrown(game, columns, number);
            for text in ["win", "save the draw"] {
                let question = Question::new(setup.clone(), rules, text).expect("a question");
                let side = setup.side;
                let reaches = |ending: &Ending| match text {
                    "win" => ending.winner == Some(side),
                    _ => ending.winner != Some(side.other()),
                };
                let Some([keys, alone]) = keys(&question, &reaches) else {
                    continue;
                };
                let checked = check(&question, &[], &means());
                // Where a draw is asked for and more can be had, no keys are looked for.
                if text == "win"
                    || !checked
                        .faults
                        .iter()
                        .any(|fault| fault.to_string().ends_with("even win"))
                {
                    let shown = format!("{setup} by {}: {text}", rules.describe());
                    assert_eq!(checked.keys, keys, "{shown}");
                    assert!(checked.open.is_empty(), "{shown}");
                    told += 1;
                    spoilt += u32::from(keys != alone);
                }
            }
        }
    }
    assert!(told > 200 && spoilt > 3, "{told} told, {spoilt} spoilt");
}

fn question(position: &str, text: &str) -> Question {
    let setup = parse_position(position).expect("a position");
    let rules = Rules::default_for(setup.game);
    Question::new(setup, rules, text).expect("a question")
}

/// `b2` wins only through the start position itself.
const THROUGH_THE_START: &str = "nsolo 1,2/1,0/1,0/0,1 S";

#[test]
fn a_way_through_the_start_position_is_none() {
    let by_value = check(&question(THROUGH_THE_START, "win"), &[], &means());
    assert_eq!(by_value.truth, Truth::Yes);
    assert!(!by_value.keys.contains(&"b2".to_owned()), "{by_value:?}");
    assert!(!by_value.keys.is_empty());
    // So it is with more turns than are needed.
    let by_turns = check(
        &question(THROUGH_THE_START, "win in 40 turns"),
        &[],
        &means(),
    );
    assert_eq!(by_turns.keys, by_value.keys);
    let wrong = check(
        &question(THROUGH_THE_START, "win"),
        &["b2".to_owned()],
        &means(),
    );
    assert_eq!(wrong.verdict(), Truth::No, "{wrong:?}");
}

#[test]
fn solutions_come_back_to_no_position() {
    let question = question(THROUGH_THE_START, "win");
    let solved = solve(&question, 400, &means());
    let mut met = vec![question.position().clone()];
    for turn in solved.line() {
        let after = turn.after.clone().expect("a position");
        assert!(!met.contains(&after), "{after}");
        met.push(after);
    }
    assert!(met.len() > 2);
}
