//! The board of the two-row games: one ring for both players, and stores.

use crate::game::{Board, Contents, Ending, Reason};
use crate::kind::GameKind;
use crate::pit;
use crate::ring::{Circuit, Ring};
use crate::setup::Setup;
use crate::side::Side;
use std::hash::{Hash, Hasher};

/// A position of a two-row game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TwoRow<const CAP: usize> {
    /// All pits, from South's leftmost counter-clockwise.
    pub ring: Ring<CAP>,
    /// Seeds captured by South and North.
    pub stores: [u16; 2],
    /// Bao Kingulu: bit `i` is set where pit `i` is reserved by the player of the other row.
    pub reserved: u128,
    /// Who decides.
    pub side: Side,
    /// Anywoli: who is entitled to the last seeds, as far as the convention in force asks.
    pub claimant: Option<Side>,
    /// Anywoli with optional extra moves: the mover has earned one and may decline it.
    pub may_stop: bool,
    /// The board holds so many seeds that a pit could pass 255. A property of the whole game.
    pub crowded: bool,
}

impl<const CAP: usize> Board for TwoRow<CAP> {
    #[inline]
    fn hash_words(&self, state: &mut impl Hasher) {
        state.write(self.ring.pits());
        state.write_u64(self.reserved as u64);
        if CAP > 64 {
            state.write_u64((self.reserved >> 64) as u64);
        }
        let [south, north] = self.stores.map(u64::from);
        let claimant = self.claimant.map_or(0, |side| 1 + side.index() as u64);
        let flags = self.side.index() as u64 | u64::from(self.may_stop) << 1 | claimant << 2;
        state.write_u64(south | north << 16 | flags << 32);
    }

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn is_mid_turn(&self) -> bool {
        self.may_stop
    }

    #[inline]
    fn is_mid_decision(&self) -> bool {
        false
    }

    #[inline]
    fn is_crowded(&self) -> bool {
        self.crowded
    }

    #[inline]
    fn contents(&self) -> Contents<'_> {
        Contents {
            rings: [self.ring.pits(), &[]],
            stores: self.stores,
            reserved: self.reserved,
            unmoved: [false; 2],
            uncaptured: false,
            marked: self.claimant,
        }
    }

    fn with_contents(&self, side: Side, contents: &Contents<'_>) -> Self {
        Self {
            ring: Ring::new(contents.rings[0]),
            stores: contents.stores,
            reserved: contents.reserved,
            side,
            claimant: contents.marked,
            may_stop: false,
            crowded: self.crowded,
        }
    }

    #[inline]
    fn is_optional_move(&self) -> bool {
        self.may_stop
    }
}

impl<const CAP: usize> TwoRow<CAP> {
    /// Whether pit `pit` is reserved.
    #[inline(always)]
    pub fn is_reserved(&self, pit: usize) -> bool {
        self.reserved >> pit & 1 == 1
    }
}

/// The size and direction of a two-row board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame<const CAP: usize> {
    /// Holes a row.
    pub columns: usize,
    /// The whole board.
    pub circuit: Circuit<CAP>,
    /// The rings of set-ups are left-right mirrored, since the game is sown clockwise.
    pub mirrored: bool,
}

impl<const CAP: usize> Frame<CAP> {
    /// A board of `columns` holes a row.
    pub const fn new(columns: usize, mirrored: bool) -> Self {
        Self {
            columns,
            circuit: Circuit::new(2 * columns),
            mirrored,
        }
    }

    /// The player in whose row pit `pit` lies.
    #[inline(always)]
    pub fn row_owner(&self, pit: usize) -> Side {
        if pit < self.columns {
            Side::South
        } else {
            Side::North
        }
    }

    /// The pits of a player's row.
    #[inline(always)]
    pub fn row(&self, side: Side) -> std::ops::Range<usize> {
        match side {
            Side::South => 0..self.columns,
            Side::North => self.columns..2 * self.columns,
        }
    }

    /// The pits of a player's row, bit `i` for ring index `i`.
    #[inline(always)]
    pub const fn row_mask(&self, side: Side) -> u128 {
        let row = (1 << self.columns) - 1;
        match side {
            Side::South => row,
            Side::North => row << self.columns,
        }
    }

    /// South's and North's seeds: stores, own rows, and pits reserved in the other row.
    pub fn counts(&self, board: &TwoRow<CAP>) -> [u16; 2] {
        let mut counts = board.stores;
        for pit in 0..2 * self.columns {
            let row = self.row_owner(pit);
            let owner = if board.is_reserved(pit) {
                row.other()
            } else {
                row
            };
            counts[owner.index()] += u16::from(board.ring[pit]);
        }
        counts
    }

    /// South's and North's seeds that are out of play: stores and reserved pits.
    pub fn banked(&self, board: &TwoRow<CAP>) -> [u16; 2] {
        let mut counts = board.stores;
        for pit in (0..2 * self.columns).filter(|&pit| board.is_reserved(pit)) {
            counts[self.row_owner(pit).other().index()] += u16::from(board.ring[pit]);
        }
        counts
    }

    /// Reads a set-up; the claim on the last seeds is left to the game.
    ///
    /// # Panics
    /// If the set-up has other columns.
    pub fn read(&self, setup: &Setup) -> TwoRow<CAP> {
        assert_eq!(setup.columns, self.columns);
        let mut board = TwoRow {
            ring: Ring::EMPTY,
            stores: setup.stores,
            reserved: 0,
            side: setup.side,
            claimant: None,
            may_stop: setup.again,
            crowded: setup.seeds_on_board() > 255,
        };
        for pit in 0..2 * self.columns {
            let outside = self.outside_index(pit);
            board.ring[pit] = setup.rings[0][outside];
            board.reserved |= u128::from(setup.reserved[outside]) << pit;
        }
        board
    }

    /// Writes a set-up; the claim on the last seeds is left to the game.
    pub fn write(&self, game: GameKind, board: &TwoRow<CAP>) -> Setup {
        let mut setup = Setup::empty(game, self.columns);
        setup.rings[0] = self.record_ring(&board.ring);
        for pit in 0..2 * self.columns {
            setup.reserved[self.outside_index(pit)] = board.is_reserved(pit);
        }
        setup.stores = board.stores;
        setup.side = board.side;
        setup.again = board.may_stop;
        setup
    }

    /// The ring for set-ups and lap records.
    pub fn record_ring(&self, ring: &Ring<CAP>) -> Vec<u8> {
        (0..2 * self.columns)
            .map(|pit| ring[self.outside_index(pit)])
            .collect()
    }

    /// The index that set-ups use for a pit; its own inverse.
    pub fn outside_index(&self, pit: usize) -> usize {
        if self.mirrored {
            pit::mirrored(self.columns, pit)
        } else {
            pit
        }
    }
}

/// The result of counting seeds: more of them wins.
pub fn counted(counts: [u16; 2], reason: Reason) -> Ending {
    let margin = i32::from(counts[0]) - i32::from(counts[1]);
    Ending {
        winner: match margin {
            0 => None,
            1.. => Some(Side::South),
            _ => Some(Side::North),
        },
        reason,
        margin,
        points: u8::from(margin != 0),
    }
}

crate::rules::rule_choices! {
    /// What becomes of the seeds in play when a position occurs again.
    LeftOver {
        /// Nobody gets them.
        Unclaimed = "unclaimed",
        /// Each player gets those of his own row.
        RowOwner = "row-owner",
    }
}
