//! The board in a page: the built file belongs to its sources.

use std::path::{Path, PathBuf};

fn files(root: &Path, path: &str, found: &mut Vec<String>) {
    let whole = root.join(path);
    if whole.is_file() {
        found.push(path.to_owned());
        return;
    }
    let names = std::fs::read_dir(&whole).unwrap_or_else(|error| panic!("{path}: {error}"));
    for name in names {
        let name = name.expect("a readable folder").file_name();
        files(root, &format!("{path}/{}", name.to_string_lossy()), found);
    }
}

/// The digest of everything that goes into the page; web/digest.mjs computes the same.
fn digest(root: &Path) -> String {
    let parts = std::fs::read_to_string(root.join("web/parts.json")).expect("the list of parts");
    let parts: Vec<String> = serde_json::from_str(&parts).expect("a list of paths");
    let mut found = Vec::new();
    for part in &parts {
        files(root, part, &mut found);
    }
    found.sort();
    let mut sum = crc32fast::Hasher::new();
    for path in found {
        sum.update(format!("{path}\n").as_bytes());
        sum.update(&std::fs::read(root.join(path)).expect("a readable file"));
    }
    format!("{:08x}", sum.finalize())
}

#[test]
fn the_page_in_the_repository_was_built_from_these_sources() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("data/page/board.html")).expect("the page");
    let stated = page
        .split("<meta name=\"sow-sources\" content=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    assert_eq!(
        stated,
        Some(digest(&root).as_str()),
        "data/page/board.html is older than what it is made of: run scripts/page"
    );
    assert!(page.len() < 3_000_000, "the page has {} bytes", page.len());
}
