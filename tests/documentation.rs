//! Every command in the README and in `docs/` is run, and prints what is shown there.
//!
//! A block ```` ```console ```` has lines `$ command`, each followed by what it prints, with a line `...` for what is
//! left out; a block ```` ```sh ```` has commands alone. A block ```` ```sh no_run: reason ```` is not run, since it
//! takes too long or needs what a test has not, but its options are checked all the same. So are commands in running
//! text.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

mod program;

use program::sow;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A fenced block.
struct Block {
    file: String,
    line: usize,
    /// Behind the language.
    note: String,
    console: bool,
    text: String,
}

/// A command and what it is said to print.
struct Step {
    command: String,
    shown: Vec<String>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn documents() -> Vec<PathBuf> {
    let mut found = vec![root().join("README.md")];
    let docs = fs::read_dir(root().join("docs")).unwrap();
    found.extend(
        docs.map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "md")),
    );
    found.sort();
    found
}

fn blocks(path: &Path) -> Vec<Block> {
    let file = path.strip_prefix(root()).unwrap().display().to_string();
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    for (index, line) in fs::read_to_string(path).unwrap().lines().enumerate() {
        let fence = line.trim_start().strip_prefix("```");
        match (fence, open) {
            (Some(_), true) => open = false,
            (Some(info), false) => {
                open = true;
                let (language, note) = info.split_once(' ').unwrap_or((info, ""));
                blocks.push(Block {
                    file: file.clone(),
                    line: index + 1,
                    note: note.trim().to_owned(),
                    console: language == "console",
                    text: String::new(),
                });
                if !matches!(language, "console" | "sh") {
                    blocks.last_mut().unwrap().note = "text".to_owned();
                }
            }
            (None, true) => {
                let text = &mut blocks.last_mut().unwrap().text;
                *text += line;
                text.push('\n');
            }
            (None, false) => {}
        }
    }
    blocks.retain(|block| block.note != "text");
    blocks
}

impl Block {
    fn steps(&self) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        let mut continued = false;
        for line in self.text.lines() {
            let command = if self.console {
                line.strip_prefix("$ ")
            } else {
                Some(line)
            };
            match command {
                Some(command) if !continued => steps.push(Step {
                    command: command.to_owned(),
                    shown: Vec::new(),
                }),
                _ if continued => {
                    let last = steps.last_mut().unwrap();
                    last.command += "\n";
                    last.command += line;
                }
                _ => steps.last_mut().unwrap().shown.push(line.to_owned()),
            }
            continued = line.ends_with('\\') && steps.last().unwrap().shown.is_empty();
        }
        steps.retain(|step| !step.command.trim().is_empty());
        steps
    }

    /// Runs the steps in a folder, one after another.
    fn run(&self, folder: &Path, faults: &mut String) {
        for Step { command, shown } in self.steps() {
            let output = shell(folder, &command);
            let (out, err) = (
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr),
            );
            let place = format!("{}:{}: {command}", self.file, self.line);
            // A command that is shown to answer no says so by its exit code.
            let is_answer = output.status.code() == Some(0)
                || self.console && matches!(output.status.code(), Some(1 | 3));
            if !is_answer {
                *faults += &format!("{place}\n{:?} {err}\n", output.status.code());
            }
            let printed = format!("{out}{err}");
            if !shown.is_empty() && !is_shown(&shown, &printed) {
                *faults += &format!(
                    "{place}\nprints\n{printed}\nand is said to print\n{}\n\n",
                    shown.join("\n")
                );
            }
        }
    }
}

/// The pictures of the guide are those that its commands write.
fn pictures_are_what_the_program_draws(faults: &mut String) {
    let folder = workshop();
    for block in blocks(&root().join("docs/guide.md")) {
        for step in block.steps() {
            let Some((_, name)) = step.command.split_once("--svg ") else {
                continue;
            };
            let name = name.split(' ').next().unwrap();
            let run = shell(folder.path(), &step.command);
            assert!(run.status.success(), "{}", step.command);
            let drawn = fs::read(folder.path().join(name)).unwrap();
            let kept = fs::read(root().join("docs/pictures").join(name)).unwrap_or_default();
            if drawn != kept {
                *faults += &format!(
                    "docs/pictures/{name} is not what `{}` draws\n",
                    step.command
                );
            }
        }
    }
}

