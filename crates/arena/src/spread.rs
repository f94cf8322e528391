//! Numbered tasks on the threads of the pool that this is called in.
//!
//! What deals with threads is compiled once, not again for every game and every kind of work: it sees
//! tasks by their number.

use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// What `work` gives for each of `count` tasks, in the order of their numbers.
pub(crate) fn spread<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let places: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    on_all_threads(count, &|number| {
        let found = work(number);
        *places[number]
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(found);
    });
    let found = places.into_iter();
    // Every task has been done, or has panicked and this thread with it.
    found
        .filter_map(|place| place.into_inner().unwrap_or_else(PoisonError::into_inner))
        .collect()
}

/// The same for work that can fail: after a failure no further task is begun.
///
/// # Errors
/// Of the tasks that failed, what the first said.
pub(crate) fn try_spread<T: Send, E: Send>(
    count: usize,
    work: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let failed = AtomicBool::new(false);
    let found = spread(count, |number| {
        if failed.load(Ordering::Relaxed) {
            return None;
        }
        let found = work(number);
        if found.is_err() {
            failed.store(true, Ordering::Relaxed);
        }
        Some(found)
    });
    found.into_iter().flatten().collect()
}

/// Does tasks that begin in the order of their numbers. Once `task` has said no, no further one is begun.
pub(crate) fn in_order(count: usize, task: &(dyn Fn(usize) -> bool + Sync)) {
    // As many may be left as a user cares to name: they are not walked through.
    let _ = (0..count)
        .par_bridge()
        .try_for_each(|number| task(number).then_some(()));
}

fn on_all_threads(count: usize, task: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(task);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_done_once_and_stands_in_its_place() {
        let squares = spread(1000, |number| number * number);
        assert!(
            squares
                .iter()
                .enumerate()
                .all(|(at, &found)| found == at * at)
        );
        assert_eq!(squares.len(), 1000);
        let done = Mutex::new(Vec::new());
        in_order(100, &|number| {
            done.lock().expect("a list").push(number);
            true
        });
        let mut done = done.into_inner().expect("a list");
        done.sort_unstable();
        assert_eq!(done, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_left_when_nobody_wants_more_is_not_walked_through() {
        // The numbers alone would take centuries.
        in_order(usize::MAX, &|number| number < 1000);
    }

    #[test]
    fn a_failure_is_told_and_ends_the_work() {
        let fail = |number| {
            if number % 400 == 399 {
                Err(number)
            } else {
                Ok(number)
            }
        };
        let failed = try_spread(100_000, fail).expect_err("a failure");
        assert_eq!(failed % 400, 399);
        assert_eq!(try_spread(300, fail).map(|found| found.len()), Ok(300));
    }
}
