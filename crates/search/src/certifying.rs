//! The door to certificates: a position in, its value and a strategy that anyone can check by the rules alone out.

use crate::Objective;
use crate::checkpoint::kept;
use crate::proof_number::ProofNumber;
use crate::solution::{OnProgress, Score};
use crate::solving::{Answer, Method, Task};
use sow_engine::game::{Board, Game};
use sow_engine::games::BoardVisitor;
use sow_engine::position::Position;
use sow_engine::side::Side;
use sow_proof::{Asked, Claim, Fault, Least, Strategy, Value};
use thiserror::Error;

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Uncertified {
    /// Another method was asked for.
    #[error(
        "a certificate is made of what proof-number search finds; ask for the method auto or proof-number, not for {}",
        .0.name()
    )]
    Method(Method),
    /// The player whose strategy was asked for has nothing to gain.
    #[error("{0} loses, so there is nothing to certify for this player")]
    Loses(Side),
    /// The value is proven, but not how to get it.
    #[error(
        "the value is proven, but no certificate could be made: a limit was reached, or the value rests on repetitions that these rules value differently from case to case"
    )]
    NoStrategy,
    /// The strategy fails. Nobody has seen this yet; it would be a fault of the search.
    #[error("the strategy that was found does not hold, {0}")]
    Fails(Fault),
    /// What an earlier run has kept cannot be used.
    #[error("{0}")]
    Checkpoint(String),
}

/// Solves a position without history by proof numbers, and follows what was proven by the rules: `holder`'s strategy, or
/// else the winner's, in a draw South's. Endgame tables are not asked. There is no strategy if the position is not solved, or
/// it is not made, before time is over.
///
/// ```
/// use sow_search::{certifying::certify, solving::Task};
///
/// let problem = "nsolo 0,0,2/0,1,1/0,1,0/0,0,1 S".parse()?;
/// let (answer, strategy) = certify(&problem, &Task::default(), None, &mut |_| {})?;
/// let mut certificate = Vec::new();
/// strategy.expect("it is solved").write(&mut certificate)?;
/// assert!(answer.is_exact() && certificate.starts_with(b"sow proof 1\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Uncertified`] if the position is solved, or could be, but nothing can be certified.
///
/// # Panics
/// If the thread that searches cannot be started.
pub fn certify(
    position: &Position,
    task: &Task<'_>,
    holder: Option<Side>,
    progress: &mut OnProgress<'_>,
) -> Result<(Answer, Option<Strategy>), Uncertified> {
    if !matches!(task.method, Method::Auto | Method::ProofNumber) {
        return Err(Uncertified::Method(task.method));
    }
    position.visit(Certify {
        position,
        task,
        holder,
        progress,
    })
}

struct Certify<'a, 'progress> {
    position: &'a Position,
    task: &'a Task<'a>,
    holder: Option<Side>,
    progress: &'a mut OnProgress<'progress>,
}

impl BoardVisitor for Certify<'_, '_> {
    type Output = Result<(Answer, Option<Strategy>), Uncertified>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let game = &*game;
        let root = game.position(self.position.setup());
        let Task {
            objective, limits, ..
        } = self.task;
        let seeds = usize::from(game.seeds(&root));
        let solver = ProofNumber::new(game, *objective, seeds, limits.memory);
        let checkpoint = self.task.checkpoint;
        kept(&solver, checkpoint, || self.strategy(game, &solver, &root))
            .map_err(|error| Uncertified::Checkpoint(error.to_string()))?
    }
}

impl Certify<'_, '_> {
    fn strategy<P: Board>(
        self,
        game: &dyn Game<P>,
        solver: &ProofNumber<'_, P>,
        root: &P,
    ) -> Result<(Answer, Option<Strategy>), Uncertified> {
        let Task {
            objective, limits, ..
        } = self.task;
        let answer = Answer::from(solver.solve(root, limits, self.progress));
        if !answer.is_exact() {
            return Ok((answer, None));
        }
        let solution = &answer.solution;
        let winner = solution.outcome().flatten();
        let holder = self.holder.or(winner).unwrap_or(Side::South);
        let score = match holder {
            Side::South => &solution.lowest,
            Side::North => &solution.highest,
        };
        let four_rows = game.kind().has_four_rows();
        let Some(least) = Least::of(&value(score), asked(*objective), four_rows, holder) else {
            return Err(Uncertified::Loses(holder));
        };
        let claim = Claim {
            rules: self.position.rules(),
            position: self.position.setup().clone(),
            holder,
            least,
        };
        let Some(strategy) = solver.strategy(root, holder, limits, self.progress) else {
            // Time was over while it was being made.
            return if limits.is_over() {
                Ok((answer, None))
            } else {
                Err(Uncertified::NoStrategy)
            };
        };
        let followed = Strategy::follow(game, &claim, &mut |position| {
            strategy.turn(position).map(<[_]>::to_vec)
        });
        Ok((answer, Some(followed.map_err(Uncertified::Fails)?)))
    }
}

const fn asked(objective: Objective) -> Asked {
    match objective {
        Objective::Outcome | Objective::Distance => Asked::Outcome,
        Objective::Margin => Asked::Margin,
        Objective::Points => Asked::Points,
    }
}

fn value(score: &Score) -> Value {
    Value {
        winner: score.winner,
        margin: score.margin,
        points: score.points.map(i32::from),
    }
}
