//! Another program behind a pipe, asked for a move at a time (`docs/engine-protocol.md`).
//!
//! It is not trusted: what hangs, floods, dies or plays what the rules forbid loses the game, and none of it
//! outlives that.

use crate::error::PlayerError;
use crate::player::Player;
use crate::seat::placed;
use rustix::process::{Pid, Signal, kill_process_group};
use sow_engine::game::{Board, Decision, Game};
use sow_engine::scribe::decisions;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// Time for a move unless the user allows another.
pub(crate) const MOVE_TIME: Duration = Duration::from_secs(60);

/// Bytes of the longest line that is listened to.
const LONGEST_LINE: u64 = 1 << 16;

/// Lines that may come before the one that answers.
const MOST_LINES: usize = 10_000;

/// Lines that wait to be listened to; a program that says more has to wait itself.
const WAITING: usize = 64;

/// How soon a request to stop is noticed.
const TICK: Duration = Duration::from_millis(20);

/// What a program has said, or why it says no more.
type Heard = Result<String, String>;

/// A program that runs.
pub(crate) struct Program<'game, P: Board> {
    game: &'game dyn Game<P>,
    command: &'game str,
    child: Child,
    /// Lines to be said. They are written by a thread of its own, as a program may not listen.
    lines: Sender<String>,
    heard: Receiver<Heard>,
    time: Duration,
    stop: Option<&'game AtomicBool>,
    /// Its last turn: each decision with the position where it is taken.
    turn: Vec<(P, Decision)>,
}

impl<'game, P: Board> Program<'game, P> {
    /// Starts a program, which has to answer within `time`.
    pub(crate) fn start(
        game: &'game dyn Game<P>,
        command: &'game str,
        time: Duration,
        stop: Option<&'game AtomicBool>,
    ) -> Result<Self, PlayerError> {
        let not_started = |error: io::Error| PlayerError::NotStarted {
            command: command.to_owned(),
            why: error.to_string(),
        };
        let mut words = command.split_whitespace();
        // In a group of its own: Ctrl-C is meant for this program, and what it starts is ended with it.
        let mut child = Command::new(words.next().unwrap_or_default())
            .args(words)
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(not_started)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(not_started(io::Error::other(
                "it has no standard input and output",
            )));
        };
        let (lines, to_say) = mpsc::channel();
        let (hear, heard) = mpsc::sync_channel(WAITING);
        let program = Self {
            game,
            command,
            child,
            lines,
            heard,
            time,
            stop,
            turn: Vec::new(),
        };
        let builder = thread::Builder::new;
        builder()
            .spawn(move || say(input, &to_say))
            .map_err(not_started)?;
        builder()
            .spawn(move || listen(output, &hear))
            .map_err(not_started)?;
        program.say(format!("rules {} {}", game.kind(), game.rules().describe()));
        Ok(program)
    }

    fn say(&self, line: String) {
        // If the program has gone, it will be missed when it has to answer.
        let _ = self.lines.send(line);
    }

    /// The first line that answers `go`; others are comments.
    fn hear(&mut self) -> Result<String, PlayerError> {
        let forfeit = |reason: String| Err(PlayerError::Forfeits(reason));
        let begun = Instant::now();
        let mut lines = 0;
        loop {
            if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(PlayerError::Interrupted);
            }
            let left = self.time.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return forfeit(format!("no answer within {} s", self.time.as_secs_f64()));
            }
            let line = match self.heard.recv_timeout(left.min(TICK)) {
                Ok(Ok(line)) => line,
                Ok(Err(reason)) => return forfeit(reason),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return forfeit(self.how_it_ended()),
            };
            if let Some(text) = line.trim().strip_prefix("move ") {
                return Ok(text.trim().to_owned());
            }
            if let Some(error) = line.trim().strip_prefix("error ") {
                return forfeit(format!("it said: error {error}"));
            }
            lines += 1;
            if lines > MOST_LINES {
                return forfeit(format!("more than {MOST_LINES} lines and no move"));
            }
        }
    }

    fn how_it_ended(&mut self) -> String {
        // Its output is closed; how it ended is known a moment later.
        for _ in 0..50 {
            match self.child.try_wait() {
                Ok(Some(status)) => return format!("it ended without a move ({status})"),
                Ok(None) => thread::sleep(TICK),
                Err(_) => break,
            }
        }
        "it closed its output without a move".to_owned()
    }

    /// Asks for the turn from the last of these positions.
    fn ask(&mut self, positions: &[P]) -> Result<(), PlayerError> {
        let Some((start, earlier)) = positions.split_last() else {
            return Err(PlayerError::NoMove);
        };
        // What was said without being asked for is no answer to this.
        while let Ok(Ok(_)) = self.heard.try_recv() {}
        self.say("new".to_owned());
        for position in earlier {
            self.say(format!("before {}", self.game.setup(position)));
        }
        self.say(format!("position {}", self.game.setup(start)));
        self.say("go".to_owned());
        let text = self.hear()?;
        let decisions = decisions(self.game, start, &text)
            .map_err(|error| PlayerError::Forfeits(format!("it played {}: {error}", cut(&text))))?;
        self.turn = placed(self.game, start, decisions);
        Ok(())
    }
}

/// The beginning of a text that may be long.
fn cut(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Writes lines to a program until it has gone or is no longer needed.
fn say(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(input, "{line}").is_err() {
            return;
        }
    }
}

/// Hands over the lines of a program until it says no more or nobody listens.
fn listen(output: ChildStdout, heard: &SyncSender<Heard>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line);
        let said = match read {
            Ok(0) => return,
            Ok(_) if line.last() != Some(&b'\n') && line.len() as u64 == LONGEST_LINE => {
                Err(format!("a line of more than {LONGEST_LINE} bytes"))
            }
            Ok(_) => Ok(String::from_utf8_lossy(&line).into_owned()),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => Err(format!("its output cannot be read: {error}")),
        };
        let is_last = said.is_err();
        if heard.send(said).is_err() || is_last {
            return;
        }
    }
}

impl<P: Board> Player<P> for Program<'_, P> {
    fn decide(&mut self, position: &P, before: &[P]) -> Result<Decision, PlayerError> {
        // In the middle of a turn the program has said already how it goes on.
        if !position.is_mid_turn() || self.turn.iter().all(|(at, _)| at != position) {
            self.ask(before)?;
        }
        let decided = self.turn.iter().find(|(at, _)| at == position);
        decided
            .map(|&(_, decision)| decision)
            .ok_or_else(|| PlayerError::Forfeits(format!("`{}` left a choice open", self.command)))
    }
}

impl<P: Board> Drop for Program<'_, P> {
    fn drop(&mut self) {
        // It must not outlive the game, nor may what it has started.
        let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        if let Some(group) = group {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
