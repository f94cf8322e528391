//! Every first move, or every pair of first moves, by search and by games.

mod branches;
mod json;

use crate::diary::{Checkpoint, Diary};
use crate::error::{ArenaError, PlayerError};
use crate::first_turns::Series;
use crate::judge::{Effort, Opinion, rank};
use crate::run::{Run, columns};
use crate::seat::Seat;
use crate::spread::try_spread;
use crate::tally::Tally;
use branches::{Branches, Make};
use json::Entry;
use sow_engine::games::visit;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_search::Endgames;
use sow_search::analyse::Score;
use std::collections::HashMap;

/// Games played before they are noted down.
const BATCH: u64 = 4;

/// Room for the numbers of the games of one branch.
const MOST_GAMES: u64 = 1 << 24;

/// What is looked at.
#[derive(Clone, Debug)]
pub struct FirstMovesPlan<'a> {
    /// The rules.
    pub rules: Rules,
    /// Where the first moves begin.
    pub root: &'a Setup,
    /// Whether every reply to every first move is looked at as well.
    pub pairs: bool,
    /// What each judgement may spend.
    pub effort: Effort,
    /// Games played from each line.
    pub games: u64,
    /// Who plays them: South and North.
    pub seats: [&'a Seat; 2],
    /// How they are played.
    pub series: Series,
}

impl FirstMovesPlan<'_> {
    /// Everything that the findings depend on.
    fn work(&self, endgames: Option<&dyn Endgames>) -> String {
        format!(
            "openings from {} by {}, {:?}, pairs {}, players {} and {}, waver {}, longest {}, seed {}{}",
            self.root,
            self.rules.describe(),
            self.effort,
            self.pairs,
            self.seats[0],
            self.seats[1],
            self.series.waver,
            self.series.longest,
            self.series.seed,
            asked(endgames)
        )
    }
}

/// The tables that are asked, in words that follow the other things that work depends on.
pub(super) fn asked(endgames: Option<&dyn Endgames>) -> String {
    endgames.map_or_else(String::new, |endgames| {
        format!(", tables {}", endgames.names())
    })
}

/// What was found out about a line of first moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The moves.
    pub turns: Vec<String>,
    /// What they lead to; `None` if that was not judged yet.
    pub score: Option<Score>,
    /// What is expected to follow.
    pub line: Vec<String>,
    /// Positions searched.
    pub nodes: u64,
    /// Games, seen by the player who makes the first move.
    pub tally: Tally,
}

impl Finding {
    const fn of(turns: Vec<String>) -> Self {
        Self {
            turns,
            score: None,
            line: Vec::new(),
            nodes: 0,
            tally: Tally {
                won: 0,
                drawn: 0,
                lost: 0,
            },
        }
    }
}

/// A first move with its replies, the best first.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstMove {
    /// The move.
    pub first: Finding,
    /// The replies, if they were looked at.
    pub replies: Vec<Finding>,
}

impl FirstMove {
    /// Its worth: with replies, that of the best of them.
    pub fn score(&self) -> Option<Score> {
        match self.replies.first() {
            Some(reply) => reply.score,
            None => self.first.score,
        }
    }

    /// All games that began with it, seen by the player who makes it.
    pub fn tally(&self) -> Tally {
        let replies = self.replies.iter();
        replies.fold(self.first.tally, |sum, reply| sum.and(reply.tally))
    }

    /// What is expected to follow, a few turns.
    pub fn line(&self) -> Vec<&str> {
        let deepest = self.replies.first().unwrap_or(&self.first);
        let reply = deepest.turns[1..].iter().chain(&deepest.line);
        reply.take(4).map(String::as_str).collect()
    }
}

