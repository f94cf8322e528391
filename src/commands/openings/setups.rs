//! Set-ups of Omweso against each other.

use super::{by_own_types, ended, seats, series};
use crate::cli::OpeningsArgs;
use crate::commands::write_json;
use crate::context::{Context, Status};
use crate::diary::Diary;
use crate::input::{Question, read_text};
use crate::long_work::{progress, stop_flag};
use crate::players::Seat;
use crate::report::percent::share;
use crate::report::table::Table;
use crate::report::turn::count;
use crate::tables::Known;
use anyhow::{Result, anyhow, bail};
use serde::{Deserialize, Serialize};
use sow_arena::arrangement::{Arrangement, Ended, Hunt, Payoff, duel, never_ending, position};
use sow_arena::matches::Entrant;
use sow_arena::spread::try_spread;
use sow_arena::tally::Tally;
use sow_engine::game::{Board, Game};
use sow_engine::games::BoardVisitor;
use sow_engine::kind::GameKind;
use sow_engine::notation::parse_position;
use sow_random::Stream;
use sow_search::{AlphaBeta, Endgames, Limits, Objective};
use std::collections::HashMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set-ups of a table that is printed side by side.
const MOST_COLUMNS: usize = 12;

/// Set-ups drawn at random to begin a search with, besides the usual one.
const DRAWN: u64 = 7;

/// A duel as the checkpoint keeps it.
#[derive(Serialize, Deserialize)]
struct Entry {
    first: String,
    second: String,
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// Won, drawn and lost by whoever moved first.
    moved_first: [u64; 3],
    endings: Vec<EndedEntry>,
}

#[derive(Clone, Serialize, Deserialize)]
struct EndedEntry {
    reason: String,
    points: u64,
    won: u64,
    lost: u64,
}

/// The ways in which games ended.
fn endings(payoff: &Payoff) -> Vec<EndedEntry> {
    let endings = payoff.endings.iter();
    endings
        .map(|((reason, points), ended)| EndedEntry {
            reason: reason.clone(),
            points: *points,
            won: ended.won,
            lost: ended.lost,
        })
        .collect()
}

impl Entry {
    fn new(names: [&str; 2], games: u64, payoff: &Payoff) -> Self {
        Self {
            first: names[0].to_owned(),
            second: names[1].to_owned(),
            games,
            won: payoff.tally.won,
            drawn: payoff.tally.drawn,
            lost: payoff.tally.lost,
            moved_first: [payoff.first.won, payoff.first.drawn, payoff.first.lost],
            endings: endings(payoff),
        }
    }

    fn payoff(&self) -> Payoff {
        let [won, drawn, lost] = self.moved_first;
        let endings = self.endings.iter().map(|ended| {
            let counts = Ended {
                won: ended.won,
                lost: ended.lost,
                points: ended.points,
            };
            ((ended.reason.clone(), ended.points), counts)
        });
        Payoff {
            tally: Tally {
                won: self.won,
                drawn: self.drawn,
                lost: self.lost,
            },
            first: Tally { won, drawn, lost },
            endings: endings.collect(),
        }
    }
}

#[derive(Serialize)]
struct Report {
    rules: String,
    players: [String; 2],
    games: u64,
    seed: u64,
    complete: bool,
    setups: Vec<SetupReport>,
    against: Vec<String>,
    first_mover: f64,
    endings: Vec<EndedEntry>,
    match_chance: Option<f64>,
    match_chance_by_wins: Option<f64>,
}

#[derive(Serialize)]
struct SetupReport {
    setup: String,
    share: f64,
    low: f64,
    high: f64,
    points: [u64; 2],
    never: Vec<String>,
    /// Against each of `against`; `null` against itself.
    payoffs: Vec<Option<f64>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    proofs: Vec<Proof>,
}

/// What is proven about a set-up that moves first.
#[derive(Serialize)]
struct Proof {
    against: String,
    /// The least and the most match points of the set-up that moves first.
    points: [i16; 2],
}

/// Everything that was found out.
struct Found {
    rows: Vec<Row>,
    columns: Vec<Arrangement>,
}

struct Row {
    setup: Arrangement,
    never: Vec<String>,
    /// Against each column, none against itself.
    payoffs: Vec<Option<Payoff>>,
    proofs: Vec<Proof>,
}

