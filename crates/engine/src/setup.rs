//! A position as plain data of any game and size, before a game's rules have looked at it.

use crate::kind::GameKind;
use crate::pit;
use crate::side::Side;

/// Everything that a line of position notation can say.
///
/// A set-up can be written and read for any game; [`crate::referee::Referee`] checks it against the
/// rules. Two set-ups are equal when they print the same line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The game.
    pub game: GameKind,
    /// Columns of the board, see [`GameKind::columns`].
    pub columns: usize,
    /// Seeds by ring index, `2 * columns` pits a ring. Four-row games: South's ring, North's ring,
    /// each from the owner's leftmost back pit counter-clockwise. Two-row games: one ring for the
    /// whole board from South's leftmost hole, the second stays empty.
    pub rings: [Vec<u8>; 2],
    /// Who moves.
    pub side: Side,
    /// Two-row games: seeds captured by South and North.
    pub stores: [u16; 2],
    /// Bao Kingulu: which pits of the ring are reserved, always by the player of the other row.
    pub reserved: Vec<bool>,
    /// Who has not made a first move yet and therefore captures nothing in it, South and North.
    pub unmoved: [bool; 2],
    /// Omweso: nobody has captured yet in this game.
    pub uncaptured: bool,
    /// Omweso with the option `akakyala`: who alone has captured so far, in one turn.
    pub captured_once: Option<Side>,
    /// Anywoli: who took the last group.
    pub last: Option<Side>,
    /// Anywoli with the conventions that ask for it: who captured first.
    pub first: Option<Side>,
    /// Anywoli with the convention that asks for it: who began the game, if not South.
    pub starter: Option<Side>,
    /// Anywoli with optional extra moves: the mover has earned one and may decline it.
    pub again: bool,
}

impl Setup {
    /// An empty board with South to move.
    ///
    /// # Panics
    /// If `columns` is outside [`GameKind::columns`].
    pub fn empty(game: GameKind, columns: usize) -> Self {
        assert!(game.columns().contains(&columns));
        let ring = vec![0; 2 * columns];
        let second = if game.has_four_rows() {
            ring.clone()
        } else {
            Vec::new()
        };
        Self {
            game,
            columns,
            rings: [ring, second],
            side: Side::South,
            stores: [0; 2],
            reserved: vec![false; 2 * columns],
            unmoved: [false; 2],
            uncaptured: false,
            captured_once: None,
            last: None,
            first: None,
            starter: None,
            again: false,
        }
    }

    /// The same ring for both players of a four-row game, or the whole ring of a two-row game.
    pub(crate) fn filled(game: GameKind, columns: usize, seeds: impl Fn(usize) -> u8) -> Self {
        let mut setup = Self::empty(game, columns);
        for ring in &mut setup.rings {
            for (pit, content) in ring.iter_mut().enumerate() {
                *content = seeds(pit);
            }
        }
        setup
    }

    /// All seeds on the board, stores not included.
    pub fn seeds_on_board(&self) -> usize {
        self.rings
            .iter()
            .flatten()
            .map(|&seeds| usize::from(seeds))
            .sum()
    }

    /// The seeds that count for a player: four rows, his ring; two rows, his store, the unreserved
    /// pits of his row and the pits that he has reserved.
    pub fn seeds_of(&self, side: Side) -> usize {
        if self.game.has_four_rows() {
            return self.rings[side.index()]
                .iter()
                .map(|&seeds| usize::from(seeds))
                .sum();
        }
        let owned = |pit: usize| (pit < self.columns) == (side == Side::South);
        let on_board: usize = (0..2 * self.columns)
            .filter(|&pit| owned(pit) != self.reserved[pit])
            .map(|pit| usize::from(self.rings[0][pit]))
            .sum();
        on_board + usize::from(self.stores[side.index()])
    }

    /// The rows as they are printed, top to bottom, each as ring and ring indexes left to right.
    pub fn printed_rows(&self) -> Vec<(usize, Vec<usize>)> {
        pit::printed_rows(self.game, self.columns)
    }

    /// The seeds of the printed rows, top to bottom, left to right.
    pub fn rows(&self) -> Vec<Vec<u8>> {
        self.printed_rows()
            .into_iter()
            .map(|(ring, pits)| pits.into_iter().map(|pit| self.rings[ring][pit]).collect())
            .collect()
    }
}
