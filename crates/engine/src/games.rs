//! The five games, one file each, and the choice of the right one for a position.

pub mod anywoli;
pub mod bao_kingulu;
pub mod nsolo;
pub mod omweso;
pub mod owela;

use crate::four_row::FourRow;
use crate::game::{Board, Game};
use crate::rules::Rules;
use crate::two_row::TwoRow;

/// Code that runs on whichever board it is given, compiled for each of the six: two rows and four, in rings of
/// 16, 32 and 72 pits. The libraries' doors are made of it; their callers need not know of it.
pub trait BoardVisitor {
    /// What it returns.
    type Output;
    /// Runs for one game on its board.
    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output;
}

/// Calls the visitor with the game of the rules on a board of `columns` columns, in the smallest of
/// the compiled ring sizes that holds it.
///
/// # Panics
/// If `columns` is outside [`crate::kind::GameKind::columns`].
pub fn visit<V: BoardVisitor>(rules: Rules, columns: usize, visitor: V) -> V::Output {
    match 2 * columns {
        4..=16 => visit_sized::<16, V>(rules, columns, visitor),
        17..=32 => visit_sized::<32, V>(rules, columns, visitor),
        33..=72 => visit_sized::<72, V>(rules, columns, visitor),
        _ => panic!("boards have 2 to 36 columns, not {columns}"),
    }
}

fn visit_sized<const CAP: usize, V: BoardVisitor>(
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
