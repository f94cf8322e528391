//! Numbered tasks on many threads, whose results are taken in the order of their numbers.

use crate::error::ArenaError;
use crate::spread::in_order;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

/// Results that may wait to be taken.
const WAITING: usize = 1024;

/// Does `count` tasks, which begin in the order of their numbers, and hands what they give to `take` in that
/// order. When `stop` is set, no further task is begun and what was still at work is dropped, as it may
/// have ended too soon; what was finished before is taken up to the first gap.
///
/// # Errors
/// The first of a task or of `take`, in the order of the tasks.
pub(crate) fn in_sequence<T: Send>(
    pool: &rayon::ThreadPool,
    count: usize,
    stop: &AtomicBool,
    task: impl Fn(usize) -> Result<T, ArenaError> + Sync,
    mut take: impl FnMut(T) -> Result<(), ArenaError>,
) -> Result<(), ArenaError> {
    let failed = AtomicBool::new(false);
    let (sender, finished) = mpsc::sync_channel(WAITING);
    std::thread::scope(|scope| {
        let (task, failed) = (&task, &failed);
        let work = move || {
            pool.install(|| {
                in_order(count, &|number| {
                    if stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed) {
                        return false;
                    }
                    let found = task(number);
                    if !stop.load(Ordering::Relaxed) {
                        // Nobody listens any more where taking has failed.
                        let _ = sender.send((number, found));
                    }
                    true
                });
            });
        };
        std::thread::Builder::new()
            .spawn_scoped(scope, work)
            .map_err(ArenaError::Thread)?;
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        let taken = finished.iter().try_for_each(|(number, found)| {
            waiting.insert(number, found);
            while let Some(found) = waiting.remove(&next) {
                take(found?)?;
                next += 1;
            }
            Ok(())
        });
        if taken.is_err() {
            failed.store(true, Ordering::Relaxed);
        }
        drop(finished);
        taken
    })
}
