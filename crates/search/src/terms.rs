//! The terms on which one game is searched: values, sound static bounds, and what a cycle is worth.

use crate::endgames::EndgameValue;
use crate::key::{Key, Layout};
use crate::objective::{INFINITE, Objective, Scale, WIN};
use sow_engine::game::{Board, Ending, Game};
use sow_engine::kind::GameKind;
use sow_engine::rules::{Fate, Rules};
use sow_engine::side::Side;

/// Proven bounds on a value, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) lo: i32,
    pub(crate) hi: i32,
}

impl Bounds {
    /// The same bounds seen by `side`, if they were seen by South, and the other way round.
    pub(crate) const fn seen_by(self, side: Side) -> Self {
        match side {
            Side::South => self,
            Side::North => Self {
                lo: -self.hi,
                hi: -self.lo,
            },
        }
    }

    /// What both say.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            lo: self.lo.max(other.lo),
            hi: self.hi.min(other.hi),
        }
    }

    /// Whether a value lies within.
    pub(crate) fn contain(self, value: i32) -> bool {
        (self.lo..=self.hi).contains(&value)
    }

    /// Both bounds plus `offset`.
    pub(crate) const fn plus(self, offset: i32) -> Self {
        Self {
            lo: self.lo + offset,
            hi: self.hi + offset,
        }
    }
}

/// What endless play is taken to be worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Endless {
    /// What the rules say.
    AsRuled,
    /// The least that South can still get, see [`crate::endless`].
    Least,
    /// The most that South can still get.
    Most,
}

/// The terms of one game under one objective.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) scale: Scale,
    /// How positions are encoded, where tables can be used at all: not where repetitions within one
    /// cycle have different values, see [`crate::cycles`].
    pub(crate) layout: Option<Layout>,
    /// Table values leave out what is banked.
    relative: bool,
    /// Reserved pits are never sown from, so their seeds are banked.
    reserved_is_banked: bool,
    columns: usize,
    pub(crate) seeds: i32,
    fate: Fate,
    kind: GameKind,
    pub(crate) endless: Endless,
}

impl Terms {
    /// The terms of a game for positions of at most `seeds` seeds.
    pub(crate) fn new<P: Board>(game: &dyn Game<P>, objective: Objective, seeds: usize) -> Self {
        Self::taking(game, objective, seeds, Endless::AsRuled)
    }

    /// The same with endless play taken to be worth something else.
    pub(crate) fn taking<P: Board>(
        game: &dyn Game<P>,
        objective: Objective,
        seeds: usize,
        endless: Endless,
    ) -> Self {
        let rules = game.rules();
        let kind = game.kind();
        let four_rows = kind.has_four_rows();
        let fate = game.fate();
        // A void game or a forfeit is worth the same whatever is banked.
        let relative = !four_rows && fate == Fate::Illegal;
        let cycles_are_constant = endless != Endless::AsRuled || rules.cycles_are_constant();
        let layout = Layout::new(
            2 * game.columns(),
            four_rows,
            kind == GameKind::BaoKingulu,
            !four_rows && !relative,
            endless != Endless::AsRuled,
            seeds,
        );
        Self {
            scale: Scale::of(objective, four_rows),
            layout: layout.filter(|_| cycles_are_constant),
            relative,
            reserved_is_banked: matches!(&rules, Rules::BaoKingulu(rules) if rules.never_lifts_reserved()),
            columns: game.columns(),
            seeds: seeds as i32,
            fate,
            kind,
            endless,
        }
    }

    /// Whether endless play is taken to be worth the most that South can get.
    pub(crate) fn is_most(&self) -> bool {
        self.endless == Endless::Most
    }

    /// South's value of a result.
    pub(crate) fn value(&self, ending: &Ending) -> i32 {
        self.scale.value(ending)
    }

    /// South's value of meeting the position again. Where the rules let play go on, play without an
    /// end counts as a draw.
    pub(crate) fn cycle<P: Board>(&self, game: &dyn Game<P>, position: &P) -> i32 {
        match self.endless {
            Endless::AsRuled => game
                .repeated(position)
                .map_or(0, |ending| self.value(&ending)),
            // Stores do not change within a cycle, so neither do these.
            Endless::Least => self.bounds(game, position).lo,
            Endless::Most => self.bounds(game, position).hi,
        }
    }

    /// The key of a position between turns, where tables can be used.
    #[inline]
    pub(crate) fn key<B: Board>(&self, position: &B) -> Option<Key> {
        self.layout.as_ref()?.key(position)
    }

