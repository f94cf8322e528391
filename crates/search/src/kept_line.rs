//! Lines of best play where nobody forces the end: each side keeps what it has.

use crate::children::Leads;
use crate::limits::Halt;
use crate::member::Member;
use crate::terms::Bounds;
use ahash::RandomState;
use sow_engine::game::{Board, Decision};
use sow_engine::relay::Patience;
use sow_engine::scribe::Scribe;
use sow_engine::turn_ends::can_move;
use std::collections::HashSet;
use std::marker::PhantomData;

/// A line from `position` on which South keeps `goals.lo` and North `goals.hi`, to the end of the
/// game or to a repetition that is worth as much.
pub(crate) fn line<'a, P: Board, M: Member<'a, P>>(
    member: &mut M,
    position: &P,
    goals: Bounds,
) -> Result<Vec<String>, Halt> {
    let mut keeper = Keeper {
        member,
        goals,
        line: Vec::new(),
        seen: HashSet::with_hasher(RandomState::with_seeds(1, 2, 3, 4)),
        lifetime: PhantomData,
    };
    keeper.extend(position)?;
    let mut scribe = Scribe::new(keeper.member.facts().ground.game);
    for (position, decision) in &keeper.line {
        scribe.add(position, *decision);
    }
    Ok(scribe.finish())
}

struct Keeper<'k, 'a, P: Board, M> {
    member: &'k mut M,
    goals: Bounds,
    line: Vec<(P, Decision)>,
    seen: HashSet<P, RandomState>,
    lifetime: PhantomData<&'a ()>,
}

impl<'a, P: Board, M: Member<'a, P>> Keeper<'_, 'a, P, M> {
    /// Extends the line from `position` to a fitting end; false if there is none but those tried
    /// before.
    fn extend(&mut self, position: &P) -> Result<bool, Halt> {
        self.member.meter().count()?;
        let ground = self.member.facts().ground;
        if !position.is_mid_turn() && ground.game.finished(position).is_some() {
            return Ok(true);
        }
        if !self.seen.insert(*position) {
            let met = self.line.iter().any(|(known, _)| known == position);
            let cycle = ground.terms.cycle(ground.game, position);
            return Ok(met && !position.is_mid_turn() && self.goals.contain(cycle));
        }
        let best = self.member.best(position);
        let watch = self.member.meter().watch();
        let nursery = self.member.nursery();
        let children = nursery.children(ground.game, &ground.terms, position, best, watch)?;
        for child in &children {
            let after = match child.leads {
                Leads::Ends(value) if self.goals.contain(value) => {
                    self.line.push((*position, child.decision));
                    return Ok(true);
                }
                Leads::To(after) => after,
                Leads::Ends(_) | Leads::Undecided(_) => continue,
            };
            if !self.member.holds(position.side(), &after, self.goals)? {
                continue;
            }
            self.line.push((*position, child.decision));
            if self.extend(&after)? {
                return Ok(true);
            }
            self.line.pop();
        }
        // Where no turn can be brought to an end the game is over; a choice without a way on is none.
        let can_move = || can_move(ground.game, position, &mut Vec::new(), &Patience::UNLIMITED);
        Ok(!position.is_mid_turn() && can_move() == Some(false))
    }
}
