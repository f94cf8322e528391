//! Whole turns: all of them, or the one that a text names.

use crate::game::{Board, Decision, Ending, Game, Illegal, Outcome, Step};
use crate::kind::GameKind;
use crate::lead::Leads;
use crate::notation::{MoveText, MoveTextError, Sowing};
use crate::pit;
use crate::relay::{NeverEnding, Patience, Unfinished};
use crate::rules::Fate;
use crate::side::Side;
use crate::trace::{Observer, lend};
use thiserror::Error;

/// A turn with its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<P> {
    /// The turn in the game's notation, a mark for every choice met.
    pub text: String,
    /// Laps sown.
    pub laps: u64,
    /// Seeds captured: in two-row games seeds that went into stores, whoever got them.
    pub captured: u16,
    /// The same player sows once more (Anywoli).
    pub again: bool,
    /// Nsolo, where the strip was left open: how many stones or holes it is entitled to.
    pub bonus: u8,
    /// How it ended.
    pub end: TurnEnd<P>,
}

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnEnd<P> {
    /// The next player, or the same once more, is to move.
    Position(P),
    /// It won at once.
    Wins(P, Ending),
    /// It never ends.
    NeverEnds(NeverEnding),
    /// It was not followed to a decision.
    Unfinished(Unfinished),
}

impl<P> TurnEnd<P> {
    /// What the turn leads to, as [`crate::lead`] has it for one decision; `never_ending` says what the rules make of
    /// a turn without an end. `None` if they forbid it.
    pub fn leads(self, never_ending: impl FnOnce() -> Option<Ending>) -> Option<Leads<P>> {
        match self {
            Self::Position(after) => Some(Leads::To(after)),
            Self::Wins(_, ending) => Some(Leads::Ends(ending)),
            Self::NeverEnds(_) | Self::Unfinished(Unfinished::Cap) => {
                never_ending().map(Leads::Ends)
            }
            Self::Unfinished(why) => Some(Leads::Undecided(why)),
        }
    }
}

impl<P> Turn<P> {
    /// The same turn with another kind of position.
    pub fn map<Q>(self, convert: impl FnOnce(P) -> Q) -> Turn<Q> {
        Turn {
            text: self.text,
            laps: self.laps,
            captured: self.captured,
            again: self.again,
            bonus: self.bonus,
            end: match self.end {
                TurnEnd::Position(position) => TurnEnd::Position(convert(position)),
                TurnEnd::Wins(position, ending) => TurnEnd::Wins(convert(position), ending),
                TurnEnd::NeverEnds(proof) => TurnEnd::NeverEnds(proof),
                TurnEnd::Unfinished(why) => TurnEnd::Unfinished(why),
            },
        }
    }
}

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The text is not a move.
    #[error(transparent)]
    Text(#[from] MoveTextError),
    /// The board has no such pit.
    #[error("there is no pit `{pit}` on this board; {known}")]
    NoSuchPit {
        /// The name given.
        pit: String,
        /// The names that exist.
        known: String,
    },
    /// The rules forbid it.
    #[error("{text} is not legal: {why}")]
    Illegal {
        /// The move.
        text: String,
        /// The reason.
        why: String,
    },
    /// The choices written do not fit those met.
    #[error("{text} does not fit the choices of the turn: {why}")]
    Choices {
        /// The move.
        text: String,
        /// What is missing or too much.
        why: String,
    },
}

/// A turn on its way.
#[derive(Clone)]
struct Path<P> {
    text: String,
    laps: u64,
    captured: u16,
    /// Mid-turn positions met, with the laps played then: coming back to one never ends.
    met: Vec<(P, u64)>,
}

impl<P: Board> Path<P> {
    fn new() -> Self {
        Self {
            text: String::new(),
            laps: 0,
            captured: 0,
            met: Vec::new(),
        }
    }

    fn finish(self, mover: Side, end: TurnEnd<P>) -> Turn<P> {
        // Only a sowing that captured with its last seed leaves the same player to move.
        let again = match &end {
            TurnEnd::Position(after) => after.side() == mover && self.laps > 0,
            _ => false,
        };
        Turn {
            text: self.text,
            laps: self.laps,
            captured: self.captured,
            again,
            bonus: 0,
            end,
        }
    }

