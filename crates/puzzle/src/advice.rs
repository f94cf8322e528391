//! A problem that is being played: which turns still reach the goal, and what the opponent answers.

use crate::judge::{Choice, Judge, Means, Next, Truth};
use crate::past::Past;
use crate::question::Question;
use crate::tree::{self, Tree};
use sow_engine::game::{Board, Game};
use sow_engine::games::{self, BoardVisitor};
use sow_search::proof_number::TreeLimits;
use thiserror::Error;

/// How a problem stands after some turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// It is over.
    Over {
        /// Whether the goal was reached.
        reached: bool,
    },
    /// It goes on.
    Goes {
        /// Whether the player who is asked is to move.
        is_asked: bool,
        /// Whether he can still reach his goal.
        holds: Truth,
        /// The turns after which he still can.
        right: Vec<String>,
        /// What the opponent answers, if he is to move: what puts the goal out of reach, or what holds out longest.
        reply: Option<String>,
    },
}

/// Why a problem cannot be played so.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AdviceError {
    /// The turn cannot be played.
    #[error("{0} is no turn of the problem here")]
    NoTurn(String),
    /// Another turn came after the end.
    #[error("the problem is over after {0}")]
    Over(String),
    /// The turn was not followed to its end.
    #[error("{0} is not decided")]
    Undecided(String),
}

/// Says how a problem stands after `moves`, one sowing a text. The positions of the moves count as met.
///
/// # Errors
/// An [`AdviceError`] if they cannot be played.
///
/// # Panics
/// If the thread that searches cannot be started.
pub fn advise(
    question: &Question,
    moves: &[String],
    means: &Means<'_>,
) -> Result<Advice, AdviceError> {
    struct Advise<'a>(&'a Question, &'a [String], &'a Means<'a>);
    impl BoardVisitor for Advise<'_> {
        type Output = Result<Advice, AdviceError>;
        fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
            let Self(question, moves, means) = self;
            let root = game.position(question.position());
            let judge = Judge::new(&*game, question.stipulation(), &root, means);
            after(&judge, &root, moves)
        }
    }
    let columns = question.position().columns;
    games::visit(*question.rules(), columns, Advise(question, moves, means))
}

fn after<P: Board>(
    judge: &Judge<'_, P>,
    root: &P,
    moves: &[String],
) -> Result<Advice, AdviceError> {
    let mut past = Past::new();
    let mut state = judge.root(root);
    for (index, text) in moves.iter().enumerate() {
        let choices = judge.choices(&state).unwrap_or_default();
        let choice = choices.iter().find(|choice| choice.turn.text == *text);
        let choice = choice.ok_or_else(|| AdviceError::NoTurn(text.clone()))?;
        past.push(&state.position, Truth::Open);
        state = match past.next(judge, choice) {
            Next::Goes(after) => after,
            Next::Open => return Err(AdviceError::Undecided(text.clone())),
            Next::Decided(reached) if index + 1 == moves.len() => {
                return Ok(Advice::Over { reached });
            }
            Next::Decided(_) => return Err(AdviceError::Over(text.clone())),
        };
    }
    let holds = past.holds(judge, &state);
    past.push(&state.position, holds);
    let choices = judge.choices(&state).unwrap_or_default();
    let judged: Vec<Truth> = choices
        .iter()
        .map(|choice| past.of_choice(judge, choice))
        .collect();
    let with = |truth: Truth| {
        let judged = choices.iter().zip(&judged);
        judged.filter_map(move |(choice, &known)| (known == truth).then_some(choice))
    };
    let is_asked = state.position.side() == judge.stipulation.side;
    let reply = || {
        let spoils = with(Truth::No).next().or_else(|| with(Truth::Open).next());
        match spoils {
            Some(choice) => Some(choice.turn.text.clone()),
            None => longest(judge, root, moves).or_else(|| greediest(&choices)),
        }
    };
    Ok(Advice::Goes {
        is_asked,
        holds,
        right: with(Truth::Yes)
            .map(|choice| choice.turn.text.clone())
            .collect(),
        reply: if is_asked { None } else { reply() },
    })
}

/// The turn of the written solution that holds out longest, if the moves are those of the solution.
fn longest<P: Board>(judge: &Judge<'_, P>, root: &P, moves: &[String]) -> Option<String> {
    let size = TreeLimits {
        depth: 60,
        turns: 4000,
    };
    let whole = tree::solution(judge, root, size)?;
    let mut at: &Tree = &whole;
    for text in moves {
        at = at.children().iter().find(|child| child.turn == *text)?;
    }
    let last = at.children().iter().max_by_key(|child| child.depth());
    last.map(|child| child.turn.clone())
}

/// Off the written solution: whatever captures most.
fn greediest<P: Board>(choices: &[Choice<P>]) -> Option<String> {
    let most = choices.iter().max_by_key(|choice| choice.turn.captured);
    most.map(|choice| choice.turn.text.clone())
}
