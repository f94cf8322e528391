//! Decisions as the turns that people read, and back.

use crate::game::{Board, Decision, Game, Outcome};
use crate::relay::Patience;
use crate::turn::{PlayError, append_text, play_text};

/// Collects decisions into one text for each turn; further sowings of a turn are joined by `+`.
#[derive(Debug)]
pub struct Scribe<'a, P: Board> {
    game: &'a dyn Game<P>,
    turns: Vec<String>,
    turn: String,
    sowing: String,
    start: Option<P>,
}

impl<'a, P: Board> Scribe<'a, P> {
    /// Nothing written yet.
    pub const fn new(game: &'a dyn Game<P>) -> Self {
        Self {
            game,
            turns: Vec::new(),
            turn: String::new(),
            sowing: String::new(),
            start: None,
        }
    }

    /// Adds a decision at `before`.
    pub fn add(&mut self, before: &P, decision: Decision) {
        let begins = !before.is_mid_turn() || before.is_optional_move();
        if begins {
            let goes_on = self
                .start
                .is_some_and(|start| start.side() == before.side());
            self.finish_sowing();
            if !goes_on {
                self.finish_turn();
            }
            self.start = Some(*before);
        }
        let start = self.start.unwrap_or(*before);
        append_text(self.game, &start, decision, &mut self.sowing);
    }

    fn finish_sowing(&mut self) {
        if !self.sowing.is_empty() {
            if !self.turn.is_empty() {
                self.turn += "+";
            }
            self.turn += &std::mem::take(&mut self.sowing);
        }
    }

    fn finish_turn(&mut self) {
        if !self.turn.is_empty() {
            self.turns.push(std::mem::take(&mut self.turn));
        }
    }

    /// The turns so far.
    pub fn finish(mut self) -> Vec<String> {
        self.finish_sowing();
        self.finish_turn();
        self.turns
    }
}

/// The decisions of the turn that a text names, one sowing.
///
/// # Errors
/// A [`PlayError`] with one sentence on what is wrong.
pub fn decisions<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    text: &str,
) -> Result<Vec<Decision>, PlayError> {
    let turn = play_text(game, position, text, &Patience::UNLIMITED, None)?;
    let mut found = Vec::new();
    // The text of a turn carries a mark for every choice, so that only one way leads to it.
    follow(game, position, position, "", &turn.text, &mut found);
    Ok(found)
}

/// Adds the decisions from `at` on that spell `text`; false if there are none.
fn follow<P: Board>(
    game: &dyn Game<P>,
    start: &P,
    at: &P,
    spelt: &str,
    text: &str,
    found: &mut Vec<Decision>,
) -> bool {
    let mut candidates = Vec::new();
    game.candidates(at, &mut candidates);
    for decision in candidates {
        let mut longer = spelt.to_owned();
        append_text(game, start, decision, &mut longer);
        if !text.starts_with(&longer) {
            continue;
        }
        found.push(decision);
        let step = game.play(at, decision, &Patience::UNLIMITED, None);
        let is_spelt = match step.outcome {
            // An optional extra move is a sowing of its own.
            Outcome::Position(after)
                if after.is_mid_turn() && !(after.is_optional_move() && step.laps > 0) =>
            {
                follow(game, start, &after, &longer, text, found)
            }
            _ => longer == text,
        };
        if is_spelt {
            return true;
        }
        found.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{BoardVisitor, visit};
    use crate::kind::GameKind;
    use crate::rules::Rules;
    use crate::turn::{TurnEnd, turns};

    /// Plays a game by the texts of its turns, always another one, and reads each back.
    struct ReadBack;

    impl BoardVisitor for ReadBack {
        type Output = usize;

        fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> usize {
            let mut position = game.position(&game.rules().start(game.columns()));
            let mut read = 0;
            for number in 0..60 {
                let listed = turns(&*game, &position, &Patience::UNLIMITED, true);
                for turn in &listed {
                    let found = decisions(&*game, &position, &turn.text).expect("a legal turn");
                    let mut scribe = Scribe::new(&*game);
                    let mut at = position;
                    for &decision in &found {
                        scribe.add(&at, decision);
                        let step = game.play(&at, decision, &Patience::UNLIMITED, None);
                        if let Outcome::Position(after) = step.outcome {
                            at = after;
                        }
                    }
                    assert_eq!(scribe.finish(), [turn.text.as_str()]);
                    if let TurnEnd::Position(after) = turn.end {
                        assert_eq!(at, after, "{}", turn.text);
                    }
                    read += 1;
                }
                let ends = listed.iter().map(|turn| turn.end);
                let going_on: Vec<_> = ends
                    .filter_map(|end| match end {
                        TurnEnd::Position(after) => Some(after),
                        _ => None,
                    })
                    .collect();
                if going_on.is_empty() {
                    break;
                }
                position = going_on[number * 7 % going_on.len()];
            }
            read
        }
    }

    #[test]
    fn every_turn_of_a_game_is_read_back_as_its_decisions() {
        for kind in [
            GameKind::Omweso,
            GameKind::Owela,
            GameKind::Nsolo,
            GameKind::BaoKingulu,
            GameKind::Anywoli,
        ] {
            let mut rules = Rules::default_for(kind);
            let columns = match kind {
                // Strips of the whole board are too many to list.
                GameKind::Nsolo => 4,
                _ => rules.default_columns(),
            };
            assert!(visit(rules, columns, ReadBack) > 20, "{kind}");
            if kind == GameKind::Anywoli {
                rules.set("extra-move=optional").expect("an option");
                assert!(visit(rules, columns, ReadBack) > 20, "{kind}");
            }
        }
    }
}