    /// Adds a played decision. Returns the position if the turn goes on, or how it ended; `None` if
    /// the decision was illegal.
    fn add(&mut self, step: Step<P>) -> Result<P, Option<TurnEnd<P>>> {
        let before = self.laps;
        self.laps += step.laps;
        self.captured += step.captured;
        match step.outcome {
            Outcome::Illegal(_) => Err(None),
            Outcome::Wins(position, ending) => Err(Some(TurnEnd::Wins(position, ending))),
            Outcome::Unfinished(why) => Err(Some(TurnEnd::Unfinished(why))),
            Outcome::NeverEnds(proof) => Err(Some(TurnEnd::NeverEnds(NeverEnding {
                after_laps: before + proof.after_laps,
                ..proof
            }))),
            // An extra move is listed as a turn of its own.
            Outcome::Position(after)
                if !after.is_mid_turn() || is_extra_move(&after, step.laps) =>
            {
                Err(Some(TurnEnd::Position(after)))
            }
            Outcome::Position(after) => {
                if let Some(&(_, laps)) = self.met.iter().find(|(known, _)| *known == after) {
                    return Err(Some(TurnEnd::NeverEnds(NeverEnding {
                        after_laps: laps,
                        period: Some(self.laps - laps),
                        residues: false,
                    })));
                }
                self.met.push((after, self.laps));
                Ok(after)
            }
        }
    }
}

/// Whether a mid-turn position is one where an optional extra move may be declined: the sowing
/// before it was complete.
fn is_extra_move<P: Board>(after: &P, laps: u64) -> bool {
    laps > 0 && after.is_optional_move()
}

/// Every turn of the player to move, in the order of the pits. With `strips` false, Nsolo's bonus
/// stones are left to be chosen and [`Turn::bonus`] says how many.
pub fn turns<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    patience: &Patience,
    strips: bool,
) -> Vec<Turn<P>> {
    let mut found = Vec::new();
    if game.finished(position).is_none() {
        extend(
            game,
            position,
            position,
            &Path::new(),
            patience,
            strips,
            &mut found,
        );
    }
    found
}

/// How many turns [`turns`] would list with every strip.
pub fn count_turns<P: Board>(game: &dyn Game<P>, position: &P, patience: &Patience) -> u128 {
    let ways = |turn: Turn<P>| match turn.end {
        TurnEnd::Position(after) => game.strip_count(&after),
        _ => 1,
    };
    let sowings = turns(game, position, patience, false).into_iter();
    sowings.map(ways).fold(0, u128::saturating_add)
}

/// Plays one turn whose decisions are made by `choose`, which is told how many there are to choose
/// from and names one of them from 0. `None` if the mover has no legal turn that comes to an end.
pub fn choose_turn<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    patience: &Patience,
    choose: &mut dyn FnMut(usize) -> usize,
) -> Option<Turn<P>> {
    let mut decisions = Vec::new();
    let mut refused: Vec<Decision> = Vec::new();
    'turn: loop {
        let (mut path, mut here) = (Path::new(), *position);
        let mut first = None;
        loop {
            game.candidates(&here, &mut decisions);
            if first.is_none() {
                decisions.retain(|decision| !refused.contains(decision));
            }
            if decisions.is_empty() {
                return None;
            }
            let decision = decisions[choose(decisions.len()).min(decisions.len() - 1)];
            append_text(game, position, decision, &mut path.text);
            let first = *first.get_or_insert(decision);
            match path.add(game.play(&here, decision, patience, None)) {
                Ok(after) => here = after,
                Err(Some(end @ (TurnEnd::Position(_) | TurnEnd::Wins(..)))) => {
                    return Some(path.finish(position.side(), end));
                }
                // Illegal, without an end, or not decided: another first decision is tried.
                Err(_) => {
                    refused.push(first);
                    continue 'turn;
                }
            }
        }
    }
}

