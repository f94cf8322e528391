//! What a problem asks for, in documented words.

use sow_engine::game::Reason;
use sow_engine::kind::GameKind;
use sow_engine::side::Side;
use std::fmt;
use thiserror::Error;

/// What the player is to achieve against every defence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// To win.
    Win,
    /// Not to lose, where a win is out of reach.
    Draw,
    /// The one turn that keeps the best result there is: the win, or else the draw.
    OnlyMove,
    /// To win with every seed that the opponent has not stored already.
    Everything,
    /// Two-row games: to win by at least so many seeds.
    Lead(u16),
    /// Omweso: to win at least so many match points.
    Points(u16),
    /// To capture at least so many seeds.
    Capture(u16),
    /// Omweso: to win in a particular way.
    By(Feat),
}

/// A win of Omweso that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feat {
    /// Every enemy seed captured.
    Akawumbi,
    /// Captures in both end columns in one turn, or all four enemy end pits emptied.
    EmitweEbiri,
    /// Captures in two turns before the opponent's first.
    Akakyala,
    /// A capture that leaves the enemy's front row empty.
    FrontRow,
}

impl Feat {
    const ALL: [Self; 4] = [
        Self::Akawumbi,
        Self::EmitweEbiri,
        Self::Akakyala,
        Self::FrontRow,
    ];

    const fn words(self) -> &'static str {
        match self {
            Self::Akawumbi => "akawumbi",
            Self::EmitweEbiri => "emitwe-ebiri",
            Self::Akakyala => "akakyala",
            Self::FrontRow => "clearing the front row",
        }
    }

    /// Whether a game that was won for this reason was won in this way.
    pub const fn is_reason(self, reason: Reason) -> bool {
        matches!(
            (self, reason),
            (Self::Akawumbi, Reason::Akawumbi)
                | (Self::EmitweEbiri, Reason::TwoHeads | Reason::FourEndPits)
                | (Self::Akakyala, Reason::Akakyala)
                | (Self::FrontRow, Reason::FrontRow)
        )
    }
}

/// A stipulation: who is asked, for what, and within how many turns of his own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stipulation {
    /// The player who is to achieve it.
    pub side: Side,
    /// What he is to achieve.
    pub goal: Goal,
    /// The most turns of his own, `None` for any number. A turn of several sowings is one turn.
    pub turns: Option<u32>,
}

/// Why a text is no stipulation, or none for this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StipulationError {
    /// The words are not among those known.
    #[error(
        "`{0}` is no stipulation; write SIDE to move and: win, save the draw, find the only move, win everything, win by at least N seeds, win at least N points, capture at least N seeds, win by akawumbi (emitwe-ebiri, akakyala, clearing the front row); where a win or a capture is asked `in N turns` may follow"
    )]
    Unknown(String),
    /// A number of turns makes no sense here.
    #[error("`{0}` asks for a draw or the only move, which have no number of turns")]
    NoTurns(String),
    /// The game has nothing of the kind.
    #[error("`{text}` cannot be asked for in {game}: {why}")]
    OtherGame {
        /// The stipulation.
        text: String,
        /// The game.
        game: GameKind,
        /// What the game lacks.
        why: &'static str,
    },
    /// The position has the other player to move.
    #[error("the stipulation says {said} to move, and in the position {moves} is to move")]
    OtherSide {
        /// Who is to move by the stipulation.
        said: Side,
        /// Who is to move.
        moves: Side,
    },
}

impl Stipulation {
    /// To win in any number of turns.
    pub const fn win(side: Side) -> Self {
        Self {
            side,
            goal: Goal::Win,
            turns: None,
        }
    }

    /// Reads a stipulation for a position of `game` in which `side` is to move. Upper and lower case,
    /// a full stop at the end and the beginning `SIDE to move and` do not matter; no text at all asks
    /// for a win.
    ///
    /// # Errors
    /// A [`StipulationError`] in one sentence.
    pub fn parse(text: &str, game: GameKind, side: Side) -> Result<Self, StipulationError> {
        let lower = text.trim().trim_end_matches('.').to_lowercase();
        let unknown = || StipulationError::Unknown(text.to_owned());
        let mut rest = lower.as_str();
        for said in Side::BOTH {
            let name = format!("{said} to move").to_lowercase();
            if let Some(after) = rest.strip_prefix(&name) {
                if said != side {
                    return Err(StipulationError::OtherSide { said, moves: side });
                }
                let after = after.trim_start_matches([',', ':']).trim_start();
                rest = after.strip_prefix("and ").unwrap_or(after);
                break;
            }
        }
        let words: Vec<&str> = rest.split_whitespace().collect();
        let (words, turns) = match words[..] {
            [
                ref before @ ..,
                "in",
                number,
                "turn" | "turns" | "move" | "moves",
            ] => {
                let number = match number {
                    "one" => 1,
                    digits => digits.parse().ok().filter(|&n| n > 0).ok_or_else(unknown)?,
                };
                (before, Some(number))
            }
            _ => (&words[..], None),
        };
        let number = |digits: &str| digits.parse::<u16>().ok().filter(|&n| n > 0);
        let goal = match words {
            [] | ["win"] => Goal::Win,
            ["save", "the", "draw"] | ["draw"] | ["save", "a", "draw"] => Goal::Draw,
            ["find", "the", "only", "move"] | ["only", "move"] | ["the", "only", "move"] => {
                Goal::OnlyMove
            }
            ["win", "everything"] => Goal::Everything,
            ["win", "by", "at", "least", digits, "seeds" | "seed"] => {
                Goal::Lead(number(digits).ok_or_else(unknown)?)
            }
            ["win", "at", "least", digits, "points" | "point"] => {
                Goal::Points(number(digits).ok_or_else(unknown)?)
            }
            ["capture", "at", "least", digits]
            | ["capture", "at", "least", digits, "seeds" | "seed"] => {
                Goal::Capture(number(digits).ok_or_else(unknown)?)
            }
            ["win", "by", feat @ ..] | ["reach", feat @ ..] | feat => {
                let feat = feat.join(" ");
                let found = Feat::ALL.into_iter().find(|known| known.words() == feat);
                Goal::By(found.ok_or_else(unknown)?)
            }
        };
        let stipulation = Self {
            side,
            goal,
            turns: match goal {
                // A capture without a number of turns is to be made at once.
                Goal::Capture(_) => turns.or(Some(1)),
                _ => turns,
            },
        };
        stipulation.fits(game, text)?;
        Ok(stipulation)
    }

