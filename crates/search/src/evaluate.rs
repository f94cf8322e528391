//! What a position is worth at a glance: a sum of a few counts, one weight for each.
//!
//! An evaluation is an estimate and nothing more. It is seen by the player to move, in hundredths of a
//! seed, and says how much better his side looks than the other. The weights are data, one set a game;
//! those of [`Weights::of`] come from games of the engine against itself and were kept where they won
//! matches against material alone. `examples/tune.rs` does both again.

use sow_engine::game::{Board, Contents, Game};
use sow_engine::kind::GameKind;
use sow_engine::side::Side;

/// How many things are counted.
pub const COUNTS: usize = 10;

/// The names of the counts, in the order of [`Features`] and [`Weights`].
///
/// * `seeds`: seeds in play on one's own side, reserved pits left out.
/// * `banked`: two rows: seeds in the store and in reserved pits.
/// * `mobility`: pits that a sowing can start from: of at least two seeds in four rows, of any in two.
/// * `singles`: pits of one seed.
/// * `threes`: two rows: pits of three seeds, one short of a group or of being reserved.
/// * `exposed`: four rows: seeds in columns that can be captured, front and back pit filled (Nsolo: front
///   pits).
/// * `front`: four rows: seeds in the front row.
/// * `ends`: four rows: 1 where both end columns can be captured, which loses at once in Omweso.
/// * `reserved`: Bao Kingulu: pits that the player has reserved.
/// * `tempo`: 1 for the player to move.
pub const NAMES: [&str; COUNTS] = [
    "seeds", "banked", "mobility", "singles", "threes", "exposed", "front", "ends", "reserved",
    "tempo",
];

const SEEDS: usize = 0;
const BANKED: usize = 1;
const MOBILITY: usize = 2;
const SINGLES: usize = 3;
const THREES: usize = 4;
const EXPOSED: usize = 5;
const FRONT: usize = 6;
const ENDS: usize = 7;
const RESERVED: usize = 8;
const TEMPO: usize = 9;

/// No evaluation is beyond this, either way.
pub(crate) const MOST: i32 = 300_000;

/// The counts of the player to move minus those of his opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features(pub [i32; COUNTS]);

/// What each count is worth, in hundredths of a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights(pub [i32; COUNTS]);

impl Weights {
    /// Seeds only.
    pub const MATERIAL: Self = Self([100, 100, 0, 0, 0, 0, 0, 0, 0, 0]);

    /// The weights of a game.
    ///
    /// Measured against material alone at 4000 nodes a move, both sides of each random opening. In
    /// Omweso and Bao Kingulu no weights were found that measurably win: fitted ones scored 51.4 ± 1.7 %
    /// of 1000 games and 47.1 ± 1.8 % of 400.
    pub const fn of(game: GameKind) -> Self {
        match game {
            GameKind::Omweso | GameKind::BaoKingulu => Self::MATERIAL,
            GameKind::Owela => Self([100, 0, 200, 125, 0, 5, -75, -80, 0, 345]),
            GameKind::Nsolo => Self([100, 0, 60, 0, 0, 0, -15, 0, 0, 0]),
            // Seeds on one's side are seeds for the opponent's sowings to take.
            GameKind::Anywoli => Self([-95, 100, 407, -217, 157, 0, 0, 0, 0, 20]),
        }
    }

    /// How steeply the chances of a game rise with the evaluation: logits for each hundredth of a
    /// seed, fitted to results of games of the engine against itself.
    pub const fn steepness(game: GameKind) -> f32 {
        match game {
            GameKind::Omweso => 0.000_7,
            GameKind::Owela => 0.001_7,
            GameKind::Nsolo => 0.002,
            GameKind::BaoKingulu => 0.001,
            GameKind::Anywoli => 0.001_45,
        }
    }

    /// Sets the weight of a count; false if there is no such count.
    pub fn set(&mut self, name: &str, weight: i32) -> bool {
        let place = NAMES.iter().position(|known| *known == name);
        if let Some(place) = place {
            self.0[place] = weight;
        }
        place.is_some()
    }

    /// The value of counts.
    #[inline]
    pub fn apply(&self, features: &Features) -> i32 {
        let products = self.0.iter().zip(&features.0).map(|(w, f)| w * f);
        products.sum::<i32>().clamp(-MOST, MOST)
    }
}

/// The value of a position to the player to move, in hundredths of a seed. It sees the board as it
/// lies: not whether the game is over, nor seeds in hand.
pub fn evaluate<P: Board>(game: &dyn Game<P>, position: &P, weights: &Weights) -> i32 {
    weights.apply(&features(game, position))
}

/// The counts of a position.
#[inline]
pub fn features<P: Board>(game: &dyn Game<P>, position: &P) -> Features {
    let [own, enemy] = both_sides(game, position);
    let mut features = Features(std::array::from_fn(|i| own[i] - enemy[i]));
    features.0[TEMPO] = 1;
    features
}

