//! `sow engine`: a player that is asked for moves line by line, for matches between programs.
//!
//! The protocol is described in docs/engine-protocol.md.

use crate::cli::EngineArgs;
use crate::context::{Context, Status};
use crate::players;
use anyhow::{Context as _, Result, anyhow, bail};
use sow_arena::take_turn;
use sow_engine::kind::GameKind;
use sow_engine::notation::parse_position;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_random::Stream;
use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

/// Bytes of the longest line that is understood.
const LONGEST_LINE: u64 = 1 << 16;

/// How long a search may go on when nobody can ask for anything else any more.
const GRACE: Duration = Duration::from_secs(1);

/// What has been said since the program began.
struct Told {
    rules: Option<Rules>,
    before: Vec<Setup>,
    position: Option<Setup>,
}

pub(crate) fn run(context: &Context, args: &EngineArgs) -> Result<Status> {
    // A fault of the player's name is better told now than at the first move.
    players::parse(&args.player, GameKind::Owela)?;
    let mut out = crate::streams::stdout();
    writeln!(out, "sow {} {}", env!("CARGO_PKG_VERSION"), args.player)?;
    out.flush()?;
    let mut told = Told {
        rules: None,
        before: Vec::new(),
        position: None,
    };
    let (said, lines) = mpsc::channel();
    std::thread::Builder::new()
        .spawn(move || listen(&said))
        .context("no thread can be started to listen")?;
    for (number, line) in lines.iter().enumerate() {
        let answer = match line {
            Line::Said(text, stop) => told.hear(context, args, text.trim(), &stop, number as u64),
            Line::TooLong => Err(anyhow!("the line is longer than {LONGEST_LINE} bytes")),
            Line::Unreadable(error) => return Err(error).context("standard input cannot be read"),
        };
        match answer {
            Ok(Answer::Nothing) => {}
            Ok(Answer::Move(text)) => writeln!(out, "move {text}")?,
            Ok(Answer::Quit) => break,
            Err(error) => writeln!(out, "error {error:#}")?,
        }
        out.flush()?;
    }
    Ok(Status::Done)
}

/// A line of standard input.
enum Line {
    /// With the flag that ends the search for which it asks.
    Said(String, Arc<AtomicBool>),
    TooLong,
    Unreadable(io::Error),
}

/// Reads standard input while a move is searched: `stop` ends the search, which is answered with the best move
/// so far, and so do `quit` and the end of the input when it has not come to its end soon after.
fn listen(said: &mpsc::Sender<Line>) {
    let mut input = io::stdin().lock();
    // Of the searches that were asked for.
    let mut flags: Vec<Arc<AtomicBool>> = Vec::new();
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
        let line = if continues {
            continue;
        } else if is_whole {
            let text = String::from_utf8_lossy(&line).into_owned();
            match text.trim() {
                "stop" => {
                    for flag in flags.drain(..) {
                        flag.store(true, Ordering::Relaxed);
                    }
                }
                "quit" => {
                    let _ = said.send(Line::Said(text, Arc::default()));
                    break;
                }
                _ => {}
            }
            let flag = Arc::default();
            flags.push(Arc::clone(&flag));
            Line::Said(text, flag)
        } else {
            Line::TooLong
        };
        if said.send(line).is_err() {
            return;
        }
        // Nobody needs the flags of searches that are over.
        flags.retain(|flag| Arc::strong_count(flag) > 1);
    }
    std::thread::sleep(GRACE);
    for flag in flags {
        flag.store(true, Ordering::Relaxed);
    }
}

enum Answer {
    Nothing,
    Move(String),
    Quit,
}

impl Told {
    fn hear(
        &mut self,
        context: &Context,
        args: &EngineArgs,
        line: &str,
        stop: &Arc<AtomicBool>,
        number: u64,
    ) -> Result<Answer> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => {}
            "rules" => {
                let (game, rules) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
                let kind = GameKind::from_name(game).ok_or_else(|| {
                    anyhow!(
                        "`{game}` is no game; write rules GAME RULESET KEY=VALUE, the games are {}",
                        GameKind::names()
                    )
                })?;
                self.rules = Some(context.rules_for_settings(kind, rules)?);
            }
            "new" => {
                self.before.clear();
                self.position = None;
            }
            "before" => self.before.push(parse_position(rest)?),
            "position" => self.position = Some(parse_position(rest)?),
            "go" => return Ok(Answer::Move(self.choose(context, args, stop, number)?)),
            // The search is over already.
            "stop" => {}
            "quit" => return Ok(Answer::Quit),
            _ => bail!(
                "`{word}` is not understood; the words are rules, new, before, position, go, stop and quit"
            ),
        }
        Ok(Answer::Nothing)
    }

    fn choose(
        &self,
        context: &Context,
        args: &EngineArgs,
        stop: &Arc<AtomicBool>,
        number: u64,
    ) -> Result<String> {
        let Some(setup) = &self.position else {
            bail!("there is no position; say position POSITION first");
        };
        let rules = match self.rules {
            Some(rules) if rules.game() == setup.game => rules,
            Some(rules) => bail!(
                "the rules are those of {}, the position is one of {}",
                rules.game(),
                setup.game
            ),
            None => context.rules_for(setup.game)?,
        };
        let fits = |before: &&Setup| before.game == setup.game && before.columns == setup.columns;
        if !self.before.iter().all(|before| fits(&before)) {
            bail!("the positions before are of another game or size");
        }
        let seat = players::parse(&args.player, setup.game)?.until(stop);
        let stream = Stream::new(args.seed, number);
        take_turn(rules, setup, &self.before, &seat, stream)?
            .ok_or_else(|| anyhow!("the game is over"))
    }
}
