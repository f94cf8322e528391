//! What an entry of a table says: an outcome with its distance, or a margin still to come.

use crate::domain::Layer;
use crate::pages::Paged;
use sow_engine::game::Ending;
use sow_engine::kind::GameKind;
use sow_engine::side::Side;
use std::sync::atomic::{AtomicBool, AtomicI8, AtomicI16, Ordering};

/// Beyond every distance: a win in `d` decisions is held as `NEAR - d`, a loss as `d - NEAR`, so that
/// more is always better for the player to move.
pub(crate) const NEAR: i16 = 1 << 14;

/// Less than every value: nothing is known to be reachable.
pub(crate) const NOTHING: i16 = i16::MIN;

/// What the entries of a table say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scale {
    /// Who wins, and in how many decisions. Four-row games.
    Outcome,
    /// Seeds that the player to move will still get more than his opponent. Two-row games.
    Margin,
}

/// The value of a position, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// He wins, and the game is over within so many decisions at best play.
    Win(u16),
    /// Nobody can force a win.
    Draw,
    /// He loses after so many decisions at best play.
    Loss(u16),
    /// From here on he gets so many seeds more than his opponent.
    Margin(i16),
}

impl Scale {
    /// The scale of a game's tables.
    pub const fn of(game: GameKind) -> Self {
        if game.has_four_rows() {
            Self::Outcome
        } else {
            Self::Margin
        }
    }

    /// Bytes of a value in memory.
    pub(crate) const fn width(self) -> usize {
        match self {
            Self::Margin => 1,
            Self::Outcome => 2,
        }
    }

    /// The held number of an ending `cost` decisions away, seen by `mover`. Margins are counted from
    /// where stores are empty.
    pub(crate) fn ending(self, ending: &Ending, mover: Side, cost: u16) -> i16 {
        match self {
            Self::Outcome => match ending.winner {
                None => 0,
                Some(winner) if winner == mover => NEAR - cost as i16,
                Some(_) => cost as i16 - NEAR,
            },
            // Tables are for boards of few seeds: a margin fits many times over.
            Self::Margin => (mover.sign() * ending.margin) as i16,
        }
    }

    /// The held number of a position from that of a position `cost` decisions later, in which the
    /// same player or the other is to move, and on the way to which the mover has gained `gain` seeds.
    #[inline(always)]
    pub(crate) fn child(self, value: i16, same_side: bool, cost: u16, gain: i16) -> i16 {
        let turned = if same_side { value } else { -value };
        match self {
            Self::Outcome => turned - turned.signum() * cost as i16,
            Self::Margin => turned + gain,
        }
    }

    /// Whether a position of a layer can hold a number, as far as that can be told without looking at any other.
    pub(crate) const fn can_hold(self, layer: Layer, held: i16) -> bool {
        let most = match self {
            Self::Outcome => NEAR,
            Self::Margin => layer.first as i16,
        };
        -most <= held && held <= most
    }

    /// What a held number means.
    pub(crate) fn value(self, held: i16) -> Value {
        match (self, held) {
            (Self::Margin, _) => Value::Margin(held),
            (Self::Outcome, 0) => Value::Draw,
            (Self::Outcome, 1..) => Value::Win((NEAR - held) as u16),
            (Self::Outcome, _) => Value::Loss((NEAR + held) as u16),
        }
    }
}

/// What has become of the values of a layer in a pass over them.
#[derive(Debug, Default)]
pub(crate) struct Change {
    any: AtomicBool,
    back: AtomicBool,
}

impl Change {
    /// Notes that one value was put in the place of another.
    #[inline]
    pub(crate) fn note(&self, before: i16, after: i16) {
        if before != after {
            self.any.store(true, Ordering::Relaxed);
        }
        if before > 0 && after < before || before < 0 && after > before {
            self.back.store(true, Ordering::Relaxed);
        }
    }

    /// Whether any value has changed.
    pub(crate) fn any(&self) -> bool {
        self.any.load(Ordering::Relaxed)
    }

    /// Whether a value has moved back towards endless play, or past it. None ever does that has come from where nothing
    /// was known (`value_iteration` has the reason): such a layer was not begun there.
    pub(crate) fn is_back(&self) -> bool {
        self.back.load(Ordering::Relaxed)
    }
}

/// Where the values of a layer are read and written while it is being built: the one interface
/// through which values cross from block to block, in memory or out of core; a machine of many would put
/// messages behind it.
pub(crate) trait Exchange: Sync {
    /// The value held at an index.
    fn get(&self, index: u64) -> i16;
    /// Puts a value.
    fn put(&self, index: u64, value: i16);
}

/// The values of one layer.
#[derive(Debug)]
pub(crate) enum Cells {
    /// Margins of up to 127 seeds, in memory.
    Bytes(Vec<AtomicI8>),
    /// Outcomes with distances, in memory.
    Words(Vec<AtomicI16>),
    /// Either, out of core.
    Paged(Paged),
}

impl Cells {
    /// A layer of which nothing is known, in memory: all draws, or no seeds to come.
    pub(crate) fn new(scale: Scale, size: usize) -> Self {
        match scale {
            Scale::Margin => Self::Bytes((0..size).map(|_| AtomicI8::new(0)).collect()),
            Scale::Outcome => Self::Words((0..size).map(|_| AtomicI16::new(0)).collect()),
        }
    }

    /// The number of positions.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Bytes(cells) => cells.len(),
            Self::Words(cells) => cells.len(),
            Self::Paged(cells) => cells.len(),
        }
    }

    /// What the values say.
    pub(crate) const fn scale(&self) -> Scale {
        match self {
            Self::Bytes(_) => Scale::Margin,
            Self::Words(_) => Scale::Outcome,
            Self::Paged(cells) if cells.width() == Scale::Margin.width() => Scale::Margin,
            Self::Paged(_) => Scale::Outcome,
        }
    }

    /// Bytes of memory that they take.
    pub(crate) fn resident(&self) -> u64 {
        match self {
            Self::Paged(_) => 0,
            held => (held.len() * held.scale().width()) as u64,
        }
    }

    /// Whether reading values in their order is much cheaper than reading them in any order.
    pub(crate) const fn is_out_of_core(&self) -> bool {
        matches!(self, Self::Paged(_))
    }

    /// Puts values from `first` on.
    pub(crate) fn write(&self, first: u64, values: &[i16]) {
        for (index, &value) in (first..).zip(values) {
            self.put(index, value);
        }
    }

    /// Forgets all values: all draws, or no seeds to come.
    pub(crate) fn forget(&self) {
        for index in 0..self.len() as u64 {
            self.put(index, 0);
        }
    }

    /// Adds `count` values from `first` on to `into`.
    pub(crate) fn read(&self, first: u64, count: usize, into: &mut Vec<i16>) {
        match self {
            Self::Paged(cells) => cells.read(first, count, into),
            held => into.extend((first..first + count as u64).map(|index| held.get(index))),
        }
    }
}

impl Exchange for Cells {
    #[inline(always)]
    fn get(&self, index: u64) -> i16 {
        match self {
            Self::Bytes(cells) => i16::from(cells[index as usize].load(Ordering::Relaxed)),
            Self::Words(cells) => cells[index as usize].load(Ordering::Relaxed),
            Self::Paged(cells) => cells.get(index),
        }
    }

    #[inline(always)]
    fn put(&self, index: u64, value: i16) {
        match self {
            Self::Bytes(cells) => cells[index as usize].store(value as i8, Ordering::Relaxed),
            Self::Words(cells) => cells[index as usize].store(value, Ordering::Relaxed),
            Self::Paged(cells) => cells.put(index, value),
        }
    }
}
