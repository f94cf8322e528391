//! Checking a table: every entry is recomputed from its children by the plain move generator.
//!
//! Nothing here is shared with the code that builds tables but the numbering of positions: turns are played
//! out by recursion, and values are compared as what they mean.

use crate::domain::{Layer, Placed};
use crate::format::{BLOCK, TableError};
use crate::play::{PlacedVisitor, visit};
use crate::table::Table;
use crate::value::{Cells, Exchange, Scale, Value};
use rayon::prelude::*;
use sow_engine::game::{Board, Ending, Game, Outcome};
use sow_engine::relay::Patience;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_random::Stream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Blocks that an entry's children are in, more or less: so many are unpacked to check one entry alone.
const READS: u64 = 8;

/// The seed of the samples, so that the same entries are looked at every time.
const SEED: u64 = 1;

/// What is wrong with an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The position.
    pub position: Setup,
    /// What the table says.
    pub stored: Value,
    /// What follows from its children's entries.
    pub computed: Value,
}

/// What a check has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Entries that were recomputed.
    pub checked: u64,
    /// Entries that do not follow from their children's.
    pub wrong: u64,
    /// One of them.
    pub example: Option<Mismatch>,
}

/// Which entries are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entries {
    /// All of them.
    All,
    /// So many, spread over the table by a fixed sequence of random numbers; all of them where there are no more.
    Sample(u64),
}

/// Checks a table, every block's checksum included. As many layers as fit `memory` bytes are unpacked for it at once,
/// if enough entries are checked to be worth it; others are read block by block as they are asked for. `done` counts positions.
///
/// # Errors
/// [`TableError`] if the table cannot be read or a block is damaged.
pub fn verify(
    table: &Table,
    entries: Entries,
    memory: u64,
    done: &AtomicU64,
    stop: &AtomicBool,
) -> Result<Verdict, TableError> {
    let check = Check {
        table,
        entries,
        memory,
        done,
        stop,
    };
    visit(table.domain.rules, table.domain.columns, check)
}

struct Check<'a> {
    table: &'a Table,
    entries: Entries,
    memory: u64,
    done: &'a AtomicU64,
    stop: &'a AtomicBool,
}

impl PlacedVisitor for Check<'_> {
    type Output = Result<Verdict, TableError>;

    fn visit<P: Placed>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let total: u64 = self
            .table
            .layers()
            .map(|(_, counts)| counts.positions)
            .sum();
        match self.entries {
            Entries::Sample(count) if count < total => self.sample(&*game, count, total),
            Entries::All | Entries::Sample(_) => self.all(&*game),
        }
    }
}

impl Check<'_> {
    fn all<P: Placed>(&self, game: &dyn Game<P>) -> Result<Verdict, TableError> {
        let values = Values::new(self.table, self.memory, self.stop)?;
        let verdict = Mutex::new(Verdict::default());
        for (layer, counts) in self.table.layers() {
            let blocks = counts.positions.div_ceil(BLOCK);
            (0..blocks).into_par_iter().try_for_each(|block| {
                if self.stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let range = block * BLOCK..((block + 1) * BLOCK).min(counts.positions);
                let mut found = Verdict::default();
                for index in range.clone() {
                    self.entry(game, layer, index, &values, &mut found)?;
                }
                self.done
                    .fetch_add(range.end - range.start, Ordering::Relaxed);
                add(&verdict, found);
                Ok::<(), TableError>(())
            })?;
        }
        Ok(verdict.into_inner().unwrap_or_default())
    }

    fn sample<P: Placed>(
        &self,
        game: &dyn Game<P>,
        count: u64,
        total: u64,
    ) -> Result<Verdict, TableError> {
        // Few entries ask for few blocks.
        let memory = if count.saturating_mul(READS * BLOCK) < total {
            0
        } else {
            self.memory
        };
        let values = Values::new(self.table, memory, self.stop)?;
        let verdict = Mutex::new(Verdict::default());
        (0..count).into_par_iter().try_for_each(|draw| {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let mut place = Stream::new(SEED, draw).below(total);
            let mut found = Verdict::default();
            for (layer, counts) in self.table.layers() {
                if place < counts.positions {
                    self.entry(game, layer, place, &values, &mut found)?;
                    break;
                }
                place -= counts.positions;
            }
            self.done.fetch_add(1, Ordering::Relaxed);
            add(&verdict, found);
            Ok::<(), TableError>(())
        })?;
        Ok(verdict.into_inner().unwrap_or_default())
    }

    /// Recomputes one entry.
    fn entry<P: Placed>(
        &self,
        game: &dyn Game<P>,
        layer: Layer,
        index: u64,
        values: &Values<'_>,
        found: &mut Verdict,
    ) -> Result<(), TableError> {
        let board: P = self.table.domain.place(layer, index);
        let mut player = Player {
            table: self.table,
            game,
            values,
            met: Vec::new(),
            error: None,
        };
        let computed = player.value(&board);
        if let Some(error) = player.error {
            return Err(error);
        }
        let scale = self.table.domain.scale();
        let stored = values.held(layer, index)?.map(|held| scale.value(held));
        found.checked += 1;
        if stored != Some(computed) {
            found.wrong += 1;
            found.example.get_or_insert_with(|| Mismatch {
                position: game.setup(&board),
                stored: stored.unwrap_or(Value::Draw),
                computed,
            });
        }
        Ok(())
    }
}

/// A table's values, unpacked as far as memory allows.
struct Values<'a> {
    table: &'a Table,
    /// By record, the values if they are in memory.
    unpacked: Vec<Option<Cells>>,
}

