//! Depth-first proof-number search of one question.
//!
//! The search always goes on where the least seems to be missing: at a node of the attacker to the
//! child with the least proof number, at one of the defender to that with the least disproof
//! number, and stays below it until its numbers pass a threshold at which another place looks
//! better. All numbers are guesses of effort; only decisions are facts, and for those the rules of
//! [`crate::cycles`] hold: what rests on a repetition is kept aside as long as what it rests on is
//! being searched.
//!
//! Two repairs for graphs that are no trees. The number of the player who has to deal with *all*
//! children is not their sum but their maximum and one for each further child: in a sum a position
//! below several children counts again and again. And each node keeps the numbers of its children
//! while it is searched, with thresholds that double in the end, so that numbers on a cycle which
//! feed each other, or a table that forgets, cannot keep the search going round for ever.
//!
//! Several threads ask the same question on one table. While one works below a node, the table says that the node
//! is as hard as the thresholds at which that work will end (virtual proof and disproof numbers: Kaneko, Parallel
//! depth first proof number search, AAAI 2010), so that others go where less seems to be missing. These are numbers
//! like all others, guesses of effort, and no decision rests on them.

use super::memory::{Memory, Question};
use super::numbers::{Decided, INFINITY, MOST, Numbers, PATIENCE, SLACK, UNLIMITED, Verdict};
use crate::children::{Leads, Nursery};
use crate::ground::Ground;
use crate::key::Key;
use crate::limits::Halt;
use crate::meter::Meter;
use crate::objective::INFINITE;
use crate::path::Path;
use crate::pending::{Fact, Pending};
use crate::solution::Standing;
use crate::table::NO_MOVE;
use crate::terms::{Bounds, Terms};
use sow_engine::game::{Board, Game};
use sow_engine::side::Side;

/// Longer lines are not followed.
const MOST_PLIES: u32 = 8192;

/// Nodes between two looks at how the question stands; a power of two.
const TELL_EVERY: u64 = 1 << 17;

/// Called now and then: with the longest line, the thread's meter and how the question stands.
pub(crate) type Tell<'t> = dyn FnMut(u32, &Meter<'_>, Standing) + 't;

/// Rests on no ancestor.
const NOTHING: u32 = u32::MAX;

/// The other number of a node that is decided on a condition: if the condition fails it is as
/// easily decided the same way again, and less easily the other way.
const UNLIKELY: u32 = 64;

/// A position with what the search needs to know of it again and again.
#[derive(Clone, Copy, Debug)]
struct Spot<P> {
    position: P,
    key: Option<Key>,
    hash: u64,
    /// Seen by the attacker, what table values leave out.
    offset: i32,
    attacker_moves: bool,
}

/// A child of a node in progress.
#[derive(Clone, Copy, Debug)]
struct Kid<P> {
    /// `None` if there is nothing to search.
    spot: Option<Spot<P>>,
    index: u16,
    verdict: Verdict,
    visits: u32,
}

/// Where to go on, and how far.
struct Next {
    kid: usize,
    /// The thresholds of the player to move at the node, and of the other.
    mine: u32,
    theirs: u32,
}

/// One question being answered.
pub(crate) struct Prover<'a, 'flag, P: Board> {
    ground: &'a Ground<'a, P>,
    game: &'a dyn Game<P>,
    terms: &'a Terms,
    memory: Option<&'a Memory>,
    meter: &'a mut Meter<'flag>,
    nursery: &'a mut Nursery<P>,
    attacker: Side,
    want: i32,
    path: Path<P>,
    pending: Pending,
    spare: Vec<Vec<Kid<P>>>,
    /// No other thread asks the same.
    alone: bool,
    tell: &'a mut Tell<'a>,
    /// How the first position stands, the table left out.
    root: Standing,
    /// The longest line followed.
    pub(crate) longest: u32,
}

