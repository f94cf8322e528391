//! Building a table: layer upon layer, each one written when it is done, so that a build can be
//! killed at any moment and taken up again.

use crate::checkpoint::{Folder, Opened};
use crate::domain::{Domain, Layer, Placed, Refused};
use crate::encode::write_layer;
use crate::format::TableError;
use crate::play::{PlacedVisitor, visit};
use crate::store::Store;
use crate::value::{Cells, Exchange, Scale};
use crate::{anywoli, nsolo, value_iteration};
use sow_engine::game::Game;
use sow_engine::rules::Rules;
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use thiserror::Error;

/// What is to be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The rules.
    pub rules: Rules,
    /// Columns of the board.
    pub columns: usize,
    /// Seeds of the layers wanted, both ends counted: all seeds on the board (Nsolo, Owela, Omweso, Anywoli), those in
    /// unreserved pits (Bao Kingulu). Lower layers that they lead to are built as well.
    pub seeds: RangeInclusive<usize>,
}

/// How it is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// Bytes of memory that values may take, [`Memory::least`] at the least; what does not fit is kept out of core, beside the
    /// table.
    pub memory: u64,
    /// How often the layer in work is saved.
    pub save_every: Duration,
    /// With the plain engine only, for comparison.
    pub plain: bool,
    /// With less memory than [`Memory::least`] as well, however long it takes, for comparison.
    pub patient: bool,
}

impl Default for Means {
    fn default() -> Self {
        Self {
            memory: 8 << 30,
            save_every: Duration::from_secs(60),
            plain: false,
            patient: false,
        }
    }
}

/// How far a build is; read by whoever watches while another thread builds.
#[derive(Debug, Default)]
pub struct Watch {
    /// Set to stop: the build saves itself and ends.
    pub stop: AtomicBool,
    /// Layers, all and done.
    pub layers: AtomicU32,
    /// Layers done.
    pub layers_done: AtomicU32,
    /// The pass over the layer in work, from 1.
    pub pass: AtomicU32,
    /// Positions of the pass.
    pub positions: AtomicU64,
    /// Positions done in the pass.
    pub positions_done: AtomicU64,
}

/// Why a table was not built.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// There can be no such table.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// A file cannot be written or used.
    #[error(transparent)]
    Table(#[from] TableError),
    /// With so little memory it would take many times as long as with what is needed.
    #[error(
        "this build needs {least} MiB of memory, and {given} bytes are given; with {ample} MiB it is done at its fastest"
    )]
    Memory {
        /// The least, in MiB.
        least: u64,
        /// What the fastest method needs, in MiB.
        ample: u64,
        /// What was given, in bytes.
        given: u64,
    },
    /// Stopped from outside; what is done is saved.
    #[error("stopped; the same command goes on from here")]
    Stopped,
}

/// Why a layer was left unfinished.
#[derive(Debug)]
pub(crate) enum Interrupted {
    Stopped,
    Failed(TableError),
    OutOfCore(io::Error),
}

impl From<TableError> for Interrupted {
    fn from(error: TableError) -> Self {
        Self::Failed(error)
    }
}

impl From<io::Error> for Interrupted {
    fn from(error: io::Error) -> Self {
        Self::OutOfCore(error)
    }
}

/// Where the values of a layer in work come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Nothing was known: they are right so far.
    Nothing,
    /// A file that says it was saved by this build.
    Saved,
}

/// A snapshot is taken no sooner than after so many times the time that the last one took.
const SAVING: u32 = 10;

/// The layers below, and the surroundings of the layer in work.
pub(crate) struct Work<'a> {
    store: &'a Store,
    watch: &'a Watch,
    folder: &'a Folder,
    layer: Layer,
    save_every: Duration,
    saved: Mutex<Saved>,
}

/// When the layer was last saved, and how long that took.
struct Saved {
    at: Instant,
    took: Duration,
}

