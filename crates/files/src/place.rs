//! Where a file is to be written: found and tried before hours of work, written at their end.

use crate::{FileError, FileNumber, folder_of, number, temporary};
use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Seek, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

/// Links that may lead from one to the next.
const MOST_LINKS: usize = 40;

/// Bytes that are handed to the file system at a time.
const BUFFER: usize = 1 << 20;

/// A place where a file can be written.
#[derive(Debug)]
pub struct Place {
    /// As the user has named it.
    named: PathBuf,
    way: Way,
}

#[derive(Debug)]
enum Way {
    /// A regular file or none, links followed: written beside and renamed.
    Renamed(PathBuf),
    /// A regular file whose folder takes no others: written over.
    Over(PathBuf),
    /// A pipe, a device, what the shell has opened: written straight.
    Straight(File),
    /// The program's own standard output.
    Output,
    /// The program's own standard error.
    Error,
}

/// What tells whether two paths lead to the same regular file.
#[derive(Clone, Debug)]
pub struct Identity {
    file: Option<FileNumber>,
    name: Option<(FileNumber, OsString)>,
}

impl Identity {
    /// The file that a path leads to, if it is regular.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        Self::of_metadata(&fs::metadata(path).ok()?)
    }

    /// An open file, if it is regular.
    #[must_use]
    pub fn of_file(file: &File) -> Option<Self> {
        Self::of_metadata(&file.metadata().ok()?)
    }

    fn of_metadata(metadata: &Metadata) -> Option<Self> {
        metadata.is_file().then(|| Self {
            file: Some(number(metadata)),
            name: None,
        })
    }

    /// Whether both are the same file.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        self.file.is_some() && self.file == other.file
            || self.name.is_some() && self.name == other.name
    }
}

impl Place {
    /// Finds where a path leads and tries whether a file can be written there. Nothing is changed by that.
    ///
    /// A pipe that nobody reads is waited for.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn find(named: &Path) -> Result<Self, FileError> {
        let place = |way| {
            Ok(Self {
                named: named.to_owned(),
                way,
            })
        };
        let refused = || FileError::refused(named);
        if named.as_os_str().is_empty() {
            return Err(refused()(io::Error::other("the name is empty")));
        }
        let path = follow(named)?;
        if let Some(descriptor) = own_descriptor(&path) {
            return match descriptor {
                1 => place(Way::Output),
                2 => place(Way::Error),
                _ => {
                    // What has been written there already stays.
                    let file = OpenOptions::new().append(true).open(&path);
                    place(Way::Straight(file.map_err(refused())?))
                }
            };
        }
        let found = match fs::metadata(&path) {
            Ok(found) => Some(found),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(refused()(error)),
        };
        match &found {
            Some(found) if found.is_dir() => {
                return Err(FileError::Folder {
                    path: named.to_owned(),
                });
            }
            Some(found) if !found.is_file() => {
                let kind = found.file_type();
                let file = OpenOptions::new().write(true).open(&path);
                let file = file.map_err(|error| {
                    refused()(if kind.is_socket() {
                        io::Error::other("it is a socket")
                    } else {
                        error
                    })
                })?;
                return place(Way::Straight(file));
            }
            Some(_) => {
                // A file that is protected against writing is not replaced either.
                let file = OpenOptions::new().write(true).open(&path);
                file.map_err(refused())?;
            }
            None => {}
        }
        match temporary::beside(&path) {
            Ok(_) => place(Way::Renamed(path)),
            Err(_) if found.is_some() => place(Way::Over(path)),
            Err(error) => Err(refused()(error)),
        }
    }

    /// Whether the place holds a regular file, or will: such a file can be read again and written as often
    /// as one likes, while what is written straight is gone.
    #[must_use]
    pub const fn is_regular(&self) -> bool {
        matches!(self.way, Way::Renamed(_) | Way::Over(_))
    }

    /// Whether what is written is mixed with the program's standard output.
    #[must_use]
    pub const fn is_standard_output(&self) -> bool {
        matches!(self.way, Way::Output)
    }

    /// The path as it was named.
    #[must_use]
    pub fn named(&self) -> &Path {
        &self.named
    }

    /// Where the file is, links followed; `None` for what is no regular file.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match &self.way {
            Way::Renamed(path) | Way::Over(path) => Some(path),
            Way::Straight(_) | Way::Output | Way::Error => None,
        }
    }

    /// Which file this is, `None` for what is no regular file.
    #[must_use]
    pub fn identity(&self) -> Option<Identity> {
        let path = self.path()?;
        let file = fs::metadata(path).ok().map(|found| number(&found));
        let folder = fs::metadata(folder_of(path)).ok();
        let name = folder.zip(path.file_name());
        Some(Identity {
            file,
            name: name.map(|(folder, name)| (number(&folder), name.to_owned())),
        })
    }

    /// Writes the whole file: a regular one becomes what `fill` writes or stays as it was.
    ///
    /// # Errors
    /// If the file system refuses, or `fill` fails.
    pub fn write(
        &mut self,
        fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), FileError> {
        let written = match &mut self.way {
            Way::Renamed(path) => renamed(path, fill),
            Way::Over(path) => File::create(path).and_then(|file| {
                let mut out = BufWriter::with_capacity(BUFFER, file);
                fill(&mut out)?;
                out.flush()?;
                out.get_ref().sync_all()
            }),
            Way::Straight(file) => {
                let mut out = BufWriter::new(file);
                fill(&mut out).and_then(|()| out.flush())
            }
            Way::Output => {
                let mut out = io::stdout().lock();
                fill(&mut out).and_then(|()| out.flush())
            }
            Way::Error => fill(&mut io::stderr().lock()),
        };
        written.map_err(FileError::refused(&self.named))
    }
}

