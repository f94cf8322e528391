//! The finished layers of a build: in memory as far as it goes, the rest out of core.

use crate::domain::Layer;
use crate::pages::{PageCache, Paged};
use crate::value::{Cells, Exchange, Scale};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Numbers of a layer are below this.
const SIDE: usize = 128;

/// The part of the memory that is kept for pages once something is out of core.
const FOR_PAGES: u64 = 8;

/// The finished layers.
#[derive(Debug)]
pub(crate) struct Store {
    /// Bytes that may be used.
    memory: u64,
    /// Where what is out of core is.
    folder: PathBuf,
    cache: OnceLock<Arc<PageCache>>,
    layers: Vec<Cells>,
    /// By the two numbers of a layer, its place in `layers` and one.
    places: Vec<u32>,
}

impl Store {
    pub(crate) fn new(memory: u64, folder: &Path) -> Self {
        Self {
            memory,
            folder: folder.to_owned(),
            cache: OnceLock::new(),
            layers: Vec::new(),
            places: vec![0; SIDE * SIDE],
        }
    }

    /// The memory with which so many bytes are left once pages have their part.
    pub(crate) const fn memory_for(bytes: u64) -> u64 {
        bytes + bytes.div_ceil(FOR_PAGES - 1)
    }

    /// Adds a finished layer.
    pub(crate) fn push(&mut self, layer: Layer, cells: Cells) {
        self.layers.push(cells);
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
        &self.layers[place as usize - 1]
    }

    /// Gives up all layers: nothing above them leads to them.
    pub(crate) fn clear(&mut self) {
        self.layers.clear();
        self.places.fill(0);
    }

    /// Bytes that are left.
    pub(crate) fn room(&self) -> u64 {
        let resident: u64 = self.layers.iter().map(Cells::resident).sum();
        let pages = match self.cache.get() {
            Some(_) => self.memory / FOR_PAGES,
            None => 0,
        };
        self.memory.saturating_sub(resident + pages)
    }

    /// Puts finished layers out of core, the largest first, until so many bytes are left; whether they are.
    ///
    /// # Errors
    /// Those of writing.
    pub(crate) fn make_room(&mut self, bytes: u64) -> io::Result<bool> {
        if bytes > self.memory - self.memory / FOR_PAGES {
            return Ok(bytes <= self.room());
        }
        while self.room() < bytes {
            let cells = self.layers.iter();
            let Some((at, _)) = cells.enumerate().max_by_key(|(_, cells)| cells.resident()) else {
                break;
            };
            let cells = &self.layers[at];
            let paged = self.paged(cells.scale(), cells.len())?;
            for index in 0..cells.len() as u64 {
                paged.put(index, cells.get(index));
            }
            self.layers[at] = paged;
            self.fail()?;
        }
        Ok(self.room() >= bytes)
    }

    /// A layer of which nothing is known, in memory if there is room.
    ///
    /// # Errors
    /// Those of making a file.
    pub(crate) fn cells(&self, scale: Scale, size: usize) -> io::Result<Cells> {
        if (size * scale.width()) as u64 <= self.room() {
            Ok(Cells::new(scale, size))
        } else {
            self.paged(scale, size)
        }
    }

    fn paged(&self, scale: Scale, size: usize) -> io::Result<Cells> {
        let new = || Arc::new(PageCache::new(self.memory / FOR_PAGES));
        let cache = Arc::clone(self.cache.get_or_init(new));
        Paged::new(cache, &self.folder, scale.width(), size).map(Cells::Paged)
    }

    /// The folder for what is out of core.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Fails if anything out of core could not be read or written since the last call.
    ///
    /// # Errors
    /// What the file system said.
    pub(crate) fn fail(&self) -> io::Result<()> {
        let failure = self.cache.get().and_then(|cache| cache.failure());
        failure.map_or(Ok(()), Err)
    }
}
