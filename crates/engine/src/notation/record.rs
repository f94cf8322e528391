//! Game records: headers, moves, a result.

use super::position::without_comment;
use crate::text::quoted;
use std::fmt;
use thiserror::Error;

/// The most bytes of a move: more than any turn of the largest board needs.
const LONGEST_WORD: usize = 10_000;

/// The result token at the end of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// `1-0`
    SouthWins,
    /// `0-1`
    NorthWins,
    /// `1/2`
    Draw,
    /// `annulled`
    Annulled,
    /// `*`: not finished, or not known.
    Open,
}

impl Outcome {
    /// All tokens.
    pub const ALL: [Self; 5] = [
        Self::SouthWins,
        Self::NorthWins,
        Self::Draw,
        Self::Annulled,
        Self::Open,
    ];

    /// The token.
    pub const fn token(self) -> &'static str {
        match self {
            Self::SouthWins => "1-0",
            Self::NorthWins => "0-1",
            Self::Draw => "1/2",
            Self::Annulled => "annulled",
            Self::Open => "*",
        }
    }

    /// The result of a token, or of another way to write it: `1/2-1/2`, `½`, `1–0`.
    pub fn from_token(token: &str) -> Option<Self> {
        if let Some(outcome) = Self::ALL.into_iter().find(|known| known.token() == token) {
            return Some(outcome);
        }
        let plain = token.replace(['–', '—', '−'], "-").replace('½', "1/2");
        match plain.to_ascii_lowercase().as_str() {
            "1-0" => Some(Self::SouthWins),
            "0-1" => Some(Self::NorthWins),
            "1/2" | "1/2-1/2" | "0.5-0.5" => Some(Self::Draw),
            "annulled" => Some(Self::Annulled),
            _ => None,
        }
    }

    /// The result at the beginning of a line's words with the number of words that it takes: `1 - 0` is one.
    pub fn from_words(words: &[&str]) -> Option<(Self, usize)> {
        let is_score = |word: &str| matches!(word, "0" | "1" | "1/2" | "½" | "0.5");
        let spaced = words.get(..3).filter(|three| {
            is_score(three[0]) && is_score(three[2]) && three[1].chars().count() == 1
        });
        let spaced = spaced.and_then(|three| {
            let token = three.concat().replace(':', "-");
            Some((Self::from_token(&token)?, 3))
        });
        spaced.or_else(|| Some((Self::from_token(words.first()?)?, 1)))
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.token())
    }
}

/// One move of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordMove {
    /// The text of the move.
    pub text: String,
    /// The line that it stands on, from 1.
    pub line: usize,
}

/// One game record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The header lines in order, kept as they are.
    pub headers: Vec<(String, String)>,
    /// The moves, South's and North's in turn.
    pub moves: Vec<RecordMove>,
    /// The result token, if there is one.
    pub result: Option<Outcome>,
}

/// Why a text is not a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// Something follows the result.
    #[error(
        "line {line}: `{text}` follows the result; a record ends with its result, and a blank line separates records",
        text = quoted(.text)
    )]
    AfterResult {
        /// The line, from 1.
        line: usize,
        /// What follows.
        text: String,
    },
    /// A header stands among the moves.
    #[error(
        "line {line}: `{key}:` stands among the moves; headers come before them, and a blank line separates records",
        key = quoted(.key)
    )]
    LateHeader {
        /// The line, from 1.
        line: usize,
        /// The key.
        key: String,
    },
    /// A header of the record that says what is played occurs twice with different values.
    #[error("line {line}: a second `{key}:` that says something else")]
    TwoValues {
        /// The line, from 1.
        line: usize,
        /// The key.
        key: String,
    },
    /// What can only be a move or a result is far longer than any.
    #[error("line {line}: a word of {length} bytes, and no move has more than {LONGEST_WORD}")]
    TooLong {
        /// The line, from 1.
        line: usize,
        /// The bytes.
        length: usize,
    },
}

impl RecordError {
    /// The line that it is about, from 1.
    pub const fn line(&self) -> usize {
        match self {
            Self::AfterResult { line, .. }
            | Self::LateHeader { line, .. }
            | Self::TwoValues { line, .. }
            | Self::TooLong { line, .. } => *line,
        }
    }
}

impl Record {
    /// The value of a header; upper and lower case of the key are the same.
    pub fn header(&self, key: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(key))
            .map(|(_, value)| value.as_str())
    }

    /// The value of a header that says what is played (`game`, `rules`, `start`), without a comment.
    pub fn setting(&self, key: &str) -> Option<&str> {
        self.header(key).map(without_comment)
    }

    fn is_empty(&self) -> bool {
        self.headers.is_empty() && self.moves.is_empty() && self.result.is_none()
    }
}

/// A header line `key: value`; the colon is followed by white space, `#` or nothing, unlike in a
/// move.
fn header_line(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let plain = !key.is_empty()
        && key
            .chars()
            .all(|letter| letter.is_alphanumeric() || "-_".contains(letter))
        && !is_pit(key);
    let spaced =
        value.is_empty() || value.starts_with(|first: char| first.is_whitespace() || first == '#');
    (plain && spaced).then(|| (key, value.trim()))
}

