//! Nsolo layers, a row of positions at a time.
//!
//! A sowing moves the mover's stones only, and which of them depends on nothing else. So all positions with one
//! ring of the mover, whatever the opponent's ring, have the same sowings, and the values after a
//! sowing lie in one row of the transposed values: the best of a few rows is taken, entry by entry, which
//! is what vector instructions are for. Only where the sowing ends opposite a stone does the opponent's ring matter: those
//! captures lead to lower layers, are valued once before the first pass, and are masked out of the rows.
//!
//! The stones that a captor strips are chosen one by one: the best way to strip `k` stones from a
//! ring is the best of the ways to strip one and then `k - 1` more.

use crate::build::{Interrupted, Origin, Work};
use crate::counting::Compositions;
use crate::domain::{Domain, Layer, Placed};
use crate::play::{PlacedVisitor, visit};
use crate::store::Store;
use crate::value::{Cells, Change, Exchange, NEAR, NOTHING, Scale};
use rayon::prelude::*;
use sow_engine::game::{Decision, Game, Outcome};
use sow_engine::games::nsolo::{self, Bonus, Capture};
use sow_engine::pit::facing;
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::side::Side;
use sow_engine::trace::{LapRecord, Observer};

/// Bytes that a position takes while its layer is built: its value, the transposed copy, the captures, and two for the
/// ways to strip and what is read of layers below.
pub(crate) const BYTES: u64 = 8;

/// Columns that are transposed together: they share cache lines.
const BAND: usize = 64;

/// Whether these rules are among those that this method knows.
pub(crate) fn can_build(rules: &Rules) -> bool {
    let Rules::Nsolo(rules) = rules else {
        return false;
    };
    // All options by name: whoever adds one says here what it means for sowings that depend on one ring.
    let nsolo::Rules {
        // Only where the game begins.
        setup: _,
        capture,
        bonus,
        // Asked where sowings are listed.
        singleton_captures: _,
        // The engine is asked for the ending.
        stuck: _,
        never_ending: _,
        lap_cap,
        // Nothing without a cap.
        at_lap_cap: _,
        // A repeated position is a draw, or the game goes on without end, which nobody can force to be more.
        repetition_draws: _,
    } = *rules;
    capture == Capture::Ndola && bonus == Bonus::Exact && lap_cap.0.is_none()
}

/// A sowing of one ring.
#[derive(Clone, Copy, Debug)]
struct Move {
    /// The ring after it.
    after: u32,
    /// The opponent's front pit that it attacks.
    attacked: Option<u8>,
}

/// The sowings of every ring of a number of stones.
struct Moves {
    ends: Vec<u32>,
    moves: Vec<Move>,
    /// What a ring's mover gets without a move that ends: by never-ending moves, or for want of any.
    floor: Vec<i16>,
}

impl Moves {
    fn of(&self, ring: usize) -> &[Move] {
        let start = match ring {
            0 => 0,
            _ => self.ends[ring - 1] as usize,
        };
        &self.moves[start..self.ends[ring] as usize]
    }
}

/// Lists the sowings of all rings.
struct ListMoves<'a> {
    domain: &'a Domain,
    stones: usize,
}

/// Remembers where the last lap ended.
#[derive(Default)]
struct Landing(Option<LapRecord>);

impl Observer for Landing {
    fn lap(&mut self, record: LapRecord) {
        self.0 = Some(record);
    }
}

