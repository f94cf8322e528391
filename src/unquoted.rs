//! A position whose words were not put into quotes: recognised, and shown as it should be typed.

use sow_engine::kind::GameKind;
use sow_engine::notation::looks_like_rows;
use std::path::Path;

/// What to say to arguments among which a position stands in several pieces; `None` if there is none.
pub(crate) fn hint(arguments: &[String]) -> Option<String> {
    let rows = arguments.iter().enumerate().position(|(index, word)| {
        let is_value = index > 0 && arguments[index - 1].starts_with('-');
        looks_like_rows(word) && !is_value && !Path::new(word).exists()
    })?;
    let named = rows
        .checked_sub(1)
        .filter(|&at| GameKind::with_ruleset(&arguments[at]).is_some());
    // Without a game in front it can be anything that has slashes, unless pits can be seen.
    if named.is_none() && !arguments[rows].contains([',', 'x', '×', '|']) {
        return None;
    }
    let begin = named.unwrap_or(rows);
    let rest = &arguments[rows + 1..];
    let end = rows + 1 + rest.iter().take_while(|word| belongs(word)).count();
    let mut words = arguments[begin..end].to_vec();
    let missing = if named.is_none() {
        words.insert(0, "owela".to_owned());
        "begins with the name of its game and "
    } else {
        ""
    };
    let mut command = vec!["sow".to_owned()];
    command.extend(arguments[..begin].iter().map(|word| quoted(word)));
    command.push(format!("'{}'", words.join(" ")));
    command.extend(arguments[end..].iter().map(|word| quoted(word)));
    Some(format!(
        "a position {missing}is one argument, in quotes: {}",
        command.join(" ")
    ))
}

/// Whether a word belongs to the position before it: the side, the stores or a flag.
fn belongs(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let flags = ["uncaptured", "again"];
    let sided = ["unmoved:", "captured-once:", "last:", "first:", "starter:"];
    let stores = |text: &str| {
        let plain =
            |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        text.split_once('-')
            .is_some_and(|(south, north)| plain(south) && plain(north))
    };
    matches!(lower.as_str(), "s" | "n" | "south" | "north")
        || flags.contains(&lower.as_str())
        || sided.iter().any(|flag| lower.starts_with(flag))
        || stores(&lower)
}

/// An argument as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./:=,+@%".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Option<String> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        hint(&words)
    }

    #[test]
    fn the_pieces_of_a_position_are_put_together() {
        for (line, command) in [
            (
                "moves owela 2x8/0x8/0x8/2x8 S",
                "sow moves 'owela 2x8/0x8/0x8/2x8 S'",
            ),
            (
                "play --json Bao 4x6/4x6 n 7-0 3 5*",
                "sow play --json 'Bao 4x6/4x6 n 7-0' 3 '5*'",
            ),
            (
                "solve anywoli 4|4/4|4 S 0-0 last:S --time 2s",
                "sow solve 'anywoli 4|4/4|4 S 0-0 last:S' --time 2s",
            ),
            (
                "moves 2x8/0x8/0x8/2x8 S",
                "sow moves 'owela 2x8/0x8/0x8/2x8 S'",
            ),
        ] {
            let hint = of(line).expect(line);
            assert!(hint.ends_with(&format!(": {command}")), "{hint}");
        }
    }

    #[test]
    fn what_is_in_order_is_left_alone() {
        for line in [
            "moves owela:start",
            "selfplay owela --shard 1/4",
            "replay games/2024/12",
            "show 12/31",
            "play owela b3 b3",
            "import 1/2",
        ] {
            assert_eq!(of(line), None, "{line}");
        }
        let quoted = ["moves".to_owned(), "owela 2x8/0x8/0x8/2x8 S".to_owned()];
        assert_eq!(hint(&quoted), None);
    }
}
