//! Every first move, and every pair of first moves, by search and by games.

use super::{asked, by_own_types, effort, ended, seats, series};
use crate::cli::OpeningsArgs;
use crate::commands::write_json;
use crate::context::{Context, Status};
use crate::diary::Diary;
use crate::input::Question;
use crate::long_work::{progress, stop_flag};
use crate::players::Seat;
use crate::report::percent::share;
use crate::report::table::Table;
use crate::report::turn::count;
use crate::report::worth::worth;
use crate::tables::Known;
use anyhow::{Result, anyhow};
use serde::{Deserialize, Serialize};
use sow_arena::first_turns::{Branch, FirstTurns, Reach, points_of};
use sow_arena::judge::rank;
use sow_arena::matches::Entrant;
use sow_arena::spread::{spread, try_spread};
use sow_arena::tally::Tally;
use sow_engine::game::{Board, Game};
use sow_engine::games::BoardVisitor;
use sow_engine::side::Side;
use sow_search::Endgames;
use sow_search::analyse::Score;
use std::collections::HashMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// Games played before they are noted down.
const BATCH: u64 = 4;

/// Room for the numbers of the games of one branch.
const MOST_GAMES: u64 = 1 << 24;

/// One entry of the checkpoint.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Entry {
    Judged {
        turns: String,
        #[serde(flatten)]
        score: Score,
        line: Vec<String>,
        nodes: u64,
    },
    /// The results of some games, of the player who makes the first move.
    Played {
        turns: String,
        games: u64,
        won: u64,
        drawn: u64,
        lost: u64,
    },
}

/// What was found out about a branch.
#[derive(Clone, Debug)]
struct Finding {
    turns: Vec<String>,
    score: Option<Score>,
    line: Vec<String>,
    nodes: u64,
    tally: Tally,
}

/// A first move with its replies, the best first.
struct Group {
    first: Finding,
    replies: Vec<Finding>,
}

impl Group {
    /// The first move's worth: with replies, that of the best of them.
    fn score(&self) -> Option<Score> {
        match self.replies.first() {
            Some(reply) => reply.score,
            None => self.first.score,
        }
    }

    fn tally(&self) -> Tally {
        let replies = self.replies.iter();
        replies.fold(self.first.tally, |sum, reply| sum.and(reply.tally))
    }

    fn line(&self) -> String {
        let deepest = self.replies.first().unwrap_or(&self.first);
        let reply = deepest.turns[1..].iter().chain(&deepest.line);
        reply.take(4).cloned().collect::<Vec<_>>().join(" ")
    }
}

#[derive(Serialize)]
struct Report<'a> {
    position: String,
    rules: String,
    nodes: u64,
    proof: u64,
    players: [String; 2],
    seed: u64,
    complete: bool,
    turns: Vec<TurnReport<'a>>,
    games: TallyReport,
    searched: u64,
}

#[derive(Serialize)]
struct TurnReport<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    #[serde(flatten)]
    score: Option<Score>,
    line: &'a [String],
    nodes: u64,
    games: TallyReport,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    replies: Vec<TurnReport<'a>>,
}

/// Games seen by the player who makes the first move.
#[derive(Serialize)]
struct TallyReport {
    won: u64,
    drawn: u64,
    lost: u64,
    share: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl From<Tally> for TallyReport {
    fn from(tally: Tally) -> Self {
        let share = (tally.games() > 0).then(|| tally.share());
        Self {
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
            share: share.map(|share| share.value),
            low: share.map(|share| share.low),
            high: share.map(|share| share.high),
        }
    }
}

pub(super) fn run(
    context: &Context,
    args: &OpeningsArgs,
    question: &Question,
    known: Option<&Known<'_>>,
) -> Result<Status> {
    let seats = seats(context, args, question.setup.game)?;
    let mut out = crate::streams::stdout();
    if let Some(ending) = question.referee().ending(&question.setup) {
        writeln!(out, "The game is over: {ending}.")?;
        return Ok(Status::Done);
    }
    let stop = stop_flag()?;
    let look = Look {
        context,
        args,
        question,
        known,
        seats: &seats,
        stop: &stop,
    };
    let found = by_own_types(args, question, known, look)?;
    let complete = !stop.load(Ordering::Relaxed);
    let groups = grouped(found, question.setup.side);
    if context.json {
        write_json(&mut out, &report(args, question, &seats, &groups, complete))?;
    } else {
        print(&mut out, args, question, &seats, &groups)?;
    }
    Ok(ended(context, args, complete))
}

/// Looks at the branches with the game's own types.
#[derive(Clone, Copy)]
struct Look<'a> {
    context: &'a Context,
    args: &'a OpeningsArgs,
    question: &'a Question,
    /// The endgame tables that fit.
    known: Option<&'a Known<'a>>,
    seats: &'a [Seat; 2],
    stop: &'a AtomicBool,
}

