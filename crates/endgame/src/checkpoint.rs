//! The folder of a build in work: finished layers, a snapshot of the one in work, and how they become
//! a table. Every file is written under a temporary name and renamed.

use crate::domain::{Domain, Layer};
use crate::format::{BLOCK, EXTENSION, HEADER, Header, LayerRecord, TableError, unpack};
use crate::table::Table;
use crate::value::{Cells, Exchange, Scale};
use rayon::prelude::*;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI16, Ordering};

/// The last bytes of a finished layer's file.
const LAYER_MAGIC: &[u8; 8] = b"sowlayer";

/// The first bytes of a snapshot.
const CELLS_MAGIC: &[u8; 8] = b"sowcells";

/// Bytes after a layer's record: where it begins, its checksum, the magic.
const TRAILER: usize = 20;

/// Values that are read or written at a time.
const CHUNK: usize = 1 << 16;

/// A folder that a build works in.
#[derive(Debug)]
pub(crate) struct Folder {
    folder: PathBuf,
    table: PathBuf,
    /// Held as long as the build lasts, and given up by the system however it ends.
    _lock: File,
}

/// Keeps two builds out of one folder.
fn lock(folder: &Path) -> Result<File, TableError> {
    let path = folder.join("lock");
    let file = File::create(&path).map_err(TableError::file(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(TableError::Busy {
            path: folder.to_owned(),
        }),
        Err(TryLockError::Error(error)) => Err(TableError::file(&path)(error)),
    }
}

/// What was found where a table is to be built.
pub(crate) enum Opened {
    /// The table, complete.
    Finished,
    /// A folder to work in, perhaps with work already done.
    Working(Folder),
}

impl Folder {
    /// Prepares to build the table `table`.
    pub(crate) fn open(table: &Path, domain: &Domain) -> Result<Opened, TableError> {
        let folder = table.with_extension(format!("{EXTENSION}.building"));
        if table.exists() {
            Table::open(table)?;
            // A build that was killed between renaming its table and removing its folder.
            if folder.exists() {
                fs::remove_dir_all(&folder).map_err(TableError::file(&folder))?;
            }
            return Ok(Opened::Finished);
        }
        fs::create_dir_all(&folder).map_err(TableError::file(&folder))?;
        let working = Self {
            _lock: lock(&folder)?,
            folder,
            table: table.to_owned(),
        };
        working.claim(domain)?;
        Ok(Opened::Working(working))
    }

    /// Work of other rules, or of another version of the program's files, is not taken up.
    fn claim(&self, domain: &Domain) -> Result<(), TableError> {
        let path = self.folder.join("plan");
        let plan = format!(
            "sow table build 1\n{} {} columns\n{}\n",
            domain.rules.game(),
            domain.columns,
            domain.rules.describe()
        );
        match fs::read_to_string(&path) {
            Ok(found) if found == plan => Ok(()),
            Ok(_) => Err(TableError::Damaged {
                path: self.folder.clone(),
                part: "it was begun for another table".to_owned(),
            }),
            Err(_) => replace(&path, |out| out.write_all(plan.as_bytes())),
        }
    }

    fn layer_path(&self, layer: Layer, kind: &str) -> PathBuf {
        self.folder
            .join(format!("{}-{}.{kind}", layer.first, layer.second))
    }

    /// Saves the values of the layer in work.
    pub(crate) fn save_cells(&self, layer: Layer, cells: &Cells) -> Result<(), TableError> {
        let width = cells.scale().width();
        self.save(layer, cells.len(), width, |index| cells.get(index))
    }

    /// Saves the work on a layer, two bytes a position.
    pub(crate) fn save_words(&self, layer: Layer, words: &[AtomicI16]) -> Result<(), TableError> {
        self.save(layer, words.len(), 2, |index| {
            words[index as usize].load(Ordering::Relaxed)
        })
    }

    fn save(
        &self,
        layer: Layer,
        size: usize,
        width: usize,
        value: impl Fn(u64) -> i16,
    ) -> Result<(), TableError> {
        replace(&self.layer_path(layer, "cells"), |out| {
            let mut checksum = crc32fast::Hasher::new();
            out.write_all(CELLS_MAGIC)?;
            out.write_all(&(size as u64).to_le_bytes())?;
            let mut bytes = Vec::with_capacity(width * CHUNK);
            for first in (0..size).step_by(CHUNK) {
                bytes.clear();
                for index in first..(first + CHUNK).min(size) {
                    bytes.extend_from_slice(&value(index as u64).to_le_bytes()[..width]);
                }
                checksum.update(&bytes);
                out.write_all(&bytes)?;
            }
            out.write_all(&checksum.finalize().to_le_bytes())
        })
    }

    /// The saved values of a layer; `None` if there are none, or none that can be used.
    pub(crate) fn saved_cells(
        &self,
        layer: Layer,
        scale: Scale,
        size: usize,
    ) -> Result<Option<Cells>, TableError> {
        let path = self.layer_path(layer, "cells");
        let mut file = match File::open(&path) {
            Ok(file) => io::BufReader::new(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(TableError::file(&path)(error)),
        };
        // What cannot be read is built anew.
        Ok(read_cells(&mut file, scale, size).ok().flatten())
    }

    /// Writes a finished layer and drops its snapshot.
    pub(crate) fn finish_layer(
        &self,
        layer: Layer,
        write: impl FnOnce(&mut Counting<BufWriter<File>>) -> io::Result<LayerRecord>,
    ) -> Result<LayerRecord, TableError> {
        let mut finished = None;
        replace(&self.layer_path(layer, "layer"), |out| {
            let mut counting = Counting { out, count: 0 };
            let record = write(&mut counting)?;
            let start = counting.count;
            let mut bytes = Vec::new();
            record.write(0, &mut bytes);
            let checksum = crc32fast::hash(&bytes);
            bytes.extend_from_slice(&start.to_le_bytes());
            bytes.extend_from_slice(&checksum.to_le_bytes());
            bytes.extend_from_slice(LAYER_MAGIC);
            counting.out.write_all(&bytes)?;
            finished = Some(record);
            Ok(())
        })?;
        let cells = self.layer_path(layer, "cells");
        if cells.exists() {
            fs::remove_file(&cells).map_err(TableError::file(&cells))?;
        }
        finished.ok_or_else(|| TableError::Damaged {
            path: self.folder.clone(),
            part: format!("layer {layer}"),
        })
    }

    /// A layer that is finished, with its values; `None` if it is not there whole.
    pub(crate) fn finished_layer(
        &self,
        domain: &Domain,
        layer: Layer,
        size: usize,
    ) -> Result<Option<(LayerRecord, Cells)>, TableError> {
        let path = self.layer_path(layer, "layer");
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(TableError::file(&path)(error)),
        };
        // What cannot be read is built anew.
        Ok(read_layer(domain, layer, size, &bytes))
    }

    /// Puts the finished layers together as the table, and removes the folder.
    pub(crate) fn assemble(
        &self,
        domain: &Domain,
        records: &[LayerRecord],
    ) -> Result<(), TableError> {
        let rules = domain.rules.describe();
        let mut offset = (HEADER + rules.len()) as u64;
        let mut directory = Vec::new();
        for record in records {
            record.write(offset, &mut directory);
            offset += blocks_length(record);
        }
        let header = Header {
            game: domain.rules.game(),
            columns: domain.columns as u8,
            scale: domain.scale(),
            rules,
            layers: records.len() as u32,
            directory_offset: offset,
            directory_length: directory.len() as u64,
            file_length: offset + directory.len() as u64,
            directory_checksum: crc32fast::hash(&directory),
        };
        replace(&self.table, |out| {
            out.write_all(&header.to_bytes())?;
            for record in records {
                let file = File::open(self.layer_path(record.layer, "layer"))?;
                io::copy(&mut file.take(blocks_length(record)), out)?;
            }
            out.write_all(&directory)
        })?;
        fs::remove_dir_all(&self.folder).map_err(TableError::file(&self.folder))
    }
}

fn blocks_length(record: &LayerRecord) -> u64 {
    record
        .blocks
        .iter()
        .map(|block| u64::from(block.length))
        .sum()
}

/// A writer that knows how much went through it.
pub(crate) struct Counting<'a, W> {
    out: &'a mut W,
    count: u64,
}

