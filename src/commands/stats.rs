//! `sow stats`: what game records say.

use super::write_json;
use crate::cli::StatsArgs;
use crate::context::{Context, Status};
use crate::files::Output;
use crate::long_work::on_threads;
use crate::records::{self, rules_and_start};
use crate::report::statistics_page;
use crate::report::table::Table;
use anyhow::{Result, anyhow, bail};
use serde::Serialize;
use sow_arena::spread::try_spread;
use sow_arena::statistics::{Distribution, Openings, Results, Share, Statistics};
use sow_engine::game::{Board, Game};
use sow_engine::games::{self, BoardVisitor};
use sow_engine::notation::{Outcome, Record};
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_records::attested::{Attested, Why};
use std::collections::{BTreeMap, HashSet};
use std::io::Write;

/// A record whose game is known.
struct Known {
    file: String,
    record: Record,
    start: Setup,
}

/// Numbers with their mean.
#[derive(Serialize)]
struct DistributionReport {
    count: u64,
    mean: f64,
    error: f64,
    median: u64,
    largest: u64,
}

impl From<&Distribution> for DistributionReport {
    fn from(distribution: &Distribution) -> Self {
        Self {
            count: distribution.count(),
            mean: distribution.mean(),
            error: distribution.error(),
            median: distribution.quantile(0.5),
            largest: distribution.largest(),
        }
    }
}

#[derive(Serialize)]
struct ResultsReport {
    games: u64,
    south: u64,
    north: u64,
    drawn: u64,
    annulled: u64,
    open: u64,
    /// South's share of the points, with its 95 % confidence interval.
    score: [f64; 3],
}

impl From<&Results> for ResultsReport {
    fn from(results: &Results) -> Self {
        let Share { value, low, high } = results.score();
        Self {
            games: results.games(),
            south: results.south,
            north: results.north,
            drawn: results.drawn,
            annulled: results.annulled,
            open: results.open,
            score: [value, low, high],
        }
    }
}

#[derive(Serialize)]
struct OpeningReport {
    moves: Vec<String>,
    #[serde(flatten)]
    results: ResultsReport,
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'static str,
    rules: String,
    columns: usize,
    /// Games that differ from all others in their start or moves.
    distinct: usize,
    results: ResultsReport,
    /// The player who moved first in place of South.
    first_player: ResultsReport,
    /// Games of these whose result is attested alone.
    attested: u64,
    /// Games whose attested result is not that of the rules.
    contradicted: u64,
    reasons: &'a BTreeMap<&'static str, u64>,
    turns: DistributionReport,
    laps: DistributionReport,
    captured: DistributionReport,
    choices: DistributionReport,
    never_ending: [f64; 3],
    never_ending_sowings: u64,
    repeating_games: u64,
    openings: Vec<OpeningReport>,
}

pub(crate) fn run(context: &Context, args: &StatsArgs) -> Result<Status> {
    let csv_file = Output::open_if(args.csv.as_deref())?;
    let html_file = Output::open_if(args.html.as_deref())?;
    let mut games = Vec::new();
    let mut kind = None::<(Rules, usize)>;
    for file in &args.files {
        for record in records::read(file)? {
            let line = record.line;
            let (rules, start) = rules_and_start(&context.asked, &record)
                .map_err(|error| anyhow!("{file}, line {line}: {error:#}"))?;
            let (expected, columns) = *kind.get_or_insert((rules, start.columns));
            if (expected, columns) != (rules, start.columns) {
                bail!(
                    "{file}, line {line}: {} {} on {} columns among games of {} {} on {columns}; statistics are of one game, size and ruleset",
                    rules.game(),
                    rules.describe(),
                    start.columns,
                    expected.game(),
                    expected.describe(),
                );
            }
            games.push(Known {
                file: file.clone(),
                record,
                start,
            });
        }
    }
    let Some((rules, columns)) = kind else {
        bail!("there are no games");
    };
    let statistics = on_threads(args.threads, || {
        games::visit(
            rules,
            columns,
            Count {
                games: &games,
                depth: args.depth,
            },
        )
    })??;
    let distinct = distinct(&games);
    if distinct < games.len() {
        context.note(&format!(
            "only {distinct} of {} games are different; the intervals take all for independent and are too narrow",
            games.len()
        ));
    }
    if statistics.contradicted > 0 {
        context.note(&format!(
            "{} of the records state another result than the rules give; that of the rules is counted",
            statistics.contradicted
        ));
    }
    if let Some(mut file) = csv_file {
        file.replace(&csv(&statistics))?;
        file.finish()?;
    }
    if let Some(mut file) = html_file {
        file.replace(&statistics_page::page(
            &rules,
            columns,
            &statistics,
            args.least,
        ))?;
        file.finish()?;
    }
    let mut out = crate::streams::stdout();
    if context.json {
        write_json(
            &mut out,
            &report(args, &rules, columns, distinct, &statistics),
        )?;
    } else {
        print(&mut out, args, &rules, columns, &statistics)?;
    }
    Ok(Status::Done)
}

