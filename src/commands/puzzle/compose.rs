//! `sow puzzle compose`: new problems.

use crate::cli::{PuzzleComposeArgs, SourceArg};
use crate::commands::write_json;
use crate::context::{Context, Status};
use crate::files::Output;
use crate::input::board_name;
use crate::long_work::{on_threads, progress, stop_flag};
use crate::report::problem;
use crate::tables::{self, Known};
use anyhow::{Context as _, Result, anyhow, bail};
use indicatif::ProgressBar;
use sow_engine::rules::Rules;
use sow_puzzle::file::{self, Puzzle};
use sow_puzzle::{Aids, Collection, Composer, Draw, Found, Goals, Halt, Problem, Quest, Watch};
use sow_random::Stream;
use sow_search::Endgames;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

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
    let goals = Goals::new(game, &args.goal)?;
    let stop = stop_flag()?;
    let draw = |stream: &mut Stream| known.as_ref()?.draw(stream);
    let aids = Aids {
        endgames: known.as_ref().map(|known| known as &dyn Endgames),
        draw: (args.from == SourceArg::Tables).then_some(&draw as &Draw<'_>),
        stop: Some(&stop),
    };
    let quest = Quest {
        rules,
        columns,
        seed: args.seed,
        nodes: args.nodes,
        goals,
        interest: args.interest,
        count: args.count as usize,
        tasks: args.tasks,
    };
    let compose = Compose {
        context,
        args,
        rules,
        columns,
        file: args.output.as_deref().map(Output::lock).transpose()?,
        bar: progress(
            context,
            &board_name(rules.game(), columns),
            args.count,
            "{bar:30} {human_pos}/{human_len} problems, {msg}, {elapsed}",
        ),
        failed: None,
    };
    let status = on_threads(args.threads, || compose.run(&Composer::new(quest, aids)))??;
    Known::finish(known)?;
    Ok(status)
}

/// One search for problems.
struct Compose<'a> {
    context: &'a Context,
    args: &'a PuzzleComposeArgs,
    rules: Rules,
    columns: usize,
    file: Option<Output>,
    bar: ProgressBar,
    /// What could not be shown or saved.
    failed: Option<anyhow::Error>,
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
        // It stands in a line of the file.
        command.replace(char::is_control, "?")
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

    fn text(&self, tasks: u64, found: &Collection) -> String {
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
    fn resume(&self, composer: &Composer<'_>, path: &Path) -> Result<(u64, Collection)> {
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
        let puzzles = match file::parse(&text) {
            // Nothing was found so far.
            Err(file::FileError::Empty) => Vec::new(),
            read => read.with_context(|| format!("{shown} is no puzzle file"))?,
        };
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
            let puzzle = &puzzle;
            return write_json(&mut out, &Found { puzzle, measures });
        }
        problem::found(&mut out, &puzzle, &measures)?;
        if self.args.output.is_none() {
            use std::io::Write as _;
            writeln!(out, "{}", puzzle.entry().trim_start())?;
        }
        Ok(())
    }
}

impl Compose<'_> {
    fn run(mut self, composer: &Composer<'_>) -> Result<Status> {
        let (begun, mut found) = match &self.args.output {
            Some(path) => self.resume(composer, path)?,
            None => (0, Collection::default()),
        };
        self.bar.enable_steady_tick(Duration::from_millis(500));
        let (tasks, halt) = composer.run(begun, &mut found, &mut self);
        self.bar.finish_and_clear();
        if let Some(error) = self.failed {
            return Err(error);
        }
        if halt == Halt::Stopped {
            self.context
                .note("interrupted; with --output the same command goes on from here");
            return Ok(Status::Stopped);
        }
        if halt == Halt::Searched {
            let number = found.problems.len();
            self.context.note(&format!(
                "{number} problems in {tasks} tasks; --tasks searches on"
            ));
        }
        Ok(Status::Done)
    }

    /// Goes on unless something has failed.
    fn after(&mut self, done: Result<()>) -> ControlFlow<()> {
        match done {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failed = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

impl Watch for Compose<'_> {
    fn begin(&mut self, tasks: u64, found: usize) {
        self.bar.set_position(found as u64);
        self.bar.set_message(format!("{tasks} tasks"));
    }

    fn found(&mut self, found: &Collection) -> ControlFlow<()> {
        let Some(last) = found.problems.last() else {
            return ControlFlow::Continue(());
        };
        let shown = self.bar.suspend(|| self.show(found.problems.len(), last));
        self.after(shown)
    }

    fn save(&mut self, tasks: u64, found: &Collection) -> ControlFlow<()> {
        let text = self.text(tasks, found);
        let saved = self
            .file
            .as_mut()
            .map_or(Ok(()), |file| file.replace(&text));
        self.after(saved)
    }
}
