//! Lines of best play where nobody forces the end: each side keeps what it has.

use crate::children::Leads;
use crate::limits::Halt;
use crate::solve::Search;
use crate::table::NO_MOVE;
use crate::terms::Bounds;
use ahash::RandomState;
use sow_engine::game::{Board, Decision, Game};
use sow_engine::scribe::Scribe;
use std::collections::HashSet;

/// A line from `position` on which South keeps `goals.lo` and North `goals.hi`, to the end of the
/// game or to a repetition that is worth as much.
pub(crate) fn line<G: Game>(
    search: &mut Search<'_, '_, '_, '_, G>,
    position: &G::Position,
    goals: Bounds,
) -> Result<Vec<String>, Halt> {
    let mut keeper = Keeper {
        search,
        goals,
        line: Vec::new(),
        seen: HashSet::with_hasher(RandomState::with_seeds(1, 2, 3, 4)),
    };
    keeper.extend(position)?;
    let mut scribe = Scribe::new(keeper.search.solver.game);
    for (position, decision) in &keeper.line {
        scribe.add(position, *decision);
    }
    Ok(scribe.finish())
}

struct Keeper<'k, 'a, 'game, 'flag, 'p, G: Game> {
    search: &'k mut Search<'a, 'game, 'flag, 'p, G>,
    goals: Bounds,
    line: Vec<(G::Position, Decision)>,
    seen: HashSet<G::Position, RandomState>,
}

impl<G: Game> Keeper<'_, '_, '_, '_, '_, G> {
    /// Extends the line from `position` to a fitting end; false if there is none but those tried before.
    fn extend(&mut self, position: &G::Position) -> Result<bool, Halt> {
        self.search.meter.count()?;
        let solver = self.search.solver;
        if !position.is_mid_turn() && solver.game.finished(position).is_some() {
            return Ok(true);
        }
        if !self.seen.insert(*position) {
            let met = self.line.iter().any(|(known, _)| known == position);
            let cycle = solver.terms.cycle(solver.game, position);
            return Ok(met && !position.is_mid_turn() && self.goals.contain(cycle));
        }
        let children = self
            .search
            .nursery
            .children(solver.game, &solver.terms, position, NO_MOVE);
        for child in &children {
            let goes_on = match child.leads {
                Leads::Ends(value) if self.goals.contain(value) => {
                    self.line.push((*position, child.decision));
                    return Ok(true);
                }
                Leads::To(after) => {
                    let keeps = self.search.keeps(position.side(), &after, self.goals)?;
                    keeps.then_some(after)
                }
                Leads::Ends(_) | Leads::Unknown => None,
            };
            if let Some(after) = goes_on {
                self.line.push((*position, child.decision));
                if self.extend(&after)? {
                    return Ok(true);
                }
                self.line.pop();
            }
        }
        // Without a legal decision the game ends here.
        Ok(children.is_empty())
    }
}
