//! Positions, their moves and their pictures.

use crate::errors::{MoveError, SearchError, raise, to_json};
use crate::search::{Effort, analyse, solve};
use crate::tables::Tables;
use crate::turn::{EndingRow, TurnRow, after, is_cut, side_name};
use crate::work;
use pyo3::{Py, PyAny, PyRef, PyResult, Python, pyclass, pymethods};
use serde::Serialize;
use sow_engine::game::Ending;
use sow_engine::lead::Leads;
use sow_engine::notation::{draw, parse_drawing};
use sow_engine::position::Position as Checked;
use sow_engine::referee::{Referee, concerns};
use sow_engine::relay::Patience;
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::trace::{LapEnd, Recorder};
use sow_engine::turn::{PlayError, Turn};
use sow_loops::draw::board_svg;
use sow_records::playing::MoveError as Refused;
use std::sync::atomic::Ordering;

/// Laps of a turn that are played before a thread is started for it: a few milliseconds.
const SHORT_LAPS: u64 = 1 << 16;

/// Laps spent on the period of a move that the residues have settled.
const PERIOD_LAPS: u64 = 1 << 17;

/// The most turns that are listed.
const MOST_TURNS: u128 = 150_000;

/// A position with its rules.
#[pyclass(frozen, module = "sow._sow")]
#[derive(Debug)]
pub(crate) struct Position {
    checked: Checked,
    /// The result, if the turn that led here has ended the game.
    over: Option<Ending>,
}

impl Position {
    pub(crate) const fn of(checked: Checked) -> Self {
        Self {
            checked,
            over: None,
        }
    }

    /// The position for those who ask what play comes to.
    ///
    /// # Errors
    /// If the game is over though the set-up does not say so, as the turn that led here has won it: what it is asked about is
    /// not what the set-up is worth.
    pub(crate) fn in_play(&self) -> PyResult<&Checked> {
        match &self.over {
            None => Ok(&self.checked),
            Some(ending) => Err(SearchError::new_err(format!(
                "the game is over here: {ending}"
            ))),
        }
    }

    fn setup(&self) -> &Setup {
        self.checked.setup()
    }

    /// The result, if the game is over.
    fn ended(&self, referee: &dyn Referee) -> Option<Ending> {
        self.over.or_else(|| referee.ending(self.setup()))
    }

    /// A short try first; where that is not enough, on a thread that can be stopped.
    fn patiently<T: Send>(
        &self,
        py: Python<'_>,
        (laps, period_laps): (u64, u64),
        ask: impl Fn(&dyn Referee, &Patience<'_>) -> T + Sync + Send,
        is_cut: impl Fn(&T) -> bool,
    ) -> PyResult<T> {
        let referee = self.checked.referee();
        let short = Patience {
            laps: laps.min(SHORT_LAPS),
            period_laps: period_laps.min(PERIOD_LAPS),
            ..Patience::UNLIMITED
        };
        let found = py.detach(|| ask(&*referee, &short));
        if period_laps <= PERIOD_LAPS && (!is_cut(&found) || laps <= SHORT_LAPS) {
            return Ok(found);
        }
        work::run(py, None, |watch| {
            let is_over = || watch.stop.load(Ordering::Relaxed);
            let patience = Patience {
                laps,
                period_laps,
                is_over: Some(&is_over),
            };
            ask(&*referee, &patience)
        })
    }
}

#[derive(Serialize)]
struct PlayedRow {
    #[serde(flatten)]
    turn: TurnRow,
    ending: Option<EndingRow>,
}

#[derive(Serialize)]
struct LapRow {
    lap: usize,
    ring: usize,
    start: usize,
    seeds: usize,
    clockwise: bool,
    landing: usize,
    end: &'static str,
    captured: u16,
}

fn is_cut_play(played: &Result<Turn<Setup>, PlayError>) -> bool {
    played.as_ref().is_ok_and(is_cut)
}

#[pymethods]
impl Position {
    /// Reads a line of notation, the name of a start, or a drawing of several lines.
    #[new]
    fn new(text: &str, words: &str) -> PyResult<Self> {
        let words = words.split_whitespace();
        let checked = if text.trim().contains('\n') {
            let setup = parse_drawing(text).map_err(raise!(PositionError))?;
            let rules = Rules::from_words(setup.game, words).map_err(raise!(PositionError))?;
            Checked::new(rules, setup)
        } else {
            Checked::read(text.trim(), words)
        };
        checked.map(Self::of).map_err(raise!(PositionError))
    }

