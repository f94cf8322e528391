//! Solutions written out: a tree of turns for one player, and a line of best play.

use super::Search;
use super::memory::Record;
use crate::children::{Leads, lead};
use crate::limits::Halt;
use crate::member::Member;
use crate::table::NO_MOVE;
use crate::terms::Bounds;
use sow_engine::game::Board;
use sow_engine::side::Side;
use sow_engine::turn::append_text;

/// How one player gets his result: at each position where he is to move one turn, at the others
/// every turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionTree<P> {
    /// The turn that was played, empty at the root.
    pub turn: String,
    /// The position after it, `None` if the turn itself ended the game.
    pub position: Option<P>,
    /// What follows.
    pub below: Below<P>,
}

/// What follows in a solution tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Below<P> {
    /// The game is over.
    Over,
    /// The position was met before on this line, which is all the player needs.
    Repeats,
    /// The player still gets his result, but a limit left out how.
    Omitted,
    /// One turn of the player whose solution this is, or every turn of the other.
    Turns(Vec<SolutionTree<P>>),
}

/// How much of a solution tree is written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeLimits {
    /// Turns from the root to a leaf.
    pub depth: u32,
    /// Turns in the whole tree, roughly: the replies to one turn are not torn apart.
    pub turns: usize,
}

impl Default for TreeLimits {
    /// 200 turns deep, 10,000 in all.
    fn default() -> Self {
        Self {
            depth: 200,
            turns: 10_000,
        }
    }
}

impl<P> SolutionTree<P> {
    /// The trees of the next turns.
    pub fn children(&self) -> &[Self] {
        match &self.below {
            Below::Turns(turns) => turns,
            Below::Over | Below::Repeats | Below::Omitted => &[],
        }
    }

    /// The turns in the tree.
    pub fn size(&self) -> usize {
        let below = self.children().iter();
        below.map(|child| 1 + child.size()).sum()
    }

    /// Whether nothing was left out.
    pub fn is_complete(&self) -> bool {
        !matches!(self.below, Below::Omitted) && self.children().iter().all(Self::is_complete)
    }
}

/// The tree of the player who can force one of the bounds, or of South.
pub(super) fn build<P: Board>(
    search: &mut Search<'_, P>,
    position: &P,
    bounds: Bounds,
    size: TreeLimits,
) -> Option<SolutionTree<P>> {
    if position.is_mid_turn() {
        return None;
    }
    let ground = search.ground;
    let goals = ground.goals(bounds);
    let cycle = ground.terms.cycle(ground.game, position);
    let player = if goals.lo <= cycle && goals.hi < cycle {
        Side::North
    } else {
        Side::South
    };
    let mut builder = Builder {
        search,
        player,
        goals,
        left: size.turns,
        path: Vec::new(),
    };
    Some(SolutionTree {
        turn: String::new(),
        position: Some(*position),
        below: builder.below(position, size.depth)?,
    })
}

/// A complete turn.
struct Whole<P> {
    text: String,
    leads: Leads<P>,
    /// The place of its first decision among the candidates.
    first: u16,
}

struct Builder<'b, 'a, P: Board> {
    search: &'b mut Search<'a, P>,
    player: Side,
    goals: Bounds,
    /// Turns that may still be written out.
    left: usize,
    path: Vec<P>,
}

impl<P: Board> Builder<'_, '_, P> {
    /// Whether South's `value` is what the player wants.
    fn suffices(&self, value: i32) -> bool {
        match self.player {
            Side::South => value >= self.goals.lo,
            Side::North => value <= self.goals.hi,
        }
    }

    /// What follows a position in which the player is known to hold his goal; `None` if every way
    /// to it comes back to this line.
    fn below(&mut self, position: &P, depth: u32) -> Option<Below<P>> {
        let ground = self.search.ground;
        if let Some(ending) = ground.game.finished(position) {
            let value = ground.terms.value(&ending);
            return self.suffices(value).then_some(Below::Over);
        }
        if self.path.contains(position) {
            let cycle = ground.terms.cycle(ground.game, position);
            return self.suffices(cycle).then_some(Below::Repeats);
        }
        let Some(turns) = self.turns(position) else {
            return Some(Below::Omitted);
        };
        if turns.is_empty() {
            let value = ground.terms.value(&ground.game.stuck(position));
            return self.suffices(value).then_some(Below::Over);
        }
        if depth == 0 {
            return Some(Below::Omitted);
        }
        self.path.push(*position);
        let below = if position.side() == self.player {
            self.one_turn(position, turns, depth - 1)
        } else {
            self.every_turn(turns, depth - 1)
        };
        self.path.pop();
        below
    }