impl PlacedVisitor for ListMoves<'_> {
    type Output = Moves;

    fn visit<P: Placed>(self, game: Box<dyn Game<P>>) -> Moves {
        let Rules::Nsolo(rules) = self.domain.rules else {
            unreachable!("only Nsolo has sowings of one ring");
        };
        let (columns, ring) = (self.domain.columns, 2 * self.domain.columns);
        let compositions = &self.domain.compositions;
        let mut list = Moves {
            ends: Vec::new(),
            moves: Vec::new(),
            floor: Vec::new(),
        };
        let mut decisions = Vec::new();
        for rank in 0..compositions.count(ring, self.stones) {
            let mut pits = vec![0; 2 * ring];
            compositions.unrank(rank, ring, self.stones, |pit, stones| pits[pit] = stones);
            // An opponent's stone in a back pit keeps the game going and cannot be captured.
            pits[ring] = 1;
            let board = P::placed(&pits, 0, None);
            let mut floor = NOTHING;
            let before = list.moves.len();
            game.candidates(&board, &mut decisions);
            for &decision in &decisions {
                let mut landing = Landing::default();
                let step = game.play(&board, decision, &Patience::UNLIMITED, Some(&mut landing));
                let after = match step.outcome {
                    Outcome::Position(after) => after,
                    Outcome::Illegal(_) => continue,
                    Outcome::NeverEnds(_) => {
                        if let Some(ending) = game.never_ending(&board) {
                            floor = floor.max(Scale::Outcome.ending(&ending, Side::South, 1));
                        }
                        continue;
                    }
                    Outcome::Wins(..) => unreachable!("a stone is left in the back row"),
                    Outcome::Unfinished(why) => {
                        unreachable!(
                            "without a cap all relays of so few stones are decided: {why:?}"
                        )
                    }
                };
                let captures = match decision {
                    Decision::Sow(pit) => pits[usize::from(pit)] > 1 || rules.singleton_captures,
                    _ => false,
                };
                let attacked = landing
                    .0
                    .filter(|lap| captures && lap.landing >= columns)
                    .map(|lap| facing(columns, lap.landing).0 as u8);
                let own = &after.contents().rings[0][..ring];
                let after = compositions.rank(own.iter().rev().copied(), ring, self.stones) as u32;
                list.moves.push(Move { after, attacked });
            }
            if list.moves.len() == before && floor == NOTHING {
                floor = Scale::Outcome.ending(&game.stuck(&board), Side::South, 0);
            }
            list.ends.push(list.moves.len() as u32);
            list.floor.push(floor);
        }
        list
    }
}

/// A ring with stones in an attacked pit.
struct Attacked {
    ring: u32,
    stones: u8,
    /// The ring without those stones.
    rest: u32,
}

/// What happens to the rings of the player who is captured from.
struct Victims {
    /// By pit: the rings that hold stones there.
    attacked: Vec<Vec<Attacked>>,
    /// By pit: `i16::MAX` for the rings that hold none there, `NOTHING` for the others.
    masks: Vec<Vec<i16>>,
}

impl Victims {
    fn new(compositions: &Compositions, columns: usize, stones: usize) -> Self {
        let ring = 2 * columns;
        let ways = compositions.count(ring, stones);
        let mut victims = Self {
            attacked: (0..ring).map(|_| Vec::new()).collect(),
            masks: vec![Vec::new(); ring],
        };
        for mask in &mut victims.masks[columns..] {
            *mask = vec![i16::MAX; ways as usize];
        }
        let mut pits = vec![0_u8; ring];
        for rank in 0..ways {
            compositions.unrank(rank, ring, stones, |pit, stones| pits[pit] = stones);
            for pit in (columns..ring).filter(|&pit| pits[pit] > 0) {
                let lost = pits[pit];
                let rest = (0..ring)
                    .rev()
                    .map(|other| if other == pit { 0 } else { pits[other] });
                let rest = compositions.rank(rest, ring, stones - usize::from(lost));
                victims.attacked[pit].push(Attacked {
                    ring: rank as u32,
                    stones: lost,
                    rest: rest as u32,
                });
                victims.masks[pit][rank as usize] = NOTHING;
            }
        }
        victims
    }
}

/// For every ring of `stones` stones, the rings that it becomes by losing one.
struct Lesser {
    ends: Vec<u32>,
    rings: Vec<u32>,
}

