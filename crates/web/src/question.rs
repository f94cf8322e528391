//! The questions, and who answers each.

use crate::board::{Placed, describe};
use crate::record::{rules_of, write};
#[cfg(feature = "search")]
use crate::search;
use crate::turn::TurnReport;
use crate::{fork, never, record, rules, trace};
use serde::Deserialize;
use serde_json::{Value, json};
use sow_engine::kind::GameKind;
use sow_engine::pit;
#[cfg(feature = "search")]
use sow_engine::position::Position;
use sow_engine::referee::{Referee, referee};
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use sow_records::asked::AskedRules;
#[cfg(feature = "search")]
use sow_search::analyse::{MOST_DEPTH, Wish};

/// Laps after which a move is called undecided: a page must not stand still.
pub(crate) const MOST_LAPS: u64 = 1_000_000;

/// A position with its rules, as every question about one has them.
#[derive(Deserialize)]
struct Place {
    /// A line, or the name of a start.
    position: String,
    /// A ruleset, or `KEY=VALUE`, separated by blanks.
    #[serde(default)]
    rules: String,
}

#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
enum Question {
    /// All games in short.
    Games,
    /// The book of a game.
    Rules {
        game: String,
        #[serde(default)]
        rules: String,
    },
    /// A position with its moves, after earlier ones.
    Position {
        #[serde(flatten)]
        place: Place,
        #[serde(default)]
        before: Vec<String>,
    },
    /// A move played.
    Play {
        #[serde(flatten)]
        place: Place,
        #[serde(rename = "move")]
        text: String,
    },
    /// A move lap by lap.
    Trace {
        #[serde(flatten)]
        place: Place,
        #[serde(rename = "move")]
        text: String,
        most: usize,
    },
    /// Where a choice of direction is met.
    Fork {
        #[serde(flatten)]
        place: Place,
        /// The move up to there.
        #[serde(rename = "move")]
        text: String,
    },
    /// Why nothing can be sown from a pit.
    Why {
        #[serde(flatten)]
        place: Place,
        /// The pit's key.
        pit: String,
    },
    /// Why a move never ends.
    Never {
        #[serde(flatten)]
        place: Place,
        #[serde(rename = "move")]
        text: String,
    },
    /// What a text says.
    Read {
        text: String,
        #[serde(default)]
        rules: String,
    },
    /// The line of a position set up by hand.
    Place { setup: Placed },
    /// A record as text.
    Write {
        headers: Vec<(String, String)>,
        moves: Vec<String>,
        result: String,
    },
    /// The problems of a puzzle file.
    #[cfg(feature = "search")]
    Puzzles { text: String },
    /// The best moves, with a report for each depth.
    #[cfg(feature = "search")]
    Analyse {
        #[serde(flatten)]
        place: Place,
        #[serde(default)]
        before: Vec<String>,
        lines: usize,
        /// Sowings to look ahead; as deep as the nodes allow without it.
        #[serde(default)]
        depth: Option<u32>,
        nodes: u64,
        memory: usize,
    },
    /// The exact value.
    #[cfg(feature = "search")]
    Solve {
        #[serde(flatten)]
        place: Place,
        nodes: u64,
        memory: usize,
    },
    /// Whether a problem can still be solved.
    #[cfg(feature = "search")]
    Puzzle {
        #[serde(flatten)]
        place: Place,
        stipulation: String,
        moves: Vec<String>,
        nodes: u64,
        memory: usize,
    },
}

/// Answers a question; both are JSON objects. What cannot be answered gets `{"error": "one sentence"}`.
pub fn answer(question: &str) -> String {
    answer_long(question, &mut |_| ())
}

/// The same for questions whose answers take their time: `report` is told what is known so far, in JSON.
pub fn answer_long(question: &str, report: &mut (dyn FnMut(&str) + Send)) -> String {
    let answer = serde_json::from_str(question)
        .map_err(|error| format!("this is no question: {error}"))
        .and_then(|question| reply(question, &mut |known| report(&known.to_string())));
    answer
        .unwrap_or_else(|error| json!({ "error": error }))
        .to_string()
}

pub(crate) const fn patience(laps: u64) -> Patience<'static> {
    Patience {
        laps,
        period_laps: 0,
        ..Patience::UNLIMITED
    }
}

/// A position that was read, and who applies its rules.
pub(crate) struct Table {
    pub(crate) setup: Setup,
    pub(crate) rules: Rules,
    referee: Box<dyn Referee>,
}

#[cfg(feature = "search")]
impl Table {
    /// The position with its rules, as the libraries' doors take it.
    pub(crate) fn position(&self) -> Result<Position, String> {
        Position::new(self.rules, self.setup.clone()).map_err(|error| error.to_string())
    }
}

impl Place {
    fn table(&self) -> Result<Table, String> {
        let (rules, setup) = AskedRules::default()
            .position(&self.position, &self.rules)
            .map_err(|error| error.to_string())?;
        Ok(Table {
            referee: referee(rules, setup.columns),
            rules,
            setup,
        })
    }
}

