//! What may have any name is read only if it is a file, and no more of it than it could need.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot make its files should fail"
)]

use std::fs::{self, File};
use std::process::Command;

#[test]
fn pipes_folders_devices_and_holes_are_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("any");
    assert!(sow_files::text(&path).is_err());
    fs::write(&path, "seeds").unwrap();
    assert_eq!(sow_files::text(&path).unwrap(), "seeds");
    assert_eq!(sow_files::read(&path, 5).unwrap(), b"seeds");
    assert!(sow_files::read(&path, 4).is_err());
    fs::write(&path, [0xff]).unwrap();
    assert!(sow_files::text(&path).is_err());
    File::create(&path).unwrap().set_len(1 << 40).unwrap();
    let told = sow_files::read(&path, 100).unwrap_err().to_string();
    assert!(told.contains("more than the 100 bytes"), "{told}");
    fs::remove_file(&path).unwrap();
    assert!(
        Command::new("mkfifo")
            .arg(&path)
            .status()
            .unwrap()
            .success()
    );
    let told = sow_files::text(&path).unwrap_err().to_string();
    assert_eq!(told, "it is a pipe, not a file");
    let told = sow_files::open(folder.path()).unwrap_err().to_string();
    assert_eq!(told, "it is a folder, not a file");
    let told = sow_files::text("/dev/null".as_ref())
        .unwrap_err()
        .to_string();
    assert_eq!(told, "it is a device, not a file");
}
