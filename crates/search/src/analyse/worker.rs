//! One thread of the search.

use super::memory::{Bound, Entry, hash_of};
use super::score::{INFINITE, MOST_PLIES, PROVEN, from_table, score, to_table, win};
use super::{Analyser, Analysis, Line, MOST_DEPTH, Score, Wish};
use crate::evaluate::{self, value_and_mobility};
use crate::limits::Halt;
use crate::meter::Meter;
use crate::path::Path;
use crate::table::NO_MOVE;
use sow_engine::game::{Board, Decision, Game, Outcome};
use sow_engine::lead::{Leads, follow};
use sow_engine::relay::Patience;
use sow_engine::scribe::Scribe;
use sow_engine::side::Side;

/// Half of the first aspiration window, in hundredths of a seed.
const WINDOW: i32 = 60;

/// The depth from which windows are narrow and late moves are searched less deep.
const DEEP: i32 = 3;

/// Moves that are searched to the full depth before those that look worse are searched less deep.
const EARLY: usize = 4;

/// Laps after which a move is not followed: longer ones take more time than a search may.
const LAPS: u64 = 1 << 22;

/// How far a move is followed.
const PATIENCE: Patience = Patience {
    laps: LAPS,
    ..Patience::UNLIMITED
};

/// Places for the decisions of one side in the history.
const CODES: usize = 256;

/// Seeds that a move which could not be followed is taken to lose, in hundredths.
const FOR_THE_UNKNOWN: i32 = 300;

/// The value of a node, seen by its player to move.
#[derive(Clone, Copy, Debug)]
struct Found {
    value: i32,
    /// No estimate had a part in it.
    complete: bool,
}

/// What a decision leads to, as far as can be told without searching.
#[derive(Clone, Copy, Debug)]
enum Prospect<P> {
    /// Play goes on; the estimate is seen by the player who decided.
    To { after: P, estimate: i32 },
    /// The game is over; the value of the search's terms, seen by South.
    Ends(i32),
    /// An endgame table knows the value, seen by South, and how many decisions it takes.
    Known(i32, u32),
    /// It was not followed to an end.
    Unknown,
}

#[derive(Clone, Copy, Debug)]
struct Child<P> {
    decision: Decision,
    index: u16,
    leads: Prospect<P>,
    rank: i32,
}

/// A principal line as it grows: decisions from a node on.
type Decisions = Vec<Decision>;

/// One thread of the search.
pub(super) struct Worker<'a, 'flag, P: Board> {
    game: &'a dyn Game<P>,
    shared: &'a Analyser<'a, P>,
    four_rows: bool,
    meter: Meter<'flag>,
    /// The positions of the game before the root.
    before: Path<P>,
    path: Path<P>,
    spare: Vec<Vec<Child<P>>>,
    candidates: Vec<Vec<Decision>>,
    replies: Vec<Decision>,
    lines: Vec<Decisions>,
    killers: Vec<[u16; 2]>,
    history: [[i32; CODES]; 2],
}

/// A decision as a small number, for the history.
fn code(decision: Decision) -> u16 {
    match decision {
        Decision::Sow(pit) => u16::from(pit) & 127,
        Decision::Okwesera(pit) | Decision::Opening(pit) => 128 + (u16::from(pit) & 63),
        Decision::CounterClockwise => 250,
        Decision::Clockwise => 251,
        Decision::Strip { .. } => 252,
        Decision::Pass => 253,
        Decision::Stop => 254,
    }
}

/// Whether a position stands within a sowing, where nothing is judged.
fn is_inside<P: Board>(position: &P) -> bool {
    position.is_mid_turn() && !position.is_optional_move()
}

/// How many strips are looked at with `depth` sowings to go. A strip of several stones is several
/// such choices, so the number of strips is a power of this.
const fn strips(depth: i32) -> usize {
    match depth {
        ..=1 => 1,
        2..=3 => 2,
        4..=5 => 3,
        _ => 4,
    }
}

impl<'a, 'flag, P: Board> Worker<'a, 'flag, P> {
    pub(super) fn new(shared: &'a Analyser<'a, P>, before: &[P], meter: Meter<'flag>) -> Self {
        let plies = MOST_PLIES as usize + 2;
        let mut game_so_far = Path::new();
        for position in before {
            game_so_far.push(*position, hash_of(position), false);
        }
        Self {
            game: shared.game,
            shared,
            four_rows: shared.game.kind().has_four_rows(),
            meter,
            before: game_so_far,
            path: Path::new(),
            spare: Vec::new(),
            candidates: Vec::new(),
            replies: Vec::new(),
            lines: vec![Vec::new(); plies],
            killers: vec![[NO_MOVE; 2]; plies],
            history: [[0; CODES]; 2],
        }
    }