/// Whether a word is the name of a pit, so that `f4:` begins a move and no header.
fn is_pit(word: &str) -> bool {
    let digits = word.trim_start_matches(['b', 'f', 'B', 'F']);
    let numbered = !digits.is_empty()
        && word.len() - digits.len() < 2
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    let lettered = matches!(word.as_bytes(), [b'a'..=b'p' | b'A'..=b'P']);
    numbered || lettered
}

/// Headers that say what is played; a second one that says something else is an error.
const SETTINGS: [&str; 3] = ["game", "rules", "start"];

/// Reads records separated by blank lines. A blank line between the headers and the moves of one record
/// separates nothing.
///
/// # Errors
/// A [`RecordError`] with the line, of the first record that cannot be read.
pub fn parse_records(text: &str) -> Result<Vec<Record>, RecordError> {
    read_records(text).into_iter().collect()
}

/// Reads records as [`parse_records`] does; one that cannot be read does not keep others from being read.
pub fn read_records(text: &str) -> Vec<Result<Record, RecordError>> {
    let mut reader = Reader::default();
    for (index, raw) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        reader.add(index + 1, raw);
    }
    reader.finish_record();
    reader.records
}

/// Records in the making.
#[derive(Default)]
struct Reader {
    records: Vec<Result<Record, RecordError>>,
    current: Record,
    /// What is wrong with the current record; the rest of it is skipped.
    error: Option<RecordError>,
    /// A blank line has followed the headers.
    gap: bool,
}

impl Reader {
    fn finish_record(&mut self) {
        let record = std::mem::take(&mut self.current);
        self.gap = false;
        match self.error.take() {
            Some(error) => self.records.push(Err(error)),
            None if record.is_empty() => {}
            None => self.records.push(Ok(record)),
        }
    }

    fn add(&mut self, line: usize, raw: &str) {
        let in_headers = self.current.moves.is_empty() && self.current.result.is_none();
        if raw.trim().is_empty() {
            if self.error.is_some() || !in_headers {
                self.finish_record();
            } else {
                self.gap = !self.current.headers.is_empty();
            }
            return;
        }
        let content = without_comment(raw);
        if content.is_empty() || self.error.is_some() {
            return;
        }
        let header = header_line(raw.trim());
        // Headers, a blank line and headers are two records, the first without a move.
        if self.gap && header.is_some() {
            self.finish_record();
        }
        if self.current.is_empty() {
            self.current.line = line;
        }
        if let Err(error) = self.add_content(line, content, header, in_headers) {
            self.error = Some(error);
        }
    }

