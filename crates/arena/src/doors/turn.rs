//! One turn of a player.

use crate::error::ArenaError;
use crate::game::one_turn;
use crate::matches::Entrant;
use crate::run::columns;
use crate::seat::Seat;
use sow_engine::game::{Board, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_random::Stream;

/// The text of one turn of a player at `position`, between turns, after the positions `before` have occurred;
/// `None` if the game is over or the player to move has no legal turn. `stream` is the source of his random
/// numbers.
///
/// # Errors
/// What the player says if he cannot go on.
pub fn take_turn(
    rules: Rules,
    position: &Setup,
    before: &[Setup],
    seat: &Seat,
    stream: Stream,
) -> Result<Option<String>, ArenaError> {
    let columns = columns(rules, std::iter::once(position).chain(before))?;
    let choose = Choose {
        position,
        before,
        seat,
        stream,
    };
    visit(rules, columns, choose)
}

struct Choose<'a> {
    position: &'a Setup,
    before: &'a [Setup],
    seat: &'a Seat,
    stream: Stream,
}

impl BoardVisitor for Choose<'_> {
    type Output = Result<Option<String>, ArenaError>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let position = game.position(self.position);
        let before = self.before.iter().map(|setup| game.position(setup));
        let before = before.collect();
        let mut player = self.seat.enter(&*game, &position, self.stream)?;
        Ok(one_turn(&*game, &position, before, &mut *player)?)
    }
}
