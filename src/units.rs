//! Ranges, shards, shares as they are typed: `11..20`; `2/3`; `0.1`.

use std::ops::RangeInclusive;

/// Reads a number or a range `A..B` with both ends counted.
pub(crate) fn parse_range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let wrong = || {
        format!(
            "`{text}` is not a range; write one number, or two such as 11..20 with the smaller first"
        )
    };
    let number = |digits: &str| digits.parse::<u32>().map_err(|_| wrong());
    let (first, last) = match text.split_once("..") {
        Some((first, last)) => (
            number(first)?,
            number(last.strip_prefix('=').unwrap_or(last))?,
        ),
        None => (number(text)?, number(text)?),
    };
    if first <= last {
        Ok(first..=last)
    } else {
        Err(wrong())
    }
}

/// A part of the work for one of several machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// Which part, from 0.
    pub(crate) index: u64,
    /// Of how many.
    pub(crate) count: u64,
}

/// Reads a shard `I/N`, counted from 1.
pub(crate) fn parse_shard(text: &str) -> Result<Shard, String> {
    let wrong = || format!("`{text}` is no shard; write I/N such as 2/3, I from 1 to N");
    let (index, count) = text.split_once('/').ok_or_else(wrong)?;
    match (index.parse::<u64>(), count.parse::<u64>()) {
        (Ok(index), Ok(count)) if (1..=count).contains(&index) => Ok(Shard {
            index: index - 1,
            count,
        }),
        _ => Err(wrong()),
    }
}

/// Reads two numbers `A,B`, the smaller first.
pub(crate) fn parse_two_numbers(text: &str) -> Result<[f64; 2], String> {
    let wrong = || format!("`{text}` is not a pair of numbers such as 0,10 with the smaller first");
    let (first, second) = text.split_once(',').ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|x| x.is_finite());
    match (number(first), number(second)) {
        (Some(first), Some(second)) if first < second => Ok([first, second]),
        _ => Err(wrong()),
    }
}

/// Reads a share from 0 to 1.
pub(crate) fn parse_share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=1.0).contains(&value) => Ok(value),
        _ => Err(format!(
            "`{text}` is no share; write a number from 0 to 1, such as 0.1"
        )),
    }
}

/// Reads a probability below one half.
pub(crate) fn parse_probability(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value < 0.5 => Ok(value),
        _ => Err(format!(
            "`{text}` is no chance of error; write a number such as 0.05, below 0.5"
        )),
    }
}

/// Reads a number of seeds, whole or not, that is not negative.
pub(crate) fn parse_seeds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=10_000.0).contains(&value) => Ok(value),
        _ => Err(format!(
            "`{text}` is no number of seeds; write a number from 0 to 10000, such as 2.5"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_numbers_that_are_not_negative() {
        assert_eq!(parse_seeds("2.5"), Ok(2.5));
        for text in ["nan", "-5", "inf", "-inf", "", "x", "1e9"] {
            assert!(parse_seeds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_range_counts_both_ends() {
        assert_eq!(parse_range("11..20"), Ok(11..=20));
        assert_eq!(parse_range("7"), Ok(7..=7));
        for text in ["", "..", "20..11", "a..b", "-1..3"] {
            assert!(parse_range(text).is_err(), "{text}");
        }
    }
}
