//! Values out of core: a nameless file of which the pages in use are held in memory.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Bytes of a page.
const PAGE: usize = 1 << 14;

/// A file without a name, which is gone when nobody uses it any more, however the program ends. It reads as zeros
/// where nothing was written.
pub(crate) fn nameless(folder: &Path, bytes: u64) -> io::Result<File> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let name = format!("out-of-core-{}", NEXT.fetch_add(1, Ordering::Relaxed));
    let path = folder.join(name);
    let file = File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(true)
        .open(&path)?;
    fs::remove_file(&path)?;
    file.set_len(bytes)?;
    Ok(file)
}

/// The pages in memory of any number of files.
///
/// What the file system refuses is kept as [`PageCache::failure`]: whoever uses values asks for it before he trusts
/// what they led to.
#[derive(Debug)]
pub(crate) struct PageCache {
    slots: Vec<Mutex<Slot>>,
    failure: Mutex<Option<io::Error>>,
}

/// A place for one page.
#[derive(Debug, Default)]
struct Slot {
    /// Whose page it is and which, if any.
    owner: Weak<File>,
    page: u64,
    changed: bool,
    bytes: Vec<u8>,
}

impl PageCache {
    /// Of so many bytes, and at least one page.
    pub(crate) fn new(bytes: u64) -> Self {
        let slots = (bytes / PAGE as u64).max(1);
        Self {
            slots: (0..slots).map(|_| Mutex::default()).collect(),
            failure: Mutex::new(None),
        }
    }

    /// What went wrong since the last call.
    pub(crate) fn failure(&self) -> Option<io::Error> {
        lock(&self.failure).take()
    }

    /// The place that holds a page of a file, once it does.
    fn slot(&self, file: &Arc<File>, page: u64) -> MutexGuard<'_, Slot> {
        let mixed = (page ^ (Arc::as_ptr(file) as u64) << 16).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let place = (u128::from(mixed) * self.slots.len() as u128) >> 64;
        let mut slot = lock(&self.slots[place as usize]);
        let is_there = slot.page == page && std::ptr::eq(slot.owner.as_ptr(), Arc::as_ptr(file));
        if !is_there && let Err(error) = slot.change(file, page) {
            lock(&self.failure).get_or_insert(error);
        }
        slot
    }
}

impl Slot {
    fn change(&mut self, file: &Arc<File>, page: u64) -> io::Result<()> {
        if self.changed
            && let Some(owner) = self.owner.upgrade()
        {
            owner.write_all_at(&self.bytes, self.page * PAGE as u64)?;
        }
        self.changed = false;
        self.owner = Arc::downgrade(file);
        self.page = page;
        self.bytes.resize(PAGE, 0);
        file.read_exact_at(&mut self.bytes, page * PAGE as u64)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Numbers of one or two bytes in a file.
#[derive(Debug)]
pub(crate) struct Paged {
    cache: Arc<PageCache>,
    file: Arc<File>,
    width: usize,
    len: usize,
}

impl Paged {
    /// So many zeros.
    pub(crate) fn new(
        cache: Arc<PageCache>,
        folder: &Path,
        width: usize,
        len: usize,
    ) -> io::Result<Self> {
        let bytes = (len * width).next_multiple_of(PAGE) as u64;
        Ok(Self {
            cache,
            file: Arc::new(nameless(folder, bytes)?),
            width,
            len,
        })
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    /// The page of a number, and its first byte there.
    const fn place(&self, index: u64) -> (u64, usize) {
        let byte = index as usize * self.width;
        ((byte / PAGE) as u64, byte % PAGE)
    }

    pub(crate) fn get(&self, index: u64) -> i16 {
        let (page, at) = self.place(index);
        number(&self.cache.slot(&self.file, page).bytes[at..at + self.width])
    }

    pub(crate) fn put(&self, index: u64, value: i16) {
        let (page, at) = self.place(index);
        let mut slot = self.cache.slot(&self.file, page);
        slot.bytes[at..at + self.width].copy_from_slice(&value.to_le_bytes()[..self.width]);
        slot.changed = true;
    }

    /// Adds `count` numbers from `first` on to `into`, a page at a time.
    pub(crate) fn read(&self, first: u64, count: usize, into: &mut Vec<i16>) {
        let (mut index, end) = (first, first + count as u64);
        while index < end {
            let (page, at) = self.place(index);
            let taken = ((PAGE - at) / self.width).min((end - index) as usize);
            let slot = self.cache.slot(&self.file, page);
            let bytes = &slot.bytes[at..at + taken * self.width];
            into.extend(bytes.chunks_exact(self.width).map(number));
            index += taken as u64;
        }
    }
}

/// A number of one or two bytes.
pub(crate) fn number(bytes: &[u8]) -> i16 {
    match *bytes {
        [low, high] => i16::from_le_bytes([low, high]),
        [byte] => i16::from(byte as i8),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive_a_cache_of_one_page_and_of_several_files() {
        let folder = tempfile::tempdir().expect("a temporary directory");
        for slots in [1, 2, 7, 100] {
            let cache = Arc::new(PageCache::new((slots * PAGE) as u64));
            let files: Vec<Paged> = [(1, 100_000), (2, 50_001), (2, 7)]
                .into_iter()
                .map(|(width, len)| {
                    Paged::new(Arc::clone(&cache), folder.path(), width, len).expect("a file")
                })
                .collect();
            let value = |file: usize, index: usize| (index * 7 + file) as i8;
            let places = |len: usize| (0..len).map(move |at| at * 7919 % len);
            for (at, file) in files.iter().enumerate() {
                assert_eq!(file.get(6), 0);
                for index in places(file.len()) {
                    file.put(index as u64, i16::from(value(at, index)));
                }
            }
            for (at, file) in files.iter().enumerate() {
                let mut all = Vec::new();
                file.read(0, file.len(), &mut all);
                for index in places(file.len()) {
                    assert_eq!(file.get(index as u64), i16::from(value(at, index)));
                    assert_eq!(all[index], i16::from(value(at, index)));
                }
            }
            assert!(cache.failure().is_none());
        }
        assert_eq!(
            fs::read_dir(folder.path()).expect("the directory").count(),
            0
        );
    }

    #[test]
    fn what_the_file_system_refuses_is_told() {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let cache = Arc::new(PageCache::new(1));
        let file = Paged::new(Arc::clone(&cache), folder.path(), 2, 100_000).expect("a file");
        file.file.set_len(PAGE as u64).expect("cut short");
        assert_eq!(file.get(1), 0);
        assert!(cache.failure().is_none());
        file.get(99_999);
        assert!(cache.failure().is_some());
        assert!(cache.failure().is_none(), "told once");
    }
}
