//! New problems: positions from careless games, from seeds thrown onto the board or from endgame tables,
//! searched for a goal that exactly one first turn reaches.
//!
//! Work is numbered in tasks. What a task finds depends on the seed and its number alone, on any number
//! of threads; a [`Collection`] takes the finds in the order of the tasks and refuses near duplicates.

use crate::collection::{Collection, Problem};
use crate::file::Puzzle;
use crate::find::Finder;
use crate::goals::Goals;
use crate::measures::Measures;
use crate::stipulation::StipulationError;
use rayon::prelude::*;
use sow_engine::game::{Board, Game};
use sow_engine::games::{self, BoardVisitor};
use sow_engine::notation::PositionError;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::turn::PlayError;
use sow_random::Stream;
use sow_search::Endgames;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// Tasks that are worked on before what they found is sorted out.
const BATCH: u64 = 16;

/// What problems are looked for.
#[derive(Clone, Debug)]
pub struct Quest {
    /// The rules.
    pub rules: Rules,
    /// Columns of the board, within the range of the game.
    pub columns: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Nodes for each question; a position that needs more is passed over.
    pub nodes: u64,
    /// What is to be asked.
    pub goals: Goals,
    /// The least [interest](Measures::interest).
    pub interest: u32,
    /// How many problems are wanted.
    pub count: usize,
    /// How many tasks are searched at most.
    pub tasks: u64,
}

/// Draws a position in which something may be hidden, South to move; `None` for a blank.
pub type Draw<'a> = dyn Fn(&mut Stream) -> Option<Setup> + Sync + 'a;

/// What helps, and what ends the search.
#[derive(Clone, Copy, Default)]
pub struct Aids<'a> {
    /// The endgame table that is asked, if there is one. A table that knows a position must know all that it leads to.
    pub endgames: Option<&'a dyn Endgames>,
    /// Where positions are drawn from instead of games and thrown seeds.
    pub draw: Option<&'a Draw<'a>>,
    /// Set by somebody else to stop.
    pub stop: Option<&'a AtomicBool>,
}

impl Aids<'_> {
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

impl fmt::Debug for Aids<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Aids")
            .field("endgames", &self.endgames)
            .field("draw", &self.draw.is_some())
            .field("stop", &self.stop)
            .finish()
    }
}

/// Told of what happens. Breaking off ends the search.
pub trait Watch {
    /// A batch of tasks begins.
    fn begin(&mut self, tasks: u64, found: usize);

    /// A problem was found and taken; it is the last of the collection.
    fn found(&mut self, found: &Collection) -> ControlFlow<()>;

    /// A batch is over: what was found in so many tasks can be saved.
    fn save(&mut self, tasks: u64, found: &Collection) -> ControlFlow<()>;
}

/// How a search for problems ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// There are as many as were wanted.
    Found,
    /// All tasks are done.
    Searched,
    /// Somebody has stopped it.
    Stopped,
}

/// Why a problem cannot be read back.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecallError {
    /// Its position is none.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Its stipulation is none.
    #[error(transparent)]
    Stipulation(#[from] StipulationError),
    /// Its key is no legal turn.
    #[error(transparent)]
    Key(#[from] PlayError),
    /// It is one of another game or size.
    #[error("the position is one of another game or size")]
    OtherBoard,
}

/// What is compiled for each type of board.
pub(crate) trait Search: Sync {
    /// The problems of one task, the most interesting first.
    fn task(&self, number: u64) -> Vec<Arc<Problem>>;

    /// A problem read back from a file.
    fn recall(&self, puzzle: &Puzzle) -> Result<Problem, RecallError>;
}

/// Finds problems of one game on one board.
pub struct Composer<'a> {
    quest: Quest,
    aids: Aids<'a>,
    search: Box<dyn Search + 'a>,
}

impl fmt::Debug for Composer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Composer")
            .field("quest", &self.quest)
            .field("aids", &self.aids)
            .finish_non_exhaustive()
    }
}

impl<'a> Composer<'a> {
    /// A composer.
    ///
    /// # Panics
    /// If the game is not played on so many columns.
    pub fn new(quest: Quest, aids: Aids<'a>) -> Self {
        struct Make<'q, 'a>(&'q Quest, Aids<'a>);
        impl<'a> BoardVisitor for Make<'_, 'a> {
            type Output = Box<dyn Search + 'a>;
            fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Self::Output {
                Box::new(Finder::new(game, self.0, self.1))
            }
        }
        let search = games::visit(quest.rules, quest.columns, Make(&quest, aids));
        Self {
            quest,
            aids,
            search,
        }
    }

    /// The problems of one task, the most interesting first.
    pub fn task(&self, number: u64) -> Vec<Arc<Problem>> {
        self.search.task(number)
    }

    /// A problem read back from a file that a composer of the same quest has written.
    ///
    /// # Errors
    /// A [`RecallError`].
    pub fn recall(&self, puzzle: &Puzzle) -> Result<Problem, RecallError> {
        self.search.recall(puzzle)
    }

    /// Searches on, with `tasks` searched and `found` found already, on the threads of the pool that this is
    /// called in.
    pub fn run(
        &self,
        mut tasks: u64,
        found: &mut Collection,
        watch: &mut dyn Watch,
    ) -> (u64, Halt) {
        let quest = &self.quest;
        while found.problems.len() < quest.count {
            if tasks >= quest.tasks {
                return (tasks, Halt::Searched);
            }
            watch.begin(tasks, found.problems.len());
            let numbers = tasks..(tasks + BATCH).min(quest.tasks);
            let finds: Vec<_> = numbers
                .into_par_iter()
                .map(|number| self.search.task(number))
                .collect();
            // What a stopped search did not find may be there: the batch does not count.
            if self.aids.is_stopped() {
                return (tasks, Halt::Stopped);
            }
            for find in &finds {
                tasks += 1;
                if found.take(find, quest.interest) && watch.found(found).is_break() {
                    return (tasks, Halt::Stopped);
                }
                if found.problems.len() >= quest.count {
                    break;
                }
            }
            if watch.save(tasks, found).is_break() {
                return (tasks, Halt::Stopped);
            }
        }
        (tasks, Halt::Found)
    }
}

/// A problem as it is told.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// The problem as an entry of a puzzle file.
    pub puzzle: &'a Puzzle,
    /// What it has to offer.
    pub measures: Measures,
}