fn extend<P: Board>(
    game: &dyn Game<P>,
    start: &P,
    position: &P,
    path: &Path<P>,
    patience: &Patience,
    strips: bool,
    found: &mut Vec<Turn<P>>,
) {
    let mut decisions = Vec::new();
    game.candidates(position, &mut decisions);
    for decision in decisions {
        let mut longer = path.clone();
        append_text(game, start, decision, &mut longer.text);
        match longer.add(game.play(position, decision, patience, None)) {
            Ok(after) => match game.bonus(&after) {
                Some(bonus) if !strips => {
                    let mut turn = longer.finish(start.side(), TurnEnd::Position(after));
                    turn.bonus = bonus;
                    turn.again = false;
                    found.push(turn);
                }
                _ => extend(game, start, &after, &longer, patience, strips, found),
            },
            Err(Some(end)) => found.push(longer.finish(start.side(), end)),
            Err(None) => {}
        }
    }
}

/// Appends a decision's text to that of the turn so far.
pub fn append_text<P: Board>(game: &dyn Game<P>, start: &P, decision: Decision, text: &mut String) {
    match decision {
        Decision::Sow(pit) => {
            let pit = usize::from(pit);
            *text += &game.pit_name(pit);
            let own_row = (pit < game.columns()) == (start.side() == Side::South);
            if !game.kind().has_four_rows() && !own_row {
                *text += "*";
            }
        }
        Decision::Okwesera(pit) | Decision::Opening(pit) => {
            *text += &game.pit_name(usize::from(pit));
            *text += "=";
        }
        Decision::CounterClockwise => *text += ">",
        Decision::Clockwise => *text += "<",
        Decision::Strip { pit, seeds } => {
            *text += if text.contains(':') { "," } else { ":" };
            *text += &game.pit_name(usize::from(pit));
            if seeds > 1 {
                *text += &format!("x{seeds}");
            }
        }
        Decision::Pass => *text += "pass",
        Decision::Stop => {
            if text.is_empty() {
                *text += "stop";
            }
        }
    }
}

/// Plays the turn that a text names, several sowings joined by `+` included.
///
/// # Errors
/// A [`PlayError`] with one sentence on what is wrong.
pub fn play_text<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    text: &str,
    patience: &Patience,
    mut observer: Option<&mut dyn Observer>,
) -> Result<Turn<P>, PlayError> {
    let parsed = MoveText::parse(text)?;
    let mut whole: Option<Turn<P>> = None;
    for sowing in &parsed.0 {
        let from = match &whole {
            None => *position,
            Some(Turn {
                again: true,
                end: TurnEnd::Position(after),
                ..
            }) => *after,
            Some(turn) => {
                return Err(PlayError::Choices {
                    text: text.to_owned(),
                    why: format!(
                        "{} earns no further sowing, so nothing can follow it",
                        turn.text
                    ),
                });
            }
        };
        let part = play_sowing(game, &from, sowing, text, patience, lend(&mut observer))?;
        whole = Some(match whole {
            None => part,
            Some(before) => Turn {
                text: format!("{}+{}", before.text, part.text),
                laps: before.laps + part.laps,
                captured: before.captured + part.captured,
                ..part
            },
        });
    }
    whole.ok_or_else(|| PlayError::Text(MoveTextError::NoPit(text.to_owned())))
}