/// How many games differ in start or moves.
fn distinct(games: &[Known]) -> usize {
    let lines = games.iter().map(|known| {
        let moves = known.record.moves.iter();
        let moves: Vec<&str> = moves.map(|played| played.text.as_str()).collect();
        (known.start.to_string(), moves)
    });
    lines.collect::<HashSet<_>>().len()
}

/// What a record says of its result, with the word for the reason.
fn attested(record: &Record) -> (Option<Outcome>, &'static str) {
    let attested = Attested::of(record);
    (attested.outcome, attested.why.map_or("attested", Why::name))
}

/// Games that are counted in one go.
const PART: usize = 64;

/// Counts all games.
struct Count<'a> {
    games: &'a [Known],
    depth: usize,
}

impl BoardVisitor for Count<'_> {
    type Output = Result<Statistics>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Result<Statistics> {
        let parts: Vec<&[Known]> = self.games.chunks(PART).collect();
        let counted = try_spread(parts.len(), |index| {
            let mut statistics = Statistics::default();
            for known in parts[index] {
                let moves: Vec<&str> = known
                    .record
                    .moves
                    .iter()
                    .map(|played| played.text.as_str())
                    .collect();
                let start = game.position(&known.start);
                statistics
                    .add(&*game, &start, &moves, attested(&known.record), self.depth)
                    .map_err(|(number, error)| {
                        let line = known.record.moves[number].line;
                        anyhow!("{}, line {line}, move {}: {error}", known.file, number + 1)
                    })?;
            }
            anyhow::Ok(statistics)
        })?;
        let mut all = Statistics::default();
        for statistics in &counted {
            all.join(statistics);
        }
        Ok(all)
    }
}

fn report<'a>(
    args: &StatsArgs,
    rules: &Rules,
    columns: usize,
    distinct: usize,
    statistics: &'a Statistics,
) -> Report<'a> {
    let Share { value, low, high } = statistics.never_ending_share();
    let mut openings = Vec::new();
    list(
        &statistics.openings,
        args.least,
        &mut Vec::new(),
        &mut |moves, results| {
            openings.push(OpeningReport {
                moves: moves.to_vec(),
                results: results.into(),
            });
        },
    );
    Report {
        game: rules.game().name(),
        rules: rules.describe(),
        columns,
        distinct,
        results: (&statistics.results).into(),
        first_player: (&statistics.first_player).into(),
        attested: statistics.attested,
        contradicted: statistics.contradicted,
        reasons: &statistics.reasons,
        turns: (&statistics.turns).into(),
        laps: (&statistics.laps).into(),
        captured: (&statistics.captured).into(),
        choices: (&statistics.choices).into(),
        never_ending: [value, low, high],
        never_ending_sowings: statistics.never_ending,
        repeating_games: statistics.repeating,
        openings,
    }
}