impl<'a, 'flag, P: Board> Prover<'a, 'flag, P> {
    /// The question whether South, who is taken for the attacker, can make sure of `want`.
    pub(crate) fn new(
        ground: &'a Ground<'a, P>,
        memory: Option<&'a Memory>,
        meter: &'a mut Meter<'flag>,
        nursery: &'a mut Nursery<P>,
        alone: bool,
        want: i32,
        tell: &'a mut Tell<'a>,
    ) -> Self {
        Self {
            ground,
            game: ground.game,
            terms: &ground.terms,
            memory,
            meter,
            nursery,
            attacker: Side::South,
            want,
            path: Path::new(),
            pending: Pending::new(),
            spare: Vec::new(),
            alone,
            tell,
            root: Standing::default(),
            longest: 0,
        }
    }

    /// Proven bounds on the value of a position without history, seen by the attacker; they answer
    /// the question unless something could not be followed.
    pub(crate) fn run(&mut self, position: &P) -> Result<Bounds, Halt> {
        let spot = self.look_at(position);
        let verdict = match self.appraise(&spot, 1) {
            Verdict::Open(_) => self.node(&spot, UNLIMITED, UNLIMITED)?,
            verdict => verdict,
        };
        let mut bounds = Bounds {
            lo: -INFINITE,
            hi: INFINITE,
        };
        match verdict {
            Verdict::Decided(found) if found.proved => bounds.lo = found.value,
            Verdict::Decided(found) => bounds.hi = found.value,
            Verdict::Open(_) | Verdict::Illegal => {}
        }
        Ok(bounds)
    }

    fn look_at(&self, position: &P) -> Spot<P> {
        let key = if position.is_mid_turn() {
            None
        } else {
            self.terms.key(position)
        };
        let words = self.terms.layout.map_or(0, |layout| layout.words);
        Spot {
            position: *position,
            key,
            hash: key.map_or(0, |key| key.hash(words) ^ position.side().index() as u64),
            offset: self.attacker.sign() * self.terms.offset(position),
            attacker_moves: position.side() == self.attacker,
        }
    }

    /// South's `value`, seen by the attacker, as a decision.
    fn decided(&self, value: i32, rests_on: u32) -> Verdict {
        let value = self.attacker.sign() * value;
        Verdict::Decided(Decided {
            proved: value >= self.want,
            value,
            rests_on,
        })
    }

    /// What bounds decide.
    fn decided_by(&self, bounds: Bounds) -> Option<Verdict> {
        let proved = bounds.lo >= self.want;
        (proved || bounds.hi < self.want).then_some(Verdict::Decided(Decided {
            proved,
            value: if proved { bounds.lo } else { bounds.hi },
            rests_on: NOTHING,
        }))
    }

    /// What can be said of a position without searching below it.
    fn appraise(&mut self, spot: &Spot<P>, replies: u16) -> Verdict {
        let position = &spot.position;
        let known = if position.is_mid_turn() {
            self.repeated_choice(position)
        } else {
            self.over_or_repeated(spot)
        };
        if let Some(verdict) = known {
            return verdict;
        }
        let bounds = self.ground.bounds(position);
        if let Some(verdict) = self.decided_by(bounds.seen_by(self.attacker)) {
            return verdict;
        }
        if let Some(verdict) = self.remembered(spot) {
            return verdict;
        }
        // The player to move needs one of his decisions, the other an answer to each.
        let replies = u32::from(replies).max(1);
        Verdict::Open(Numbers::of(spot.attacker_moves, 1, replies))
    }

    /// Coming back to a choice within one turn is a turn without an end.
    fn repeated_choice(&self, position: &P) -> Option<Verdict> {
        let ply = self.path.met_in_turn(position)?;
        let ending = self.game.never_ending(position);
        Some(ending.map_or(Verdict::Illegal, |ending| {
            self.decided(self.terms.value(&ending), ply)
        }))
    }

    fn over_or_repeated(&self, spot: &Spot<P>) -> Option<Verdict> {
        if let Some(ending) = self.game.finished(&spot.position) {
            return Some(self.decided(self.terms.value(&ending), NOTHING));
        }
        let ply = self.path.met(&spot.position, spot.hash)?;
        Some(self.decided(self.terms.cycle(self.game, &spot.position), ply))
    }

