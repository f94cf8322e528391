//! The board of the four-row games: a ring for each player.

use crate::game::{Board, Contents, Ending, Reason};
use crate::kind::GameKind;
use crate::pit;
use crate::ring::{Circuit, Ring};
use crate::setup::Setup;
use crate::side::Side;
use std::hash::{Hash, Hasher};

/// What the mover has to decide next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pending {
    /// Which pit to sow: the turn begins.
    #[default]
    Pit,
    /// Omweso: in which direction to sow the seeds in hand.
    Direction {
        /// The pit after (or, clockwise, before) which sowing begins.
        from: u8,
        /// The seeds in hand.
        hand: u16,
    },
    /// Nsolo: which of the opponent's stones to strip.
    Strip {
        /// Single stones or whole holes still to take.
        left: u8,
        /// The lowest ring index that may still be taken from.
        pit: u8,
        /// Whether some of the strip has been taken already.
        begun: bool,
    },
}

/// What a turn of Omweso has done so far, as far as the rest of the turn depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TurnSoFar {
    /// Laps sown so far; without a lap cap 1 stands for any number of them.
    pub laps: u32,
    /// Something has been captured.
    pub captured: bool,
    /// The enemy's end columns, at the owner's left and right end, that were captured from.
    pub heads: [bool; 2],
    /// The turn began clockwise and every lap since was clockwise (option `mweiso`).
    pub clockwise_chain: bool,
    /// The pit in which the turn began (option `turn-origin+1`), else 0.
    pub origin: u8,
}

/// A position of a four-row game.
#[derive(Clone, Copy, Debug)]
pub struct FourRow<const CAP: usize> {
    /// The rings of South and North.
    pub rings: [Ring<CAP>; 2],
    /// Who decides.
    pub side: Side,
    /// Who captures nothing in his next turn, the first of his game.
    pub unmoved: [bool; 2],
    /// Nobody has captured yet, where the rules care.
    pub uncaptured: bool,
    /// Who alone has captured, in one turn, where the rules care.
    pub captured_once: Option<Side>,
    /// The next decision.
    pub pending: Pending,
    /// The turn so far.
    pub turn: TurnSoFar,
    /// The flag `uncaptured` where the rules do not care: carried along, never compared.
    pub carried_uncaptured: bool,
    /// The board holds so many seeds that a pit could pass 255. A property of the whole game.
    pub crowded: bool,
}

impl<const CAP: usize> PartialEq for FourRow<CAP> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.rings == other.rings
            && self.side == other.side
            && self.unmoved == other.unmoved
            && self.uncaptured == other.uncaptured
            && self.captured_once == other.captured_once
            && self.pending == other.pending
            && self.turn == other.turn
    }
}

impl<const CAP: usize> Eq for FourRow<CAP> {}

impl<const CAP: usize> Hash for FourRow<CAP> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rings.hash(state);
        self.side.hash(state);
        self.unmoved.hash(state);
        self.uncaptured.hash(state);
        self.captured_once.hash(state);
        self.pending.hash(state);
        self.turn.hash(state);
    }
}

impl<const CAP: usize> Board for FourRow<CAP> {
    #[inline]
    fn hash_words(&self, state: &mut impl Hasher) {
        for ring in &self.rings {
            state.write(ring.pits());
        }
        let flags = [self.unmoved[0], self.unmoved[1], self.uncaptured].map(u8::from);
        let marked = self.captured_once.map_or(0, |side| 1 + side.index() as u8);
        state.write_u32(u32::from_le_bytes([
            self.side.index() as u8 | flags[0] << 1 | flags[1] << 2 | flags[2] << 3,
            marked,
            u8::from(self.is_mid_turn()),
            0,
        ]));
        // Between turns there is no more to tell.
        if self.is_mid_turn() {
            self.pending.hash(state);
            self.turn.hash(state);
        }
    }

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn is_mid_turn(&self) -> bool {
        self.pending != Pending::Pit
    }

    #[inline]
    fn is_mid_decision(&self) -> bool {
        matches!(self.pending, Pending::Strip { begun: true, .. })
    }

    #[inline]
    fn is_crowded(&self) -> bool {
        self.crowded
    }