    #[getter]
    fn line(&self) -> String {
        self.checked.to_string()
    }

    #[getter]
    fn rules(&self) -> String {
        self.checked.rules().describe()
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.setup().game.name()
    }

    #[getter]
    fn columns(&self) -> usize {
        self.setup().columns
    }

    #[getter]
    fn side(&self) -> &'static str {
        side_name(self.setup().side)
    }

    #[getter]
    fn rows(&self) -> Vec<Vec<usize>> {
        let rows = self.setup().rows();
        let wide = |row: Vec<u8>| row.into_iter().map(usize::from).collect();
        rows.into_iter().map(wide).collect()
    }

    #[getter]
    fn stores(&self) -> Option<(u16, u16)> {
        let [south, north] = self.setup().stores;
        (!self.setup().game.has_four_rows()).then_some((south, north))
    }

    /// The seeds that count for South and for North.
    #[getter]
    fn seeds(&self) -> (usize, usize) {
        use sow_engine::side::Side::{North, South};
        (self.setup().seeds_of(South), self.setup().seeds_of(North))
    }

    #[getter]
    fn concerns(&self) -> Vec<String> {
        concerns(&self.checked.rules(), self.setup())
    }

    /// Whether the turn that led here has ended the game.
    #[getter]
    fn is_won(&self) -> bool {
        self.over.is_some()
    }

    /// The result as JSON, if the game is over.
    fn ending(&self) -> PyResult<Option<String>> {
        let ending = self.ended(&*self.checked.referee());
        let row = ending.as_ref().map(EndingRow::new);
        row.as_ref().map(to_json).transpose()
    }

    fn drawing(&self) -> String {
        draw(self.setup())
    }

    fn svg(&self) -> String {
        board_svg(self.setup())
    }

    /// Every turn as JSON.
    #[pyo3(signature = (strips, laps, period_laps = PERIOD_LAPS))]
    fn moves(&self, py: Python<'_>, strips: bool, laps: u64, period_laps: u64) -> PyResult<String> {
        let referee = self.checked.referee();
        if self.ended(&*referee).is_some() {
            return Ok("[]".to_owned());
        }
        let turns = self.patiently(
            py,
            (laps, period_laps),
            |referee, patience| {
                if strips {
                    let count = referee.count_turns(self.setup(), patience);
                    if count > MOST_TURNS {
                        return Err(count);
                    }
                }
                Ok(referee.turns(self.setup(), patience, strips))
            },
            |turns| turns.as_ref().is_ok_and(|turns| turns.iter().any(is_cut)),
        )?;
        let turns = turns.map_err(|count| {
            MoveError::new_err(format!(
                "{} has {count} turns, since bonus stones can be stripped in that many ways; strips=False lists the sowings alone",
                self.checked
            ))
        })?;
        let rows: Vec<TurnRow> = turns
            .iter()
            .map(|turn| TurnRow::new(&*referee, turn))
            .collect();
        to_json(&rows)
    }

