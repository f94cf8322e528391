//! The program alone, in a folder with nothing of the repository beside or above it: what comes with it is in it.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A copy of the program.
struct Installed(tempfile::TempDir);

impl Installed {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("sow");
        // A link will not do: the program looks beside the file that it is.
        std::fs::copy(env!("CARGO_BIN_EXE_sow"), program).unwrap();
        Self(folder)
    }

    /// The code, standard output and standard error of a run.
    fn run(&self, args: &[&str]) -> (Option<i32>, String, String) {
        let output = Command::new(self.0.path().join("sow"))
            .args(args)
            .current_dir(self.0.path())
            .env_remove("SOW_TABLES")
            .env("NO_COLOR", "1")
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (
            output.status.code(),
            text(output.stdout),
            text(output.stderr),
        )
    }
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn names(folder: &str, extension: &str) -> BTreeSet<PathBuf> {
    let entries = std::fs::read_dir(repository().join(folder)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|known| known == extension))
        .collect()
}

#[test]
fn it_has_every_table_of_the_repository_and_says_where_it_looked_for_others() {
    let sow = Installed::new();
    let mut games = BTreeSet::new();
    for path in names("data/tables", "sowtable") {
        let path = path.to_str().unwrap();
        let (code, text, error) = sow.run(&["tables", "info", path, "--json"]);
        assert_eq!(code, Some(0), "{error}");
        let table: Value = serde_json::from_str(&text).unwrap();
        let layers = table["layers"].as_array().unwrap().iter();
        let position = layers.rev().find_map(|layer| layer["position"].as_str());
        let position = position.expect("a layer with a win");
        // A table of the folder and the one in the program say the same.
        let folder = repository().join("data/tables");
        let of_folder = ["--tables", folder.to_str().unwrap()];
        let told = [&[][..], &of_folder].map(|args| {
            let (code, text, error) = sow.run(&[&["tables", "probe", position], args].concat());
            assert_eq!(code, Some(0), "{position}: {text}{error}");
            text
        });
        assert_eq!(told[0], told[1]);
        assert!(told[0].contains("exact, looked up"), "{position}");
        games.insert(table["game"].to_string());
    }
    assert_eq!(games.len(), 5);
    let (code, text, error) = sow.run(&["tables", "info", "--json"]);
    assert_eq!(code, Some(0), "{error}");
    let all = names("data/tables", "sowtable").len();
    assert_eq!(text.lines().count(), all);
    let (code, text, error) = sow.run(&["tables", "verify", "--sample", "5", "--json", "-q"]);
    assert_eq!(code, Some(0), "{error}");
    assert_eq!(text.lines().count(), all);
    let (code, text, error) = sow.run(&["tables", "probe", "owela:start"]);
    assert_eq!(code, Some(3));
    assert!(text.contains("no table of this game"), "{text}");
    let count = names("data/tables", "sowtable").len();
    let where_it_looked = format!("the {count} tables in the program");
    assert!(error.contains(&where_it_looked), "{error}");
    let (_, _, error) = sow.run(&["tables", "probe", "owela:start", "--tables", "none"]);
    assert!(error.contains("no tables"), "{error}");
}

#[test]
fn it_has_every_problem_by_its_name() {
    let sow = Installed::new();
    let (code, text, error) = sow.run(&["puzzle", "list", "--json"]);
    assert_eq!(code, Some(0), "{error}");
    let listed: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut stated = 0;
    for path in names("data/puzzles", "toml") {
        let text = std::fs::read_to_string(&path).unwrap();
        stated += text.matches("[[puzzle]]").count();
        let file = format!(
            "data/puzzles/{}",
            path.file_name().unwrap().to_str().unwrap()
        );
        let (code, of_file, error) = sow.run(&["puzzle", "list", &file, "--json"]);
        assert_eq!(code, Some(0), "{error}");
        assert_eq!(of_file.lines().count(), text.matches("[[puzzle]]").count());
    }
    let ids: BTreeSet<&str> = listed
        .iter()
        .map(|puzzle| puzzle["id"].as_str().unwrap())
        .collect();
    assert_eq!((listed.len(), ids.len()), (stated, stated));
    for puzzle in listed.iter().step_by(20) {
        let id = puzzle["id"].as_str().unwrap();
        let (code, shown, error) = sow.run(&["show", id, "--json"]);
        assert_eq!(code, Some(0), "{error}");
        let shown: Value = serde_json::from_str(&shown).unwrap();
        assert_eq!(shown["position"], puzzle["position"]);
    }
    let (code, text, error) = sow.run(&["puzzle", "solve", "nsolo-6"]);
    assert_eq!(code, Some(0), "{error}");
    assert!(text.starts_with("nsolo-6: South to move and win"), "{text}");
    let (_, _, error) = sow.run(&["puzzle", "solve", "nsolo-tables-8-9"]);
    assert!(error.contains("did you mean nsolo-tables-8-"), "{error}");
    let (code, _, error) = sow.run(&["puzzle", "solve", "nothing-like-it"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("sow puzzle list"), "{error}");
}

#[test]
fn it_has_the_page() {
    let sow = Installed::new();
    let (code, _, error) = sow.run(&["board", "--html", "page.html"]);
    assert_eq!(code, Some(0), "{error}");
    let written = std::fs::read_to_string(sow.0.path().join("page.html")).unwrap();
    let page = std::fs::read_to_string(repository().join("data/page/board.html")).unwrap();
    let (before, after) = page.split_once("<!--sow-content-->").unwrap();
    assert!(written.starts_with(before) && written.ends_with(after));
}

#[test]
fn it_writes_completions_and_a_page_of_the_manual_for_every_command() {
    let sow = Installed::new();
    let (code, text, error) = sow.run(&["install-extras", "prefix"]);
    assert_eq!(code, Some(0), "{error}");
    for path in text.lines() {
        let length = std::fs::metadata(sow.0.path().join(path)).unwrap().len();
        assert!(length > 100, "{path}");
    }
    let (_, help, _) = sow.run(&["--help"]);
    let commands = help.lines();
    let commands = commands.take_while(|line| *line != "Options of every command:");
    let mut count = 0;
    for line in commands.filter(|line| line.starts_with("  ") && !line.starts_with("   ")) {
        let name = line.split_whitespace().next().unwrap();
        count += 1;
        let page = format!("prefix/share/man/man1/sow-{name}.1");
        assert!(name == "help" || text.contains(&page), "{page}");
    }
    assert!(count > 20, "{help}");
    assert!(text.contains("sow-tables-build.1") && text.contains("/sow.1"));
    for place in [
        "bash-completion/completions/sow",
        "site-functions/_sow",
        "sow.fish",
    ] {
        assert!(text.contains(place), "{place}");
    }
    let (_, bash, _) = sow.run(&["completions", "bash"]);
    let installed = sow
        .0
        .path()
        .join("prefix/share/bash-completion/completions/sow");
    assert_eq!(std::fs::read_to_string(installed).unwrap(), bash);
    std::fs::write(sow.0.path().join("file"), "").unwrap();
    let (code, _, error) = sow.run(&["install-extras", "file"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("cannot be made"), "{error}");
}
