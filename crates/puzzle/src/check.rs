//! Whether a problem is what it says: true, with one solution, and the stated one.

use crate::Stipulation;
use crate::judge::{Choice, Judge, Means, Next, State, Truth};
use crate::past::Past;
use crate::question::Question;
use crate::stipulation::Goal;
use sow_engine::game::{Board, Game};
use sow_engine::side::Side;
use sow_search::Limits;
use thiserror::Error;

/// What was found out about a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The problem.
    pub question: Question,
    /// Whether the goal can be reached.
    pub truth: Truth,
    /// Every first turn that reaches it, by its first sowing.
    pub keys: Vec<String>,
    /// First turns that stayed open.
    pub open: Vec<String>,
    /// What is wrong with the problem or its stated solution, worst first.
    pub faults: Vec<Fault>,
    /// A turn of the opponent after which the goal is out of reach, behind the turns before it; empty if
    /// nothing is refuted.
    pub refutation: Vec<String>,
    /// Later turns of the stated solution that have others beside them.
    pub cooks: Vec<Cook>,
}

/// What is wrong with a problem, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// It is no problem of saving the draw.
    #[error("{0} can even win")]
    CanWin(Side),
    /// It is false.
    #[error("the goal cannot be reached")]
    OutOfReach,
    /// Nothing can be played.
    #[error("there is no legal turn")]
    NoTurn,
    /// It has more than one key.
    #[error("several first turns reach the goal: {}", .0.join(", "))]
    SeveralKeys(Vec<String>),
    /// The stated solution is too long.
    #[error("the stated solution goes on with {turn} after its end")]
    GoesOn {
        /// The first turn too many.
        turn: String,
    },
    /// A stated turn is not legal.
    #[error("turn {number} of the stated solution, {turn}, cannot be played")]
    Illegal {
        /// Its number, from 1.
        number: usize,
        /// The turn.
        turn: String,
    },
    /// A stated turn is wrong.
    #[error("turn {number} of the stated solution, {turn}, does not reach the goal")]
    Misses {
        /// Its number, from 1.
        number: usize,
        /// The turn.
        turn: String,
    },
    /// The stated solution is too short.
    #[error("the stated solution stops short of the goal")]
    StopsShort,
    /// Other turns do as well as later ones of the stated solution, where that is not allowed.
    #[error("later turns are not the only ones")]
    Cooked,
}

/// A place of the stated solution where another turn does as well.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Cook {
    /// The number of the turn in the solution, from 1.
    #[cfg_attr(feature = "serde", serde(rename = "turn"))]
    pub number: usize,
    /// The stated turn.
    pub stated: String,
    /// The others.
    pub others: Vec<String>,
}

impl Checked {
    fn new(question: &Question) -> Self {
        Self {
            question: question.clone(),
            truth: Truth::Open,
            keys: Vec::new(),
            open: Vec::new(),
            faults: Vec::new(),
            refutation: Vec::new(),
            cooks: Vec::new(),
        }
    }

    /// Takes [cooks](Self::cooks) for faults.
    pub fn refuse_cooks(&mut self) {
        if !self.cooks.is_empty() {
            self.faults.push(Fault::Cooked);
        }
    }

    /// Whether the problem is sound: true, with one key, and the stated solution is right.
    /// [`Truth::Open`] if the limits did not allow to tell.
    pub fn verdict(&self) -> Truth {
        if !self.faults.is_empty() {
            Truth::No
        } else if self.truth == Truth::Open || !self.open.is_empty() {
            Truth::Open
        } else {
            Truth::Yes
        }
    }
}

/// Checks a problem with its stated solution, see [`crate::check()`].
pub(crate) fn check<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    question: &Question,
    solution: &[String],
    means: &Means<'_>,
) -> Checked {
    let stipulation = question.stipulation();
    // The other half is for what is asked again with a past.
    let means = &Means {
        limits: Limits {
            memory: means.limits.memory / 2,
            ..means.limits
        },
        ..*means
    };
    let judge = Judge::new(game, stipulation, position, means);
    let root = judge.root(position);
    let mut checked = Checked::new(question);
    checked.truth = judge.holds(&root);
    let mut truth = checked.truth;
    let mut better = None;
    // A draw is saved only where no more can be had; the only move keeps all that can be had.
    if matches!(stipulation.goal, Goal::Draw | Goal::OnlyMove) && truth != Truth::No {
        let wins = Judge::new(game, Stipulation::win(stipulation.side), position, means);
        match wins.holds(&root) {
            Truth::Yes => better = Some(wins),
            Truth::No => {}
            Truth::Open => checked.truth = Truth::Open,
        }
    }
    if better.is_some() {
        (checked.truth, truth) = (Truth::Yes, Truth::Yes);
        if stipulation.goal == Goal::Draw {
            checked.faults.push(Fault::CanWin(stipulation.side));
            return checked;
        }
    }
    let judge = better.as_ref().unwrap_or(&judge);
    if checked.truth == Truth::No {
        checked.faults.push(Fault::OutOfReach);
    }
    let Some(choices) = judge.choices(&root) else {
        checked.truth = Truth::Open;
        return checked;
    };
    if choices.is_empty() {
        checked.faults.push(Fault::NoTurn);
    }
    let past = Past::of(position, truth);
    // Whether a draw is the best there is may be open: then so is what keeps it.
    let is_vague = stipulation.goal == Goal::OnlyMove && checked.truth == Truth::Open;
    for choice in &choices {
        let text = || choice.turn.text.clone();
        match past.of_choice(judge, choice) {
            Truth::Yes if !is_vague => checked.keys.push(text()),
            Truth::Yes | Truth::Open => checked.open.push(text()),
            Truth::No => {}
        }
    }
    if checked.keys.len() > 1 {
        checked
            .faults
            .push(Fault::SeveralKeys(checked.keys.clone()));
    }
    let followed = follow(judge, root, truth, solution);
    checked.faults.extend(followed.fault);
    checked.refutation = followed.refutation;
    checked.cooks = followed.cooks;
    if checked.truth == Truth::No && checked.refutation.is_empty() {
        checked.refutation = choices
            .first()
            .map(|choice| refute(judge, &past, choice))
            .unwrap_or_default();
    }
    checked
}

