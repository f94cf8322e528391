//! Standard input, read while a move is searched.

use std::io::{self, BufRead, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

/// Bytes of the longest line that is understood.
pub(super) const LONGEST_LINE: u64 = 1 << 16;

/// How long a search may go on when nobody can ask for anything else any more.
const GRACE: Duration = Duration::from_secs(1);

/// A line of standard input.
pub(super) enum Line {
    /// With what reaches the search for which it asks.
    Said(String, Arc<Signal>),
    /// Not UTF-8.
    NoText,
    TooLong,
    Unreadable(io::Error),
}

/// What reaches a search from outside.
#[derive(Debug, Default)]
pub(super) struct Signal {
    /// The search is to be answered with the best move so far.
    pub(super) stop: Arc<AtomicBool>,
    /// The move that was pondered on has been played.
    pub(super) hit: AtomicBool,
    /// Nobody can say any more whether it has.
    pub(super) ended: AtomicBool,
}

/// Reads standard input while a move is searched: `stop` ends the search, which is answered with the best move
/// so far, and so do `quit` and the end of the input when it has not come to its end soon after.
pub(super) fn listen(said: mpsc::Sender<Line>) {
    let mut input = io::stdin().lock();
    // Of the searches that were asked for.
    let mut signals: Vec<Arc<Signal>> = Vec::new();
    let mut skips = false;
    loop {
        let mut line = Vec::new();
        match input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)
        {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                let _ = said.send(Line::Unreadable(error));
                return;
            }
        }
        let is_whole = line.ends_with(b"\n") || (line.len() as u64) < LONGEST_LINE;
        let continues = std::mem::replace(&mut skips, !is_whole);
        if continues {
            continue;
        }
        let line = match String::from_utf8(line) {
            _ if !is_whole => Line::TooLong,
            Err(_) => Line::NoText,
            Ok(text) => {
                match text.trim() {
                    "stop" => {
                        for signal in signals.drain(..) {
                            signal.stop.store(true, Ordering::Relaxed);
                        }
                    }
                    "ponderhit" => {
                        for signal in &signals {
                            signal.hit.store(true, Ordering::Relaxed);
                        }
                    }
                    "quit" => {
                        let _ = said.send(Line::Said(text, Arc::default()));
                        break;
                    }
                    _ => {}
                }
                let signal = Arc::default();
                signals.push(Arc::clone(&signal));
                Line::Said(text, signal)
            }
        };
        if said.send(line).is_err() {
            return;
        }
        // Nobody needs the signals of searches that are over.
        signals.retain(|signal| Arc::strong_count(signal) > 1);
    }
    // The program ends as soon as everything is answered.
    drop(said);
    for signal in &signals {
        signal.ended.store(true, Ordering::Relaxed);
    }
    std::thread::sleep(GRACE);
    for signal in signals {
        signal.stop.store(true, Ordering::Relaxed);
    }
}
