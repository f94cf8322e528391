//! Texts that come from outside: how they are shown in messages, and what a misspelt name was meant to be.

use std::fmt::Write;

/// The most characters of a foreign text that a message shows.
const MOST_SHOWN: usize = 80;

/// Texts longer than this are no misspelt names.
const LONGEST_NAME: usize = 40;

/// Whether a character tells the terminal something instead of being seen: control characters, marks and
/// overrides of the writing direction, line and paragraph separators.
pub fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// A foreign text with its unseen characters escaped (`\u{1b}`), as it can be printed; line ends stay.
pub fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_unseen(letter) && letter != '\n' {
            // Writing to a string cannot fail.
            let _ = write!(shown, "{}", letter.escape_unicode());
        } else {
            shown.push(letter);
        }
    }
    shown
}

/// A foreign text as a message quotes it: on one line, unseen characters escaped, a long text cut.
pub fn quoted(text: &str) -> String {
    let mut shown = String::new();
    for (index, letter) in text.chars().enumerate() {
        if index == MOST_SHOWN {
            shown.push('…');
            break;
        }
        if is_unseen(letter) {
            let _ = write!(shown, "{}", letter.escape_unicode());
        } else {
            shown.push(letter);
        }
    }
    shown
}

/// The known name that a word was probably meant to be: one of a few letters' difference, or one that it
/// begins. Upper and lower case are the same.
pub fn closest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = word.chars().count();
    if !(2..=LONGEST_NAME).contains(&letters) {
        return None;
    }
    let word = word.to_lowercase();
    let most = (1 + letters / 4).min(3);
    let distance = |name: &str| {
        let name = name.to_lowercase();
        if letters >= 3 && name.starts_with(&word) {
            return Some(0);
        }
        let distance = strsim::damerau_levenshtein(&word, &name);
        // As many changes as letters would make any word of any other.
        (distance <= most && distance < letters.min(name.chars().count())).then_some(distance)
    };
    known
        .into_iter()
        .filter_map(|name| Some((distance(name)?, name)))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// ` (did you mean owela?)` for a misspelt name, nothing where no known name is close.
pub fn suggestion<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    closest(word, known).map_or_else(String::new, |name| format!(" (did you mean {name}?)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_is_recognised_and_a_strange_one_is_not() {
        let games = ["omweso", "owela", "nsolo", "bao-kingulu", "anywoli"];
        for (word, meant) in [
            ("owla", Some("owela")),
            ("Onweso", Some("omweso")),
            ("solo", Some("nsolo")),
            ("bao-kingul", Some("bao-kingulu")),
            ("anywolli", Some("anywoli")),
            ("any", Some("anywoli")),
            ("chess", None),
            ("a", None),
            ("", None),
        ] {
            assert_eq!(closest(word, games), meant, "{word}");
        }
        assert_eq!(suggestion("owla", games), " (did you mean owela?)");
        assert_eq!(closest(&"o".repeat(1_000_000), games), None);
    }

    #[test]
    fn unseen_characters_are_escaped_and_long_texts_cut() {
        let text = "a\u{1b}[31mb\u{202e}c\u{7}\u{9b}é ×";
        let shown = "a\\u{1b}[31mb\\u{202e}c\\u{7}\\u{9b}é ×";
        assert_eq!(quoted(text), shown);
        assert_eq!(escaped(&format!("{text}\nx")), format!("{shown}\nx"));
        assert_eq!(quoted("a\nb"), "a\\u{a}b");
        assert_eq!(quoted(&"x".repeat(100_000)).chars().count(), 81);
    }
}
