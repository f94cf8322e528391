//! Certificates of what has been solved: the search's strategy followed by the rules and written down.

use crate::cli::SideArg;
use anyhow::{Result, anyhow, bail};
use serde::Serialize;
use sow_engine::game::{Board, Game};
use sow_engine::games::BoardVisitor;
use sow_engine::position::Position;
use sow_engine::side::Side;
use sow_proof::{Asked, Claim, Least, Strategy, Value};
use sow_search::solution::OnProgress;
use sow_search::solving::{Answer, Method, Task};
use sow_search::{Objective, ProofNumber, Score};
use std::path::Path;

/// A certificate that was written.
#[derive(Debug, Serialize)]
pub(crate) struct Written {
    pub(crate) file: String,
    pub(crate) claim: String,
    pub(crate) positions: usize,
    /// The holder's turns in the longest line.
    pub(crate) longest: u32,
    pub(crate) bytes: u64,
    pub(crate) digest: String,
}

impl SideArg {
    const fn side(self) -> Side {
        match self {
            Self::South => Side::South,
            Self::North => Side::North,
        }
    }
}

/// Solves a position by proof numbers and writes a certificate of the value; none if it is not solved within the
/// limits.
pub(crate) fn solve(
    position: &Position,
    task: &Task<'_>,
    file: &Path,
    holder: Option<SideArg>,
    progress: &mut OnProgress<'_>,
) -> Result<(Answer, Option<Written>)> {
    if !matches!(task.method, Method::Auto | Method::ProofNumber) {
        bail!(
            "a certificate is made of what proof-number search finds; leave --method away or say --method {}",
            Method::ProofNumber.name()
        );
    }
    position.visit(Certify {
        position,
        task,
        file,
        holder: holder.map(SideArg::side),
        progress,
    })
}

struct Certify<'a, 'progress> {
    position: &'a Position,
    task: &'a Task<'a>,
    file: &'a Path,
    holder: Option<Side>,
    progress: &'a mut OnProgress<'progress>,
}

impl BoardVisitor for Certify<'_, '_> {
    type Output = Result<(Answer, Option<Written>)>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let game = &*game;
        let root = game.position(self.position.setup());
        let Task {
            objective, limits, ..
        } = self.task;
        let seeds = usize::from(game.seeds(&root));
        let solver = ProofNumber::new(game, *objective, seeds, limits.memory);
        let answer = Answer::from(solver.solve(&root, limits, self.progress));
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
            bail!("{holder} loses, so there is nothing to certify for this player");
        };
        let claim = Claim {
            rules: self.position.rules(),
            position: self.position.setup().clone(),
            holder,
            least,
        };
        let strategy = solver
            .strategy(&root, holder, limits, self.progress)
            .ok_or_else(|| {
                anyhow!(
                    "the value is proven, but no certificate could be made: a limit was reached, or the value rests on repetitions that these rules value differently from case to case"
                )
            })?;
        let followed = Strategy::follow(game, &claim, &mut |position| {
            strategy.turn(position).map(<[_]>::to_vec)
        });
        let strategy = followed
            .map_err(|fault| anyhow!("the strategy that was found does not hold, {fault}"))?;
        let mut bytes = Vec::new();
        let digest = strategy.write(&mut bytes)?;
        sow_files::replace(self.file, |target| target.write_all(&bytes))?;
        let written = Written {
            file: self.file.display().to_string(),
            claim: claim.to_string(),
            positions: strategy.positions(),
            longest: strategy.longest(),
            bytes: bytes.len() as u64,
            digest,
        };
        Ok((answer, Some(written)))
    }
}

fn asked(objective: Objective) -> Asked {
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
