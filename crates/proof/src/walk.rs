//! Following a strategy by the rules alone: the stated turn of the player who has it, and every
//! answer of the other.

use crate::claim::{Claim, Least};
use sow_engine::game::{Board, Decision, Ending, Game, Reason};
use sow_engine::lead::{Leads, lead};
use sow_engine::rules::{Fate, Rules};
use sow_engine::side::Side;
use sow_engine::turn::append_text;

/// Why a strategy does not hold, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The position, as the notation writes it.
    pub position: String,
    /// What is wrong there, a clause.
    pub what: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "at {}: {}", self.position, self.what)
    }
}

/// What is done with a position at which the holder has to move.
pub(crate) type Meet<'m, P> = dyn FnMut(&P) -> Result<(), Fault> + 'm;

/// Plays one claim's strategy by the rules.
pub(crate) struct Walker<'g, P> {
    pub(crate) game: &'g dyn Game<P>,
    pub(crate) holder: Side,
    pub(crate) least: Least,
    /// Repetitions on one cycle are all worth the same, see [`Walker::falls_at`].
    constant: bool,
    /// Bao Kingulu: seeds in reserved pits stay where they are.
    reserved_is_banked: bool,
    /// The choices that the player to move has met in this turn.
    choices: Vec<P>,
    /// The positions between turns that the other player has met since the holder moved.
    line: Vec<P>,
    /// His decisions in the turn that is looked at.
    turn: Vec<Decision>,
    spare: Vec<Vec<Decision>>,
}

impl<'g, P: Board> Walker<'g, P> {
    pub(crate) fn new(game: &'g dyn Game<P>, claim: &Claim) -> Self {
        Self {
            game,
            holder: claim.holder,
            least: claim.least,
            constant: claim.rules.cycles_are_constant(),
            reserved_is_banked: matches!(&claim.rules, Rules::BaoKingulu(rules) if rules.never_lifts_reserved()),
            choices: Vec::new(),
            line: Vec::new(),
            turn: Vec::new(),
            spare: Vec::new(),
        }
    }

    pub(crate) fn fault(&self, position: &P, what: impl Into<String>) -> Fault {
        Fault {
            position: self.game.setup(position).to_string(),
            what: what.into(),
        }
    }

    /// Whether an end of the game is what the holder claims.
    pub(crate) fn meets(&self, ending: &Ending) -> bool {
        self.least.met_by(ending, self.holder)
    }

    fn must_meet(&self, position: &P, ending: &Ending, how: &str) -> Result<(), Fault> {
        if self.meets(ending) {
            return Ok(());
        }
        let who = match ending.winner {
            Some(winner) => format!("{winner} wins with a margin of {}", ending.margin),
            None => "it is a draw".to_owned(),
        };
        Err(self.fault(position, format!("{how}, and {who}")))
    }

    /// Whether lines have to come closer to an end at this position of the holder, since coming back to it for ever
    /// would be worth less than he claims.
    ///
    /// Ranks never rise along a line, and fall at such positions, so no line comes back to one.
    /// Where repetitions on one cycle can be worth different things, no repetition counts for the holder.
    pub(crate) fn falls_at(&self, position: &P) -> bool {
        if !self.constant {
            return true;
        }
        // Where the rules let play go on for ever, that counts as a draw.
        let endless = self.game.repeated(position).unwrap_or(DRAW);
        !self.meets(&endless)
    }

    /// Whether the holder has what he claims however the game goes on, as so many seeds are banked.
    fn is_settled(&self, position: &P) -> bool {
        if self.game.kind().has_four_rows() {
            return false;
        }
        let fate = self.game.fate();
        if fate == Fate::MoverLoses || fate == Fate::Annul && !self.meets(&DRAW) {
            return false;
        }
        let contents = position.contents();
        let mut banked = i32::from(contents.stores[0]) - i32::from(contents.stores[1]);
        let mut free = 0;
        for (pit, &seeds) in contents.rings[0].iter().enumerate() {
            if self.reserved_is_banked && contents.reserved >> pit & 1 == 1 {
                let owner = if pit < self.game.columns() {
                    Side::North
                } else {
                    Side::South
                };
                banked += owner.sign() * i32::from(seeds);
            } else {
                free += i32::from(seeds);
            }
        }
        // The rest going to the other player is the worst that can happen.
        let margin = banked - self.holder.sign() * free;
        self.meets(&Ending {
            winner: match margin {
                0 => None,
                1.. => Some(Side::South),
                _ => Some(Side::North),
            },
            reason: Reason::Counted,
            margin,
            points: u8::from(margin != 0),
        })
    }

    /// Looks at a position that a line has come to: `meet` is called for each position below at which the
    /// holder has to move, and everything else has to be as he claims.
    pub(crate) fn arrive(&mut self, position: &P, meet: &mut Meet<'_, P>) -> Result<(), Fault> {
        if !position.is_mid_turn() {
            if let Some(ending) = self.game.finished(position) {
                return self.must_meet(position, &ending, "the game is over here");
            }
            if self.is_settled(position) {
                return Ok(());
            }
        }
        if position.side() == self.holder {
            return meet(position);
        }
        if self.line.contains(position) {
            if self.falls_at(position) {
                return Err(self.fault(position, "the other player alone comes back to it"));
            }
            return Ok(());
        }
        self.line.push(*position);
        let choices = std::mem::take(&mut self.choices);
        let turn = std::mem::take(&mut self.turn);
        let found = self.answers(position, meet);
        self.choices = choices;
        self.turn = turn;
        self.line.pop();
        if found? {
            return Ok(());
        }
        self.must_meet(
            position,
            &self.game.stuck(position),
            "there is no legal move",
        )
    }

