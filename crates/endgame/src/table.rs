//! Reading tables: whole directories of them, by positioned reads, without loading a file; and tables in memory.

use crate::block::unpack;
use crate::directory::{Flaw, LayerRecord, RECORD, RecordHead, Statistics, record_length};
use crate::domain::{Domain, Layer, Placed};
use crate::format::{BLOCK, EXTENSION, HEADER, Header, TableError};
use crate::play::{PlacedVisitor, visit};
use crate::read::{Part, Source, Summed};
use crate::value::Value;
use sow_engine::game::{Contents, Game};
use sow_engine::rules::Rules;
use sow_engine::setup::Setup;
use sow_engine::side::Side;
use std::borrow::Cow;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Unpacked blocks that are kept of each table at the most: 64 KiB each.
const KEPT: usize = 1024;

/// An unpacked block with its place among the blocks of the table.
type Kept = Option<(u64, Arc<[i16]>)>;

/// One table file, open for probing by any number of threads.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    source: Source,
    header: Header,
    pub(crate) domain: Domain,
    pub(crate) records: Vec<LayerRecord>,
    kept: Vec<Mutex<Kept>>,
}

impl Table {
    /// Opens a file and checks all of it but the blocks, which are checked as they are read.
    ///
    /// # Errors
    /// [`TableError`]: not a table, damaged, cut short, or newer than this program.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let file = sow_files::open(path).map_err(TableError::file(path))?;
        Self::read(path, Source::File(file))
    }

    /// As [`Table::open`], from the bytes of a table with its name.
    ///
    /// # Errors
    /// [`TableError`]: not a table, damaged, cut short, or newer than this program.
    pub fn of_bytes(name: &Path, bytes: impl Into<Cow<'static, [u8]>>) -> Result<Self, TableError> {
        Self::read(name, Source::Bytes(bytes.into()))
    }

    fn read(path: &Path, source: Source) -> Result<Self, TableError> {
        let found = source.length().map_err(TableError::file(path))?;
        let mut start = vec![0; (HEADER as u64).min(found) as usize];
        source
            .read_exact_at(&mut start, 0)
            .map_err(TableError::file(path))?;
        let header = Header::from_bytes(path, &start, |length| {
            let mut rules = vec![0; length];
            source.read_exact_at(&mut rules, HEADER as u64)?;
            Ok(rules)
        })?;
        if header.file_length != found {
            return Err(TableError::Length {
                path: path.to_owned(),
                found,
                expected: header.file_length,
            });
        }
        let flawed = |flaw| match flaw {
            Flaw::File(error) => TableError::file(path)(error),
            Flaw::Wrong(part) => TableError::damaged(path, part),
        };
        let (domain, layers) = covered(&source, &header).map_err(flawed)?;
        let records = directory(&source, &header, &domain, layers).map_err(flawed)?;
        Ok(Self {
            path: path.to_owned(),
            source,
            header,
            domain,
            records,
            kept: (0..KEPT).map(|_| Mutex::new(None)).collect(),
        })
    }

    /// The file, or the name that bytes were given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its bytes.
    pub const fn bytes(&self) -> u64 {
        self.header.file_length
    }

    /// The rules that it belongs to.
    pub const fn rules(&self) -> Rules {
        self.domain.rules
    }

    /// Columns of the board.
    pub const fn columns(&self) -> usize {
        self.domain.columns
    }

    /// Its layers with their statistics, from below.
    pub fn layers(&self) -> impl Iterator<Item = (Layer, Statistics)> {
        self.records
            .iter()
            .map(|record| (record.layer, record.statistics))
    }

    /// A position as a set-up, South to move.
    pub fn setup(&self, layer: Layer, index: u64) -> Setup {
        let place = Place {
            domain: &self.domain,
            layer,
            index,
        };
        visit(self.domain.rules, self.domain.columns, place)
    }

    /// The value of a position of a layer by its number, `None` if the table has no such layer.
    ///
    /// # Errors
    /// [`TableError`] if the file cannot be read or the block is damaged.
    ///
    /// # Panics
    /// If the layer has no position of that number.
    pub fn entry(&self, layer: Layer, index: u64) -> Result<Option<Value>, TableError> {
        let Some(at) = self.record_of(layer) else {
            return Ok(None);
        };
        let held = self.held(at, index)?;
        Ok(Some(self.domain.scale().value(held)))
    }

    /// Compressed bytes of a layer's blocks.
    pub fn layer_bytes(&self, layer: Layer) -> u64 {
        self.records
            .iter()
            .filter(|record| record.layer == layer)
            .flat_map(|record| &record.blocks)
            .map(|block| u64::from(block.length))
            .sum()
    }

    /// The value of a position between turns seen by the player to move, `None` if the table does not cover it. In two-row
    /// games the margin that is still to come.
    ///
    /// # Errors
    /// [`TableError`] if the file cannot be read or the block is damaged.
    pub fn probe(&self, side: Side, contents: &Contents<'_>) -> Result<Option<Value>, TableError> {
        match self.domain.find_contents(side, contents) {
            Some((layer, index)) => self.entry(layer, index),
            None => Ok(None),
        }
    }

    /// South's seeds minus North's that are out of play: what [`Table::probe`] leaves out of a margin.
    pub fn banked(&self, contents: &Contents<'_>) -> i16 {
        self.domain.banked(contents)
    }

    pub(crate) fn record_of(&self, layer: Layer) -> Option<usize> {
        self.records.iter().position(|record| record.layer == layer)
    }

    /// The held number at an index of a layer, through the kept blocks.
    pub(crate) fn held(&self, record: usize, index: u64) -> Result<i16, TableError> {
        let block = index / BLOCK;
        let place = (index % BLOCK) as usize;
        let name = (record as u64) << 40 | block;
        let slot = &self.kept[(block as usize).wrapping_add(7 * record) % KEPT];
        let known = slot
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .as_ref()
            .filter(|(kept, _)| *kept == name)
            .map(|(_, values)| Arc::clone(values));
        let values = match known {
            Some(values) => values,
            None => {
                let values: Arc<[i16]> = self.block(record, block)?.into();
                *slot.lock().unwrap_or_else(PoisonError::into_inner) =
                    Some((name, Arc::clone(&values)));
                values
            }
        };
        Ok(values[place])
    }

    /// Reads, checks and unpacks a block.
    pub(crate) fn block(&self, record: usize, block: u64) -> Result<Vec<i16>, TableError> {
        let layer = &self.records[record];
        let damaged = || {
            TableError::damaged(
                &self.path,
                format!("block {block} of layer {}", layer.layer),
            )
        };
        let entry = layer.blocks.get(block as usize).ok_or_else(damaged)?;
        let mut bytes = vec![0; entry.length as usize];
        self.source
            .read_exact_at(&mut bytes, entry.offset)
            .map_err(TableError::file(&self.path))?;
        if crc32fast::hash(&bytes) != entry.checksum {
            return Err(damaged());
        }
        unpack(self.domain.scale(), layer, &bytes, layer.block_size(block)).ok_or_else(damaged)
    }
}

