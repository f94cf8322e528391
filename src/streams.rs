//! Standard output and standard error: what is said there cannot steer the terminal, a full output is an
//! error that names it, and a full or closed standard error is none.

use crate::report::prose;
use crate::report::width::width_of_messages;
use anstream::AutoStream;
use std::fmt;
use std::io::{self, StdoutLock, Write};

/// The looks that the program itself gives to its text: plain, bold, dim, italic, underlined, colours.
const LOOKS: [u32; 25] = [
    0, 1, 2, 3, 4, 22, 24, 30, 31, 32, 33, 34, 35, 36, 37, 39, 90, 91, 92, 93, 94, 95, 96, 97, 49,
];

/// Standard output, held until it is dropped.
pub(crate) fn stdout() -> Output {
    Output(anstream::stdout().lock())
}

/// Standard output as commands write to it.
pub(crate) struct Output(AutoStream<StdoutLock<'static>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match escaped(bytes) {
            None => self.0.write_all(bytes),
            Some(text) => self.0.write_all(text.as_bytes()),
        };
        written.map(|()| bytes.len()).map_err(OutputError::wrap)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(OutputError::wrap)
    }
}

/// What went wrong with standard output.
#[derive(Debug)]
struct OutputError(io::Error);

impl OutputError {
    fn wrap(error: io::Error) -> io::Error {
        io::Error::new(error.kind(), Self(error))
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "standard output cannot be written to its end: {}",
            self.0
        )
    }
}

impl std::error::Error for OutputError {}

/// Writes what is no text for a terminal's reader (completions, manual pages), unchanged.
pub(crate) fn write_raw(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)
        .and_then(|()| out.flush())
        .map_err(OutputError::wrap)
}

/// Brings out what is still kept back; the system would not say that it failed.
pub(crate) fn finish() -> io::Result<()> {
    io::stdout().flush().map_err(OutputError::wrap)
}

/// Whether standard output takes no more, so that there is no use in going on.
pub(crate) fn is_ended(error: &anyhow::Error) -> bool {
    failure(error).is_some()
}

/// Whether whoever read standard output has gone: nothing to complain about.
pub(crate) fn is_closed(error: &anyhow::Error) -> bool {
    failure(error) == Some(io::ErrorKind::BrokenPipe)
}

fn failure(error: &anyhow::Error) -> Option<io::ErrorKind> {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .find(|cause| {
            cause
                .get_ref()
                .is_some_and(|inner| inner.is::<OutputError>())
        })
        .map(io::Error::kind)
}

/// Says something on standard error. If that is full or closed, nobody can be told.
///
/// On a terminal it is wrapped to its width; in a file or a pipe a message is one line.
pub(crate) fn say(text: &str) {
    let line = match width_of_messages() {
        Some(columns) => {
            let lines = text
                .lines()
                .flat_map(|line| prose::lines("", line, columns));
            lines.map(|line| line + "\n").collect()
        }
        None => format!("{text}\n"),
    };
    write_error(&line);
}

/// As [`say`], text that is laid out already.
pub(crate) fn say_as_it_is(text: &str) {
    write_error(&format!("{text}\n"));
}

fn write_error(line: &str) {
    let shown = escaped(line.as_bytes());
    let shown = shown.as_deref().unwrap_or(line);
    let _ = anstream::stderr().lock().write_all(shown.as_bytes());
}

/// Text in which characters that would steer a terminal or turn the direction of what follows are written
/// out; `None` if there are none.
fn escaped(bytes: &[u8]) -> Option<String> {
    let is_plain = |&byte: &u8| matches!(byte, b'\n' | b'\t' | b' '..=b'~');
    if bytes.iter().all(is_plain) {
        return None;
    }
    let text = std::str::from_utf8(bytes).ok()?;
    if !text.contains(is_steering) {
        return None;
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let length = look(rest).unwrap_or(0);
        if length > 0 {
            escaped += &rest[..length];
            rest = &rest[length..];
            continue;
        }
        if is_steering(character) {
            escaped.extend(character.escape_unicode());
        } else {
            escaped.push(character);
        }
        rest = &rest[character.len_utf8()..];
    }
    Some(escaped)
}

/// Control characters but line ends and tabs, and those that turn or join the direction of writing.
fn is_steering(character: char) -> bool {
    let is_control = character.is_control() && !matches!(character, '\n' | '\t');
    let turns = matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    is_control || turns
}

/// The length of a look of the program's own with which a text begins.
fn look(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("\u{1b}[")?;
    let end = rest.find('m')?;
    let known = |number: &str| number.parse().is_ok_and(|number| LOOKS.contains(&number));
    let is_look = end == 0 || rest[..end].split(';').all(known);
    is_look.then_some(end + 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_written_out_and_own_looks_stay() {
        let shown = |text: &str| escaped(text.as_bytes()).unwrap_or_else(|| text.to_owned());
        for plain in [
            "b1> N\n",
            "2×8 „ä“ \t|\n",
            "\u{1b}[1mbold\u{1b}[0m, \u{1b}[31;1mred\u{1b}[m",
        ] {
            assert_eq!(shown(plain), plain);
        }
        for (raw, seen) in [
            ("\u{1b}[2J", "\\u{1b}[2J"),
            ("\u{1b}[8mhidden", "\\u{1b}[8mhidden"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("a\rb\u{8}\u{7f}", "a\\u{d}b\\u{8}\\u{7f}"),
            ("\u{9b}1m", "\\u{9b}1m"),
            ("x\u{202e}y\u{2067}z", "x\\u{202e}y\\u{2067}z"),
            ("\u{1b}", "\\u{1b}"),
            ("\u{1b}[1", "\\u{1b}[1"),
        ] {
            assert_eq!(shown(raw), seen);
        }
    }
}