fn play_sowing<P: Board>(
    game: &dyn Game<P>,
    start: &P,
    sowing: &Sowing,
    text: &str,
    patience: &Patience,
    mut observer: Option<&mut dyn Observer>,
) -> Result<Turn<P>, PlayError> {
    let illegal = |why: String| PlayError::Illegal {
        text: text.to_owned(),
        why,
    };
    let choices = |why: String| PlayError::Choices {
        text: text.to_owned(),
        why,
    };
    let first = first_decision(game, start, sowing, &illegal)?;
    let mut directions = sowing.clockwise.iter();
    let mut strips = strip_decisions(game, start, sowing)?.into_iter().peekable();
    let mut path = Path::new();
    let (mut position, mut decision) = (*start, first);
    let end = loop {
        append_text(game, start, decision, &mut path.text);
        let step = game.play(&position, decision, patience, lend(&mut observer));
        if let Outcome::Illegal(why) = step.outcome {
            return Err(illegal(describe_illegal(game, why)));
        }
        position = match path.add(step) {
            Ok(after) => after,
            Err(Some(end)) => break end,
            Err(None) => unreachable!("illegal decisions were answered above"),
        };
        let mut decisions = Vec::new();
        game.candidates(&position, &mut decisions);
        decision = if decisions.contains(&Decision::Clockwise) {
            // Choices left out at the end mean counter-clockwise.
            if directions.next() == Some(&true) {
                Decision::Clockwise
            } else {
                Decision::CounterClockwise
            }
        } else {
            next_strip(game, &position, &decisions, &mut strips, &choices)?
        };
    };
    // A sowing that was not followed to its end may yet meet the choices that were written for it.
    let followed = !matches!(end, TurnEnd::Unfinished(_));
    if followed && directions.next().is_some() {
        return Err(choices(format!(
            "it has {} mark{} of direction, but {} leaves {} to choose",
            sowing.clockwise.len(),
            if sowing.clockwise.len() == 1 { "" } else { "s" },
            path.text,
            match path.text.matches(['<', '>']).count() {
                0 => "none".to_owned(),
                met => met.to_string(),
            }
        )));
    }
    if followed && strips.next().is_some() {
        return Err(choices(format!(
            "{} leaves no bonus stones to take, or fewer than are named",
            path.text
        )));
    }
    if game.fate() == Fate::Illegal {
        let why = match end {
            TurnEnd::NeverEnds(_) => "the sowing never ends, and these rules forbid such moves",
            TurnEnd::Unfinished(Unfinished::Cap) => {
                "the sowing reaches the lap cap, and these rules forbid such moves"
            }
            _ => "",
        };
        if !why.is_empty() {
            return Err(illegal(why.to_owned()));
        }
    }
    Ok(path.finish(start.side(), end))
}

/// The first decision of a sowing, if it is legal.
fn first_decision<P: Board>(
    game: &dyn Game<P>,
    start: &P,
    sowing: &Sowing,
    illegal: &impl Fn(String) -> PlayError,
) -> Result<Decision, PlayError> {
    let mut decisions = Vec::new();
    game.candidates(start, &mut decisions);
    if let Some(ending) = game.finished(start) {
        return Err(illegal(format!(
            "the game is over ({})",
            ending.reason.name()
        )));
    }
    let bare = !sowing.reserved && !sowing.okwesera;
    let wanted = match sowing.pit.as_str() {
        "pass" if bare => Decision::Pass,
        "stop" if bare => Decision::Stop,
        _ if sowing.reserved && game.kind() != GameKind::BaoKingulu => {
            return Err(illegal(format!("{} has no reserved holes", game.kind())));
        }
        name => {
            let pit = find_pit(game, start, name, sowing.reserved)? as u8;
            match (sowing.okwesera, game.kind()) {
                (true, GameKind::Owela) => Decision::Opening(pit),
                (true, _) => Decision::Okwesera(pit),
                (false, _) => Decision::Sow(pit),
            }
        }
    };
    if decisions.contains(&wanted) {
        return Ok(wanted);
    }
    Err(illegal(why_not(game, start, wanted)))
}

/// The ring index of a pit named by the mover.
fn find_pit<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    name: &str,
    other_row: bool,
) -> Result<usize, PlayError> {
    let side = if other_row {
        position.side().other()
    } else {
        position.side()
    };
    let columns = game.columns();
    let pit = pit::parse(game.kind(), columns, side, name).ok_or_else(|| PlayError::NoSuchPit {
        pit: name.to_owned(),
        known: if game.kind().has_four_rows() {
            format!("its pits are b1 to b{columns} and f1 to f{columns}")
        } else {
            format!("its pits are 1 to {columns}")
        },
    })?;
    Ok(if game.rules().is_mirrored() {
        pit::mirrored(columns, pit)
    } else {
        pit
    })
}