    /// Searches deeper and deeper. Helpers, of `number` 1 and more, begin at different depths.
    pub(super) fn run(
        mut self,
        position: &P,
        wish: &Wish,
        number: u32,
        on_depth: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        let mut analysis = Analysis {
            depth: 0,
            lines: Vec::new(),
            nodes: 0,
            complete: false,
        };
        let over = !position.is_mid_turn() && self.game.finished(position).is_some();
        let mut roots = if over {
            Vec::new()
        } else {
            self.roots(position)
        };
        if roots.is_empty() || wish.lines == 0 {
            analysis.complete = true;
            return analysis;
        }
        analysis.lines = self.glance(position, &roots, wish);
        for depth in 1 + number % 2..=wish.depth.min(MOST_DEPTH) {
            let found = self.depth(position, &mut roots, wish, depth, &analysis.lines);
            analysis.nodes = self.meter.nodes;
            let Ok((lines, complete)) = found else {
                break;
            };
            analysis.depth = depth;
            analysis.lines = lines;
            analysis.complete = complete;
            on_depth(&analysis);
            if complete {
                break;
            }
        }
        analysis
    }

    /// A value seen by `side` as a score. In two rows a table's margin does not say how far off the end
    /// is.
    fn score(&self, value: i32, side: Side, complete: bool) -> Score {
        match score(value, side, complete, self.four_rows) {
            Score::Win { winner, margin, .. }
                if !self.four_rows && self.shared.endgames.is_some() =>
            {
                Score::Win {
                    winner,
                    within: None,
                    margin,
                }
            }
            score => score,
        }
    }

    /// The legal decisions at the root, made without regard to the limits so that there is always an
    /// answer.
    fn roots(&mut self, position: &P) -> Vec<Child<P>> {
        let mut decisions = Vec::new();
        self.game.candidates(position, &mut decisions);
        let mut roots = Vec::new();
        for (index, decision) in (0..).zip(decisions) {
            if let Some(child) = self.child(position, decision, index, NO_MOVE, 0) {
                roots.push(child);
            }
        }
        roots.sort_by_key(|child| std::cmp::Reverse(child.rank));
        roots
    }

    /// The moves by their looks.
    fn glance(&self, position: &P, roots: &[Child<P>], wish: &Wish) -> Vec<Line> {
        let side = position.side();
        let line = |child: &Child<P>| {
            let (value, complete) = match child.leads {
                Prospect::Ends(value) => (self.ending(value, side, 1), true),
                Prospect::Known(value, decisions) => {
                    (self.ending(value, side, 1 + decisions), true)
                }
                Prospect::To { estimate, .. } => (estimate, false),
                Prospect::Unknown => (-FOR_THE_UNKNOWN, false),
            };
            Line {
                decision: child.decision,
                score: self.score(value, side, complete),
                turns: self.turns(position, &[child.decision]),
                visits: None,
            }
        };
        roots.iter().take(wish.lines).map(line).collect()
    }

    /// Searches the best lines to one depth, the roots sorted by what was found.
    fn depth(
        &mut self,
        position: &P,
        roots: &mut [Child<P>],
        wish: &Wish,
        depth: u32,
        before: &[Line],
    ) -> Result<(Vec<Line>, bool), Halt> {
        let mut found = Vec::new();
        for rank in 0..wish.lines.min(roots.len()) {
            let guess = before.get(rank).and_then(|line| match line.score {
                Score::Estimate(value) => Some(position.side().sign() * value),
                Score::Chance(_) | Score::Win { .. } | Score::Draw => None,
            });
            let best = self.aspire(position, &roots[rank..], depth as i32, guess)?;
            let line = std::mem::take(&mut self.lines[0]);
            if line.is_empty() {
                // None of the others can be brought to a legal end.
                break;
            }
            roots[rank..=rank + best.0].rotate_right(1);
            found.push((best.1, line));
        }
        found.sort_by_key(|(found, _)| std::cmp::Reverse(found.value));
        let complete = found.iter().all(|(found, _)| found.complete);
        let side = position.side();
        let lines = found
            .into_iter()
            .map(|(found, line)| Line {
                decision: line[0],
                score: self.score(found.value, side, found.complete),
                turns: self.turns(position, &line),
                visits: None,
            })
            .collect();
        Ok((lines, complete))
    }

