//! Runs the program as users' scripts do.

#![allow(dead_code, reason = "not every test needs every way of running")]

use serde_json::Value;
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What a run of the program left behind; no code if it was killed.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_sow"))
        .args(args)
        .env("NO_COLOR", "1")
        .env_remove("SOW_TABLES")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits until something holds that another process does in its own time; fails after a minute.
pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Whether a process has said what it does on an interrupt; a signal before that ends it as it
/// ends any program. True where the system does not tell.
fn listens(process: u32) -> bool {
    const INTERRUPT: u32 = 2;
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.map(|mask| u64::from_str_radix(mask.trim(), 16).unwrap());
    caught.is_none_or(|mask| mask >> (INTERRUPT - 1) & 1 == 1)
}

/// Tells a run to stop, as Ctrl-C does, once it has begun to listen.
#[cfg(unix)]
pub(crate) fn interrupt(child: &Child) {
    wait_until("it listens to signals", || listens(child.id()));
    interrupt_at_once(child);
}

/// The same, whether it listens or not.
#[cfg(unix)]
pub(crate) fn interrupt_at_once(child: &Child) {
    let told = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(told.unwrap().success());
}

pub(crate) fn finish(child: Child) -> Run {
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

pub(crate) fn sow_with_input(args: &[&str], input: &str) -> Run {
    let mut child = start(args);
    let mut pipe = child.stdin.take().unwrap();
    // The program answers while it reads: whoever writes everything first may wait for ever.
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A program that does not want to read it all is no fault of the test.
            let _ = pipe.write_all(input.as_bytes());
        });
        finish(child)
    })
}

pub(crate) fn sow(args: &[&str]) -> Run {
    sow_with_input(args, "")
}

/// Runs a script with the program as `$SOW`, in a folder of its own.
pub(crate) fn shell(script: &str) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new("bash")
        .args(["-c", script])
        .env("SOW", env!("CARGO_BIN_EXE_sow"))
        .env("NO_COLOR", "1")
        .current_dir(folder.path())
        .output()
        .unwrap();
    Run {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The objects that a command prints, one a line.
pub(crate) fn objects(args: &[&str]) -> Vec<Value> {
    let run = sow(args);
    assert_eq!(run.code, Some(0), "{args:?}: {}", run.err);
    run.out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The one object that a command prints, whatever its exit code.
pub(crate) fn json(args: &[&str]) -> Value {
    let run = sow(args);
    serde_json::from_str(&run.out)
        .unwrap_or_else(|error| panic!("{args:?}: {error}\n{}{}", run.out, run.err))
}