    /// Follows every decision of the other player; whether any of them has a legal end.
    fn answers(&mut self, position: &P, meet: &mut Meet<'_, P>) -> Result<bool, Fault> {
        let mut decisions = self.spare.pop().unwrap_or_default();
        self.game.candidates(position, &mut decisions);
        let mut any = false;
        for &decision in &decisions {
            self.turn.push(decision);
            any |= self.answer(position, decision, meet)?;
            self.turn.pop();
        }
        self.spare.push(decisions);
        Ok(any)
    }

    fn answer(
        &mut self,
        position: &P,
        decision: Decision,
        meet: &mut Meet<'_, P>,
    ) -> Result<bool, Fault> {
        let after = match lead(self.game, position, decision) {
            None => return Ok(false),
            Some(Leads::Ends(ending)) => {
                self.answer_meets(position, &ending, "ends the game")?;
                return Ok(true);
            }
            Some(Leads::Undecided(_)) => {
                let what = format!(
                    "{} cannot be followed to its end",
                    self.answer_text(position)
                );
                return Err(self.fault(self.turn_start(position), what));
            }
            Some(Leads::To(after)) => after,
        };
        if !after.is_mid_turn() {
            self.arrive(&after, meet)?;
            return Ok(true);
        }
        // Coming back to a choice within one turn is a turn without an end.
        if self.choices.contains(&after) {
            return self.endless(position);
        }
        self.choices.push(after);
        let any = self.answers(&after, meet)?;
        self.choices.pop();
        Ok(any)
    }

    /// The other player's turn never ends; whether that is legal.
    fn endless(&self, position: &P) -> Result<bool, Fault> {
        let Some(ending) = self.game.never_ending(position) else {
            return Ok(false);
        };
        self.answer_meets(position, &ending, "never ends")?;
        Ok(true)
    }

    fn answer_meets(&self, position: &P, ending: &Ending, how: &str) -> Result<(), Fault> {
        if self.meets(ending) {
            return Ok(());
        }
        let how = format!("{} {how}", self.answer_text(position));
        self.must_meet(self.turn_start(position), ending, &how)
    }

    /// Where the other player's turn began.
    fn turn_start<'p>(&'p self, position: &'p P) -> &'p P {
        self.line.last().unwrap_or(position)
    }

    fn answer_text(&self, position: &P) -> String {
        turn_text(self.game, self.turn_start(position), &self.turn)
    }

    /// Plays the turn that is stated for a position of the holder, and looks at all that can follow.
    pub(crate) fn follow(
        &mut self,
        position: &P,
        turn: &[Decision],
        meet: &mut Meet<'_, P>,
    ) -> Result<(), Fault> {
        let game = self.game;
        let text = || turn_text(game, position, turn);
        let mut here = *position;
        let mut met = Vec::new();
        let mut decisions = Vec::new();
        for (place, &decision) in turn.iter().enumerate() {
            self.game.candidates(&here, &mut decisions);
            if !decisions.contains(&decision) {
                return Err(self.fault(position, format!("{} is not a legal turn", text())));
            }
            let ending = match lead(self.game, &here, decision) {
                Some(Leads::To(after)) if after.is_mid_turn() => {
                    if met.contains(&after) {
                        let what = format!("{} comes back to a choice", text());
                        return Err(self.fault(position, what));
                    }
                    met.push(after);
                    here = after;
                    continue;
                }
                Some(Leads::To(after)) => {
                    if place + 1 < turn.len() {
                        break;
                    }
                    return self.arrive(&after, meet);
                }
                Some(Leads::Ends(ending)) => Some(ending),
                Some(Leads::Undecided(_)) | None => None,
            };
            if place + 1 < turn.len() {
                break;
            }
            let Some(ending) = ending else {
                return Err(self.fault(position, format!("{} is not a legal turn", text())));
            };
            return self.must_meet(position, &ending, &format!("{} ends the game", text()));
        }
        let what = format!("{} is not one whole turn", text());
        Err(self.fault(position, what))
    }

    /// Whether the player to move has a legal turn.
    pub(crate) fn has_turn(&mut self, position: &P) -> bool {
        let mut decisions = self.spare.pop().unwrap_or_default();
        self.game.candidates(position, &mut decisions);
        let mut any = false;
        for &decision in &decisions {
            any = match lead(self.game, position, decision) {
                None => false,
                // What is undecided may be legal, so it cannot be said that there is no turn.
                Some(Leads::Ends(_) | Leads::Undecided(_)) => true,
                Some(Leads::To(after)) if !after.is_mid_turn() => true,
                Some(Leads::To(after)) if self.choices.contains(&after) => {
                    self.game.never_ending(position).is_some()
                }
                Some(Leads::To(after)) => {
                    self.choices.push(after);
                    let found = self.has_turn(&after);
                    self.choices.pop();
                    found
                }
            };
            if any {
                break;
            }
        }
        self.spare.push(decisions);
        any
    }

    /// Whether a position of the holder without a stated turn is the end of the game that he claims.
    pub(crate) fn is_good_end(&mut self, position: &P) -> bool {
        !self.has_turn(position) && self.meets(&self.game.stuck(position))
    }
}

/// The text of a turn given by its decisions.
pub(crate) fn turn_text<P: Board>(game: &dyn Game<P>, start: &P, turn: &[Decision]) -> String {
    let mut text = String::new();
    for &decision in turn {
        if matches!(decision, Decision::Sow(_)) && !text.is_empty() {
            text.push('+');
        }
        append_text(game, start, decision, &mut text);
    }
    text
}

/// What endless play counts where the rules say nothing of it.
const DRAW: Ending = Ending {
    winner: None,
    reason: Reason::Repetition,
    margin: 0,
    points: 0,
};
