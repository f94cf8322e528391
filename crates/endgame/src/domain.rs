//! Which positions a table covers, in which layers, and how they are numbered.
//!
//! The player to move is always taken for South: no rule tells the players apart. Seeds never come
//! back once they have left a layer for a lower one, so layers are built from below:
//!
//! | game | layer | positions of a layer |
//! | --- | --- | --- |
//! | Nsolo | the players' stones, fewer and more | both rings, either player to move |
//! | Owela, Omweso | all seeds | both rings as one row of pits |
//! | Anywoli | seeds on the board | the ring, at most three seeds a pit |
//! | Bao Kingulu | seeds in unreserved pits | the reserved pits, and the ring without them |

use crate::counting::Compositions;
use crate::value::Scale;
use sow_engine::four_row::{FourRow, Pending, TurnSoFar};
use sow_engine::game::{Board, Contents};
use sow_engine::games::anywoli::{self, LastSeeds};
use sow_engine::kind::GameKind;
use sow_engine::ring::Ring;
use sow_engine::rules::{Fate, Rules};
use sow_engine::side::Side;
use sow_engine::two_row::TwoRow;
use std::fmt;
use thiserror::Error;

/// The most columns of a board that tables are made for.
pub(crate) const MOST_COLUMNS: usize = 16;

/// The most pits of such a board.
const MOST_PITS: usize = 4 * MOST_COLUMNS;

/// The most columns where each set of reserved pits is numbered.
const MOST_COLUMNS_RESERVED: usize = 8;

/// The most seeds of a layer.
const MOST_SEEDS: usize = 100;

/// One layer: stones of the player who has fewer and of the one who has more (Nsolo), or seeds and zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Layer {
    /// Nsolo: the stones of the player with fewer. Other games: the seeds.
    pub first: u8,
    /// Nsolo: the stones of the player with more. Other games: 0.
    pub second: u8,
}

impl Layer {
    const fn seeds(seeds: usize) -> Self {
        Self {
            first: seeds as u8,
            second: 0,
        }
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.second > 0 {
            return f.pad(&format!("{}+{}", self.first, self.second));
        }
        f.pad(&self.first.to_string())
    }
}

/// Why there is no table of that kind.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refused {
    /// Values depend on how a position was reached.
    #[error(
        "under these rules of {0} a repeated position is not worth the same everywhere in a cycle, so values depend on the history and no table can hold them"
    )]
    HistoryDecides(GameKind),
    /// Values depend on what was captured before.
    #[error(
        "tables of {0} hold seeds still to come, and a never-ending move that ends the game is worth the same whatever was captured; set never-ending=illegal"
    )]
    NeverEndingDecides(GameKind),
    /// Too few or too many seeds.
    #[error("tables of {game} are made for {least} to {most} seeds, not {seeds}")]
    Seeds {
        /// The game.
        game: GameKind,
        /// The fewest.
        least: usize,
        /// The most.
        most: usize,
        /// The number asked for.
        seeds: usize,
    },
    /// A layer is too large.
    #[error("a layer of {positions} positions is more than any table can hold ({most})")]
    TooLarge {
        /// Positions of the layer.
        positions: u64,
        /// The most positions.
        most: u64,
    },
    /// More columns than bits.
    #[error("tables of {game} are made for at most {most} columns, not {columns}")]
    Columns {
        /// The game.
        game: GameKind,
        /// The most.
        most: usize,
        /// The number asked for.
        columns: usize,
    },
}

/// The most positions of a layer.
const MOST_POSITIONS: u64 = 1 << 40;

/// Positions as boards of the engine.
pub(crate) trait Placed: Board {
    /// South to move on this board. Four rows: the mover's ring, then the other's. Two rows: the whole
    /// ring from the mover's first pit.
    fn placed(pits: &[u8], reserved: u128, claimant: Option<Side>) -> Self;

    /// The same board with North to move.
    fn other_to_move(self) -> Self;
}

