//! Turns of records played without texts of their own: the quick way to what [`play_text`] finds.

use crate::made::{Joins, Made};
use sow_engine::game::{Board, Decision, Game, Outcome};
use sow_engine::kind::GameKind;
use sow_engine::lead::Leads;
use sow_engine::relay::{Patience, Unfinished};
use sow_engine::side::Side;
use sow_engine::turn::{PlayError, play_text};

/// A turn that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Short<P> {
    /// Laps sown.
    pub laps: u64,
    /// Seeds captured.
    pub captured: u16,
    /// What it leads to; `None` if it never ends and the rules forbid that.
    pub leads: Option<Leads<P>>,
}

/// Numbers of pits in a row, from 1.
const NUMBERS: usize = 37;

/// Plays turns of one game.
pub(crate) struct ShortTurns<'game, P: Board> {
    game: &'game dyn Game<P>,
    four_rows: bool,
    /// The ring index of a pit by its row and its number. Four rows: the back row, then the front row. Two rows: South's,
    /// then North's.
    pits: [[Option<u8>; NUMBERS]; 2],
    candidates: Vec<Decision>,
    /// Positions of the sowing in which the mover had a choice.
    met: Vec<P>,
}

impl<'game, P: Board> ShortTurns<'game, P> {
    pub(crate) fn new(game: &'game dyn Game<P>) -> Self {
        let four_rows = game.kind().has_four_rows();
        let mut pits = [[None; NUMBERS]; 2];
        for pit in 0..2 * game.columns() {
            let name = game.pit_name(pit);
            let row = if four_rows {
                usize::from(name.starts_with('f'))
            } else {
                usize::from(pit >= game.columns())
            };
            let digits = name.trim_start_matches(['b', 'f']);
            if let Some(place) = digits
                .parse()
                .ok()
                .and_then(|number: usize| pits[row].get_mut(number))
            {
                *place = Some(pit as u8);
            }
        }
        Self {
            game,
            four_rows,
            pits,
            candidates: Vec::new(),
            met: Vec::new(),
        }
    }

    /// Plays the turn that a text names.
    ///
    /// # Errors
    /// Those of [`play_text`].
    pub(crate) fn play(&mut self, start: &P, text: &str) -> Result<Short<P>, PlayError> {
        if let Some(short) = self.read(start, text.as_bytes()) {
            return Ok(short);
        }
        let turn = play_text(self.game, start, text, &Patience::UNLIMITED, None)?;
        Ok(Short {
            laps: turn.laps,
            captured: turn.captured,
            leads: turn.end.leads(|| self.game.never_ending(start)),
        })
    }

    /// Plays the turn that decisions make up.
    pub(crate) fn replay(&mut self, start: &P, made: &[Made]) -> Short<P> {
        let (mut at, mut laps, mut captured) = (*start, 0, 0);
        self.met.clear();
        for made in made {
            if made.joins != Joins::Sowing {
                self.met.clear();
            }
            let step = self
                .game
                .play(&at, made.decision, &Patience::UNLIMITED, None);
            laps += step.laps;
            captured += step.captured;
            let leads = match step.outcome {
                Outcome::Position(after) => {
                    if !after.is_mid_turn() || !self.met.contains(&after) {
                        self.met.push(after);
                        at = after;
                        continue;
                    }
                    self.game.never_ending(start).map(Leads::Ends)
                }
                Outcome::Wins(_, ending) => Some(Leads::Ends(ending)),
                Outcome::NeverEnds(_) | Outcome::Unfinished(Unfinished::Cap) => {
                    self.game.never_ending(start).map(Leads::Ends)
                }
                Outcome::Unfinished(why) => Some(Leads::Undecided(why)),
                Outcome::Illegal(_) => None,
            };
            return Short {
                laps,
                captured,
                leads,
            };
        }
        Short {
            laps,
            captured,
            leads: Some(Leads::To(at)),
        }
    }

