//! The words after `go`: what a move may take, and what is told meanwhile.

use anyhow::{Context as _, Result, anyhow, bail};
use sow_arena::{Allowance, Clock, Seat, parse_duration};
use sow_engine::side::Side;
use std::time::Duration;

/// The most moves that are told of.
const MOST_LINES: usize = 1000;

const WORDS: &str =
    "time D, nodes N, depth N, clock D D, increment D D, turns N, lines K, ponder and infinite";

/// What is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Asked {
    time: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
    /// South's and North's.
    clock: Option<[Duration; 2]>,
    increment: Option<[Duration; 2]>,
    turns: Option<u32>,
    /// Best moves that are told of; `None` if nothing is to be told but the move.
    pub(super) lines: Option<usize>,
    /// The position is one that the opponent has not allowed yet.
    pub(super) ponders: bool,
    /// Nothing but `stop` is to end the search.
    pub(super) is_infinite: bool,
}

impl Asked {
    pub(super) fn read(text: &str) -> Result<Self> {
        let mut asked = Self::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let mut value = || {
                let value = words.next();
                value.ok_or_else(|| anyhow!("`{word}` lacks its value; after go stand {WORDS}"))
            };
            match word {
                "time" => asked.time = Some(parse_duration(value()?)?),
                "nodes" => asked.nodes = Some(number(word, value()?)?),
                "depth" => asked.depth = Some(number(word, value()?)?),
                "clock" => asked.clock = Some([duration(value()?)?, duration(value()?)?]),
                "increment" => asked.increment = Some([duration(value()?)?, duration(value()?)?]),
                "turns" => asked.turns = Some(number(word, value()?)?),
                "lines" => asked.lines = Some(number(word, value()?)?),
                "ponder" => asked.ponders = true,
                "infinite" => asked.is_infinite = true,
                _ => bail!("`{word}` means nothing after go, where {WORDS} stand"),
            }
        }
        asked.check()?;
        Ok(asked)
    }

    fn check(&self) -> Result<()> {
        if self.clock.is_none() && (self.increment.is_some() || self.turns.is_some()) {
            bail!("increment and turns belong to a clock; write clock D D, South's and North's");
        }
        if self.is_infinite && (self.ponders || self.is_limited()) {
            bail!("nothing but stop ends go infinite: leave ponder and limits out");
        }
        if self
            .lines
            .is_some_and(|lines| !(1..=MOST_LINES).contains(&lines))
        {
            bail!("lines is a number from 1 to {MOST_LINES}");
        }
        Ok(())
    }

    fn is_limited(&self) -> bool {
        self.time.is_some() || self.nodes.is_some() || self.depth.is_some() || self.clock.is_some()
    }

    /// What the player to move may spend; `None` if his name says it.
    pub(super) fn allowance(&self, seat: &Seat, mover: Side) -> Result<Option<Allowance>> {
        let lines = self.lines.unwrap_or(1);
        if self.is_infinite {
            let time = None;
            return Ok(Some(Allowance {
                time,
                lines,
                ..Allowance::default()
            }));
        }
        if !self.is_limited() {
            // Of one turn, where a player's name speaks of decisions: told apart only where something is asked for.
            let own = Allowance {
                lines,
                ..seat.allowance()
            };
            return Ok((self.ponders || self.lines.is_some()).then_some(own));
        }
        let clock = self.clock.map(|clock| {
            let clock = Clock {
                left: clock[mover.index()],
                increment: self.increment.unwrap_or_default()[mover.index()],
                turns: self.turns,
            };
            clock.share()
        });
        let allowance = Allowance {
            time: self.time.into_iter().chain(clock).min(),
            nodes: self.nodes,
            depth: self.depth,
            lines,
        };
        if seat.simulates() && allowance.time.is_none() && allowance.nodes.is_none() {
            bail!("{seat} knows no depth; write go nodes N or go time D");
        }
        Ok(Some(allowance))
    }
}

fn number<N: std::str::FromStr>(word: &str, text: &str) -> Result<N> {
    let number = text.parse().ok();
    number.ok_or_else(|| anyhow!("`{word} {text}` is no number that can be used"))
}

fn duration(text: &str) -> Result<Duration> {
    parse_duration(text).context("clock and increment have two durations, South's and North's")
}
