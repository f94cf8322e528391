//! The numbers of boards with the other player to move.

use crate::anywoli::board::{Packed, board_of, next};
use crate::anywoli::can_build;
use crate::domain::{Domain, Layer};

/// The numbers of boards with the other player to move, for boards taken one after another.
pub(crate) struct Turned {
    packed: Packed,
    total: usize,
    board: u64,
}

impl Turned {
    /// From the board of number `first` on; `None` where this module does not know the rules.
    pub(crate) fn new(domain: &Domain, layer: Layer, first: u64) -> Option<Self> {
        let total = usize::from(layer.first);
        can_build(&domain.rules, domain.columns).then(|| {
            Packed::new(domain, total).map(|packed| Self {
                packed,
                total,
                board: board_of(domain, layer, first),
            })
        })?
    }
}

impl Iterator for Turned {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        let turned = self.packed.turned(self.board);
        self.board = next(self.board);
        Some(self.packed.ranks.rank(turned, self.total))
    }
}
