//! A table's positions played by the engine: the game's own types behind one small trait.

use crate::domain::{Domain, Layer, Placed};
use crate::value::NOTHING;
use sow_engine::four_row::FourRow;
use sow_engine::game::{Board, Game};
use sow_engine::games::{anywoli, bao_kingulu, nsolo, omweso, owela};
use sow_engine::lead::Leads;
use sow_engine::rules::Rules;
use sow_engine::turn_ends::Turns;
use sow_engine::two_row::TwoRow;

/// Code compiled for each board on which positions can be placed.
pub(crate) trait PlacedVisitor {
    /// What it returns.
    type Output;
    /// Runs for one game.
    fn visit<P: Placed>(self, game: Box<dyn Game<P>>) -> Self::Output;
}

/// Calls the visitor with the game of the rules, in the smallest ring that holds the board, which has at most
/// [`crate::domain::MOST_COLUMNS`].
pub(crate) fn visit<V: PlacedVisitor>(rules: Rules, columns: usize, visitor: V) -> V::Output {
    if columns <= 8 {
        sized::<16, V>(rules, columns, visitor)
    } else {
        sized::<32, V>(rules, columns, visitor)
    }
}

fn sized<const CAP: usize, V: PlacedVisitor>(
    rules: Rules,
    columns: usize,
    visitor: V,
) -> V::Output {
    match rules {
        Rules::Omweso(rules) => {
            visitor.visit::<FourRow<CAP>>(Box::new(omweso::Omweso::new(rules, columns)))
        }
        Rules::Owela(rules) => {
            visitor.visit::<FourRow<CAP>>(Box::new(owela::Owela::new(rules, columns)))
        }
        Rules::Nsolo(rules) => {
            visitor.visit::<FourRow<CAP>>(Box::new(nsolo::Nsolo::new(rules, columns)))
        }
        Rules::BaoKingulu(rules) => {
            visitor.visit::<TwoRow<CAP>>(Box::new(bao_kingulu::BaoKingulu::new(rules, columns)))
        }
        Rules::Anywoli(rules) => {
            visitor.visit::<TwoRow<CAP>>(Box::new(anywoli::Anywoli::new(rules, columns)))
        }
    }
}

/// A child in the layer that is being built.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inside {
    pub(crate) index: u64,
    pub(crate) cost: u16,
    pub(crate) same_side: bool,
    pub(crate) gain: i16,
}

/// Looks at the children of one position: `inside` is told those of its own layer; returned is the
/// best value to be had otherwise ([`NOTHING`] if there is none), `known` being asked for the values of lower layers.
#[inline]
pub(crate) fn children<P: Board>(
    game: &dyn Game<P>,
    domain: &Domain,
    layer: Layer,
    position: &P,
    turns: &mut Turns<P>,
    known: &impl Fn(Layer, u64) -> i16,
    mut inside: impl FnMut(Inside),
) -> i16 {
    let scale = domain.scale();
    let mover = position.side();
    if let Some(ending) = game.finished(position) {
        return scale.ending(&ending, mover, 0);
    }
    let sign = mover.sign() as i16;
    let mut best = NOTHING;
    let any = turns.each(game, position, &mut |leaf, cost, _| match leaf {
        Leads::Undecided(why) => unreachable!("tables cover up to 255 seeds: {why:?}"),
        Leads::Ends(ending) => best = best.max(scale.ending(&ending, mover, cost)),
        Leads::To(after) => {
            if let Some(ending) = game.finished(&after) {
                best = best.max(scale.ending(&ending, mover, cost));
                return;
            }
            let (below, index) = domain
                .find(&after)
                .expect("children of covered positions are covered");
            let gain = sign * domain.banked(&after.contents());
            let same_side = after.side() == mover;
            if below == layer {
                inside(Inside {
                    index,
                    cost,
                    same_side,
                    gain,
                });
            } else {
                best = best.max(scale.child(known(below, index), same_side, cost, gain));
            }
        }
    });
    if any {
        best
    } else {
        scale.ending(&game.stuck(position), mover, 0)
    }
}
