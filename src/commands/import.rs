//! `sow import`: games as others log them, checked by the rules and written as records.

use super::write_json;
use crate::cli::ImportArgs;
use crate::context::{Context, Status};
use crate::files::write_file;
use crate::game_log::{self, Log, LoggedMove, Stated};
use crate::input::read_text;
use crate::playing::Playing;
use anyhow::{Result, anyhow, bail};
use serde::Serialize;
use sow_engine::game::Ending;
use sow_engine::kind::GameKind;
use sow_engine::notation::{Outcome, Record, RecordMove};
use sow_engine::pit;
use sow_engine::referee::{self, Referee};
use sow_engine::relay::Patience;
use sow_engine::rules::{Fate, Rules};
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_engine::turn::TurnEnd;
use std::io::Write;

/// Legal moves that an error names.
const MOST_NAMED: usize = 40;

#[derive(Serialize)]
struct Report {
    line: usize,
    moves: usize,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stated_result: Option<&'static str>,
    ok: bool,
    record: String,
}

/// A game that was read and played through.
struct Imported {
    record: Record,
    /// What the log says and the play does not.
    stated: Option<Outcome>,
}

pub(crate) fn run(context: &Context, args: &ImportArgs) -> Result<Status> {
    let text = read_text(&args.file)?;
    let logs = game_log::parse(&text).map_err(|error| anyhow!("{}: {error}", args.file))?;
    if logs.is_empty() {
        bail!("{} holds no game", args.file);
    }
    let mut out = crate::streams::stdout();
    let mut status = Status::Done;
    let mut records = String::new();
    for log in &logs {
        match import(context, args, log) {
            Ok(Imported { record, stated }) => {
                let result = record.result.unwrap_or(Outcome::Open);
                if let Some(stated) = stated {
                    status = status.and(Status::No);
                    context.note(&format!(
                        "the game of line {}: the log says {stated}, but by the rules its moves end with {result}",
                        log.line
                    ));
                }
                if context.json {
                    let report = Report {
                        line: log.line,
                        moves: record.moves.len(),
                        result: result.token(),
                        stated_result: stated.map(Outcome::token),
                        ok: stated.is_none(),
                        record: record.to_string(),
                    };
                    write_json(&mut out, &report)?;
                }
                if !records.is_empty() {
                    records.push('\n');
                }
                records += &record.to_string();
            }
            Err(error) => {
                status = status.and(Status::Bad);
                if context.json {
                    let report = super::LineError {
                        line: log.line,
                        error: format!("{error:#}"),
                    };
                    write_json(&mut out, &report)?;
                } else {
                    out.flush()?;
                    crate::streams::say(&format!("sow: {}: {error:#}", args.file));
                }
            }
        }
    }
    match &args.output {
        // All games or none: a file with gaps would be taken for the whole.
        Some(_) if status == Status::Bad => {}
        Some(path) => write_file(path, &records)?,
        None if context.json => {}
        None => write!(out, "{records}")?,
    }
    Ok(status)
}

fn import(context: &Context, args: &ImportArgs, log: &Log) -> Result<Imported> {
    let field = log.header("rules").unwrap_or_default();
    let (rules, start) = start(context, args, log, field)?;
    context.check(&rules, &start)?;
    let mut game = Playing::new(rules, &start);
    let referee = referee::referee(rules, start.columns);
    let pits = if start.game.has_four_rows() {
        2 * start.columns
    } else {
        start.columns
    };
    let from = match args.pits_from {
        Some(from) => usize::from(from),
        None => usize::from(!log.counts_pits_from_0(pits)),
    };
    let mut moves: Vec<RecordMove> = Vec::new();
    let mut again = None;
    for played in &log.moves {
        let mut add = |game: &mut Playing, text: &str| -> Result<()> {
            let mover = game.position.side;
            let turn = game
                .play(text, true)
                .map_err(|error| explain(&*referee, game, played.line, &error))?;
            match moves.last_mut() {
                Some(last) if again == Some(mover) => {
                    last.text = format!("{}+{}", last.text, turn.text)
                }
                _ => moves.push(RecordMove {
                    text: turn.text,
                    line: played.line,
                }),
            }
            again = turn.again.then_some(mover);
            Ok(())
        };
        let who = played.who.map(|who| log.side(who));
        if who.is_some_and(|side| side != game.position.side) && can_only_pass(&*referee, &game) {
            add(&mut game, "pass")?;
        }
        if let Some(side) = who.filter(|&side| side != game.position.side) {
            bail!(
                "line {}: {side} is said to play {}, but it is {}'s turn; a move is missing, doubled or given to the wrong player",
                played.line,
                played.text,
                game.position.side
            );
        }
        let text = spell(&start, game.position.side, from, pits, played)?;
        add(&mut game, &text)?;
    }
    let by_play = game.ending.as_ref().map(Ending::token);
    let stated = log.result.map(|(_, stated)| match stated {
        Stated::Token(outcome) => outcome,
        Stated::Won(who) => match log.side(who) {
            Side::South => Outcome::SouthWins,
            Side::North => Outcome::NorthWins,
        },
    });
    let mut headers = vec![
        ("game".to_owned(), start.game.to_string()),
        ("rules".to_owned(), rules.describe()),
        ("start".to_owned(), start.to_string()),
    ];
    let others = log.headers.iter();
    headers.extend(
        others
            .filter(|(key, _)| !["game", "rules", "start"].contains(&key.as_str()))
            .cloned(),
    );
    let is_against = |stated: &Outcome| {
        by_play.is_some_and(|played| played != *stated) && *stated != Outcome::Open
    };
    Ok(Imported {
        record: Record {
            line: log.line,
            headers,
            moves,
            result: Some(by_play.or(stated).unwrap_or(Outcome::Open)),
        },
        stated: stated.filter(is_against),
    })
}