impl Work<'_> {
    /// The value of a position of a finished layer.
    #[inline(always)]
    pub(crate) fn known(&self, layer: Layer, index: u64) -> i16 {
        self.store.layer(layer).get(index)
    }

    /// The finished layers.
    pub(crate) const fn store(&self) -> &Store {
        self.store
    }

    /// Whether the work shall stop.
    pub(crate) fn stops(&self) -> bool {
        self.watch.stop.load(Ordering::Relaxed)
    }

    pub(crate) fn begin_pass(&self, positions: u64) {
        self.watch.pass.fetch_add(1, Ordering::Relaxed);
        self.watch.positions.store(positions, Ordering::Relaxed);
        self.watch.positions_done.store(0, Ordering::Relaxed);
    }

    pub(crate) fn advance(&self, positions: u64) {
        self.watch
            .positions_done
            .fetch_add(positions, Ordering::Relaxed);
    }

    fn last_saved(&self) -> MutexGuard<'_, Saved> {
        self.saved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the layer is to be saved: because it is time, or because the work shall stop.
    pub(crate) fn is_to_pause(&self) -> bool {
        let saved = self.last_saved();
        self.stops() || saved.at.elapsed() >= self.save_every.max(SAVING * saved.took)
    }

    /// Saves the layer's work, numbers of `width` bytes that `read` adds to a list from the first wanted on.
    pub(crate) fn save(
        &self,
        size: usize,
        width: usize,
        read: impl FnMut(u64, usize, &mut Vec<i16>) -> io::Result<()>,
    ) -> Result<(), Interrupted> {
        let begun = Instant::now();
        self.folder.save(self.layer, size, width, read)?;
        *self.last_saved() = Saved {
            at: Instant::now(),
            took: begun.elapsed(),
        };
        Ok(())
    }

    /// Ends a pass over the layer's values: saves them if it is time, or ends the work if it shall stop.
    pub(crate) fn end_pass(&self, cells: &Cells) -> Result<(), Interrupted> {
        if self.is_to_pause() {
            let width = cells.scale().width();
            self.save(cells.len(), width, |first, count, into| {
                cells.read(first, count, into);
                Ok(())
            })?;
        }
        self.store.fail()?;
        if self.stops() {
            return Err(Interrupted::Stopped);
        }
        Ok(())
    }

    /// Hands what was saved of the layer's work to `put`, some numbers at a time from the first named on; whether
    /// that is whole. `put` says whether such numbers can be. If it is not whole, what `put` was given is to be forgotten.
    pub(crate) fn restore(
        &self,
        size: usize,
        width: usize,
        put: impl FnMut(u64, &[i16]) -> io::Result<bool>,
    ) -> Result<bool, Interrupted> {
        Ok(self.folder.restore(self.layer, size, width, put)?)
    }

    /// Values saved of the layer, handed to `put` from the first named on, if all of them can be of this layer.
    pub(crate) fn restore_values(
        &self,
        scale: Scale,
        size: usize,
        mut put: impl FnMut(u64, &[i16]),
    ) -> Result<bool, Interrupted> {
        self.restore(size, scale.width(), |first, values| {
            let can_be = values.iter().all(|&held| scale.can_hold(self.layer, held));
            if can_be {
                put(first, values);
            }
            Ok(can_be)
        })
    }

    /// The layer's values as they were saved, or where nothing is known, and which of the two.
    pub(crate) fn cells(&self, scale: Scale, size: usize) -> Result<(Cells, Origin), Interrupted> {
        let cells = self.store.cells(scale, size)?;
        let put = |first, values: &[i16]| cells.write(first, values);
        if self.restore_values(scale, size, put)? {
            Ok((cells, Origin::Saved))
        } else {
            Ok((self.store.cells(scale, size)?, Origin::Nothing))
        }
    }
}

/// How a layer is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Rows,
    Packed { in_memory: bool },
    Iterate { keep: bool },
}