fn setups(lines: &[String]) -> Result<Vec<Setup>, String> {
    let lines = lines.iter();
    lines
        .map(|line| sow_engine::notation::parse_position(line).map_err(|error| error.to_string()))
        .collect()
}

#[cfg_attr(
    not(feature = "search"),
    allow(unused_variables, reason = "only searches report")
)]
fn reply(question: Question, report: &mut (dyn FnMut(Value) + Send)) -> Result<Value, String> {
    let limit = patience(MOST_LAPS);
    match question {
        Question::Games => Ok(rules::games()),
        Question::Rules { game, rules } => {
            let game = GameKind::from_name(&game).ok_or_else(|| {
                format!("unknown game `{game}`; the games are {}", GameKind::names())
            })?;
            Ok(rules::of_game(&rules_of(game, &rules)?))
        }
        Question::Position { place, before } => {
            let table = place.table()?;
            let before = setups(&before)?;
            to_json(&describe(
                &*table.referee,
                &table.rules,
                &table.setup,
                &before,
                &limit,
            ))
        }
        Question::Play { place, text } => {
            let table = place.table()?;
            let turn = table
                .referee
                .play(&table.setup, &text, &limit)
                .map_err(|error| error.to_string())?;
            to_json(&TurnReport::new(
                &*table.referee,
                &table.setup,
                &turn,
                false,
            ))
        }
        Question::Trace { place, text, most } => {
            let table = place.table()?;
            let (turn, watched) = table
                .referee
                .trace(&table.setup, &text, &limit, most)
                .map_err(|error| error.to_string())?;
            let turn = TurnReport::new(&*table.referee, &table.setup, &turn, false);
            to_json(&trace::report(&table.setup, turn, &watched))
        }
        Question::Fork { place, text } => {
            let table = place.table()?;
            to_json(&fork::fork(&*table.referee, &table.setup, &text, &limit)?)
        }
        Question::Why { place, pit } => Ok(json!({ "why": why(&place.table()?, &pit) })),
        Question::Never { place, text } => {
            let table = place.table()?;
            to_json(&never::prove(&*table.referee, &table.setup, &text)?)
        }
        Question::Read { text, rules } => record::read(&text, &rules),
        Question::Place { setup } => {
            let line = setup.line();
            let setup = sow_engine::notation::parse_position(&line).map_err(|e| e.to_string())?;
            Ok(json!({ "position": setup.to_string() }))
        }
        Question::Write {
            headers,
            moves,
            result,
        } => Ok(json!({ "text": write(headers, moves, &result) })),
        #[cfg(feature = "search")]
        Question::Puzzles { text } => search::puzzles(&text),
        #[cfg(feature = "search")]
        Question::Analyse {
            place,
            before,
            lines,
            depth,
            nodes,
            memory,
        } => {
            let wish = Wish {
                lines,
                depth: depth.unwrap_or(MOST_DEPTH),
            };
            let effort = search::Effort { nodes, memory };
            search::analyse(&place.table()?, &setups(&before)?, wish, effort, report)
        }
        #[cfg(feature = "search")]
        Question::Solve {
            place,
            nodes,
            memory,
        } => search::solve(&place.table()?, search::Effort { nodes, memory }, report),
        #[cfg(feature = "search")]
        Question::Puzzle {
            place,
            stipulation,
            moves,
            nodes,
            memory,
        } => {
            let table = place.table()?;
            let search = search::Puzzle {
                table: &table,
                stipulation: &stipulation,
                moves: &moves,
                effort: search::Effort { nodes, memory },
            };
            search.advise()
        }
    }
}

/// Why nothing can be sown from a pit; `None` if something can.
fn why(table: &Table, key: &str) -> Option<String> {
    let Table { setup, referee, .. } = table;
    let (letter, name) = key.split_once(':')?;
    let owner = letter.chars().next().and_then(Side::from_letter)?;
    pit::parse(setup.game, setup.columns, owner, name)?;
    let text = if owner == setup.side {
        name.to_owned()
    } else if setup.game == GameKind::BaoKingulu {
        format!("{name}*")
    } else {
        return Some(format!(
            "{} is to move, and this pit is {}'s",
            setup.side, owner
        ));
    };
    // Bonus stones that are not named yet are no reason against a sowing.
    let turns = referee.turns(setup, &patience(MOST_LAPS), false);
    if turns.iter().any(|turn| turn.text == text) {
        let error = referee.play(setup, &text, &patience(MOST_LAPS)).err()?;
        let incomplete = matches!(error, sow_engine::turn::PlayError::Choices { .. });
        return (!incomplete).then(|| error.to_string());
    }
    let error = referee.play(setup, &text, &patience(MOST_LAPS)).err()?;
    Some(error.to_string())
}

fn to_json(value: &impl serde::Serialize) -> Result<Value, String> {
    serde_json::to_value(value).map_err(|error| error.to_string())
}
