//! Opening books as texts: a heading, then a position a line, each a JSON object
//! (`docs/openings.md`).

use crate::book::{Book, Entry, Step, Target};
use serde::{Deserialize, Serialize};
use sow_engine::game::{Board, Game};
use sow_engine::notation::parse_position;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_search::analyse::Score;
use std::collections::HashMap;
use thiserror::Error;

/// The version of the form.
const VERSION: u32 = 1;

/// Why a book cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BookError {
    /// The text is none.
    #[error("{0} is no opening book; `sow openings GAME --book FILE --expand N` writes one")]
    NoBook(String),
    /// It is in a form that is not read.
    #[error("{name} is a book of version {found}, and this program reads version {VERSION}")]
    Version {
        /// What the book is called.
        name: String,
        /// Its version.
        found: u32,
    },
    /// A line is damaged.
    #[error("the book {name} is damaged at line {line}: {why}")]
    Line {
        /// What the book is called.
        name: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// Its positions do not hang together.
    #[error("the book {0} is damaged: its moves do not lead on")]
    LeadsNowhere(String),
    /// It is of another game or other rules.
    #[error("{name} is a book of {other}, not of {wanted}")]
    Other {
        /// What the book is called.
        name: String,
        /// Game and rules of the book.
        other: String,
        /// Game and rules of the play.
        wanted: String,
    },
    /// A player's book is of another game or other rules.
    #[error("the book is of {other}, not of {wanted}")]
    OtherRules {
        /// Game and rules of the book.
        other: String,
        /// Game and rules of the play.
        wanted: String,
    },
    /// It has positions of more than one board.
    #[error("{0} holds positions of several boards")]
    Boards(String),
    /// It was built with other searches.
    #[error(
        "{name} was built with {found}, and this is {wanted}; give the same options to go on with it"
    )]
    Effort {
        /// What the book is called.
        name: String,
        /// What its positions were judged with.
        found: String,
        /// What they would be judged with now.
        wanted: String,
    },
    /// It begins elsewhere.
    #[error("{0} begins with another position")]
    Root(String),
}

/// What the whole book is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Heading {
    book: u32,
    game: String,
    rules: String,
    /// What each position was judged with.
    pub(crate) effort: String,
}

impl Heading {
    pub(crate) fn new(rules: Rules, effort: String) -> Self {
        Self {
            book: VERSION,
            game: rules.game().to_string(),
            rules: rules.describe(),
            effort,
        }
    }

    fn is_of(&self, rules: Rules) -> bool {
        self.game == rules.game().name() && self.rules == rules.describe()
    }

    fn subject(&self) -> String {
        format!("{} by {}", self.game, self.rules)
    }
}

fn subject(rules: Rules) -> String {
    format!("{} by {}", rules.game(), rules.describe())
}

#[derive(Serialize, Deserialize)]
struct EntryLine {
    position: String,
    ply: u32,
    judged: Score,
    worth: Score,
    /// The best move, if all have been looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<StepLine>>,
}

#[derive(Serialize, Deserialize)]
struct StepLine {
    #[serde(rename = "move")]
    text: String,
    /// The number of the position that it leads to; the root is 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end: Option<Score>,
}