impl Row {
    fn all(&self) -> Payoff {
        let mut all = Payoff::default();
        for payoff in self.payoffs.iter().flatten() {
            all.join(payoff);
        }
        all
    }
}

pub(super) fn run(
    context: &Context,
    args: &OpeningsArgs,
    question: &Question,
    tables: Option<&Known<'_>>,
) -> Result<Status> {
    let game = question.setup.game;
    if game != GameKind::Omweso {
        bail!("set-ups are chosen in omweso only, not in {game}");
    }
    if args.from.is_some() {
        bail!("--setups takes the size of the board from --columns; give positions with --setup");
    }
    let asked = &args.setups;
    if args.games == 0 {
        bail!("set-ups are measured by games; write --games 1 or more");
    }
    let given = asked
        .given
        .iter()
        .map(|text| parse(text, question))
        .collect::<Result<Vec<_>>>()?;
    let mut against = Vec::new();
    if let Some(path) = &asked.against {
        let path = path.display().to_string();
        let text = read_text(&path)?;
        for (index, line) in text.lines().enumerate() {
            let line_text = line.split('#').next().unwrap_or_default().trim();
            if !line_text.is_empty() {
                let setup = parse(line_text, question)
                    .map_err(|error| anyhow!("{path}, line {}: {error}", index + 1))?;
                against.push(setup);
            }
        }
    }
    if given.is_empty() && against.is_empty() && asked.search.is_none() {
        bail!("give set-ups with --setup or --against, or let --search N look for strong ones");
    }
    let usual = &question.setup.rings[0];
    let seeds: usize = usual.iter().map(|&seeds| usize::from(seeds)).sum();
    if asked
        .cap
        .is_some_and(|cap| usize::from(cap) * usual.len() < seeds)
    {
        bail!(
            "{} pits of at most {} seeds do not hold {seeds}",
            usual.len(),
            asked.cap.unwrap_or(0)
        );
    }
    let seats = seats(context, args, game)?;
    let stop = stop_flag()?;
    let play = Play {
        context,
        args,
        question,
        tables,
        seats: &seats,
        given,
        against,
        stop: &stop,
    };
    let found = by_own_types(args, question, tables, play)?;
    let complete = !stop.load(Ordering::Relaxed);
    let mut out = crate::streams::stdout();
    if context.json {
        write_json(&mut out, &report(args, question, &seats, &found, complete))?;
    } else {
        print(&mut out, args, question, &seats, &found)?;
    }
    Ok(ended(context, args, complete))
}

/// Reads `b1,…,b8/f1,…,f8`, or a position, whose player to move has the set-up.
fn parse(text: &str, question: &Question) -> Result<Arrangement> {
    let usual = &question.setup;
    let columns = usual.columns;
    let wanted: usize = usual.rings[0].iter().map(|&seeds| usize::from(seeds)).sum();
    let ring = if text.contains(' ') {
        let setup = parse_position(text)?;
        if setup.game != usual.game || setup.columns != columns {
            bail!(
                "`{text}` is no position of {} on {columns} columns",
                usual.game
            );
        }
        setup.rings[setup.side.index()].clone()
    } else {
        // Read as the board of a player who sits at the bottom.
        let front_first: Vec<&str> = text.split('/').rev().collect();
        let line = match front_first.as_slice() {
            [front, back] => format!("{} 0x{columns}/0x{columns}/{front}/{back} S", usual.game),
            _ => bail!(
                "`{text}` is no set-up; write the back row and the front row from the owner's left, such as 4x{columns}/0x{columns}"
            ),
        };
        let setup = parse_position(&line).map_err(|error| anyhow!("`{text}`: {error}"))?;
        setup.rings[0].clone()
    };
    let seeds: usize = ring.iter().map(|&seeds| usize::from(seeds)).sum();
    if seeds != wanted {
        bail!("`{text}` has {seeds} seeds, and a player has {wanted}");
    }
    Ok(ring)
}

/// A set-up as text: `4,4,4,4,4,4,4,4/0,0,0,0,0,0,0,0`.
fn spell(ring: &[u8]) -> String {
    let (back, front) = ring.split_at(ring.len() / 2);
    let row = |pits: &mut dyn Iterator<Item = &u8>| {
        pits.map(ToString::to_string).collect::<Vec<_>>().join(",")
    };
    format!("{}/{}", row(&mut back.iter()), row(&mut front.iter().rev()))
}

