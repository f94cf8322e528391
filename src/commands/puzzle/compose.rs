//! `sow puzzle compose`: new problems.

use crate::cli::{PuzzleComposeArgs, SourceArg};
use crate::commands::write_json;
use crate::context::{Context, Status};
use crate::files::Output;
use crate::long_work::{on_threads, progress, stop_flag};
use crate::tables::{self, Known};
use anyhow::{Context as _, Result, anyhow, bail};
use serde::Serialize;
use sow_arena::spread::spread;
use sow_engine::game::{Board, Game};
use sow_engine::games::{self, BoardVisitor};
use sow_engine::rules::Rules;
use sow_puzzle::compose::{Draw, Quest};
use sow_puzzle::file::{self, Puzzle};
use sow_puzzle::{Collection, Composer, Measures, Problem};
use sow_random::Stream;
use sow_search::{Endgames, Limits};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Tasks that are worked on before what they found is sorted out.
const BATCH: u64 = 16;

/// The line of a file that says how far the search has come.
const TASKS: &str = "# tasks searched: ";

pub(crate) fn run(context: &Context, args: &PuzzleComposeArgs) -> Result<Status> {
    let rules = context.asked.game(&args.game)?;
    let game = rules.game();
    let columns = args.columns.unwrap_or_else(|| rules.default_columns());
    let range = game.columns();
    if !range.contains(&columns) {
        bail!(
            "{game} is played on {} to {} columns, not {columns}",
            range.start(),
            range.end()
        );
    }
    let tables = tables::open(args.tables.folder.as_deref())?;
    let known = Known::new(&tables, rules, columns);
    if args.from == SourceArg::Tables && known.is_none() {
        bail!(
            "no endgame table is there of {game} by {} on {columns} columns; `sow tables build` makes one, and --tables says where it is",
            rules.describe()
        );
    }
    let stop = stop_flag()?;
    let compose = Compose {
        context,
        args,
        rules,
        columns,
        known: known.as_ref(),
        stop: &stop,
    };
    let status = on_threads(args.threads, || games::visit(rules, columns, compose))??;
    Known::finish(known)?;
    Ok(status)
}

/// Composes with the game's own types.
struct Compose<'a> {
    context: &'a Context,
    args: &'a PuzzleComposeArgs,
    rules: Rules,
    columns: usize,
    /// The endgame tables that fit.
    known: Option<&'a Known<'a>>,
    stop: &'a AtomicBool,
}

#[derive(Serialize)]
struct ProblemReport {
    id: String,
    game: &'static str,
    rules: String,
    position: String,
    stipulation: String,
    solution: Vec<String>,
    plies: Option<u32>,
    difficulty: u8,
    interest: u32,
    measures: Measures,
}