fn shell(folder: &Path, command: &str) -> Output {
    Command::new("bash")
        .args(["-c", &format!("set -o pipefail; {command}")])
        .current_dir(folder)
        .env("PATH", path_with_the_program())
        .env("NO_COLOR", "1")
        .env_remove("COLUMNS")
        .env_remove("SOW_TABLES")
        .output()
        .unwrap()
}

/// Whether the lines shown are those printed, with `...` for any number of them.
fn is_shown(shown: &[String], printed: &str) -> bool {
    let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
    let mut parts = shown.split(|line| line.trim() == "...").peekable();
    let mut at = 0;
    let mut first = true;
    while let Some(part) = parts.next() {
        let part: Vec<&str> = part.iter().map(|line| line.trim_end()).collect();
        let last = parts.peek().is_none();
        let found = if last && first {
            (printed == part).then_some(0)
        } else if first {
            printed.starts_with(&part).then_some(0)
        } else if last {
            let start = printed
                .len()
                .checked_sub(part.len())
                .filter(|&start| start >= at);
            start.filter(|&start| printed[start..] == part[..])
        } else {
            (at..=printed.len().saturating_sub(part.len()))
                .find(|&start| printed[start..].starts_with(&part))
        };
        let Some(found) = found else {
            return false;
        };
        at = found + part.len();
        first = false;
    }
    true
}

fn path_with_the_program() -> OsString {
    let program = Path::new(env!("CARGO_BIN_EXE_sow"));
    let mut path = OsString::from(program.parent().unwrap());
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    path
}

/// A folder in which commands find what is in the repository.
fn workshop() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["data", "docs"] {
        std::os::unix::fs::symlink(root().join(name), folder.path().join(name)).unwrap();
    }
    folder
}

#[test]
fn every_block_of_commands_runs_and_prints_what_is_shown() {
    let mut faults = String::new();
    let mut ran = 0;
    for path in documents() {
        // What one block writes, a later one of the same document may read.
        let folder = workshop();
        for block in blocks(&path) {
            if let Some(reason) = block.note.strip_prefix("no_run:") {
                assert!(
                    reason.trim().len() > 10,
                    "{}:{}: no reason",
                    block.file,
                    block.line
                );
                continue;
            }
            assert_eq!(block.note, "", "{}:{}", block.file, block.line);
            block.run(folder.path(), &mut faults);
            ran += 1;
        }
    }
    assert!(ran > 5, "{ran}");
    pictures_are_what_the_program_draws(&mut faults);
    assert!(faults.is_empty(), "{faults}");
}

