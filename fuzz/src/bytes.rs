//! A position made of any bytes.

use sow_engine::kind::GameKind;
use sow_engine::setup::Setup;
use sow_engine::side::Side;

/// Bytes that are used up one by one; after the last there are only zeros.
pub struct Bytes<'a>(std::slice::Iter<'a, u8>);

impl<'a> Bytes<'a> {
    pub fn new(data: &'a [u8]) -> Self {
        Self(data.iter())
    }

    fn next(&mut self) -> u8 {
        self.0.next().copied().unwrap_or(0)
    }

    /// A number less than `end`.
    pub fn below(&mut self, end: usize) -> usize {
        usize::from(self.next()) % end
    }

    fn side(&mut self) -> Side {
        Side::BOTH[self.below(2)]
    }

    fn maybe_side(&mut self) -> Option<Side> {
        (self.below(3) > 0).then(|| self.side())
    }

    /// A board of 2 to 12 columns, mostly with few seeds, with the flags that its game knows.
    pub fn setup(&mut self) -> Setup {
        let game = GameKind::ALL[self.below(5)];
        let mut setup = Setup::empty(game, 2 + self.below(11));
        let most = [2, 3, 4, 6, 10][self.below(5)];
        for ring in 0..if game.has_four_rows() { 2 } else { 1 } {
            for pit in 0..2 * setup.columns {
                setup.rings[ring][pit] = self.below(most) as u8;
            }
        }
        setup.side = self.side();
        match game {
            GameKind::Omweso => {
                setup.unmoved = [self.below(4) == 0, self.below(4) == 0];
                setup.uncaptured = self.below(2) == 0;
            }
            GameKind::Owela => setup.unmoved = [self.below(4) == 0, self.below(4) == 0],
            GameKind::Nsolo => {}
            GameKind::BaoKingulu => {
                setup.stores = [self.below(30) as u16, self.below(30) as u16];
                for pit in 0..2 * setup.columns {
                    setup.reserved[pit] = self.below(5) == 0;
                }
            }
            GameKind::Anywoli => {
                setup.stores = [self.below(30) as u16, self.below(30) as u16];
                setup.last = self.maybe_side();
            }
        }
        setup
    }
}
