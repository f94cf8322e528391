//! The text of a turn: a pit, then one mark for each choice met, in order.

use crate::text::quoted;
use std::fmt;
use thiserror::Error;

/// One sowing of a turn with the choices that belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sowing {
    /// The pit's name as it was written, or `pass` or `stop`.
    pub pit: String,
    /// Bao Kingulu: the pit is one that the mover has reserved in the other row (`5*`).
    pub reserved: bool,
    /// Omweso: `=`, two seeds in the next pit and one in the one after.
    pub okwesera: bool,
    /// Omweso: directions chosen, true for clockwise (`<`).
    pub clockwise: Vec<bool>,
    /// Nsolo: the bonus stones by pit name; without a number all that the pit means to give.
    pub strips: Vec<(String, Option<u8>)>,
}

/// A turn as it is written: one sowing, or several joined by `+`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText(pub Vec<Sowing>);

/// Why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveTextError {
    /// A sowing has no pit.
    #[error("`{text}` names no pit; a move starts with one, such as b3, f1 or 5", text = quoted(.0))]
    NoPit(String),
    /// Something follows the pit that is no mark.
    #[error(
        "in `{text}` the part `{rest}` is no mark of a move; marks are < > = and, after a colon, bonus stones such as f1x2,b3",
        text = quoted(.text),
        rest = quoted(.rest)
    )]
    Mark {
        /// The whole text.
        text: String,
        /// What could not be read.
        rest: String,
    },
    /// A bonus is malformed.
    #[error("in `{text}` the bonus `{bonus}` is not a pit with a number, such as f1x2 or b3", text = quoted(.text), bonus = quoted(.bonus))]
    Bonus {
        /// The whole text.
        text: String,
        /// The part that could not be read.
        bonus: String,
    },
}

impl MoveText {
    /// Reads a turn. Whether the pits exist and the choices fit is for the game to say. Upper and lower case are
    /// the same, and `×` is read as `x`.
    ///
    /// # Errors
    /// A [`MoveTextError`] naming the part that cannot be read.
    pub fn parse(text: &str) -> Result<Self, MoveTextError> {
        text.split('+')
            .map(|part| parse_sowing(text, part))
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

fn parse_sowing(text: &str, part: &str) -> Result<Sowing, MoveTextError> {
    let (head, bonus) = match part.split_once(':') {
        Some((head, bonus)) => (head, Some(bonus)),
        None => (part, None),
    };
    let end = head
        .find(|letter: char| !letter.is_ascii_alphanumeric())
        .unwrap_or(head.len());
    let (pit, mut marks) = head.split_at(end);
    if pit.is_empty() {
        return Err(MoveTextError::NoPit(text.to_owned()));
    }
    let reserved = marks.starts_with('*');
    marks = marks.strip_prefix('*').unwrap_or(marks);
    let okwesera = marks == "=";
    if okwesera {
        marks = "";
    }
    let clockwise = marks
        .chars()
        .map(|mark| match mark {
            '<' => Ok(true),
            '>' => Ok(false),
            _ => Err(MoveTextError::Mark {
                text: text.to_owned(),
                rest: marks.to_owned(),
            }),
        })
        .collect::<Result<Vec<_>, _>>()?;
    let strips = match bonus {
        None => Vec::new(),
        Some(bonus) => bonus
            .split(',')
            .map(|item| parse_strip(text, item))
            .collect::<Result<_, _>>()?,
    };
    Ok(Sowing {
        pit: pit.to_ascii_lowercase(),
        reserved,
        okwesera,
        clockwise,
        strips,
    })
}

fn parse_strip(text: &str, item: &str) -> Result<(String, Option<u8>), MoveTextError> {
    let wrong = || MoveTextError::Bonus {
        text: text.to_owned(),
        bonus: item.to_owned(),
    };
    let (pit, count) = match item.split_once(['x', 'X', '×']) {
        Some((pit, count)) => {
            let count = count
                .parse::<u8>()
                .ok()
                .filter(|&count| count > 0)
                .ok_or_else(wrong)?;
            (pit, Some(count))
        }
        None => (item, None),
    };
    if pit.is_empty() || !pit.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err(wrong());
    }
    Ok((pit.to_ascii_lowercase(), count))
}

impl std::str::FromStr for MoveText {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        Self::parse(text)
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, sowing) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("+")?;
            }
            f.write_str(&sowing.pit)?;
            if sowing.reserved {
                f.write_str("*")?;
            }
            if sowing.okwesera {
                f.write_str("=")?;
            }
            for &clockwise in &sowing.clockwise {
                f.write_str(if clockwise { "<" } else { ">" })?;
            }
            for (place, (pit, count)) in sowing.strips.iter().enumerate() {
                f.write_str(if place == 0 { ":" } else { "," })?;
                f.write_str(pit)?;
                if let Some(count) = count {
                    write!(f, "x{count}")?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_contract_are_read_and_written() {
        for text in [
            "f3",
            "b7",
            "5",
            "b1<",
            "b1>",
            "f6<>",
            "b3=",
            "f6:f1x2,b3",
            "5+9+2",
            "pass",
            "5*",
            "h",
        ] {
            let parsed = MoveText::parse(text).expect(text);
            assert_eq!(parsed.to_string(), text);
        }
    }

    #[test]
    fn people_write_moves_in_upper_case_and_with_a_sign_of_multiplication() {
        for (text, written) in [
            ("F6:F1X2,B3", "f6:f1x2,b3"),
            ("f6:f1×2", "f6:f1x2"),
            ("PASS", "pass"),
            ("B1<", "b1<"),
        ] {
            let parsed = MoveText::parse(text).map(|parsed| parsed.to_string());
            assert_eq!(parsed.as_deref(), Ok(written));
        }
    }

    #[test]
    fn every_kind_of_bad_text_gets_its_own_sentence() {
        for (text, part) in [
            ("", "names no pit"),
            ("<", "names no pit"),
            ("5+", "names no pit"),
            ("b1?", "the part `?` is no mark"),
            ("b1=<", "the part `=<` is no mark"),
            ("f6:", "the bonus `` is not a pit"),
            ("f6:f1x0", "the bonus `f1x0`"),
            ("f6:f1x", "the bonus `f1x`"),
            ("f6:f1x300", "the bonus `f1x300`"),
            ("f6:f-1", "the bonus `f-1`"),
        ] {
            let message = MoveText::parse(text).expect_err(text).to_string();
            assert!(message.contains(part), "{text:?} says: {message}");
        }
    }
}
