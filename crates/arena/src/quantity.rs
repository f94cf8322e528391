//! Durations and sizes as they are written in the names of players: `500ms`, `2m`; `512MiB`.

use std::time::Duration;
use thiserror::Error;

/// Why a text is no quantity.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QuantityError {
    /// Not a duration.
    #[error("`{0}` is not a duration; write a number with its unit, such as 500ms, 5s, 2m or 1h")]
    Duration(String),
    /// Not a size.
    #[error("`{0}` is not a size; write a number with its unit, such as 512MiB or 2GiB")]
    Size(String),
}

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
///
/// # Errors
/// [`QuantityError::Duration`].
pub fn parse_duration(text: &str) -> Result<Duration, QuantityError> {
    let wrong = || QuantityError::Duration(text.to_owned());
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
///
/// # Errors
/// [`QuantityError::Size`].
pub fn parse_size(text: &str) -> Result<u64, QuantityError> {
    let wrong = || QuantityError::Size(text.to_owned());
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

#[cfg(test)]
mod tests {
    use super::*;

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