/// Chooses the method for a layer, and puts layers below out of core to make room for it.
fn method(
    plan: &Plan,
    means: &Means,
    domain: &Domain,
    size: u64,
    store: &mut Store,
) -> io::Result<Method> {
    if !means.plain && nsolo::can_build(&plan.rules) && store.make_room(size * nsolo::BYTES)? {
        return Ok(Method::Rows);
    }
    if !means.plain && anywoli::can_build(&plan.rules, plan.columns) {
        let in_memory = store.make_room(size * anywoli::BYTES)?;
        return Ok(Method::Packed { in_memory });
    }
    let values = size * domain.scale().width() as u64;
    let keep = store.make_room(values + size * value_iteration::KEPT_BYTES)?;
    if !keep {
        store.make_room(values)?;
    }
    Ok(Method::Iterate { keep })
}

/// The memory that building a plan's table takes, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The least with which it is built at all: with less it would take tens and soon thousands of times as long, for values
    /// that are read in any order would be fetched from files one by one.
    pub least: u64,
    /// What the largest layer takes at its fastest. More only keeps layers below out of files.
    pub ample: u64,
}

/// How much memory building a plan's table takes; `plain` as in [`Means::plain`].
///
/// # Errors
/// [`Refused`].
pub fn memory(plan: &Plan, plain: bool) -> Result<Memory, Refused> {
    let layers = estimate(plan)?;
    let size = layers.iter().map(|&(_, size)| size).max().unwrap_or(0);
    let values = size * Scale::of(plan.rules.game()).width() as u64;
    let (least, ample) = if !plain && anywoli::can_build(&plan.rules, plan.columns) {
        (size / anywoli::LEAST_SHARE, size * anywoli::BYTES)
    } else if !plain && nsolo::can_build(&plan.rules) {
        // The plain engine needs less and takes eighty times as long.
        (size * nsolo::BYTES, size * nsolo::BYTES)
    } else {
        (values, values + size * value_iteration::KEPT_BYTES)
    };
    Ok(Memory {
        least: Store::memory_for(least),
        ample: Store::memory_for(ample),
    })
}

/// The name of a plan's table in a folder.
pub fn table_path(plan: &Plan, folder: &Path) -> PathBuf {
    let game = plan.rules.game();
    let rules: String = plan
        .rules
        .describe()
        .chars()
        .map(|letter| if letter == ' ' { '_' } else { letter })
        .collect();
    let (first, last) = (plan.seeds.start(), plan.seeds.end());
    let seeds = if first == last || !has_gaps(plan) {
        last.to_string()
    } else {
        format!("{first}-{last}")
    };
    folder.join(format!(
        "{game}-{}x{}-{rules}-{seeds}.{}",
        game.rows(),
        plan.columns,
        crate::format::EXTENSION
    ))
}

/// Whether the first number of seeds makes a difference.
fn has_gaps(plan: &Plan) -> bool {
    !matches!(plan.rules, Rules::Nsolo(_) | Rules::BaoKingulu(_))
}

/// The layers of a plan with their positions, from below; nothing is built.
///
/// # Errors
/// [`Refused`].
pub fn estimate(plan: &Plan) -> Result<Vec<(Layer, u64)>, Refused> {
    let domain = Domain::new(plan.rules, plan.columns, *plan.seeds.end())?;
    wanted_layers(plan, &domain)?
        .into_iter()
        .map(|layer| Ok((layer, domain.size(layer)?)))
        .collect()
}

fn wanted_layers(plan: &Plan, domain: &Domain) -> Result<Vec<Layer>, Refused> {
    let layers = domain.layers(*plan.seeds.start(), *plan.seeds.end());
    if layers.is_empty() {
        return Err(domain.too_few(*plan.seeds.end()));
    }
    Ok(layers)
}