/// Why a first decision is not among the candidates.
fn why_not<P: Board>(game: &dyn Game<P>, position: &P, decision: Decision) -> String {
    let setup = game.setup(position);
    let seeds_in = |pit: u8| {
        let pit = if game.rules().is_mirrored() {
            pit::mirrored(game.columns(), usize::from(pit))
        } else {
            usize::from(pit)
        };
        let ring = if game.kind().has_four_rows() {
            position.side().index()
        } else {
            0
        };
        (setup.rings[ring][pit], setup.reserved[pit])
    };
    match decision {
        Decision::Pass => "passing is allowed only to a player who cannot sow".to_owned(),
        Decision::Stop => "there is no extra move to decline".to_owned(),
        Decision::Opening(_) => {
            "that is not one of the set opening moves of these rules".to_owned()
        }
        Decision::Okwesera(pit) => match seeds_in(pit).0 {
            3 if game.kind() != GameKind::Omweso => {
                format!("{} has no such opening move", game.kind())
            }
            3 => "that way to play is over once a player has captured, or is not in these rules"
                .to_owned(),
            seeds => format!(
                "two and one are sown from a pit of exactly 3 seeds, and this one holds {seeds}"
            ),
        },
        Decision::Sow(pit) => match (seeds_in(pit), game.kind()) {
            ((0, _), _) => "that pit is empty".to_owned(),
            ((_, true), _)
                if (usize::from(pit) < game.columns()) != (position.side() == Side::South) =>
            {
                "these rules let nobody sow from a hole that he has reserved".to_owned()
            }
            ((_, true), _) => "that pit is reserved by the opponent".to_owned(),
            ((1, _), GameKind::Nsolo) => {
                "a single stone may be moved only when no pit holds two, and only into an empty pit"
                    .to_owned()
            }
            ((1, _), _) => {
                "that pit holds 1 seed, and a move starts from a pit of at least 2".to_owned()
            }
            (_, GameKind::Owela) => {
                "these rules begin with one of the set opening moves, written with `=`".to_owned()
            }
            ((_, false), GameKind::BaoKingulu) => {
                "that hole is not one that the mover has reserved".to_owned()
            }
            _ => "these rules do not allow it".to_owned(),
        },
        Decision::CounterClockwise | Decision::Clockwise | Decision::Strip { .. } => {
            "a move starts with a pit".to_owned()
        }
    }
}

fn describe_illegal<P: Board>(game: &dyn Game<P>, why: Illegal) -> String {
    match why {
        Illegal::FirstLapEndsAtHome { landing } => format!(
            "its first lap ends in the occupied hole {} of the mover's own row",
            game.pit_name(usize::from(landing))
        ),
    }
}

/// The strips that a text names, in ascending order of the pits.
fn strip_decisions<P: Board>(
    game: &dyn Game<P>,
    start: &P,
    sowing: &Sowing,
) -> Result<Vec<(usize, Option<u8>)>, PlayError> {
    let mut strips = Vec::new();
    for (name, count) in &sowing.strips {
        strips.push((find_pit(game, start, name, true)?, *count));
    }
    strips.sort_unstable();
    // The same pit named twice adds up.
    strips.dedup_by(|later, earlier| {
        let same = later.0 == earlier.0;
        if same {
            earlier.1 = Some(earlier.1.unwrap_or(1).saturating_add(later.1.unwrap_or(1)));
        }
        same
    });
    Ok(strips)
}

/// The next step of a strip, as the text has it.
fn next_strip<P: Board>(
    game: &dyn Game<P>,
    position: &P,
    decisions: &[Decision],
    strips: &mut impl Iterator<Item = (usize, Option<u8>)>,
    choices: &impl Fn(String) -> PlayError,
) -> Result<Decision, PlayError> {
    let left = game.bonus(position).unwrap_or(0);
    let Some((pit, count)) = strips.next() else {
        if decisions.contains(&Decision::Stop) {
            return Ok(Decision::Stop);
        }
        let example = decisions.first().map_or_else(String::new, |&decision| {
            let mut text = String::new();
            append_text(game, position, decision, &mut text);
            format!(", such as {}", text.trim_start_matches(':'))
        });
        return Err(choices(format!(
            "{left} more bonus {} must be named after a colon{example}",
            if game.strips_whole_holes() {
                "hole(s)"
            } else {
                "stone(s)"
            },
        )));
    };
    let fits = |decision: &&Decision| match **decision {
        Decision::Strip {
            pit: offered,
            seeds,
        } => {
            usize::from(offered) == pit
                && count.map_or(game.strips_whole_holes() || seeds == 1, |count| {
                    count == seeds
                })
        }
        _ => false,
    };
    decisions.iter().find(fits).copied().ok_or_else(|| {
        choices(format!(
            "{} cannot be taken from {} here; {left} in all are due",
            count.map_or_else(
                || "a bonus".to_owned(),
                |count| format!("a bonus of {count}")
            ),
            game.pit_name(pit)
        ))
    })
}
