//! What the mover can do, played out: children are made once, kept, and sorted.

use crate::limits::{Halt, Watch};
use crate::terms::Terms;
use sow_engine::game::{Board, Decision, Game};
use sow_engine::lead::follow;
use sow_engine::relay::{Patience, Unfinished};

/// What a decision leads to; endings as South's values.
pub(crate) type Leads<P> = sow_engine::lead::Leads<P, i32>;

/// A decision with what it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child<P> {
    pub(crate) decision: Decision,
    pub(crate) leads: Leads<P>,
    /// The place among the candidates.
    pub(crate) index: u16,
    /// Higher is tried sooner.
    pub(crate) rank: i32,
    /// The candidates of the player to move after it, where play goes on.
    pub(crate) replies: u16,
}

/// Memory for the children of many nodes, used again and again.
#[derive(Debug)]
pub(crate) struct Nursery<P> {
    spare: Vec<Vec<Child<P>>>,
    decisions: Vec<Decision>,
    replies: Vec<Decision>,
    /// The thread, which decides the order of what looks alike; 0 for the usual one.
    thread: usize,
}

/// The table's move before all others.
const FIRST: i32 = i32::MAX;

impl<P: Board> Nursery<P> {
    /// For the thread of a search with this number: each but the first, 0, has an order of its own.
    pub(crate) fn of_thread(thread: usize) -> Self {
        Self {
            spare: Vec::new(),
            decisions: Vec::new(),
            replies: Vec::new(),
            thread,
        }
    }

    /// Every legal decision at `position`, the most promising first, `best` before all others.
    ///
    /// # Errors
    /// [`Halt`] if the time was over before they were all played.
    pub(crate) fn children(
        &mut self,
        game: &dyn Game<P>,
        terms: &Terms,
        position: &P,
        best: u16,
        watch: Watch<'_>,
    ) -> Result<Vec<Child<P>>, Halt> {
        let mut children = self.spare.pop().unwrap_or_default();
        children.clear();
        game.candidates(position, &mut self.decisions);
        for (index, &decision) in (0..).zip(&self.decisions) {
            let leads = match lead(game, terms, position, decision, watch) {
                Ok(Some(leads)) => leads,
                Ok(None) => continue,
                Err(halt) => {
                    self.spare.push(children);
                    return Err(halt);
                }
            };
            let looks = rank(game, position, &leads, &mut self.replies);
            let rank = if index == best { FIRST } else { looks };
            let replies = match leads {
                Leads::To(_) => self.replies.len() as u16,
                Leads::Ends(_) | Leads::Undecided(_) => 0,
            };
            children.push(Child {
                decision,
                leads,
                index,
                rank,
                replies,
            });
        }
        // Stable, so that equal ranks stay in the order of the pits.
        children.sort_by_key(|child| std::cmp::Reverse(child.rank));
        if self.thread > 0 && children.len() > 2 {
            vary(&mut children[1..], self.thread);
        }
        Ok(children)
    }

    /// Gives the memory back.
    pub(crate) fn recycle(&mut self, children: Vec<Child<P>>) {
        self.spare.push(children);
    }
}

/// Another order for another thread: from the other end, or from the middle.
fn vary<T>(children: &mut [T], thread: usize) {
    if thread % 2 == 1 {
        children.reverse();
    }
    let steps = thread / 2 % children.len();
    children.rotate_left(steps);
}

/// Plays a decision; `None` if it turns out to be illegal. A sowing that was given up because a limit was reached says
/// nothing, and halts the search.
pub(crate) fn lead<P: Board>(
    game: &dyn Game<P>,
    terms: &Terms,
    position: &P,
    decision: Decision,
    watch: Watch<'_>,
) -> Result<Option<Leads<P>>, Halt> {
    let is_over = || watch.is_over();
    let patience = Patience {
        is_over: Some(&is_over),
        ..Patience::UNLIMITED
    };
    let leads = follow(game, position, decision, &patience)
        .map(|leads| leads.map_ending(|ending| terms.value(&ending)));
    if matches!(leads, Some(Leads::Undecided(Unfinished::Limit))) {
        return Err(Halt);
    }
    Ok(leads)
}

/// How promising a decision looks to the mover: endings by value, then seeds, then how few replies
/// it leaves.
fn rank<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    leads: &Leads<P>,
    replies: &mut Vec<Decision>,
) -> i32 {
    let mover = position.side();
    match leads {
        Leads::Ends(value) => mover.sign() * value.signum() * (1 << 24),
        Leads::Undecided(_) => -(1 << 23),
        Leads::To(after) => {
            game.candidates(after, replies);
            let count = replies.len() as i32;
            let mobility = if after.side() == mover { count } else { -count };
            mover.sign() * 4 * game.margin(after) + mobility
        }
    }
}