    /// Plays a turn: the turn as JSON, and the position after it if there is one.
    fn play(&self, py: Python<'_>, text: &str, laps: u64) -> PyResult<(String, Option<Self>)> {
        let referee = self.checked.referee();
        if let Some(ending) = self.ended(&*referee) {
            let text = text.to_owned();
            return Err(raise!(MoveError)(Refused::Over { text, ending }));
        }
        let turn = self
            .patiently(
                py,
                (laps, PERIOD_LAPS),
                |referee, patience| referee.play(self.setup(), text, patience),
                is_cut_play,
            )?
            .map_err(|error| raise!(MoveError)(Refused::refused(&*referee, self.setup(), error)))?;
        let leads = turn
            .end
            .clone()
            .leads(|| referee.never_ending(self.setup()));
        let over = match leads {
            Some(Leads::Ends(ending)) => Some(ending),
            Some(Leads::To(_) | Leads::Undecided(_)) | None => None,
        };
        let row = PlayedRow {
            turn: TurnRow::new(&*referee, &turn),
            ending: over.as_ref().map(EndingRow::new),
        };
        let position = match after(&turn) {
            Some(setup) => Some(Self {
                checked: self
                    .checked
                    .with(setup.clone())
                    .map_err(raise!(MoveError))?,
                over,
            }),
            None => None,
        };
        Ok((to_json(&row)?, position))
    }

    /// The first laps of a turn as JSON.
    fn trace(&self, py: Python<'_>, text: &str, most: usize, laps: u64) -> PyResult<String> {
        let referee = self.in_play()?.referee();
        type Traced = Result<(Turn<Setup>, Recorder), PlayError>;
        let (_, watched) = self
            .patiently(
                py,
                (laps, PERIOD_LAPS),
                |referee, patience| referee.trace(self.setup(), text, patience, most),
                |traced: &Traced| traced.as_ref().is_ok_and(|(turn, _)| is_cut(turn)),
            )?
            .map_err(|error| raise!(MoveError)(Refused::refused(&*referee, self.setup(), error)))?;
        let ring = if self.setup().game.has_four_rows() {
            self.setup().side.index()
        } else {
            0
        };
        let rows: Vec<LapRow> = watched
            .laps
            .iter()
            .enumerate()
            .map(|(index, lap)| LapRow {
                lap: index + 1,
                ring,
                start: lap.from,
                seeds: lap.hand,
                clockwise: lap.clockwise,
                landing: lap.landing,
                end: match lap.end {
                    LapEnd::Relay => "relay",
                    LapEnd::Capture { .. } => "capture",
                    LapEnd::Choice => "choice",
                    LapEnd::Stop => "stop",
                },
                captured: lap.captured,
            })
            .collect();
        to_json(&rows)
    }

    /// The number of leaves some decisions below.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let referee = self.checked.referee();
        let counted = work::run(py, None, |watch| {
            let mut goes_on = |_: u64| !watch.stop.load(Ordering::Relaxed);
            referee.perft_while(self.setup(), depth, &mut goes_on)
        })?;
        counted.ok_or_else(|| MoveError::new_err("the count was stopped"))
    }

    /// The exact value as JSON.
    #[expect(clippy::too_many_arguments, reason = "Python's keywords, one each")]
    fn solve(
        &self,
        py: Python<'_>,
        objective: &str,
        method: &str,
        effort: Effort,
        line: bool,
        tables: Option<PyRef<'_, Tables>>,
        ear: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let tables = tables.map(|tables| tables.shared());
        solve(
            py,
            self.in_play()?,
            (objective, method),
            effort,
            line,
            tables,
            ear,
        )
    }

    /// The best moves as JSON.
    #[expect(clippy::too_many_arguments, reason = "Python's keywords, one each")]
    fn analyse(
        &self,
        py: Python<'_>,
        engine: &str,
        lines: usize,
        depth: u32,
        seed: u64,
        before: Vec<String>,
        effort: Effort,
        tables: Option<PyRef<'_, Tables>>,
        ear: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let tables = tables.map(|tables| tables.shared());
        let asked = (engine, lines, depth, seed);
        analyse(py, self.in_play()?, asked, &before, effort, tables, ear)
    }
}
