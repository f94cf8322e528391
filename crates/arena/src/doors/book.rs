//! An opening book, begun or gone on with.

use super::first_moves::asked;
use crate::book::begin;
use crate::book_file::{self, BookError, Heading};
use crate::error::{ArenaError, Fault};
use crate::first_turns::FirstTurns;
use crate::judge::Effort;
use crate::run::{Run, columns};
use serde::{Serialize, Serializer};
use sow_engine::game::{Board, Game};
use sow_engine::games::{BoardVisitor, visit};
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_search::Endgames;
use sow_search::analyse::Score;
use std::time::{Duration, Instant};

/// What is built.
#[derive(Clone, Debug)]
pub struct BookPlan<'a> {
    /// The rules.
    pub rules: Rules,
    /// Where the book begins.
    pub root: &'a Setup,
    /// What each judgement may spend.
    pub effort: Effort,
    /// Positions to expand, besides those that are.
    pub expand: u64,
    /// What a turn costs at least on the way to a position, in hundredths of a seed.
    pub step: i64,
    /// How often the book is saved in between.
    pub save_every: Duration,
}

/// What a book came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Grown {
    /// Where it begins.
    pub root: Setup,
    /// Its rules.
    pub rules: Rules,
    /// Its positions.
    pub positions: usize,
    /// Those of them whose turns are all in it.
    pub expanded: usize,
    /// The most turns from its beginning.
    pub deepest: u32,
    /// What its beginning is worth by it.
    pub worth: Score,
    /// Best play by it.
    pub line: Vec<String>,
    /// Nothing is left to expand.
    pub complete: bool,
}

/// Builds a book, or goes on with the one whose name and text are given, as far as is asked for. `save` is handed
/// the text of the whole book now and then, and at the end. `None` if the work was stopped before there was a
/// book. Steps of the work are positions expanded.
///
/// # Errors
/// If the book is another one, if a table cannot be read, or what `save` says.
pub fn grow_book(
    plan: &BookPlan<'_>,
    endgames: Option<&dyn Endgames>,
    known: Option<(&str, &str)>,
    run: &Run<'_>,
    save: &mut (dyn FnMut(&str) -> Result<(), Fault> + Send),
) -> Result<Option<Grown>, ArenaError> {
    let columns = columns(plan.rules, [plan.root])?;
    let grow = Grow {
        plan,
        endgames,
        known,
        run,
        save,
    };
    let grown = run.pool()?.install(|| visit(plan.rules, columns, grow))?;
    match endgames.and_then(Endgames::error) {
        Some(error) => Err(ArenaError::Table(error)),
        None => Ok(grown),
    }
}

struct Grow<'a, 'save> {
    plan: &'a BookPlan<'a>,
    endgames: Option<&'a dyn Endgames>,
    known: Option<(&'a str, &'a str)>,
    run: &'a Run<'a>,
    save: &'save mut (dyn FnMut(&str) -> Result<(), Fault> + Send),
}

impl BoardVisitor for Grow<'_, '_> {
    type Output = Result<Option<Grown>, ArenaError>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
        let plan = self.plan;
        let first_turns = FirstTurns {
            game: &*game,
            effort: plan.effort,
            endgames: self.endgames,
        };
        let heading = heading(plan, self.endgames);
        let root = game.position(plan.root);
        let mut book = match self.known {
            Some((name, text)) => {
                let (found, book) = book_file::read(name, text, &*game)?;
                check(name, &found, &heading)?;
                if book.entries()[0].position != root {
                    return Err(BookError::Root(name.to_owned()).into());
                }
                book
            }
            None => match begin(&first_turns, &root, self.run.stop) {
                Some(book) => book,
                None => return Ok(None),
            },
        };
        let steps = self.run.steps(plan.expand);
        let mut saved = Instant::now();
        let mut complete = false;
        for _ in 0..plan.expand {
            let Some(number) = book.next(plan.step) else {
                complete = true;
                break;
            };
            if !book.expand(&first_turns, number, self.run.stop) {
                break;
            }
            steps.add(1);
            if saved.elapsed() >= plan.save_every {
                let text = book_file::write(&*game, &heading, &book);
                (self.save)(&text).map_err(ArenaError::Save)?;
                saved = Instant::now();
            }
        }
        let text = book_file::write(&*game, &heading, &book);
        (self.save)(&text).map_err(ArenaError::Save)?;
        let entries = book.entries();
        Ok(Some(Grown {
            root: plan.root.clone(),
            rules: plan.rules,
            positions: entries.len(),
            expanded: entries.iter().filter(|entry| entry.steps.is_some()).count(),
            deepest: entries.iter().map(|entry| entry.ply).max().unwrap_or(0),
            worth: entries[0].worth,
            line: book.line(),
            complete,
        }))
    }
}

fn heading(plan: &BookPlan<'_>, endgames: Option<&dyn Endgames>) -> Heading {
    let Effort {
        nodes,
        proof,
        depth,
        ..
    } = plan.effort;
    let effort = format!(
        "nodes {nodes}, proof {proof}, depth {depth}{}",
        asked(endgames)
    );
    Heading::new(plan.rules, effort)
}

/// Refuses to mix judgements.
fn check(name: &str, found: &Heading, wanted: &Heading) -> Result<(), BookError> {
    if found.effort == wanted.effort {
        return Ok(());
    }
    Err(BookError::Effort {
        name: name.to_owned(),
        found: found.effort.clone(),
        wanted: wanted.effort.clone(),
    })
}

#[derive(Serialize)]
struct Form<'a> {
    position: String,
    rules: String,
    positions: usize,
    expanded: usize,
    deepest: u32,
    worth: Score,
    line: &'a [String],
    complete: bool,
}

impl Serialize for Grown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = Form {
            position: self.root.to_string(),
            rules: self.rules.describe(),
            positions: self.positions,
            expanded: self.expanded,
            deepest: self.deepest,
            worth: self.worth,
            line: &self.line,
            complete: self.complete,
        };
        form.serialize(serializer)
    }
}