    #[inline]
    fn contents(&self) -> Contents<'_> {
        Contents {
            rings: [self.rings[0].pits(), self.rings[1].pits()],
            stores: [0; 2],
            reserved: 0,
            unmoved: self.unmoved,
            uncaptured: self.uncaptured,
            marked: self.captured_once,
        }
    }

    fn with_contents(&self, side: Side, contents: &Contents<'_>) -> Self {
        Self {
            rings: contents.rings.map(Ring::new),
            side,
            unmoved: contents.unmoved,
            uncaptured: contents.uncaptured,
            captured_once: contents.marked,
            pending: Pending::Pit,
            turn: TurnSoFar::default(),
            ..*self
        }
    }
}

impl<const CAP: usize> FourRow<CAP> {
    /// The mover's ring.
    #[inline(always)]
    pub fn own(&self) -> &Ring<CAP> {
        &self.rings[self.side.index()]
    }

    /// The opponent's ring.
    #[inline(always)]
    pub fn enemy(&self) -> &Ring<CAP> {
        &self.rings[self.side.other().index()]
    }

    /// The player's seeds.
    pub fn seeds_of(&self, side: Side) -> usize {
        self.rings[side.index()].total()
    }

    /// South's seeds minus North's.
    pub fn margin(&self) -> i32 {
        self.seeds_of(Side::South) as i32 - self.seeds_of(Side::North) as i32
    }

    /// Ends the turn: the opponent's turn begins.
    #[inline(always)]
    pub fn pass_turn(&mut self) {
        self.unmoved[self.side.index()] = false;
        self.side = self.side.other();
        self.pending = Pending::Pit;
        self.turn = TurnSoFar::default();
    }

    /// A win for `winner` with the seeds as they lie.
    pub fn won(&self, winner: Side, reason: Reason, points: u8) -> Ending {
        Ending {
            winner: Some(winner),
            reason,
            margin: self.margin(),
            points,
        }
    }
}

/// A four-row draw.
pub const fn drawn(reason: Reason) -> Ending {
    Ending {
        winner: None,
        reason,
        margin: 0,
        points: 0,
    }
}

/// The size and direction of a four-row board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame<const CAP: usize> {
    /// Columns.
    pub columns: usize,
    /// One player's ring.
    pub circuit: Circuit<CAP>,
    /// The rings of set-ups are left-right mirrored, since the game is sown clockwise.
    pub mirrored: bool,
}

impl<const CAP: usize> Frame<CAP> {
    /// A board of `columns` columns.
    pub const fn new(columns: usize, mirrored: bool) -> Self {
        Self {
            columns,
            circuit: Circuit::new(2 * columns),
            mirrored,
        }
    }

    /// Reads a set-up, all flags included.
    ///
    /// # Panics
    /// If the set-up has other columns.
    pub fn read(&self, setup: &Setup) -> FourRow<CAP> {
        assert_eq!(setup.columns, self.columns);
        let rings = Side::BOTH.map(|side| Ring::new(&self.turned(&setup.rings[side.index()])));
        FourRow {
            rings,
            side: setup.side,
            unmoved: setup.unmoved,
            uncaptured: setup.uncaptured,
            captured_once: setup.captured_once,
            pending: Pending::Pit,
            turn: TurnSoFar::default(),
            carried_uncaptured: false,
            crowded: setup.seeds_on_board() > 255,
        }
    }

    /// Writes a set-up.
    pub fn write(&self, game: GameKind, board: &FourRow<CAP>) -> Setup {
        let mut setup = Setup::empty(game, self.columns);
        setup.rings = board
            .rings
            .map(|ring| self.turned(&ring.pits()[..2 * self.columns]));
        setup.side = board.side;
        setup.unmoved = board.unmoved;
        setup.uncaptured = board.uncaptured || board.carried_uncaptured;
        setup.captured_once = board.captured_once;
        setup
    }

    /// The rings for a lap record: mover and opponent back in South's and North's order.
    pub fn record_rings(&self, side: Side, own: &Ring<CAP>, enemy: &Ring<CAP>) -> [Vec<u8>; 2] {
        let (south, north) = if side == Side::South {
            (own, enemy)
        } else {
            (enemy, own)
        };
        [south, north].map(|ring| self.turned(&ring.pits()[..2 * self.columns]))
    }

    fn turned(&self, pits: &[u8]) -> Vec<u8> {
        if !self.mirrored {
            return pits.to_vec();
        }
        (0..pits.len())
            .map(|i| pits[pit::mirrored(self.columns, i)])
            .collect()
    }

    /// The name that players use for a ring index.
    pub fn outside_index(&self, pit: usize) -> usize {
        if self.mirrored {
            pit::mirrored(self.columns, pit)
        } else {
            pit
        }
    }
}
