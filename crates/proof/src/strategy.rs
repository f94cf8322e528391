//! A strategy from wherever it may come, made into a certificate: what no line reaches is left out, ranks are found,
//! and everything is packed.

use crate::block::{self, Entry, MOST_DECISIONS, MOST_POSITIONS, MOST_RANK, PitNames};
use crate::claim::Claim;
use crate::components::Components;
use crate::format::{self, Certificate, ProofError};
use crate::index::Index;
use crate::packing::Packing;
use crate::walk::{Fault, Walker, turn_text};
use rayon::prelude::*;
use sow_engine::game::{Board, Contents, Decision, Game};
use sow_engine::games::BoardVisitor;
use sow_engine::position::{Position, Unfit};
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use std::io::{self, Write};

/// A strategy that holds: for each position that it can come to the turn of the player whose it is.
#[derive(Debug)]
pub struct Strategy {
    pub(crate) claim: Claim,
    pub(crate) packing: Packing,
    pub(crate) pits: PitNames,
    pub(crate) index: Index,
    pub(crate) turns: Vec<Decision>,
    /// Where the turn of each position ends among `turns`.
    pub(crate) ends: Vec<u32>,
    pub(crate) ranks: Vec<u32>,
}

/// The turn that a player plays at a position, decision by decision, `None` if he has none to play.
pub type Choose<'c, P> = dyn FnMut(&P) -> Option<Vec<Decision>> + 'c;

/// Positions met so far, with what they lead to.
struct Growing {
    index: Index,
    turns: Vec<Decision>,
    ends: Vec<u32>,
    /// Whether the rank has to fall there.
    falls: Vec<bool>,
    /// The places of the positions that can follow.
    next: Vec<u32>,
    next_ends: Vec<u32>,
}

impl Strategy {
    /// Follows the turns that `choose` gives, from the position of the claim on, to all that the other player can
    /// answer.
    ///
    /// # Errors
    /// A [`Fault`] where this is no way to get what is claimed.
    ///
    /// # Panics
    /// If the claim's rules and result are not those of its position's game.
    pub fn follow<P: Board>(
        game: &dyn Game<P>,
        claim: &Claim,
        choose: &mut Choose<'_, P>,
    ) -> Result<Self, Fault> {
        assert!(format::is_writable(claim), "{claim:?}");
        let root = game.position(&claim.position);
        let packing = Packing::new(claim);
        let mut walker = Walker::new(game, claim);
        let mut growing = Growing {
            index: Index::new(packing.words),
            turns: Vec::new(),
            ends: Vec::new(),
            falls: Vec::new(),
            next: Vec::new(),
            next_ends: Vec::new(),
        };
        // Positions that the line has come to and that have no turn are ends.
        let mut waiting = Vec::new();
        walker.arrive(&root, &mut |position| {
            waiting.push(*position);
            Ok(())
        })?;
        // The root's ways in lead to nothing that has to be kept.
        let mut ignored = Vec::new();
        growing.enter(&packing, &mut walker, choose, &waiting, &mut ignored)?;
        let mut at = 0;
        let mut numbers = Vec::new();
        while at < growing.index.len() {
            packing.numbers_of(growing.index.key(at), &mut numbers);
            let position = packing
                .position(game, &root, &numbers)
                .expect("what was packed can be unpacked");
            let begin = if at == 0 { 0 } else { growing.ends[at - 1] };
            let turn = growing.turns[begin as usize..growing.ends[at] as usize].to_vec();
            growing.falls.push(walker.falls_at(&position));
            waiting.clear();
            walker.follow(&position, &turn, &mut |after| {
                waiting.push(*after);
                Ok(())
            })?;
            let mut next = std::mem::take(&mut growing.next);
            growing.enter(&packing, &mut walker, choose, &waiting, &mut next)?;
            growing.next = next;
            growing.next_ends.push(growing.next.len() as u32);
            at += 1;
        }
        let ranks = growing.ranks().map_err(|place| {
            packing.numbers_of(growing.index.key(place), &mut numbers);
            let position = packing
                .position(game, &root, &numbers)
                .expect("what was packed can be unpacked");
            walker.fault(&position, "the strategy can come back here, or is too long")
        })?;
        Ok(Self {
            claim: claim.clone(),
            packing,
            pits: PitNames::of(claim),
            index: growing.index,
            turns: growing.turns,
            ends: growing.ends,
            ranks,
        })
    }

    /// Reads what a certificate states. Whether it holds is another matter, see [`crate::check()`].
    ///
    /// # Errors
    /// A [`ProofError`] where bytes stand for no positions.
    pub fn read(certificate: &Certificate) -> Result<Self, ProofError> {
        let claim = certificate.claim();
        let mut strategy = Self {
            claim: claim.clone(),
            packing: Packing::new(claim),
            pits: PitNames::of(claim),
            index: Index::new(0),
            turns: Vec::new(),
            ends: Vec::new(),
            ranks: Vec::new(),
        };
        let Self {
            packing,
            pits,
            turns,
            ends,
            ranks,
            ..
        } = &mut strategy;
        let (mut keys, mut key) = (Vec::new(), Vec::new());
        for place in &certificate.blocks {
            let bytes = certificate.block(place)?;
            let is_whole = block::read(&bytes, place.positions, packing, *pits, |entry| {
                let is_position = packing.key_of_numbers(&entry.numbers, &mut key);
                keys.extend(&key);
                turns.extend(&entry.turn);
                ends.push(turns.len() as u32);
                ranks.push(entry.rank);
                is_position
            });
            if !is_whole {
                return Err(certificate.no_positions(place));
            }
        }
        strategy.index = Index::of(strategy.packing.words, keys);
        Ok(strategy)
    }