impl<W: Write> Write for Counting<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.count += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes a file under a temporary name, on disk before it is renamed.
fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), TableError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let temporary = path.with_file_name(name);
    let written = File::create(&temporary).and_then(|file| {
        let mut out = BufWriter::with_capacity(1 << 20, file);
        write(&mut out)?;
        out.flush()?;
        out.get_ref().sync_all()?;
        fs::rename(&temporary, path)
    });
    written.map_err(TableError::file(path))
}

fn read_cells(file: &mut impl Read, scale: Scale, size: usize) -> io::Result<Option<Cells>> {
    let mut head = [0; 16];
    file.read_exact(&mut head)?;
    let (magic, length) = head.split_at(8);
    if magic != CELLS_MAGIC || length != (size as u64).to_le_bytes() {
        return Ok(None);
    }
    let cells = Cells::new(scale, size);
    let mut checksum = crc32fast::Hasher::new();
    let width = scale.width();
    let mut bytes = vec![0; width * CHUNK];
    for first in (0..size).step_by(CHUNK) {
        let chunk = &mut bytes[..width * CHUNK.min(size - first)];
        file.read_exact(chunk)?;
        checksum.update(chunk);
        for (index, value) in (first as u64..).zip(chunk.chunks_exact(width)) {
            let value = match *value {
                [byte] => i16::from(byte as i8),
                [low, high] => i16::from_le_bytes([low, high]),
                _ => 0,
            };
            cells.put(index, value);
        }
    }
    let mut found = [0; 4];
    file.read_exact(&mut found)?;
    Ok((found == checksum.finalize().to_le_bytes()).then_some(cells))
}

fn read_layer(
    domain: &Domain,
    layer: Layer,
    size: usize,
    bytes: &[u8],
) -> Option<(LayerRecord, Cells)> {
    let (body, trailer) = bytes.split_at_checked(bytes.len().checked_sub(TRAILER)?)?;
    let start = u64::from_le_bytes(trailer[..8].try_into().ok()?);
    let (blocks, mut record) = body.split_at_checked(usize::try_from(start).ok()?)?;
    if trailer[12..] != *LAYER_MAGIC || trailer[8..12] != crc32fast::hash(record).to_le_bytes() {
        return None;
    }
    let record = LayerRecord::read(&mut record)?;
    if record.layer != layer || record.statistics.positions != size as u64 {
        return None;
    }
    let cells = Cells::new(domain.scale(), size);
    let whole = record.blocks.par_iter().enumerate().all(|(at, entry)| {
        let first = at as u64 * BLOCK;
        let count = BLOCK.min(size as u64 - first) as usize;
        let values = blocks
            .get(entry.offset as usize..)
            .and_then(|rest| rest.get(..entry.length as usize))
            .filter(|packed| crc32fast::hash(packed) == entry.checksum)
            .and_then(|packed| unpack(domain.scale(), record.distance_width, packed, count));
        let Some(values) = values else {
            return false;
        };
        for (index, value) in (first..).zip(values) {
            cells.put(index, value);
        }
        true
    });
    whole.then_some((record, cells))
}
