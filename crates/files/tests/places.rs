//! What is written where, what stays as it was, what is cleared away.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use sow_files::{FileError, Journal, Lock, Place, replace};
use std::fs;
use std::io::Read;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;

fn write(path: &Path, text: &str) -> Result<(), FileError> {
    replace(path, |out| out.write_all(text.as_bytes()))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn pipe(path: &Path) {
    let made = std::process::Command::new("mkfifo").arg(path).status();
    assert!(made.unwrap().success());
}

#[test]
fn a_regular_file_keeps_its_mode_and_a_new_one_has_the_usual() {
    let folder = tempfile::tempdir().unwrap();
    let (path, plain) = (folder.path().join("kept"), folder.path().join("plain"));
    for mode in [0o600, 0o640, 0o755] {
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        write(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, mode);
    }
    write(&plain, "x").unwrap();
    let usual = folder.path().join("usual");
    fs::write(&usual, "x").unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().mode();
    assert_eq!(mode(&plain), mode(&usual));
    assert_eq!(names(folder.path()), ["kept", "plain", "usual"]);
}

#[test]
fn links_are_followed_to_files_that_are_there_or_not() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("deep")).unwrap();
    fs::write(at("deep/target"), "old").unwrap();
    symlink("deep/target", at("link")).unwrap();
    symlink("link", at("link-to-link")).unwrap();
    symlink("deep/to-come", at("dangling")).unwrap();
    symlink("circle", at("circle")).unwrap();
    for (link, target) in [
        ("link", "deep/target"),
        ("link-to-link", "deep/target"),
        ("dangling", "deep/to-come"),
    ] {
        write(&at(link), link).unwrap();
        assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(at(target)).unwrap(), link);
    }
    assert!(write(&at("circle"), "x").is_err());
}

#[test]
fn what_is_no_regular_file_stays_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    pipe(&path);
    let reader = std::thread::spawn({
        let path = path.clone();
        move || {
            let mut text = String::new();
            let mut file = fs::File::open(path).unwrap();
            file.read_to_string(&mut text).unwrap();
            text
        }
    });
    write(&path, "through the pipe").unwrap();
    assert_eq!(reader.join().unwrap(), "through the pipe");
    assert_eq!(names(folder.path()), ["pipe"]);
    write(Path::new("/dev/null"), "x").unwrap();
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    let full = write(Path::new("/dev/full"), "x").unwrap_err();
    assert!(matches!(full, FileError::Refused { .. }), "{full}");
}

#[test]
fn a_place_is_tried_and_nothing_is_left_or_changed_by_that() {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("old");
    fs::write(&old, "old").unwrap();
    Place::find(&old).unwrap();
    Place::find(&folder.path().join("new")).unwrap();
    assert_eq!(fs::read_to_string(&old).unwrap(), "old");
    assert_eq!(names(folder.path()), ["old"]);
    let missing = Place::find(&folder.path().join("missing/file")).unwrap_err();
    assert!(matches!(missing, FileError::NoFolder { .. }), "{missing}");
    let is_folder = Place::find(folder.path()).unwrap_err();
    assert!(matches!(is_folder, FileError::Folder { .. }), "{is_folder}");
    assert!(Place::find(&old.join("below-a-file")).is_err());
    assert!(Place::find(Path::new("")).is_err());
    assert!(Place::find(&folder.path().join("n".repeat(300))).is_err());
}

#[test]
fn a_failed_writing_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "old").unwrap();
    let failed = replace(&path, |out| {
        out.write_all(&[b'x'; 1 << 21])?;
        Err(std::io::Error::other("no more"))
    });
    assert!(failed.is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    assert_eq!(names(folder.path()), ["file"]);
}

