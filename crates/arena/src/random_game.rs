//! Games between random players on the engine's own boards, without texts and without asking for memory turn by turn.
//!
//! They are the games that [`crate::game::play`] has with two players of [`crate::player`], decision by decision and
//! draw by draw, which the tests hold them to. What makes them quick: nothing is played before it is drawn where the
//! rules forbid no candidate, and where they may, a look at the end of a first lap mostly tells that there was a
//! choice. Turns for which that does not suffice are left to [`crate::game::take_turn`].

use crate::error::PlayerError;
use crate::game::{Taken, can_be_chosen, take_turn};
use crate::made::{Joins, Made};
use crate::player::Random;
use crate::seen::Seen;
use sow_engine::game::{Board, Decision, Ending, Game};
use sow_engine::lead::{Leads, allows_every_candidate, lead};
use sow_engine::side::Side;
use sow_random::Stream;

/// A table at which random players play one game after another.
pub(crate) struct RandomTable<'game, P: Board> {
    game: &'game dyn Game<P>,
    /// Every candidate can be chosen, crowded boards apart.
    allows_all: bool,
    seen: Seen<P>,
    candidates: Vec<Decision>,
    /// Positions of the turn in which the mover had a choice.
    met: Vec<P>,
    made: Vec<Made>,
    /// Whose sowing was the last to begin.
    mover: Option<Side>,
}

impl<'game, P: Board> RandomTable<'game, P> {
    pub(crate) fn new(game: &'game dyn Game<P>) -> Self {
        Self {
            game,
            allows_all: allows_every_candidate(game),
            seen: Seen::new(),
            candidates: Vec::new(),
            met: Vec::new(),
            made: Vec::new(),
            mover: None,
        }
    }

    /// The decisions of the last game.
    pub(crate) fn made(&self) -> &[Made] {
        &self.made
    }

    /// Plays a game from a position between turns, and breaks it off after `longest` turns; says how it ended, `None` if
    /// it has no result. South and North draw from streams of their own.
    pub(crate) fn play(
        &mut self,
        start: &P,
        mut streams: [Stream; 2],
        longest: usize,
    ) -> Result<Option<Ending>, PlayerError> {
        let game = self.game;
        self.seen.clear();
        self.made.clear();
        self.mover = None;
        let mut position = *start;
        let mut turns = 0;
        loop {
            let ending = match game.finished(&position) {
                None if !self.seen.insert(&position) => game.repeated(&position),
                finished => finished,
            };
            if ending.is_some() || turns == longest {
                return Ok(ending);
            }
            turns += 1;
            let stream = &mut streams[position.side().index()];
            if let Some(pits) = game.sowable(&position) {
                if pits == 0 {
                    return Ok(Some(game.stuck(&position)));
                }
                if self.sow(&mut position, pits, stream) {
                    continue;
                }
            }
            match self.turn_of_choices(&position, stream)? {
                Turn::Leads(Leads::To(after)) => position = after,
                Turn::Leads(Leads::Ends(ending)) => return Ok(Some(ending)),
                Turn::Stuck => return Ok(Some(game.stuck(&position))),
                Turn::Leads(Leads::Undecided(_)) | Turn::Undecided => return Ok(None),
            }
        }
    }

    /// Plays a turn of one sowing on the board; false, with nothing drawn and played, if it takes more than that.
    #[inline]
    fn sow(&mut self, position: &mut P, pits: u128, stream: &mut Stream) -> bool {
        let before = stream.clone();
        let pit = if self.allows_all && !position.is_crowded() {
            match pits.count_ones() {
                1 => Some(pits.trailing_zeros()),
                several => Some(bit(pits, stream.index(several as usize) as u32)),
            }
        } else {
            self.draw(position, pits, stream)
        };
        let side = position.side();
        let Some(pit) = pit.filter(|&pit| self.game.sow_on(position, pit as u8)) else {
            *stream = before;
            return false;
        };
        let joins = self.begins(side);
        self.made.push(Made {
            decision: Decision::Sow(pit as u8),
            joins,
        });
        true
    }

    /// Draws one of the pits of a position where the rules may forbid some of them; `None`, with anything drawn, if a look at
    /// their first laps does not tell which.
    fn draw(&self, position: &P, pits: u128, stream: &mut Stream) -> Option<u32> {
        let over = self.game.over_at_once(position, pits);
        let refused = self.game.refused_at_once(position, pits);
        let before = stream.clone();
        let mut list = [0_u8; 128];
        let (mut left, mut length) = (pits, 0);
        while left != 0 {
            list[length] = left.trailing_zeros() as u8;
            length += 1;
            left &= left - 1;
        }
        left = pits;
        if length == 1 {
            return Some(u32::from(list[0]));
        }
        while length > 0 {
            let index = stream.index(length);
            let pit = list[index];
            length -= 1;
            list[index] = list[length];
            left ^= 1 << pit;
            if refused >> pit & 1 == 1 {
                continue;
            }
            if left & !refused == 0 {
                // There was no choice, and nothing to draw.
                *stream = before;
            } else if left & over == 0 {
                return None;
            }
            return Some(u32::from(pit));
        }
        None
    }