    /// What the table or a fact with a condition says.
    fn remembered(&self, spot: &Spot<P>) -> Option<Verdict> {
        let key = spot.key.as_ref()?;
        let record = self.memory.and_then(|memory| memory.probe(key));
        if let Some(record) = record {
            let bounds = Bounds {
                lo: record.lo,
                hi: record.hi,
            };
            let bounds = bounds.seen_by(side_of(spot)).plus(spot.offset);
            if let Some(verdict) = self.decided_by(bounds) {
                return Some(verdict);
            }
        }
        if let Some(fact) = self.pending.get(key, spot.offset, spot.attacker_moves) {
            return Some(Verdict::Decided(Decided {
                proved: fact.proved,
                value: self.just(fact.proved),
                rests_on: fact.rests_on,
            }));
        }
        let record = record.filter(|record| record.question == self.question(spot))?;
        Some(Verdict::Open(record.numbers))
    }

    /// The weakest bound that decides the question.
    fn just(&self, proved: bool) -> i32 {
        if proved { self.want } else { self.want - 1 }
    }

    fn question(&self, spot: &Spot<P>) -> Question {
        Question {
            by_mover: spot.attacker_moves,
            want: self.want - spot.offset,
        }
    }

    /// Searches an open node until one of its numbers reaches its threshold.
    fn node(&mut self, spot: &Spot<P>, proof: u32, disproof: u32) -> Result<Verdict, Halt> {
        self.meter.count()?;
        let ply = self.path.len();
        if ply >= MOST_PLIES {
            return Ok(Verdict::Open(Numbers::HOPELESS));
        }
        self.longest = self.longest.max(ply);
        if self.meter.nodes.is_multiple_of(TELL_EVERY) {
            self.tell();
        }
        if !self.alone {
            // Other threads take the node for as hard as it may become here, and look elsewhere.
            self.store_numbers(spot, Numbers { proof, disproof }.finite(), 0);
        }
        let mark = self.pending.mark();
        let before = self.meter.nodes;
        let position = &spot.position;
        self.path.push(*position, spot.hash, position.is_mid_turn());
        let mut kids = self.kids(spot)?;
        let limits = Numbers { proof, disproof };
        let (verdict, best) = self.work(spot, &mut kids, limits)?;
        self.path.pop();
        self.spare.push(kids);
        let verdict = match verdict {
            Verdict::Illegal if !position.is_mid_turn() => {
                self.decided(self.terms.value(&self.game.stuck(position)), NOTHING)
            }
            verdict => verdict,
        };
        let nodes = self.meter.nodes - before;
        let effort = (nodes.checked_ilog2().unwrap_or(0) / 4).min(3) as u8;
        Ok(self.settle(spot, verdict, best, mark, effort))
    }

    fn kids(&mut self, spot: &Spot<P>) -> Result<Vec<Kid<P>>, Halt> {
        let children = self.nursery.children(
            self.game,
            self.terms,
            &spot.position,
            NO_MOVE,
            self.meter.watch(),
        )?;
        let mut kids = self.spare.pop().unwrap_or_default();
        kids.clear();
        for child in &children {
            let (spot, verdict) = match child.leads {
                Leads::To(after) => (Some(self.look_at(&after)), Verdict::Illegal),
                Leads::Ends(value) => (None, self.decided(value, NOTHING)),
                Leads::Undecided(_) => (None, Verdict::Open(Numbers::HOPELESS)),
            };
            kids.push(Kid {
                spot,
                index: child.index,
                verdict,
                visits: 0,
            });
        }
        if let Some(memory) = self.memory {
            memory.fetch(
                kids.iter()
                    .filter_map(|kid| kid.spot.as_ref()?.key.as_ref()),
            );
        }
        for (kid, child) in kids.iter_mut().zip(&children) {
            if let Some(spot) = &kid.spot {
                kid.verdict = self.appraise(spot, child.replies);
            }
        }
        self.nursery.recycle(children);
        Ok(kids)
    }