impl<'a> Values<'a> {
    /// Reads every block of the table once, as long as nobody says `stop`.
    fn new(table: &'a Table, memory: u64, stop: &AtomicBool) -> Result<Self, TableError> {
        let scale = table.domain.scale();
        let mut left = memory;
        let mut unpacked = Vec::new();
        for (record, (_, counts)) in table.layers().enumerate() {
            let bytes = counts.positions * scale.width() as u64;
            let cells = (bytes <= left).then(|| Cells::new(scale, counts.positions as usize));
            left -= if cells.is_some() { bytes } else { 0 };
            (0..counts.positions.div_ceil(BLOCK))
                .into_par_iter()
                .try_for_each(|block| {
                    if stop.load(Ordering::Relaxed) {
                        return Ok(());
                    }
                    let values = table.block(record, block)?;
                    if let Some(cells) = &cells {
                        cells.write(block * BLOCK, &values);
                    }
                    Ok::<(), TableError>(())
                })?;
            unpacked.push(cells);
        }
        Ok(Self { table, unpacked })
    }

    /// The number held for a position, `None` if the table does not cover its layer.
    fn held(&self, layer: Layer, index: u64) -> Result<Option<i16>, TableError> {
        let Some(record) = self.table.record_of(layer) else {
            return Ok(None);
        };
        match &self.unpacked[record] {
            Some(cells) => Ok(Some(cells.get(index))),
            None => self.table.held(record, index).map(Some),
        }
    }
}

fn add(all: &Mutex<Verdict>, part: Verdict) {
    if let Ok(mut all) = all.lock() {
        all.checked += part.checked;
        all.wrong += part.wrong;
        if all.example.is_none() {
            all.example = part.example;
        }
    }
}

/// Plays out the turns of one position.
struct Player<'a, P: Board> {
    table: &'a Table,
    game: &'a dyn Game<P>,
    values: &'a Values<'a>,
    /// Positions of the turn where the mover had a choice.
    met: Vec<P>,
    error: Option<TableError>,
}

impl<P: Board> Player<'_, P> {
    /// The value for South, who is to move.
    fn value(&mut self, board: &P) -> Value {
        if let Some(ending) = self.game.finished(board) {
            return self.ended(&ending);
        }
        match self.best(board) {
            Some(value) => value,
            None => self.ended(&self.game.stuck(board)),
        }
    }

    /// The best that South can get with his next decision, `None` if he has none.
    fn best(&mut self, board: &P) -> Option<Value> {
        let mut decisions = Vec::new();
        self.game.candidates(board, &mut decisions);
        let mut best: Option<Value> = None;
        for decision in decisions {
            let step = self.game.play(board, decision, &Patience::UNLIMITED, None);
            let value = match step.outcome {
                Outcome::Position(after) => {
                    let cost = u16::from(!after.is_mid_decision());
                    self.after(board, &after).map(|value| later(value, cost))
                }
                Outcome::Wins(_, ending) => Some(later(self.ended(&ending), 1)),
                Outcome::NeverEnds(_) | Outcome::Unfinished(_) => {
                    let ending = self.game.never_ending(board);
                    ending.map(|ending| later(self.ended(&ending), 1))
                }
                Outcome::Illegal(_) => None,
            };
            if let Some(value) = value
                && best.is_none_or(|best| order(value) > order(best))
            {
                best = Some(value);
            }
        }
        best
    }

    fn after(&mut self, before: &P, after: &P) -> Option<Value> {
        if after.is_mid_turn() {
            if self.met.contains(after) {
                let ending = self.game.never_ending(before)?;
                return Some(self.ended(&ending));
            }
            self.met.push(*after);
            let value = self.best(after);
            self.met.pop();
            return value;
        }
        if let Some(ending) = self.game.finished(after) {
            return Some(self.ended(&ending));
        }
        let domain = &self.table.domain;
        let (layer, index) = domain.find(after)?;
        let value = match self.values.held(layer, index) {
            Ok(held) => domain.scale().value(held?),
            Err(error) => {
                self.error = Some(error);
                return None;
            }
        };
        let ours = after.side() == Side::South;
        Some(match value {
            Value::Margin(margin) => {
                let to_come = if ours { margin } else { -margin };
                Value::Margin(domain.banked(&after.contents()) + to_come)
            }
            Value::Win(decisions) if !ours => Value::Loss(decisions),
            Value::Loss(decisions) if !ours => Value::Win(decisions),
            same => same,
        })
    }

    fn ended(&self, ending: &Ending) -> Value {
        match (self.table.domain.scale(), ending.winner) {
            (Scale::Margin, _) => Value::Margin(ending.margin as i16),
            (Scale::Outcome, None) => Value::Draw,
            (Scale::Outcome, Some(Side::South)) => Value::Win(0),
            (Scale::Outcome, Some(Side::North)) => Value::Loss(0),
        }
    }
}

/// The same value some decisions earlier.
const fn later(value: Value, cost: u16) -> Value {
    match value {
        Value::Win(decisions) => Value::Win(decisions + cost),
        Value::Loss(decisions) => Value::Loss(decisions + cost),
        same => same,
    }
}

/// What a player would rather have: a margin, or a win sooner, a draw, a loss later.
fn order(value: Value) -> i32 {
    match value {
        Value::Margin(margin) => i32::from(margin),
        Value::Win(decisions) => 100_000 - i32::from(decisions),
        Value::Draw => 0,
        Value::Loss(decisions) => i32::from(decisions) - 100_000,
    }
}
