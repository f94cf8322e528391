//! Game records: headers, moves, a result.

use std::fmt;
use thiserror::Error;

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

    /// The result of a token.
    pub fn from_token(token: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|outcome| outcome.token() == token)
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
        "line {line}: `{text}` follows the result; a record ends with its result, and a blank line separates records"
    )]
    AfterResult {
        /// The line, from 1.
        line: usize,
        /// What follows.
        text: String,
    },
}

impl Record {
    /// The value of a header.
    pub fn header(&self, key: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known == key)
            .map(|(_, value)| value.as_str())
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
            .all(|letter| letter.is_alphanumeric() || "-_".contains(letter));
    let spaced =
        value.is_empty() || value.starts_with(|first: char| first.is_whitespace() || first == '#');
    (plain && spaced).then(|| (key, value.trim()))
}

/// Reads records separated by blank lines.
///
/// # Errors
/// A [`RecordError`] with the line.
pub fn parse_records(text: &str) -> Result<Vec<Record>, RecordError> {
    let mut records = Vec::new();
    let mut current = Record::default();
    for (index, raw) in text.lines().enumerate() {
        let line = index + 1;
        let content = raw.split('#').next().unwrap_or_default().trim();
        if raw.trim().is_empty() && !current.is_empty() {
            records.push(std::mem::take(&mut current));
        }
        if content.is_empty() {
            continue;
        }
        if current.is_empty() {
            current.line = line;
        }
        let in_headers = current.moves.is_empty() && current.result.is_none();
        // A `#` in a header value is no comment.
        if let Some((key, value)) = header_line(raw.trim()).filter(|_| in_headers) {
            current.headers.push((key.to_owned(), value.to_owned()));
            continue;
        }
        for token in content.split_whitespace() {
            if current.result.is_some() {
                return Err(RecordError::AfterResult {
                    line,
                    text: token.to_owned(),
                });
            }
            match Outcome::from_token(token) {
                Some(outcome) => current.result = Some(outcome),
                None => current.moves.push(RecordMove {
                    text: token.to_owned(),
                    line,
                }),
            }
        }
    }
    if !current.is_empty() {
        records.push(current);
    }
    Ok(records)
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (key, value) in &self.headers {
            writeln!(f, "{key}: {value}")?;
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
    fn a_blank_line_separates_records_even_after_headers() {
        assert_eq!(parse_records(TEXT).expect("records").len(), 2);
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
