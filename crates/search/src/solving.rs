//! The door to exact values, for those who know neither boards nor methods: a position in, an answer out.

use crate::auto::{self, Reason};
use crate::checkpoint::{Checkpoint, kept};
use crate::endgames::Endgames;
use crate::evaluate::Weights;
use crate::limits::Limits;
use crate::retrograde::{self, Census, NotEnumerable};
use crate::solution::{OnProgress, Solution, Status};
use crate::{AlphaBeta, MonteCarlo, Objective, ProofNumber};
use sow_engine::game::{Board, Game};
use sow_engine::games::BoardVisitor;
use sow_engine::position::Position;
use thiserror::Error;

/// How a position is solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// The method that suits the position, see [`crate::auto`].
    #[default]
    Auto,
    /// Alpha-beta with a transposition table.
    AlphaBeta,
    /// Proof-number search: often far fewer nodes for a win.
    ProofNumber,
    /// Monte-Carlo tree search until its bounds meet; it finds no distances.
    MonteCarlo,
    /// Retrograde analysis of all positions that can be reached, counted too; [`Limits::nodes`] limits them, and
    /// endgame tables are not asked.
    Retrograde,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 5] = [
        Self::Auto,
        Self::AlphaBeta,
        Self::ProofNumber,
        Self::MonteCarlo,
        Self::Retrograde,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::AlphaBeta => "alpha-beta",
            Self::ProofNumber => "proof-number",
            Self::MonteCarlo => "mcts",
            Self::Retrograde => "retrograde",
        }
    }
}

/// What is asked of a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Task<'a> {
    /// What both play for.
    pub objective: Objective,
    /// How to find out.
    pub method: Method,
    /// What may be spent.
    pub limits: Limits<'a>,
    /// An endgame table to ask, of the same rules and board.
    pub endgames: Option<&'a dyn Endgames>,
    /// Where to keep what is proven, for proof-number search: a later run begins with it.
    pub checkpoint: Option<&'a dyn Checkpoint>,
}

/// Why a position cannot be solved in the way asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unsolvable {
    /// Monte-Carlo tree search finds no distances.
    #[error("Monte-Carlo tree search finds no distances; ask another method, or another objective")]
    NoDistances,
    /// Only proof-number search keeps what it has proven.
    #[error(
        "a checkpoint is kept by proof-number search alone, and {} was asked for",
        .0.name()
    )]
    KeepsNothing(Method),
    /// What an earlier run has kept cannot be used.
    #[error("{0}")]
    Checkpoint(String),
    /// Retrograde analysis cannot hold such positions.
    #[error(transparent)]
    NotEnumerable(#[from] NotEnumerable),
}

/// What was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The value, and how sure it is.
    pub solution: Solution,
    /// Why its method was chosen, if the library chose.
    pub why: Option<Reason>,
    /// What is said of all positions that can be reached, where retrograde analysis was asked.
    pub census: Option<Census>,
}

impl From<Solution> for Answer {
    fn from(solution: Solution) -> Self {
        Self {
            solution,
            why: None,
            census: None,
        }
    }
}

impl Answer {
    /// Whether the question is answered.
    pub fn is_exact(&self) -> bool {
        self.solution.status == Status::Exact
    }
}

/// Solves a position without history.
///
/// ```
/// use sow_search::{Objective, solving::{Task, solve}};
///
/// let start = "bao-kingulu:start:3".parse()?;
/// let task = Task { objective: Objective::Margin, ..Task::default() };
/// let answer = solve(&start, &task, &mut |_| {})?;
/// assert_eq!(answer.solution.margin(), Some(4));
/// println!("{}", answer.solution.line.join(" "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Unsolvable`] if the method cannot answer such a question at all; where a limit ends the work, the answer says so.
///
/// # Panics
/// If the thread that searches cannot be started.
pub fn solve(
    position: &Position,
    task: &Task<'_>,
    progress: &mut OnProgress<'_>,
) -> Result<Answer, Unsolvable> {
    if (task.method, task.objective) == (Method::MonteCarlo, Objective::Distance) {
        return Err(Unsolvable::NoDistances);
    }
    if task.checkpoint.is_some() && !matches!(task.method, Method::Auto | Method::ProofNumber) {
        return Err(Unsolvable::KeepsNothing(task.method));
    }
    position.visit(Solve {
        position,
        task,
        progress,
    })
}

struct Solve<'a, 'progress> {
    position: &'a Position,
    task: &'a Task<'a>,
    progress: &'a mut OnProgress<'progress>,
}

impl BoardVisitor for Solve<'_, '_> {
    type Output = Result<Answer, Unsolvable>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let game = &*game;
        let position = game.position(self.position.setup());
        let Task {
            objective,
            method,
            limits,
            endgames,
            checkpoint,
        } = self.task;
        let (seeds, memory) = (usize::from(game.seeds(&position)), limits.memory);
        let solution = match method {
            // Who keeps what is proven works for hours: by the one method that does.
            Method::Auto if checkpoint.is_none() => {
                let (solution, why) = auto::solve_with_endgames(
                    game,
                    &position,
                    *objective,
                    limits,
                    *endgames,
                    self.progress,
                );
                return Ok(Answer {
                    why: Some(why),
                    ..Answer::from(solution)
                });
            }
            Method::AlphaBeta => {
                let mut solver = AlphaBeta::new(game, *objective, seeds, memory);
                if let Some(known) = endgames {
                    solver = solver.with_endgames(*known);
                }
                solver.solve(&position, limits, self.progress)
            }
            Method::Auto | Method::ProofNumber => {
                let mut solver = ProofNumber::new(game, *objective, seeds, memory);
                if let Some(known) = endgames {
                    solver = solver.with_endgames(*known);
                }
                kept(&solver, *checkpoint, || {
                    solver.solve(&position, limits, self.progress)
                })
                .map_err(|error| Unsolvable::Checkpoint(error.to_string()))?
            }
            Method::MonteCarlo => {
                let weights = Weights::of(game.kind());
                let mut solver = MonteCarlo::new(game, *objective, weights, seeds, memory);
                if let Some(known) = endgames {
                    solver = solver.with_endgames(*known);
                }
                solver.solve(&position, limits, self.progress)
            }
            Method::Retrograde => {
                let (solution, census) =
                    retrograde::solve(game, &position, *objective, limits, self.progress)?;
                return Ok(Answer {
                    census,
                    ..Answer::from(solution)
                });
            }
        };
        Ok(Answer::from(solution))
    }
}
