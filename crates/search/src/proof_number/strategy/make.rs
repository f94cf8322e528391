//! Making a strategy, depth first.

use super::book::{Book, Stage};
use crate::children::Nursery;
use crate::limits::Halt;
use crate::member::Member;
use crate::proof_number::{ProofNumber, Search};
use crate::table::NO_MOVE;
use crate::terms::Bounds;
use sow_engine::game::{Board, Decision};
use sow_engine::lead::Leads;
use sow_engine::side::Side;
use sow_engine::turn_ends::Turns;

/// Proofs anew within proofs anew, at most.
const MOST_ANEW: u8 = 100;

/// The least memory for a proof anew.
const LEAST_MEMORY: usize = 1 << 20;

/// What is to be made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    pub(super) holder: Side,
    pub(super) goals: Bounds,
    /// What he gets at least, seen by him.
    pub(super) want: i32,
    /// No repetition serves him.
    pub(super) always_falls: bool,
}

/// What is made.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) book: Book,
    pub(super) proven_again: u64,
    pub(super) proven_anew: u64,
}

/// A turn that can be taken.
struct Choice<P> {
    turn: Vec<Decision>,
    /// The positions of the player that can follow and have no turn yet.
    follow: Vec<P>,
}

/// A position in the making.
struct Frame<P> {
    place: usize,
    follow: Vec<P>,
}

struct Maker<'m, 'a, P: Board> {
    search: &'m mut Search<'a, P>,
    job: &'m Job,
    made: &'m mut Made,
    depth: u8,
}

/// Makes everything that can follow a position at which the player is sure of what he wants.
pub(super) fn make<P: Board>(
    search: &mut Search<'_, P>,
    job: &Job,
    made: &mut Made,
    position: &P,
    depth: u8,
) -> Result<(), Halt> {
    let mut maker = Maker {
        search,
        job,
        made,
        depth,
    };
    let mut first = Vec::new();
    if !maker.follow(position, &mut first) {
        return Err(Halt);
    }
    for position in first {
        maker.all_below(&position)?;
    }
    Ok(())
}

impl<P: Board> Maker<'_, '_, P> {
    fn all_below(&mut self, position: &P) -> Result<(), Halt> {
        let mut frames = Vec::new();
        frames.extend(self.open(position)?);
        while let Some(frame) = frames.last_mut() {
            if let Some(next) = frame.follow.pop() {
                frames.extend(self.open(&next)?);
            } else {
                self.made.book.finish(frame.place);
                frames.pop();
            }
        }
        Ok(())
    }

    /// Takes a turn at a position, `None` if there is nothing left to do for it.
    fn open(&mut self, position: &P) -> Result<Option<Frame<P>>, Halt> {
        let terms = &self.search.ground.terms;
        let place = self.made.book.enter(terms, position).ok_or(Halt)?;
        let stage = self.made.book.stage_at(place);
        if stage == Stage::Made || stage == Stage::Making(self.depth) {
            return Ok(None);
        }
        self.search.meter.count()?;
        self.prove(position)?;
        let Some(choice) = self.choose(position)? else {
            self.anew(position)?;
            return Ok(None);
        };
        self.made.book.begin(place, self.depth, &choice.turn);
        Ok(Some(Frame {
            place,
            follow: choice.follow,
        }))
    }

    /// Proves once more what the table has forgotten.
    fn prove(&mut self, position: &P) -> Result<(), Halt> {
        if self.is_known(position) {
            return Ok(());
        }
        self.made.proven_again += 1;
        let job = self.job;
        let holds = self.search.holds(job.holder, position, job.goals)?;
        holds.then_some(()).ok_or(Halt)
    }

    fn is_known(&self, position: &P) -> bool {
        let bounds = self.search.facts().bounds(position);
        bounds.seen_by(self.job.holder).lo >= self.job.want
    }

    /// Whether South's value is enough.
    fn suffices(&self, value: i32) -> bool {
        self.job.holder.sign() * value >= self.job.want
    }

    /// Whether the strategy must not come back to a position.
    fn falls_at(&self, position: &P) -> bool {
        let ground = self.search.ground;
        self.job.always_falls || !self.suffices(ground.terms.cycle(ground.game, position))
    }

    /// Collects the positions of the player that can follow `position`; false if something else can follow that is not
    /// what he wants.
    fn follow(&self, position: &P, follow: &mut Vec<P>) -> bool {
        let ground = self.search.ground;
        if !position.is_mid_turn() {
            if let Some(ending) = ground.game.finished(position) {
                return self.suffices(ground.terms.value(&ending));
            }
            // What is banked already is enough.
            let bounds = ground.terms.bounds(ground.game, position);
            if !ground.game.kind().has_four_rows()
                && bounds.seen_by(self.job.holder).lo >= self.job.want
            {
                return true;
            }
        }
        if position.side() == self.job.holder {
            if self.is_stuck(position) {
                return self.suffices(ground.terms.value(&ground.game.stuck(position)));
            }
            if !follow.contains(position) {
                follow.push(*position);
            }
            return true;
        }
        let mut good = true;
        let mut any = false;
        let mut again = Vec::new();
        Turns::new().each(ground.game, position, &mut |leads, _, _| {
            any = true;
            match leads {
                Leads::To(after) => again.push(after),
                Leads::Ends(ending) => good &= self.suffices(ground.terms.value(&ending)),
                Leads::Undecided(_) => good = false,
            }
        });
        if !any {
            return self.suffices(ground.terms.value(&ground.game.stuck(position)));
        }
        good && again.iter().all(|after| self.follow(after, follow))
    }

