//! `sow engine`: a player that is asked for moves line by line, for matches between programs.
//!
//! The protocol is described in docs/engine-protocol.md.

mod asking;
mod listening;
mod telling;

use crate::cli::EngineArgs;
use crate::context::{Context, Status};
use crate::players;
use anyhow::{Context as _, Result, anyhow, bail};
use asking::Asked;
use listening::{LONGEST_LINE, Line, Signal, listen};
use sow_arena::{Allowance, Listener, take_turn};
use sow_engine::kind::GameKind;
use sow_engine::lead::Leads;
use sow_engine::notation::parse_position;
use sow_engine::referee::referee;
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_random::Stream;
use sow_records::playing::Playing;
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// The most turns that are listed.
const MOST_TURNS: u128 = 1000;

/// How soon it is noticed that a move which was pondered on has been played.
const TICK: Duration = Duration::from_millis(2);

/// What has been said since the program began.
struct Told {
    rules: Option<Rules>,
    before: Vec<Setup>,
    position: Option<Setup>,
}

pub(crate) fn run(context: &Context, args: &EngineArgs) -> Result<Status> {
    // A fault of the player's name is better told now than at the first move.
    players::parse(&args.player, GameKind::Owela)?;
    say(&format!(
        "sow {} {}\n",
        env!("CARGO_PKG_VERSION"),
        args.player
    ))?;
    let mut told = Told {
        rules: None,
        before: Vec::new(),
        position: None,
    };
    let (said, lines) = mpsc::channel();
    std::thread::Builder::new()
        .spawn(move || listen(said))
        .context("no thread can be started to listen")?;
    for (number, line) in lines.iter().enumerate() {
        let answer = match line {
            Line::Said(text, signal) => {
                told.hear(context, args, text.trim(), &signal, number as u64)
            }
            Line::NoText => Err(anyhow!("the line is not UTF-8")),
            Line::TooLong => Err(anyhow!("the line is longer than {LONGEST_LINE} bytes")),
            Line::Unreadable(error) => return Err(error).context("standard input cannot be read"),
        };
        match answer {
            Ok(Answer::Nothing) => {}
            Ok(Answer::Line(text)) => say(&format!("{text}\n"))?,
            Ok(Answer::Quit) => break,
            Err(error) => say(&format!("error {error:#}\n"))?,
        }
    }
    Ok(Status::Done)
}