impl<const CAP: usize> Placed for FourRow<CAP> {
    #[inline]
    fn placed(pits: &[u8], _: u128, _: Option<Side>) -> Self {
        let (own, enemy) = pits.split_at(pits.len() / 2);
        Self {
            rings: [Ring::new(own), Ring::new(enemy)],
            side: Side::South,
            unmoved: [false; 2],
            uncaptured: false,
            captured_once: None,
            pending: Pending::Pit,
            turn: TurnSoFar::default(),
            carried_uncaptured: false,
            crowded: false,
        }
    }

    #[inline]
    fn other_to_move(self) -> Self {
        Self {
            side: Side::North,
            ..self
        }
    }
}

impl<const CAP: usize> Placed for TwoRow<CAP> {
    #[inline]
    fn placed(pits: &[u8], reserved: u128, claimant: Option<Side>) -> Self {
        Self {
            ring: Ring::new(pits),
            stores: [0; 2],
            reserved,
            side: Side::South,
            claimant,
            may_stop: false,
            crowded: false,
        }
    }

    #[inline]
    fn other_to_move(self) -> Self {
        Self {
            side: Side::North,
            ..self
        }
    }
}

/// The pits of a position, the mover's first.
struct View {
    pits: [u8; MOST_PITS],
    len: usize,
}

impl View {
    #[inline]
    fn of(contents: &Contents<'_>, side: Side, columns: usize, four_rows: bool) -> Self {
        let mut pits = [0; MOST_PITS];
        let ring = 2 * columns;
        if four_rows {
            pits[..ring].copy_from_slice(&contents.rings[side.index()][..ring]);
            pits[ring..2 * ring].copy_from_slice(&contents.rings[side.other().index()][..ring]);
            return Self {
                pits,
                len: 2 * ring,
            };
        }
        let (south, north) = contents.rings[0][..ring].split_at(columns);
        let (ours, theirs) = match side {
            Side::South => (south, north),
            Side::North => (north, south),
        };
        pits[..columns].copy_from_slice(ours);
        pits[columns..ring].copy_from_slice(theirs);
        Self { pits, len: ring }
    }

    #[inline]
    fn last_pit_first(&self) -> impl Iterator<Item = u8> {
        self.pits[..self.len].iter().rev().copied()
    }
}

fn sum(pits: &[u8]) -> usize {
    pits.iter().map(|&seeds| usize::from(seeds)).sum()
}

/// Who, if anybody, may be entitled to the last seeds, seen by the mover as South.
type Marks = &'static [Option<Side>];

/// The positions of one game under one set of rules on one board, up to a number of seeds.
#[derive(Clone, Debug)]
pub(crate) struct Domain {
    pub(crate) rules: Rules,
    pub(crate) columns: usize,
    game: GameKind,
    pub(crate) compositions: Compositions,
    /// The fewest seeds of a layer.
    least: usize,
    /// The claims that tell positions apart, in the order in which these are numbered.
    marks: Marks,
    /// Bao Kingulu: for each number of free seeds, the first number of each set of reserved pits, and the size of the layer at
    /// the end.
    starts: Vec<Vec<u64>>,
}

impl Domain {
    pub(crate) fn new(rules: Rules, columns: usize, most: usize) -> Result<Self, Refused> {
        let game = rules.game();
        if !rules.cycles_are_constant() {
            return Err(Refused::HistoryDecides(game));
        }
        if !game.has_four_rows() && rules.fate() != Fate::Illegal {
            return Err(Refused::NeverEndingDecides(game));
        }
        let (least, marks) = match &rules {
            Rules::Anywoli(rules) => anywoli_marks(rules),
            Rules::BaoKingulu(_) => (0, NO_CLAIM),
            Rules::Nsolo(_) => (2, NO_CLAIM),
            Rules::Omweso(_) | Rules::Owela(_) => (1, NO_CLAIM),
        };
        if !(least..=MOST_SEEDS).contains(&most) {
            return Err(Refused::Seeds {
                game,
                least,
                most: MOST_SEEDS,
                seeds: most,
            });
        }
        let most_columns = if game == GameKind::BaoKingulu {
            MOST_COLUMNS_RESERVED
        } else {
            MOST_COLUMNS
        };
        if columns > most_columns {
            return Err(Refused::Columns {
                game,
                most: most_columns,
                columns,
            });
        }
        let ring = 2 * columns;
        let (pits, bound) = match game {
            GameKind::Anywoli => (ring, Some(3)),
            GameKind::BaoKingulu | GameKind::Nsolo => (ring, None),
            GameKind::Omweso | GameKind::Owela => (2 * ring, None),
        };
        let mut domain = Self {
            rules,
            columns,
            game,
            compositions: Compositions::new(pits, most, bound),
            least,
            marks,
            starts: Vec::new(),
        };
        if game == GameKind::BaoKingulu {
            domain.starts = (0..=most)
                .map(|seeds| domain.reserved_starts(seeds))
                .collect();
        }
        Ok(domain)
    }