    /// Plays a turn that is written as the program writes it; `None` for any other, and where it is not legal.
    pub(crate) fn read(&mut self, start: &P, mut text: &[u8]) -> Option<Short<P>> {
        let game = self.game;
        if game.finished(start).is_some() {
            return None;
        }
        let (mut at, mut laps, mut captured) = (*start, 0, 0);
        loop {
            let sowing = at;
            let mut sown = 0;
            let mut decision = self.first(&at, &mut text)?;
            self.met.clear();
            let leads = loop {
                let step = game.play(&at, decision, &Patience::UNLIMITED, None);
                sown += step.laps;
                captured += step.captured;
                match step.outcome {
                    Outcome::Position(after)
                        if !after.is_mid_turn() || after.is_optional_move() && step.laps > 0 =>
                    {
                        at = after;
                        break Leads::To(after);
                    }
                    Outcome::Position(after) => {
                        if self.met.contains(&after) {
                            return None;
                        }
                        self.met.push(after);
                        decision = self.next(&after, &mut text)?;
                        at = after;
                    }
                    Outcome::Wins(_, ending) => break Leads::Ends(ending),
                    Outcome::NeverEnds(_) | Outcome::Unfinished(Unfinished::Cap) => {
                        break Leads::Ends(game.never_ending(start)?);
                    }
                    Outcome::Unfinished(_) | Outcome::Illegal(_) => return None,
                }
            };
            laps += sown;
            match (text, leads) {
                ([], leads) => {
                    return Some(Short {
                        laps,
                        captured,
                        leads: Some(leads),
                    });
                }
                ([b'+', rest @ ..], Leads::To(after))
                    if sown > 0 && after.side() == sowing.side() =>
                {
                    text = rest;
                }
                _ => return None,
            }
        }
    }

    /// Reads the first decision of a sowing.
    fn first(&mut self, at: &P, text: &mut &[u8]) -> Option<Decision> {
        let game = self.game;
        let decision = if let Some(rest) = text.strip_prefix(b"pass") {
            *text = rest;
            Decision::Pass
        } else if let Some(rest) = text.strip_prefix(b"stop") {
            *text = rest;
            Decision::Stop
        } else {
            let pit = self.pit(at.side(), text)?;
            match (text.strip_prefix(b"="), game.kind()) {
                (None, _) => Decision::Sow(pit),
                (Some(rest), GameKind::Owela) => {
                    *text = rest;
                    Decision::Opening(pit)
                }
                (Some(rest), _) => {
                    *text = rest;
                    Decision::Okwesera(pit)
                }
            }
        };
        let is_candidate = match (game.sowable(at), decision) {
            (Some(pits), Decision::Sow(pit)) => pits >> pit & 1 == 1,
            (Some(_), _) => false,
            (None, _) => {
                game.candidates(at, &mut self.candidates);
                self.candidates.contains(&decision)
            }
        };
        is_candidate.then_some(decision)
    }

    /// Reads what the player chose in the middle of a sowing.
    fn next(&mut self, at: &P, text: &mut &[u8]) -> Option<Decision> {
        let game = self.game;
        match game.kind() {
            GameKind::Omweso => {
                let (mark, rest) = text.split_first()?;
                *text = rest;
                match mark {
                    b'<' => Some(Decision::Clockwise),
                    b'>' => Some(Decision::CounterClockwise),
                    _ => None,
                }
            }
            GameKind::Nsolo => {
                game.candidates(at, &mut self.candidates);
                let [b':' | b',', rest @ ..] = *text else {
                    let is_over = text.is_empty() && self.candidates.contains(&Decision::Stop);
                    return is_over.then_some(Decision::Stop);
                };
                *text = rest;
                let wanted = self.pit(at.side(), text)?;
                let count = match text.strip_prefix(b"x") {
                    Some(rest) => {
                        *text = rest;
                        Some(u8::try_from(number(text)?).ok()?)
                    }
                    None => None,
                };
                let whole_holes = game.strips_whole_holes();
                let fits = |decision: &&Decision| match **decision {
                    Decision::Strip { pit, seeds } => {
                        pit == wanted
                            && count.map_or(whole_holes || seeds == 1, |count| count == seeds)
                    }
                    _ => false,
                };
                self.candidates.iter().find(fits).copied()
            }
            _ => None,
        }
    }

    /// Reads the name of a pit in the mouth of a player.
    fn pit(&self, side: Side, text: &mut &[u8]) -> Option<u8> {
        let row = if self.four_rows {
            let (row, rest) = text.split_first()?;
            *text = rest;
            match row {
                b'b' => 0,
                b'f' => 1,
                _ => return None,
            }
        } else {
            side.index()
        };
        self.pits[row].get(number(text)?).copied().flatten()
    }
}

/// Reads a number as the program writes it, of at most three digits.
fn number(text: &mut &[u8]) -> Option<usize> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = text.split_at(digits);
    if digits == 0 || digits > 3 || number[0] == b'0' {
        return None;
    }
    *text = rest;
    Some(
        number
            .iter()
            .fold(0, |so_far, digit| 10 * so_far + usize::from(digit - b'0')),
    )
}