impl Lesser {
    fn new(compositions: &Compositions, ring: usize, stones: usize) -> Self {
        let mut lesser = Self {
            ends: Vec::new(),
            rings: Vec::new(),
        };
        let mut pits = vec![0_u8; ring];
        for rank in 0..compositions.count(ring, stones) {
            compositions.unrank(rank, ring, stones, |pit, stones| pits[pit] = stones);
            for pit in 0..ring {
                if pits[pit] > 0 {
                    pits[pit] -= 1;
                    let less = compositions.rank(pits.iter().rev().copied(), ring, stones - 1);
                    lesser.rings.push(less as u32);
                    pits[pit] += 1;
                }
            }
            lesser.ends.push(lesser.rings.len() as u32);
        }
        lesser
    }

    /// The least of what each ring can become.
    fn least(&self, values: &[i16]) -> Vec<i16> {
        let mut start = 0;
        self.ends
            .iter()
            .map(|&end| {
                let rings = &self.rings[start..end as usize];
                start = end as usize;
                rings
                    .iter()
                    .map(|&ring| values[ring as usize])
                    .min()
                    .unwrap_or(i16::MAX)
            })
            .collect()
    }
}

/// Writes `values(row, column)` to `into`, a row of which is a column; only the rows named, and tells which rows
/// of `into` have changed.
fn transpose(
    rows: &[u32],
    columns: usize,
    all_rows: usize,
    values: &(impl Fn(usize, usize) -> i16 + Sync),
    into: &mut [i16],
    changed: &mut [bool],
) {
    into.par_chunks_mut(BAND * all_rows)
        .zip(changed.par_chunks_mut(BAND))
        .enumerate()
        .for_each(|(band, (into, changed))| {
            let first = band * BAND;
            let width = BAND.min(columns - first);
            for &row in rows {
                for column in 0..width {
                    let place = &mut into[column * all_rows + row as usize];
                    let value = values(row as usize, first + column);
                    if *place != value {
                        *place = value;
                        changed[column] = true;
                    }
                }
            }
        });
}

/// What a position is worth to the player who has just moved, a decision later.
#[inline(always)]
fn handed_over(value: i16) -> i16 {
    value.signum() - value
}

/// The positions in which one player has so many stones and is to move, and the other so many.
struct Half {
    /// Rings of the mover and of the other.
    own: usize,
    other: usize,
    /// `[own * other + other]`
    values: Vec<i16>,
    /// Captures and moves without an end.
    fixed: Vec<i16>,
    /// `[own after a sowing][other]`, seen by the player who has just sown.
    after: Vec<i16>,
    /// Rows of `after` that have changed since they were used.
    fresh: Vec<bool>,
    /// Rows of `values` that have changed since they were transposed.
    changed: Vec<bool>,
    moves: Moves,
    victims: Victims,
}

/// Where the half of a layer with the mover's stones `own` begins.
fn half_start(compositions: &Compositions, ring: usize, own: usize, other: usize) -> u64 {
    if own > other {
        compositions.count(ring, own) * compositions.count(ring, other)
    } else {
        0
    }
}

impl Half {
    fn new(domain: &Domain, own: usize, other: usize, store: &Store) -> Self {
        let (columns, ring) = (domain.columns, 2 * domain.columns);
        let compositions = &domain.compositions;
        let moves = ListMoves {
            domain,
            stones: own,
        };
        let moves = visit(domain.rules, columns, moves);
        let victims = Victims::new(compositions, columns, other);
        let (own_ways, other_ways) = (
            compositions.count(ring, own) as usize,
            compositions.count(ring, other) as usize,
        );
        let strips: Vec<Vec<i16>> = (1..=other)
            .map(|taken| strips(compositions, ring, own, other, taken, store))
            .collect();
        let mut fixed = vec![NOTHING; own_ways * other_ways];
        fixed
            .par_chunks_mut(other_ways)
            .enumerate()
            .for_each(|(mover, row)| {
                row.fill(moves.floor[mover]);
                for sowing in moves.of(mover) {
                    let Some(pit) = sowing.attacked else { continue };
                    for attacked in &victims.attacked[usize::from(pit)] {
                        let taken = usize::from(attacked.stones);
                        let value = if 2 * taken < other {
                            let rests = strips[taken - 1].len() / own_ways;
                            let row = sowing.after as usize * rests;
                            strips[taken - 1][row + attacked.rest as usize]
                        } else {
                            // Everything is taken, the last of it by the strip if there is one.
                            NEAR - 1 - i16::from(taken < other)
                        };
                        let place = &mut row[attacked.ring as usize];
                        *place = (*place).max(value);
                    }
                }
            });
        Self {
            own: own_ways,
            other: other_ways,
            values: vec![0; own_ways * other_ways],
            fixed,
            after: vec![0; own_ways * other_ways],
            fresh: vec![true; own_ways],
            changed: vec![true; own_ways],
            moves,
            victims,
        }
    }