/// First moves, the best first.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstMoves {
    /// Where they begin.
    pub root: Setup,
    /// The rules.
    pub rules: Rules,
    /// What each judgement could spend.
    pub effort: Effort,
    /// Whether replies were looked at.
    pub pairs: bool,
    /// Games that were asked for, from each line.
    pub games: u64,
    /// South and North of these games.
    pub players: [String; 2],
    /// The seed of these games.
    pub seed: u64,
    /// Whether everything was done that was asked for.
    pub complete: bool,
    /// The moves.
    pub moves: Vec<FirstMove>,
}

impl FirstMoves {
    /// All games, seen by the player who makes the first move.
    pub fn tally(&self) -> Tally {
        let moves = self.moves.iter();
        moves.fold(Tally::default(), |sum, first| sum.and(first.tally()))
    }

    /// Positions searched for all lines.
    pub fn searched(&self) -> u64 {
        let findings = self
            .moves
            .iter()
            .flat_map(|first| std::iter::once(&first.first).chain(&first.replies));
        findings.map(|finding| finding.nodes).sum()
    }
}

/// Something to do for a branch.
#[derive(Clone, Copy)]
enum Unit {
    Judge(usize),
    Play(usize, u64),
}

/// Judges every first move, or every pair, and plays games from each. What is done is noted in the checkpoint,
/// and what this holds already is not done again. Steps of the work are searches and short series of games.
///
/// # Errors
/// If a player cannot go on, or if a table or the checkpoint cannot be read or written.
pub fn compare_first_moves(
    plan: &FirstMovesPlan<'_>,
    endgames: Option<&dyn Endgames>,
    checkpoint: Option<Checkpoint<'_>>,
    run: &Run<'_>,
) -> Result<FirstMoves, ArenaError> {
    let columns = columns(plan.rules, [plan.root])?;
    let findings = run.pool()?.install(|| {
        let make = Make {
            plan,
            endgames,
            stop: run.stop,
        };
        let branches = visit(plan.rules, columns, make);
        findings(plan, &*branches, endgames, checkpoint, run)
    })?;
    if let Some(error) = endgames.and_then(Endgames::error) {
        return Err(ArenaError::Table(error));
    }
    Ok(FirstMoves {
        root: plan.root.clone(),
        rules: plan.rules,
        effort: plan.effort,
        pairs: plan.pairs,
        games: plan.games,
        players: plan.seats.map(ToString::to_string),
        seed: plan.series.seed,
        complete: !run.is_stopped(),
        moves: grouped(findings, plan.root.side),
    })
}

/// Does what is not noted in the checkpoint yet.
fn findings(
    plan: &FirstMovesPlan<'_>,
    branches: &dyn Branches,
    endgames: Option<&dyn Endgames>,
    checkpoint: Option<Checkpoint<'_>>,
    run: &Run<'_>,
) -> Result<Vec<Finding>, ArenaError> {
    let (diary, entries) = Diary::open(checkpoint, &plan.work(endgames))?;
    let turns = branches.turns();
    let mut findings: Vec<Finding> = turns.iter().cloned().map(Finding::of).collect();
    let played = take_all(&mut findings, entries, plan.games);
    let units = units(&findings, &played, branches, plan.games);
    let steps = run.steps(units.len() as u64);
    let done: Vec<Option<(usize, Entry)>> = try_spread(units.len(), |number| {
        let found = match units[number] {
            _ if run.is_stopped() => None,
            Unit::Judge(index) => branches
                .judge(index, run.stop)
                .map(|opinion| (index, judged(&turns[index], opinion))),
            Unit::Play(index, first) => {
                let entry = play_some(plan, branches, index, &turns[index], first)?;
                Some((index, entry))
            }
        };
        if let Some((_, entry)) = &found {
            diary.note(entry)?;
            steps.add(1);
        }
        Ok::<_, ArenaError>(found)
    })?;
    for (index, entry) in done.into_iter().flatten() {
        take(&mut findings[index], entry);
    }
    Ok(findings)
}