impl Compose<'_> {
    /// The command that finds the same problems.
    fn command(&self) -> String {
        let Self {
            args,
            rules,
            columns,
            ..
        } = self;
        let game = rules.game();
        let mut command = format!("sow puzzle compose {game} --columns {columns}");
        for (index, word) in rules.describe().split_whitespace().enumerate() {
            let option = if index == 0 { "--rules" } else { "--rule" };
            command += &format!(" {option} {word}");
        }
        if args.from == SourceArg::Tables {
            command += " --from tables";
        }
        if let Some(folder) = &args.tables.folder {
            command += &format!(" --tables {}", folder.display());
        }
        command += &format!(
            " --seed {} --nodes {} --interest {}",
            args.seed, args.nodes, args.interest
        );
        for goal in &args.goal {
            command += &format!(" --goal '{goal}'");
        }
        command
    }

    fn puzzle(&self, number: usize, problem: &Problem) -> Puzzle {
        let Self {
            args,
            rules,
            columns,
            ..
        } = self;
        let id = match &args.id {
            Some(id) => format!("{id}-{number}"),
            None => format!("{}-{columns}-{}-{number}", args.game, args.seed),
        };
        let source = format!("composed by this project with `{}`", self.command());
        problem.puzzle(id, rules, source)
    }

    fn file(&self, tasks: u64, found: &Collection) -> String {
        let mut text = format!(
            "# Problems composed by `{}`; docs/puzzles.md explains the fields.\n{TASKS}{tasks}\n",
            self.command()
        );
        for (index, problem) in found.problems.iter().enumerate() {
            text += &self.puzzle(index + 1, problem).entry();
        }
        text
    }

    /// What a file of the same run holds, and how many tasks it took.
    fn resume<P: Board>(
        &self,
        composer: &Composer<'_, P>,
        path: &Path,
    ) -> Result<(u64, Collection)> {
        let mut collection = Collection::default();
        if !path.exists() {
            return Ok((0, collection));
        }
        let shown = path.display();
        let text =
            sow_files::text(path).with_context(|| format!("{shown} cannot be read as text"))?;
        let is_same = text
            .lines()
            .next()
            .is_some_and(|line| line.contains(&format!("`{}`", self.command())));
        let tasks = text.lines().find_map(|line| line.strip_prefix(TASKS));
        let tasks = tasks.and_then(|digits| digits.trim().parse().ok());
        let (true, Some(tasks)) = (is_same, tasks) else {
            bail!("{shown} was not written by this command; name another file");
        };
        let puzzles = file::parse(&text).with_context(|| format!("{shown} is no puzzle file"))?;
        for puzzle in &puzzles {
            let known = composer.recall(puzzle).map_err(|error| {
                anyhow!("{shown}: puzzle {} cannot be read: {error}", puzzle.id)
            })?;
            collection.take(&[Arc::new(known)], 0);
        }
        Ok((tasks, collection))
    }

    fn show(&self, number: usize, problem: &Problem) -> Result<()> {
        let mut out = crate::streams::stdout();
        let puzzle = self.puzzle(number, problem);
        let measures = problem.measures;
        if self.context.json {
            return write_json(
                &mut out,
                &ProblemReport {
                    id: puzzle.id,
                    game: self.rules.game().name(),
                    rules: puzzle.rules,
                    position: puzzle.position,
                    stipulation: puzzle.stipulation,
                    solution: puzzle.solution,
                    plies: puzzle.plies,
                    difficulty: measures.difficulty(),
                    interest: measures.interest(),
                    measures,
                },
            );
        }
        use std::io::Write;
        writeln!(
            out,
            "# {}, interest {}, difficulty {}: {}",
            puzzle.id,
            measures.interest(),
            measures.difficulty(),
            measures.describe()
        )?;
        if self.args.output.is_none() {
            writeln!(out, "{}", puzzle.entry().trim_start())?;
        }
        Ok(())
    }
}

impl BoardVisitor for Compose<'_> {
    type Output = Result<Status>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Result<Status> {
        let args = self.args;
        let draw = self.known.filter(|_| args.from == SourceArg::Tables);
        let draw = draw.map(|known| |stream: &mut Stream| known.draw(stream));
        let quest = Quest {
            seed: args.seed,
            nodes: args.nodes,
            goals: args.goal.clone(),
            endgames: self.known.map(|known| known as &dyn Endgames),
            draw: draw.as_ref().map(|draw| draw as &Draw<'_>),
        };
        let composer = Composer::new(&*game, quest);
        let mut file = args.output.as_deref().map(Output::lock).transpose()?;
        let (mut tasks, mut found) = match &args.output {
            Some(path) => self.resume(&composer, path)?,
            None => (0, Collection::default()),
        };
        let limits = Limits {
            stop: Some(self.stop),
            ..Limits::default()
        };
        let count = args.count as usize;
        let bar = progress(
            self.context,
            args.count,
            "{bar:30} {pos}/{len} problems, {msg}, {elapsed}",
        );
        bar.enable_steady_tick(Duration::from_millis(500));
        while found.problems.len() < count && tasks < args.tasks {
            bar.set_position(found.problems.len() as u64);
            bar.set_message(format!("{tasks} tasks"));
            let numbers = tasks..(tasks + BATCH).min(args.tasks);
            let batch = (numbers.end - numbers.start) as usize;
            let finds = spread(batch, |index| {
                composer.task(numbers.start + index as u64, &limits)
            });
            // What a stopped search did not find may be there: the batch does not count.
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            for find in &finds {
                tasks += 1;
                if !found.take(find, args.interest) {
                    continue;
                }
                if let Some(last) = found.problems.last() {
                    bar.suspend(|| self.show(found.problems.len(), last))?;
                }
                if found.problems.len() >= count {
                    break;
                }
            }
            if let Some(file) = &mut file {
                file.replace(&self.file(tasks, &found))?;
            }
        }
        bar.finish_and_clear();
        if self.stop.load(Ordering::Relaxed) {
            self.context
                .note("interrupted; with --output the same command goes on from here");
            return Ok(Status::Stopped);
        }
        if found.problems.len() < count {
            let number = found.problems.len();
            self.context.note(&format!(
                "{number} problems in {tasks} tasks; --tasks searches on"
            ));
        }
        Ok(Status::Done)
    }
}
