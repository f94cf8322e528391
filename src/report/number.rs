//! Numbers as people read them.

use std::time::Duration;

/// A number in groups of three digits: `14,403`.
pub(crate) fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its noun: `1 lap`, `5 laps`, `1,200 laps`.
pub(crate) fn count(number: u64, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", grouped(number))
}

/// How much was done in a time: `14,403 nodes a second`, `2.3 million nodes a second`.
pub(crate) fn speed(done: u64, noun: &str, time: Duration) -> String {
    let rate = done as f64 / time.as_secs_f64().max(1e-6);
    if rate < 999_999.5 {
        // In so few seconds the last digits mean nothing.
        let rate = match rate.round() as u64 {
            rate @ 0..1000 => rate,
            rate => rate / 100 * 100,
        };
        return format!("{} a second", count(rate, noun));
    }
    format!("{:.1} million {noun}s a second", rate / 1e6)
}

/// Work with its time: `14,403 nodes in 2.31 s (6,200 nodes a second)`.
pub(crate) fn work(done: u64, noun: &str, time: Duration) -> String {
    let what = count(done, noun);
    if time < Duration::from_millis(10) {
        return format!("{what} in less than 0.01 s");
    }
    let time_taken = seconds(time);
    if time < Duration::from_millis(100) {
        // The speed of so short a time says nothing.
        return format!("{what} in {time_taken}");
    }
    format!("{what} in {time_taken} ({})", speed(done, noun, time))
}

/// A part of a whole: `12.5 %`; `–` of nothing.
pub(crate) fn share(part: u64, whole: u64) -> String {
    match whole {
        0 => "–".to_owned(),
        _ => format!("{:.1} %", 100.0 * part as f64 / whole as f64),
    }
}

/// A time: `0.02 s`, `3.5 s`, `4 min 10 s`, `2 h 5 min`.
pub(crate) fn seconds(time: Duration) -> String {
    let whole = time.as_secs_f64().round() as u64;
    match time.as_secs_f64() {
        few if few < 9.95 => format!("{few:.2} s"),
        some if some < 119.5 => format!("{some:.0} s"),
        _ if whole < 7200 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", grouped(whole / 3600), whole % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_groups_of_three() {
        for (number, text) in [
            (0_u64, "0"),
            (999, "999"),
            (1000, "1,000"),
            (14_403, "14,403"),
            (3_247_943_160, "3,247,943,160"),
        ] {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(count(1, "lap"), "1 lap");
        assert_eq!(count(1200, "lap"), "1,200 laps");
    }

    #[test]
    fn a_speed_says_as_much_as_it_knows() {
        let second = Duration::from_secs(1);
        for (done, text) in [
            (0, "0 nodes a second"),
            (1, "1 node a second"),
            (999, "999 nodes a second"),
            (14_403, "14,400 nodes a second"),
            (999_999, "999,900 nodes a second"),
            (1_000_000, "1.0 million nodes a second"),
            (2_345_678, "2.3 million nodes a second"),
        ] {
            assert_eq!(speed(done, "node", second), text);
        }
    }

    #[test]
    fn work_in_no_time_has_no_speed() {
        for (milliseconds, text) in [
            (1, "300 nodes in less than 0.01 s"),
            (50, "300 nodes in 0.05 s"),
            (1000, "300 nodes in 1.00 s (300 nodes a second)"),
        ] {
            assert_eq!(work(300, "node", Duration::from_millis(milliseconds)), text);
        }
    }

    #[test]
    fn times_have_the_unit_that_suits_them() {
        for (milliseconds, text) in [
            (0, "0.00 s"),
            (3_456, "3.46 s"),
            (65_000, "65 s"),
            (125_000, "2 min 5 s"),
            (7_500_000, "2 h 5 min"),
        ] {
            assert_eq!(seconds(Duration::from_millis(milliseconds)), text);
        }
    }
}
