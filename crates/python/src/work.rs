//! Long work: done on a thread of its own while the interpreter is free, watched over by the thread that asked.

use pyo3::exceptions::PyRuntimeError;
use pyo3::{Py, PyAny, PyErr, PyResult, Python};
use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often signals are looked at and news handed over.
const TICK: Duration = Duration::from_millis(20);

/// Ticks after which an ear without news hears the latest again, so that it can end the work.
const SILENCE: u32 = 10;

/// What the work is handed: a flag to look at, and an ear for news.
#[derive(Debug)]
pub(crate) struct Watch {
    /// Set when the work is to end.
    pub(crate) stop: Arc<AtomicBool>,
    news: Mutex<News>,
    has_ear: bool,
}

/// What is to be told.
#[derive(Debug, Default)]
struct News {
    fresh: Vec<String>,
    /// What is told again where nothing is new.
    latest: Option<String>,
    ticks_of_silence: u32,
}

impl Watch {
    /// Tells how far the work is; only the latest news is kept until somebody listens.
    pub(crate) fn tell(&self, news: impl FnOnce() -> String) {
        if self.has_ear {
            let news = news();
            let mut kept = self.kept();
            kept.latest = Some(news.clone());
            kept.fresh = vec![news];
        }
    }

    /// Tells something of which nothing may be missed.
    pub(crate) fn tell_all(&self, news: impl FnOnce() -> String) {
        if self.has_ear {
            let news = news();
            self.kept().fresh.push(news);
        }
    }

    /// Whether somebody listens at all.
    pub(crate) fn has_ear(&self) -> bool {
        self.has_ear
    }

    fn kept(&self) -> MutexGuard<'_, News> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is to be told at a tick.
    fn due(&self) -> Vec<String> {
        let mut kept = self.kept();
        let mut news = std::mem::take(&mut kept.fresh);
        kept.ticks_of_silence += 1;
        if news.is_empty() && kept.ticks_of_silence >= SILENCE {
            news.extend(kept.latest.clone());
        }
        if !news.is_empty() {
            kept.ticks_of_silence = 0;
        }
        news
    }

    /// Hands the news over.
    fn deliver(&self, py: Python<'_>, ear: Option<&Py<PyAny>>) -> PyResult<()> {
        let Some(ear) = ear else {
            return Ok(());
        };
        for text in self.due() {
            ear.call1(py, (text,))?;
        }
        Ok(())
    }
}

/// Does work without the interpreter's lock. Meanwhile signals are looked at and `ear` is called with the news; an exception of
/// either, such as KeyboardInterrupt, ends the work and is raised when it has ended.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    ear: Option<&Py<PyAny>>,
    work: impl FnOnce(&Watch) -> T + Send,
) -> PyResult<T> {
    let watch = Watch {
        stop: Arc::default(),
        news: Mutex::default(),
        has_ear: ear.is_some(),
    };
    let (done, raised) = py.detach(|| {
        thread::scope(|scope| {
            let (ending, ended) = channel::<()>();
            let begun = thread::Builder::new().spawn_scoped(scope, || {
                let _until_the_end = ending;
                work(&watch)
            });
            let worker = match begun {
                Ok(worker) => worker,
                Err(error) => return (Err(no_thread(&error.to_string())), None),
            };
            let mut raised = None;
            while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if raised.is_none()
                    && let Err(error) = Python::attach(|py| {
                        py.check_signals()?;
                        watch.deliver(py, ear)
                    })
                {
                    watch.stop.store(true, Ordering::SeqCst);
                    raised = Some(error);
                }
            }
            (worker.join().map_err(|panic| fault(&*panic)), raised)
        })
    });
    if let Some(error) = raised {
        return Err(error);
    }
    let done = done?;
    watch.deliver(py, ear)?;
    Ok(done)
}

/// The moment so many seconds from now, `None` for none.
pub(crate) fn deadline(seconds: Option<f64>) -> Option<Instant> {
    let time = Duration::try_from_secs_f64(seconds?).ok()?;
    Instant::now().checked_add(time)
}

fn no_thread(why: &str) -> PyErr {
    PyRuntimeError::new_err(format!("the system gives no further thread: {why}"))
}

/// A panic of the work as an exception.
fn fault(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no reason is known");
    if text.contains("failed to spawn thread") || text.contains("cannot be started") {
        return no_thread(text);
    }
    PyRuntimeError::new_err(format!("this is a fault of the library: {text}"))
}
