//! What is proven about a position without searching.

use crate::ground::Ground;
use crate::proof_number::Memory;
use crate::table::Table;
use crate::terms::Bounds;
use sow_engine::game::Board;

/// Everything that a method has proven so far.
pub(crate) struct Facts<'a, P: Board> {
    pub(crate) ground: &'a Ground<'a, P>,
    /// What alpha-beta keeps.
    pub(crate) table: Option<&'a Table>,
    /// What proof-number search keeps.
    pub(crate) memory: Option<&'a Memory>,
}

impl<P: Board> Copy for Facts<'_, P> {}

impl<P: Board> Clone for Facts<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Board> Facts<'_, P> {
    /// Proven bounds on a position's value, seen by South.
    pub(crate) fn bounds(&self, position: &P) -> Bounds {
        let ground = self.ground;
        let bounds = ground.bounds(position);
        if position.is_mid_turn() {
            return bounds;
        }
        let Some(key) = ground.terms.key(position) else {
            return bounds;
        };
        let by_table = self.table.and_then(|table| table.probe(&key));
        let by_memory = self.memory.and_then(|memory| memory.probe(&key));
        let known = [
            by_table.map(|entry| (entry.lo, entry.hi)),
            by_memory.map(|record| (record.lo, record.hi)),
        ];
        known
            .into_iter()
            .flatten()
            .fold(bounds, |bounds, (lo, hi)| {
                let known = Bounds { lo, hi }.seen_by(position.side());
                bounds.and(known.plus(ground.terms.offset(position)))
            })
    }
}