    /// The best of `roots`, searched in a narrow window that is widened until the value lies in it.
    fn aspire(
        &mut self,
        position: &P,
        roots: &[Child<P>],
        depth: i32,
        guess: Option<i32>,
    ) -> Result<(usize, Found), Halt> {
        let (mut alpha, mut beta) = match guess {
            Some(guess) if depth > DEEP => (guess - WINDOW, guess + WINDOW),
            _ => (-INFINITE, INFINITE),
        };
        let mut width = WINDOW;
        loop {
            let (best, found) = self.root(position, roots, depth, alpha, beta)?;
            width *= 4;
            // A window beyond a few dozen seeds is no window.
            let wide = width > 100 * WINDOW;
            if found.value <= alpha && alpha > -INFINITE {
                alpha = if wide { -INFINITE } else { found.value - width };
            } else if found.value >= beta && beta < INFINITE {
                beta = if wide { INFINITE } else { found.value + width };
            } else {
                return Ok((best, found));
            }
        }
    }

    /// Searches the decisions at the root.
    fn root(
        &mut self,
        position: &P,
        roots: &[Child<P>],
        depth: i32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<(usize, Found), Halt> {
        self.path.clear();
        self.lines[0].clear();
        self.path
            .push(*position, hash_of(position), position.is_mid_turn());
        let mut best = (
            0,
            Found {
                value: -INFINITE,
                complete: true,
            },
        );
        let mut complete = true;
        for (place, child) in roots.iter().enumerate() {
            let found = self.try_child(position, child, depth, place, alpha, beta, false)?;
            let Some(found) = found else {
                continue;
            };
            complete &= found.complete;
            if found.value > best.1.value {
                best = (place, found);
                self.take_line(0, child.decision);
            }
            alpha = alpha.max(found.value);
            if alpha >= beta {
                break;
            }
        }
        best.1.complete = complete || self.is_settled(best.1.value, Bound::Exactly);
        Ok(best)
    }

    /// Whether a value that bounds the true one cannot be changed by searching deeper. In two rows a
    /// proven win leaves its margin open.
    fn is_settled(&self, value: i32, bound: Bound) -> bool {
        self.four_rows
            && (value >= PROVEN && bound != Bound::AtMost
                || value <= -PROVEN && bound != Bound::AtLeast)
    }

    /// The value of a node with `depth` sowings to go; `None` if the turn cannot be brought to a
    /// legal end.
    fn node(
        &mut self,
        position: &P,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> Result<Option<Found>, Halt> {
        let ply = self.path.len();
        let hash = hash_of(position);
        self.lines[ply as usize].clear();
        if let Some(known) = self.met(position, hash) {
            return Ok(known);
        }
        // Within a turn the path is part of the position, see `met`.
        let remembers = !position.is_mid_turn();
        let entry = self.shared.memory.get(hash).filter(|_| remembers);
        if let Some(entry) = entry
            && beta - alpha == 1
            && let Some(found) = self.cut(entry, depth, ply, alpha, beta)
        {
            return Ok(Some(found));
        }
        let best = entry.map_or(NO_MOVE, |entry| entry.best);
        self.path.push(*position, hash, position.is_mid_turn());
        let searched = self.expand(position, depth, alpha, beta, best);
        self.path.pop();
        let (found, best, bound) = match searched? {
            Some(searched) => searched,
            None if position.is_mid_turn() => return Ok(None),
            None => {
                let ending = self.game.stuck(position);
                let value = self.shared.terms.value(&ending);
                let found = Found {
                    value: self.ending(value, position.side(), ply),
                    complete: true,
                };
                (found, NO_MOVE, Bound::Exactly)
            }
        };
        if remembers {
            let entry = Entry {
                value: to_table(found.value, ply),
                bound,
                depth: depth.clamp(0, 255) as u8,
                complete: found.complete,
                best,
            };
            self.shared.memory.put(hash, entry);
        }
        Ok(Some(found))
    }

    /// The value of a position that has been met on the way here.
    fn met(&self, position: &P, hash: u64) -> Option<Option<Found>> {
        let terms = &self.shared.terms;
        let ply = self.path.len();
        if position.is_mid_turn() {
            self.path.met_in_turn(position)?;
            // Coming back to a choice within one turn is a turn without an end.
            return Some(self.game.never_ending(position).map(|ending| Found {
                value: self.ending(terms.value(&ending), position.side(), ply),
                complete: true,
            }));
        }
        let met = self.path.met(position, hash);
        met.or_else(|| self.before.met(position, hash))?;
        let value = position.side().sign() * terms.cycle(self.game, position);
        // Never a proof: the same position may be worth something else when reached otherwise.
        let value = match self.decided(position) {
            Some(value) => value,
            None if self.four_rows => 0,
            None => 100 * value,
        };
        Some(Some(Found {
            value,
            complete: false,
        }))
    }

    /// What the table says about a node, if that is enough for a null window.
    fn cut(&self, entry: Entry, depth: i32, ply: u32, alpha: i32, beta: i32) -> Option<Found> {
        if i32::from(entry.depth) < depth && !entry.complete {
            return None;
        }
        let value = from_table(entry.value, ply);
        let cuts = match entry.bound {
            Bound::Exactly => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value <= alpha,
        };
        cuts.then_some(Found {
            value,
            complete: entry.complete,
        })
    }

    /// Searches the decisions at a node: what was found, the best decision, and how the value bounds
    /// the true one.
    fn expand(
        &mut self,
        position: &P,
        depth: i32,
        alpha: i32,
        beta: i32,
        best: u16,
    ) -> Result<Option<(Found, u16, Bound)>, Halt> {
        let mut candidates = self.candidates.pop().unwrap_or_default();
        self.game.candidates(position, &mut candidates);
        let mut node = Progress {
            alpha,
            beta,
            best: None,
            complete: true,
        };
        let result = if depth <= 1 && !is_inside(position) {
            self.frontier(position, &candidates, best, &mut node)
        } else {
            self.interior(position, &candidates, depth, best, &mut node)
        };
        self.candidates.push(candidates);
        let pruned = result?;
        Ok(node.best.map(|(mut value, index)| {
            let bound = if value >= beta {
                Bound::AtLeast
            } else if value <= alpha {
                Bound::AtMost
            } else {
                Bound::Exactly
            };
            let mut complete = node.complete && !pruned;
            if pruned && value <= -PROVEN {
                // What was not looked at may have been better.
                value = -evaluate::MOST;
            }
            complete |= self.is_settled(value, bound);
            (Found { value, complete }, index, bound)
        }))
    }

    /// The last sowing: children are made one by one, since no order pays for itself any more.
    fn frontier(
        &mut self,
        position: &P,
        candidates: &[Decision],
        best: u16,
        node: &mut Progress,
    ) -> Result<bool, Halt> {
        let first = candidates
            .get(usize::from(best))
            .map(|&first| (best, first));
        let rest = (0..).zip(candidates.iter().copied());
        for (index, decision) in first
            .into_iter()
            .chain(rest.filter(|&(index, _)| index != best))
        {
            self.meter.count()?;
            let Some(child) = self.child(position, decision, index, NO_MOVE, 0) else {
                continue;
            };
            let found = self.visit(position.side(), &child, 0, node.alpha, node.beta)?;
            if self.note(position, &child, 1, found, node) {
                break;
            }
        }
        Ok(false)
    }

    /// Makes the children once, sorts them and searches them. Says whether some were left out.
    fn interior(
        &mut self,
        position: &P,
        candidates: &[Decision],
        depth: i32,
        best: u16,
        node: &mut Progress,
    ) -> Result<bool, Halt> {
        let ply = self.path.len();
        let mut children = self.spare.pop().unwrap_or_default();
        children.clear();
        let mut result = Ok(());
        for (index, &decision) in (0..).zip(candidates) {
            result = self.meter.count();
            if result.is_err() {
                break;
            }
            children.extend(self.child(position, decision, index, best, ply));
        }
        // Stable, so that equal ranks stay in the order of the pits.
        children.sort_by_key(|child| std::cmp::Reverse(child.rank));
        let strips_only = self.game.bonus(position).is_some();
        let most = if strips_only {
            strips(depth)
        } else {
            usize::MAX
        };
        let pruned = children.len() > most;
        for (place, child) in children.iter().take(most).enumerate() {
            if result.is_err() {
                break;
            }
            let late = !strips_only && self.is_late(position, child, depth, place);
            let tried = self.try_child(position, child, depth, place, node.alpha, node.beta, late);
            match tried {
                Ok(found) => {
                    if self.note(position, child, depth, found, node) {
                        break;
                    }
                }
                Err(halt) => result = Err(halt),
            }
        }
        self.spare.push(children);
        result.map(|()| pruned)
    }

    /// Whether a move that comes late in the order is first searched one sowing less deep.
    fn is_late(&self, position: &P, child: &Child<P>, depth: i32, place: usize) -> bool {
        let quiet = match &child.leads {
            Prospect::To { after, .. } => {
                after.side() != position.side() && !position.is_mid_turn()
            }
            Prospect::Ends(_) | Prospect::Known(..) | Prospect::Unknown => false,
        };
        quiet && depth >= DEEP && place >= EARLY
    }

    /// Takes what was found about a child into account; true if the rest need not be searched.
    fn note(
        &mut self,
        position: &P,
        child: &Child<P>,
        depth: i32,
        found: Option<Found>,
        node: &mut Progress,
    ) -> bool {
        let Some(found) = found else {
            return false;
        };
        let ply = self.path.len() - 1;
        if node.best.is_none_or(|(value, _)| found.value > value) {
            node.best = Some((found.value, child.index));
            if found.value > node.alpha {
                self.take_line(ply, child.decision);
            }
        }
        node.alpha = node.alpha.max(found.value);
        if found.value >= node.beta {
            // The bound rests on this child alone.
            node.complete = found.complete;
            self.reward(position.side(), child.decision, depth, ply);
            return true;
        }
        node.complete &= found.complete;
        false
    }

    /// Remembers a decision that refuted the move before it.
    fn reward(&mut self, side: Side, decision: Decision, depth: i32, ply: u32) {
        let code = code(decision);
        let killers = &mut self.killers[ply as usize];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let entry = &mut self.history[side.index()][usize::from(code)];
        *entry += depth * depth;
        if *entry > 4000 {
            for entry in &mut self.history[side.index()] {
                *entry /= 2;
            }
        }
    }

    /// The line of a node: the decision and the line of the node after it.
    fn take_line(&mut self, ply: u32, decision: Decision) {
        let (above, below) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(decision);
        line.extend_from_slice(&below[0]);
    }

    /// Searches a child as its place in the order deserves: the first in the full window, the others
    /// in a null window first, late ones less deep at that.
    #[expect(
        clippy::too_many_arguments,
        reason = "the usual parameters of alpha-beta"
    )]
    fn try_child(
        &mut self,
        position: &P,
        child: &Child<P>,
        depth: i32,
        place: usize,
        alpha: i32,
        beta: i32,
        late: bool,
    ) -> Result<Option<Found>, Halt> {
        let side = position.side();
        let below = if position.is_mid_turn() && !position.is_optional_move() {
            depth
        } else {
            depth - 1
        };
        if place == 0 || alpha <= -INFINITE {
            return self.visit(side, child, below, alpha, beta);
        }
        let mut found = None;
        if late {
            found = self.visit(side, child, below - 1, alpha, alpha + 1)?;
        }
        if !late || found.is_some_and(|found| found.value > alpha) {
            found = self.visit(side, child, below, alpha, alpha + 1)?;
        }
        match found {
            Some(found) if found.value > alpha && found.value < beta => {
                self.visit(side, child, below, alpha, beta)
            }
            _ => Ok(found),
        }
    }