/// The words of a command as a shell has them, up to a pipe, a redirection or a comment.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    for letter in command.chars() {
        match (quote, letter) {
            (None, '|' | '>' | '#' | ';' | '&') => break,
            (None, '\'' | '"') => quote = Some(letter),
            (Some(open), letter) if letter == open => quote = None,
            (None, ' ' | '\n' | '\\') => words.push(std::mem::take(&mut word)),
            (_, letter) => word.push(letter),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// What is wrong with a command that is not run: it names a command or an option that there is not.
fn misspelt(command: &str) -> Option<String> {
    let words = words(command);
    let [program, rest @ ..] = &words[..] else {
        return None;
    };
    if program != "sow" || rest.is_empty() || rest[0].starts_with('-') {
        return None;
    }
    let named = |count: usize| {
        let words = rest.iter().take(count).map(String::as_str);
        let run = sow(&words.chain(["--help"]).collect::<Vec<_>>());
        (run.code == Some(0)).then_some(run.out)
    };
    // COMMAND stands for any of them.
    if rest[0].chars().all(|letter| letter.is_ascii_uppercase()) {
        return None;
    }
    let Some(help) = named(1) else {
        return Some(format!("`{command}`: there is no command {}", rest[0]));
    };
    let is_group = help.contains("<COMMAND>");
    let help = if is_group && rest.len() > 1 && !rest[1].starts_with('-') {
        let Some(below) = named(2) else {
            return Some(format!(
                "`{command}`: there is no command {} {}",
                rest[0], rest[1]
            ));
        };
        below
    } else {
        help
    };
    let unknown = rest
        .iter()
        .filter(|word| word.starts_with("--"))
        .map(|word| word.split('=').next().unwrap())
        .find(|option| {
            let mut parts = help.split(option).skip(1);
            // Not the beginning of a longer one.
            !parts.any(|rest| !rest.starts_with(|next: char| next == '-' || next.is_alphanumeric()))
        });
    unknown.map(|option| format!("`{command}`: there is no option {option}"))
}

#[test]
fn commands_that_are_not_run_are_spelt_right() {
    let mut faults = Vec::new();
    let mut looked_at = 0;
    for path in documents() {
        for block in blocks(&path) {
            if block.note.starts_with("no_run:") {
                for step in block.steps() {
                    looked_at += 1;
                    faults.extend(misspelt(&step.command));
                }
            }
        }
        let text = fs::read_to_string(&path).unwrap();
        // Every other piece between backticks is code.
        for (index, code) in text.replace("```", "").split('`').enumerate() {
            if index % 2 == 1 && code.starts_with("sow ") {
                looked_at += 1;
                faults.extend(misspelt(&code.replace('\n', " ")));
            }
        }
    }
    assert!(looked_at > 20, "{looked_at}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_is_shown_is_compared_line_by_line() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    for (shown, printed, same) in [
        ("a\nb", "a\nb\n", true),
        ("a\nb", "a\nb\nc\n", false),
        ("a\n...", "a\nb\nc\n", true),
        ("...\nc", "a\nb\nc\n", true),
        ("a\n...\nc\n...\ne", "a\nb\nc\nd\ne\n", true),
        ("a\n...\nx\n...\ne", "a\nb\nc\nd\ne\n", false),
        ("...\nb", "a\nb\nc\n", false),
        ("a\n...\na", "a\n", false),
    ] {
        assert_eq!(is_shown(&lines(shown), printed), same, "{shown}");
    }
}

/// The names at the beginning of the lines of a list in a help text.
fn listed(help: &str) -> Vec<String> {
    let names = help.lines().filter_map(|line| {
        let rest = line.strip_prefix("  ")?;
        let (name, _) = rest.split_once("  ")?;
        let is_name = name.starts_with(|first: char| first.is_ascii_lowercase())
            && name
                .chars()
                .all(|letter| letter.is_ascii_lowercase() || letter == '-');
        is_name.then(|| name.to_owned())
    });
    names.filter(|name| name != "help").collect()
}

#[test]
fn every_command_has_help_in_groups_with_an_example_that_is_spelt_right() {
    let overview = sow(&["--help"]).out;
    assert!(overview.contains("Solve and analyse:"), "{overview}");
    let (commands, options) = overview.split_once("Options of every command:").unwrap();
    assert!(options.contains("--json"), "{options}");
    let mut paths: Vec<Vec<String>> = listed(commands)
        .into_iter()
        .map(|name| vec![name])
        .collect();
    assert!(paths.len() > 20, "{paths:?}");
    let mut looked_at = 0;
    while let Some(path) = paths.pop() {
        for flag in ["-h", "--help"] {
            let words = path.iter().map(String::as_str).chain([flag]);
            let run = sow(&words.collect::<Vec<_>>());
            assert_eq!(run.code, Some(0), "{path:?}");
            let help = run.out;
            for line in help.lines().filter(|line| !line.starts_with("Usage:")) {
                assert!(line.chars().count() <= 80, "{path:?} {flag}: {line}");
            }
            let (own, common) = help.split_once("Options of every command:").unwrap();
            assert!(
                common.contains("--json") && !own.contains("--json"),
                "{help}"
            );
            if own.contains("Commands:") {
                if flag == "-h" {
                    let below = listed(own).into_iter();
                    paths.extend(below.map(|name| path.iter().cloned().chain([name]).collect()));
                }
                continue;
            }
            let (_, examples) = help
                .split_once("Example")
                .unwrap_or_else(|| panic!("{path:?}"));
            for line in examples.lines().filter(|line| line.starts_with("  sow ")) {
                let command = line.trim().split("   ").next().unwrap();
                assert!(
                    command.starts_with(&format!("sow {}", path.join(" "))),
                    "{command}"
                );
                assert_eq!(misspelt(command), None);
                looked_at += 1;
            }
        }
    }
    assert!(looked_at > 60, "{looked_at}");
}