/// A line of JSON.
fn line(value: &impl Serialize) -> String {
    // Nothing in a book has a form that JSON has not.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// The text of a book.
pub(crate) fn write<P: Board>(game: &dyn Game<P>, heading: &Heading, book: &Book<P>) -> String {
    let mut text = line(heading);
    for entry in book.entries() {
        let best = book
            .ranked(entry)
            .first()
            .map(|(step, _)| step.text.clone());
        text += &line(&EntryLine {
            position: game.setup(&entry.position).to_string(),
            ply: entry.ply,
            judged: entry.judged,
            worth: entry.worth,
            best,
            moves: entry.steps.as_deref().map(steps_written),
        });
    }
    text
}

fn steps_written(steps: &[Step]) -> Vec<StepLine> {
    let steps = steps.iter().map(|step| {
        let (to, end) = match &step.target {
            Target::Position(to) => (Some(*to), None),
            Target::Over(score) => (None, Some(*score)),
        };
        StepLine {
            text: step.text.clone(),
            to,
            end,
        }
    });
    steps.collect()
}

/// The heading and the lines of a book.
fn lines(name: &str, text: &str) -> Result<(Heading, Vec<EntryLine>), BookError> {
    let mut lines = text.lines().enumerate();
    let heading = lines
        .next()
        .and_then(|(_, line)| serde_json::from_str::<Heading>(line).ok())
        .ok_or_else(|| BookError::NoBook(name.to_owned()))?;
    if heading.book != VERSION {
        return Err(BookError::Version {
            name: name.to_owned(),
            found: heading.book,
        });
    }
    let entries = lines
        .map(|(index, line)| {
            serde_json::from_str(line).map_err(|error| damaged(name, index, &error))
        })
        .collect::<Result<Vec<EntryLine>, _>>()?;
    Ok((heading, entries))
}

fn damaged(name: &str, index: usize, why: &dyn std::fmt::Display) -> BookError {
    BookError::Line {
        name: name.to_owned(),
        line: index + 1,
        why: why.to_string(),
    }
}

/// Reads a book of a game with its heading.
pub(crate) fn read<P: Board>(
    name: &str,
    text: &str,
    game: &dyn Game<P>,
) -> Result<(Heading, Book<P>), BookError> {
    let (heading, lines) = lines(name, text)?;
    if !heading.is_of(game.rules()) {
        return Err(BookError::Other {
            name: name.to_owned(),
            other: heading.subject(),
            wanted: subject(game.rules()),
        });
    }
    let mut entries = Vec::new();
    for (index, line) in lines.into_iter().enumerate() {
        let setup =
            parse_position(&line.position).map_err(|error| damaged(name, index + 1, &error))?;
        if setup.game != game.kind() || setup.columns != game.columns() {
            return Err(BookError::Boards(name.to_owned()));
        }
        let steps = line.moves.map(|moves| steps_read(name, index + 1, moves));
        entries.push(Entry {
            position: game.position(&setup),
            ply: line.ply,
            judged: line.judged,
            worth: line.worth,
            steps: steps.transpose()?,
        });
    }
    let book = Book::new(entries).ok_or_else(|| BookError::LeadsNowhere(name.to_owned()))?;
    Ok((heading, book))
}

fn steps_read(name: &str, index: usize, moves: Vec<StepLine>) -> Result<Vec<Step>, BookError> {
    let steps = moves.into_iter().map(|step| {
        let target = match (step.to, step.end) {
            (Some(to), _) => Target::Position(to),
            (None, Some(end)) => Target::Over(end),
            (None, None) => return Err(damaged(name, index, &"a move leads nowhere")),
        };
        Ok(Step {
            text: step.text,
            target,
        })
    });
    steps.collect()
}

/// The best moves of a book by position, for those who only look them up.
#[derive(Clone, Debug)]
pub struct Lookup {
    heading: Heading,
    moves: HashMap<String, Found>,
}

/// What a book says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The best move.
    pub text: String,
    /// What it leads to, seen by South.
    pub worth: Score,
    ply: u32,
}

impl Lookup {
    /// Reads the text of a book; errors call it `name`.
    ///
    /// # Errors
    /// If the text is no book, or a damaged one.
    pub fn read(name: &str, text: &str) -> Result<Self, BookError> {
        let (heading, lines) = lines(name, text)?;
        let mut moves: HashMap<String, Found> = HashMap::new();
        for line in lines {
            let Some(best) = line.best else {
                continue;
            };
            let found = Found {
                text: best,
                worth: line.worth,
                ply: line.ply,
            };
            // Nearer to the root more has been looked at below it.
            let known = moves.get(&line.position);
            if known.is_none_or(|known| known.ply > found.ply) {
                moves.insert(line.position, found);
            }
        }
        Ok(Self { heading, moves })
    }

    /// Refuses a book of another game or other rules.
    ///
    /// # Errors
    /// [`BookError::OtherRules`].
    pub fn check(&self, rules: Rules) -> Result<(), BookError> {
        if self.heading.is_of(rules) {
            return Ok(());
        }
        Err(BookError::OtherRules {
            other: self.heading.subject(),
            wanted: subject(rules),
        })
    }

    /// The game of the book, by its name.
    pub fn game(&self) -> &str {
        &self.heading.game
    }

    /// The rules of the book, in words.
    pub fn rules(&self) -> &str {
        &self.heading.rules
    }

    /// What the book says of a position between turns.
    pub fn find(&self, position: &Setup) -> Option<&Found> {
        self.moves.get(&position.to_string())
    }
}