    /// Goes on with the best child again and again.
    fn work(
        &mut self,
        spot: &Spot<P>,
        kids: &mut [Kid<P>],
        limits: Numbers,
    ) -> Result<(Verdict, u16), Halt> {
        let attacker_moves = spot.attacker_moves;
        let mut stale = false;
        loop {
            let (verdict, best) = combine(kids, attacker_moves);
            if self.path.len() == 1 {
                self.note_root(kids, &verdict);
            }
            let Verdict::Open(numbers) = verdict else {
                return Ok((verdict, best));
            };
            if numbers.proof >= limits.proof || numbers.disproof >= limits.disproof {
                return Ok((verdict, best));
            }
            let Some(next) = next(kids, attacker_moves, limits) else {
                return Ok((verdict, best));
            };
            let Some(below) = kids[next.kid].spot else {
                return Ok((verdict, best));
            };
            // It may have been met elsewhere; the others are looked up when their turn comes.
            if stale && self.refresh(&mut kids[next.kid]) {
                continue;
            }
            kids[next.kid].visits += 1;
            let limits = Numbers::of(attacker_moves, next.mine, next.theirs);
            kids[next.kid].verdict = self.node(&below, limits.proof, limits.disproof)?;
            stale = true;
        }
    }

    /// Keeps in mind how the question stands at the position asked about.
    fn note_root(&mut self, kids: &[Kid<P>], verdict: &Verdict) {
        let is_open = |kid: &&Kid<P>| matches!(kid.verdict, Verdict::Open(_));
        self.root.decisions = kids.len() as u32;
        self.root.settled = self.root.decisions - kids.iter().filter(is_open).count() as u32;
        if let Verdict::Open(numbers) = verdict {
            (self.root.proof, self.root.disproof) = (numbers.proof, numbers.disproof);
        }
    }

    #[cold]
    fn tell(&mut self) {
        let filled = self.memory.map_or(0, Memory::filled);
        (self.tell)(
            self.longest,
            self.meter,
            Standing {
                filled,
                ..self.root
            },
        );
    }

    /// Looks up an open child again. Whether that changes anything.
    fn refresh(&self, kid: &mut Kid<P>) -> bool {
        let Verdict::Open(numbers) = kid.verdict else {
            return false;
        };
        let remembered = kid.spot.as_ref().and_then(|spot| self.remembered(spot));
        let known = remembered.filter(|_| numbers != Numbers::HOPELESS);
        let changes = known.is_some_and(|verdict| verdict != kid.verdict);
        kid.verdict = known.unwrap_or(kid.verdict);
        changes
    }

    /// Writes down what became of a node between turns, as far as it holds for other paths.
    fn settle(
        &mut self,
        spot: &Spot<P>,
        verdict: Verdict,
        best: u16,
        mark: usize,
        effort: u8,
    ) -> Verdict {
        let Some(key) = spot.key else {
            return verdict;
        };
        match verdict {
            Verdict::Open(numbers) => {
                while self.pending.pop_to(mark).is_some() {}
                self.store_numbers(spot, numbers.finite(), effort);
            }
            Verdict::Decided(found) if found.rests_on >= self.path.len() => {
                return self.settle_for_good(spot, found, best, mark, effort);
            }
            Verdict::Decided(found) => {
                self.pending.rebase(mark, found.rests_on);
                self.pending.push(Fact {
                    key,
                    offset: spot.offset,
                    attacker_moves: spot.attacker_moves,
                    proved: found.proved,
                    rests_on: found.rests_on,
                });
                let numbers = Numbers::of(found.proved, 1, UNLIKELY);
                self.store_numbers(spot, numbers, effort);
            }
            Verdict::Illegal => {}
        }
        verdict
    }

    /// A node decided on every path, and with it what rested on it.
    fn settle_for_good(
        &mut self,
        spot: &Spot<P>,
        found: Decided,
        best: u16,
        mark: usize,
        effort: u8,
    ) -> Verdict {
        let ply = self.path.len();
        while let Some(fact) = self.pending.pop_to(mark) {
            if fact.proved == found.proved && fact.rests_on >= ply {
                let fact_spot = (&fact.key, fact.offset, fact.attacker_moves);
                self.store_bounds(fact_spot, fact.proved, self.just(fact.proved), NO_MOVE, 0);
            }
        }
        if let Some(key) = &spot.key {
            let about = (key, spot.offset, spot.attacker_moves);
            self.store_bounds(about, found.proved, found.value, best, effort);
        }
        Verdict::Decided(Decided {
            rests_on: NOTHING,
            ..found
        })
    }

    fn store_numbers(&mut self, spot: &Spot<P>, numbers: Numbers, effort: u8) {
        let question = self.question(spot);
        if let (Some(memory), Some(key)) = (self.memory, &spot.key) {
            memory.store_numbers(key, question, numbers, effort);
        }
    }

