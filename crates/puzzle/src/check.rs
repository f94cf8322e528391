//! Whether a problem is what it says: true, with one solution, and the stated one.

use crate::Stipulation;
use crate::judge::{Choice, Judge, Means, Next, State, Truth};
use crate::stipulation::Goal;
use sow_engine::game::{Board, Game};

/// What was found out about a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Whether the goal can be reached.
    pub truth: Truth,
    /// Every first turn that reaches it, by its first sowing.
    pub keys: Vec<String>,
    /// First turns that stayed open.
    pub open: Vec<String>,
    /// What is wrong with the problem or its stated solution, one sentence each, worst first.
    pub faults: Vec<String>,
    /// A turn of the opponent after which the goal is out of reach, behind the turns before it; empty if
    /// nothing is refuted.
    pub refutation: Vec<String>,
    /// Later turns of the stated solution that have others beside them.
    pub cooks: Vec<Cook>,
}

/// A place of the stated solution where another turn does as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cook {
    /// The number of the turn in the solution, from 1.
    pub number: usize,
    /// The stated turn.
    pub stated: String,
    /// The others.
    pub others: Vec<String>,
}

impl Report {
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

/// Checks a problem with its stated solution: turns of both players, possibly none.
pub fn check<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    stipulation: Stipulation,
    solution: &[String],
    means: &Means<'_>,
) -> Report {
    let judge = Judge::new(game, stipulation, position, means);
    let root = judge.root(position);
    let mut report = Report {
        truth: judge.holds(&root),
        keys: Vec::new(),
        open: Vec::new(),
        faults: Vec::new(),
        refutation: Vec::new(),
        cooks: Vec::new(),
    };
    let better = match stipulation.goal {
        // A draw is saved only where no more can be had; the only move keeps all that can be had.
        Goal::Draw | Goal::OnlyMove if report.truth != Truth::No => {
            let win = Stipulation::win(stipulation.side);
            let wins = Judge::new(game, win, position, means);
            Some(wins).filter(|wins| wins.holds(&wins.root(position)) == Truth::Yes)
        }
        _ => None,
    };
    if better.is_some() && stipulation.goal == Goal::Draw {
        let side = stipulation.side;
        report.faults.push(format!("{side} can even win"));
        return report;
    }
    let judge = better.as_ref().unwrap_or(&judge);
    if report.truth == Truth::No {
        report.faults.push("the goal cannot be reached".to_owned());
    }
    let Some(choices) = judge.choices(&root) else {
        report.truth = Truth::Open;
        return report;
    };
    if choices.is_empty() {
        report.faults.push("there is no legal turn".to_owned());
    }
    for choice in &choices {
        match judge.of_choice(choice) {
            Truth::Yes => report.keys.push(choice.turn.text.clone()),
            Truth::Open => report.open.push(choice.turn.text.clone()),
            Truth::No => {}
        }
    }
    if report.keys.len() > 1 {
        let keys = report.keys.join(", ");
        report
            .faults
            .push(format!("several first turns reach the goal: {keys}"));
    }
    follow(judge, root, solution, &mut report);
    if report.truth == Truth::No && report.refutation.is_empty() {
        report.refutation = choices
            .first()
            .map(|choice| refute(judge, choice))
            .unwrap_or_default();
    }
    report
}

/// How many later turns of a right solution have others beside them; `None` if it is wrong.
pub(crate) fn cooks<P: Board>(
    judge: &Judge<'_, P>,
    position: &P,
    solution: &[String],
) -> Option<usize> {
    let mut report = Report {
        truth: Truth::Yes,
        keys: Vec::new(),
        open: Vec::new(),
        faults: Vec::new(),
        refutation: Vec::new(),
        cooks: Vec::new(),
    };
    follow(judge, judge.root(position), solution, &mut report);
    report.faults.is_empty().then_some(report.cooks.len())
}

/// Follows the stated solution.
fn follow<P: Board>(
    judge: &Judge<'_, P>,
    root: State<P>,
    solution: &[String],
    report: &mut Report,
) {
    let mut at = root;
    let mut reached = solution.is_empty();
    for (index, text) in solution.iter().enumerate() {
        if reached {
            report.faults.push(format!(
                "the stated solution goes on with {text} after its end"
            ));
            return;
        }
        for sowing in text.split('+') {
            let choices = judge.choices(&at).unwrap_or_default();
            let Some(choice) = choices.iter().find(|choice| choice.turn.text == sowing) else {
                let number = index + 1;
                report.faults.push(format!(
                    "turn {number} of the stated solution, {text}, cannot be played"
                ));
                return;
            };
            if at.position.side() == judge.stipulation.side {
                if judge.of_choice(choice) == Truth::No {
                    let number = index + 1;
                    report.faults.push(format!(
                        "turn {number} of the stated solution, {text}, does not reach the goal"
                    ));
                    if report.refutation.is_empty() {
                        report.refutation = solution[..index].to_vec();
                        report.refutation.extend(refute(judge, choice));
                    }
                    return;
                }
                if index > 0 {
                    let others: Vec<String> = choices
                        .iter()
                        .filter(|other| other.turn.text != sowing)
                        .filter(|other| judge.of_choice(other) == Truth::Yes)
                        .map(|other| other.turn.text.clone())
                        .collect();
                    if !others.is_empty() {
                        report.cooks.push(Cook {
                            number: index + 1,
                            stated: text.clone(),
                            others,
                        });
                    }
                }
            }
            match &choice.next {
                Next::Decided(goal) => reached = *goal,
                Next::Goes(next) => at = *next,
                Next::Open => return,
            }
        }
    }
    let ends_stuck = || {
        let choices = judge.choices(&at);
        choices.is_some_and(|choices| choices.is_empty()) && judge.stuck(&at.position)
    };
    let is_draw = matches!(judge.stipulation.goal, Goal::Draw | Goal::OnlyMove);
    // A draw is kept for ever, not reached.
    if !reached && !is_draw && !ends_stuck() && judge.holds(&at) != Truth::Yes {
        report
            .faults
            .push("the stated solution stops short of the goal".to_owned());
    }
}

/// The turn, and an answer to it that puts the goal out of reach.
fn refute<P: Board>(judge: &Judge<'_, P>, choice: &Choice<P>) -> Vec<String> {
    let mut line = vec![choice.turn.text.clone()];
    let Next::Goes(next) = &choice.next else {
        return line;
    };
    if next.position.side() != judge.stipulation.side {
        let answers = judge.choices(next).unwrap_or_default();
        let answer = answers
            .iter()
            .find(|answer| judge.of_choice(answer) == Truth::No);
        line.extend(answer.map(|answer| answer.turn.text.clone()));
    }
    line
}
