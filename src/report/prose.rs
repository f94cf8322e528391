//! Text wrapped to a width. A move or a position is a word: lines never end within one that fits into a line.

use super::width::width;
use std::io::{self, Write};
use textwrap::core::{Word, display_width};
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// Longer lines are tiring to read, however wide the terminal is.
const MOST: usize = 100;

/// A space at which no line ends.
pub(crate) const TIED: char = '\u{a0}';

/// The width of running text.
pub(crate) fn prose_width() -> usize {
    width().min(MOST)
}

/// Wraps `text` to the width of running text, the first line behind `first` and the others indented by as much as
/// `first` is wide, which may have looks of its own. Ends with a newline.
pub(crate) fn wrap(first: &str, text: &str) -> String {
    lines(first, text, prose_width()).join("\n") + "\n"
}

/// As [`wrap`], a paragraph without anything in front of it.
pub(crate) fn paragraph(text: &str) -> String {
    wrap("", text)
}

/// Writes a paragraph.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn tell(out: &mut (impl Write + ?Sized), text: &str) -> io::Result<()> {
    out.write_all(paragraph(text).as_bytes())
}

/// Wraps `text` to `columns`, see [`wrap`]. One line at least; none ends with a space.
pub(crate) fn lines(first: &str, text: &str, columns: usize) -> Vec<String> {
    let indent = display_width(first);
    // Where hardly anything fits beside it, what stands in front gets a line of its own.
    let (own, indent) = if indent > 0 && indent + 16 > columns && !text.is_empty() {
        (Some(first.trim_end().to_owned()), 4)
    } else {
        (None, indent)
    };
    let inner = columns.saturating_sub(indent).max(1);
    let options = Options::new(inner)
        .word_separator(WordSeparator::Custom(words))
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    let text = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let text = broken(&text, inner);
    let wrapped = textwrap::wrap(&text, options);
    let mut lines: Vec<String> = own.iter().cloned().collect();
    for (index, line) in wrapped.iter().enumerate() {
        let line = line.replace(TIED, " ").replace(BREAK, "");
        let before = if index == 0 && own.is_none() {
            first.to_owned()
        } else {
            " ".repeat(indent)
        };
        lines.push((before + &line).trim_end().to_owned());
    }
    lines
}

/// A place at which a line may end within a word, where it is too long for a line or its parts can stand alone.
pub(crate) const BREAK: char = '\u{200b}';

/// Marks the places at which words that do not fit into a line can be broken: behind rows, strips and parts of names.
fn broken(text: &str, inner: usize) -> String {
    let words = text.split(' ').map(|word| {
        if display_width(word) <= inner {
            return word.to_owned();
        }
        // Between rows if that is enough.
        let rows_fit = word.split('/').all(|row| display_width(row) < inner);
        let mut marked = String::with_capacity(word.len() + 16);
        for letter in word.chars() {
            marked.push(letter);
            if matches!(letter, '/' | TIED) || letter == ',' && !rows_fit {
                marked.push(BREAK);
            }
        }
        marked
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The words of a line, ended by a space or by a [`BREAK`].
fn words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let pieces = line.split_inclusive([' ', BREAK]);
    Box::new(pieces.map(Word::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_wrapped_behind_its_first_line() {
        let wrapped = lines("1. ", &"word ".repeat(40), 30);
        assert!(wrapped.iter().all(|line| display_width(line) <= 30));
        assert_eq!(wrapped[0], "1. word word word word word");
        assert_eq!(wrapped[1], "   word word word word word");
        let words = wrapped.join(" ");
        assert_eq!(words.split_whitespace().count(), 41);
        assert_eq!(lines("a ", "", 30), ["a"]);
        assert_eq!(
            lines("\u{1b}[1mab\u{1b}[0m ", "c d", 30),
            ["\u{1b}[1mab\u{1b}[0m c d"]
        );
    }

    #[test]
    fn what_is_tied_stays_together_and_only_what_is_too_long_is_broken() {
        let tied = format!("N{TIED}f6:f1x2,b3, S{TIED}b1, N{TIED}b2");
        assert_eq!(lines("", &tied, 20), ["N f6:f1x2,b3, S b1,", "N b2"]);
        assert_eq!(lines("", &tied, 17), ["N f6:f1x2,b3,", "S b1, N b2"]);
        let row = "2,2,2,2/3,3,3,3/4,4,4,4 S";
        assert_eq!(lines("", row, 18), ["2,2,2,2/3,3,3,3/", "4,4,4,4 S"]);
    }

    #[test]
    fn a_wide_beginning_gets_a_line_of_its_own() {
        let first = "a name of thirty characters …";
        assert_eq!(lines(first, "and text", 40), [first, "    and text"]);
    }
}
