//! The five games, one file each, and the choice of the right one for a position.

pub mod anywoli;
pub mod bao_kingulu;
pub mod nsolo;
pub mod omweso;
pub mod owela;

use crate::game::Game;
use crate::rules::Rules;

/// Code that runs for whichever game it is given, compiled for each.
pub trait GameVisitor {
    /// What it returns.
    type Output;
    /// Runs for one game.
    fn visit<G: Game + 'static>(self, game: G) -> Self::Output;
}

/// Calls the visitor with the game of the rules on a board of `columns` columns, in the smallest of
/// the compiled ring sizes (16, 32 and 72 pits) that holds it.
///
/// With debug assertions the middle size is left out where there are four rows, and boards of 9 to 16
/// columns are played in the largest: what is generic over games takes most of the time in which tests
/// are compiled.
///
/// # Panics
/// If `columns` is outside [`crate::kind::GameKind::columns`].
pub fn visit<V: GameVisitor>(rules: Rules, columns: usize, visitor: V) -> V::Output {
    match 2 * columns {
        4..=16 => visit_sized::<16, V>(rules, columns, visitor),
        17..=32 => visit_middle(rules, columns, visitor),
        33..=72 => visit_sized::<72, V>(rules, columns, visitor),
        _ => panic!("boards have 2 to 36 columns, not {columns}"),
    }
}

#[cfg(not(debug_assertions))]
fn visit_middle<V: GameVisitor>(rules: Rules, columns: usize, visitor: V) -> V::Output {
    visit_sized::<32, V>(rules, columns, visitor)
}

#[cfg(debug_assertions)]
fn visit_middle<V: GameVisitor>(rules: Rules, columns: usize, visitor: V) -> V::Output {
    match rules {
        Rules::BaoKingulu(rules) => {
            visitor.visit(bao_kingulu::BaoKingulu::<32>::new(rules, columns))
        }
        Rules::Anywoli(rules) => visitor.visit(anywoli::Anywoli::<32>::new(rules, columns)),
        _ => visit_sized::<72, V>(rules, columns, visitor),
    }
}

fn visit_sized<const CAP: usize, V: GameVisitor>(
    rules: Rules,
    columns: usize,
    visitor: V,
) -> V::Output {
    match rules {
        Rules::Omweso(rules) => visitor.visit(omweso::Omweso::<CAP>::new(rules, columns)),
        Rules::Owela(rules) => visitor.visit(owela::Owela::<CAP>::new(rules, columns)),
        Rules::Nsolo(rules) => visitor.visit(nsolo::Nsolo::<CAP>::new(rules, columns)),
        Rules::BaoKingulu(rules) => {
            visitor.visit(bao_kingulu::BaoKingulu::<CAP>::new(rules, columns))
        }
        Rules::Anywoli(rules) => visitor.visit(anywoli::Anywoli::<CAP>::new(rules, columns)),
    }
}