    fn is_stuck(&self, position: &P) -> bool {
        let mut any = false;
        let game = self.search.ground.game;
        Turns::new().each(game, position, &mut |_, _, _| any = true);
        !any
    }

    /// A turn after which the player is still sure of what he wants, and cannot come back to a position in the making
    /// where he must not; `None` if there is none.
    fn choose(&mut self, position: &P) -> Result<Option<Choice<P>>, Halt> {
        let ground = self.search.ground;
        let mut known = Vec::new();
        let mut others = Vec::new();
        let mut ends = None;
        Turns::new().each(ground.game, position, &mut |leads, _, turn| match leads {
            Leads::Ends(ending) if self.suffices(ground.terms.value(&ending)) => {
                ends.get_or_insert_with(|| turn.to_vec());
            }
            Leads::To(after) => {
                let is_good = self.is_known(&after) || self.is_good_end(&after);
                let list = if is_good { &mut known } else { &mut others };
                list.push((turn.to_vec(), after));
            }
            Leads::Ends(_) | Leads::Undecided(_) => {}
        });
        if let Some(turn) = ends {
            let follow = Vec::new();
            return Ok(Some(Choice { turn, follow }));
        }
        let best = self.first_decision(position);
        if known.is_empty() {
            // The table has forgotten what it was: the decision of the proof first.
            others.sort_by_key(|(turn, _)| turn.first() != best.as_ref());
            for (turn, after) in others {
                let job = self.job;
                if self.search.holds(job.holder, &after, job.goals)? {
                    known.push((turn, after));
                    break;
                }
            }
        }
        let falls = self.falls_at(position);
        let mut found = None;
        for (turn, after) in known {
            let Some(follow) = self.still_to_make(&after, falls) else {
                continue;
            };
            let cost = (follow.len(), turn.first() != best.as_ref());
            if found.as_ref().is_none_or(|&(least, _)| cost < least) {
                found = Some((cost, Choice { turn, follow }));
            }
        }
        Ok(found.map(|(_, choice)| choice))
    }

    fn is_good_end(&self, position: &P) -> bool {
        let ground = self.search.ground;
        match ground.game.finished(position) {
            Some(ending) => self.suffices(ground.terms.value(&ending)),
            None => {
                let mut replies = Vec::new();
                ground.game.candidates(position, &mut replies);
                replies.is_empty()
                    && self.suffices(ground.terms.value(&ground.game.stuck(position)))
            }
        }
    }

    /// The decision by which the position was proven.
    fn first_decision(&self, position: &P) -> Option<Decision> {
        let best = self.search.best(position);
        if best == NO_MOVE {
            return None;
        }
        let mut decisions = Vec::new();
        self.search.ground.game.candidates(position, &mut decisions);
        decisions.get(usize::from(best)).copied()
    }

    /// The positions that can follow and are not made yet; `None` if one of them is in the making and must not be come
    /// back to, or if not all is as the player wants.
    fn still_to_make(&self, after: &P, falls: bool) -> Option<Vec<P>> {
        let mut follow = Vec::new();
        if !self.follow(after, &mut follow) {
            return None;
        }
        let terms = &self.search.ground.terms;
        let mut comes_back = false;
        follow.retain(|next| match self.made.book.stage(terms, next) {
            Stage::Made => false,
            Stage::Making(depth) if depth == self.depth => {
                comes_back |= falls;
                false
            }
            Stage::Making(_) | Stage::New => true,
        });
        (!comes_back).then_some(follow)
    }

    /// Makes a position and all that can follow from a proof that knows of nothing above it.
    fn anew(&mut self, position: &P) -> Result<(), Halt> {
        if self.depth >= MOST_ANEW {
            return Err(Halt);
        }
        self.made.proven_anew += 1;
        let ground = self.search.ground;
        let solver = ProofNumber::taking(
            ground.game,
            ground.objective,
            ground.terms.seeds as usize,
            (ground.memory / 8).max(LEAST_MEMORY),
            ground.terms.endless,
        );
        let mut search = Search {
            ground: &solver.ground,
            memory: solver.memory.as_ref(),
            meter: self.search.meter.clone(),
            nursery: Nursery::of_thread(0),
            alone: true,
        };
        let found = make(&mut search, self.job, self.made, position, self.depth + 1);
        self.search.meter.nodes = search.meter.nodes;
        found
    }
}
