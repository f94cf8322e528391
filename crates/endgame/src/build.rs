//! Building a table: layer upon layer, each one written when it is done, so that a build can be
//! killed at any moment and taken up again.

use crate::checkpoint::{Folder, Opened};
use crate::domain::{Domain, Layer, Placed, Refused};
use crate::encode::write_layer;
use crate::format::TableError;
use crate::play::{PlacedVisitor, visit};
use crate::value::{Cells, Exchange, Scale};
use crate::{anywoli, nsolo, rescan};
use sow_engine::game::Game;
use sow_engine::rules::Rules;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI16, AtomicU32, AtomicU64, Ordering};
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
    /// Bytes of memory that may be used.
    pub memory: u64,
    /// How often the layer in work is saved.
    pub save_every: Duration,
    /// With the plain engine only, for comparison.
    pub plain: bool,
}

impl Default for Means {
    fn default() -> Self {
        Self {
            memory: 8 << 30,
            save_every: Duration::from_secs(60),
            plain: false,
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
    /// More memory is needed than allowed.
    #[error(
        "{needed} MiB of memory are needed for this table and {allowed} MiB are allowed (--memory); values are not kept out of core"
    )]
    Memory {
        /// Mebibytes needed.
        needed: u64,
        /// Mebibytes allowed.
        allowed: u64,
    },
    /// A file cannot be written or used.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Stopped from outside; what is done is saved.
    #[error("stopped; the same command goes on from here")]
    Stopped,
}

/// Why a layer was left unfinished.
#[derive(Debug)]
pub(crate) enum Interrupted {
    Stopped,
    Failed(TableError),
}

impl From<Interrupted> for BuildError {
    fn from(interrupted: Interrupted) -> Self {
        match interrupted {
            Interrupted::Stopped => Self::Stopped,
            Interrupted::Failed(error) => Self::Table(error),
        }
    }
}

/// The layers below, and the surroundings of the layer in work.
pub(crate) struct Work<'a> {
    done: &'a Done,
    watch: &'a Watch,
    folder: &'a Folder,
    layer: Layer,
    save_every: Duration,
    saved: Mutex<Instant>,
}

/// The finished layers in memory.
#[derive(Debug, Default)]
pub(crate) struct Done {
    layers: Vec<(Layer, Cells)>,
    /// By the two numbers of a layer, its place in `layers` and one.
    places: Vec<u32>,
}

/// Numbers of a layer are below this.
const SIDE: usize = 128;

impl Done {
    fn push(&mut self, layer: Layer, cells: Cells) {
        self.places.resize(SIDE * SIDE, 0);
        self.layers.push((layer, cells));
        self.places[usize::from(layer.first) * SIDE + usize::from(layer.second)] =
            self.layers.len() as u32;
    }

    /// The values of a finished layer.
    ///
    /// # Panics
    /// If the layer is not finished.
    #[inline(always)]
    pub(crate) fn layer(&self, layer: Layer) -> &Cells {
        let place = self.places[usize::from(layer.first) * SIDE + usize::from(layer.second)];
        &self.layers[place as usize - 1].1
    }
}

impl Work<'_> {
    /// The value of a position of a finished layer.
    #[inline(always)]
    pub(crate) fn known(&self, layer: Layer, index: u64) -> i16 {
        self.done.layer(layer).get(index)
    }

    /// The finished layers.
    pub(crate) const fn done(&self) -> &Done {
        self.done
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

    /// Whether it is time to save.
    pub(crate) fn is_due(&self) -> bool {
        let saved = self
            .saved
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        saved.elapsed() >= self.save_every
    }

    /// Saves the layer if it is time, or ends the work if it shall stop.
    pub(crate) fn end_pass(&self, cells: &Cells) -> Result<(), Interrupted> {
        let stops = self.stops();
        let mut saved = self
            .saved
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if stops || saved.elapsed() >= self.save_every {
            self.folder
                .save_cells(self.layer, cells)
                .map_err(Interrupted::Failed)?;
            *saved = Instant::now();
        }
        if stops {
            Err(Interrupted::Stopped)
        } else {
            Ok(())
        }
    }

    /// What was saved of the layer's work, where that is more than its values.
    pub(crate) fn saved(&self, scale: Scale, size: usize) -> Result<Option<Cells>, Interrupted> {
        self.folder
            .saved_cells(self.layer, scale, size)
            .map_err(Interrupted::Failed)
    }

    /// Saves the layer's work if it is time.
    pub(crate) fn save_words(&self, words: &[AtomicI16]) -> Result<(), Interrupted> {
        if self.is_due() {
            self.folder
                .save_words(self.layer, words)
                .map_err(Interrupted::Failed)?;
            *self
                .saved
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner) = Instant::now();
        }
        Ok(())
    }
}