fn renamed(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut file = temporary::beside(path)?;
    let mut out = BufWriter::with_capacity(BUFFER, file.as_file_mut());
    fill(&mut out)?;
    out.flush()?;
    drop(out);
    if let Ok(old) = fs::metadata(path) {
        // Only the superuser may give a file away; the owner is kept where that is possible.
        let own = file.as_file().metadata()?;
        if (own.uid(), own.gid()) != (old.uid(), old.gid()) {
            let _ = fchown(file.as_file(), Some(old.uid()), Some(old.gid()));
        }
        let mode = fs::Permissions::from_mode(old.mode() & 0o7777);
        file.as_file().set_permissions(mode)?;
    }
    file.as_file().sync_all()?;
    if let Err(error) = file.persist(path) {
        // A file that is a mount of its own, or another's in a folder where only owners rename, can still be
        // written over.
        let mut file = error.file;
        let mut over = OpenOptions::new()
            .write(true)
            .truncate(true)
            .open(path)
            .map_err(|_| error.error)?;
        file.rewind()?;
        io::copy(file.as_file_mut(), &mut over)?;
        return over.sync_all();
    }
    // The name is on the disk when the folder is; not all file systems can be asked for that.
    if let Ok(folder) = File::open(folder_of(path)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Where links lead, the last of them perhaps to nothing.
fn follow(named: &Path) -> Result<PathBuf, FileError> {
    let refused = || FileError::refused(named);
    let mut path = named.to_owned();
    for _ in 0..MOST_LINKS {
        let Some(name) = path.file_name() else {
            // `..` or `/`.
            return path.canonicalize().map_err(refused());
        };
        let folder = folder_of(&path);
        let folder = folder.canonicalize().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => FileError::NoFolder {
                path: named.to_owned(),
                folder: folder.to_owned(),
            },
            _ => refused()(error),
        })?;
        let whole = folder.join(name);
        // What is open already has no name to be followed to.
        if is_descriptors(&folder) {
            return Ok(whole);
        }
        match fs::read_link(&whole) {
            Ok(target) => path = folder.join(target),
            Err(_) => return Ok(whole),
        }
    }
    Err(refused()(io::Error::other("too many links")))
}

/// Whether a folder is that of a process's open files.
fn is_descriptors(folder: &Path) -> bool {
    let is_own = folder.starts_with("/proc") && folder.ends_with("fd");
    is_own || folder == Path::new("/dev/fd")
}

/// The number of an open file of this program.
fn own_descriptor(path: &Path) -> Option<u32> {
    let folder = path.parent()?;
    if !is_descriptors(folder) {
        return None;
    }
    let own = format!("/proc/{}/", std::process::id());
    let is_own = folder == Path::new("/dev/fd") || folder.starts_with(own);
    let number = path.file_name()?.to_str()?.parse().ok()?;
    is_own.then_some(number)
}
