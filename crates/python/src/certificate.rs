//! Certificates: what they claim, whether they hold.

use crate::errors::{raise, to_json};
use crate::position::Position;
use crate::turn::side_name;
use crate::work;
use pyo3::{Py, PyAny, PyRef, PyResult, Python, pyclass, pymethods};
use serde::Serialize;
use sow_proof::{Means, Strategy, Verdict, check};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The name and the bytes of a certificate of the repository.
macro_rules! shipped {
    ($name:literal) => {
        (
            $name,
            include_bytes!(concat!("../../../data/proofs/", $name, ".sowproof")),
        )
    };
}

/// How often is told how far a check has come.
const TICK: Duration = Duration::from_millis(50);

/// The certificates that come with the package.
const SHIPPED: [(&str, &[u8]); 3] = [
    shipped!("omweso-4x8-tournament"),
    shipped!("owela-4x7-owela"),
    shipped!("owela-4x8-hus"),
];

/// A certificate in memory.
#[pyclass(frozen, module = "sow._sow")]
#[derive(Debug)]
pub(crate) struct Certificate {
    inner: sow_proof::Certificate,
    strategy: OnceLock<Strategy>,
}

#[derive(Serialize)]
struct CheckForm {
    /// `holds`, `fails` or `stopped`.
    verdict: &'static str,
    position: Option<String>,
    what: Option<String>,
    seconds: f64,
}

#[pymethods]
impl Certificate {
    /// Reads a file.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let inner = py.detach(|| sow_proof::Certificate::open(&path));
        Ok(Self {
            inner: inner.map_err(raise!(CertificateError))?,
            strategy: OnceLock::new(),
        })
    }

    /// Those that come with the package, with their names.
    #[staticmethod]
    fn shipped() -> PyResult<Vec<(&'static str, Self)>> {
        let read = SHIPPED.into_iter().map(|(name, bytes)| {
            let inner = sow_proof::Certificate::from_bytes(Path::new(name), bytes.to_vec());
            let strategy = OnceLock::new();
            let inner = inner.map_err(raise!(CertificateError))?;
            Ok((name, Self { inner, strategy }))
        });
        read.collect()
    }

    /// The claim in words.
    #[getter]
    fn claim(&self) -> String {
        self.inner.claim().to_string()
    }

    /// The position that it is about.
    #[getter]
    fn position(&self) -> PyResult<Position> {
        let claim = self.inner.claim();
        let checked = sow_engine::position::Position::new(claim.rules, claim.position.clone());
        Ok(Position::of(checked.map_err(raise!(CertificateError))?))
    }

    /// The player whose strategy it states.
    #[getter]
    fn holder(&self) -> &'static str {
        side_name(self.inner.claim().holder)
    }

    /// What that player gets at the least, in the words of the file.
    #[getter]
    fn least(&self) -> String {
        self.inner.claim().least.to_string()
    }

    #[getter]
    fn positions(&self) -> u64 {
        self.inner.positions()
    }

    #[getter]
    fn bytes(&self) -> u64 {
        self.inner.bytes()
    }

    #[getter]
    fn digest(&self) -> String {
        self.inner.digest()
    }

    /// Whether it holds, as JSON.
    fn check(
        &self,
        py: Python<'_>,
        threads: usize,
        memory: usize,
        ear: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let begun = Instant::now();
        let verdict = work::run(py, ear.as_ref(), |watch| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let pool = pool.build().map_err(raise!(CertificateError))?;
            let (looked_at, is_done) = (AtomicU64::new(0), AtomicBool::new(false));
            let means = Means {
                memory,
                looked_at: &looked_at,
                stop: &watch.stop,
            };
            std::thread::scope(|scope| {
                if watch.has_ear() {
                    scope.spawn(|| {
                        while !is_done.load(Ordering::Relaxed) {
                            let done = looked_at.load(Ordering::Relaxed);
                            let total = self.inner.positions();
                            watch.tell(|| format!("{{\"done\":{done},\"total\":{total}}}"));
                            std::thread::sleep(TICK);
                        }
                    });
                }
                let verdict = pool.install(|| check(&self.inner, means));
                is_done.store(true, Ordering::Relaxed);
                verdict.map_err(raise!(CertificateError))
            })
        })??;
        let (name, fault) = match verdict {
            Verdict::Holds => ("holds", None),
            Verdict::Fails(fault) => ("fails", Some(fault)),
            Verdict::Stopped => ("stopped", None),
        };
        let (position, what) = fault.map(|fault| (fault.position, fault.what)).unzip();
        to_json(&CheckForm {
            verdict: name,
            position,
            what,
            seconds: begun.elapsed().as_secs_f64(),
        })
    }

    /// The turn that is stated at a position with its rank.
    fn at(&self, py: Python<'_>, position: PyRef<'_, Position>) -> PyResult<Option<(String, u32)>> {
        let setup = position.in_play()?.setup().clone();
        let strategy = match self.strategy.get() {
            Some(strategy) => strategy,
            None => {
                let read = work::run(py, None, |_| Strategy::read(&self.inner))?;
                let read = read.map_err(raise!(CertificateError))?;
                self.strategy.get_or_init(|| read)
            }
        };
        strategy.stated(&setup).map_err(raise!(CertificateError))
    }
}