    fn fits(&self, game: GameKind, text: &str) -> Result<(), StipulationError> {
        let why = match self.goal {
            Goal::Lead(_) if game.has_four_rows() => "games of four rows are not won by seeds",
            Goal::Points(_) if game != GameKind::Omweso => "only Omweso has match points",
            Goal::By(_) if game != GameKind::Omweso => "only Omweso has special wins",
            Goal::Draw | Goal::OnlyMove if self.turns.is_some() => {
                return Err(StipulationError::NoTurns(text.to_owned()));
            }
            _ => return Ok(()),
        };
        Err(StipulationError::OtherGame {
            text: text.to_owned(),
            game,
            why,
        })
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to move and ", self.side)?;
        let plural = |number: u32| if number == 1 { "" } else { "s" };
        match self.goal {
            Goal::Win => write!(f, "win")?,
            Goal::Draw => write!(f, "save the draw")?,
            Goal::OnlyMove => write!(f, "find the only move")?,
            Goal::Everything => write!(f, "win everything")?,
            Goal::Lead(seeds) => {
                write!(f, "win by at least {seeds} seed{}", plural(seeds.into()))?;
            }
            Goal::Points(points) => {
                write!(f, "win at least {points} point{}", plural(points.into()))?;
            }
            Goal::Capture(seeds) => {
                write!(f, "capture at least {seeds} seed{}", plural(seeds.into()))?;
            }
            Goal::By(feat) => write!(f, "win by {}", feat.words())?,
        }
        match self.turns {
            Some(turns) => write!(f, " in {turns} turn{}", plural(turns)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str, game: GameKind) -> Result<Stipulation, StipulationError> {
        Stipulation::parse(text, game, Side::South)
    }

    #[test]
    fn every_documented_stipulation_reads_back_as_written() {
        let documented = [
            ("South to move and win", GameKind::Owela),
            ("South to move and win in 3 turns", GameKind::Nsolo),
            ("South to move and win everything", GameKind::BaoKingulu),
            ("South to move and save the draw", GameKind::Anywoli),
            ("South to move and find the only move", GameKind::Anywoli),
            (
                "South to move and win by at least 4 seeds",
                GameKind::Anywoli,
            ),
            ("South to move and win at least 12 points", GameKind::Omweso),
            (
                "South to move and capture at least 5 seeds in 2 turns",
                GameKind::Omweso,
            ),
            (
                "South to move and win by akawumbi in 2 turns",
                GameKind::Omweso,
            ),
            ("South to move and win by emitwe-ebiri", GameKind::Omweso),
            ("South to move and win by akakyala", GameKind::Omweso),
            (
                "South to move and win by clearing the front row",
                GameKind::Omweso,
            ),
        ];
        for (text, game) in documented {
            assert_eq!(
                parse(text, game).map(|read| read.to_string()),
                Ok(text.to_owned())
            );
        }
    }

    #[test]
    fn short_forms_mean_the_same() {
        let same = [
            ("", "South to move and win"),
            ("win.", "South to move and win"),
            (
                "South to move, only move",
                "South to move and find the only move",
            ),
            (
                "reach akawumbi in one turn",
                "South to move and win by akawumbi in 1 turn",
            ),
            ("Emitwe-Ebiri", "South to move and win by emitwe-ebiri"),
            (
                "capture at least 3",
                "South to move and capture at least 3 seeds in 1 turn",
            ),
        ];
        for (short, long) in same {
            let read = parse(short, GameKind::Omweso).map(|read| read.to_string());
            assert_eq!(read, Ok(long.to_owned()));
        }
    }

    #[test]
    fn what_cannot_be_asked_is_refused_in_one_sentence() {
        let refused = [
            (
                "South to move and dance",
                GameKind::Omweso,
                "no stipulation",
            ),
            ("win in 0 turns", GameKind::Omweso, "no stipulation"),
            (
                "save the draw in 2 turns",
                GameKind::Omweso,
                "no number of turns",
            ),
            ("win by akawumbi", GameKind::Owela, "special wins"),
            ("win at least 2 points", GameKind::Nsolo, "match points"),
            ("win by at least 2 seeds", GameKind::Nsolo, "four rows"),
            ("North to move and win", GameKind::Nsolo, "North to move"),
        ];
        for (text, game, why) in refused {
            let error = parse(text, game).expect_err(text).to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
