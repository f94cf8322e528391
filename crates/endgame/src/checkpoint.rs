//! The folder of a build in work: finished layers, a snapshot of the one in work, and how they become
//! a table. Every file is whole or not there, and nothing is removed that a build has not written.

use crate::block::unpack;
use crate::directory::{LayerRecord, Statistics, record_length};
use crate::domain::{Domain, Layer};
use crate::format::{BLOCK, EXTENSION, HEADER, Header, TableError};
use crate::pages::number;
use crate::read::{Part, Summed};
use crate::store::Store;
use crate::table::Table;
use crate::value::{Cells, Scale};
use rayon::prelude::*;
use sow_files::{FileError, Lock};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

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
    lock: Lock,
}

/// Keeps two builds out of one folder.
fn lock(folder: &Path) -> Result<Lock, TableError> {
    Lock::take(&folder.join("lock"), folder).map_err(|error| match error {
        FileError::Busy { path } => TableError::Busy { path },
        error => error.into(),
    })
}

/// The names in a folder.
fn names(folder: &Path) -> Result<Vec<OsString>, TableError> {
    let entries = fs::read_dir(folder).map_err(TableError::file(folder))?;
    let names = entries.map(|entry| entry.map(|entry| entry.file_name()));
    let names: io::Result<_> = names.collect();
    names.map_err(TableError::file(folder))
}

/// Whether a build has given this name to a file in its folder.
fn is_own(name: &OsStr) -> bool {
    if sow_files::is_left_over(name) {
        return true;
    }
    let name = name.to_string_lossy();
    // Builds of earlier versions, killed in the writing.
    let name = name.strip_suffix(".part").unwrap_or(&name);
    let layer = || {
        let numbers = name
            .strip_suffix(".layer")
            .or_else(|| name.strip_suffix(".cells"))?;
        let (first, second) = numbers.split_once('-')?;
        Some(first.parse::<u8>().is_ok() && second.parse::<u8>().is_ok())
    };
    matches!(name, "plan" | "lock") || layer() == Some(true)
}

/// Removes what a build has written, and its folder unless something else is in it. What cannot be removed is
/// in nobody's way.
fn remove(folder: &Path, lock: Lock) {
    for name in names(folder).unwrap_or_default() {
        // The plan goes last, so that a folder with layers always has one.
        if is_own(&name) && name != "plan" && name != "lock" {
            let _ = fs::remove_file(folder.join(name));
        }
    }
    let _ = fs::remove_file(folder.join("plan"));
    drop(lock);
    let _ = fs::remove_dir(folder);
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
            // A build that was killed between naming its table and removing its folder.
            if folder.exists()
                && let Ok(lock) = lock(&folder)
            {
                remove(&folder, lock);
            }
            return Ok(Opened::Finished);
        }
        fs::create_dir_all(&folder).map_err(TableError::file(&folder))?;
        let working = Self {
            lock: lock(&folder)?,
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
        let file = match sow_files::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if let Some(name) = names(&self.folder)?.into_iter().find(|name| !is_own(name)) {
                    return Err(TableError::Occupied {
                        path: self.folder.clone(),
                        name: name.to_string_lossy().into_owned(),
                    });
                }
                return replace(&path, |out| out.write_all(plan.as_bytes()));
            }
            Err(error) => return Err(TableError::file(&path)(error)),
        };
        // One byte more than there should be tells a longer file apart.
        let mut found = Vec::new();
        file.take(plan.len() as u64 + 1)
            .read_to_end(&mut found)
            .map_err(TableError::file(&path))?;
        if found == plan.as_bytes() {
            return Ok(());
        }
        Err(TableError::damaged(
            &self.folder,
            "it was begun for another table",
        ))
    }

    fn layer_path(&self, layer: Layer, kind: &str) -> PathBuf {
        self.folder
            .join(format!("{}-{}.{kind}", layer.first, layer.second))
    }

    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        &self.folder
    }

    /// Saves the work on a layer: `size` numbers of `width` bytes, which `read` adds to a list, so many from the first
    /// named on.
    pub(crate) fn save(
        &self,
        layer: Layer,
        size: usize,
        width: usize,
        mut read: impl FnMut(u64, usize, &mut Vec<i16>) -> io::Result<()>,
    ) -> Result<(), TableError> {
        replace(&self.layer_path(layer, "cells"), |out| {
            let mut checksum = crc32fast::Hasher::new();
            out.write_all(CELLS_MAGIC)?;
            out.write_all(&(size as u64).to_le_bytes())?;
            let mut values = Vec::with_capacity(CHUNK);
            let mut bytes = Vec::with_capacity(width * CHUNK);
            for first in (0..size).step_by(CHUNK) {
                values.clear();
                bytes.clear();
                read(first as u64, CHUNK.min(size - first), &mut values)?;
                for value in &values {
                    bytes.extend_from_slice(&value.to_le_bytes()[..width]);
                }
                checksum.update(&bytes);
                out.write_all(&bytes)?;
            }
            out.write_all(&checksum.finalize().to_le_bytes())
        })
    }

    /// Hands the saved work on a layer to `put`, some numbers at a time, and returns whether it was there and whole. `put`
    /// says of numbers whether they can be: what cannot is not what was saved, whatever its checksum is.
    pub(crate) fn restore(
        &self,
        layer: Layer,
        size: usize,
        width: usize,
        put: impl FnMut(u64, &[i16]) -> io::Result<bool>,
    ) -> Result<bool, TableError> {
        let path = self.layer_path(layer, "cells");
        let file = match sow_files::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(TableError::file(&path)(error)),
        };
        let length = file.metadata().map_err(TableError::file(&path))?.len();
        if length != saved_length(size, width) {
            return Ok(false);
        }
        // What cannot be read is built anew.
        let mut file = io::BufReader::new(file);
        Ok(read_saved(&mut file, size, width, put).unwrap_or(false))
    }

    /// Writes a finished layer and drops its snapshot.
    pub(crate) fn finish_layer(
        &self,
        layer: Layer,
        write: impl FnOnce(&mut Counting<'_>) -> io::Result<LayerRecord>,
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
        finished.ok_or_else(|| TableError::damaged(&self.folder, format!("layer {layer}")))
    }

    /// A layer that is finished, with its values; `None` if it is not there whole.
    pub(crate) fn finished_layer(
        &self,
        domain: &Domain,
        layer: Layer,
        size: usize,
        store: &mut Store,
    ) -> io::Result<Option<(LayerRecord, Cells)>> {
        let path = self.layer_path(layer, "layer");
        let file = match sow_files::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        // What cannot be read is built anew.
        let Some(record) = read_record(&file, domain.scale(), layer, size) else {
            return Ok(None);
        };
        store.make_room((size * domain.scale().width()) as u64)?;
        let cells = store.cells(domain.scale(), size)?;
        let counted = (0..record.blocks.len() as u64)
            .into_par_iter()
            .map(|block| {
                let values = read_block(&file, domain.scale(), &record, block)?;
                cells.write(block * BLOCK, &values);
                Some(Statistics::of(domain.scale(), block * BLOCK, &values))
            })
            .try_reduce(Statistics::default, |all, part| Some(all.and(&part)));
        store.fail()?;
        // The record's own numbers go into the table, but for the zugzwangs each can be counted again at no cost.
        let is_whole = counted.is_some_and(|counted| {
            let zugzwangs = record.statistics.zugzwangs;
            record.statistics
                == Statistics {
                    zugzwangs,
                    ..counted
                }
        });
        Ok(is_whole.then_some((record, cells)))
    }

    /// Puts the finished layers together as the table, and removes the folder.
    pub(crate) fn assemble(
        self,
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
                let length = blocks_length(record);
                let file = sow_files::open(&self.layer_path(record.layer, "layer"))?;
                if io::copy(&mut file.take(length), out)? != length {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            }
            out.write_all(&directory)
        })?;
        remove(&self.folder, self.lock);
        Ok(())
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
pub(crate) struct Counting<'a> {
    out: &'a mut dyn Write,
    count: u64,
}