/// How many later turns of a right solution have others beside them; `None` if it is wrong.
pub(crate) fn cooks<P: Board>(
    judge: &Judge<'_, P>,
    position: &P,
    solution: &[String],
) -> Option<usize> {
    let followed = follow(judge, judge.root(position), Truth::Yes, solution);
    followed.fault.is_none().then_some(followed.cooks.len())
}

/// What following a stated solution shows.
#[derive(Default)]
struct Followed {
    fault: Option<Fault>,
    refutation: Vec<String>,
    cooks: Vec<Cook>,
}

/// Follows the stated solution. `truth` says whether the goal can be reached at all.
fn follow<P: Board>(
    judge: &Judge<'_, P>,
    root: State<P>,
    mut truth: Truth,
    solution: &[String],
) -> Followed {
    let mut found = Followed::default();
    let mut at = root;
    let mut past = Past::new();
    let mut reached = solution.is_empty();
    let mut is_over = reached;
    for (index, text) in solution.iter().enumerate() {
        let (number, turn) = (index + 1, text.clone());
        if is_over {
            found.fault = Some(Fault::GoesOn { turn });
            return found;
        }
        for sowing in text.split('+') {
            let choices = judge.choices(&at).unwrap_or_default();
            let Some(choice) = choices.iter().find(|choice| choice.turn.text == sowing) else {
                found.fault = Some(Fault::Illegal { number, turn });
                return found;
            };
            past.push(&at.position, truth);
            if at.position.side() == judge.stipulation.side {
                truth = past.of_choice(judge, choice);
                if truth == Truth::No {
                    found.fault = Some(Fault::Misses { number, turn });
                    found.refutation = solution[..index].to_vec();
                    found.refutation.extend(refute(judge, &past, choice));
                    return found;
                }
                if index > 0 {
                    let others: Vec<String> = choices
                        .iter()
                        .filter(|other| other.turn.text != sowing)
                        .filter(|other| past.of_choice(judge, other) == Truth::Yes)
                        .map(|other| other.turn.text.clone())
                        .collect();
                    if !others.is_empty() {
                        found.cooks.push(Cook {
                            number,
                            stated: text.clone(),
                            others,
                        });
                    }
                }
            }
            match past.next(judge, choice) {
                Next::Decided(goal) => (reached, is_over) = (goal, true),
                Next::Goes(next) => at = next,
                Next::Open => return found,
            }
        }
    }
    let ends_stuck = || {
        let choices = judge.choices(&at);
        choices.is_some_and(|choices| choices.is_empty()) && judge.stuck(&at.position)
    };
    let is_draw = matches!(judge.stipulation.goal, Goal::Draw | Goal::OnlyMove);
    // A draw is kept for ever, not reached.
    if !reached && !is_draw && !ends_stuck() && past.holds(judge, &at) != Truth::Yes {
        found.fault = Some(Fault::StopsShort);
    }
    found
}

/// The turn, and an answer to it that puts the goal out of reach, after the positions of the past.
fn refute<P: Board>(judge: &Judge<'_, P>, past: &Past<P>, choice: &Choice<P>) -> Vec<String> {
    let mut line = vec![choice.turn.text.clone()];
    let Next::Goes(next) = past.next(judge, choice) else {
        return line;
    };
    if next.position.side() != judge.stipulation.side {
        let mut past = past.clone();
        past.push(&next.position, Truth::Open);
        let answers = judge.choices(&next).unwrap_or_default();
        let answer = answers
            .iter()
            .find(|answer| past.of_choice(judge, answer) == Truth::No);
        line.extend(answer.map(|answer| answer.turn.text.clone()));
    }
    line
}