/// Plays with the game's own types.
struct Play<'a> {
    context: &'a Context,
    args: &'a OpeningsArgs,
    question: &'a Question,
    /// The endgame tables that fit.
    tables: Option<&'a Known<'a>>,
    seats: &'a [Seat; 2],
    given: Vec<Arrangement>,
    against: Vec<Arrangement>,
    stop: &'a AtomicBool,
}

/// Duels that have been played, by set-ups.
type Duels = HashMap<[Arrangement; 2], Payoff>;

impl Play<'_> {
    /// Everything that a duel depends on.
    fn work(&self) -> String {
        let args = self.args;
        format!(
            "set-ups of {} columns by {}, players {} and {}, {} games, waver {}, longest {}, seed {}",
            self.question.setup.columns,
            self.question.rules.describe(),
            self.seats[0],
            self.seats[1],
            args.games,
            args.waver,
            args.longest,
            args.seed
        )
    }

    /// Plays the duels that are not known yet; false if it was stopped.
    fn play<P: Board>(
        &self,
        game: &dyn Game<P>,
        pairs: &[[Arrangement; 2]],
        known: &mut Duels,
        diary: &Diary,
    ) -> Result<bool> {
        let mut fresh: Vec<&[Arrangement; 2]> = Vec::new();
        for pair in pairs {
            if !known.contains_key(pair) && !fresh.contains(&pair) {
                fresh.push(pair);
            }
        }
        let series = series(self.args);
        let played = try_spread(fresh.len(), |number| {
            let pair = fresh[number];
            if self.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let players: [&dyn Entrant<P>; 2] = [&self.seats[0], &self.seats[1]];
            let sides = [pair[0].as_slice(), pair[1].as_slice()];
            let payoff = duel(game, sides, &series, players, self.args.games)
                .map_err(|error| anyhow!("{error}"))?;
            let names = [spell(&pair[0]), spell(&pair[1])];
            diary.note(&Entry::new(
                [&names[0], &names[1]],
                self.args.games,
                &payoff,
            ))?;
            anyhow::Ok(Some((pair.clone(), payoff)))
        })?;
        let complete = played.iter().all(Option::is_some);
        known.extend(played.into_iter().flatten());
        Ok(complete)
    }

    /// What can be proven in match points where the first set-up moves first.
    fn prove<P: Board>(&self, game: &dyn Game<P>, first: &[u8], second: &[u8]) -> Option<Proof> {
        let nodes = self.args.proof.filter(|&nodes| nodes > 0)?;
        let start = position(game, first, second);
        let limits = Limits {
            nodes,
            stop: Some(self.stop),
            line: false,
            ..Limits::default()
        };
        let seeds = usize::from(game.seeds(&start));
        let mut solver = AlphaBeta::new(game, Objective::Points, seeds, limits.memory);
        if let Some(tables) = self.tables {
            solver = solver.with_endgames(tables as &dyn Endgames);
        }
        let solution = solver.solve(&start, &limits, &mut |_| {});
        Some(Proof {
            against: spell(second),
            points: [solution.lowest.points?, solution.highest.points?],
        })
    }
}