    /// The value of a child, seen by `side`, who decided.
    fn visit(
        &mut self,
        side: Side,
        child: &Child<P>,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> Result<Option<Found>, Halt> {
        let ply = self.path.len();
        self.lines[ply as usize].clear();
        match &child.leads {
            Prospect::Ends(value) => Ok(Some(Found {
                value: self.ending(*value, side, ply),
                complete: true,
            })),
            Prospect::Known(value, decisions) => Ok(Some(Found {
                value: self.ending(*value, side, ply + decisions),
                complete: true,
            })),
            Prospect::Unknown => Ok(Some(Found {
                value: -FOR_THE_UNKNOWN,
                complete: false,
            })),
            Prospect::To { after, estimate } => {
                let leaf = depth <= 0 && !is_inside(after) || ply >= MOST_PLIES;
                if leaf {
                    return Ok(Some(Found {
                        value: *estimate,
                        complete: false,
                    }));
                }
                if after.side() == side {
                    return self.node(after, depth, alpha, beta);
                }
                let found = self.node(after, depth, -beta, -alpha)?;
                Ok(found.map(|found| Found {
                    value: -found.value,
                    ..found
                }))
            }
        }
    }

    /// Plays a decision; `None` if it turns out to be illegal.
    fn child(
        &mut self,
        position: &P,
        decision: Decision,
        index: u16,
        best: u16,
        ply: u32,
    ) -> Option<Child<P>> {
        let leads = self.lead(position, decision)?;
        let side = position.side();
        let rank = match &leads {
            _ if index == best => i32::MAX,
            Prospect::Ends(value) | Prospect::Known(value, _) => {
                side.sign() * value.signum() * (1 << 28)
            }
            Prospect::Unknown => -(1 << 27),
            Prospect::To {
                after, estimate, ..
            } => estimate + self.promise(side, after, decision, ply),
        };
        Some(Child {
            decision,
            index,
            leads,
            rank,
        })
    }

    /// What speaks for a decision besides its looks, in hundredths of a seed.
    fn promise(&self, side: Side, after: &P, decision: Decision, ply: u32) -> i32 {
        let code = code(decision);
        let mut promise = self.history[side.index()][usize::from(code)] / 20;
        if self.killers[ply as usize].contains(&code) {
            promise += 150;
        }
        if after.side() == side {
            promise += 200;
        }
        promise
    }

    fn lead(&mut self, position: &P, decision: Decision) -> Option<Prospect<P>> {
        let terms = &self.shared.terms;
        Some(match follow(self.game, position, decision, &PATIENCE)? {
            Leads::To(after) => self.look_at(position.side(), after),
            Leads::Ends(ending) => Prospect::Ends(terms.value(&ending)),
            Leads::Undecided(_) => Prospect::Unknown,
        })
    }

    /// Judges a position that `side` brought about.
    fn look_at(&mut self, side: Side, after: P) -> Prospect<P> {
        let terms = &self.shared.terms;
        if !after.is_mid_turn()
            && let Some(ending) = self.game.finished(&after)
        {
            return Prospect::Ends(terms.value(&ending));
        }
        if let Some((value, decisions)) = self.looked_up(&after) {
            return Prospect::Known(value, decisions);
        }
        let (value, mobility) = value_and_mobility(self.game, &after, &self.shared.weights);
        if mobility == 0 && !after.is_mid_turn() {
            self.game.candidates(&after, &mut self.replies);
            if self.replies.is_empty() {
                return Prospect::Ends(terms.value(&self.game.stuck(&after)));
            }
        }
        let sign = if after.side() == side { 1 } else { -1 };
        Prospect::To {
            estimate: sign * self.decided(&after).unwrap_or(value),
            after,
        }
    }

    /// South's value of a position between turns, and the decisions to its end, where an endgame table
    /// knows the value exactly.
    fn looked_up(&self, position: &P) -> Option<(i32, u32)> {
        let endgames = self.shared.endgames?;
        if position.is_mid_turn() {
            return None;
        }
        let known = endgames.value(position.side(), &position.contents())?;
        let bounds = self.shared.terms.endgame(&known);
        (bounds.lo == bounds.hi).then_some((bounds.lo, known.distance.unwrap_or(0)))
    }

    /// The value to the player to move where the seeds that are banked decide who wins.
    fn decided(&self, position: &P) -> Option<i32> {
        if self.four_rows {
            return None;
        }
        let bounds = self.shared.terms.bounds(self.game, position);
        if bounds.lo <= 0 && bounds.hi >= 0 {
            return None;
        }
        let sign = position.side().sign() * bounds.lo.signum();
        let seeds = (bounds.lo + bounds.hi) / 2;
        // At the end of a line the margin is a guess, and no ply is subtracted.
        Some(sign * win(seeds.abs().max(1), 0))
    }

    /// The value of the end of a game at `ply`, seen by `side`; `value` by South.
    fn ending(&self, value: i32, side: Side, ply: u32) -> i32 {
        let seeds = if self.four_rows { 0 } else { value.abs() };
        match value {
            0 => 0,
            _ => side.sign() * value.signum() * win(seeds, ply),
        }
    }

    /// Decisions from the root as texts, one a turn.
    fn turns(&self, position: &P, line: &[Decision]) -> Vec<String> {
        let mut scribe = Scribe::new(self.game);
        let mut at = *position;
        for &decision in line {
            scribe.add(&at, decision);
            let step = self.game.play(&at, decision, &PATIENCE, None);
            match step.outcome {
                Outcome::Position(after) => at = after,
                _ => break,
            }
        }
        scribe.finish()
    }
}

/// A node while its children are searched.
struct Progress {
    alpha: i32,
    beta: i32,
    best: Option<(i32, u16)>,
    complete: bool,
}
