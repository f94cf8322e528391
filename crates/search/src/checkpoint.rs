//! What a long search has proven, kept from one run to the next.
//!
//! A checkpoint is a line that says what it belongs to, and the entries of the tables with more than a little work behind
//! them: whole keys, proven bounds, numbers. What is left out is found again in a few nodes each. A search that begins
//! with such a table goes down to where the last one was, and on. A checksum tells a damaged file; whoever wants to
//! trust a result without trusting the file asks for a certificate.

use crate::proof_number::ProofNumber;
use sow_engine::game::Board;
use std::fmt;
use std::io::{self, Read, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Where a search keeps what it has proven.
pub trait Checkpoint: fmt::Debug + Sync {
    /// What an earlier run has kept, `None` if there was none.
    ///
    /// # Errors
    /// If it cannot be read.
    fn load(&self) -> io::Result<Option<Box<dyn Read + '_>>>;

    /// Keeps what `fill` writes, in place of what was kept before. A failure is the keeper's to tell: the search goes
    /// on.
    fn save(&self, fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>);

    /// How often to save while the search goes on; it is done at the end as well.
    fn every(&self) -> Duration;
}

/// Does some `work` with a solver that begins with what was kept, and is kept meanwhile and afterwards.
pub(crate) fn kept<P: Board, T>(
    solver: &ProofNumber<'_, P>,
    checkpoint: Option<&dyn Checkpoint>,
    work: impl FnOnce() -> T,
) -> io::Result<T> {
    let Some(checkpoint) = checkpoint else {
        return Ok(work());
    };
    if let Some(mut input) = checkpoint.load()? {
        solver.load(&mut input)?;
    }
    let save = || checkpoint.save(&mut |out| solver.save(out));
    let (working, watching) = mpsc::channel::<()>();
    let done = std::thread::scope(|scope| {
        scope.spawn(move || {
            while watching.recv_timeout(checkpoint.every()) == Err(RecvTimeoutError::Timeout) {
                save();
            }
        });
        let done = work();
        drop(working);
        done
    });
    save();
    Ok(done)
}