impl BoardVisitor for Play<'_> {
    type Output = Result<Found>;

    fn visit<P: Board>(self, game: Box<dyn Game<P>>) -> Result<Found> {
        let path = self.args.checkpoint.as_deref();
        let (diary, entries) =
            Diary::open::<Entry>(path, crate::files::journal_if(path)?, &self.work())?;
        let mut known = Duels::new();
        for entry in entries {
            let pair = [
                parse(&entry.first, self.question)?,
                parse(&entry.second, self.question)?,
            ];
            known.insert(pair, entry.payoff());
        }
        let asked = &self.args.setups;
        let hunt = Hunt {
            generations: asked.search.or(asked.answer).unwrap_or(0),
            tries: asked.tries,
            cap: asked.cap,
            seed: self.args.seed,
        };
        let bar = progress(
            self.context,
            0,
            "{spinner} {pos} rounds of duels, {elapsed}",
        );
        let mut failed = None;
        let mut measure = |pairs: &[[Arrangement; 2]]| {
            bar.inc(1);
            match self.play(&*game, pairs, &mut known, &diary) {
                Ok(true) => {
                    let share = |pair| known[pair].share(asked.points);
                    Some(pairs.iter().map(share).collect())
                }
                Ok(false) => None,
                Err(error) => {
                    failed = Some(error);
                    None
                }
            }
        };
        let usual = self.question.setup.rings[0].clone();
        let mut begin = vec![usual.clone()];
        let fits = asked
            .cap
            .is_none_or(|cap| usual.iter().all(|&seeds| seeds <= cap));
        if !fits {
            begin.clear();
        }
        let seeds = usual.iter().map(|&seeds| u32::from(seeds)).sum();
        for index in 0..DRAWN {
            let mut stream = Stream::new(!self.args.seed, index);
            let drawn = hunt.random(usual.len(), seeds, &mut stream);
            if !begin.contains(&drawn) {
                begin.push(drawn);
            }
        }
        let all: Vec<Arrangement> = self.given.iter().chain(&self.against).cloned().collect();
        let (rows, columns) = if asked.search.is_some() {
            let mut pool = all;
            pool.extend(begin);
            pool = distinct(pool);
            let pool = hunt.grow(pool, &mut measure);
            (pool.clone(), pool)
        } else if asked.answer.is_some() {
            let targets = distinct(all);
            (hunt.answer(begin, &targets, &mut measure), targets)
        } else if self.against.is_empty() || self.given.is_empty() {
            let all = distinct(all);
            (all.clone(), all)
        } else {
            (distinct(self.given.clone()), distinct(self.against.clone()))
        };
        // A set-up plays itself only where there is nothing else to play.
        let alone = rows == columns && rows.len() == 1;
        let mut pairs = Vec::new();
        for row in &rows {
            let others = columns.iter().filter(|column| alone || *column != row);
            pairs.extend(others.map(|column| [row.clone(), column.clone()]));
        }
        // Stopped or not, what has been played is reported.
        let _ = measure(&pairs);
        bar.finish_and_clear();
        if let Some(error) = failed {
            return Err(error);
        }
        let rows = rows
            .into_iter()
            .map(|setup| {
                let payoffs = columns
                    .iter()
                    .map(|column| known.get(&[setup.clone(), column.clone()]).cloned());
                let others = columns.iter().filter(|column| alone || **column != setup);
                Row {
                    never: never_ending(&*game, &setup),
                    payoffs: payoffs.collect(),
                    proofs: others
                        .filter_map(|column| self.prove(&*game, &setup, column))
                        .collect(),
                    setup,
                }
            })
            .collect();
        Ok(Found { rows, columns })
    }
}