    /// What it is the strategy for.
    pub fn claim(&self) -> &Claim {
        &self.claim
    }

    /// The turn that is stated at a position of the player whose strategy it is, and the position's rank. `None` if no
    /// line comes there, or if the game is over there.
    pub fn at<P: Board>(&self, position: &P) -> Option<(&[Decision], u32)> {
        let may_be = position.side() == self.claim.holder
            && (!position.is_mid_turn() || position.is_optional_move());
        let place = may_be.then(|| self.place(&position.contents(), position.is_optional_move()));
        place?.map(|place| (self.turn(place), self.ranks[place]))
    }

    /// The text of the turn that is stated at a set-up, with the rank: [`Strategy::at`] for those who know no boards.
    ///
    /// # Errors
    /// [`Unfit`] if the set-up is of another game or board than the claim.
    pub fn stated(&self, setup: &Setup) -> Result<Option<(String, u32)>, Unfit> {
        struct Ask<'a>(&'a Strategy, &'a Setup);
        impl BoardVisitor for Ask<'_> {
            type Output = Option<(String, u32)>;
            fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
                let position = game.position(self.1);
                let (turn, rank) = self.0.at(&position)?;
                Some((turn_text(&*game, &position, turn), rank))
            }
        }
        let root = Position::new(self.claim.rules, self.claim.position.clone())?;
        let position = root.with(setup.clone())?;
        Ok(position.visit(Ask(self, setup)))
    }

    /// Whether a turn is stated at a position between turns with these contents and `side` to move, so that the claim
    /// holds there too.
    pub fn covers(&self, side: Side, contents: &Contents<'_>) -> bool {
        side == self.claim.holder && self.place(contents, false).is_some()
    }

    fn place(&self, contents: &Contents<'_>, again: bool) -> Option<usize> {
        let mut key = Vec::new();
        let is_small = self.packing.key_of(contents, again, &mut key);
        is_small.then(|| self.index.find(&key)).flatten()
    }

    /// The positions for which a turn is stated.
    pub fn positions(&self) -> usize {
        self.ranks.len()
    }

    /// Turns of the player whose strategy it is until the game ends, or until he has his result by endless play.
    pub fn longest(&self) -> u32 {
        self.ranks.iter().max().map_or(0, |rank| rank + 1)
    }

    pub(crate) fn turn(&self, place: usize) -> &[Decision] {
        let begin = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.turns[begin as usize..self.ends[place] as usize]
    }

    /// Writes the certificate and returns its digest in hexadecimal digits.
    ///
    /// # Errors
    /// What writing fails with.
    pub fn write(&self, target: &mut dyn Write) -> io::Result<String> {
        let mut order: Vec<u32> = (0..self.positions() as u32).collect();
        order.par_sort_unstable_by_key(|&place| self.index.key(place as usize));
        let blocks: Vec<_> = order
            .par_chunks(MOST_POSITIONS)
            .map(|places| {
                let entry = |&place: &u32| {
                    let place = place as usize;
                    let mut entry = Entry {
                        turn: self.turn(place).to_vec(),
                        rank: self.ranks[place],
                        ..Entry::default()
                    };
                    self.packing
                        .numbers_of(self.index.key(place), &mut entry.numbers);
                    entry
                };
                let entries: Vec<_> = places.iter().map(entry).collect();
                (
                    places.len(),
                    block::write(&self.packing, self.pits, &entries),
                )
            })
            .collect();
        format::write(&self.claim, &blocks, target)
    }
}

impl Growing {
    /// Takes positions in that a line has come to, and writes their places into `next`.
    fn enter<P: Board>(
        &mut self,
        packing: &Packing,
        walker: &mut Walker<'_, P>,
        choose: &mut Choose<'_, P>,
        positions: &[P],
        next: &mut Vec<u32>,
    ) -> Result<(), Fault> {
        let mut key = Vec::new();
        for position in positions {
            if !packing.key(position, &mut key) {
                return Err(walker.fault(position, "there are more seeds than at the beginning"));
            }
            if let Some(place) = self.index.find(&key) {
                next.push(place as u32);
                continue;
            }
            if walker.is_good_end(position) {
                continue;
            }
            let Some(turn) = choose(position) else {
                return Err(walker.fault(position, "no turn is known here"));
            };
            if turn.is_empty() || turn.len() > MOST_DECISIONS {
                return Err(walker.fault(position, "the turn has no decisions or too many"));
            }
            next.push(self.index.add(&key) as u32);
            self.turns.extend(turn);
            self.ends.push(self.turns.len() as u32);
        }
        Ok(())
    }

    fn next(&self, place: usize) -> &[u32] {
        let begin = if place == 0 {
            0
        } else {
            self.next_ends[place - 1]
        };
        &self.next[begin as usize..self.next_ends[place] as usize]
    }

    /// The least ranks that never rise, and fall where they must; or a position at which they cannot.
    fn ranks(&self) -> Result<Vec<u32>, usize> {
        let mut ranks = vec![0_u32; self.index.len()];
        let mut components = Components::new(self.index.len());
        while let Some(component) = components.next(|place| self.next(place)) {
            // What lies on a common cycle comes together, and after all that it leads to.
            let comes_back =
                component.len() > 1 || self.next(component[0]).contains(&(component[0] as u32));
            let mut rank = 0;
            for &place in &component {
                let falls = self.falls[place];
                if falls && comes_back {
                    return Err(place);
                }
                let below = self.next(place).iter().map(|&after| ranks[after as usize]);
                let below = below.max().map_or(0, |below| below + u32::from(falls));
                rank = rank.max(below);
            }
            if rank > MOST_RANK {
                return Err(component[0]);
            }
            for place in component {
                ranks[place] = rank;
            }
        }
        Ok(ranks)
    }
}