    /// Takes over what has changed in the positions in which the other player is to move.
    fn take(&mut self, rows: &[u32], replies: &[i16]) {
        let own = self.own;
        transpose(
            rows,
            own,
            self.other,
            &|row, column| handed_over(replies[row * own + column]),
            &mut self.after,
            &mut self.fresh,
        );
    }

    /// The rows that have changed since the last call.
    fn take_changed(&mut self) -> Vec<u32> {
        let rows = (0..).zip(&self.changed).filter(|(_, changed)| **changed);
        let rows = rows.map(|(row, _)| row).collect();
        self.changed.fill(false);
        rows
    }

    /// Nothing is known any more.
    fn forget(&mut self) {
        self.values.fill(0);
        self.fresh.fill(true);
        self.changed.fill(true);
    }

    /// Puts all values anew that may have changed.
    fn relax(&mut self, work: &Work<'_>, change: &Change) {
        let width = self.other;
        let (moves, victims, after, fresh) = (&self.moves, &self.victims, &self.after, &self.fresh);
        self.values
            .par_chunks_mut(width)
            .zip(self.fixed.par_chunks(width))
            .zip(&mut self.changed)
            .enumerate()
            .for_each_init(
                || vec![0; width],
                |best, (mover, ((values, fixed), changed))| {
                    work.advance(width as u64);
                    let sowings = moves.of(mover);
                    let stale = |sowing: &Move| !fresh[sowing.after as usize];
                    if !sowings.is_empty() && sowings.iter().all(stale) {
                        return;
                    }
                    best.copy_from_slice(fixed);
                    for sowing in sowings {
                        let row = sowing.after as usize * width;
                        let row = &after[row..row + width];
                        match sowing.attacked {
                            None => better(best, row),
                            Some(pit) => {
                                better_where(best, row, &victims.masks[usize::from(pit)]);
                            }
                        }
                    }
                    if best.as_slice() != values {
                        for (&before, &after) in values.iter().zip(&*best) {
                            change.note(before, after);
                        }
                        values.copy_from_slice(best);
                        *changed = true;
                    }
                },
            );
        self.fresh.fill(false);
    }
}

fn better(best: &mut [i16], row: &[i16]) {
    for (best, &value) in best.iter_mut().zip(row) {
        *best = (*best).max(value);
    }
}

fn better_where(best: &mut [i16], row: &[i16], mask: &[i16]) {
    for ((best, &value), &mask) in best.iter_mut().zip(row).zip(mask) {
        *best = (*best).max(value.min(mask));
    }
}

