//! A position as the page draws it.

use crate::turn::TurnReport;
use serde::{Deserialize, Serialize};
use sow_engine::game::Ending;
use sow_engine::pit;
use sow_engine::referee::{Referee, concerns};
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;

/// A position with everything that can be done in it.
#[derive(Serialize)]
pub(crate) struct PositionReport {
    pub(crate) position: String,
    pub(crate) game: &'static str,
    pub(crate) rules: String,
    pub(crate) columns: usize,
    pub(crate) side: &'static str,
    /// The rows as they are printed, from top to bottom.
    pub(crate) rows: Vec<RowReport>,
    /// South's and North's captured seeds; `None` where there are no stores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stores: Option<[u16; 2]>,
    /// The seeds that count for South and for North.
    pub(crate) seeds: [usize; 2],
    /// What the line says behind the stores, such as `unmoved:SN`.
    pub(crate) flags: Vec<String>,
    pub(crate) concerns: Vec<String>,
    pub(crate) moves: Vec<TurnReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ending: Option<EndingReport>,
    /// How many turns ago the same position stood on the board, if the rules care or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) repeats: Option<usize>,
}

#[derive(Serialize)]
pub(crate) struct RowReport {
    pub(crate) owner: &'static str,
    /// `back`, `front`, or empty in two-row games.
    pub(crate) row: &'static str,
    pub(crate) pits: Vec<PitReport>,
}

#[derive(Serialize)]
pub(crate) struct PitReport {
    /// The owner's letter and the pit's name: `S:b3`, `N:5`.
    pub(crate) key: String,
    pub(crate) name: String,
    pub(crate) ring: usize,
    pub(crate) at: usize,
    pub(crate) seeds: u8,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) reserved: bool,
}

/// How a game ended.
#[derive(Serialize)]
pub(crate) struct EndingReport {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) winner: Option<&'static str>,
    pub(crate) reason: &'static str,
    pub(crate) margin: i32,
    pub(crate) points: u8,
    /// The result as a record has it.
    pub(crate) result: &'static str,
    /// A few words, without a full stop.
    pub(crate) text: String,
}

/// The name of a side in JSON.
pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::South => "south",
        Side::North => "north",
    }
}

/// The key of a pit.
pub(crate) fn key(setup: &Setup, ring: usize, at: usize) -> String {
    let south = if setup.game.has_four_rows() {
        ring == 0
    } else {
        at < setup.columns
    };
    let letter = if south { 'S' } else { 'N' };
    format!("{letter}:{}", pit::name(setup.game, setup.columns, at))
}

/// The ring that the player to move sows on.
pub(crate) fn ring_of_mover(setup: &Setup) -> usize {
    if setup.game.has_four_rows() {
        setup.side.index()
    } else {
        0
    }
}

/// Describes a position that has come up after those `before`, the oldest first.
pub(crate) fn describe(
    referee: &dyn Referee,
    rules: &Rules,
    setup: &Setup,
    before: &[Setup],
    patience: &Patience,
) -> PositionReport {
    let four = setup.game.has_four_rows();
    let printed = setup.printed_rows();
    let half = printed.len() / 2;
    let rows = printed
        .iter()
        .enumerate()
        .map(|(index, (ring, pits))| RowReport {
            owner: side_name(if index < half {
                Side::North
            } else {
                Side::South
            }),
            row: match (four, pits[0] < setup.columns) {
                (false, _) => "",
                (true, true) => "back",
                (true, false) => "front",
            },
            pits: pits
                .iter()
                .map(|&at| PitReport {
                    key: key(setup, *ring, at),
                    name: pit::name(setup.game, setup.columns, at),
                    ring: *ring,
                    at,
                    seeds: setup.rings[*ring][at],
                    reserved: setup.reserved[at] && !four,
                })
                .collect(),
        })
        .collect();
    let seen = referee.repetition_key(setup);
    let repeats = before
        .iter()
        .rev()
        .position(|earlier| referee.repetition_key(earlier) == seen)
        .map(|index| index + 1);
    let ending = referee
        .ending(setup)
        .or_else(|| repeats.and_then(|_| referee.repeated(setup)));
    let moves = if ending.is_some() {
        Vec::new()
    } else {
        let turns = referee.turns(setup, patience, false);
        turns
            .iter()
            .map(|turn| TurnReport::new(referee, setup, turn, true))
            .collect()
    };
    let line = setup.to_string();
    PositionReport {
        game: setup.game.name(),
        rules: rules.describe(),
        columns: setup.columns,
        side: side_name(setup.side),
        rows,
        stores: (!four).then_some(setup.stores),
        seeds: Side::BOTH.map(|side| setup.seeds_of(side)),
        flags: line
            .split(' ')
            .skip(3)
            .filter(|field| !field.starts_with(|letter: char| letter.is_ascii_digit()))
            .map(str::to_owned)
            .collect(),
        concerns: concerns(rules, setup),
        moves,
        ending: ending.as_ref().map(EndingReport::new),
        repeats,
        position: line,
    }
}

impl EndingReport {
    pub(crate) fn new(ending: &Ending) -> Self {
        Self {
            winner: ending.winner.map(side_name),
            reason: ending.reason.name(),
            margin: ending.margin,
            points: ending.points,
            result: ending.token().token(),
            text: sentence_case(ending.to_string()),
        }
    }
}

/// The words with a capital letter in front.
fn sentence_case(words: String) -> String {
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => words,
    }
}

/// A position as somebody has set it up by hand.
#[derive(Deserialize)]
pub(crate) struct Placed {
    game: String,
    /// The printed rows, top to bottom, left to right.
    rows: Vec<Vec<u8>>,
    side: String,
    #[serde(default)]
    stores: [u16; 2],
    /// Bao Kingulu: which pits of the printed rows are reserved.
    #[serde(default)]
    reserved: Vec<Vec<bool>>,
    #[serde(default)]
    flags: Vec<String>,
}

impl Placed {
    /// The line of the position, for the reader of notation to judge.
    pub(crate) fn line(&self) -> String {
        let is_reserved = |row: usize, column: usize| {
            let row = self.reserved.get(row);
            row.and_then(|row| row.get(column))
                .copied()
                .unwrap_or(false)
        };
        let rows: Vec<String> = self
            .rows
            .iter()
            .enumerate()
            .map(|(row, pits)| {
                let pits: Vec<String> = pits
                    .iter()
                    .enumerate()
                    .map(|(column, seeds)| {
                        let star = if is_reserved(row, column) { "*" } else { "" };
                        format!("{seeds}{star}")
                    })
                    .collect();
                pits.join(",")
            })
            .collect();
        let side = if self.side == "north" { 'N' } else { 'S' };
        let mut line = format!("{} {} {side}", self.game, rows.join("/"));
        if self.rows.len() == 2 {
            line += &format!(" {}-{}", self.stores[0], self.stores[1]);
        }
        for flag in &self.flags {
            line += &format!(" {flag}");
        }
        line
    }
}
