//! Certificates as users' scripts see them: written, checked, shown, asked, refused.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot run the program should fail"
)]

mod program;

use program::{json, sow};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// Writes a certificate and returns what was said of it.
fn certify(file: &Path, position: &str, more: &[&str]) -> Value {
    let file = file.to_str().unwrap();
    let args = [&["solve", position, "--proof", file, "--json"], more].concat();
    let answer = json(&args);
    assert_eq!(answer["status"], "exact", "{args:?}");
    answer["proof"].clone()
}

fn check(file: &Path) -> (Option<i32>, String) {
    let run = sow(&["proof", "check", file.to_str().unwrap(), "--json"]);
    (run.code, run.out + &run.err)
}

fn shipped() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/proofs");
    let entries = std::fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|known| known == "sowproof"))
        .collect()
}

#[test]
fn what_comes_with_the_program_holds() {
    let files = shipped();
    let named = |name: &str| files.iter().any(|file| file.ends_with(name));
    assert!(named("omweso-4x8-tournament.sowproof"), "{files:?}");
    assert!(named("owela-4x8-hus.sowproof"), "{files:?}");
    for file in files {
        let (code, said) = check(&file);
        assert_eq!(code, Some(0), "{said}");
        let said: Value = serde_json::from_str(&said).unwrap();
        assert_eq!(said["holds"], true);
        assert!(said["positions"].as_u64().unwrap() > 0);
        assert!(said["seconds"].is_number());
    }
}

#[test]
fn a_certificate_is_written_checked_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bao.sowproof");
    let written = certify(&file, "bao-kingulu:start", &["--objective", "margin"]);
    assert_eq!(written["claim"], "South gets a margin of at least 4");
    let (code, said) = check(&file);
    assert_eq!(code, Some(0), "{said}");
    let file = file.to_str().unwrap();
    let info = json(&["proof", "info", file, "--json"]);
    for key in ["claim", "positions", "bytes", "digest"] {
        assert_eq!(info[key], written[key], "{key}");
    }
    let shown = json(&["proof", "show", file, "bao-kingulu:start", "--json"]);
    assert!(
        shown["move"].is_string() && shown["rank"].is_u64(),
        "{shown}"
    );
    let text = sow(&["proof", "show", file]).out;
    let turn = format!("South plays {}", shown["move"].as_str().unwrap());
    assert!(text.contains(&turn), "{text}");
    let other = sow(&["proof", "show", file, "bao-kingulu 4x6/4x6 N"]);
    assert_eq!(other.code, Some(1));
    let foreign = sow(&["proof", "show", file, "owela:start"]);
    assert_eq!((foreign.code, foreign.out.as_str()), (Some(2), ""));
}

#[test]
fn either_player_has_a_certificate_of_a_margin() {
    let folder = tempfile::tempdir().unwrap();
    for (holder, claim) in [
        ("south", "South gets a margin of at least 16"),
        ("north", "North gets a margin of at least -16"),
    ] {
        let file = folder.path().join(holder);
        let more = ["--objective", "margin", "--holder", holder];
        let written = certify(&file, "anywoli:start:4", &more);
        assert_eq!(written["claim"], claim);
        assert_eq!(check(&file).0, Some(0));
    }
    let file = folder.path().join("loser");
    let args = ["solve", "anywoli:start:4", "--holder", "north", "--proof"];
    let run = sow(&[&args[..], &[file.to_str().unwrap()]].concat());
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("North loses"), "{}", run.err);
    assert!(!file.exists());
}

#[test]
fn damaged_files_and_false_claims_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("true.sowproof");
    certify(&file, "owela:start:5", &[]);
    let bytes = std::fs::read(&file).unwrap();
    let changed = folder.path().join("changed.sowproof");
    for at in [0, 40, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        std::fs::write(&changed, damaged).unwrap();
        for command in [&["check"][..], &["info"], &["show"]] {
            let run = sow(&[&["proof"], command, &[changed.to_str().unwrap()]].concat());
            assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "byte {at}");
            assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        }
    }
    // The same turns as a way to win by far more, with a digest that fits.
    let cut = bytes.len() - 32;
    let text = String::from_utf8_lossy(&bytes[..cut]);
    let header = text.split_once("\n\n").unwrap().0.len();
    let lie = text[..header].replacen("\nleast: win\n", "\nleast: win 99\n", 1);
    let mut lying = lie.into_bytes();
    lying.extend(&bytes[header..cut]);
    let digest = Sha256::digest(&lying);
    lying.extend(digest);
    std::fs::write(&changed, lying).unwrap();
    let (code, said) = check(&changed);
    assert_eq!(code, Some(1), "{said}");
    let said: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(said["holds"], false);
    assert!(said["fault"]["position"].is_string() && said["fault"]["what"].is_string());
}

#[test]
fn nothing_is_written_without_a_proof() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("none.sowproof");
    let file = file.to_str().unwrap();
    let run = sow(&["solve", "owela:start:10", "--nodes", "10", "--proof", file]);
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(
        run.err.contains("no certificate was written"),
        "{}",
        run.err
    );
    let run = sow(&[
        "solve",
        "owela:start:4",
        "--method",
        "mcts",
        "--proof",
        file,
    ]);
    assert_eq!(run.code, Some(2));
    assert!(!Path::new(file).exists());
}

#[test]
fn searches_ask_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("owela.sowproof");
    let written = certify(&file, "owela:start:6", &[]);
    let file = file.to_str().unwrap();
    assert_eq!(written["claim"], "South wins");
    let asked = ["analyse", "owela:start:6", "--depth", "3", "--json"];
    let told = sow(&[&asked[..], &["--proofs", file]].concat());
    assert_eq!(told.code, Some(0), "{}", told.err);
    let last: Value = serde_json::from_str(told.out.lines().last().unwrap()).unwrap();
    assert!(last["lines"][0]["proven"] == true, "{last}");
}

/// Whatever the other does, who plays by a certificate gets what it claims.
#[test]
fn a_player_follows_a_certificate() {
    for (start, rules, file, side, won) in [
        (
            "omweso:start",
            "tournament",
            "omweso-4x8-tournament",
            "--south",
            "1-0",
        ),
        ("owela:start", "hus", "owela-4x8-hus", "--north", "0-1"),
    ] {
        let file = format!("{}/data/proofs/{file}.sowproof", env!("CARGO_MANIFEST_DIR"));
        for player in [format!("proof={file}"), format!("random:proof={file}")] {
            let args = [
                "selfplay", start, "--rules", rules, "--games", "12", "-q", side, &player,
            ];
            let games = sow(&args);
            assert_eq!(games.code, Some(0), "{}", games.err);
            let results: Vec<_> = games
                .out
                .lines()
                .filter(|line| {
                    line.contains(" 1-0")
                        || line.contains(" 0-1")
                        || line.ends_with("1-0")
                        || line.ends_with("0-1")
                })
                .collect();
            assert_eq!(results.len(), 12, "{}", games.out);
            assert!(
                results.iter().all(|line| line.contains(won)),
                "{}",
                games.out
            );
        }
        let player = format!("proof={file}");
        let other = sow(&[
            "selfplay",
            "nsolo:start",
            "--games",
            "1",
            "-q",
            side,
            &player,
        ]);
        assert_eq!(other.code, Some(2), "{}", other.out);
        assert!(other.err.contains("the certificate is of"), "{}", other.err);
        assert_eq!(other.err.lines().count(), 1, "{}", other.err);
    }
}