/// `[own ring][other ring without the captured stones]`: what it is worth to have captured `taken` of
/// `other` stones and to strip as many more. Empty where that takes them all.
fn strips(
    compositions: &Compositions,
    ring: usize,
    own: usize,
    other: usize,
    taken: usize,
    store: &Store,
) -> Vec<i16> {
    let Some(left) = other.checked_sub(2 * taken).filter(|&left| left > 0) else {
        return Vec::new();
    };
    let layer = Layer {
        first: left.min(own) as u8,
        second: left.max(own) as u8,
    };
    let (own_ways, left_ways) = (
        compositions.count(ring, own) as usize,
        compositions.count(ring, left) as usize,
    );
    let cells = store.layer(layer);
    let start = half_start(compositions, ring, left, own);
    let mut below = vec![0; own_ways * left_ways];
    let all: Vec<u32> = (0..left_ways as u32).collect();
    let mut turn = |values: &(dyn Fn(usize) -> i16 + Sync)| {
        let value = |row: usize, column: usize| values(row * own_ways + column);
        let mut changed = vec![false; own_ways];
        transpose(&all, own_ways, left_ways, &value, &mut below, &mut changed);
    };
    if cells.is_out_of_core() {
        let mut half = Vec::with_capacity(own_ways * left_ways);
        cells.read(start, own_ways * left_ways, &mut half);
        turn(&|at| half[at]);
    } else {
        turn(&|at| cells.get(start + at as u64));
    }
    let lesser: Vec<Lesser> = (left + 1..=left + taken)
        .map(|stones| Lesser::new(compositions, ring, stones))
        .collect();
    let rests = compositions.count(ring, left + taken) as usize;
    let mut values = vec![0; own_ways * rests];
    values
        .par_chunks_mut(rests)
        .zip(below.par_chunks(left_ways))
        .for_each(|(values, below)| {
            let mut least = below.to_vec();
            for lesser in &lesser {
                least = lesser.least(&least);
            }
            for (value, &least) in values.iter_mut().zip(&least) {
                *value = Scale::Outcome.child(least, false, 2, 0);
            }
        });
    values
}

/// Builds one layer.
pub(crate) fn solve(
    domain: &Domain,
    layer: Layer,
    size: usize,
    work: &Work<'_>,
) -> Result<Cells, Interrupted> {
    let (few, many) = (usize::from(layer.first), usize::from(layer.second));
    let mut halves = vec![Half::new(domain, few, many, work.store())];
    if few != many {
        halves.push(Half::new(domain, many, few, work.store()));
    }
    work.store().fail()?;
    let scale = Scale::Outcome;
    let is_whole = work.restore_values(scale, size, |first, values| {
        for (index, &value) in (first as usize..).zip(values) {
            *value_at(&mut halves, index) = value;
        }
    })?;
    let mut origin = Origin::Saved;
    if !is_whole {
        origin = Origin::Nothing;
        halves.iter_mut().for_each(Half::forget);
    }
    loop {
        work.begin_pass(size as u64);
        let change = Change::default();
        for at in 0..halves.len() {
            exchange(&mut halves, at);
            halves[at].relax(work, &change);
        }
        if change.is_back() && origin == Origin::Saved {
            origin = Origin::Nothing;
            halves.iter_mut().for_each(Half::forget);
            continue;
        }
        if work.is_to_pause() {
            work.save(size, scale.width(), |first, count, into| {
                let indices = first as usize..first as usize + count;
                into.extend(indices.map(|index| *value_at(&mut halves, index)));
                Ok(())
            })?;
        }
        if work.stops() {
            return Err(Interrupted::Stopped);
        }
        if !change.any() {
            break;
        }
    }
    // Nothing else is kept while values are copied.
    let halves: Vec<Vec<i16>> = halves.into_iter().map(|half| half.values).collect();
    let cells = work.store().cells(scale, size)?;
    let mut first = 0;
    for values in halves {
        cells.write(first, &values);
        first += values.len() as u64;
    }
    Ok(cells)
}

/// The value of a number of the layer: the halves follow each other.
fn value_at(halves: &mut [Half], index: usize) -> &mut i16 {
    let first = halves[0].values.len();
    if index < first {
        &mut halves[0].values[index]
    } else {
        &mut halves[1].values[index - first]
    }
}

/// Hands the changed values of the other half over to the half `at`.
fn exchange(halves: &mut [Half], at: usize) {
    match halves {
        [only] => {
            let rows = only.take_changed();
            let replies = std::mem::take(&mut only.values);
            only.take(&rows, &replies);
            only.values = replies;
        }
        [first, second] => {
            let (half, replies) = if at == 0 {
                (first, second)
            } else {
                (second, first)
            };
            let rows = replies.take_changed();
            half.take(&rows, &replies.values);
        }
        _ => unreachable!("a layer has one half or two"),
    }
}
