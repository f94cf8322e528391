//! Durations, sizes and ranges as they are typed: `500ms`, `2m`; `512MiB`; `11..20`.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Splits `12.5GiB` into number and unit.
fn number_and_unit(text: &str) -> Option<(f64, &str)> {
    let end = text
        .find(|letter: char| letter.is_ascii_alphabetic())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let value: f64 = number.trim().parse().ok()?;
    (value.is_finite() && value >= 0.0).then_some((value, unit))
}

/// Reads a duration.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    let wrong = || {
        format!(
            "`{text}` is not a duration; write a number with its unit, such as 500ms, 5s, 2m or 1h"
        )
    };
    let (value, unit) = number_and_unit(text).ok_or_else(wrong)?;
    let seconds = match unit {
        "ms" => value / 1000.0,
        "s" => value,
        "m" | "min" => value * 60.0,
        "h" => value * 3600.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

/// Reads a size in bytes.
pub(crate) fn parse_size(text: &str) -> Result<u64, String> {
    let wrong =
        || format!("`{text}` is not a size; write a number with its unit, such as 512MiB or 2GiB");
    let (value, unit) = number_and_unit(text).ok_or_else(wrong)?;
    let scale = match unit {
        "KiB" => 1_u64 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        "TiB" => 1 << 40,
        _ => return Err(wrong()),
    };
    let bytes = value * scale as f64;
    if bytes < u64::MAX as f64 {
        Ok(bytes as u64)
    } else {
        Err(wrong())
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_counts_both_ends() {
        assert_eq!(parse_range("11..20"), Ok(11..=20));
        assert_eq!(parse_range("7"), Ok(7..=7));
        for text in ["", "..", "20..11", "a..b", "-1..3"] {
            assert!(parse_range(text).is_err(), "{text}");
        }
    }

    #[test]
    fn durations_and_sizes_need_their_units() {
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(parse_size("512MiB"), Ok(512 << 20));
        assert_eq!(parse_size("1.5GiB"), Ok(3 << 29));
        for text in ["", "5", "s", "-1s", "5 parsecs", "nans", "infs", "1e400s"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
        for text in ["", "5", "MiB", "-1MiB", "5MB", "1e300GiB"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }
}
