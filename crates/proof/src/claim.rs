//! What a certificate claims: who gets at least what, from which position, under which rules.

use sow_engine::game::Ending;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use std::fmt;

/// The result that a strategy makes sure of, seen by the player who has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Least {
    /// He wins.
    Win,
    /// He wins or draws.
    Draw,
    /// Two rows: his seeds minus the other's at the end are at least this.
    Margin(i32),
    /// Four rows: he wins, and his seeds minus the other's are at least this.
    WinBy(i32),
    /// Four rows: he wins or draws, or he loses and his seeds minus the other's are at least this.
    LossBy(i32),
    /// His match points are at least this; points of the other count as negative ones.
    Points(i32),
}

/// What a value was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asked {
    /// Who wins.
    Outcome,
    /// By how many seeds.
    Margin,
    /// How many match points; in two-row games who wins.
    Points,
}

/// A result as South counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// Who wins, `None` for a draw.
    pub winner: Option<Side>,
    /// South's seeds minus North's, needed where they were asked for.
    pub margin: Option<i32>,
    /// South's match points, needed where they were asked for in a four-row game.
    pub points: Option<i32>,
}

impl Least {
    /// What a value gives to `holder`; `None` if that is nothing, as he loses and only that was asked, or if a number is
    /// missing.
    pub fn of(value: &Value, asked: Asked, four_rows: bool, holder: Side) -> Option<Self> {
        let seen = |number: Option<i32>| number.map(|number| holder.sign() * number);
        let won = value.winner == Some(holder);
        match (asked, four_rows, value.winner) {
            (Asked::Margin, false, _) => seen(value.margin).map(Self::Margin),
            (Asked::Margin, true, None) => Some(Self::Draw),
            (Asked::Margin, true, Some(_)) if won => seen(value.margin).map(Self::WinBy),
            (Asked::Margin, true, Some(_)) => seen(value.margin).map(Self::LossBy),
            (Asked::Points, true, _) => seen(value.points).map(Self::Points),
            (_, _, None) => Some(Self::Draw),
            (_, _, Some(_)) => won.then_some(Self::Win),
        }
    }

    /// Whether an end of the game is as good as this for `holder`.
    pub fn met_by(self, ending: &Ending, holder: Side) -> bool {
        let won = ending.winner == Some(holder);
        let lost = ending.winner == Some(holder.other());
        let margin = holder.sign() * ending.margin;
        match self {
            Self::Win => won,
            Self::Draw => !lost,
            Self::Margin(least) => margin >= least,
            Self::WinBy(least) => won && margin >= least,
            Self::LossBy(least) => !lost || margin >= least,
            Self::Points(least) => {
                let sign = i32::from(won) - i32::from(lost);
                sign * i32::from(ending.points) >= least
            }
        }
    }

    /// Whether a game of four or two rows knows such results.
    pub(crate) const fn fits(self, four_rows: bool) -> bool {
        match self {
            Self::Win | Self::Draw | Self::Points(_) => true,
            Self::Margin(_) => !four_rows,
            Self::WinBy(_) | Self::LossBy(_) => four_rows,
        }
    }

    /// Reads the words that stand in a file.
    pub(crate) fn from_words(words: &str) -> Option<Self> {
        let Some((kind, number)) = words.split_once(' ') else {
            return match words {
                "win" => Some(Self::Win),
                "draw" => Some(Self::Draw),
                _ => None,
            };
        };
        let number = number.parse().ok()?;
        match kind {
            "margin" => Some(Self::Margin(number)),
            "win" => Some(Self::WinBy(number)),
            "loss" => Some(Self::LossBy(number)),
            "points" => Some(Self::Points(number)),
            _ => None,
        }
    }
}

/// The words that stand in a file.
impl fmt::Display for Least {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win => f.write_str("win"),
            Self::Draw => f.write_str("draw"),
            Self::Margin(least) => write!(f, "margin {least}"),
            Self::WinBy(least) => write!(f, "win {least}"),
            Self::LossBy(least) => write!(f, "loss {least}"),
            Self::Points(least) => write!(f, "points {least}"),
        }
    }
}

/// A statement that a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The rules in force.
    pub rules: Rules,
    /// Where the game stands, without history.
    pub position: Setup,
    /// Whose strategy it is.
    pub holder: Side,
    /// What he gets at least.
    pub least: Least,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let holder = self.holder;
        match self.least {
            Least::Win => write!(f, "{holder} wins"),
            Least::Draw => write!(f, "{holder} gets at least a draw"),
            Least::Margin(least) => write!(f, "{holder} gets a margin of at least {least}"),
            Least::WinBy(least) => write!(f, "{holder} wins with a margin of at least {least}"),
            Least::LossBy(least) => {
                write!(
                    f,
                    "{holder} gets a draw, or loses with a margin of {least} or better"
                )
            }
            Least::Points(least) => write!(f, "{holder} gets at least {least} match points"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sow_engine::game::Reason;

    #[test]
    fn what_a_file_says_of_a_result_is_read_again() {
        for least in [
            Least::Win,
            Least::Draw,
            Least::Margin(-4),
            Least::WinBy(12),
            Least::LossBy(-30),
            Least::Points(2),
        ] {
            assert_eq!(Least::from_words(&least.to_string()), Some(least));
        }
        for words in [
            "",
            "wins",
            "win ",
            "margin",
            "margin x",
            "points 9999999999",
            "draw 0",
        ] {
            assert_eq!(Least::from_words(words), None, "{words}");
        }
    }

    #[test]
    fn ends_are_compared_from_the_holders_seat() {
        let north_wins = Ending {
            winner: Some(Side::North),
            reason: Reason::NoMove,
            margin: -6,
            points: 2,
        };
        let meets = |least: Least, holder| least.met_by(&north_wins, holder);
        for (least, north, south) in [
            (Least::Win, true, false),
            (Least::Draw, true, false),
            (Least::Margin(6), true, false),
            (Least::Margin(-6), true, true),
            (Least::WinBy(6), true, false),
            (Least::WinBy(7), false, false),
            (Least::LossBy(-6), true, true),
            (Least::LossBy(-5), true, false),
            (Least::Points(2), true, false),
            (Least::Points(-2), true, true),
        ] {
            assert_eq!(meets(least, Side::North), north, "{least:?}");
            assert_eq!(meets(least, Side::South), south, "{least:?}");
        }
    }
}