fn distinct(items: Vec<Arrangement>) -> Vec<Arrangement> {
    let mut kept = Vec::new();
    for item in items {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    kept
}

/// All games of a table, each row's seen by its set-up.
fn total(found: &Found) -> Payoff {
    let mut total = Payoff::default();
    for row in &found.rows {
        total.join(&row.all());
    }
    total
}

/// The row whose match is told: the best, or the only one.
fn leading(found: &Found) -> Option<Payoff> {
    found.rows.first().map(Row::all)
}

fn report(
    args: &OpeningsArgs,
    question: &Question,
    seats: &[Seat; 2],
    found: &Found,
    complete: bool,
) -> Report {
    let total = total(found);
    let leading = leading(found).unwrap_or_default();
    Report {
        rules: question.rules.describe(),
        players: [seats[0].to_string(), seats[1].to_string()],
        games: args.games,
        seed: args.seed,
        complete,
        setups: found
            .rows
            .iter()
            .map(|row| {
                let all = row.all();
                let share = all.tally.share();
                SetupReport {
                    setup: spell(&row.setup),
                    share: share.value,
                    low: share.low,
                    high: share.high,
                    points: all.points(),
                    never: row.never.clone(),
                    payoffs: row
                        .payoffs
                        .iter()
                        .map(|payoff| Some(payoff.as_ref()?.share(args.setups.points)))
                        .collect(),
                    proofs: row
                        .proofs
                        .iter()
                        .map(|proof| Proof {
                            against: proof.against.clone(),
                            points: proof.points,
                        })
                        .collect(),
                }
            })
            .collect(),
        against: found.columns.iter().map(|column| spell(column)).collect(),
        first_mover: total.first.share().value,
        endings: endings(&total),
        match_chance: leading.worths().chance(),
        match_chance_by_wins: leading.worths().as_plain_wins().chance(),
    }
}

fn print(
    out: &mut dyn Write,
    args: &OpeningsArgs,
    question: &Question,
    seats: &[Seat; 2],
    found: &Found,
) -> Result<()> {
    writeln!(
        out,
        "Set-ups of omweso, rules {}; {} from either side, {} against {}; b1, b2 … / f1, f2 …\n",
        question.rules.describe(),
        count(args.games, "game"),
        seats[0],
        seats[1]
    )?;
    let mut table = Table::new(&[
        ">",
        "set-up",
        ">games won, 95 %",
        ">points",
        ">games",
        "never-ending first moves",
    ]);
    for (index, row) in found.rows.iter().enumerate() {
        let all = row.all();
        let [won, lost] = all.points();
        table.row([
            (index + 1).to_string(),
            spell(&row.setup),
            share(&all.tally),
            format!("{won} : {lost}"),
            all.tally.games().to_string(),
            row.never.join(" "),
        ]);
    }
    writeln!(out, "{table}")?;
    print_payoffs(out, args, found)?;
    let total = total(found);
    writeln!(
        out,
        "Whoever moves first scores {} in {}.",
        share(&total.first),
        count(total.first.games(), "game")
    )?;
    print_endings(out, &total)?;
    if let Some(leading) = leading(found) {
        let worths = leading.worths();
        if let (Some(real), Some(plain)) = (worths.chance(), worths.as_plain_wins().chance()) {
            writeln!(
                out,
                "Set-up 1 wins a match to 12 points with chance {:.0} %; if every win were worth one point, {:.0} %.",
                100.0 * real,
                100.0 * plain
            )?;
        }
    }
    for row in &found.rows {
        for proof in &row.proofs {
            let [lowest, highest] = proof.points;
            let text = if lowest == highest {
                format!("exactly {lowest}")
            } else {
                format!("{lowest} to {highest}")
            };
            writeln!(
                out,
                "Proven: {} moving first against {} gets {text} match points (negative: the other's).",
                spell(&row.setup),
                proof.against
            )?;
        }
    }
    Ok(())
}

/// The pay-off of each row against each column, in per cent.
fn print_payoffs(out: &mut dyn Write, args: &OpeningsArgs, found: &Found) -> Result<()> {
    let what = if args.setups.points {
        "match points"
    } else {
        "games"
    };
    let shown = found.columns.len().min(MOST_COLUMNS);
    write!(out, "Pay-off, per cent of {what}, row against column")?;
    if shown < found.columns.len() {
        write!(out, " (the first {shown} of {})", found.columns.len())?;
    }
    write!(out, "\n     ")?;
    for column in 1..=shown {
        write!(out, "{column:>5}")?;
    }
    writeln!(out)?;
    for (index, row) in found.rows.iter().enumerate() {
        write!(out, "{:>5}", index + 1)?;
        for payoff in row.payoffs.iter().take(shown) {
            match payoff {
                Some(payoff) => write!(out, "{:>5.0}", 100.0 * payoff.share(args.setups.points))?,
                None => write!(out, "{:>5}", "·")?,
            }
        }
        writeln!(out)?;
    }
    if found.rows.iter().map(|row| &row.setup).ne(&found.columns) {
        writeln!(out, "Columns:")?;
        for (index, column) in found.columns.iter().take(shown).enumerate() {
            writeln!(out, "{:>5}  {}", index + 1, spell(column))?;
        }
    }
    writeln!(out)?;
    Ok(())
}

/// How games ended, and what each way of winning brought.
fn print_endings(out: &mut dyn Write, total: &Payoff) -> Result<()> {
    let all: u64 = total
        .endings
        .values()
        .map(|ended| (ended.won + ended.lost) * ended.points)
        .sum();
    let mut table = Table::new(&["won by", ">worth", ">games", ">share of all points"]);
    for ((reason, points), ended) in &total.endings {
        let games = ended.won + ended.lost;
        table.row([
            reason.clone(),
            points.to_string(),
            games.to_string(),
            format!(
                "{:.0} %",
                100.0 * (games * points) as f64 / all.max(1) as f64
            ),
        ]);
    }
    writeln!(out, "\n{table}")?;
    Ok(())
}
