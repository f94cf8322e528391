//! Files of games that a later run goes on with.

use sow_engine::notation::{Record, RecordError, parse_records};
use thiserror::Error;

/// Why a text cannot be gone on with.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// It holds something else.
    #[error("{0} holds something else than games of this program; name another file")]
    Foreign(String),
    /// It is no collection of records.
    #[error("{name} holds something else than games: {why}")]
    NoRecords {
        /// What the text is called.
        name: String,
        /// What is wrong with it.
        why: RecordError,
    },
    /// It holds more games than are asked for.
    #[error("{name} holds {found} games already, and {wanted} are asked for")]
    TooMany {
        /// What the text is called.
        name: String,
        /// The games that it holds.
        found: usize,
        /// The games of the plan.
        wanted: u64,
    },
    /// It holds more games than the match has.
    #[error("{name}, line {line}: the match has fewer games than the file; name another file")]
    TooManyOfMatch {
        /// What the text is called.
        name: String,
        /// The line of the first game that is too much, from 1.
        line: usize,
    },
    /// Its games are not those of the plan.
    #[error(
        "{name} holds games of another {work}: {why}; name another file, or the settings of that {work}"
    )]
    Other {
        /// What the text is called.
        name: String,
        /// `run` or `match`.
        work: &'static str,
        /// What differs.
        why: Differs,
    },
}

/// How a game differs from that of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Differs {
    /// A header differs.
    #[error("line {line}: `{key}` is {found}, not {wanted}")]
    Header {
        /// The line where the game begins, from 1.
        line: usize,
        /// The header.
        key: &'static str,
        /// Its value.
        found: String,
        /// What the plan would have there.
        wanted: String,
    },
    /// It begins elsewhere.
    #[error("line {line}: the first opening is {wanted}")]
    Opening {
        /// The line where the game begins, from 1.
        line: usize,
        /// Where the plan begins.
        wanted: String,
    },
}

/// What is known of a game before it is played, as headers.
pub(crate) type Headers = [(&'static str, String); 5];

/// The whole records of a text that games are written to, and how many bytes they take: what follows was cut
/// off in the writing.
pub(crate) fn whole_records(
    name: &str,
    text: &str,
    seed: u64,
) -> Result<(usize, Vec<Record>), ResumeError> {
    let whole = text.rfind("\n\n").map_or(0, |end| end + 2);
    if !is_torn(&text[whole..], seed) {
        return Err(ResumeError::Foreign(name.to_owned()));
    }
    let records = parse_records(&text[..whole]).map_err(|why| ResumeError::NoRecords {
        name: name.to_owned(),
        why,
    })?;
    Ok((whole, records))
}

/// Whether a text can be the beginning of a record with this seed, and nothing that somebody might miss.
fn is_torn(text: &str, seed: u64) -> bool {
    const KEYS: [&str; 8] = [
        "game",
        "rules",
        "start",
        "south",
        "north",
        "seed",
        "number",
        "termination",
    ];
    let mut lines = text.split_inclusive('\n');
    let mut has_number = false;
    for line in &mut lines {
        let is_whole = line.ends_with('\n');
        let header = line.trim_end_matches('\n').split_once(": ");
        match header.filter(|(key, _)| KEYS.contains(key)) {
            Some(("seed", value)) if is_whole && value != seed.to_string() => return false,
            Some((key, _)) => has_number |= key == "number",
            // The moves, which follow the number of the game, or a header that was cut off.
            None => {
                let begins = |key: &&str| format!("{key}: ").starts_with(line);
                return has_number || !is_whole && KEYS.iter().any(begins);
            }
        }
    }
    true
}

/// Whether a record can be one of a plan.
pub(crate) fn fits(record: &Record, headers: Headers) -> Result<(), Differs> {
    for (key, wanted) in headers {
        let found = record.header(key).unwrap_or("missing");
        if found != wanted {
            return Err(Differs::Header {
                line: record.line,
                key,
                found: found.to_owned(),
                wanted,
            });
        }
    }
    Ok(())
}
