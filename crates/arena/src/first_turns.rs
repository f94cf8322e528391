//! The first turns of a game one by one: what each is worth, and games that begin with it.

use crate::error::PlayerError;
use crate::game::{Played, play};
use crate::judge::{Effort, Judge, Opinion, of_ending};
use crate::matches::Entrant;
use crate::player::Player;
use sow_engine::game::{Board, Decision, Ending, Game, Outcome};
use sow_engine::lead::Leads;
use sow_engine::relay::Patience;
use sow_engine::side::Side;
use sow_engine::turn::{append_text, turns};
use sow_random::Stream;
use sow_search::Endgames;
use std::sync::atomic::AtomicBool;

/// Where a sequence of turns led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach<P> {
    /// Somebody is to move.
    Position(P),
    /// The game is over.
    Over(Ending),
}

/// A sequence of first turns.
#[derive(Clone, Debug)]
pub(crate) struct Branch<P> {
    /// Their texts.
    pub turns: Vec<String>,
    /// The positions before each of them.
    pub before: Vec<P>,
    /// Where they led.
    pub reach: Reach<P>,
}

/// A root from which every first turn is looked at.
#[derive(Debug)]
pub(crate) struct FirstTurns<'game, P: Board> {
    /// The game.
    pub game: &'game dyn Game<P>,
    /// What each judgement may spend.
    pub effort: Effort,
    /// The endgame table that is asked, if there is one.
    pub endgames: Option<&'game dyn Endgames>,
}

impl<'game, P: Board> FirstTurns<'game, P> {
    /// A fresh judge: what it says must not depend on what it was asked before.
    fn judge(&self, position: &P, effort: Effort) -> Judge<'game, P> {
        let seeds = usize::from(self.game.seeds(position));
        Judge::new(self.game, seeds, effort, self.endgames)
    }

    /// The branches one turn longer than `branch`; none where it is over. Of Nsolo's strips, which
    /// can be thousands, each sowing gets the one that the search chooses. Turns that the rules
    /// forbid because they never end are left out, and so are those that cannot be followed to their end. `None` if `stop` was set.
    pub(crate) fn extend(&self, branch: &Branch<P>, stop: &AtomicBool) -> Option<Vec<Branch<P>>> {
        let Reach::Position(start) = branch.reach else {
            return Some(Vec::new());
        };
        let mut longer = Vec::new();
        let mut unfinished = vec![(start, String::new())];
        while let Some((from, said)) = unfinished.pop() {
            let mut again = Vec::new();
            for turn in turns(self.game, &from, &Patience::UNLIMITED, false) {
                let mut text = turn.text;
                let reach = match turn.end.leads(|| self.game.never_ending(&from)) {
                    Some(Leads::To(after)) if turn.bonus > 0 => {
                        Reach::Position(self.strip(&from, after, &mut text, stop)?)
                    }
                    Some(Leads::To(after)) => Reach::Position(after),
                    Some(Leads::Ends(ending)) => Reach::Over(ending),
                    Some(Leads::Undecided(_)) | None => continue,
                };
                let text = format!("{said}{text}");
                let over = match &reach {
                    Reach::Position(after) => self.game.finished(after),
                    Reach::Over(_) => None,
                };
                match (reach, over) {
                    // The same player sows once more.
                    (Reach::Position(after), None) if turn.again => {
                        again.push((after, format!("{text}+")));
                    }
                    (reach, over) => {
                        let mut next = branch.clone();
                        next.turns.push(text);
                        next.before.push(start);
                        next.reach = over.map_or(reach, Reach::Over);
                        longer.push(next);
                    }
                }
            }
            unfinished.extend(again.into_iter().rev());
        }
        Some(longer)
    }

    /// Completes a strip of Nsolo as the search would.
    fn strip(&self, from: &P, after: P, text: &mut String, stop: &AtomicBool) -> Option<P> {
        let mut at = after;
        while at.is_mid_turn() {
            let decision = self.first_choice(&at, stop)?;
            append_text(self.game, from, decision, text);
            let step = self.game.play(&at, decision, &Patience::UNLIMITED, None);
            match step.outcome {
                Outcome::Position(after) => at = after,
                _ => break,
            }
        }
        Some(at)
    }

    /// What the search would decide in the middle of a turn.
    fn first_choice(&self, at: &P, stop: &AtomicBool) -> Option<Decision> {
        let effort = Effort {
            proof: 0,
            ..self.effort
        };
        self.judge(at, effort).judge(&[], at, stop)?.decision
    }

    /// What a branch leads to; `None` if `stop` was set.
    pub(crate) fn opinion(&self, branch: &Branch<P>, stop: &AtomicBool) -> Option<Opinion> {
        match &branch.reach {
            Reach::Position(at) => self.judge(at, self.effort).judge(&branch.before, at, stop),
            Reach::Over(ending) => Some(Opinion {
                score: of_ending(ending, self.game),
                line: Vec::new(),
                decision: None,
                nodes: 0,
            }),
        }
    }
}

/// How the games from a branch are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Series {
    /// The seed of the players.
    pub seed: u64,
    /// Turns after which a game is broken off and counts as drawn.
    pub longest: usize,
    /// How often a player decides at random instead, 0 to 1: without it two players who search would
    /// play one game over and over again.
    pub waver: f64,
}

impl Series {
    /// Plays game `number` from a position; players are South and North.
    ///
    /// # Errors
    /// What a player says who cannot go on.
    pub fn game<P: Board>(
        &self,
        game: &dyn Game<P>,
        start: &P,
        [south, north]: [&dyn Entrant<P>; 2],
        number: u64,
    ) -> Result<Played, PlayerError> {
        let stream = |index: u64| Stream::new(self.seed, 4 * number + index);
        let wavering = |player, index| Wavering {
            game,
            player,
            stream: stream(index),
            waver: self.waver,
        };
        let mut south = wavering(south.enter(game, start, stream(0))?, 2);
        let mut north = wavering(north.enter(game, start, stream(1))?, 3);
        let played = play(game, start, [&mut south, &mut north], self.longest)?;
        match &played.forfeit {
            // A game that is not played out says nothing about an opening.
            Some(forfeit) => Err(PlayerError::CannotGoOn {
                by: forfeit.by,
                reason: forfeit.reason.clone(),
            }),
            None => Ok(played),
        }
    }
}

/// A player who sometimes decides at random.
struct Wavering<'game, P: Board> {
    game: &'game dyn Game<P>,
    player: Box<dyn Player<P> + 'game>,
    stream: Stream,
    waver: f64,
}

impl<P: Board> Player<P> for Wavering<'_, P> {
    fn decide(&mut self, position: &P, before: &[P]) -> Result<Decision, PlayerError> {
        const PARTS: u64 = 1 << 32;
        if (self.stream.below(PARTS) as f64) < self.waver * PARTS as f64 {
            let mut candidates = Vec::new();
            self.game.candidates(position, &mut candidates);
            candidates.retain(|&decision| {
                let step = self
                    .game
                    .play(position, decision, &Patience::UNLIMITED, None);
                // Never-ending sowings are left to those who mean them.
                matches!(step.outcome, Outcome::Position(_) | Outcome::Wins(..))
            });
            if !candidates.is_empty() {
                return Ok(candidates[self.stream.index(candidates.len())]);
            }
        }
        self.player.decide(position, before)
    }
}

/// The result of a game seen by a player: 1, 0.5 or 0.
pub(crate) fn points_of(side: Side, ending: Option<&Ending>) -> f64 {
    match ending.and_then(|ending| ending.winner) {
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    }
}