    /// Any turn, decision by decision.
    fn turn_of_choices(&mut self, start: &P, stream: &mut Stream) -> Result<Turn<P>, PlayerError> {
        let game = self.game;
        let (before, made, mover) = (stream.clone(), self.made.len(), self.mover);
        self.met.clear();
        let mut at = *start;
        loop {
            game.candidates(&at, &mut self.candidates);
            let Some((decision, leads)) = self.choose(&at, stream) else {
                break;
            };
            self.met.push(at);
            self.note(&at, decision);
            match leads {
                Leads::To(after) if after.is_mid_turn() => {
                    if !self.met.contains(&after) {
                        at = after;
                        continue;
                    }
                    // Coming back to a choice within one turn is a turn without an end.
                    let Some(ending) = game.never_ending(&at) else {
                        break;
                    };
                    return Ok(Turn::Leads(Leads::Ends(ending)));
                }
                leads => return Ok(Turn::Leads(leads)),
            }
        }
        // The decisions drawn lead to no legal end.
        *stream = before;
        self.mover = mover;
        self.made.truncate(made);
        self.turn_by_the_book(start, stream)
    }

    /// Draws one of the candidates of a position as a random player does; `None` if none can be chosen.
    fn choose(&mut self, at: &P, stream: &mut Stream) -> Option<(Decision, Leads<P>)> {
        let game = self.game;
        if self.allows_all && !at.is_crowded() {
            let decision = match *self.candidates {
                [] => return None,
                [only] => only,
                ref several => several[stream.index(several.len())],
            };
            return Some((decision, lead(game, at, decision)?));
        }
        let before = stream.clone();
        while !self.candidates.is_empty() {
            let index = stream.index(self.candidates.len());
            let decision = self.candidates.swap_remove(index);
            let Some(leads @ (Leads::To(_) | Leads::Ends(_))) = lead(game, at, decision) else {
                continue;
            };
            if !self.candidates_can_be_chosen(at) {
                // There was no choice, and nothing to draw.
                *stream = before;
            }
            return Some((decision, leads));
        }
        *stream = before;
        None
    }

    /// Whether one of the candidates that are left can be chosen.
    fn candidates_can_be_chosen(&self, at: &P) -> bool {
        let pits = self.candidates.iter().fold(0_u128, |pits, decision| {
            pits | match decision {
                Decision::Sow(pit) => 1 << pit,
                _ => 0,
            }
        });
        let mut left = self.candidates.iter();
        self.game.over_at_once(at, pits) != 0
            || left.any(|&decision| can_be_chosen(self.game, at, decision))
    }

    /// The turn as players of any kind take it.
    #[cold]
    fn turn_by_the_book(&mut self, start: &P, stream: &mut Stream) -> Result<Turn<P>, PlayerError> {
        let mut player = Random::new(self.game, stream.clone());
        let taken = take_turn(self.game, &mut player, start, &[])?;
        *stream = player.into_stream();
        Ok(match taken {
            Taken::Stuck => Turn::Stuck,
            Taken::Undecided => Turn::Undecided,
            Taken::Turn(turn) => {
                for (at, decision) in &turn.decisions {
                    self.note(at, *decision);
                }
                Turn::Leads(turn.end)
            }
        })
    }

    /// Notes a decision at a position.
    #[inline]
    fn note(&mut self, at: &P, decision: Decision) {
        let begins = !at.is_mid_turn() || at.is_optional_move();
        let joins = if begins {
            self.begins(at.side())
        } else {
            Joins::Sowing
        };
        self.made.push(Made { decision, joins });
    }

    /// A sowing of a player begins.
    #[inline]
    fn begins(&mut self, side: Side) -> Joins {
        if self.mover.replace(side) == Some(side) {
            Joins::Turn
        } else {
            Joins::Game
        }
    }
}

/// What became of a turn.
enum Turn<P> {
    Leads(Leads<P>),
    /// There was no legal one.
    Stuck,
    /// There was none that can be followed to its end.
    Undecided,
}

/// The place of the bit of `bits` that has `below` others below it.
#[inline]
fn bit(bits: u128, below: u32) -> u32 {
    let low = bits as u64;
    let ones = low.count_ones();
    if below < ones {
        bit_of_word(low, below)
    } else {
        64 + bit_of_word((bits >> 64) as u64, below - ones)
    }
}

/// The same for a word, without asking bit by bit (Vigna 2008).
#[inline]
fn bit_of_word(bits: u64, below: u32) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    // Ones up to the end of each byte.
    let sums = bytes.wrapping_mul(ONES);
    let passed = ((((u64::from(below) * ONES) | HIGH) - sums) & HIGH) >> 7;
    let byte = (passed.wrapping_mul(ONES) >> 56) as u32 * 8;
    let mut left = below - ((sums << 8) >> byte & 0xff) as u32;
    let mut rest = (bits >> byte) as u8;
    while left > 0 {
        rest &= rest - 1;
        left -= 1;
    }
    byte + rest.trailing_zeros()
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod bits {
    use super::*;

    #[test]
    fn a_bit_is_found_by_how_many_are_below_it() {
        let mut stream = Stream::new(1, 1);
        for round in 0..2000 {
            let mut bits = 0_u128;
            for _ in 0..=round % 90 {
                bits |= 1 << stream.index(128);
            }
            let places = (0..128).filter(|place| bits >> place & 1 == 1);
            for (below, place) in places.enumerate() {
                assert_eq!(bit(bits, below as u32), place, "{bits:b}");
            }
        }
    }
}