/// Where the game begins.
fn start(context: &Context, args: &ImportArgs, log: &Log, field: &str) -> Result<(Rules, Setup)> {
    let named = args.start.as_deref().or(log.header("start"));
    let game = args.game.as_deref().or(log.header("game"));
    let (rules, mut start) = match (named, game) {
        (Some(start), _) => context.asked.position(start, field)?,
        (None, Some(game)) => context.asked.position(&format!("{game}:start"), field)?,
        (None, None) if !log.setups.is_empty() => context
            .asked
            .position(&format!("{}:start", GameKind::Omweso), field)?,
        (None, None) => bail!(
            "nobody can tell what is played: the log has no `game:` and no `start:` line; name the game with --game or --start, such as --game omweso"
        ),
    };
    for (line, who, seeds) in &log.setups {
        let ring = &mut start.rings[log.side(*who).index()];
        if seeds.len() != ring.len() {
            bail!(
                "line {line}: a set-up has the {} pits of one player, b1 to b{columns} and then f{columns} to f1, and here are {}",
                ring.len(),
                seeds.len(),
                columns = start.columns
            );
        }
        ring.clone_from(seeds);
    }
    // Who moves first in the log began the game, where nothing else says who did.
    let first = log.moves.first().and_then(|played| played.who);
    if let (None, Some(first)) = (named, first) {
        start.side = log.side(first);
    }
    Ok((rules, start))
}

/// A move in the names of the board: plain numbers go counter-clockwise from the owner's leftmost
/// back pit, or along his own row.
fn spell(
    start: &Setup,
    side: Side,
    from: usize,
    pits: usize,
    played: &LoggedMove,
) -> Result<String> {
    let mut text = played.text.clone();
    for sowing in &mut text.0 {
        let Ok(number) = sowing.pit.parse::<usize>() else {
            sowing.pit.make_ascii_lowercase();
            continue;
        };
        let number = if !start.game.has_four_rows() && side == Side::North && number >= pits + from
        {
            // Numbered round the whole board.
            number - pits
        } else {
            number
        };
        let index = number
            .checked_sub(from)
            .filter(|&index| index < pits)
            .ok_or_else(|| {
                anyhow!(
                    "line {}: there is no pit {}; the pits of {side} are numbered {from} to {}",
                    played.line,
                    sowing.pit,
                    pits - 1 + from
                )
            })?;
        sowing.pit = pit::name(start.game, start.columns, index);
    }
    Ok(text.to_string())
}

/// Whether the player to move has nothing but a pass.
fn can_only_pass(referee: &dyn Referee, game: &Playing) -> bool {
    let turns = referee.turns(&game.position, &Patience::UNLIMITED, false);
    game.ending.is_none() && matches!(turns.as_slice(), [turn] if turn.text == "pass")
}

/// An illegal move with what would have been legal.
fn explain(
    referee: &dyn Referee,
    game: &Playing,
    line: usize,
    error: &anyhow::Error,
) -> anyhow::Error {
    if game.ending.is_some() {
        return anyhow!("line {line}: {error:#}");
    }
    let turns = referee.turns(&game.position, &Patience::UNLIMITED, false);
    let is_banned = referee.rules().fate() == Fate::Illegal;
    let mut legal: Vec<String> = turns
        .into_iter()
        .filter(|turn| !(is_banned && matches!(turn.end, TurnEnd::NeverEnds(_))))
        .map(|turn| turn.text)
        .collect();
    if legal.len() > MOST_NAMED {
        legal.truncate(MOST_NAMED);
        legal.push("…".to_owned());
    }
    anyhow!(
        "line {line}: move {} by {}: {error:#}; legal are {}; the position is {}",
        game.moves + 1,
        game.position.side,
        legal.join(", "),
        game.position
    )
}