    fn store_bounds(
        &mut self,
        (key, offset, attacker_moves): (&Key, i32, bool),
        proved: bool,
        value: i32,
        best: u16,
        effort: u8,
    ) {
        let Some(memory) = self.memory else {
            return;
        };
        let value = value - offset;
        match (attacker_moves, proved) {
            (true, true) => memory.store_bounds(key, value, INFINITE, best, effort),
            (true, false) => memory.store_bounds(key, -INFINITE, value, NO_MOVE, effort),
            (false, true) => memory.store_bounds(key, -INFINITE, -value, NO_MOVE, effort),
            (false, false) => memory.store_bounds(key, -value, INFINITE, best, effort),
        }
    }
}

/// The side from which the table sees a position, if South is the attacker.
fn side_of<P>(spot: &Spot<P>) -> Side {
    if spot.attacker_moves {
        Side::South
    } else {
        Side::North
    }
}

/// What the children say of their parent, and the decision that settles it for the player to move.
fn combine<P>(kids: &[Kid<P>], attacker_moves: bool) -> (Verdict, u16) {
    let mut won = None::<(Decided, u16)>;
    let mut lost = None::<Decided>;
    let (mut mine, mut theirs, mut open) = (INFINITY, 0, 0);
    for kid in kids {
        match kid.verdict {
            Verdict::Illegal => {}
            Verdict::Open(numbers) => {
                open += 1;
                mine = mine.min(numbers.mine(attacker_moves));
                theirs = theirs.max(numbers.theirs(attacker_moves));
            }
            Verdict::Decided(found) if found.proved == attacker_moves => {
                if won.is_none_or(|(won, _)| found.rests_on > won.rests_on) {
                    won = Some((found, kid.index));
                }
            }
            Verdict::Decided(found) => lost = Some(lost.map_or(found, |lost| worse(lost, found))),
        }
    }
    if let Some((found, best)) = won {
        return (Verdict::Decided(found), best);
    }
    if open == 0 {
        return (lost.map_or(Verdict::Illegal, Verdict::Decided), NO_MOVE);
    }
    if theirs != INFINITY {
        theirs = (theirs + open - 1).min(MOST);
    }
    let numbers = Numbers::of(attacker_moves, mine, theirs);
    (Verdict::Open(numbers), NO_MOVE)
}

/// What holds of a node if both hold of its children: the weaker bound, on both conditions.
fn worse(a: Decided, b: Decided) -> Decided {
    Decided {
        proved: a.proved,
        value: if a.proved {
            a.value.min(b.value)
        } else {
            a.value.max(b.value)
        },
        rests_on: a.rests_on.min(b.rests_on),
    }
}

/// The open child that promises most to the player to move; `None` if nothing can be done.
fn next<P>(kids: &[Kid<P>], attacker_moves: bool, limits: Numbers) -> Option<Next> {
    let mut best = None::<(usize, u32, u32)>;
    let (mut second, mut open) = (INFINITY, 0);
    for (i, kid) in kids.iter().enumerate() {
        let Verdict::Open(numbers) = kid.verdict else {
            continue;
        };
        open += 1;
        if numbers == Numbers::HOPELESS {
            continue;
        }
        let (mine, theirs) = (numbers.mine(attacker_moves), numbers.theirs(attacker_moves));
        match best {
            Some((_, least, other)) if (mine, theirs) >= (least, other) => {
                second = second.min(mine);
            }
            _ => {
                second = best.map_or(second, |(_, least, _)| least);
                best = Some((i, mine, theirs));
            }
        }
    }
    let (kid, ..) = best?;
    // The thresholds grow in the end, see the top of this file.
    let doublings = kids[kid].visits / PATIENCE;
    let least = if doublings == 0 {
        0
    } else if doublings < 24 {
        1 << doublings
    } else {
        UNLIMITED
    };
    let mine = limits.mine(attacker_moves).min(second + second / SLACK + 1);
    let theirs = limits.theirs(attacker_moves).saturating_sub(open - 1);
    Some(Next {
        kid,
        mine: mine.max(least),
        theirs: theirs.max(least),
    })
}