/// Builds a plan's table in a folder, in the current pool of threads, or takes up a build that was
/// interrupted. Returns the path of the table. The bytes do not depend on threads or interruptions.
///
/// # Errors
/// [`BuildError`].
pub fn build(
    plan: &Plan,
    means: &Means,
    folder: &Path,
    watch: &Watch,
) -> Result<PathBuf, BuildError> {
    let domain = Domain::new(plan.rules, plan.columns, *plan.seeds.end())?;
    let layers = wanted_layers(plan, &domain)?;
    let path = table_path(plan, folder);
    let Memory { least, ample } = memory(plan, means.plain)?;
    if means.memory < least && !means.patient && !path.exists() {
        let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20);
        return Err(BuildError::Memory {
            least: mebibytes(least),
            ample: mebibytes(ample),
            given: means.memory,
        });
    }
    let folder = match Folder::open(&path, &domain)? {
        Opened::Finished => return Ok(path),
        Opened::Working(folder) => folder,
    };
    let out_of_core = |error| BuildError::from(TableError::file(folder.path())(error));
    watch.layers.store(layers.len() as u32, Ordering::Relaxed);
    let mut store = Store::new(means.memory, folder.path());
    let mut records = Vec::new();
    for layer in layers {
        if watch.stop.load(Ordering::Relaxed) {
            return Err(BuildError::Stopped);
        }
        let size = domain.size(layer)?;
        if !domain.leads_below() {
            store.clear();
        }
        let finished = folder.finished_layer(&domain, layer, size as usize, &mut store);
        let (record, cells) = match finished.map_err(out_of_core)? {
            Some(finished) => finished,
            None => {
                let method = method(plan, means, &domain, size, &mut store).map_err(out_of_core)?;
                watch.pass.store(0, Ordering::Relaxed);
                let work = Work {
                    store: &store,
                    watch,
                    folder: &folder,
                    layer,
                    save_every: means.save_every,
                    saved: Mutex::new(Saved {
                        at: Instant::now(),
                        took: Duration::ZERO,
                    }),
                };
                let solved = solve(method, &domain, layer, size as usize, &work);
                let cells = solved.map_err(|interrupted| match interrupted {
                    Interrupted::Stopped => BuildError::Stopped,
                    Interrupted::Failed(error) => BuildError::Table(error),
                    Interrupted::OutOfCore(error) => out_of_core(error),
                })?;
                let record = folder.finish_layer(layer, |out| {
                    let record = write_layer(&domain, layer, &cells, out)?;
                    store.fail()?;
                    Ok(record)
                })?;
                (record, cells)
            }
        };
        records.push(record);
        store.push(layer, cells);
        watch.layers_done.fetch_add(1, Ordering::Relaxed);
    }
    folder.assemble(&domain, &records)?;
    Ok(path)
}

fn solve(
    method: Method,
    domain: &Domain,
    layer: Layer,
    size: usize,
    work: &Work<'_>,
) -> Result<Cells, Interrupted> {
    match method {
        Method::Rows => nsolo::solve(domain, layer, size, work),
        Method::Packed { in_memory } => anywoli::solve(domain, layer, size, in_memory, work),
        Method::Iterate { keep } => {
            let (cells, origin) = work.cells(domain.scale(), size)?;
            let work = Iterate {
                domain,
                layer,
                cells: &cells,
                origin,
                keep,
                work,
            };
            visit(domain.rules, domain.columns, work)?;
            Ok(cells)
        }
    }
}

struct Iterate<'a> {
    domain: &'a Domain,
    layer: Layer,
    cells: &'a Cells,
    origin: Origin,
    keep: bool,
    work: &'a Work<'a>,
}

impl PlacedVisitor for Iterate<'_> {
    type Output = Result<(), Interrupted>;

    fn visit<P: Placed>(self, game: Box<dyn Game<P>>) -> Self::Output {
        value_iteration::solve(
            &*game,
            self.domain,
            self.layer,
            self.cells,
            self.origin,
            self.keep,
            self.work,
        )
    }
}