/// The value to the player to move, and how many pits he can sow from.
#[inline]
pub(crate) fn value_and_mobility<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    weights: &Weights,
) -> (i32, i32) {
    let [own, enemy] = both_sides(game, position);
    let mut value = weights.0[TEMPO];
    for i in 0..COUNTS {
        value += weights.0[i] * (own[i] - enemy[i]);
    }
    (value.clamp(-MOST, MOST), own[MOBILITY])
}

#[inline]
fn both_sides<P: Board>(game: &dyn Game<P>, position: &P) -> [[i32; COUNTS]; 2] {
    let contents = position.contents();
    let columns = game.columns();
    let mover = position.side();
    let kind = game.kind();
    let counts = |side: Side| {
        if kind.has_four_rows() {
            four_rows(contents.rings[side.index()], columns, kind)
        } else {
            two_rows(&contents, columns, side)
        }
    };
    [counts(mover), counts(mover.other())]
}

/// The counts of one player's ring; bytes past the last pit are zero.
#[inline]
fn four_rows(ring: &[u8], columns: usize, kind: GameKind) -> [i32; COUNTS] {
    let back = &ring[..columns];
    let front = &ring[columns..2 * columns];
    // Nsolo takes the front pit and strips stones of its choice.
    let needs_back = kind != GameKind::Nsolo;
    let mut counts = [0; COUNTS];
    // Over the whole ring at once, and in few bits, since that makes for vector instructions.
    let number = |is: fn(u8) -> bool| i32::from(ring.iter().map(|&s| u8::from(is(s))).sum::<u8>());
    counts[MOBILITY] = number(|seeds| seeds >= 2);
    counts[SINGLES] = number(|seeds| seeds == 1);
    counts[SEEDS] = i32::from(ring.iter().map(|&s| u16::from(s)).sum::<u16>());
    counts[FRONT] = i32::from(front.iter().map(|&s| u16::from(s)).sum::<u16>());
    // The front row runs on round the corner, so its last pit faces the first of the back row.
    for (&b, &f) in back.iter().zip(front.iter().rev()) {
        counts[EXPOSED] += exposed(b, f, needs_back);
    }
    let ends = [0, columns - 1].map(|i| exposed(back[i], front[columns - 1 - i], needs_back));
    counts[ENDS] = i32::from(ends[0] > 0 && ends[1] > 0);
    counts
}

/// The seeds of a column that can be captured.
#[inline]
fn exposed(back: u8, front: u8, needs_back: bool) -> i32 {
    let (b, f) = (i32::from(back), i32::from(front));
    match needs_back {
        true => i32::from(b > 0 && f > 0) * (b + f),
        false => f,
    }
}

/// The counts of one player of a two-row game.
#[inline]
fn two_rows(contents: &Contents<'_>, columns: usize, side: Side) -> [i32; COUNTS] {
    let ring = contents.rings[0];
    let (own, other) = match side {
        Side::South => (0, columns),
        Side::North => (columns, 0),
    };
    let mut counts = [0; COUNTS];
    counts[BANKED] = i32::from(contents.stores[side.index()]);
    for i in 0..columns {
        let seeds = i32::from(ring[own + i]);
        if contents.reserved >> (own + i) & 1 == 0 {
            counts[SEEDS] += seeds;
            counts[MOBILITY] += i32::from(seeds > 0);
            counts[SINGLES] += i32::from(seeds == 1);
            counts[THREES] += i32::from(seeds == 3);
        }
        if contents.reserved >> (other + i) & 1 == 1 {
            counts[RESERVED] += 1;
            counts[BANKED] += i32::from(ring[other + i]);
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use sow_engine::games::{BoardVisitor, visit};
    use sow_engine::rules::Rules;

    struct AtStart;

    impl BoardVisitor for AtStart {
        type Output = Features;

        fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Features {
            let start = game.rules().start(game.columns());
            features(&*game, &game.position(&start))
        }
    }

    #[test]
    fn equal_sides_are_equal_but_for_the_move() {
        for kind in [
            GameKind::Omweso,
            GameKind::Owela,
            GameKind::Nsolo,
            GameKind::BaoKingulu,
            GameKind::Anywoli,
        ] {
            let rules = Rules::default_for(kind);
            let found = visit(rules, rules.default_columns(), AtStart);
            let mut expected = [0; COUNTS];
            expected[TEMPO] = 1;
            assert_eq!(found, Features(expected), "{kind}");
        }
    }

    #[test]
    fn exposed_seeds_lie_in_full_columns() {
        // Back row 3 0 2 1, front row seen from the same end 1 4 0 2.
        let counts = four_rows(&[3, 0, 2, 1, 2, 0, 4, 1], 4, GameKind::Owela);
        assert_eq!(counts[SEEDS], 13);
        assert_eq!(counts[EXPOSED], 4 + 3);
        assert_eq!(counts[FRONT], 7);
        assert_eq!(counts[MOBILITY], 4);
        assert_eq!(counts[ENDS], 1);
        let nsolo = four_rows(&[3, 0, 2, 1, 2, 0, 4, 1], 4, GameKind::Nsolo);
        assert_eq!(nsolo[EXPOSED], 7);
    }
}