    /// For each set of reserved pits the number of its first position.
    fn reserved_starts(&self, seeds: usize) -> Vec<u64> {
        let pits = 2 * self.columns;
        let mut next = 0_u64;
        let mut starts = Vec::with_capacity((1 << pits) + 1);
        for reserved in 0..1_u32 << pits {
            starts.push(next);
            let free = pits - reserved.count_ones() as usize;
            next = next.saturating_add(self.compositions.count(free, seeds));
        }
        starts.push(next);
        starts
    }

    pub(crate) const fn scale(&self) -> Scale {
        Scale::of(self.game)
    }

    /// Whether a move can lead from a layer to one below.
    pub(crate) const fn leads_below(&self) -> bool {
        !matches!(self.game, GameKind::Omweso | GameKind::Owela)
    }

    /// The refusal of a plan of so few seeds that it has no layers.
    pub(crate) const fn too_few(&self, seeds: usize) -> Refused {
        Refused::Seeds {
            game: self.game,
            least: self.least,
            most: MOST_SEEDS,
            seeds,
        }
    }

    /// The layers needed for those of `first..=last` seeds, each after all that it leads to.
    pub(crate) fn layers(&self, first: usize, last: usize) -> Vec<Layer> {
        let first = first.max(self.least);
        match self.game {
            GameKind::Nsolo => (2..=last)
                .flat_map(|all| (1..=all / 2).rev().map(move |few| (few, all - few)))
                .map(|(few, many)| Layer {
                    first: few as u8,
                    second: many as u8,
                })
                .collect(),
            GameKind::Omweso | GameKind::Owela => (first..=last).map(Layer::seeds).collect(),
            GameKind::BaoKingulu => (0..=last).map(Layer::seeds).collect(),
            // Seeds leave the board four at a time.
            GameKind::Anywoli => (self.least..=last)
                .filter(|&seeds| (first..=last).any(|top| top >= seeds && (top - seeds) % 4 == 0))
                .map(Layer::seeds)
                .collect(),
        }
    }

    /// How many positions a layer has.
    ///
    /// # Errors
    /// [`Refused::TooLarge`].
    pub(crate) fn size(&self, layer: Layer) -> Result<u64, Refused> {
        let (few, many) = (usize::from(layer.first), usize::from(layer.second));
        let ring = 2 * self.columns;
        let positions = match self.game {
            GameKind::Nsolo => {
                let both = self
                    .compositions
                    .count(ring, few)
                    .saturating_mul(self.compositions.count(ring, many));
                if few == many {
                    both
                } else {
                    both.saturating_mul(2)
                }
            }
            GameKind::Omweso | GameKind::Owela => self.compositions.count(2 * ring, few),
            GameKind::Anywoli => self
                .compositions
                .count(ring, few)
                .saturating_mul(self.marks.len() as u64),
            GameKind::BaoKingulu => self.starts[few].last().copied().unwrap_or(0),
        };
        if positions > MOST_POSITIONS {
            return Err(Refused::TooLarge {
                positions,
                most: MOST_POSITIONS,
            });
        }
        Ok(positions)
    }

    /// The layer and number of a position between turns, `None` if the tables do not cover it: the
    /// game is over, a pit is too full, or it has a history.
    #[inline]
    pub(crate) fn find<B: Board>(&self, board: &B) -> Option<(Layer, u64)> {
        if board.is_mid_turn() {
            return None;
        }
        self.find_contents(board.side(), &board.contents())
    }

