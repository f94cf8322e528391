//! How a player gets what is proven for him: one turn for each position that he can come to, whatever the other does.
//!
//! What a search leaves in its table tells which moves are good, but not all of it is there any more, and good moves
//! alone may go round in a circle. So the strategy is made from the root on, depth first ([`make`]): at each position a
//! turn is taken that is proven, by preference one after which little has to be made that is not made already. A turn that
//! can lead back to a position in the making is not taken where coming back would be worth too little. Where no other
//! is left, the position is proven anew with an empty table, so that its proof rests on no position above it.

mod book;
mod make;

use super::ProofNumber;
use crate::crew::Crew;
use crate::endless::Method;
use crate::ground::Ground;
use crate::limits::Limits;
use crate::solution::OnProgress;
use crate::terms::Endless;
use crate::threads::with_stack;
use book::Book;
use make::{Job, Made, make};
use sow_engine::game::{Board, Decision};
use sow_engine::side::Side;

/// One turn for each position at which a player can come to move, and some that he cannot come to.
#[derive(Debug)]
pub struct Strategy<'s, P: Board> {
    ground: &'s Ground<'s, P>,
    made: Made,
}

impl<P: Board> Strategy<'_, P> {
    /// The turn at a position of the player whose strategy it is, `None` if he cannot come there or the game is over.
    pub fn turn(&self, position: &P) -> Option<&[Decision]> {
        self.made.book.turn(&self.ground.terms, position)
    }

    /// The number of positions with a turn.
    pub fn positions(&self) -> usize {
        self.made.book.len()
    }

    /// How many of them the table had forgotten, so that they were proven once more.
    pub fn proven_again(&self) -> u64 {
        self.made.proven_again
    }

    /// How many of them were proven with an empty table, so as not to go round in a circle.
    pub fn proven_anew(&self) -> u64 {
        self.made.proven_anew
    }
}

impl<'game, P: Board> ProofNumber<'game, P> {
    /// How `holder` gets what a solution promises him: [`crate::Solution::lowest`] if he is South, else
    /// [`crate::Solution::highest`]. Endgame tables are not asked. `None` if the position is not solved within the limits,
    /// or where repetitions within one cycle have different values and he would have to use one.
    ///
    /// # Panics
    /// If the thread that searches cannot be started.
    pub fn strategy<'s>(
        &'s self,
        position: &P,
        holder: Side,
        limits: &Limits<'_>,
        progress: &mut OnProgress<'_>,
    ) -> Option<Strategy<'s, P>>
    where
        'game: 's,
    {
        let solver = match (&self.sides, holder) {
            (None, _) => self,
            // What holds if repetitions serve him least rests on none.
            (Some(sides), Side::South) => &sides[0],
            (Some(sides), Side::North) => &sides[1],
        };
        let terms = &solver.ground.terms;
        let mut made = Made {
            book: Book::new(terms.layout?.words),
            proven_again: 0,
            proven_anew: 0,
        };
        let is_made = with_stack(|| {
            let crew = Crew::new(solver.ground.before(position), limits.nodes);
            let mut search = solver.search(&crew, position, limits, progress);
            let bounds = crew.bounds();
            if !solver.ground.is_answer(bounds) {
                return false;
            }
            let goals = solver.ground.goals(bounds);
            let job = Job {
                holder,
                goals,
                want: match holder {
                    Side::South => goals.lo,
                    Side::North => -goals.hi,
                },
                always_falls: terms.endless != Endless::AsRuled,
            };
            make(&mut search, &job, &mut made, position, 0).is_ok()
        });
        let ground = &solver.ground;
        is_made.then_some(Strategy { ground, made })
    }
}
