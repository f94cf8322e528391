//! The ends of a turn: what the player to move can reach, his choices within the turn played out. For those who look at
//! millions of positions; [`crate::turn`] has the turns with their texts.

use crate::game::{Board, Decision, Game};
use crate::lead::{Leads, follow};
use crate::relay::Patience;

/// Memory for one turn, used again and again.
#[derive(Debug)]
pub struct Turns<P> {
    spare: Vec<Vec<Decision>>,
    /// Positions of the turn in which the mover had a choice.
    met: Vec<P>,
    /// The decisions so far.
    path: Vec<Decision>,
}

impl<P: Board> Default for Turns<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P: Board> Turns<P> {
    /// Without any memory yet.
    pub const fn new() -> Self {
        Self {
            spare: Vec::new(),
            met: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Calls `meet` with every end of a turn at a position between turns where the game is not over,
    /// the decisions that it costs (steps of one strip are one), and the decisions. Returns whether there was any.
    pub fn each(
        &mut self,
        game: &dyn Game<P>,
        position: &P,
        meet: &mut impl FnMut(Leads<P>, u16, &[Decision]),
    ) -> bool {
        self.each_within(game, position, &Patience::UNLIMITED, meet)
    }

    /// The same for as long as `patience` lasts with each sowing; those beyond it are undecided.
    pub fn each_within(
        &mut self,
        game: &dyn Game<P>,
        position: &P,
        patience: &Patience<'_>,
        meet: &mut impl FnMut(Leads<P>, u16, &[Decision]),
    ) -> bool {
        self.met.clear();
        self.path.clear();
        self.extend(game, position, patience, 0, meet)
    }

    fn extend(
        &mut self,
        game: &dyn Game<P>,
        position: &P,
        patience: &Patience<'_>,
        cost: u16,
        meet: &mut impl FnMut(Leads<P>, u16, &[Decision]),
    ) -> bool {
        let mut decisions = self.spare.pop().unwrap_or_default();
        game.candidates(position, &mut decisions);
        let mut any = false;
        for &decision in &decisions {
            self.path.push(decision);
            any |= match follow(game, position, decision, patience) {
                None => false,
                Some(Leads::Ends(ending)) => {
                    meet(Leads::Ends(ending), cost + 1, &self.path);
                    true
                }
                Some(Leads::Undecided(why)) => {
                    meet(Leads::Undecided(why), cost + 1, &self.path);
                    true
                }
                Some(Leads::To(after)) => {
                    let cost = cost + u16::from(!after.is_mid_decision());
                    if !after.is_mid_turn() {
                        meet(Leads::To(after), cost, &self.path);
                        true
                    } else if self.met.contains(&after) {
                        self.never_ends(game, position, cost, meet)
                    } else {
                        self.met.push(after);
                        let any = self.extend(game, &after, patience, cost, meet);
                        self.met.pop();
                        any
                    }
                }
            };
            self.path.pop();
        }
        self.spare.push(decisions);
        any
    }

    /// A turn without an end: what the rules make of it, if they allow it.
    fn never_ends(
        &self,
        game: &dyn Game<P>,
        position: &P,
        cost: u16,
        meet: &mut impl FnMut(Leads<P>, u16, &[Decision]),
    ) -> bool {
        match game.never_ending(position) {
            None => false,
            Some(ending) => {
                meet(Leads::Ends(ending), cost, &self.path);
                true
            }
        }
    }
}

/// Whether the player to move can bring a turn to a legal end. The game is over where he cannot: a choice that leads
/// nowhere is no move. `position` may be in the middle of a turn, in which he has met the choices `met`, itself
/// included. `None` where that is not decided within the patience.
pub fn can_move<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    met: &mut Vec<P>,
    patience: &Patience<'_>,
) -> Option<bool> {
    let mut decisions = Vec::new();
    game.candidates(position, &mut decisions);
    let mut is_decided = true;
    for decision in decisions {
        let found = match follow(game, position, decision, patience) {
            None => Some(false),
            Some(Leads::Ends(_)) => Some(true),
            Some(Leads::Undecided(_)) => None,
            Some(Leads::To(after)) if !after.is_mid_turn() => Some(true),
            Some(Leads::To(after)) if met.contains(&after) => {
                Some(game.never_ending(position).is_some())
            }
            Some(Leads::To(after)) => {
                met.push(after);
                let found = can_move(game, &after, met, patience);
                met.pop();
                found
            }
        };
        match found {
            Some(true) => return Some(true),
            Some(false) => {}
            None => is_decided = false,
        }
    }
    is_decided.then_some(false)
}