/// Adds what a checkpoint holds; for each branch the first numbers of the series that were played.
fn take_all(findings: &mut [Finding], entries: Vec<Entry>, wanted: u64) -> Vec<Vec<u64>> {
    let places: HashMap<String, usize> = findings
        .iter()
        .enumerate()
        .map(|(index, finding)| (finding.turns.join(" "), index))
        .collect();
    let mut played = vec![Vec::new(); findings.len()];
    for entry in entries {
        let turns = match &entry {
            Entry::Judged { turns, .. } | Entry::Played { turns, .. } => turns,
        };
        let Some(&index) = places.get(turns) else {
            continue;
        };
        if let Entry::Played { games, .. } = entry {
            // A longer run may have been asked for before.
            if games >= wanted {
                continue;
            }
            played[index].push(games);
        }
        take(&mut findings[index], entry);
    }
    played
}

/// What is left to do.
fn units(
    findings: &[Finding],
    played: &[Vec<u64>],
    branches: &dyn Branches,
    games: u64,
) -> Vec<Unit> {
    let mut units = Vec::new();
    for (index, finding) in findings.iter().enumerate() {
        if finding.score.is_none() {
            units.push(Unit::Judge(index));
        }
    }
    for first in (0..games.min(MOST_GAMES)).step_by(BATCH as usize) {
        for (index, played) in played.iter().enumerate() {
            if !played.contains(&first) && branches.is_open(index) {
                units.push(Unit::Play(index, first));
            }
        }
    }
    units
}

fn judged(turns: &[String], opinion: Opinion) -> Entry {
    Entry::Judged {
        turns: turns.join(" "),
        score: opinion.score,
        line: opinion.line,
        nodes: opinion.nodes,
    }
}

/// A few games from a branch.
fn play_some(
    plan: &FirstMovesPlan<'_>,
    branches: &dyn Branches,
    index: usize,
    turns: &[String],
    first: u64,
) -> Result<Entry, PlayerError> {
    let mut tally = Tally::default();
    for number in first..plan.games.min(first + BATCH) {
        tally.add(branches.play(index, index as u64 * MOST_GAMES + number)?);
    }
    Ok(Entry::Played {
        turns: turns.join(" "),
        games: first,
        won: tally.won,
        drawn: tally.drawn,
        lost: tally.lost,
    })
}

/// Adds what was found out.
fn take(finding: &mut Finding, entry: Entry) {
    match entry {
        Entry::Judged {
            score, line, nodes, ..
        } => {
            finding.score = Some(score);
            finding.line = line;
            finding.nodes = nodes;
        }
        Entry::Played {
            won, drawn, lost, ..
        } => finding.tally = finding.tally.and(Tally { won, drawn, lost }),
    }
}

/// Sorts the best for `side` to the front; what is not known yet comes last.
fn by_worth<T>(items: &mut [T], side: Side, score: impl Fn(&T) -> Option<Score>) {
    items.sort_by_key(|item| {
        let score = score(item);
        (score.is_none(), score.map(|score| -rank(&score, side)))
    });
}

/// First moves with their replies, the best first.
fn grouped(findings: Vec<Finding>, side: Side) -> Vec<FirstMove> {
    let mut moves: Vec<FirstMove> = Vec::new();
    for finding in findings {
        if finding.turns.len() == 1 {
            moves.push(FirstMove {
                first: finding,
                replies: Vec::new(),
            });
            continue;
        }
        let is_next = moves
            .last()
            .is_some_and(|known| known.first.turns[0] == finding.turns[0]);
        if !is_next {
            moves.push(FirstMove {
                first: Finding::of(finding.turns[..1].to_vec()),
                replies: Vec::new(),
            });
        }
        if let Some(known) = moves.last_mut() {
            known.replies.push(finding);
        }
    }
    for first in &mut moves {
        by_worth(&mut first.replies, side.other(), |reply| reply.score);
    }
    by_worth(&mut moves, side, FirstMove::score);
    moves
}
