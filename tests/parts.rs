//! The unit tests of the program's files.
//!
//! The program itself is compiled for five games in several sizes, which takes minutes; compiling it once
//! more for a dozen small tests is not worth it. Files with tests of their own use nothing else of the
//! program, and are compiled here.

#![allow(dead_code, reason = "the program uses the rest")]

#[path = "../src/streams.rs"]
mod streams;
#[path = "../src/units.rs"]
mod units;
#[path = "../src/unquoted.rs"]
mod unquoted;

#[path = "../src/report"]
mod report {
    mod letters;
    mod number;
    pub(crate) mod prose;
    mod table;
    pub(crate) mod width;
}

use std::path::Path;

/// Files below a folder that have unit tests.
fn tested(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            tested(&path, found);
        } else if std::fs::read_to_string(&path).is_ok_and(|text| text.contains("#[cfg(test)]")) {
            found.push(path.display().to_string());
        }
    }
}

#[test]
fn no_unit_test_of_the_program_is_left_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    tested(&root.join("src"), &mut found);
    assert!(!found.is_empty());
    let here = include_str!("parts.rs");
    for path in found {
        let stem = Path::new(&path).file_stem().expect("a name").display();
        assert!(
            here.contains(&format!("mod {stem};")),
            "{path} is not listed here"
        );
    }
}
