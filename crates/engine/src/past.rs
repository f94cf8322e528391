//! A game that has a past: positions that count as repeated when they are met.
//!
//! What a position is worth in a game that has been played is not what it is worth alone: a way back to a position of
//! that game ends it. As the rules fix what a repetition is worth, a game with a past is the same game with a few more
//! positions in which it is over, and whoever plays, searches or lists it need not know of the difference.

use crate::game::{Board, Decision, Ending, Game, Step};
use crate::kind::GameKind;
use crate::relay::Patience;
use crate::rules::{Fate, Rules};
use crate::setup::Setup;
use crate::trace::Observer;

/// A game in which some positions have been met already. Where the rules let play go on after a repetition, it is no
/// different from the game itself.
#[derive(Clone, Debug)]
pub struct WithPast<'game, P: Board> {
    game: &'game dyn Game<P>,
    past: Vec<P>,
}

impl<'game, P: Board> WithPast<'game, P> {
    /// The game in which the positions `past` have been met, the present one left out. Positions in the middle of a
    /// turn cannot be repeated and do not matter.
    pub fn new(game: &'game dyn Game<P>, past: Vec<P>) -> Self {
        Self { game, past }
    }

    /// The positions met.
    pub fn past(&self) -> &[P] {
        &self.past
    }
}

// Every method is passed on, those with a default too: a game's own answer counts.
impl<P: Board> Game<P> for WithPast<'_, P> {
    fn kind(&self) -> GameKind {
        self.game.kind()
    }

    fn rules(&self) -> Rules {
        self.game.rules()
    }

    fn columns(&self) -> usize {
        self.game.columns()
    }

    fn position(&self, setup: &Setup) -> P {
        self.game.position(setup)
    }

    fn setup(&self, position: &P) -> Setup {
        self.game.setup(position)
    }

    fn candidates(&self, position: &P, decisions: &mut Vec<Decision>) {
        self.game.candidates(position, decisions);
    }

    fn sowable(&self, position: &P) -> Option<u128> {
        self.game.sowable(position)
    }

    fn over_at_once(&self, position: &P, pits: u128) -> u128 {
        self.game.over_at_once(position, pits)
    }

    fn refused_at_once(&self, position: &P, pits: u128) -> u128 {
        self.game.refused_at_once(position, pits)
    }

    fn decide(
        &self,
        position: &P,
        decision: Decision,
        patience: &Patience,
        observer: Option<&mut dyn Observer>,
    ) -> Step<P> {
        self.game.decide(position, decision, patience, observer)
    }

    fn conserves(&self, before: &P, after: &P, captured: u16) -> bool {
        self.game.conserves(before, after, captured)
    }

    fn play(
        &self,
        position: &P,
        decision: Decision,
        patience: &Patience,
        observer: Option<&mut dyn Observer>,
    ) -> Step<P> {
        self.game.play(position, decision, patience, observer)
    }

    fn sow_on(&self, position: &mut P, pit: u8) -> bool {
        self.game.sow_on(position, pit)
    }

    fn finished(&self, position: &P) -> Option<Ending> {
        self.game.finished(position).or_else(|| {
            let is_repeated = !position.is_mid_turn() && self.past.contains(position);
            is_repeated.then(|| self.game.repeated(position)).flatten()
        })
    }

    fn stuck(&self, position: &P) -> Ending {
        self.game.stuck(position)
    }

    fn repeated(&self, position: &P) -> Option<Ending> {
        self.game.repeated(position)
    }

    fn fate(&self) -> Fate {
        self.game.fate()
    }

    fn margin(&self, position: &P) -> i32 {
        self.game.margin(position)
    }

    fn seeds(&self, position: &P) -> u16 {
        self.game.seeds(position)
    }

    fn repetition_key(&self, position: &P) -> Setup {
        self.game.repetition_key(position)
    }

    fn bonus(&self, position: &P) -> Option<u8> {
        self.game.bonus(position)
    }

    fn strip_count(&self, position: &P) -> u128 {
        self.game.strip_count(position)
    }

    fn strips_whole_holes(&self) -> bool {
        self.game.strips_whole_holes()
    }

    fn pit_name(&self, pit: usize) -> String {
        self.game.pit_name(pit)
    }

    fn never_ending(&self, position: &P) -> Option<Ending> {
        self.game.never_ending(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Reason;
    use crate::games::{BoardVisitor, visit};
    use crate::notation::parse_position;

    struct Returns(Setup);

    impl BoardVisitor for Returns {
        type Output = [Option<Reason>; 3];
        fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
            let met = game.position(&self.0);
            let mut other = self.0;
            other.side = other.side.other();
            let other = game.position(&other);
            let past = WithPast::new(&*game, vec![met]);
            let reason = |ending: Option<Ending>| ending.map(|ending| ending.reason);
            [
                reason(game.finished(&met)),
                reason(past.finished(&met)),
                reason(past.finished(&other)),
            ]
        }
    }

    #[test]
    fn a_position_that_was_met_is_a_repetition() {
        for position in [
            "nsolo 1,2/1,0/1,0/0,1 S",
            "owela 1,0/2,0/0,3/0,1 S",
            "omweso 1,0/2,0/0,3/0,1 S",
            "bao-kingulu 2,1,1/1,2,2 S",
            "anywoli 2,1,1/1,2,2 S",
        ] {
            let setup = parse_position(position).expect("a position");
            let (rules, columns) = (Rules::default_for(setup.game), setup.columns);
            let found = visit(rules, columns, Returns(setup));
            assert_eq!(found, [None, Some(Reason::Repetition), None], "{position}");
        }
    }
}