#[test]
fn what_killed_runs_left_is_cleared_away_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let foreign = [
        ".file.abc.sow-part",
        ".file.abcdefg-.sow-part",
        ".file.abcdefgh.part",
        ".other.abcdefgh.sow-part",
        "file.abcdefgh.sow-part",
        "file.part",
    ];
    for name in foreign {
        fs::write(at(name), "foreign").unwrap();
    }
    fs::write(at(".file.abcdefgh.sow-part"), "left").unwrap();
    // Somebody is writing this one.
    let held = fs::File::create(at(".file.ABCDEFGH.sow-part")).unwrap();
    held.try_lock().unwrap();
    // A link with such a name belongs to somebody else, and so does what it leads to.
    fs::write(at("precious"), "precious").unwrap();
    symlink("precious", at(".file.12345678.sow-part")).unwrap();
    write(&at("file"), "new").unwrap();
    let mut expected: Vec<&str> = foreign.to_vec();
    expected.extend([".file.ABCDEFGH.sow-part", ".file.12345678.sow-part"]);
    expected.extend(["precious", "file"]);
    expected.sort_unstable();
    assert_eq!(names(folder.path()), expected);
    assert_eq!(fs::read_to_string(at("precious")).unwrap(), "precious");
    drop(held);
    write(&at("file"), "newer").unwrap();
    assert!(!at(".file.ABCDEFGH.sow-part").exists());
}

#[test]
fn two_paths_to_one_file_are_known_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("file"), "x").unwrap();
    symlink("file", at("link")).unwrap();
    fs::hard_link(at("file"), at("other-name")).unwrap();
    symlink("to-come", at("dangling")).unwrap();
    let identity = |name: &str| Place::find(&at(name)).unwrap().identity().unwrap();
    assert!(identity("file").is(&identity("link")));
    assert!(identity("file").is(&identity("other-name")));
    assert!(identity("to-come").is(&identity("dangling")));
    assert!(identity("to-come").is(&identity("./to-come")));
    assert!(!identity("file").is(&identity("to-come")));
    let null = Place::find(Path::new("/dev/null")).unwrap();
    assert!(null.identity().is_none());
}

#[test]
fn a_lock_keeps_others_out_and_is_gone_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let lock = Lock::beside(&path).unwrap();
    assert!(matches!(
        Lock::beside(&path),
        Err(FileError::Busy { path: busy }) if busy == path
    ));
    Lock::beside(&folder.path().join("another")).unwrap();
    drop(lock);
    assert!(names(folder.path()).is_empty());
    // What a killed run has left holds nobody up.
    fs::write(folder.path().join(".book.sow-lock"), "").unwrap();
    drop(Lock::beside(&path).unwrap());
    assert!(names(folder.path()).is_empty());
    // A link is not followed, and what it leads to stays.
    fs::write(folder.path().join("precious"), "precious").unwrap();
    symlink("precious", folder.path().join(".book.sow-lock")).unwrap();
    assert!(Lock::beside(&path).is_err());
    let precious = fs::read_to_string(folder.path().join("precious"));
    assert_eq!(precious.unwrap(), "precious");
}

#[test]
fn locks_that_come_and_go_are_never_held_twice() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let holders = std::sync::atomic::AtomicU32::new(0);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..500 {
                    if let Ok(_lock) = Lock::beside(&path) {
                        let before = holders.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                        assert_eq!(before, 0);
                        std::thread::yield_now();
                        holders.fetch_sub(1, std::sync::atomic::Ordering::SeqCst);
                    }
                }
            });
        }
    });
}

#[test]
fn a_journal_has_one_writer_and_notices_that_its_file_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let (mut journal, content) = Journal::open(&path).unwrap();
    assert!(content.is_empty());
    journal.add(b"one\n").unwrap();
    assert!(matches!(Journal::open(&path), Err(FileError::Busy { .. })));
    drop(journal);
    let (mut journal, content) = Journal::open(&path).unwrap();
    assert_eq!(content, b"one\n");
    journal.add(b"two\nthr").unwrap();
    journal.cut(8).unwrap();
    journal.add(b"three\n").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"one\ntwo\nthree\n");
    fs::rename(&path, folder.path().join("elsewhere")).unwrap();
    assert!(matches!(
        journal.add(b"lost"),
        Err(FileError::Vanished { .. })
    ));
    fs::write(&path, "another").unwrap();
    assert!(matches!(
        journal.add(b"lost"),
        Err(FileError::Vanished { .. })
    ));
    let pipe_path = folder.path().join("pipe");
    pipe(&pipe_path);
    for path in [pipe_path.as_path(), Path::new("/dev/full")] {
        assert!(matches!(
            Journal::open(path),
            Err(FileError::NotRegular { .. })
        ));
    }
}
