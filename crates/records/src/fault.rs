//! What is wrong with a text, and where.

use std::fmt;
use thiserror::Error;

/// What is wrong in one line of a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {text}")]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The word that it is about, if it is about one.
    pub word: Option<String>,
    /// One sentence: what is wrong, and what would be right.
    pub text: String,
}

impl Fault {
    pub(crate) fn new(line: usize, text: impl fmt::Display) -> Self {
        Self {
            line,
            word: None,
            text: text.to_string(),
        }
    }

    /// A fault of one word.
    pub(crate) fn of(line: usize, word: &str, text: impl fmt::Display) -> Self {
        Self {
            word: Some(word.to_owned()),
            ..Self::new(line, text)
        }
    }
}