/// Something to do for a branch.
#[derive(Clone, Copy)]
enum Unit {
    Judge(usize),
    Play(usize, u64),
}

impl Look<'_> {
    /// Everything that the findings depend on.
    fn work(&self) -> String {
        let args = self.args;
        format!(
            "openings from {} by {}, {:?}, pairs {}, players {} and {}, waver {}, longest {}, seed {}{}",
            self.question.setup,
            self.question.rules.describe(),
            effort(args),
            args.pairs,
            self.seats[0],
            self.seats[1],
            args.waver,
            args.longest,
            args.seed,
            asked(self.known)
        )
    }
}

impl BoardVisitor for Look<'_> {
    type Output = Result<Vec<Finding>>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Result<Vec<Finding>> {
        let first_turns = FirstTurns {
            game: &*game,
            effort: effort(self.args),
            endgames: self.known.map(|known| known as &dyn Endgames),
        };
        let root = Branch {
            turns: Vec::new(),
            before: Vec::new(),
            reach: Reach::Position(game.position(&self.question.setup)),
        };
        let mut branches = first_turns.extend(&root, self.stop).unwrap_or_default();
        if self.args.pairs {
            let longer = spread(branches.len(), |index| {
                first_turns.extend(&branches[index], self.stop)
            });
            let longer: Option<Vec<_>> = longer.into_iter().collect();
            let longer = longer.unwrap_or_default();
            branches = branches
                .into_iter()
                .zip(longer)
                .flat_map(|(branch, longer)| {
                    if longer.is_empty() {
                        vec![branch]
                    } else {
                        longer
                    }
                })
                .collect();
        }
        let path = self.args.checkpoint.as_deref();
        let (diary, entries) = Diary::open(path, crate::files::journal_if(path)?, &self.work())?;
        let mut findings: Vec<Finding> = branches
            .iter()
            .map(|branch| Finding {
                turns: branch.turns.clone(),
                score: None,
                line: Vec::new(),
                nodes: 0,
                tally: Tally::default(),
            })
            .collect();
        let places: HashMap<String, usize> = branches
            .iter()
            .enumerate()
            .map(|(index, branch)| (branch.turns.join(" "), index))
            .collect();
        let mut played = vec![Vec::new(); branches.len()];
        for entry in entries {
            let turns = match &entry {
                Entry::Judged { turns, .. } | Entry::Played { turns, .. } => turns,
            };
            let Some(&index) = places.get(turns) else {
                continue;
            };
            if let Entry::Played { games, .. } = entry {
                // A longer run may have been asked for before.
                if games < self.args.games {
                    played[index].push(games);
                } else {
                    continue;
                }
            }
            take(&mut findings[index], entry);
        }
        let mut units = Vec::new();
        for (index, finding) in findings.iter().enumerate() {
            if finding.score.is_none() {
                units.push(Unit::Judge(index));
            }
        }
        for first in 0..self.args.games.min(MOST_GAMES) {
            for (index, branch) in branches.iter().enumerate() {
                let is_new = first.is_multiple_of(BATCH) && !played[index].contains(&first);
                if is_new && matches!(branch.reach, Reach::Position(_)) {
                    units.push(Unit::Play(index, first));
                }
            }
        }
        let bar = progress(
            self.context,
            units.len() as u64,
            "{bar:30} {pos} of {len} searches and series of games, {eta} left",
        );
        let done: Vec<Option<(usize, Entry)>> = try_spread(units.len(), |number| {
            let found = match units[number] {
                _ if self.stop.load(Ordering::Relaxed) => None,
                Unit::Judge(index) => self
                    .judged(&first_turns, &branches[index])
                    .map(|entry| (index, entry)),
                Unit::Play(index, first) => {
                    let entry = self.played(&*game, index, &branches[index], first)?;
                    Some((index, entry))
                }
            };
            if let Some((_, entry)) = &found {
                diary.note(entry)?;
                bar.inc(1);
            }
            anyhow::Ok(found)
        })?;
        bar.finish_and_clear();
        for (index, entry) in done.into_iter().flatten() {
            take(&mut findings[index], entry);
        }
        Ok(findings)
    }
}

