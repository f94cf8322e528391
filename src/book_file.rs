//! Opening books as files: a heading, then a position a line, each a JSON object
//! (`docs/openings.md`).

use crate::files::Output;
use anyhow::{Context as _, Result, anyhow, bail};
use serde::{Deserialize, Serialize};
use sow_arena::book::{Book, Entry, Step, Target};
use sow_engine::game::{Board, Game};
use sow_engine::kind::GameKind;
use sow_engine::notation::parse_position;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_search::analyse::Score;
use std::collections::HashMap;
use std::path::Path;

/// The version of the form.
const VERSION: u32 = 1;

/// What the whole book is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Heading {
    book: u32,
    pub(crate) game: String,
    pub(crate) rules: String,
    /// What each position was judged with.
    pub(crate) effort: String,
}

impl Heading {
    pub(crate) fn new(game: GameKind, rules: String, effort: String) -> Self {
        Self {
            book: VERSION,
            game: game.to_string(),
            rules,
            effort,
        }
    }
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

/// The text of a book.
pub(crate) fn write<P: Board>(
    file: &mut Output,
    game: &dyn Game<P>,
    heading: &Heading,
    book: &Book<P>,
) -> Result<()> {
    let mut text = serde_json::to_string(heading)? + "\n";
    for entry in book.entries() {
        let moves = entry.steps.as_ref().map(|steps| {
            steps
                .iter()
                .map(|step| {
                    let (to, end) = match &step.target {
                        Target::Position(to) => (Some(*to), None),
                        Target::Over(score) => (None, Some(*score)),
                    };
                    StepLine {
                        text: step.text.clone(),
                        to,
                        end,
                    }
                })
                .collect()
        });
        let line = EntryLine {
            position: game.setup(&entry.position).to_string(),
            ply: entry.ply,
            judged: entry.judged,
            worth: entry.worth,
            best: book
                .ranked(entry)
                .first()
                .map(|(step, _)| step.text.clone()),
            moves,
        };
        text += &(serde_json::to_string(&line)? + "\n");
    }
    file.replace(&text)
}

/// The heading and the lines of a book file.
fn lines(path: &Path) -> Result<(Heading, Vec<EntryLine>)> {
    let name = path.display();
    let text =
        std::fs::read_to_string(path).with_context(|| format!("the book {name} cannot be read"))?;
    let mut lines = text.lines().enumerate();
    let heading = lines
        .next()
        .and_then(|(_, line)| serde_json::from_str::<Heading>(line).ok())
        .ok_or_else(|| {
            anyhow!(
                "{name} is no opening book; `sow openings GAME --book FILE --expand N` writes one"
            )
        })?;
    if heading.book != VERSION {
        bail!(
            "{name} is a book of version {}, and this program reads version {VERSION}",
            heading.book
        );
    }
    let entries = lines
        .map(|(index, line)| {
            serde_json::from_str(line).map_err(|error| {
                anyhow!("the book {name} is damaged at line {}: {error}", index + 1)
            })
        })
        .collect::<Result<Vec<EntryLine>>>()?;
    Ok((heading, entries))
}

/// Reads a book of a game with its heading.
pub(crate) fn read<P: Board>(path: &Path, game: &dyn Game<P>) -> Result<(Heading, Book<P>)> {
    let (heading, lines) = lines(path)?;
    if heading.game != game.kind().name() || heading.rules != game.rules().describe() {
        bail!(
            "{} is a book of {} by {}, not of {} by {}",
            path.display(),
            heading.game,
            heading.rules,
            game.kind(),
            game.rules().describe()
        );
    }
    let mut entries = Vec::new();
    for line in lines {
        let setup = parse_position(&line.position)?;
        if setup.game != game.kind() || setup.columns != game.columns() {
            bail!("{} holds positions of several boards", path.display());
        }
        let steps = match line.moves {
            None => None,
            Some(moves) => {
                let steps = moves.into_iter().map(|step| {
                    let target = match (step.to, step.end) {
                        (Some(to), _) => Target::Position(to),
                        (None, Some(end)) => Target::Over(end),
                        (None, None) => bail!("a move of the book leads nowhere"),
                    };
                    Ok(Step {
                        text: step.text,
                        target,
                    })
                });
                Some(steps.collect::<Result<Vec<_>>>()?)
            }
        };
        entries.push(Entry {
            position: game.position(&setup),
            ply: line.ply,
            judged: line.judged,
            worth: line.worth,
            steps,
        });
    }
    let book = Book::new(entries).ok_or_else(|| {
        anyhow!(
            "the book {} is damaged: its moves do not lead on",
            path.display()
        )
    })?;
    Ok((heading, book))
}

/// The best moves of a book by position, for those who only look them up.
#[derive(Clone, Debug)]
pub(crate) struct Lookup {
    /// What the book is about.
    pub(crate) heading: Heading,
    moves: HashMap<String, Found>,
}

/// What a book says of a position.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The best move.
    pub(crate) text: String,
    /// What it leads to, seen by South.
    pub(crate) worth: Score,
    ply: u32,
}

impl Lookup {
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let (heading, lines) = lines(path)?;
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
    pub(crate) fn check(&self, rules: &Rules) -> Result<(), String> {
        let (game, rules) = (rules.game(), rules.describe());
        if self.heading.game == game.name() && self.heading.rules == rules {
            return Ok(());
        }
        Err(format!(
            "the book is of {} by {}, not of {} by {rules}",
            self.heading.game, self.heading.rules, game
        ))
    }

    /// What the book says of a position between turns.
    pub(crate) fn find(&self, setup: &Setup) -> Option<&Found> {
        self.moves.get(&setup.to_string())
    }
}