    /// The same for the contents of a position between turns.
    pub(crate) fn find_contents(
        &self,
        side: Side,
        contents: &Contents<'_>,
    ) -> Option<(Layer, u64)> {
        let has_history = contents.unmoved != [false; 2] || contents.uncaptured;
        let view = View::of(contents, side, self.columns, self.game.has_four_rows());
        let pits = &view.pits[..view.len];
        let ring = 2 * self.columns;
        match self.game {
            GameKind::Nsolo => {
                let (own, enemy) = pits.split_at(ring);
                let (ours, theirs) = (sum(own), sum(enemy));
                let layer = Layer {
                    first: ours.min(theirs) as u8,
                    second: ours.max(theirs) as u8,
                };
                let covered = layer.first > 0 && !has_history && self.covers(ours + theirs);
                covered.then(|| (layer, self.rings_rank(own, ours, enemy, theirs)))
            }
            GameKind::Omweso | GameKind::Owela => {
                let seeds = sum(pits);
                let covered = !has_history && contents.marked.is_none() && self.covers(seeds);
                let rank = || {
                    self.compositions
                        .rank(view.last_pit_first(), view.len, seeds)
                };
                covered.then(|| (Layer::seeds(seeds), rank()))
            }
            GameKind::Anywoli => {
                let seeds = sum(pits);
                if !self.covers(seeds) || pits.iter().any(|&content| content > 3) {
                    return None;
                }
                let rank = self.compositions.rank(view.last_pit_first(), ring, seeds);
                let claim = contents.marked.map(|claimant| match claimant == side {
                    true => Side::South,
                    false => Side::North,
                });
                let mark = match self.marks {
                    [_] => 0,
                    marks => marks.iter().position(|&mark| mark == claim)? as u64,
                };
                let size = self.compositions.count(ring, seeds);
                Some((Layer::seeds(seeds), mark * size + rank))
            }
            GameKind::BaoKingulu => self.find_reserved(pits, contents.reserved, side),
        }
    }

    fn covers(&self, seeds: usize) -> bool {
        seeds >= self.least && self.compositions.count(0, seeds) != u64::MAX
    }

    #[inline]
    fn rings_rank(&self, own: &[u8], ours: usize, enemy: &[u8], theirs: usize) -> u64 {
        let ring = own.len();
        let compositions = &self.compositions;
        let own = compositions.rank(own.iter().rev().copied(), ring, ours);
        let enemy = compositions.rank(enemy.iter().rev().copied(), ring, theirs);
        let (own_ways, enemy_ways) = (
            compositions.count(ring, ours),
            compositions.count(ring, theirs),
        );
        // Positions in which the mover has more come after those in which he has fewer.
        let first = if ours > theirs {
            own_ways * enemy_ways
        } else {
            0
        };
        first + own * enemy_ways + enemy
    }

    #[inline]
    fn find_reserved(&self, pits: &[u8], reserved: u128, side: Side) -> Option<(Layer, u64)> {
        let ring = pits.len();
        let turned = match side {
            Side::South => reserved,
            Side::North => {
                let low = reserved & ((1 << self.columns) - 1);
                reserved >> self.columns | low << self.columns
            }
        };
        let is_free = |pit: &usize| turned >> pit & 1 == 0;
        let free: usize = (0..ring)
            .filter(is_free)
            .map(|pit| usize::from(pits[pit]))
            .sum();
        if !self.covers(free) {
            return None;
        }
        let open = ring - turned.count_ones() as usize;
        let contents = (0..ring).rev().filter(is_free).map(|pit| pits[pit]);
        let rank = self.compositions.rank(contents, open, free);
        let start = self.starts[free][turned as usize];
        Some((Layer::seeds(free), start + rank))
    }