/// Calls `each` with every branch of the tree, the most frequent first, those with fewer than `least`
/// games left out.
pub(crate) fn list(
    tree: &Openings,
    least: u64,
    moves: &mut Vec<String>,
    each: &mut dyn FnMut(&[String], &Results),
) {
    let mut next: Vec<_> = tree.next.iter().collect();
    next.sort_by_key(|(_, below)| std::cmp::Reverse(below.results.games()));
    for (turn, below) in next {
        if below.results.games() < least {
            continue;
        }
        moves.push(turn.clone());
        each(moves, &below.results);
        list(below, least, moves, each);
        moves.pop();
    }
}

/// The distributions: what is counted, the number, how often.
fn csv(statistics: &Statistics) -> String {
    let mut text = "what,value,count\n".to_owned();
    for (name, distribution) in [
        ("turns a game", &statistics.turns),
        ("laps a turn", &statistics.laps),
        ("seeds captured by a turn", &statistics.captured),
        ("choices at a turn", &statistics.choices),
    ] {
        for (value, count) in distribution.counts() {
            text += &format!("{name},{value},{count}\n");
        }
    }
    for (margin, count) in statistics.margins() {
        text += &format!("margin of South,{margin},{count}\n");
    }
    text
}

fn print(
    out: &mut dyn Write,
    args: &StatsArgs,
    rules: &Rules,
    columns: usize,
    statistics: &Statistics,
) -> Result<()> {
    let results = &statistics.results;
    writeln!(
        out,
        "{} games of {} ({}), {columns} columns\n",
        results.games(),
        rules.game(),
        rules.describe()
    )?;
    let mut table = Table::new(&["", ">games", ">share", ">95 %"]);
    for (name, count) in [
        ("South won", results.south),
        ("North won", results.north),
        ("drawn", results.drawn),
        ("annulled", results.annulled),
        ("without a result", results.open),
        ("with a result attested alone", statistics.attested),
        ("with a position that came back", statistics.repeating),
    ] {
        let share = Share::of(count, results.games());
        table.row([
            name.to_owned(),
            count.to_string(),
            percent(share.value),
            interval(&share),
        ]);
    }
    writeln!(out, "{table}")?;
    writeln!(
        out,
        "South scores {}, the first player {}.",
        score(results),
        score(&statistics.first_player)
    )?;
    let reasons: Vec<String> = statistics
        .reasons
        .iter()
        .map(|(reason, count)| format!("{reason} {count}"))
        .collect();
    writeln!(out, "How games ended: {}.\n", reasons.join(", "))?;
    let mut table = Table::new(&["", ">mean", ">±", ">median", ">largest"]);
    for (name, distribution) in [
        ("turns a game", &statistics.turns),
        ("laps a turn", &statistics.laps),
        ("seeds captured by a turn", &statistics.captured),
        ("choices at a turn", &statistics.choices),
    ] {
        table.row([
            name.to_owned(),
            format!("{:.2}", distribution.mean()),
            format!("{:.2}", distribution.error()),
            distribution.quantile(0.5).to_string(),
            distribution.largest().to_string(),
        ]);
    }
    writeln!(out, "{table}")?;
    let never = statistics.never_ending_share();
    writeln!(
        out,
        "Never-ending sowings: {} of all that could be begun with, {:.2e} ({:.2e} … {:.2e}).\n",
        statistics.never_ending, never.value, never.low, never.high
    )?;
    let mut table = Table::new(&["opening", ">games", ">South", ">95 %"]);
    list(
        &statistics.openings,
        args.least,
        &mut Vec::new(),
        &mut |moves, results| {
            let indent = "  ".repeat(moves.len() - 1);
            let last = moves.last().map_or("", String::as_str);
            let share = results.score();
            table.row([
                format!("{indent}{last}"),
                results.games().to_string(),
                percent(share.value),
                interval(&share),
            ]);
        },
    );
    write!(out, "{table}")?;
    Ok(())
}

fn score(results: &Results) -> String {
    let share = results.score();
    format!("{} ({})", percent(share.value), interval(&share))
}

/// A share in per cent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// The ends of an interval in per cent.
pub(crate) fn interval(share: &Share) -> String {
    format!("{:.1} … {:.1}", 100.0 * share.low, 100.0 * share.high)
}
