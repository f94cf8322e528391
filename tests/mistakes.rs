//! What the program says to typical mistakes: `tests/mistakes.txt` is a transcript to be read as a newcomer would.
//!
//! Where the program says something else, the transcript as it is now is left in the folder of the build, to be read
//! and, if it reads well, to be put in place of the other.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The files that are there, all of them with something wrong.
const FILES: &[(&str, &str)] = &[
    ("nothing.txt", "\n# nothing yet\n"),
    ("empty.txt", ""),
    (
        "illegal.txt",
        "game: owela\n\nb3 b3 *\n\ngame: owela\n\nb3 b3 b3 *\n\ngame: owela\n\nb4 b4 *\n",
    ),
    (
        "broken.toml",
        "[[puzzle]]\nid = \"one\"\nposition = owela:start\n",
    ),
];

fn run(folder: &Path, command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_sow"));
    let mut path = OsString::from(program.parent().unwrap());
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let output = Command::new("bash")
        .args(["-c", &format!("{command} 2>&1")])
        .current_dir(folder)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .env("SOW_TABLES", "none")
        .env_remove("COLUMNS")
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let code = output.status.code().unwrap();
    let mut text = format!("$ {command}\n");
    for line in printed.lines() {
        text += line.trim_end();
        text.push('\n');
    }
    if code == 0 {
        text
    } else {
        format!("{text}(exit code {code})\n")
    }
}

#[test]
fn typical_mistakes_are_answered_as_the_transcript_says() {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in FILES {
        fs::write(folder.path().join(name), content).unwrap();
    }
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes.txt");
    let known = fs::read_to_string(place).unwrap();
    let mut now = String::new();
    let mut answer = false;
    for line in known.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            if answer {
                now.push('\n');
            }
            now += &run(folder.path(), command);
            answer = true;
        } else if line.starts_with('#') {
            if answer {
                now.push('\n');
            }
            now += &format!("{line}\n\n");
            answer = false;
        }
    }
    if now != known {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mistakes.txt");
        fs::write(&place, &now).unwrap();
        let differs = known
            .lines()
            .zip(now.lines())
            .find(|(known, now)| known != now);
        panic!(
            "the transcript is another now, see {}: {differs:?}",
            place.display()
        );
    }
}