    /// The board of a number.
    #[inline]
    pub(crate) fn place<P: Placed>(&self, layer: Layer, index: u64) -> P {
        let ring = 2 * self.columns;
        let (few, many) = (usize::from(layer.first), usize::from(layer.second));
        let mut pits = [0; MOST_PITS];
        let (mut reserved, mut claimant) = (0, None);
        let compositions = &self.compositions;
        let len = match self.game {
            GameKind::Nsolo => {
                let half = compositions.count(ring, few) * compositions.count(ring, many);
                let (ours, theirs, index) = if index < half {
                    (few, many, index)
                } else {
                    (many, few, index - half)
                };
                let ways = compositions.count(ring, theirs);
                let (own, enemy) = pits.split_at_mut(ring);
                compositions.unrank(index / ways, ring, ours, |pit, seeds| own[pit] = seeds);
                compositions.unrank(index % ways, ring, theirs, |pit, seeds| enemy[pit] = seeds);
                2 * ring
            }
            GameKind::Omweso | GameKind::Owela => {
                compositions.unrank(index, 2 * ring, few, |pit, seeds| pits[pit] = seeds);
                2 * ring
            }
            GameKind::Anywoli => {
                let ways = compositions.count(ring, few);
                claimant = self.marks[(index / ways) as usize];
                compositions.unrank(index % ways, ring, few, |pit, seeds| pits[pit] = seeds);
                ring
            }
            GameKind::BaoKingulu => {
                let starts = &self.starts[few];
                let mask = starts.partition_point(|&start| start <= index) - 1;
                reserved = mask as u128;
                let mut free = [0; MOST_PITS];
                let mut open = 0;
                for pit in (0..ring).filter(|pit| mask >> pit & 1 == 0) {
                    free[open] = pit;
                    open += 1;
                }
                compositions.unrank(index - starts[mask], open, few, |place, seeds| {
                    pits[free[place]] = seeds;
                });
                ring
            }
        };
        P::placed(&pits[..len], reserved, claimant)
    }

    /// The number of the same board with the other player to move.
    #[inline]
    pub(crate) fn turned<P: Placed>(&self, layer: Layer, index: u64) -> Option<u64> {
        if self.game == GameKind::Nsolo {
            let ring = 2 * self.columns;
            let few = self.compositions.count(ring, usize::from(layer.first));
            let many = self.compositions.count(ring, usize::from(layer.second));
            let half = few * many;
            let (first, index, ours, theirs) = if index < half {
                (half * u64::from(few != many), index, few, many)
            } else {
                (0, index - half, many, few)
            };
            return Some(first + index % theirs * ours + index / theirs);
        }
        let board: P = self.place(layer, index);
        self.find(&board.other_to_move()).map(|(_, index)| index)
    }

    /// South's seeds minus North's that are out of play: in stores and in reserved pits.
    pub(crate) fn banked(&self, contents: &Contents<'_>) -> i16 {
        if self.game.has_four_rows() {
            return 0;
        }
        let mut banked = contents.stores[0] as i16 - contents.stores[1] as i16;
        if contents.reserved != 0 {
            for pit in (0..2 * self.columns).filter(|pit| contents.reserved >> pit & 1 == 1) {
                let sign = if pit < self.columns { -1 } else { 1 };
                banked += sign * i16::from(contents.rings[0][pit]);
            }
        }
        banked
    }
}

/// No claim tells positions apart.
const NO_CLAIM: Marks = &[None];

/// The fewest seeds that a table covers, and the claims to the last seeds that tell positions apart.
fn anywoli_marks(rules: &anywoli::Rules) -> (usize, Marks) {
    const SOUTH: Option<Side> = Some(Side::South);
    const NORTH: Option<Side> = Some(Side::North);
    // All options by name: whoever adds one says here whether it is part of a position.
    let anywoli::Rules {
        last_seeds,
        direction: _,
        extra_move: _,
        last_seeds_tested: _,
        repetition: _,
        never_ending: _,
        lap_cap: _,
        at_lap_cap: _,
    } = rules;
    match last_seeds {
        // The next group taken decides, and there is one before only four are left.
        LastSeeds::LastCapturer => (5, NO_CLAIM),
        LastSeeds::MoverTakes | LastSeeds::Unclaimed | LastSeeds::OwnerOfRow => (1, NO_CLAIM),
        LastSeeds::FirstLastSeedCapturer | LastSeeds::FirstCapturer => (1, &[None, SOUTH, NORTH]),
        LastSeeds::StarterTakesEight => (1, &[SOUTH, NORTH]),
    }
}