/// Says something at once. Standard output is not held between lines, as they come from several threads.
fn say(text: &str) -> Result<()> {
    let mut out = crate::streams::stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

enum Answer {
    Nothing,
    Line(String),
    Quit,
}

impl Told {
    fn hear(
        &mut self,
        context: &Context,
        args: &EngineArgs,
        line: &str,
        signal: &Arc<Signal>,
        number: u64,
    ) -> Result<Answer> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => {}
            "rules" => self.rules = Some(rules(context, rest)?),
            "new" => {
                self.before.clear();
                self.position = None;
            }
            "before" => self.before.push(self.read(context, rest)?),
            "position" => self.position = Some(self.read(context, rest)?),
            "legal" => return Ok(Answer::Line(self.legal(context)?)),
            "play" => return Ok(Answer::Line(self.play(context, rest)?)),
            "go" => {
                let asked = Asked::read(rest)?;
                let turn = self.choose(context, args, &asked, signal, number)?;
                return Ok(Answer::Line(format!("move {turn}")));
            }
            // The search is over already.
            "stop" | "ponderhit" => {}
            "quit" => return Ok(Answer::Quit),
            _ => bail!(
                "`{word}` is not understood; the words are rules, new, before, position, legal, play, go, stop, ponderhit and quit"
            ),
        }
        Ok(Answer::Nothing)
    }

    /// Reads a position, or the name of a start by the rules that hold.
    fn read(&self, context: &Context, text: &str) -> Result<Setup> {
        if text.contains(char::is_whitespace) {
            return Ok(parse_position(text)?);
        }
        let field = self
            .rules
            .map_or_else(String::new, |rules| rules.describe());
        let (_, setup) = context.asked.position(text, &field)?;
        Ok(setup)
    }

    /// The position with its rules.
    fn asked_for(&self, context: &Context) -> Result<(Rules, &Setup)> {
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
            bail!("the positions before are of another game or size; say new to forget them");
        }
        Ok((rules, setup))
    }

    /// All legal turns.
    fn legal(&self, context: &Context) -> Result<String> {
        let (rules, setup) = self.asked_for(context)?;
        let referee = referee(rules, setup.columns);
        let mut text = "legal".to_owned();
        if Playing::after(rules, &self.before, setup).ending.is_some() {
            return Ok(text);
        }
        let count = referee.count_turns(setup, &Patience::UNLIMITED);
        if count > MOST_TURNS {
            bail!(
                "there are {count} turns, since bonus stones can be stripped in many ways, and no more than {MOST_TURNS} are listed"
            );
        }
        for turn in referee.turns(setup, &Patience::UNLIMITED, true) {
            let leads = turn.end.leads(|| referee.never_ending(setup));
            if matches!(leads, Some(Leads::To(_) | Leads::Ends(_))) {
                text.push(' ');
                text += &turn.text;
            }
        }
        Ok(text)
    }

    /// Plays a turn, and says what it leads to.
    fn play(&mut self, context: &Context, text: &str) -> Result<String> {
        let (rules, setup) = self.asked_for(context)?;
        let mut game = Playing::after(rules, &self.before, setup);
        let turn = game.play(text, false)?;
        let ending = game.ending.map(|ending| {
            let (result, reason) = (ending.token().token(), ending.reason.name());
            format!("over {result} {reason} {}", game.position)
        });
        if ending.is_none() && crate::report::turn::after(&turn).is_none() {
            bail!("{text} cannot be followed to its end, and is no move");
        }
        let told = ending.unwrap_or_else(|| format!("position {}", game.position));
        self.before.extend(self.position.replace(game.position));
        Ok(told)
    }

    fn choose(
        &self,
        context: &Context,
        args: &EngineArgs,
        asked: &Asked,
        signal: &Arc<Signal>,
        number: u64,
    ) -> Result<String> {
        let (rules, setup) = self.asked_for(context)?;
        let mut seat = players::parse(&args.player, setup.game)?;
        let allowance = asked.allowance(&seat, setup.side)?;
        let waits = asked.ponders || asked.is_infinite;
        // The time of a move that is pondered on begins when it is played.
        let after_hit = allowance
            .and_then(|allowance| allowance.time)
            .filter(|_| waits);
        if let Some(allowance) = allowance {
            seat = seat.allowed(&Allowance {
                time: allowance.time.filter(|_| !waits),
                ..allowance
            });
        }
        if asked.lines.is_some() {
            seat = seat.telling(listener(signal));
        }
        let seat = seat.until(&signal.stop);
        let stream = Stream::new(args.seed, number);
        let search = || take_turn(rules, setup, &self.before, &seat, stream);
        let turn = if waits {
            while_waiting(signal, after_hit, search)
        } else {
            search()
        };
        turn?.ok_or_else(|| anyhow!("the game is over"))
    }
}

/// The rules of a line.
fn rules(context: &Context, text: &str) -> Result<Rules> {
    let (game, rules) = text.split_once(' ').unwrap_or((text, ""));
    let kind = GameKind::from_name(game).ok_or_else(|| {
        anyhow!(
            "`{game}` is no game; write rules GAME RULESET KEY=VALUE, the games are {}",
            GameKind::names()
        )
    })?;
    context.rules_for_settings(kind, rules)
}

/// Says every depth as it is done. A search that nobody can be told of any more is stopped.
fn listener(signal: &Arc<Signal>) -> Listener {
    let (begun, stop) = (Instant::now(), Arc::clone(&signal.stop));
    Listener(Arc::new(move |analysis| {
        if say(&telling::lines(analysis, begun.elapsed())).is_err() {
            stop.store(true, Ordering::Relaxed);
        }
    }))
}

/// Searches until the search is stopped, or as long as `time` after the move that is pondered on has been played, and does
/// not come back before.
fn while_waiting<T>(signal: &Signal, time: Option<Duration>, search: impl FnOnce() -> T) -> T {
    let is_done = AtomicBool::new(false);
    let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let mut end = None;
            loop {
                if is_set(&signal.ended) {
                    signal.stop.store(true, Ordering::Relaxed);
                }
                if is_set(&signal.stop) {
                    return;
                }
                if end.is_none() && is_set(&signal.hit) {
                    end = Some(time.map(|time| Instant::now() + time));
                }
                match end {
                    Some(_) if is_set(&is_done) => return,
                    Some(Some(end)) if Instant::now() >= end => {
                        signal.stop.store(true, Ordering::Relaxed);
                    }
                    _ => {}
                }
                std::thread::sleep(TICK);
            }
        });
        let found = search();
        is_done.store(true, Ordering::Relaxed);
        let _ = watch.join();
        found
    })
}