    /// Whether the table knows that the player holds his goal at a position.
    fn knows(&self, position: &P) -> bool {
        let terms = &self.search.ground.terms;
        self.search.record(position).is_some_and(|record| {
            let (lo, hi) = (record.lo, record.hi);
            let bounds = Bounds { lo, hi }.seen_by(position.side());
            let bounds = bounds.plus(terms.offset(position));
            match self.player {
                Side::South => bounds.lo >= self.goals.lo,
                Side::North => bounds.hi <= self.goals.hi,
            }
        })
    }

    fn one_turn(&mut self, position: &P, mut turns: Vec<Whole<P>>, depth: u32) -> Option<Below<P>> {
        let best = self.search.first_proof(position);
        // Turns of the proof that was found before any that would have to be searched anew.
        turns.sort_by_cached_key(|turn| match &turn.leads {
            Leads::Ends(_) => 0,
            Leads::To(after) => match (turn.first == best, self.knows(after)) {
                (true, true) => 1,
                (false, true) => 2,
                (true, false) => 3,
                (false, false) => 4,
            },
            Leads::Undecided(_) => 4,
        });
        for turn in turns {
            if let Leads::To(after) = &turn.leads {
                match self.search.holds(self.player, after, self.goals) {
                    Ok(true) => {}
                    Ok(false) => continue,
                    Err(Halt) => return Some(Below::Omitted),
                }
            }
            if let Some(tree) = self.grow(turn, depth) {
                return Some(Below::Turns(vec![tree]));
            }
        }
        None
    }

    fn every_turn(&mut self, turns: Vec<Whole<P>>, depth: u32) -> Option<Below<P>> {
        let trees = turns.into_iter().map(|turn| self.grow(turn, depth));
        trees.collect::<Option<Vec<_>>>().map(Below::Turns)
    }

    fn grow(&mut self, turn: Whole<P>, depth: u32) -> Option<SolutionTree<P>> {
        self.left = self.left.saturating_sub(1);
        let (position, below) = match turn.leads {
            Leads::To(after) => (Some(after), self.below(&after, depth)?),
            Leads::Ends(value) if self.suffices(value) => (None, Below::Over),
            Leads::Ends(_) | Leads::Undecided(_) => return None,
        };
        Some(SolutionTree {
            turn: turn.text,
            position,
            below,
        })
    }

    /// Every turn at a position, `None` if they are more than may be written out.
    fn turns(&self, position: &P) -> Option<Vec<Whole<P>>> {
        let mut turns = Turns {
            search: self.search,
            start: *position,
            most: self.left,
            line: Vec::new(),
            found: Vec::new(),
        };
        turns.extend(position, "", NO_MOVE).then_some(turns.found)
    }
}

/// Collects the turns at a position.
struct Turns<'t, 'a, P: Board> {
    search: &'t Search<'a, P>,
    start: P,
    most: usize,
    /// The choices met in the turn.
    line: Vec<P>,
    found: Vec<Whole<P>>,
}

impl<P: Board> Turns<'_, '_, P> {
    /// Adds every turn that goes on from a choice; false if they become too many.
    fn extend(&mut self, position: &P, text: &str, first: u16) -> bool {
        let ground = self.search.ground;
        let mut decisions = Vec::new();
        ground.game.candidates(position, &mut decisions);
        for (index, &decision) in (0..).zip(&decisions) {
            let watch = self.search.meter.watch();
            let mut leads = match lead(ground.game, &ground.terms, position, decision, watch) {
                Ok(Some(leads)) => leads,
                Ok(None) => continue,
                Err(Halt) => return false,
            };
            let mut longer = text.to_owned();
            append_text(ground.game, &self.start, decision, &mut longer);
            let first = if text.is_empty() { index } else { first };
            if let Leads::To(after) = leads
                && after.is_mid_turn()
            {
                if !self.line.contains(&after) {
                    self.line.push(after);
                    let all = self.extend(&after, &longer, first);
                    self.line.pop();
                    if !all {
                        return false;
                    }
                    continue;
                }
                let Some(ending) = ground.game.never_ending(&after) else {
                    continue;
                };
                leads = Leads::Ends(ground.terms.value(&ending));
            }
            if self.found.len() >= self.most {
                return false;
            }
            self.found.push(Whole {
                text: longer,
                leads,
                first,
            });
        }
        true
    }
}

impl<P: Board> Search<'_, P> {
    /// The decision of the first proof of what the mover can get at least, as an index among the
    /// candidates, or [`NO_MOVE`].
    pub(super) fn first_proof(&self, position: &P) -> u16 {
        self.record(position).map_or(NO_MOVE, |record| record.best)
    }

    /// What the table knows of a position.
    fn record(&self, position: &P) -> Option<Record> {
        if position.is_mid_turn() {
            return None;
        }
        let key = self.ground.terms.key(position)?;
        self.memory?.probe(&key)
    }
}
