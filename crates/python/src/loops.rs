//! Never-ending moves on one ring: single moves and censuses.

use crate::errors::{raise, to_json};
use crate::work;
use pyo3::{Py, PyAny, PyResult, Python, pyfunction};
use serde::Serialize;
use sow_loops::census::{Census, CensusRow};
use sow_loops::check::{Proof, Question, Verdict, check};
use sow_loops::start::Start;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Parts of a census between two looks at the flag.
const TASKS_A_STEP: usize = 16;

#[derive(Serialize)]
struct CensusForm {
    pits: usize,
    seeds: u32,
    starts: u64,
    never: u64,
    cycles: u64,
    min_period: Option<u64>,
    max_period: Option<u64>,
    longest_ending: u64,
    certified: u64,
    seconds: f64,
}

/// The census of one ring and one number of seeds, as JSON; `None` if it was stopped.
#[pyfunction]
pub(crate) fn census(
    py: Python<'_>,
    pits: usize,
    seeds: u32,
    threads: usize,
    ear: Option<Py<PyAny>>,
) -> PyResult<Option<String>> {
    let begun = Instant::now();
    let mut census = Census::new(pits, seeds).map_err(raise!(LoopsError))?;
    let row = work::run(py, ear.as_ref(), |watch| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().map_err(raise!(LoopsError))?;
        pool.install(|| {
            while !watch.stop.load(Ordering::Relaxed) && !census.advance(TASKS_A_STEP, &watch.stop)
            {
                let (done, total) = census.progress();
                watch.tell(|| format!("{{\"done\":{done},\"total\":{total}}}"));
            }
        });
        census.row().map_err(raise!(LoopsError))
    })??;
    let Some(row) = row else {
        return Ok(None);
    };
    let form = CensusForm {
        pits: row.pits,
        seeds: row.seeds,
        starts: row.starts,
        never: row.never,
        cycles: row.cycles,
        min_period: row.min_period,
        max_period: row.max_period,
        longest_ending: row.longest_ending,
        certified: census.coverage().certified,
        seconds: begun.elapsed().as_secs_f64(),
    };
    to_json(&form).map(Some)
}

/// The numbers of a row that a plot shows: pits, seeds, starts, never, cycles, shortest and longest period, longest ending.
type PlotRow = (usize, u32, u64, u64, u64, Option<u64>, Option<u64>, u64);

/// The plot of a census as SVG.
#[pyfunction]
pub(crate) fn census_svg(rows: Vec<PlotRow>) -> String {
    let rows: Vec<CensusRow> = rows
        .into_iter()
        .map(
            |(pits, seeds, starts, never, cycles, min_period, max_period, longest_ending)| {
                CensusRow {
                    pits,
                    seeds,
                    starts,
                    never,
                    cycles,
                    min_period,
                    max_period,
                    longest_ending,
                }
            },
        )
        .collect();
    sow_loops::draw::census_svg(&rows)
}

#[derive(Serialize)]
struct VerdictForm {
    /// `ends`, `never` or `undecided`.
    verdict: &'static str,
    laps: Option<u64>,
    pit: Option<usize>,
    proof: Option<&'static str>,
    period: Option<u64>,
}

/// Whether the move from a pit of a ring ends, as JSON.
#[pyfunction]
pub(crate) fn check_ring(
    py: Python<'_>,
    ring: Vec<u32>,
    pit: usize,
    laps: u64,
    period: bool,
) -> PyResult<String> {
    let start = Start::new(&ring, pit).map_err(raise!(LoopsError))?;
    let question = Question {
        limit: laps,
        period,
    };
    let verdict = work::run(py, None, |watch| check(&start, question, &watch.stop))?;
    let mut form = VerdictForm {
        verdict: "undecided",
        laps: None,
        pit: None,
        proof: None,
        period: None,
    };
    match verdict {
        Verdict::Ends { laps, pit } => {
            (form.verdict, form.laps, form.pit) = ("ends", Some(laps), Some(pit));
        }
        Verdict::Never { proof, period } => {
            (form.verdict, form.period) = ("never", period);
            form.proof = Some(match proof {
                Proof::Residues(_) => "residues",
                Proof::Return { .. } => "return",
            });
        }
        Verdict::Undecided { laps } => form.laps = Some(laps),
    }
    to_json(&form)
}
