//! Packs what comes with the program: the page and the problems, compressed, and the list of its endgame tables,
//! whose blocks are compressed already.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

/// The strongest compression that miniz knows.
const LEVEL: u8 = 10;

fn main() -> io::Result<()> {
    let root = PathBuf::from(env("CARGO_MANIFEST_DIR"));
    let out = PathBuf::from(env("OUT_DIR"));
    let mut list = String::new();

    pack(&root.join("data/page/board.html"), &out.join("board.html"))?;
    let _ = writeln!(list, "const PAGE: &[u8] = include_bytes!(\"board.html\");");

    let _ = writeln!(list, "const PUZZLES: &[(&str, &[u8])] = &[");
    for path in files(&root.join("data/puzzles"), "toml")? {
        let name = name(&path);
        pack(&path, &out.join(&name))?;
        let _ = writeln!(list, "    ({name:?}, include_bytes!({name:?})),");
    }
    let _ = writeln!(list, "];");

    let _ = writeln!(list, "const TABLES: &[(&str, &[u8])] = &[");
    for path in files(&root.join("data/tables"), "sowtable")? {
        let name = name(&path);
        let _ = writeln!(list, "    ({name:?}, include_bytes!({path:?})),");
    }
    let _ = writeln!(list, "];");

    println!("cargo::rerun-if-changed=build.rs");
    std::fs::write(out.join("shipped.rs"), list)
}

fn env(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The files of a folder with an extension, in the order of their names.
fn files(folder: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|known| known == extension) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn pack(from: &Path, to: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", from.display());
    let packed = miniz_oxide::deflate::compress_to_vec(&std::fs::read(from)?, LEVEL);
    std::fs::write(to, packed)
}
