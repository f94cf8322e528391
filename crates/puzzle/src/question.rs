//! A problem as it is put: a position, its rules, and what is to be achieved.

use crate::check::{self as checks, Checked};
use crate::judge::{Judge, Means, Truth};
use crate::stipulation::{Stipulation, StipulationError};
use crate::tree::{self, Solved, Tree};
use sow_engine::game::{Board, Game};
use sow_engine::games::{self, BoardVisitor};
use sow_engine::kind::GameKind;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_search::proof_number::TreeLimits;
use thiserror::Error;

/// A problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    name: Option<String>,
    position: Setup,
    rules: Rules,
    stipulation: Stipulation,
}

/// Why something cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// The words say nothing that can be asked here.
    #[error(transparent)]
    Stipulation(#[from] StipulationError),
    /// The rules are those of another game.
    #[error("the position is one of {position}, and the rules are those of {rules}")]
    OtherGame {
        /// The game of the position.
        position: GameKind,
        /// The game of the rules.
        rules: GameKind,
    },
}

impl Question {
    /// What `text` asks of a position, see [`Stipulation::parse`].
    ///
    /// # Errors
    /// A [`QuestionError`].
    pub fn new(position: Setup, rules: Rules, text: &str) -> Result<Self, QuestionError> {
        if position.game != rules.game() {
            return Err(QuestionError::OtherGame {
                position: position.game,
                rules: rules.game(),
            });
        }
        let stipulation = Stipulation::parse(text, position.game, position.side)?;
        Ok(Self {
            name: None,
            position,
            rules,
            stipulation,
        })
    }

    /// The same problem with a name.
    #[must_use]
    pub fn named(self, name: String) -> Self {
        Self {
            name: Some(name),
            ..self
        }
    }

    /// Its name, or its position if it has none.
    pub fn name(&self) -> String {
        self.name
            .clone()
            .unwrap_or_else(|| self.position.to_string())
    }

    /// The name that it was given.
    pub fn given_name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The position.
    pub const fn position(&self) -> &Setup {
        &self.position
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What is asked.
    pub const fn stipulation(&self) -> Stipulation {
        self.stipulation
    }

    fn visit<V: BoardVisitor>(&self, visitor: V) -> V::Output {
        games::visit(self.rules, self.position.columns, visitor)
    }
}

/// Whether the player who is asked can reach his goal.
///
/// # Panics
/// If the thread that searches cannot be started.
pub fn holds(question: &Question, means: &Means<'_>) -> Truth {
    struct Holds<'a>(&'a Question, &'a Means<'a>);
    impl BoardVisitor for Holds<'_> {
        type Output = Truth;
        fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Truth {
            let Self(question, means) = self;
            let position = game.position(&question.position);
            let judge = Judge::new(&*game, question.stipulation, &position, means);
            judge.holds(&judge.root(&position))
        }
    }
    question.visit(Holds(question, means))
}

/// Solves a problem, and writes out a solution of about `most` turns.
///
/// # Panics
/// If the thread that searches cannot be started.
pub fn solve(question: &Question, most: usize, means: &Means<'_>) -> Solved {
    struct Solve<'a>(&'a Question, usize, &'a Means<'a>);
    impl BoardVisitor for Solve<'_> {
        type Output = (Truth, Option<Tree>);
        fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
            let Self(question, turns, means) = self;
            let position = game.position(&question.position);
            let judge = Judge::new(&*game, question.stipulation, &position, means);
            let truth = judge.holds(&judge.root(&position));
            let size = TreeLimits {
                turns,
                ..TreeLimits::default()
            };
            (truth, tree::solution(&judge, &position, size))
        }
    }
    let (truth, tree) = question.visit(Solve(question, most, means));
    Solved {
        question: question.clone(),
        truth,
        tree,
    }
}

/// Checks a problem with its stated solution: turns of both players, possibly none. What a turn is worth takes into
/// account that the positions before it have been met.
///
/// # Panics
/// If the thread that searches cannot be started.
pub fn check(question: &Question, solution: &[String], means: &Means<'_>) -> Checked {
    struct Check<'a>(&'a Question, &'a [String], &'a Means<'a>);
    impl BoardVisitor for Check<'_> {
        type Output = Checked;
        fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
            let Self(question, solution, means) = self;
            let position = game.position(question.position());
            checks::check(&*game, &position, question, solution, means)
        }
    }
    question.visit(Check(question, solution, means))
}