/// How a layer is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Rows,
    Packed,
    Rescan { keep: bool },
}

/// The method for a plan, and the bytes that it needs at the most.
fn method(
    plan: &Plan,
    means: &Means,
    domain: &Domain,
    layers: &[Layer],
) -> Result<(Method, u64), BuildError> {
    let scale = domain.scale();
    let mut sizes = Vec::new();
    for &layer in layers {
        sizes.push(domain.size(layer)?);
    }
    let values: u64 = sizes.iter().map(|size| size * scale.width() as u64).sum();
    let largest = sizes.iter().copied().max().unwrap_or(0);
    if !means.plain && nsolo::can_build(&plan.rules) {
        return Ok((Method::Rows, values + largest * nsolo::BYTES));
    }
    let numbers_fit = largest <= u64::from(u32::MAX);
    if !means.plain && numbers_fit && anywoli::can_build(&plan.rules, plan.columns) {
        return Ok((Method::Packed, values + largest * anywoli::BYTES));
    }
    let kept = values + largest * rescan::KEPT_BYTES;
    Ok(if kept <= means.memory {
        (Method::Rescan { keep: true }, kept)
    } else {
        (Method::Rescan { keep: false }, values)
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

/// How large a plan's table would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Layers with their positions, from below.
    pub layers: Vec<(Layer, u64)>,
    /// Bytes of memory that the build needs.
    pub memory: u64,
}

/// Looks at a plan without building anything.
///
/// # Errors
/// [`BuildError::Refused`].
pub fn estimate(plan: &Plan, means: &Means) -> Result<Estimate, BuildError> {
    let domain = Domain::new(plan.rules, plan.columns, *plan.seeds.end())?;
    let layers = wanted_layers(plan, &domain)?;
    let (_, memory) = method(plan, means, &domain, &layers)?;
    let mut sized = Vec::new();
    for layer in layers {
        sized.push((layer, domain.size(layer)?));
    }
    Ok(Estimate {
        layers: sized,
        memory,
    })
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
    let (method, needed) = method(plan, means, &domain, &layers)?;
    if needed > means.memory {
        return Err(BuildError::Memory {
            needed: needed.div_ceil(1 << 20),
            allowed: means.memory >> 20,
        });
    }
    let path = table_path(plan, folder);
    let folder = match Folder::open(&path, &domain)? {
        Opened::Finished => return Ok(path),
        Opened::Working(folder) => folder,
    };
    watch.layers.store(layers.len() as u32, Ordering::Relaxed);
    let mut done = Done::default();
    let mut records = Vec::new();
    for layer in layers {
        if watch.stop.load(Ordering::Relaxed) {
            return Err(BuildError::Stopped);
        }
        let size = domain.size(layer)? as usize;
        let (record, cells) = match folder.finished_layer(&domain, layer, size)? {
            Some(finished) => finished,
            None => {
                // That method saves more than values, and takes it up itself.
                let saved = match method {
                    Method::Packed => None,
                    _ => folder.saved_cells(layer, domain.scale(), size)?,
                };
                let cells = saved.unwrap_or_else(|| Cells::new(domain.scale(), size));
                watch.pass.store(0, Ordering::Relaxed);
                let work = Work {
                    done: &done,
                    watch,
                    folder: &folder,
                    layer,
                    save_every: means.save_every,
                    saved: Mutex::new(Instant::now()),
                };
                run(method, &domain, layer, &cells, &work)?;
                let record =
                    folder.finish_layer(layer, |out| write_layer(&domain, layer, &cells, out))?;
                (record, cells)
            }
        };
        records.push(record);
        done.push(layer, cells);
        watch.layers_done.fetch_add(1, Ordering::Relaxed);
    }
    folder.assemble(&domain, &records)?;
    Ok(path)
}

fn run(
    method: Method,
    domain: &Domain,
    layer: Layer,
    cells: &Cells,
    work: &Work<'_>,
) -> Result<(), Interrupted> {
    match method {
        Method::Rows => nsolo::solve(domain, layer, cells, work),
        Method::Packed => anywoli::solve(domain, layer, cells, work),
        Method::Rescan { keep } => {
            let rescan = Rescan {
                domain,
                layer,
                cells,
                keep,
                work,
            };
            visit(domain.rules, domain.columns, rescan)
        }
    }
}

struct Rescan<'a> {
    domain: &'a Domain,
    layer: Layer,
    cells: &'a Cells,
    keep: bool,
    work: &'a Work<'a>,
}

impl PlacedVisitor for Rescan<'_> {
    type Output = Result<(), Interrupted>;

    fn visit<G: Game<Position: Placed> + 'static>(self, game: G) -> Self::Output {
        rescan::solve(
            &game,
            self.domain,
            self.layer,
            self.cells,
            self.keep,
            self.work,
        )
    }
}