/// The positions that a table covers, from its header and the layers that its directory names.
///
/// The directory is stepped through without its blocks' entries, and the layers must be those of a plan: so their sizes
/// are known, and with them the length of everything, before anything is believed that is long.
fn covered(source: &Source, header: &Header) -> Result<(Domain, Vec<Layer>), Flaw> {
    let rules = Rules::from_words(header.game, header.rules.split_whitespace())
        .map_err(|_| Flaw::Wrong("unknown rules"))?;
    let (mut layers, mut length) = (Vec::new(), 0);
    for _ in 0..header.layers {
        let mut record = [0; RECORD];
        let is_inside = length + RECORD as u64 <= header.directory_length;
        if !is_inside {
            return Err(Flaw::Wrong("the length of its directory"));
        }
        source.read_exact_at(&mut record, header.directory_offset + length)?;
        let head = RecordHead::read(header.scale, &record)?;
        length += record_length(head.statistics.positions);
        layers.push(head.layer);
    }
    if length != header.directory_length {
        return Err(Flaw::Wrong("the length of its directory"));
    }
    let seeds = |layer: &Layer| usize::from(layer.first) + usize::from(layer.second);
    let most = layers.iter().map(seeds).max().unwrap_or(0);
    let domain = Domain::new(rules, usize::from(header.columns), most)
        .map_err(|_| Flaw::Wrong("rules that no table can hold"))?;
    if !(0..=most).any(|first| domain.layers(first, most) == layers) {
        return Err(Flaw::Wrong("its layers"));
    }
    Ok((domain, layers))
}

/// Reads the records of the layers with all their blocks.
fn directory(
    source: &Source,
    header: &Header,
    domain: &Domain,
    layers: Vec<Layer>,
) -> Result<Vec<LayerRecord>, Flaw> {
    let part = Part::new(source, header.directory_offset, header.directory_length);
    let mut bytes = Summed::new(BufReader::with_capacity(1 << 16, part));
    let mut next = (HEADER + header.rules.len()) as u64;
    let mut records = Vec::new();
    for layer in layers {
        let size = domain
            .size(layer)
            .map_err(|_| Flaw::Wrong("the size of a layer"))?;
        let end = header.directory_offset;
        let record = LayerRecord::read(header.scale, size, &mut next, end, &mut bytes)?;
        if record.layer != layer {
            return Err(Flaw::Wrong("its layers"));
        }
        records.push(record);
    }
    if next != header.directory_offset {
        return Err(Flaw::Wrong("where its blocks lie"));
    }
    if bytes.checksum() != header.directory_checksum {
        return Err(Flaw::Wrong("its directory"));
    }
    Ok(records)
}

/// Names the position of a number.
struct Place<'a> {
    domain: &'a Domain,
    layer: Layer,
    index: u64,
}

impl PlacedVisitor for Place<'_> {
    type Output = Setup;

    fn visit<P: Placed>(self, game: Box<dyn Game<P>>) -> Setup {
        game.setup(&self.domain.place(self.layer, self.index))
    }
}

/// All tables of a folder.
#[derive(Debug, Default)]
pub struct Tables {
    tables: Vec<Table>,
}

impl From<Vec<Table>> for Tables {
    fn from(tables: Vec<Table>) -> Self {
        Self { tables }
    }
}

impl Tables {
    /// Opens every table of a folder; other files are left alone.
    ///
    /// # Errors
    /// [`TableError`] if the folder cannot be read or a table in it cannot be used.
    pub fn open(folder: &Path) -> Result<Self, TableError> {
        let mut tables = Self::default();
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(TableError::file(folder))? {
            let path = entry.map_err(TableError::file(folder))?.path();
            if path.extension().is_some_and(|known| known == EXTENSION) {
                paths.push(path);
            }
        }
        paths.sort();
        for path in paths {
            tables.tables.push(Table::open(&path)?);
        }
        Ok(tables)
    }

    /// The tables, in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter()
    }

    /// The tables of a game, in the order of their names.
    pub fn of(&self, rules: Rules, columns: usize) -> Vec<&Table> {
        self.tables
            .iter()
            .filter(|table| table.rules() == rules && table.columns() == columns)
            .collect()
    }
}