    /// What the values of a table leave out at this position, seen by South.
    #[inline]
    pub(crate) fn offset<B: Board>(&self, position: &B) -> i32 {
        if !self.relative {
            return 0;
        }
        let [south, north] = position.contents().stores;
        i32::from(south) - i32::from(north)
    }

    /// Whether what is banked is left out of keys and of the values that go with them.
    pub(crate) fn leaves_out_stores(&self) -> bool {
        self.relative
    }

    /// Seeds that can still be banked, so that no turn leads to more of them and no cycle to fewer. All
    /// positions with as many that lie on one cycle have the same value of endless play.
    pub(crate) fn in_play<B: Board>(&self, position: &B) -> u16 {
        let contents = position.contents();
        if self.kind.has_four_rows() {
            return 0;
        }
        let counts = |pit: usize| !self.reserved_is_banked || contents.reserved >> pit & 1 == 0;
        let ring = contents.rings[0].iter().enumerate();
        ring.filter(|&(pit, _)| counts(pit))
            .map(|(_, &seeds)| u16::from(seeds))
            .sum()
    }

    /// Bounds that hold however the game goes on, seen by South.
    pub(crate) fn bounds<P: Board>(&self, game: &dyn Game<P>, position: &P) -> Bounds {
        match self.scale {
            Scale::Seeds => self.seed_bounds(position),
            Scale::Winner => Bounds { lo: -1, hi: 1 },
            Scale::Points if self.kind == GameKind::Omweso => Bounds { lo: -12, hi: 12 },
            Scale::Points => Bounds { lo: -1, hi: 1 },
            Scale::WinnerThenSeeds => {
                let [south, north] = self.most_at_the_end(game, position);
                Bounds {
                    lo: -WIN - north,
                    hi: WIN + south,
                }
            }
        }
    }

    /// What an endgame table says, on the scale of these terms, seen by South.
    pub(crate) fn endgame(&self, known: &EndgameValue) -> Bounds {
        let value = match self.scale {
            Scale::Winner => Some(known.winner.map_or(0, Side::sign)),
            Scale::Seeds => known.margin,
            Scale::Points => known.points.map(i32::from),
            Scale::WinnerThenSeeds => known
                .margin
                .map(|margin| known.winner.map_or(0, |side| side.sign() * WIN + margin)),
        };
        if let Some(value) = value {
            return Bounds {
                lo: value,
                hi: value,
            };
        }
        match known.winner {
            None => Bounds { lo: 0, hi: 0 },
            Some(Side::South) => Bounds {
                lo: 1,
                hi: INFINITE,
            },
            Some(Side::North) => Bounds {
                lo: -INFINITE,
                hi: -1,
            },
        }
    }

    /// The most seeds that South and North can be counted as having when they win a four-row game.
    fn most_at_the_end<P: Board>(&self, game: &dyn Game<P>, position: &P) -> [i32; 2] {
        // By a forfeit the other's seeds are won as well.
        if self.kind != GameKind::Nsolo || self.fate == Fate::MoverLoses {
            return [i32::from(game.seeds(position)); 2];
        }
        // Nobody ever gets a stone back or takes one for himself.
        position
            .contents()
            .rings
            .map(|ring| ring.iter().map(|&seeds| i32::from(seeds)).sum())
    }

    /// What is banked stays banked; the rest can go either way.
    fn seed_bounds<B: Board>(&self, position: &B) -> Bounds {
        let contents = position.contents();
        let ring = contents.rings[0];
        let mut banked = i32::from(contents.stores[0]) - i32::from(contents.stores[1]);
        let mut free: i32 = ring.iter().map(|&seeds| i32::from(seeds)).sum();
        if self.reserved_is_banked && contents.reserved != 0 {
            for (pit, &seeds) in ring.iter().enumerate() {
                if contents.reserved >> pit & 1 == 1 {
                    let owner = if pit < self.columns {
                        Side::North
                    } else {
                        Side::South
                    };
                    banked += owner.sign() * i32::from(seeds);
                    free -= i32::from(seeds);
                }
            }
        }
        let bounds = Bounds {
            lo: banked - free,
            hi: banked + free,
        };
        match self.fate {
            Fate::Illegal => bounds,
            Fate::Annul => Bounds {
                lo: bounds.lo.min(0),
                hi: bounds.hi.max(0),
            },
            Fate::MoverLoses => Bounds {
                lo: -self.seeds,
                hi: self.seeds,
            },
        }
    }
}