impl Write for Counting<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.count += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes a file that is whole or not there.
fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), TableError> {
    Ok(sow_files::replace(path, write)?)
}

/// Bytes of a snapshot.
const fn saved_length(size: usize, width: usize) -> u64 {
    (CELLS_MAGIC.len() + size_of::<u64>() + size * width + size_of::<u32>()) as u64
}

fn read_saved(
    file: &mut impl Read,
    size: usize,
    width: usize,
    mut put: impl FnMut(u64, &[i16]) -> io::Result<bool>,
) -> io::Result<bool> {
    let mut head = [0; 16];
    file.read_exact(&mut head)?;
    let (magic, length) = head.split_at(8);
    if magic != CELLS_MAGIC || length != (size as u64).to_le_bytes() {
        return Ok(false);
    }
    let mut checksum = crc32fast::Hasher::new();
    let mut bytes = vec![0; width * CHUNK];
    let mut values = Vec::with_capacity(CHUNK);
    for first in (0..size).step_by(CHUNK) {
        let chunk = &mut bytes[..width * CHUNK.min(size - first)];
        file.read_exact(chunk)?;
        checksum.update(chunk);
        values.clear();
        values.extend(chunk.chunks_exact(width).map(number));
        if !put(first as u64, &values)? {
            return Ok(false);
        }
    }
    let mut found = [0; 4];
    file.read_exact(&mut found)?;
    Ok(found == checksum.finalize().to_le_bytes())
}

/// The record at the end of a finished layer's file.
fn read_record(file: &File, scale: Scale, layer: Layer, size: usize) -> Option<LayerRecord> {
    let length = file.metadata().ok()?.len();
    let mut trailer = [0; TRAILER];
    let end = length.checked_sub(TRAILER as u64)?;
    file.read_exact_at(&mut trailer, end).ok()?;
    let start = u64::from_le_bytes(trailer[..8].try_into().ok()?);
    if end.checked_sub(start)? != record_length(size as u64) || trailer[12..] != *LAYER_MAGIC {
        return None;
    }
    let part = Part::new(file, start, end - start);
    let mut bytes = Summed::new(io::BufReader::new(part));
    let mut next = 0;
    let record = LayerRecord::read(scale, size as u64, &mut next, start, &mut bytes).ok()?;
    let is_it =
        record.layer == layer && next == start && trailer[8..12] == bytes.checksum().to_le_bytes();
    is_it.then_some(record)
}

/// The values of a block of a finished layer's file.
fn read_block(file: &File, scale: Scale, record: &LayerRecord, block: u64) -> Option<Vec<i16>> {
    let entry = record.blocks.get(block as usize)?;
    let mut packed = vec![0; entry.length as usize];
    file.read_exact_at(&mut packed, entry.offset).ok()?;
    let is_sound = crc32fast::hash(&packed) == entry.checksum;
    is_sound.then(|| unpack(scale, record, &packed, record.block_size(block)))?
}