impl Look<'_> {
    fn judged<P: Board>(
        &self,
        first_turns: &FirstTurns<'_, P>,
        branch: &Branch<P>,
    ) -> Option<Entry> {
        let opinion = first_turns.opinion(branch, self.stop)?;
        Some(Entry::Judged {
            turns: branch.turns.join(" "),
            score: opinion.score,
            line: opinion.line,
            nodes: opinion.nodes,
        })
    }

    /// A few games from a branch.
    fn played<P: Board>(
        &self,
        game: &dyn Game<P>,
        index: usize,
        branch: &Branch<P>,
        first: u64,
    ) -> Result<Entry> {
        let series = series(self.args);
        let players: [&dyn Entrant<P>; 2] = [&self.seats[0], &self.seats[1]];
        let mut tally = Tally::default();
        if let Reach::Position(at) = &branch.reach {
            for number in first..self.args.games.min(first + BATCH) {
                let number = index as u64 * MOST_GAMES + number;
                let played = series
                    .game(game, at, players, number)
                    .map_err(|error| anyhow!("{error}"))?;
                tally.add(points_of(self.question.setup.side, played.ending.as_ref()));
            }
        }
        Ok(Entry::Played {
            turns: branch.turns.join(" "),
            games: first,
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
        })
    }
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
fn grouped(findings: Vec<Finding>, side: Side) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for finding in findings {
        if finding.turns.len() == 1 {
            groups.push(Group {
                first: finding,
                replies: Vec::new(),
            });
            continue;
        }
        let is_next = groups
            .last()
            .is_some_and(|group| group.first.turns[0] == finding.turns[0]);
        if !is_next {
            groups.push(Group {
                first: Finding {
                    turns: finding.turns[..1].to_vec(),
                    score: None,
                    line: Vec::new(),
                    nodes: 0,
                    tally: Tally::default(),
                },
                replies: Vec::new(),
            });
        }
        if let Some(group) = groups.last_mut() {
            group.replies.push(finding);
        }
    }
    for group in &mut groups {
        by_worth(&mut group.replies, side.other(), |reply| reply.score);
    }
    by_worth(&mut groups, side, Group::score);
    groups
}

fn report<'a>(
    args: &OpeningsArgs,
    question: &Question,
    seats: &[Seat; 2],
    groups: &'a [Group],
    complete: bool,
) -> Report<'a> {
    let turn = |finding: &'a Finding| TurnReport {
        text: finding.turns.last().map_or("", String::as_str),
        score: finding.score,
        line: &finding.line,
        nodes: finding.nodes,
        games: finding.tally.into(),
        replies: Vec::new(),
    };
    Report {
        position: question.setup.to_string(),
        rules: question.rules.describe(),
        nodes: args.nodes,
        proof: effort(args).proof,
        players: [seats[0].to_string(), seats[1].to_string()],
        seed: args.seed,
        complete,
        turns: groups
            .iter()
            .map(|group| TurnReport {
                score: group.score(),
                games: group.tally().into(),
                replies: group.replies.iter().map(turn).collect(),
                ..turn(&group.first)
            })
            .collect(),
        games: all(groups).into(),
        searched: findings(groups).map(|finding| finding.nodes).sum(),
    }
}

fn findings(groups: &[Group]) -> impl Iterator<Item = &Finding> {
    groups
        .iter()
        .flat_map(|group| std::iter::once(&group.first).chain(&group.replies))
}

fn all(groups: &[Group]) -> Tally {
    groups
        .iter()
        .fold(Tally::default(), |sum, group| sum.and(group.tally()))
}

fn print(
    out: &mut dyn Write,
    args: &OpeningsArgs,
    question: &Question,
    seats: &[Seat; 2],
    groups: &[Group],
) -> Result<()> {
    let side = question.setup.side;
    let effort = effort(args);
    writeln!(
        out,
        "{}\nrules {}; each line {} of search and {} of proof; {} a line, {} against {}\n",
        question.setup,
        question.rules.describe(),
        count(effort.nodes, "node"),
        effort.proof,
        count(args.games, "game"),
        seats[0],
        seats[1]
    )?;
    let mut table = Table::new(&[
        ">",
        "move",
        "worth",
        ">points in games, 95 %",
        ">games",
        "goes on",
    ]);
    for (index, group) in groups.iter().enumerate() {
        table.row([
            (index + 1).to_string(),
            group.first.turns[0].clone(),
            group.score().as_ref().map_or(String::new(), worth),
            share(&group.tally()),
            group.tally().games().to_string(),
            group.line(),
        ]);
    }
    write!(out, "{table}")?;
    if args.pairs {
        writeln!(out, "\nReplies, the best for {} first:", side.other())?;
        for group in groups {
            writeln!(out, "{}", group.first.turns[0])?;
            let last = group.replies.len().saturating_sub(1);
            for (index, reply) in group.replies.iter().enumerate() {
                let branch = if index == last { "└─" } else { "├─" };
                let score = reply.score.as_ref().map_or(String::new(), worth);
                let text = format!(
                    "{branch} {:<8} {score:<28} {}",
                    reply.turns[1],
                    share(&reply.tally)
                );
                writeln!(out, "{}", text.trim_end())?;
            }
        }
    }
    let tally = all(groups);
    if let Some(group) = groups.first().filter(|group| group.score().is_some()) {
        let score = group.score().as_ref().map_or(String::new(), worth);
        writeln!(out, "\nBest by search: {}, {score}.", group.first.turns[0])?;
    }
    if tally.games() > 0 {
        writeln!(
            out,
            "Games over all these lines: {side} scores {} in {}.",
            share(&tally),
            count(tally.games(), "game")
        )?;
    }
    Ok(())
}