    fn add_content(
        &mut self,
        line: usize,
        content: &str,
        header: Option<(&str, &str)>,
        in_headers: bool,
    ) -> Result<(), RecordError> {
        let mut words: Vec<&str> = content.split_whitespace().collect();
        if let Some((key, value)) = header {
            if in_headers {
                let is_setting = SETTINGS.iter().any(|known| known.eq_ignore_ascii_case(key));
                let other = self.current.header(key).filter(|_| is_setting);
                if other.is_some_and(|other| other != value) {
                    return Err(RecordError::TwoValues {
                        line,
                        key: key.to_ascii_lowercase(),
                    });
                }
                // A `#` in a header value is no comment.
                self.current
                    .headers
                    .push((key.to_owned(), value.to_owned()));
                return Ok(());
            }
            if !key.eq_ignore_ascii_case("result") {
                return Err(RecordError::LateHeader {
                    line,
                    key: key.to_owned(),
                });
            }
            words.remove(0);
        }
        let mut at = 0;
        while at < words.len() {
            let word = words[at];
            if self.current.result.is_some() {
                return Err(RecordError::AfterResult {
                    line,
                    text: word.to_owned(),
                });
            }
            if word.len() > LONGEST_WORD {
                return Err(RecordError::TooLong {
                    line,
                    length: word.len(),
                });
            }
            // `1 - 0` is a result only where nothing follows it.
            let result = Outcome::from_words(&words[at..]);
            match result.filter(|&(_, taken)| taken == 1 || at + taken == words.len()) {
                Some((outcome, taken)) => {
                    self.current.result = Some(outcome);
                    at += taken;
                }
                None => {
                    self.current.moves.push(RecordMove {
                        text: word.to_owned(),
                        line,
                    });
                    at += 1;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (key, value) in &self.headers {
            // A line end within a value would make a second line of it.
            writeln!(f, "{key}: {}", value.replace('\n', " "))?;
        }
        let mut width = 0;
        let tokens = self.moves.iter().map(|played| played.text.as_str());
        for token in tokens.chain(self.result.map(Outcome::token)) {
            if width > 0 && width + token.len() >= 80 {
                writeln!(f)?;
                width = 0;
            }
            let space = if width > 0 { " " } else { "" };
            write!(f, "{space}{token}")?;
            width += space.len() + token.len();
        }
        writeln!(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "game: nsolo\nstart: nsolo:start\nevent: first # of two\n\nf6:f1x2 b3 # a comment\n";

    #[test]
    fn headers_moves_comments_and_results_are_read() {
        let text = "game: nsolo\nevent: first # of two\nf6:f1x2 b3 # a comment\n# only a comment\nf1 1-0\n\n\ngame: owela\nb1 *\n";
        let records = parse_records(text).expect("two records");
        assert_eq!(records.len(), 2);
        assert_eq!(records[0].header("event"), Some("first # of two"));
        let moves: Vec<_> = records[0]
            .moves
            .iter()
            .map(|played| played.text.as_str())
            .collect();
        assert_eq!(moves, ["f6:f1x2", "b3", "f1"]);
        assert_eq!(records[0].moves[2].line, 5);
        assert_eq!(records[0].result, Some(Outcome::SouthWins));
        assert_eq!(records[1].line, 8);
        assert_eq!(records[1].result, Some(Outcome::Open));
    }

    #[test]
    fn a_blank_line_after_the_headers_separates_nothing() {
        let records = parse_records(TEXT).expect("one record");
        assert_eq!(records.len(), 1);
        assert_eq!(records[0].header("Event"), Some("first # of two"));
        assert_eq!(records[0].moves.len(), 2);
    }

    #[test]
    fn a_record_without_moves_does_not_merge_into_the_next() {
        let text = "game: owela\nrules: hus\nid: a\n\ngame: owela\nid: b\nb3 *\n";
        let records = parse_records(text).expect("two records");
        let ids: Vec<_> = records.iter().map(|record| record.header("id")).collect();
        assert_eq!(ids, [Some("a"), Some("b")]);
        assert_eq!(records[1].header("rules"), None);
    }

    #[test]
    fn marks_of_byte_order_cases_and_ways_to_write_a_result_make_no_difference() {
        for (text, result) in [
            ("\u{feff}game: owela\nb3 1-0", Outcome::SouthWins),
            ("Game: owela\nb3 1 - 0\n", Outcome::SouthWins),
            ("GAME: owela\nb3\nresult: 0-1\n", Outcome::NorthWins),
            ("game: owela\nb3 ½-½", Outcome::Draw),
            ("game: owela\nb3 0–1", Outcome::NorthWins),
            ("game: owela\nb3 1/2 : 1/2", Outcome::Draw),
        ] {
            let records = parse_records(text).expect(text);
            let [record] = &records[..] else {
                panic!("{text}");
            };
            assert_eq!(record.header("game"), Some("owela"), "{text}");
            assert_eq!(record.result, Some(result), "{text}");
            assert_eq!(record.moves.len(), 1, "{text}");
        }
    }

    #[test]
    fn what_is_no_record_is_told_with_its_line_and_loses_no_other() {
        for (wrong, part) in [
            ("b1 1-0 b2", "line 4: `b2` follows the result"),
            ("b1\ntime: 5s\nb2", "line 5: `time:` stands among the moves"),
            (
                "start: owela:start:5\nstart: owela:start\nb2",
                "line 5: a second `start:`",
            ),
            (&"x".repeat(20_000), "line 4: a word of 20000 bytes"),
        ] {
            let text = format!("game: owela\n\ngame: owela\n{wrong}\n\ngame: owela\nb3 *");
            let records = read_records(&text);
            let fits: Vec<bool> = records.iter().map(Result::is_ok).collect();
            assert_eq!(fits, [true, false, true], "{wrong}");
            let message = parse_records(&text).expect_err(wrong).to_string();
            assert!(message.starts_with(part), "{message}");
        }
    }

    #[test]
    fn a_pit_with_a_colon_is_no_header() {
        for text in ["f4: x", "b3:", "h: 2", "12: f1"] {
            let records = parse_records(text).expect(text);
            assert!(records[0].headers.is_empty(), "{text}");
        }
    }

    #[test]
    fn a_line_end_in_a_value_stays_in_its_line() {
        let record = Record {
            headers: vec![("south".to_owned(), "Okot\nb3 0-1".to_owned())],
            ..Record::default()
        };
        let again = parse_records(&record.to_string()).expect("a record");
        assert_eq!(again[0].header("south"), Some("Okot b3 0-1"));
        assert_eq!(again[0].result, None);
    }

    #[test]
    fn nothing_may_follow_the_result() {
        let message = parse_records("b1 1-0 b2")
            .expect_err("too much")
            .to_string();
        assert!(
            message.contains("line 1") && message.contains("`b2` follows the result"),
            "{message}"
        );
    }

    #[test]
    fn a_written_record_is_read_back() {
        let records = parse_records("game: owela\nrules: hus\nb1 b2 f3 0-1").expect("a record");
        assert_eq!(
            parse_records(&records[0].to_string()).expect("a record"),
            records
        );
    }
}
